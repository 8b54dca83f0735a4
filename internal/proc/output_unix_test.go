//go:build unix

package proc

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"
)

func TestOutputAroundTheCap(t *testing.T) {
	for _, tt := range []struct {
		cap, printed int
		dropped      int64
	}{
		{0, DefaultCap - 1, 0}, {0, DefaultCap, 0}, {0, DefaultCap + 1, 1},
		{1000, 1000, 0}, {1000, 1001, 1},
	} {
		c := bash(t, fmt.Sprintf("head -c %[1]d /dev/zero; head -c %[1]d /dev/zero >&2", tt.printed))
		c.Cap = tt.cap
		out := run(t, c)
		for _, got := range []Capture{out.Stdout, out.Stderr} {
			if got.Total != int64(tt.printed) || got.Dropped != tt.dropped {
				t.Errorf("cap %d, %d bytes printed: total %d, dropped %d, want %d dropped", tt.cap, tt.printed, got.Total, got.Dropped, tt.dropped)
			}
		}
	}
}

func TestMemoryStaysFlat(t *testing.T) {
	const size = 1 << 30
	c := bash(t, "echo first; head -c 1073741824 /dev/zero; echo last")
	var live counter
	c.Stdout = &live
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out := run(t, c)
	runtime.ReadMemStats(&after)

	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("1 GB of output took %d bytes of memory", got)
	}
	if want := int64(size + len("first\nlast\n")); out.Stdout.Total != want {
		t.Errorf("Total = %d, want %d", out.Stdout.Total, want)
	}
	if !strings.HasPrefix(out.Stdout.Text, "first\n") || !strings.HasSuffix(out.Stdout.Text, "last\n") {
		t.Error("the head or the tail is missing")
	}
	if out.Stdout.Dropped+DefaultCap != out.Stdout.Total {
		t.Errorf("Dropped = %d of %d", out.Stdout.Dropped, out.Stdout.Total)
	}
	if live.bytes() == 0 {
		t.Error("nothing was seen live")
	}
}

// counter counts what is written to it.
type counter struct {
	mu sync.Mutex
	n  int64
}

func (c *counter) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += int64(len(p))
	return len(p), nil
}

func (c *counter) bytes() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

func TestLiveOutputComesInWholeCharacters(t *testing.T) {
	c := bash(t, `printf '\xe2'; sleep 0.05; printf '\x82'; sleep 0.05; printf '\xacuro'; sleep 0.05; printf '\xe2\x82'`)
	var chunks []string
	c.Stdout = writerFunc(func(p []byte) (int, error) {
		chunks = append(chunks, string(p))
		return len(p), nil
	})
	out := run(t, c)
	if got := strings.Join(chunks, ""); got != "€uro\xe2\x82" {
		t.Errorf("live output is %q", got)
	}
	for i, chunk := range chunks[:len(chunks)-1] {
		if !utf8.ValidString(chunk) {
			t.Errorf("piece %d, %q, holds half a character", i, chunk)
		}
	}
	if out.Stdout.Text != "€uro\uFFFD" {
		t.Errorf("captured %q", out.Stdout.Text)
	}
}

func TestLiveWriterThatFailsHarmsNothing(t *testing.T) {
	c := bash(t, `for i in 1 2 3 4 5; do echo $i; sleep 0.02; done; exit 4`)
	calls := 0
	c.Stdout = writerFunc(func([]byte) (int, error) {
		calls++
		return 0, errors.New("the window is gone")
	})
	out := run(t, c)
	if out.ExitCode != 4 || out.Stdout.Text != "1\n2\n3\n4\n5\n" {
		t.Errorf("ended with %d, captured %q", out.ExitCode, out.Stdout.Text)
	}
	if calls != 1 {
		t.Errorf("a writer that failed was called %d times", calls)
	}
}

func TestLiveWriterThatBlocksHarmsNothing(t *testing.T) {
	t.Parallel()
	release, ended := make(chan struct{}), make(chan struct{})
	c := bash(t, `echo start; head -c 3000000 /dev/zero; echo end; exit 4`)
	c.Stdout = writerFunc(func(p []byte) (int, error) {
		<-release
		close(ended)
		return len(p), nil
	})
	out := run(t, c)
	if out.ExitCode != 4 || out.TimedOut || out.Stdout.Total != 3_000_010 || !strings.HasSuffix(out.Stdout.Text, "end\n") {
		t.Errorf("ended with %d (timed out: %v) after %d bytes", out.ExitCode, out.TimedOut, out.Stdout.Total)
	}
	close(release)
	<-ended // once: a second call would panic on the closed channel
}

func TestSlowLiveWriterIsToldWhatItMissed(t *testing.T) {
	entered, release := make(chan struct{}, 99), make(chan struct{})
	var live bytes.Buffer
	r := newRelay(writerFunc(func(p []byte) (int, error) {
		entered <- struct{}{}
		<-release
		return live.Write(p)
	}))
	r.send([]byte("first "))
	<-entered
	r.patience = time.Millisecond
	chunk := []byte(strings.Repeat("x", 30<<10))
	const chunks = 2 * relayCap / (30 << 10)
	for range chunks {
		r.send(chunk) // too much: the writer takes nothing
	}
	close(release)
	eventually(t, "room", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.waiting) == 0
	})
	r.patience = time.Minute
	r.send([]byte("and on"))
	r.finish()
	got := live.String()
	missed := chunks*len(chunk) - strings.Count(got, "x")
	if missed <= 0 {
		t.Fatal("it missed nothing")
	}
	if want := fmt.Sprintf("x\n[... %d bytes not shown live ...]\nand on", missed); !strings.HasSuffix(got, want) {
		t.Errorf("live output ends with %q, want %q", got[max(0, len(got)-100):], want)
	}
}

// What a program has printed counts, also if Handrail was too busy to read it
// before the program ended, and a child of it holds the pipe.
func TestOutputThatWasNotReadInTime(t *testing.T) {
	for _, size := range []int{0, 1, 32 << 10, 60_000} {
		o, err := newOutput(0, nil, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := strings.Repeat("x", size)
		if _, err := o.write.WriteString(want); err != nil {
			t.Fatal(err)
		}
		if err := o.read.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
			t.Fatal(err)
		}
		go o.pump()
		<-o.over
		if got := o.kept.capture(); got.Text != want {
			t.Errorf("%d bytes of %d were captured", len(got.Text), size)
		}
		if err := o.write.Close(); err != nil {
			t.Error(err)
		}
	}
}
