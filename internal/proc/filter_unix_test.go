//go:build unix

package proc

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// upper writes everything in capitals once it is closed.
type upper struct {
	w    io.Writer
	held bytes.Buffer
}

func (u *upper) Write(p []byte) (int, error) { return u.held.Write(p) }
func (u *upper) Close() error {
	_, err := u.w.Write(bytes.ToUpper(u.held.Bytes()))
	return err
}

// Each stream goes through a filter of its own before it is cut, kept whole or
// shown live; what the filter still holds at the end counts.
func TestAFilterIsBeforeEverythingElse(t *testing.T) {
	bash, err := FindBash([]string{"PATH=/usr/bin:/bin"})
	if err != nil {
		t.Fatal(err)
	}
	var live, whole bytes.Buffer
	c := Script(bash, "echo one; echo two >&2; seq 1000 | tr '0-9' 'a-j'", Command{
		Dir: t.TempDir(), Env: []string{"PATH=/usr/bin:/bin"}, Stdout: &live, Whole: &whole, Cap: 100,
		Filter: func(w io.Writer) io.WriteCloser { return &upper{w: w} },
	})
	out, err := Run(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for what, text := range map[string]string{"the live writer": live.String(), "whole": whole.String(), "stdout": out.Stdout.Text, "stderr": out.Stderr.Text} {
		lines := strings.Split(text, "\n")
		for _, line := range lines {
			if line != strings.ToUpper(line) && !strings.Contains(line, "bytes") {
				t.Errorf("%s has %q", what, line)
				break
			}
		}
		if text == "" {
			t.Errorf("%s has nothing", what)
		}
	}
	if !strings.HasPrefix(out.Stdout.Text, "ONE\n") || out.Stderr.Text != "TWO\n" || out.Stdout.Dropped == 0 {
		t.Errorf("%.40q, %q, %d bytes dropped", out.Stdout.Text, out.Stderr.Text, out.Stdout.Dropped)
	}
}
