package llm

import (
	"context"
	"errors"
	"iter"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// attempts plays one stream after the other and counts them.
type attempts struct {
	streams []iter.Seq2[Event, error]
	made    int
}

func (a *attempts) once(context.Context) iter.Seq2[Event, error] {
	s := a.streams[min(a.made, len(a.streams)-1)]
	a.made++
	return s
}

func failing(e Error) iter.Seq2[Event, error] { return events(&e) }

func TestBackoffWaitsLongerEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := &attempts{streams: []iter.Seq2[Event, error]{failing(Error{Kind: Overloaded, Provider: "p", Status: 529, Hint: "x"})}}
		var waits []time.Duration
		var reasons []string
		start := time.Now()
		_, err := Collect(Backoff{}.Stream(t.Context(), a.once), func(ev Event) {
			if r, ok := ev.(Retry); ok {
				waits, reasons = append(waits, r.Wait), append(reasons, r.Reason)
			}
		})
		if !errors.Is(err, Overloaded) || err.Error() != "p: overloaded; tried 5 times (HTTP 529). x" {
			t.Errorf("error %v", err)
		}
		if a.made != 5 || len(waits) != 4 {
			t.Fatalf("%d tries with %d waits", a.made, len(waits))
		}
		var sum time.Duration
		for i, w := range waits {
			if least := time.Second << i; w < least || w > least+least/4 {
				t.Errorf("wait %d is %s", i+1, w)
			}
			sum += w
		}
		if took := time.Since(start); took != sum {
			t.Errorf("said %s, waited %s", sum, took)
		}
		if reasons[0] != "p: overloaded (HTTP 529)" {
			t.Errorf("reason %q", reasons[0])
		}
	})
}

func TestBackoffHonoursRetryAfter(t *testing.T) {
	cases := []struct {
		name  string
		after time.Duration
		want  time.Duration // 0: not tried again
	}{
		{"below the limit", 59 * time.Second, 59 * time.Second},
		{"at the limit", time.Minute, time.Minute},
		{"above the limit", time.Minute + time.Second, 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := &attempts{streams: []iter.Seq2[Event, error]{failing(Error{Kind: RateLimited, RetryAfter: c.after}), events(nil, Stop{StopEnd})}}
				start := time.Now()
				_, err := Collect(Backoff{}.Stream(t.Context(), a.once), nil)
				if took := time.Since(start); took != c.want {
					t.Errorf("waited %s", took)
				}
				if (err == nil) != (c.want > 0) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

func TestBackoffDoesNotRepeatWhatCannotPass(t *testing.T) {
	for _, e := range []Error{{Kind: Auth}, {Kind: Quota}, {Kind: BadRequest}, {Kind: UnknownModel}, {Kind: ContextTooLong}, {Kind: Network, Final: true}} {
		a := &attempts{streams: []iter.Seq2[Event, error]{failing(e)}}
		if _, err := Collect(Backoff{}.Stream(t.Context(), a.once), nil); !errors.Is(err, e.Kind) || a.made != 1 {
			t.Errorf("%s: %d tries, %v", e.Kind, a.made, err)
		}
	}
	a := &attempts{streams: []iter.Seq2[Event, error]{events(errors.New("a bug"))}}
	if _, err := Collect(Backoff{}.Stream(t.Context(), a.once), nil); err == nil || a.made != 1 {
		t.Errorf("%d tries, %v", a.made, err)
	}
}

func TestBackoffAsksAgainForABrokenAnswerTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := events(&Error{Kind: BrokenStream, Message: "cut"}, Used{Usage{Input: 1}}, TextDelta{"half"})
		a := &attempts{streams: []iter.Seq2[Event, error]{broken, broken, events(nil, TextDelta{"whole"}, Used{Usage{Input: 1}}, Stop{StopEnd})}}
		got, err := Collect(Backoff{}.Stream(t.Context(), a.once), nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(Answer{Text: "whole", Usage: Usage{Input: 3}, Stop: StopEnd}, got); d != "" {
			t.Error(d)
		}
		a = &attempts{streams: []iter.Seq2[Event, error]{broken}}
		if _, err := Collect(Backoff{}.Stream(t.Context(), a.once), nil); err == nil || err.Error() != "cut; tried 3 times" || a.made != 3 {
			t.Errorf("%d tries, %v", a.made, err)
		}
	})
}

func TestBackoffStopsWhenCancelledOrLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a := &attempts{streams: []iter.Seq2[Event, error]{failing(Error{Kind: RateLimited, RetryAfter: 30 * time.Second})}}
		start := time.Now()
		time.AfterFunc(10*time.Second, cancel)
		_, err := Collect(Backoff{}.Stream(ctx, a.once), nil)
		if !errors.Is(err, context.Canceled) || time.Since(start) != 10*time.Second || a.made != 1 {
			t.Errorf("after %s and %d tries: %v", time.Since(start), a.made, err)
		}
		a.made = 0
		for range (Backoff{}).Stream(t.Context(), a.once) {
			break
		}
		if a.made != 1 {
			t.Errorf("%d tries after the reader left", a.made)
		}
	})
}
