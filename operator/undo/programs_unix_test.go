//go:build unix

package undo_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/undo"
	"handrail/tools"
)

// What a file tool does while a program runs is its own, and both are said to have run at the
// same time.
func TestBesideEachOther(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	long := make(chan undo.Ref, 1)
	go func() {
		long <- bash(t, b, "touch began; while [ ! -e written ]; do sleep 0.01; done; echo x > by-bash")
	}()
	operatortest.WaitFor(t, func() bool { _, err := os.Stat(filepath.Join(b.Dir, "began")); return err == nil })
	short := made(t, b, "write", `{"path":"written","content":"x"}`)
	program := <-long
	set := func(r undo.Ref) (names, beside []string) {
		s, err := operator.UndoOf(b.S).Changed(t.Context(), r.Run, r.Call)
		if err != nil || s == nil {
			t.Fatal(s, err)
		}
		for _, c := range s.Roots[0].Changes {
			names = append(names, string(c.Path))
		}
		return names, s.Beside
	}
	if names, beside := set(short); !slices.Equal(names, []string{"written"}) || !slices.Equal(beside, []string{program.Call}) {
		t.Errorf("the file tool: %q beside %q", names, beside)
	}
	if names, beside := set(program); !slices.Equal(names, []string{"began", "by-bash"}) || !slices.Equal(beside, []string{short.Call}) {
		t.Errorf("the program: %q beside %q", names, beside)
	}
	if p := plan(t, b, undo.Request{Calls: []undo.Ref{program}}); !slices.Equal(p.Beside, []string{short.Call}) {
		t.Errorf("the plan names %q", p.Beside)
	}
}

// Nothing is taken back while a call runs.
func TestNoUndoWhileACallRuns(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	first := made(t, b, "write", `{"path":"a","content":"x"}`)
	long := make(chan undo.Ref, 1)
	go func() { long <- bash(t, b, "touch began; while [ ! -e go ]; do sleep 0.01; done") }()
	operatortest.WaitFor(t, func() bool { _, err := os.Stat(filepath.Join(b.Dir, "began")); return err == nil })
	r := undo.Request{Calls: []undo.Ref{first}}
	_, result, err := operator.TakeBack(t.Context(), b.S, r, plan(t, b, r).Digest, journal.FromCLI)
	if err != nil || operatortest.Code(result) != tools.Unavailable || !strings.Contains(result.Error.Message, "bash still runs in this space") {
		t.Errorf("%+v, %v", result, err)
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "go"), "")
	<-long
	if _, result := takeBack(t, b, r); result.Error != nil {
		t.Error(result.Error)
	}
}

// What programs could reach is named, because what they did there stays.
func TestWhatHappenedElsewhereIsNamed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Settings: `{"network":["example.org"]}`})
	call := bash(t, b, "echo x > a")
	p := plan(t, b, undo.Request{Calls: []undo.Ref{call}})
	if !slices.Equal(p.Elsewhere, []string{"bash could reach example.org: what it did there stays"}) {
		t.Errorf("%q", p.Elsewhere)
	}
}

// A hand that formats everything is taken back like any program.
func TestAHandThatFormats(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{
		"ctxnest.json": `{"version":"1","tools":{"format":{"description":"Formats","command":["sed","-i","s/a/A/","a.txt","b.txt"]}}}`,
		"a.txt":        "a\n", "b.txt": "ba\n",
	}})
	before := tree(t, b.Dir)
	call := made(t, b, "format", `{}`)
	if got := tree(t, b.Dir); got == before {
		t.Fatal("it formats nothing")
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := tree(t, b.Dir); got != before {
		t.Error(differ(got, before))
	}
}

// A server that writes is taken back like any program.
func TestAServerThatWrites(t *testing.T) {
	b := operatortest.WithServers(t, `"notes":`+operatortest.Peer(t, ""), nil)
	before := tree(t, b.Dir)
	operatortest.ServerNamed(t, b.S, "notes")
	in, err := json.Marshal(map[string]string{"value": filepath.Join(b.Dir, "notes.txt")})
	if err != nil {
		t.Fatal(err)
	}
	call := made(t, b, "notes__write", string(in))
	if got := tree(t, b.Dir); got == before {
		t.Fatal("it writes nothing")
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := tree(t, b.Dir); got != before {
		t.Error(differ(got, before))
	}
}
