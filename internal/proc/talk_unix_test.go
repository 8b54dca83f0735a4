//go:build unix

package proc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/internal/proc/group"
)

// within is a Keeper, and its Stays, that always has the same walls.
type within struct{ walls *Walls }

func (w within) Enter(context.Context, Errand) (Stay, error) { return w, nil }
func (w within) Walls() *Walls                               { return w.walls }
func (within) Leave(Outcome) (string, error)                 { return "", nil }

// talkTo starts a bash script to talk to. It ends with the test.
func talkTo(t *testing.T, h House, c Command) *Talker {
	t.Helper()
	c.Timeout = 0
	p, err := h.Talk(context.Background(), t.Context(), Errand{Tool: "mcp:test"}, c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Stop)
	return p
}

// Every byte comes through in both directions, whatever it is, past a filter of
// the house that changes all other output.
func TestATalkIsByteForByte(t *testing.T) {
	t.Parallel()
	sent := make([]byte, 10<<20)
	r := rand.NewChaCha8([32]byte{1})
	_, _ = r.Read(sent) // it never fails
	c := bash(t, `echo secret >&2; exec cat`)
	p := talkTo(t, House{Filter: func(w io.Writer) io.WriteCloser { return masking{w} }}, c)
	go func() {
		_, _ = p.In.Write(sent) // what is missing is missing in what comes back
		_ = p.In.Close()
	}()
	got, err := io.ReadAll(p.Out)
	if err != nil || sha256.Sum256(got) != sha256.Sum256(sent) {
		t.Errorf("%d bytes came back, %v; want the %d that were sent", len(got), err, len(sent))
	}
	ending := p.Wait()
	if ending.ExitCode != 0 || ending.Stdout.Total != 0 || ending.Stderr.Text != "masked\n" {
		t.Errorf("%+v", ending.Outcome)
	}
}

// masking writes "masked" for each line.
type masking struct{ w io.Writer }

func (m masking) Write(p []byte) (int, error) {
	_, err := io.WriteString(m.w, strings.Repeat("masked\n", bytes.Count(p, []byte("\n"))))
	return len(p), err
}

func (masking) Close() error { return nil }

// A program that prints more than is read waits: it is neither drained nor cut.
func TestATalkHasBackPressure(t *testing.T) {
	t.Parallel()
	c := bash(t, `head -c 1000000 /dev/zero; touch done; cat >/dev/null`)
	p := talkTo(t, House{}, c)
	if _, err := io.ReadFull(p.Out, make([]byte, 500_000)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "done")); err == nil {
		t.Error("the program has printed all of it, although half was read")
	}
	if _, err := io.ReadFull(p.Out, make([]byte, 500_000)); err != nil {
		t.Fatal(err)
	}
	p.Close()
	if ending := p.Wait(); ending.ExitCode != 0 {
		t.Errorf("it ended with %d %s, want by itself", ending.ExitCode, ending.Signal)
	}
}

// The end of its input is what a program is told first.
func TestATalkEndsPolitely(t *testing.T) {
	t.Parallel()
	c := bash(t, `trap 'echo TERM >&2' TERM; while read -r x; do :; done; echo "bye"; exit 4`)
	p := talkTo(t, House{}, c)
	p.Close()
	p.Close()
	last, err := io.ReadAll(p.Out)
	if ending := p.Wait(); err != nil || string(last) != "bye\n" || ending.ExitCode != 4 || ending.Stderr.Text != "" {
		t.Errorf("%q, %v, %+v", last, err, ending.Outcome)
	}
	if _, err := p.In.Write([]byte("x")); err == nil {
		t.Error("a program that has ended was written to")
	}
}

// One that does not listen gets SIGTERM, then SIGKILL.
func TestATalkEndsWhatDoesNotListen(t *testing.T) {
	t.Parallel()
	c := bash(t, `trap '' TERM; echo here; while :; do sleep 0.1; done`)
	p := talkTo(t, House{}, c)
	if _, err := io.ReadFull(p.Out, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	p.Close()
	if took := time.Since(began); took < farewell+group.KillAfter {
		t.Errorf("it took %v", took)
	}
	if ending := p.Wait(); ending.Signal != "SIGKILL" {
		t.Errorf("%+v", ending.Outcome)
	}
	if n, err := p.Out.Read(make([]byte, 1)); n != 0 || !errors.Is(err, io.EOF) {
		t.Errorf("Read gives %d, %v at the end", n, err)
	}
}

// What a program leaves behind that is talked to ends with it, also if it holds
// the output or does not listen, and what was printed before still comes.
func TestWhatATalkLeavesEnds(t *testing.T) {
	t.Parallel()
	c := bash(t, `bash -c 'echo $$ > child; trap "" TERM; while :; do sleep 0.1; done' & until [ -s child ]; do sleep 0.02; done; echo last words; exit 3`)
	p := talkTo(t, House{}, c)
	pid := readPid(t, filepath.Join(c.Dir, "child"))
	endAfterTest(t, pid)
	got, err := io.ReadAll(p.Out)
	if err != nil || string(got) != "last words\n" {
		t.Errorf("%q, %v", got, err)
	}
	if ending := p.Wait(); ending.ExitCode != 3 {
		t.Errorf("%+v", ending.Outcome)
	}
	if running(pid) {
		t.Error("its child lives on")
	}
}

// A write that waits for a program that does not read ends with the program.
func TestAWriteEndsWithTheProgram(t *testing.T) {
	t.Parallel()
	c := bash(t, `echo here; exec sleep 1000`)
	p := talkTo(t, House{}, c)
	written := make(chan error, 1)
	go func() {
		_, err := p.In.Write(make([]byte, 1<<20))
		written <- err
	}()
	if _, err := io.ReadFull(p.Out, make([]byte, 5)); err != nil {
		t.Fatal(err)
	}
	p.Stop()
	if err := <-written; err == nil {
		t.Error("all was written")
	}
}

// One that cannot start leaves nothing open.
func TestATalkThatDoesNotStart(t *testing.T) {
	t.Parallel()
	_, err := House{}.Talk(t.Context(), t.Context(), Errand{}, Command{Path: "no-such-program", Env: []string{"PATH=/nowhere"}})
	if !errors.Is(err, ErrNotFound) || !strings.Contains(err.Error(), "/nowhere") {
		t.Errorf("%v", err)
	}
	bad := filepath.Join(t.TempDir(), "bad")
	if err := os.WriteFile(bad, []byte("#!/no/such/interpreter\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := (House{}).Talk(t.Context(), t.Context(), Errand{}, Command{Path: bad}); !errors.Is(err, ErrNotExecutable) {
		t.Errorf("%v", err)
	}
}
