package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"handrail/internal/proc/group"
	"handrail/internal/sandbox"
)

// roomName is what a room is called in lists of processes, and how a program of
// ours knows that it was started to be one.
const roomName = "handrail-room"

// IsRoom reports whether this process was started to be a room: main then calls
// Inhabit and nothing else.
func IsRoom() bool { return len(os.Args) > 0 && os.Args[0] == roomName && os.Getpid() == 1 }

// InRoom reports whether this process runs in a room: process 1 is one, as far
// as can be seen. Only a guard rail: a program can make a process look like it.
func InRoom() bool {
	name, err := os.ReadFile("/proc/1/comm")
	return err == nil && strings.TrimSpace(string(name)) == roomName
}

// Inhabit is the main function of a room and returns its exit code. A room is a
// process that starts programs behind walls for a Handrail outside, and looks
// after what they leave behind. It is process 1 of its own namespace, so nothing
// that was started in it outlives it.
// When Handrail ends, by whatever means, the calls that run end too; what
// finished calls have left running goes on, and the room with it; where layers of a rehearsal are shared, all ends.
func Inhabit() int {
	w, err := wireOf(os.NewFile(3, "control"))
	if err != nil {
		return 2
	}
	if len(os.Args) > 1 && os.Args[1] == holding {
		return hold(w)
	}
	r := &interior{control: w, starts: make(chan *tenant), tenants: map[string]*tenant{}}
	r.idle = sync.NewCond(&r.mu)
	if err := r.furnish(); err != nil {
		_ = w.send(nil, "failed", err.Error())
		return 1
	}
	stockThreads()
	go r.watch()
	go answerDoor(r)
	over, empty := make(chan struct{}), make(chan struct{})
	go func() {
		r.serve()
		r.ending.Do(r.seal)
		if len(r.kept.Layers) > 0 { // nobody would ever see what goes on there
			close(over)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.closed = true
		r.idle.Broadcast()
	}()
	go func() {
		r.reap()
		r.note(Ended)
		close(empty)
	}()
	select {
	case <-empty:
	case <-over:
	}
	return 0
}

// An interior is a room seen from within.
type interior struct {
	control wire
	starts  chan *tenant // to the thread that starts programs
	kept    Files
	busy    bool // as it was last written to kept.Life; guarded by mu
	limits  sandbox.Limits
	disks   []string
	sealed  []string
	shown   []string   // copies, by what they are shown for
	doors   sync.Mutex // one at a time arranges what is protected
	ending  sync.Once

	mu      sync.Mutex
	idle    *sync.Cond         // there may be something to wait for
	tenants map[string]*tenant // by the name of their namespace
	closed  bool
}

// A tenant is one call: a program and all that it starts. It is known by a UTS
// namespace of its own, which nothing in it can leave.
type tenant struct {
	path, dir string
	settled   Settled
	args, env []string
	files     []uintptr

	started chan error
	id      string   // its namespace
	space   *os.File // the same, held so that its name is not given again
	seekers int      // how many look for its processes by that name
	crushed sync.Once
	pid     int           // 0 once it has ended
	first   int           // the same, for good
	ended   chan struct{} // the program itself has ended
	gone    chan struct{} // so has all that it started
	status  syscall.WaitStatus
	over    bool
	why     string // the limit that it hit
	free    space  // on the fullest disks when it started
	whole   bool   // what it leaves running ends with it
}

// furnish arranges the room and starts the thread from which programs start.
func (r *interior) furnish() error {
	_ = os.WriteFile("/proc/self/comm", []byte(roomName), 0)       // InRoom reads it
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte("500"), 0) // when memory runs out, a program goes before the desktop
	words, files, err := r.control.receive()
	if err != nil {
		return err
	}
	if r.kept, err = filesOf(files, words[1:]); err != nil {
		return err
	}
	var f sandbox.Furnishing
	if err := json.Unmarshal([]byte(words[0]), &f); err != nil {
		return err
	}
	if err := f.Profile.Hold(r.kept.fds()); err != nil {
		return err
	}
	notes, err := sandbox.Furnish(f)
	if err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil { // its memory and its files are nobody's business
		return err
	}
	r.limits, r.disks, r.sealed = f.Profile.Limits.Filled(), f.Profile.Write, f.Profile.Sealed
	r.shown = f.Profile.Places()
	ready := make(chan error)
	go r.start(f.Profile, ready)
	if err := <-ready; err != nil {
		return err
	}
	return r.control.send(nil, append([]string{"ready"}, notes...)...)
}

// start is the thread from which every program starts: what it is held to, they
// are. It lives as long as the room.
func (r *interior) start(p sandbox.Profile, ready chan<- error) {
	runtime.LockOSThread()
	if group.OnFirstThread() {
		go r.start(p, ready)
		select {}
	}
	err := sandbox.EnterThread(p)
	ready <- err
	if err != nil {
		return
	}
	for t := range r.starts {
		t.started <- r.launch(t)
	}
}

// crowdWait is how long a call waits for room for its first process: those that an
// earlier call's limit has ended count until they are buried.
const crowdWait = 2 * time.Second

// launch starts a tenant's program. It runs on the starting thread.
func (r *interior) launch(t *tenant) error {
	if err := unix.Unshare(unix.CLONE_NEWUTS); err != nil {
		return fmt.Errorf("the call cannot be given a namespace: %w", err)
	}
	const own = "/proc/thread-self/ns/uts"
	id, err := os.Readlink(own)
	if err == nil {
		t.space, err = os.Open(own)
	}
	if err != nil {
		return err
	}
	dir, folder, err := t.enter()
	if err != nil {
		return errors.Join(err, t.space.Close())
	}
	defer folder.Close() // nil is closed already
	t.id, t.free = id, leastFree(r.disks)
	r.mu.Lock() // so that the program is known before it can be found dead
	defer r.mu.Unlock()
	for late := time.Now().Add(crowdWait); ; {
		if err = r.noteLife(true); err != nil {
			break
		}
		t.pid, err = syscall.ForkExec(t.path, t.args, &syscall.ProcAttr{Dir: dir, Env: t.env, Files: t.files, Sys: &syscall.SysProcAttr{Setsid: true}})
		if !errors.Is(err, syscall.EAGAIN) || time.Now().After(late) {
			break
		}
		r.mu.Unlock()
		time.Sleep(time.Millisecond)
		r.mu.Lock()
	}
	if err != nil {
		if nobody() {
			_ = r.noteLife(false) // what stays noted is too much, not too little
		}
		return errors.Join(err, t.space.Close())
	}
	t.first = t.pid
	r.tenants[id] = t
	r.idle.Broadcast()
	return nil
}

// serve takes calls until Handrail is gone.
func (r *interior) serve() {
	for {
		words, files, err := r.control.receive()
		if err != nil {
			return
		}
		switch {
		case words[0] == "call" && len(files) == 1:
			go r.call(files[0])
		case words[0] == "end":
			closeAll(files)
			r.ending.Do(r.seal)
			_ = r.control.send(nil, "ended")
		case words[0] == "listen" && len(words) == 3:
			if err := r.listen(words[1], words[2]); err != nil {
				return
			}
		default:
			closeAll(files)
		}
	}
}

// listen opens a socket in the room's network and hands it out: what it takes
// in is answered by Handrail, outside.
func (r *interior) listen(network, address string) error {
	var f *os.File
	var err error
	switch network {
	case "udp":
		var c *net.UDPConn
		if c, err = listenUDP(address); err == nil {
			f, err = c.File()
			_ = c.Close()
		}
	default:
		var l net.Listener
		if l, err = net.Listen("tcp", address); err == nil {
			f, err = l.(*net.TCPListener).File()
			_ = l.Close()
		}
	}
	if err != nil {
		return r.control.send(nil, "failed", err.Error())
	}
	defer f.Close()
	return r.control.send([]*os.File{f}, "listening")
}

func listenUDP(address string) (*net.UDPConn, error) {
	a, err := net.ResolveUDPAddr("udp", address)
	if err != nil {
		return nil, err
	}
	return net.ListenUDP("udp", a)
}

// call starts one program and stays with it until it ends.
func (r *interior) call(f *os.File) {
	w, err := wireOf(f)
	if err != nil {
		return
	}
	defer w.c.Close()
	words, files, err := w.receive()
	if err != nil {
		return
	}
	t, err := tenantOf(words)
	if err == nil {
		err = t.connect(files)
	}
	if err == nil {
		r.starts <- t
		err = <-t.started
	}
	closeAll(files)
	if err != nil {
		_ = w.send(nil, refusal(err)...)
		return
	}
	if w.send(nil, "started", strconv.Itoa(t.first)) != nil {
		r.evict(t)
		return
	}
	told := make(chan struct{})
	go func() {
		defer close(told)
		r.obey(w, t)
	}()
	<-t.ended
	stopped, why := r.finish(t)
	left := false
	switch {
	case stopped:
		<-told // all of it is gone before the answer
	case why != "":
		r.crush(t) // likewise, so that the next call is not hit by what ends this one
	case t.whole:
		r.clear(t)
	default:
		left = r.stays(t)
	}
	if !left {
		_ = w.send(nil, "ended", strconv.Itoa(int(t.status)), why)
		return
	}
	_ = w.send(nil, "ended", strconv.Itoa(int(t.status)), why, t.id)
	select { // the end of the wire says that it is gone
	case <-t.gone:
	case <-told:
	}
}

// obey does what Handrail says of a call until it says no more: stop it, end what it has
// left running. Where Handrail is no more, the call ends.
func (r *interior) obey(w wire, t *tenant) {
	for {
		words, _, err := w.receive()
		switch {
		case err != nil && !errors.Is(err, io.EOF): // closed by ourselves
			return
		case err == nil && words[0] == "clear":
			r.clear(t)
		default:
			r.evict(t)
			return
		}
	}
}

// reap takes leave of every process that has ended, its own or left behind. It
// returns when Handrail is gone and nobody is left.
func (r *interior) reap() {
	var info unix.Siginfo
	for {
		_ = unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOWAIT, nil) // somebody has ended, or nobody is there
		r.mu.Lock()
		r.bury()
		empty := nobody()
		if empty {
			_ = r.noteLife(false) // likewise
		}
		if empty && r.closed {
			r.mu.Unlock()
			return
		}
		if empty {
			r.idle.Wait()
		}
		r.mu.Unlock()
	}
}

// bury collects all that have ended and tells whoever waits for them.
func (r *interior) bury() {
	for {
		var status syscall.WaitStatus
		pid, err := syscall.Wait4(-1, &status, syscall.WNOHANG, nil)
		if err != nil || pid <= 0 {
			return
		}
		for _, t := range r.tenants {
			if t.pid == pid {
				t.status, t.pid = status, 0
				close(t.ended)
			}
		}
	}
}
