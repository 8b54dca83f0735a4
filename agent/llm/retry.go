package llm

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"time"
)

// Backoff says how often and how patiently a request is tried again
// (docs/spec/14-agents.md). The vendors' own retries are turned off: theirs
// cannot be seen, and a person who waits wants to know what for.
type Backoff struct {
	Tries int           // in all; 0: 5
	First time.Duration // the first wait, doubled at each try; 0: 1 s
	Most  time.Duration // the longest wait; 0: 60 s. A server that asks for more gets an error at once
}

// maxBroken is how often an answer that had begun is asked for again: each
// attempt costs what the model has written so far.
const maxBroken = 2

func (b Backoff) withDefaults() Backoff {
	if b.Tries <= 0 {
		b.Tries = 5
	}
	if b.First <= 0 {
		b.First = time.Second
	}
	if b.Most <= 0 {
		b.Most = time.Minute
	}
	return b
}

// Stream yields what once yields. When an attempt fails with an error that may
// pass, it yields a Retry, waits and asks again. Cancelling ctx ends a wait.
func (b Backoff) Stream(ctx context.Context, once func(context.Context) iter.Seq2[Event, error]) iter.Seq2[Event, error] {
	b = b.withDefaults()
	return func(yield func(Event, error) bool) {
		for try, broken := 1, 0; ; try++ {
			begun, left, err := attempt(ctx, once, yield)
			if left || err == nil {
				return
			}
			if begun {
				broken++
			}
			wait, final := b.next(ctx, err, try, broken)
			if final != nil {
				yield(nil, final)
				return
			}
			if !yield(Retry{Wait: wait, Try: try + 1, Reason: reason(err)}, nil) {
				return
			}
			if err := sleep(ctx, wait); err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// attempt passes on one attempt's events. It reports whether the answer had
// begun, whether the reader has left, and the error that ended the attempt.
func attempt(ctx context.Context, once func(context.Context) iter.Seq2[Event, error], yield func(Event, error) bool) (begun, left bool, failed error) {
	for ev, err := range once(ctx) {
		if err != nil {
			return begun, false, err
		}
		if _, isUsage := ev.(Used); !isUsage {
			begun = true
		}
		if !yield(ev, nil) {
			return begun, true, nil
		}
	}
	return begun, false, nil
}

// next decides what follows a failed try: a wait, or the error that ends it all.
func (b Backoff) next(ctx context.Context, err error, try, broken int) (time.Duration, error) {
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	e := AsError(err)
	if e == nil || !e.Passing() {
		return 0, err
	}
	if e.RetryAfter > b.Most {
		long := *e
		long.Message = fmt.Sprintf("%s; the server asks to wait %s", e.what(), e.RetryAfter.Round(time.Second))
		return 0, &long
	}
	if try >= b.Tries || broken > maxBroken {
		last := *e
		if try > 1 {
			last.Message = fmt.Sprintf("%s; tried %d times", e.what(), try)
		}
		return 0, &last
	}
	if e.RetryAfter > 0 {
		return e.RetryAfter, nil
	}
	wait := b.First
	for i := 1; i < try && wait < b.Most; i++ {
		wait *= 2
	}
	// A little chance keeps several runs from asking in step.
	wait += time.Duration(rand.Int64N(int64(wait)/4 + 1))
	return min(wait, b.Most), nil
}

// reason says for the person why the provider tries again.
func reason(err error) string {
	if e := AsError(err); e != nil {
		short := *e
		short.Hint = ""
		return short.Error()
	}
	return err.Error()
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
