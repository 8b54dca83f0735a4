package proc

import (
	"errors"
	"io"
	"os"
	"sync"
	"time"
)

// linger is how long Run waits, after a program has ended, for the end of an
// output that a child of it still holds. It lets the last words of a pipe's
// other members through.
const linger = 30 * time.Millisecond

// What is read from a pipe at one time: most programs print little, and a program
// that prints much is read while it writes: a pipe holds twice as much as gulp.
const (
	sip  = 4 << 10
	gulp = 32 << 10
)

// lastGulp bounds what is read from a pipe that somebody keeps filling after
// the program has ended. No pipe holds more than this at one time.
const lastGulp = 1 << 20

// An output is one stream of a running program.
type output struct {
	read  *os.File // our end of the pipe
	write *os.File // the program's end; closed once it has started
	kept  *ring
	live  *relay
	whole wholeWriter   // to what both streams share; its w is nil if nothing is
	over  chan struct{} // all that counts has been taken in

	filter io.WriteCloser // may be nil
}

// newOutput opens the pipe for one stream.
func newOutput(limit int, live io.Writer, all *whole, filter func(io.Writer) io.WriteCloser) (*output, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	o := &output{
		read: read, write: write,
		kept: newRing(limit), live: newRelay(live), over: make(chan struct{}),
	}
	if all != nil {
		o.whole.w = all
	}
	if filter != nil {
		o.filter = filter(passing{o})
	}
	return o, nil
}

// abandon releases an output whose program did not start.
func (o *output) abandon() {
	closeAll([]*os.File{o.write})
	if o.read != nil {
		closeAll([]*os.File{o.read})
	}
	o.live.finish()
}

// pump takes the stream in until its end. When settle has set the deadline it
// takes what is in the pipe and then only keeps the pipe flowing, so that a
// child that lives on does not die of a broken pipe.
func (o *output) pump() {
	defer o.read.Close()
	buf := make([]byte, sip)
	for {
		n, err := o.read.Read(buf)
		o.keep(buf[:n])
		if n == len(buf) && n < gulp {
			buf = make([]byte, gulp)
		}
		if err == nil {
			continue
		}
		if errors.Is(err, os.ErrDeadlineExceeded) && o.read.SetReadDeadline(time.Time{}) == nil {
			o.rest(buf)
			o.end()
			_, _ = io.Copy(io.Discard, o.read) // it ends when the last holder does
			return
		}
		o.end()
		return
	}
}

// rest takes in what is in the pipe at this moment, without waiting.
func (o *output) rest(buf []byte) {
	for taken := 0; taken < lastGulp; {
		n := readNow(o.read, buf)
		if n <= 0 {
			return
		}
		o.keep(buf[:n])
		taken += n
	}
}

func (o *output) keep(p []byte) {
	switch {
	case len(p) == 0:
	case o.filter != nil:
		_, _ = o.filter.Write(p) // it ends in passing, which does not fail
	default:
		o.pass(p)
	}
}

// passing is where what a filter lets through goes.
type passing struct{ o *output }

// Write implements io.Writer. It never fails.
func (w passing) Write(p []byte) (int, error) {
	w.o.pass(p)
	return len(p), nil
}

func (o *output) pass(p []byte) {
	o.kept.write(p)
	if o.whole.w != nil {
		_ = o.whole.write(p, false) // a full disk does not disturb the program
	}
	o.live.send(p)
}

// end says that nothing more of the stream counts.
func (o *output) end() {
	if o.filter != nil {
		_ = o.filter.Close() // what it still held
	}
	if o.whole.w != nil {
		_ = o.whole.write(nil, true) // what the program left of a character
	}
	close(o.over)
}

// settle returns what the program printed. The program has ended; patience
// fires when its children's share of the pipe is no longer waited for.
func (o *output) settle(enough <-chan struct{}) Capture {
	select {
	case <-o.over:
	case <-enough:
		if o.read.SetReadDeadline(time.Now()) == nil {
			<-o.over
		}
	}
	o.live.finish()
	return o.kept.capture()
}

// A whole takes both streams of a program in as they come, up to WholeCap bytes.
// Each stream comes through a wholeWriter, so that neither tears a character of
// the other.
type whole struct {
	mu   sync.Mutex
	w    io.Writer
	left int64
}

// newWhole makes one that writes to w; nil if there is no writer.
func newWhole(w io.Writer) *whole {
	if w == nil {
		return nil
	}
	return &whole{w: w, left: WholeCap}
}

// Write implements io.Writer. It never fails: a writer that does, as on a full
// disk, gets nothing more. The limit cuts no character.
func (w *whole) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(p)
	if int64(n) > w.left {
		p = p[:w.left]
		p = p[:len(p)-partial(p)]
		w.left = int64(len(p)) // nothing comes after it
	}
	if len(p) == 0 {
		return n, nil
	}
	w.left -= int64(len(p))
	if _, err := w.w.Write(p); err != nil {
		w.left = 0
	}
	return n, nil
}
