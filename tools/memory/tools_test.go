package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/tools"
	"handrail/tools/toolstest"
)

// A desk is a space with the tools, as a test uses them.
type desk struct {
	t     testing.TB
	path  string
	tools map[string]tools.Tool
}

func newDesk(t testing.TB, text string) *desk {
	t.Helper()
	dir := t.TempDir()
	s, err := NewSource(fileIn(t, dir), nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t, filepath.Join(dir, Name), map[string]tools.Tool{}}
	for _, tool := range s.list {
		d.tools[tool.Info().Name] = tool
	}
	if text != "" {
		d.put(text)
	}
	return d
}

// put saves the memory by hand.
func (d *desk) put(text string) {
	d.t.Helper()
	if err := os.WriteFile(d.path, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) get() string {
	d.t.Helper()
	data, err := os.ReadFile(d.path)
	if err != nil {
		d.t.Fatal(err)
	}
	return string(data)
}

type input map[string]any

// prepare settles a call in the session s.
func (d *desk) prepare(tool string, in input) (tools.Invocation, error) {
	d.t.Helper()
	raw, err := json.Marshal(in)
	if err != nil {
		d.t.Fatal(err)
	}
	checked, err := d.tools[tool].Info().Input.Check(raw)
	if err != nil {
		d.t.Fatalf("%s %.200s: %v", tool, raw, err)
	}
	return d.tools[tool].Prepare(d.t.Context(), tools.Call{ID: "c_1", Tool: tool, Input: raw, Session: "s"}, checked)
}

func (d *desk) call(tool string, in input) (tools.Result, error) {
	d.t.Helper()
	inv, err := d.prepare(tool, in)
	if err != nil {
		return tools.Result{}, err
	}
	return inv.Run(d.t.Context(), tools.Discard{})
}

// must is call that has to work; it returns the content.
func (d *desk) must(tool string, in input) string {
	d.t.Helper()
	r, err := d.call(tool, in)
	if err != nil {
		d.t.Fatalf("%s %v: %v", tool, in, err)
	}
	return r.Content
}

// refused is call that has to fail with the code and with each of the words.
func (d *desk) refused(code tools.Code, tool string, in input, words ...string) {
	d.t.Helper()
	r, err := d.call(tool, in)
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != code {
		d.t.Errorf("%s %v = %.200s, %v (%T), want %s", tool, in, r.Content, err, err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(e.Message, w) {
			d.t.Errorf("%s %v: the message %q does not say %q", tool, in, e.Message, w)
		}
	}
}

// The tools keep what every tool promises.
func TestTools(t *testing.T) {
	for name, inputs := range map[string][2]string{"memory_read": {`{}`, `{"query":"x"}`}, "memory_write": {`{"content":"x"}`, `{"content":"y"}`}} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, "")
			toolstest.Run(t, toolstest.Case{Tool: d.tools[name], Input: inputs[0], Other: inputs[1], Folder: filepath.Dir(d.path)})
		})
	}
}

// An agent remembers, looks something up, and makes the memory shorter.
func TestAnAgentRemembers(t *testing.T) {
	d := newDesk(t, "")
	if got := d.must("memory_read", input{}); got != "(the memory is empty)" {
		t.Errorf("an empty one: %q", got)
	}
	d.must("memory_write", input{"content": "Kim likes tea.\x1b[0m\u202e"})
	d.must("memory_write", input{"content": "\n# Dates\nThe fair is in May.\n\nBuy paint.\n"})
	if got := d.get(); got != "Kim likes tea.[0m\n\n# Dates\nThe fair is in May.\n\nBuy paint.\n" {
		t.Errorf("the file: %q", got)
	}
	if got := d.must("memory_read", input{"query": "FAIR"}); got != "# Dates\nThe fair is in May." {
		t.Errorf("found: %q", got)
	}
	if got := d.must("memory_read", input{"query": "coffee"}); got != "(no paragraph of the memory has these words)" {
		t.Errorf("found: %q", got)
	}
	d.refused(tools.InvalidArgs, "memory_write", input{"content": " \x1b\n"}, "nothing to remember")
	d.put(d.get() + "\nBy hand.\n")
	d.refused(tools.PermissionDenied, "memory_write", input{"content": "Short.", "mode": "overwrite"}, "memory_read without a query")
	d.must("memory_read", input{"query": "tea"})
	d.refused(tools.PermissionDenied, "memory_write", input{"content": "Short.", "mode": "overwrite"}, "memory_read without a query")
	if got := d.must("memory_read", input{}); !strings.HasSuffix(got, "By hand.") {
		t.Errorf("read: %q", got)
	}
	d.must("memory_write", input{"content": "Short.", "mode": "overwrite"})
	d.must("memory_write", input{"content": "Shorter.", "mode": "overwrite"}) // what it wrote it knows
	if got := d.get(); got != "Shorter.\n" {
		t.Errorf("the file: %q", got)
	}
}

// What was settled is what is done: what somebody else appended while the person was asked stays, and what was
// settled as a rewriting of one memory rewrites no other.
func TestAMemoryThatChangesMeanwhile(t *testing.T) {
	d := newDesk(t, "One.\n")
	d.must("memory_read", input{})
	add, err := d.prepare("memory_write", input{"content": "Three."})
	if err != nil {
		t.Fatal(err)
	}
	replace, err := d.prepare("memory_write", input{"content": "All.", "mode": "overwrite"})
	if err != nil {
		t.Fatal(err)
	}
	if p := add.Preview(); p.Title != "Remember: Three." || !strings.Contains(p.Detail, "+Three.") || len(p.Effects) != 1 || p.Effects[0].Kind != tools.EffectWrite {
		t.Errorf("the preview is %+v", p)
	}
	d.put("One.\n\nTwo, by hand.\n")
	if _, err := replace.Run(t.Context(), tools.Discard{}); err == nil || !strings.Contains(err.Error(), "memory_read without a query") {
		t.Errorf("another memory was rewritten: %v", err)
	}
	if _, err := add.Run(t.Context(), tools.Discard{}); err != nil {
		t.Fatal(err)
	}
	if got := d.get(); got != "One.\n\nTwo, by hand.\n\nThree.\n" {
		t.Errorf("the file: %q", got)
	}
}

func TestAMemoryThatCannotBe(t *testing.T) {
	d := newDesk(t, "")
	if err := os.Mkdir(d.path, 0o700); err != nil {
		t.Fatal(err)
	}
	d.refused(tools.ExecutionFailed, "memory_read", input{}, "is a folder", "put a plain file in its place")
	d.refused(tools.ExecutionFailed, "memory_write", input{"content": "x"}, "is a folder")
	d = newDesk(t, "caf\xe9")
	d.refused(tools.ExecutionFailed, "memory_read", input{}, "not valid UTF-8")
	d = newDesk(t, "")
	d.refused(tools.TooLarge, "memory_write", input{"content": strings.Repeat("x", 40_000)}, "the memory is full", "overwrite")
	for i := range 4 {
		d.must("memory_write", input{"content": fmt.Sprint(i, strings.Repeat(" word", 1500))})
	}
	d.refused(tools.TooLarge, "memory_write", input{"content": strings.Repeat("x", 4000)}, "32768")
	d.put(strings.Repeat("By hand. ", 20_000))
	if got := d.must("memory_read", input{}); !strings.HasPrefix(got, "(only the end") || len(got) > tools.ContentLimit {
		t.Errorf("a long one: %d bytes, %.80q", len(got), got)
	}
}

// Reading a megabyte is quick.
func BenchmarkMemoryRead(b *testing.B) {
	d := newDesk(b, strings.Repeat("A line of a note that says something.\n\n", 27_000)+"The needle in the hay.\n")
	for name, query := range map[string]string{"all": "", "none": "nothing like it", "one": "hay needle"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				d.must("memory_read", input{"query": query})
			}
		})
	}
}
