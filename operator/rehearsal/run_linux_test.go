package rehearsal_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/rehearsal"
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
