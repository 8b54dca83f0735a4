package proc

import "context"

// A Running is a program that was started and is not waited for: a job, a
// server. It is safe for concurrent use.
type Running struct {
	p       *process
	cancel  context.CancelFunc
	done    chan struct{}
	outcome Outcome // valid after done
}

// Start starts c and returns at once. The error is a *StartError. The program
// ends like one of Run: by itself, after its time-out, or when ctx ends or Stop
// is called, and then with all that it has started.
func Start(ctx context.Context, c Command) (*Running, error) {
	p, err := start(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &Running{p: p, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer cancel()
		r.outcome = p.wait(ctx, c.Timeout)
		close(r.done)
	}()
	return r, nil
}

// Done is closed when the program has ended.
func (r *Running) Done() <-chan struct{} { return r.done }

// Stop ends the program and returns when it is gone.
func (r *Running) Stop() {
	r.cancel()
	<-r.done
}

// Output is what the program has printed so far, as far as it is kept.
func (r *Running) Output() (stdout, stderr Capture) {
	return r.p.stdout.kept.capture(), r.p.stderr.kept.capture()
}

// Outcome waits for the program's end and says how it came about.
func (r *Running) Outcome() Outcome {
	<-r.done
	return r.outcome
}
