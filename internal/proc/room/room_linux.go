package room

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"handrail/internal/proc/cgroup"
	"handrail/internal/proc/group"
	"handrail/internal/sandbox"
)

// roomWait is how long a room may take until it is ready.
const roomWait = 10 * time.Second

// A Room is a set of walls with a process of ours within, from which programs
// are started. It is safe for concurrent use.
type Room struct {
	mu      sync.Mutex // one exchange over control at a time
	control wire
	inside  *exec.Cmd
	gone    chan struct{} // closed when the process has ended, and with it all that ran in it
	notes   []string      // what it does without, in sentences
	held    *cgroup.Group // the control group that it is in; nil if none
	unheld  error         // why none, where there is a systemd
}

// Open starts a room.
func Open(helper *Helper, f sandbox.Furnishing, kept Files) (*Room, error) {
	setup, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	program, err := helper.path()
	if err != nil {
		return nil, err
	}
	control, theirs, err := newWire()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	r := &Room{control: control, gone: make(chan struct{}), inside: &exec.Cmd{
		Path: program, Args: []string{roomName}, Env: []string{"GOMAXPROCS=2"}, Dir: "/",
		ExtraFiles: []*os.File{theirs}, SysProcAttr: sandbox.RoomAttributes(f.Profile.Network),
	}}
	group.CloseOnExec()
	if err := r.inside.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("the walls could not be built: %w", err), control.c.Close())
	}
	go func() {
		_ = r.inside.Wait() // it ends by itself when nothing is left in it
		close(r.gone)
	}()
	grouped := r.group(helper, f.Profile.Limits.Filled())
	_ = control.c.SetDeadline(time.Now().Add(roomWait))
	files, names := kept.named()
	words, _, err := r.ask(files, append([]string{string(setup)}, names...)...)
	<-grouped // before a program starts
	if err == nil && words[0] != "ready" {
		err = errors.New(words[len(words)-1])
	}
	if err != nil {
		_ = r.inside.Process.Kill()
		return nil, errors.Join(fmt.Errorf("the walls could not be built: %w", err), control.c.Close())
	}
	r.notes = words[1:]
	return r, control.c.SetDeadline(time.Time{})
}

// group has the room put into a control group while it is being built, and closes the
// channel when it is in it, or cannot be. What one call may have is counted by the room;
// the group's limits, which are wider, are for what the room cannot see.
func (r *Room) group(h *Helper, l sandbox.Limits) <-chan struct{} {
	done := make(chan struct{})
	go func() {
		defer close(done)
		if h.systemd == "" || h.vain.Load() {
			return // as on a machine that has none: the report says nothing of a group
		}
		r.held, r.unheld = cgroup.Hold(context.Background(), h.systemd, r.PID(), cgroup.Limits{Memory: 2 * l.Memory, Tasks: threads * l.Processes})
		if errors.Is(r.unheld, cgroup.ErrUnlimited) {
			h.vain.Store(true)
		}
	}()
	return done
}

// threads is how many a process may have, on the average, in a room in a control group.
const threads = 32

// Grouped reports whether a control group limits what is in the room, and if not, why;
// nil where there is no systemd to ask.
func (r *Room) Grouped() (bool, error) { return r.held != nil, r.unheld }

// ask sends a message and waits for the answer.
func (r *Room) ask(files []*os.File, words ...string) ([]string, []*os.File, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.control.send(files, words...); err != nil {
		return nil, nil, err
	}
	return r.control.receive()
}

// Notes are what the room does without, in sentences.
func (r *Room) Notes() []string { return r.notes }

// PID is the number of the room's own process, as we count.
func (r *Room) PID() int { return r.inside.Process.Pid }

// listen opens a socket in the room's network: "tcp" or "udp".
func (r *Room) listen(network, address string) (*os.File, error) {
	words, files, err := r.ask(nil, "listen", network, address)
	if err != nil {
		return nil, err
	}
	if words[0] != "listening" || len(files) != 1 {
		closeAll(files)
		return nil, fmt.Errorf("no socket in the room: %s", words[len(words)-1])
	}
	return files[0], nil
}

// Listen opens a TCP socket at an address of the room's own network. What
// connects to it there is accepted here.
func (r *Room) Listen(address string) (net.Listener, error) {
	f, err := r.listen("tcp", address)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return net.FileListener(f)
}

// ListenPacket is Listen for UDP.
func (r *Room) ListenPacket(address string) (net.PacketConn, error) {
	f, err := r.listen("udp", address)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return net.FilePacketConn(f)
}

// A Lodger is a program in a room, seen from outside.
type Lodger struct {
	w      wire
	ended  chan struct{}
	status syscall.WaitStatus
	why    string // the limit that ended it
	left   *Left  // what it has left running; nil if nothing
	lost   error  // the room itself has ended
	number int    // of the program, as the room counts
	inside int    // the number of the room's own process, as we count
	held   *cgroup.Group
	killed int // how many programs of the group had been ended for want of memory when it started
	once   sync.Once
}

// Lodge starts a program in the room, in the folder and from the file that it was settled
// with: else the error is ErrOtherFolder or ErrOtherProgram. files are its standard
// streams and what comes after them; whole says that what it starts ends with it.
func (r *Room) Lodge(cmd *exec.Cmd, s Settled, files []*os.File, whole bool) (*Lodger, error) {
	w, theirs, err := newWire()
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	err = r.control.send([]*os.File{theirs}, "call")
	r.mu.Unlock()
	_ = theirs.Close()
	verb := "start"
	if whole {
		verb = "serve"
	}
	words := append([]string{verb, cmd.Path, cmd.Dir, s.Folder.String(), s.Program.String(), strconv.Itoa(len(cmd.Args))}, cmd.Args...)
	if err == nil {
		err = w.send(files, append(words, cmd.Env...)...)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the walls are gone: %w", err), w.c.Close())
	}
	l := &Lodger{w: w, ended: make(chan struct{}), inside: r.inside.Process.Pid, held: r.held, killed: r.held.Killed()}
	answer, _, err := w.receive()
	if err == nil && answer[0] != "started" {
		return nil, errors.Join(refused(answer), w.c.Close())
	}
	// Without an answer it may have run: then it is one that the room's end has ended, as
	// the next thing that comes tells. It is never said not to have started.
	if len(answer) == 2 {
		l.number, _ = strconv.Atoi(answer[1]) // 0 is not known
	}
	go l.wait()
	return l, nil
}

// refused is why a program did not start in the room.
func refused(answer []string) error {
	switch answer[0] {
	case otherFolder:
		return ErrOtherFolder
	case otherProgram:
		return ErrOtherProgram
	}
	if len(answer) == 3 {
		if n, err := strconv.Atoi(answer[2]); err == nil && n != 0 {
			return syscall.Errno(n)
		}
	}
	return errors.New(answer[1])
}

// wait waits for the program's end.
func (l *Lodger) wait() {
	defer func() {
		left := l.left
		close(l.ended)
		if left != nil {
			_, _, _ = l.w.receive() // nothing comes but the end
			close(left.gone)
		}
		_ = l.w.c.Close()
	}()
	words, _, err := l.w.receive()
	if err == nil && (len(words) < 3 || words[0] != "ended") {
		err = errors.New("a damaged answer")
	}
	if err != nil {
		l.lost, l.status, l.why = err, syscall.WaitStatus(syscall.SIGKILL), l.starved()
		return
	}
	n, _ := strconv.Atoi(words[1])
	l.status, l.why = syscall.WaitStatus(n), cmp.Or(words[2], l.starved())
	if len(words) < 4 {
		return
	}
	if t, ok := tenantOutside(l.inside, words[3]); ok {
		l.left = &Left{Tenant: t, gone: make(chan struct{}), end: func() { _ = l.w.send(nil, "clear") }}
	}
}

// starved is LimitMemory if the kernel has ended programs of the room's control group
// since the program started, because there was no memory left in it; else "".
func (l *Lodger) starved() string {
	if l.killed < l.held.Killed() {
		return LimitMemory
	}
	return ""
}

// Left is what the program, which has ended, has left running; nil if nothing.
func (l *Lodger) Left() *Left { return l.left }

// PID is the number of the program, as we count; 0 if it is not known. It finds the program among the children of the room.
func (l *Lodger) PID() int {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/[0-9]*/children", l.inside)) // the pattern is sound
	for _, list := range lists {
		raw, err := os.ReadFile(list)
		if err != nil {
			continue
		}
		for child := range strings.FieldsSeq(string(raw)) {
			if innerPid(child) == l.number {
				pid, _ := strconv.Atoi(child) // the system's own word
				return pid
			}
		}
	}
	return 0
}

// innerPid is the number that a process has in the room it is in; -1 if it is gone.
func innerPid(pid string) int {
	raw, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return -1
	}
	_, rest, _ := strings.Cut(string(raw), "\nNSpid:")
	line, _, _ := strings.Cut(rest, "\n")
	numbers := strings.Fields(line)
	if len(numbers) == 0 {
		return -1
	}
	n, err := strconv.Atoi(numbers[len(numbers)-1])
	if err != nil {
		return -1
	}
	return n
}

// Stop ends the program and all that it started, and returns when that is done.
func (l *Lodger) Stop() {
	l.once.Do(func() { _ = l.w.send(nil, "stop") })
	<-l.ended
}

// Ended is closed when the program has ended.
func (l *Lodger) Ended() <-chan struct{} { return l.ended }

// Clear has nothing to do: the room has done it before it said that the program
// has ended.
func (l *Lodger) Clear() {}

// Release has nothing to do: the room looks after what the program has left running.
func (l *Lodger) Release() {}

// Outcome says how the program ended, and which limit it hit, if any.
func (l *Lodger) Outcome() (code int, signal, limit string) {
	code, signal = group.EndOf(l.status)
	return code, signal, l.why
}

// closeAll closes our copies of files that were handed on.
func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}
