// Package operatortest opens real operators on temporary folders, for tests of
// the parts around the operator's core.
package operatortest

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"handrail/internal/secrets"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/settings"
	"handrail/tools"
)

// Options say what a Bench is made of. The zero value is a space without files or
// settings, whose programs run without walls.
type Options struct {
	Files    map[string]string // of the space, by their slash-separated names
	Settings string            // settings.json; DIR in it becomes the space's folder
	Walls    bool              // programs run in rooms, as on a desk
	Trusted  bool              // the person has trusted the space as it is
	Home     string            // the person's home folder, real; "": a temporary one
	Dirs     settings.Dirs     // zero: below the home folder's parent
	Change   func(*operator.Config)
}

// A Bench is an open space and the person beside it.
type Bench struct {
	T       *testing.T
	O       *operator.Operator
	S       *operator.Space
	Dir     string // of the space, real
	Person  *Person
	Options Options // what it is made of, with Home and Dirs filled in
}

// New opens an operator and a space; both close with the test.
func New(t *testing.T, opt Options) *Bench {
	t.Helper()
	if opt.Home == "" {
		top, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		opt.Home = filepath.Join(top, "home")
	}
	top := filepath.Dir(opt.Home)
	if opt.Dirs == (settings.Dirs{}) {
		opt.Dirs = settings.Dirs{Config: filepath.Join(top, "config"), Data: filepath.Join(top, "data")}
	}
	b := &Bench{T: t, Options: opt, Dir: filepath.Join(opt.Home, "space"), Person: &Person{Asked: make(chan tools.Question, 8), Answer: Yes}}
	if err := os.MkdirAll(b.Dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range opt.Files {
		b.File(name, text)
	}
	if opt.Settings != "" {
		WriteFile(t, filepath.Join(opt.Dirs.Config, "settings.json"), strings.ReplaceAll(opt.Settings, "DIR", b.Dir))
	}
	b.O = Open(t, opt, b.Person)
	var err error
	if b.S, err = b.O.OpenSpace(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	if opt.Trusted {
		b.Trust()
	}
	return b
}

// Open opens an operator alone; it closes with the test.
func Open(t *testing.T, opt Options, person tools.Confirmer) *operator.Operator {
	t.Helper()
	c := operator.Config{
		Dirs: opt.Dirs, Version: "0", Home: opt.Home,
		Environ:    settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + opt.Home, "USER=kim", "LANG=C.UTF-8"}},
		Confirmer:  func(*operator.Operator) tools.Confirmer { return person },
		Registries: func() []string { return nil }, // nobody's package managers are asked
	}
	if opt.Walls {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		c.Helper = self
	}
	if opt.Change != nil {
		opt.Change(&c)
	}
	o, err := operator.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if _, done := closed.LoadAndDelete(o); done {
			return
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	return o
}

// closed are operators that a test has closed itself.
var closed sync.Map

// Close closes the operator before the test ends. What an Agent of it still has open then is an error.
func (b *Bench) Close() {
	b.T.Helper()
	closed.Store(b.O, true)
	if err := b.O.Close(); err != nil {
		b.T.Fatal(err)
	}
}

// Trust trusts the space as it is now.
func (b *Bench) Trust() {
	b.T.Helper()
	if err := b.S.Trust().Approve(b.T.Context(), b.S.Trust().State().Inventory().Digest); err != nil {
		b.T.Fatal(err)
	}
}

// Secrets are the person's secrets, as another program reads them.
func (b *Bench) Secrets() *secrets.Store {
	return secrets.Open(b.Options.Dirs.Data, func(string, string) {})
}

// Reload reads the space again.
func (b *Bench) Reload() {
	b.T.Helper()
	if err := b.S.Reload(b.T.Context()); err != nil {
		b.T.Fatal(err)
	}
}

// File writes a file of the space; name has slashes.
func (b *Bench) File(name, text string) {
	b.T.Helper()
	WriteFile(b.T, filepath.Join(b.Dir, filepath.FromSlash(name)), text)
}

// Remove deletes a file or folder of the space.
func (b *Bench) Remove(name string) {
	b.T.Helper()
	if err := os.RemoveAll(filepath.Join(b.Dir, filepath.FromSlash(name))); err != nil {
		b.T.Fatal(err)
	}
}

// Mode changes a file's mode.
func (b *Bench) Mode(name string, mode os.FileMode) {
	b.T.Helper()
	if err := os.Chmod(filepath.Join(b.Dir, filepath.FromSlash(name)), mode); err != nil {
		b.T.Fatal(err)
	}
}

// Agent makes calls as an agent of the space does.
func (b *Bench) Agent() *operator.Calls {
	b.T.Helper()
	calls, err := b.S.Calls(operator.CallsConfig{Origin: journal.FromTry, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}})
	if err != nil {
		b.T.Fatal(err)
	}
	b.T.Cleanup(func() {
		if err := calls.Close(); err != nil {
			b.T.Error(err)
		}
	})
	return calls
}

// Once makes one call as an agent, and ends that one's run.
func (b *Bench) Once(tool, input string) tools.Result {
	b.T.Helper()
	calls, err := b.S.Calls(operator.CallsConfig{Origin: journal.FromTry, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}})
	if err != nil {
		b.T.Fatal(err)
	}
	_, r, err := calls.Call(b.T.Context(), tool, json.RawMessage(input), tools.Scope{})
	if err := errors.Join(err, calls.Close()); err != nil {
		b.T.Fatal(err)
	}
	return r
}

// Call makes one call as an agent; a run that stops fails the test.
func (b *Bench) Call(tool, input string) tools.Result {
	b.T.Helper()
	_, result, err := b.Agent().Call(b.T.Context(), tool, json.RawMessage(input), tools.Scope{})
	if err != nil {
		b.T.Fatalf("%s: %v", tool, err)
	}
	return result
}

// Bash runs a command as an agent does.
func (b *Bench) Bash(command string) tools.Result {
	b.T.Helper()
	in, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		b.T.Fatal(err)
	}
	return b.Call("bash", string(in))
}

// Questions counts what the person was asked since the last count.
func (b *Bench) Questions() int {
	n := 0
	for ; len(b.Person.Asked) > 0; n++ {
		<-b.Person.Asked
	}
	return n
}

// Code is the code of a result's error; "" if there is none.
func Code(r tools.Result) tools.Code {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// Stdout is what a command of bash has printed.
func Stdout(t *testing.T, r tools.Result) string {
	t.Helper()
	var v struct{ Stdout string }
	if err := json.Unmarshal([]byte(r.Content), &v); err != nil {
		t.Fatalf("%s: %v", r.Content, err)
	}
	return v.Stdout
}

// WriteFile writes a file and the folders above it.
func WriteFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
