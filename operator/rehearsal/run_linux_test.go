package rehearsal_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/rehearsal"
	"handrail/operator/trust"
	"handrail/tools"
)

// A scene is a conversation that is rehearsed, as its calls see it.
type scene struct {
	b *operatortest.Bench
	s *operator.Space
	c *operator.Calls
}

// newScene begins to rehearse a conversation.
func newScene(b *operatortest.Bench) scene {
	b.T.Helper()
	s, err := operator.Rehearse(b.T.Context(), b.O, b.Dir)
	if err != nil {
		b.T.Fatal(err)
	}
	c, err := s.Calls(operator.CallsConfig{Session: "s_rehearsed"})
	if err != nil {
		b.T.Fatal(err)
	}
	b.T.Cleanup(func() { _ = c.Close() })
	operator.RunIn(s).Began("s_rehearsed", "a test")
	return scene{b, s, c}
}

// call makes a call.
func (s scene) call(tool string, input map[string]any) tools.Result {
	s.b.T.Helper()
	raw, _ := json.Marshal(input) // plain data
	_, result, err := s.c.Call(s.b.T.Context(), tool, raw, tools.Scope{})
	if err != nil {
		s.b.T.Fatal(err)
	}
	return result
}

// must makes a call that succeeds.
func (s scene) must(tool string, input map[string]any) string {
	s.b.T.Helper()
	r := s.call(tool, input)
	if r.Error != nil {
		s.b.T.Fatalf("%s %v: %v\n%s", tool, input, r.Error, r.Content)
	}
	return r.Content
}

// bash runs a command that succeeds, and returns what it prints.
func (s scene) bash(command string) string {
	s.b.T.Helper()
	r := s.call("bash", map[string]any{"command": command})
	if r.Error != nil {
		s.b.T.Fatalf("%s: %v\n%s", command, r.Error, r.Content)
	}
	return operatortest.Stdout(s.b.T, r)
}

// end ends the conversation.
func (s scene) end() rehearsal.Rehearsal {
	s.b.T.Helper()
	r, err := operator.EndRehearsal(s.b.T.Context(), s.b.O, s.s)
	if err != nil {
		s.b.T.Fatal(err)
	}
	return r
}

func TestEachCallSeesWhatThoseBeforeHaveDone(t *testing.T) {
	b := newBench(t, "")
	before := treeHash(t, b.Dir)
	s := newScene(b)
	s.bash("echo by bash > new.txt && mkdir made && echo deep > made/deep.txt && rm -rf src")
	if got := s.must("read", map[string]any{"path": "new.txt"}); !strings.Contains(got, "by bash") {
		t.Errorf("read says %q of what bash has written", got)
	}
	s.must("write", map[string]any{"path": "made/by-write.txt", "content": "written\n"})
	s.must("edit", map[string]any{"path": "new.txt", "old_string": "by bash", "new_string": "by edit"})
	if got := s.bash("cat made/by-write.txt new.txt; ls"); !strings.Contains(got, "written\nby edit") || strings.Contains(got, "src") {
		t.Errorf("bash sees %q", got)
	}
	if got := operatortest.Stdout(t, s.call("bash", map[string]any{"command": "pwd; cat by-write.txt", "cwd": "made"})); got != filepath.Join(b.Dir, "made")+"\nwritten\n" {
		t.Errorf("in a folder that is only rehearsed: %q", got)
	}
	if got := s.must("grep", map[string]any{"pattern": "deep"}); !strings.Contains(got, "made/deep.txt") || strings.Contains(got, "src/") {
		t.Errorf("grep sees %q", got)
	}
	if treeHash(t, b.Dir) != before {
		t.Fatal("the rehearsal has changed the folder")
	}
	r := s.end()
	if treeHash(t, b.Dir) != before {
		t.Fatal("the end of the rehearsal has changed the folder")
	}
	c := calls(b)
	_, result, err := c.KeepRehearsed(t.Context(), r.ID, nil, "")
	if err != nil || result.Error != nil {
		t.Fatal(err, result.Error)
	}
	got, err := os.ReadFile(filepath.Join(b.Dir, "new.txt"))
	if err != nil || string(got) != "by edit\n" {
		t.Errorf("kept %q, %v", got, err)
	}
	if _, err := os.Lstat(filepath.Join(b.Dir, "src")); err == nil {
		t.Error("src is still there")
	}
}

// TestWhatActsElsewhereIsNotDone shows that it is refused, told to the model and listed for the person.
func TestWhatActsElsewhereIsNotDone(t *testing.T) {
	b := newBench(t, `{"tools":{"mcp_servers":{"far":{"url":"https://far.example.com/mcp"}}}}`)
	other := filepath.Join(filepath.Dir(b.Dir), "other")
	operatortest.WriteFile(t, filepath.Join(other, "ctxnest.json"), `{"version":"1","tools":{"x":{"description":"d","command":["true"]}}}`)
	s := newScene(b)
	for tool, input := range map[string]map[string]any{
		"web_fetch":        {"url": "https://example.com/api", "method": "POST", "body": "x"},
		"register_project": {"path": "../other"},
	} {
		r := s.call(tool, input)
		if operatortest.Code(r) != tools.Unavailable || !strings.Contains(r.Error.Message, "not done: this conversation is rehearsed") {
			t.Errorf("%s: %+v", tool, r)
		}
	}
	if _, err := b.O.Space(other); err == nil {
		t.Error("the project is registered")
	}
	r := s.end()
	if len(r.NotDone) != 2 || !slices.ContainsFunc(r.NotDone, func(what string) bool { return strings.Contains(what, "POST") }) {
		t.Errorf("not done: %q", r.NotDone)
	}
	if n := len(b.Person.Asked); n > 0 {
		t.Errorf("asked %d times about what is not done", n)
	}
}

// TestWhatIsShownAsks shows that an agent is shown nothing unasked for being rehearsed, and that what only
// changes files runs unasked.
func TestWhatIsShownAsks(t *testing.T) {
	b := newBench(t, "")
	b.File(".env", "TOKEN=very-secret-word\n")
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	s := newScene(b)
	s.bash("rm -rf src")
	if n := len(b.Person.Asked); n > 0 {
		t.Fatalf("asked %d times: %+v", n, <-b.Person.Asked)
	}
	for tool, input := range map[string]map[string]any{"bash": {"command": "rm -rf deep; cat .env"}, "read": {"path": ".env"}} {
		if r := s.call(tool, input); operatortest.Code(r) != tools.Declined || strings.Contains(r.Content, "very-secret-word") {
			t.Errorf("%s: %+v", tool, r)
		}
	}
	if n := len(b.Person.Asked); n != 2 {
		t.Errorf("asked %d times", n)
	}
	s.end()
}

// TestJobsLiveOnTheLayer shows that what goes on in the background works on the layers, is seen by later
// calls, and ends with the conversation.
func TestJobsLiveOnTheLayer(t *testing.T) {
	b := newBench(t, "")
	before := treeHash(t, b.Dir)
	s := newScene(b)
	s.must("bash", map[string]any{"command": "echo begun > job.txt; while true; do sleep 0.05; echo more >> job.txt; done", "background": true})
	operatortest.WaitFor(t, func() bool {
		r := s.call("read", map[string]any{"path": "job.txt"})
		return strings.Count(r.Content, "more") > 1
	})
	r := s.end()
	if treeHash(t, b.Dir) != before {
		t.Error("the job has changed the folder")
	}
	if files(b, r)["job.txt"] != "new file" {
		t.Errorf("%v", files(b, r))
	}
	if alive := namedInProc(t, "echo more >> job.txt"); alive != "" {
		t.Errorf("it goes on: %s", alive)
	}
}

// TestNothingIsRememberedOfARehearsal shows that a space which needs no trust still needs none when a memory
// was only rehearsed, and that no file counts as written.
func TestNothingIsRememberedOfARehearsal(t *testing.T) {
	b := newBench(t, "")
	s := newScene(b)
	s.must("memory_write", map[string]any{"content": "The sky is green."})
	if got := s.must("memory_read", map[string]any{}); !strings.Contains(got, "green") {
		t.Errorf("the memory says %q", got)
	}
	r := s.end()
	if err := operator.RehearsalsOf(b.O).Drop(r.ID); err != nil {
		t.Fatal(err)
	}
	b.Reload()
	if level := b.S.Trust().State().Level(); level != trust.NotNeeded {
		t.Errorf("the space is %v", level)
	}
	b.File("MEMORY.md", "By somebody else.\n")
	b.Reload()
	if level := b.S.Trust().State().Level(); level != trust.Untrusted {
		t.Errorf("what somebody else has written counts as rehearsed: the space is %v", level)
	}
}

// TestOneKeepAtATime shows that of several that keep a rehearsal at once one keeps all of it.
func TestOneKeepAtATime(t *testing.T) {
	b := newBench(t, "")
	r, result := rehearse(b, "for i in $(seq 200); do echo $i > new$i; done")
	if result.Error != nil {
		t.Fatalf("%+v", result)
	}
	f, err := operator.ForecastKeep(t.Context(), b.S, r.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := calls(b)
	var all sync.WaitGroup
	results := make([]tools.Result, 4)
	for i := range results {
		all.Go(func() { _, results[i], _ = c.KeepRehearsed(t.Context(), r.ID, nil, f.Preview.Digest) })
	}
	all.Wait()
	kept := 0
	for _, r := range results {
		switch {
		case r.Error == nil && strings.HasPrefix(r.Content, "kept 200 of 200"):
			kept++
		case operatortest.Code(r) != tools.Unavailable && operatortest.Code(r) != tools.NotFound:
			t.Errorf("%+v", r)
		}
	}
	if kept != 1 {
		t.Errorf("%d have kept it", kept)
	}
}

// TestServersWorkOnTheLayer shows that a local server has a fresh process there, and that
// the one which acts goes on.
func TestServersWorkOnTheLayer(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"internal_only":false`), nil)
	real := operatortest.Said(t, b.S, "peer__pid", "x")
	s := newScene(b)
	if got := s.must("peer__pid", map[string]any{"value": "x"}); got == real {
		t.Error("it is the process that acts")
	}
	s.bash("echo layer > seen.txt")
	if got := s.must("peer__read", map[string]any{"value": filepath.Join(b.Dir, "seen.txt")}); !strings.Contains(got, "layer") {
		t.Errorf("the server reads %q", got)
	}
	s.must("peer__write", map[string]any{"value": filepath.Join(b.Dir, "by-server.txt")})
	if got := s.bash("cat by-server.txt"); got != "from the server\n" {
		t.Errorf("%q", got)
	}
	for _, name := range []string{"by-server.txt", "seen.txt"} {
		if _, err := os.Lstat(filepath.Join(b.Dir, name)); err == nil {
			t.Errorf("%s is there", name)
		}
	}
	s.end()
	if again := operatortest.Said(t, b.S, "peer__pid", "x"); again != real {
		t.Error("the server that acts has another process")
	}
}

// TestWhatWasRehearsedHasAName shows how lists call it: by the first line of its command, or by its input.
func TestWhatWasRehearsedHasAName(t *testing.T) {
	for want, r := range map[string]rehearsal.Rehearsal{
		"call of bash: make":         {Tool: "bash", Input: json.RawMessage(`{"command":"\nmake\nmake install"}`)},
		`call of tidy: {"path":"a"}`: {Tool: "tidy", Input: json.RawMessage(`{"path":"a"}`)},
		"call of tidy":               {Tool: "tidy", Input: json.RawMessage(`{}`)},
		"call of spawn":              {Tool: "spawn"},
		"conversation: Tidy up":      {Session: "s_1", Title: "Tidy up"},
		"call of bash: " + strings.Repeat("a", 59) + "…": {Tool: "bash", Input: json.RawMessage(`{"command":"` + strings.Repeat("a", 80) + `"}`)},
	} {
		if got := r.Named(); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
