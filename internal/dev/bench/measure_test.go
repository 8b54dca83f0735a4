package main

import (
	"errors"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestTurns tests that subjects run in turn, and that the first round is not counted.
func TestTurns(t *testing.T) {
	var order strings.Builder
	mark := func(s string) subject { return func() error { order.WriteString(s); return nil } }
	samples, err := turns(2, mark("a"), mark("b"))
	if err != nil {
		t.Fatal(err)
	}
	if got := order.String(); got != "ababab" {
		t.Errorf("order %q, want ababab", got)
	}
	if len(samples[0]) != 2 || len(samples[1]) != 2 {
		t.Errorf("%d and %d runs counted, want 2 and 2", len(samples[0]), len(samples[1]))
	}
	broken := errors.New("broken")
	if _, err := turns(1, mark("a"), func() error { return broken }); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		sample sample
		want   time.Duration
	}{{nil, 0}, {sample{3}, 3}, {sample{9, 1, 5}, 5}, {sample{4, 1, 3, 2}, 3}} {
		if got := c.sample.median(); got != c.want {
			t.Errorf("median of %v: %v, want %v", c.sample, got, c.want)
		}
	}
}

func TestPrintTable(t *testing.T) {
	var b strings.Builder
	err := printTable(&b, []line{
		{what: "read", ours: 150 * time.Microsecond, floor: "os.ReadFile", least: 10 * time.Microsecond, aim: "adds < 150 µs", met: true},
		{what: "start", ours: 31 * time.Millisecond, floor: "empty", least: 2 * time.Millisecond, aim: "< 30 ms", remark: "as a process"},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `| what  | Handrail | floor       | floor's time | ratio | aim           |         | remark       |
| ----- | -------- | ----------- | ------------ | ----- | ------------- | ------- | ------------ |
| read  | 150 µs   | os.ReadFile | 10 µs        | 15.00 | adds < 150 µs | met     |              |
| start | 31.0 ms  | empty       | 2.00 ms      | 15.50 | < 30 ms       | not met | as a process |
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAtOnce tests that every run is made, and that an error is not lost.
func TestAtOnce(t *testing.T) {
	var runs atomic.Int64
	if _, err := atOnce(8, 100, func() error { runs.Add(1); return nil }); err != nil || runs.Load() != 100 {
		t.Errorf("%d runs, %v", runs.Load(), err)
	}
	broken := errors.New("broken")
	if _, err := atOnce(3, 10, func() error {
		if runs.Add(1) == 105 {
			return broken
		}
		return nil
	}); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// TestLeftovers tests that what stays is counted: an open file, a process.
func TestLeftovers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("nothing can be counted without /proc")
	}
	before := holdings()
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cmd := exec.Command("sleep", "1000")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	now := holdings()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if now.files <= before.files || now.processes != before.processes+1 || now.memory == 0 {
		t.Errorf("before %s, now %s", before, now)
	}
	if more := now.since(before); more.nothing() {
		t.Errorf("%s counts as nothing", more)
	}
}

func TestHandEnv(t *testing.T) {
	got := handEnv([]string{"PATH=/bin", "NODE_OPTIONS=--x", "HOME=/h", "PATHS=1", "TMPDIR=/t"})
	if want := []string{"PATH=/bin", "HOME=/h", "TMPDIR=/t"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
