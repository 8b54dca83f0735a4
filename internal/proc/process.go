package proc

import (
	"context"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"handrail/internal/proc/group"
	"handrail/internal/proc/room"
)

// A process is a program that runs.
type process struct {
	cmd    *exec.Cmd
	walls  *Walls
	held   *Held
	place  place // where it runs
	began  time.Time
	ended  chan struct{} // closed when the program has been waited for
	length time.Duration // valid after ended
	stdout *output
	stderr *output
	inputs []*os.File // our ends of what the program reads
	talk   *talk      // nil unless its standard streams are a protocol

	temporary string // a file to remove at the end; "" for none
}

// A place is where a program runs: among our own processes, or in a room.
type place interface {
	// Stop ends the program and all that it started, and returns when that is
	// done.
	Stop()
	// Clear ends what a program that has ended by itself has left running, and
	// returns when that is done.
	Clear()
	// Release ends our hold on a program that has ended; what it has left
	// running is left alone.
	Release()
	// PID is the program's number, as we count; 0 if it is not known.
	PID() int
	// Left is what a program that has ended has left running, as far as that is known:
	// in a room. nil is nothing.
	Left() *room.Left
	// Outcome says how the program ended, and which limit it hit, if any.
	Outcome() (code int, signal, limit string)
}

// start starts c. What it opens is closed again if that fails.
func start(c Command) (*process, error) {
	cmd, err := prepare(c)
	if err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, walls: c.Walls, held: c.Held, talk: c.talk, ended: make(chan struct{})}
	theirs, err := p.open(c)
	if err == nil {
		err = c.Held.still(c, cmd.Path)
	}
	if err == nil {
		err = p.launch()
	}
	closeAll(theirs)
	if err != nil {
		p.abandon()
		return nil, startError(c, cmd.Path, err)
	}
	if p.talk == nil {
		go p.stdout.pump()
	}
	go p.stderr.pump()
	return p, nil
}

// prepare checks c and resolves its program.
func prepare(c Command) (*exec.Cmd, error) {
	if err := checkText(c); err != nil {
		return nil, err
	}
	path, err := resolve(c)
	if err != nil {
		return nil, err
	}
	env := append([]string{}, c.Env...) // not nil: nothing is inherited
	if c.Walls != nil {
		for _, v := range c.Walls.env {
			name, value, _ := strings.Cut(v, "=")
			env = SetEnv(env, name, value)
		}
	}
	cmd := &exec.Cmd{
		Path: path,
		Args: append([]string{c.Path}, c.Args...),
		Dir:  c.Dir,
		Env:  env,
	}
	cmd.SysProcAttr = group.Attributes()
	return cmd, nil
}

// open connects the program's streams and returns the files that are only the
// program's.
func (p *process) open(c Command) (theirs []*os.File, err error) {
	all := newWhole(c.Whole)
	if p.talk != nil {
		stdin, stdout, err := p.talk.open()
		if err != nil {
			return nil, err
		}
		p.stdout, p.cmd.Stdin, p.inputs = newSilent(stdout), stdin, append(p.inputs, p.talk.in)
		theirs = append(theirs, stdin)
	} else if p.stdout, err = newOutput(c.Cap, c.Stdout, all, c.Filter); err != nil {
		return nil, err
	}
	theirs = append(theirs, p.stdout.write)
	if p.stderr, err = newOutput(c.Cap, c.Stderr, all, c.Filter); err != nil {
		return theirs, err
	}
	theirs = append(theirs, p.stderr.write)
	p.cmd.Stdout, p.cmd.Stderr = p.stdout.write, p.stderr.write

	if c.Stdin != nil {
		read, err := p.feed(c.Stdin)
		if err != nil {
			return theirs, err
		}
		theirs = append(theirs, read)
		p.cmd.Stdin = read
	}
	if c.script != "" {
		more, err := p.openScript(c.script)
		return append(theirs, more...), err
	}
	return theirs, nil
}

// feed copies from r into a pipe whose other end it returns. The copying ends
// when r does, when the program stops reading, or when the program has ended.
func (p *process) feed(r io.Reader) (*os.File, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.inputs = append(p.inputs, write)
	go func() {
		defer write.Close()
		_, _ = io.Copy(write, r) // a program need not read all its input
	}()
	return read, nil
}

// launch starts the program and waits for it in the background.
func (p *process) launch() error {
	if in, ok, err := p.walls.lodge(p); ok || err != nil {
		p.place = in
		return err
	}
	p.cmd.Dir = p.held.dir(p.cmd.Dir)
	return p.launchHere()
}

// launchHere starts the program from a thread that is ours alone until it has
// ended: the parent-death signal that ends the program when Handrail is killed
// belongs to the thread that started it, and a thread that another goroutine
// throws away would set it off. A thread that has been restricted is thrown
// away at the end.
func (p *process) launchHere() error {
	started := make(chan error)
	go p.holdThread(started)
	return <-started
}

// holdThread is the life of that thread.
func (p *process) holdThread(started chan<- error) {
	runtime.LockOSThread()
	if group.OnFirstThread() {
		defer runtime.UnlockOSThread()
		over := make(chan struct{})
		go func() { // on another thread: this one is taken until then
			defer close(over)
			p.holdThread(started)
		}()
		<-over
		return
	}
	restricted, err := p.walls.enter(p)
	if !restricted {
		defer runtime.UnlockOSThread()
	}
	if err == nil {
		p.began = time.Now()
		err = p.start()
	}
	started <- err
	if err != nil {
		return
	}
	_ = p.cmd.Wait() // judged by ProcessState
	p.length = time.Since(p.began)
	close(p.ended)
}

// begin starts the program within its group.
func (p *process) start() error {
	group.CloseOnExec()
	if err := p.cmd.Start(); err != nil {
		return err
	}
	g, err := group.New(p.cmd.Process)
	if err != nil {
		_ = p.cmd.Process.Kill()
		_ = p.cmd.Wait()
		return err
	}
	p.place = &local{group: g, cmd: p.cmd, ended: p.ended}
	if err := p.walls.limits(g); err != nil {
		g.Kill()
		_ = p.cmd.Wait()
		return err
	}
	return nil
}

// wait waits for the end of the program, or brings it about.
func (p *process) wait(ctx context.Context, timeout time.Duration) Outcome {
	var out Outcome
	if cause := p.untilEnd(ctx, timeout); cause != nil {
		out.note(cause)
		p.place.Stop()
		<-p.ended
	} else if p.talk != nil {
		p.place.Clear()
	}
	return p.finish(out)
}

// finish gathers what a program that has ended leaves.
func (p *process) finish(out Outcome) Outcome {
	p.place.Release()
	p.tidy()
	p.talk.end()

	enough := make(chan struct{})
	timer := time.AfterFunc(linger, func() { close(enough) })
	out.Stdout = p.stdout.settle(enough)
	out.Stderr = p.stderr.settle(enough)
	timer.Stop()

	out.Duration = p.length
	out.ExitCode, out.Signal, out.Limit = p.place.Outcome()
	out.Left = p.place.Left()
	return out
}

// untilEnd returns nil when the program has ended by itself, else why it must
// be stopped.
func (p *process) untilEnd(ctx context.Context, timeout time.Duration) error {
	var late <-chan time.Time
	if timeout > 0 {
		timer := time.NewTimer(timeout)
		defer timer.Stop()
		late = timer.C
	}
	var cause error
	select {
	case <-p.ended:
		return nil
	case <-late:
		cause = context.DeadlineExceeded
	case <-ctx.Done():
		cause = ctx.Err()
	}
	select {
	case <-p.ended: // it was quicker
		return nil
	default:
		return cause
	}
}

// abandon releases what was opened for a program that did not start.
func (p *process) abandon() {
	p.talk.abandon()
	for _, o := range []*output{p.stdout, p.stderr} {
		if o != nil {
			o.abandon()
		}
	}
	p.tidy()
}

// tidy closes our ends of what the program read.
func (p *process) tidy() {
	closeAll(p.inputs)
	if p.temporary != "" {
		_ = os.Remove(p.temporary)
	}
}

// closeAll closes our copies of pipe ends; some are closed already.
func closeAll(files []*os.File) {
	for _, f := range files {
		_ = f.Close()
	}
}
