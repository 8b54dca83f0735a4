package proc

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"handrail/internal/proc/group"
)

// farewell is how long a program that is talked to has between the end of its
// standard input and SIGTERM.
const farewell = 2 * time.Second

// A Talker is a program whose standard input and output are a protocol: a server
// that is spoken to. Both come as they are, with back-pressure: nothing is
// dropped, kept or filtered. What it prints on standard error is output as usual.
// When the program ends, what it has started ends, too.
type Talker struct {
	*Guest
	// In is the program's standard input. A write waits until the program reads;
	// Close, and the program's end, end it.
	In io.WriteCloser
	// Out is the program's standard output. It ends with the program, also if a
	// child still holds it. It has to be read to its end.
	Out io.Reader
}

// Talk starts a program to talk to: see House.Start. c.Stdin, c.Stdout and c.Whole
// are not used.
func (h House) Talk(ctx, asking context.Context, e Errand, c Command) (*Talker, error) {
	t := &talk{}
	c.Stdin, c.Stdout, c.Whole, c.talk = nil, nil, nil, t
	g, err := h.Start(ctx, asking, e, c)
	if err != nil {
		return nil, err
	}
	return &Talker{Guest: g, In: t.in, Out: t}, nil
}

// Close ends the program and returns when it is gone: its standard input ends,
// 2 s later it gets SIGTERM, and 3 s later SIGKILL. It may be called twice.
func (t *Talker) Close() {
	_ = t.In.Close() // it may be closed already
	late := time.NewTimer(farewell)
	defer late.Stop()
	select {
	case <-t.Done():
	case <-late.C:
		t.Stop()
	}
	<-t.Gone()
}

// PID is the program's number, as this process counts, also if it runs in a room;
// 0 if it is not known.
func (t *Talker) PID() int { return t.p.place.PID() }

// Worked is how long processors have worked for the program and for what it has started; false: that is not known.
func (t *Talker) Worked() (time.Duration, bool) { return group.Worked(t.PID()) }

// A talk is our ends of a program's standard input and output.
type talk struct {
	in, out *os.File

	// Only Read touches these.
	over bool // the program has ended: only what is in the pipe counts
	rest int  // how many bytes of that may still come
}

// open makes the pipes and returns the program's ends.
func (t *talk) open() (stdin, stdout *os.File, err error) {
	stdin, t.in, err = os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	t.out, stdout, err = os.Pipe()
	if err != nil {
		closeAll([]*os.File{stdin, t.in})
		return nil, nil, err
	}
	return stdin, stdout, nil
}

// abandon releases the pipes of a program that did not start.
func (t *talk) abandon() {
	if t != nil && t.out != nil {
		closeAll([]*os.File{t.in, t.out})
	}
}

// end says that the program has ended.
func (t *talk) end() {
	if t != nil {
		_ = t.out.SetReadDeadline(time.Now()) // where there are no deadlines, all holders are gone by now
	}
}

// Read implements io.Reader, for one goroutine.
func (t *talk) Read(p []byte) (int, error) {
	if !t.over {
		n, err := t.out.Read(p)
		if err == nil || n > 0 {
			return n, nil
		}
		if !errors.Is(err, os.ErrDeadlineExceeded) || t.out.SetReadDeadline(time.Time{}) != nil {
			return 0, t.close(err)
		}
		t.over, t.rest = true, lastGulp
	}
	n := 0
	if t.rest > 0 {
		n = readNow(t.out, p)
	}
	if t.rest -= n; n <= 0 {
		return 0, t.close(io.EOF)
	}
	return n, nil
}

// close closes our end of the output. A pipe that is closed has ended.
func (t *talk) close(err error) error {
	_ = t.out.Close()
	if errors.Is(err, os.ErrClosed) {
		return io.EOF
	}
	return err
}

// newSilent is the output of a stream that a talk has: nothing is kept of it here.
func newSilent(write *os.File) *output {
	o := &output{write: write, kept: newRing(1), over: make(chan struct{})}
	close(o.over)
	return o
}
