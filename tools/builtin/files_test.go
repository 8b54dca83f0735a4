package builtin

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/tools"
)

// A desk is a space with the file tools, as a test uses them.
type desk struct {
	t     testing.TB
	space string
	files *files
	tools map[string]tools.Tool
}

// newDesk makes a space with the files given; a name that ends in "/" is a
// folder. change may alter the limits before the tools are made.
func newDesk(t testing.TB, tree map[string]string, change ...func(*limits)) *desk {
	t.Helper()
	space, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	roots, err := confine.New(confine.Config{Base: space})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { roots.Close() })
	d := &desk{t: t, space: space, tools: map[string]tools.Tool{}}
	d.files = &files{roots: roots, reads: NewReadLog(), redact: proc.House{}.Redact, withholds: func(string) bool { return false }, limits: usualLimits()}
	for _, c := range change {
		c(d.files.limits)
	}
	for _, make := range fileTools(d.files) {
		tool, err := make()
		if err != nil {
			t.Fatal(err)
		}
		d.tools[tool.Info().Name] = tool
	}
	for name, content := range tree {
		d.put(name, content)
	}
	return d
}

// put makes a file behind the tools' back.
func (d *desk) put(name, content string) {
	d.t.Helper()
	path := filepath.Join(d.space, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
	var err error
	if strings.HasSuffix(name, "/") {
		err = os.MkdirAll(path, 0o755)
	} else {
		err = os.WriteFile(path, []byte(content), 0o644)
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

// get is what a file holds; "(none)" if there is no such file.
func (d *desk) get(name string) string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.space, name))
	if errors.Is(err, os.ErrNotExist) {
		return "(none)"
	}
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
	return d.tools[tool].Prepare(d.t.Context(), tools.Call{ID: "c_1", Tool: tool, Input: raw, Session: "s", Space: d.space}, checked)
}

// call settles a call and runs it.
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
	if err == nil {
		d.t.Errorf("%s %v works: %.200s", tool, in, r.Content)
		return
	}
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != code {
		d.t.Errorf("%s %v = %v (%T), want %s", tool, in, err, err, code)
		return
	}
	for _, w := range words {
		if !strings.Contains(e.Message, w) {
			d.t.Errorf("%s %v: the message %q does not say %q", tool, in, e.Message, w)
		}
	}
}

func (d *desk) stateOf(content string) confine.State { return confine.StateOf([]byte(content)) }

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
