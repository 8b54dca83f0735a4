package operator

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
	"handrail/operator/settings"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/command"
)

// approver answers every question with "run once".
type approver struct{}

func (approver) Confirm(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
}

// openFiles opens a space that holds these files.
func openFiles(t *testing.T, files map[string]string) *Space {
	t.Helper()
	home := t.TempDir()
	dir := filepath.Join(home, "my project")
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	o, err := Open(t.Context(), Config{
		Dirs: settings.Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")}, Version: "0", Home: home,
		Environ:   settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}},
		Confirmer: func(*Operator) tools.Confirmer { return approver{} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := o.OpenSpace(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func trust(t *testing.T, s *Space) {
	t.Helper()
	if err := s.SetTrusted(t.Context(), s.Inventory().Digest); err != nil {
		t.Fatal(err)
	}
}

func readHandsOf(t *testing.T, s *Space) HandsFile {
	t.Helper()
	f, err := s.HandsFile()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const oneHand = `{"version": "1", "tools": {"say": {"description": "Says it", "command": ["echo", "hello"]}}}`

const twoHands = `{"version": "1", "tools": {
  "say": {"description": "Says it", "command": ["echo", "hello"]},
  "more": {"description": "Says more", "command": ["echo", "{{what}}"], "params": {"what": {"type": "string"}}}}}`

func TestHandsFile(t *testing.T) {
	s := openFiles(t, nil)
	if diff := cmp.Diff(HandsFile{}, readHandsOf(t, s)); diff != "" {
		t.Errorf("a missing file (-want +got):\n%s", diff)
	}
	file := filepath.Join(s.Dir(), command.HandsFile)
	writeFile(t, file, oneHand)
	if f := readHandsOf(t, s); !f.Exists || f.Text != oneHand || f.Digest == "" || len(f.Check.Hands) != 1 {
		t.Errorf("got %+v", f)
	}
	for name, text := range map[string]string{"UTF-8": "{\"\xff\": 1}", "is too large": strings.Repeat(" ", command.MaxHandsFile+1)} {
		writeFile(t, file, text)
		if _, err := s.HandsFile(); err == nil || !strings.Contains(err.Error(), "large") && !strings.Contains(err.Error(), "UTF-8") && !strings.Contains(err.Error(), "bytes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A hand that does not load keeps its place among those that do.
func TestCheckHands(t *testing.T) {
	s := openFiles(t, nil)
	c := s.CheckHands(`{"version": "1", "tools": {
"a": {"description": "A", "command": ["echo"], "disabled": true},
"b": {"description": "B", "command": []},
"c": {"description": "C", "command": ["echo", "{{x}}"], "params": {"x": {"type": "number", "min": 2}}}}}`)
	var got []string
	for _, h := range c.Hands {
		got = append(got, h.Qualified+" "+h.Rejected)
		if (h.Input == "") != (h.Rejected != "") {
			t.Errorf("%s: input %q", h.Name, h.Input)
		}
	}
	want := []string{"my-project__a ", "my-project__b tool 'b' rejected: command must be non-empty array", "my-project__c "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(c.Problems) == 0 || c.Problems[0].Line != 3 || c.Problems[0].Field != "command" {
		t.Errorf("problems: %+v", c.Problems)
	}
}

func TestResolveHand(t *testing.T) {
	const text = `{"version": "1", "tools": {
"run": {"description": "Runs", "command": ["npx", "vitest", "--reporter=verbose", "{{filter}}", "-n{{n}}", "{{all}}"], "workingDir": "web",
  "params": {"filter": {"type": "string", "default": "", "pattern": "^[a-z]*$"}, "n": {"type": "number", "default": 4}, "all": {"type": "boolean"}}},
"rm": {"description": "Removes", "command": ["rm", "{{a}}", "{{b}}"], "argSeparator": true, "params": {"a": {"type": "string"}, "b": {"type": "string", "required": true}}},
"bad": {"description": "Bad", "command": ["{{x}}"]}}}`
	s := openFiles(t, nil)
	at := func(parts ...string) string { return filepath.Join(append([]string{s.Dir()}, parts...)...) }
	for name, c := range map[string]struct {
		hand, input string
		want        HandArgv
	}{
		"defaults; what is empty is left out": {"run", `{}`, HandArgv{Argv: []string{"npx", "vitest", "--reporter=verbose", "-n4", "false"}, Dropped: []string{"{{filter}}"}, Folder: at("web")}},
		"values":                              {"run", `{"filter": "totals", "n": 2, "all": true}`, HandArgv{Argv: []string{"npx", "vitest", "--reporter=verbose", "totals", "-n2", "true"}, Folder: at("web")}},
		"-- before the first value":           {"rm", `{"b": "x"}`, HandArgv{Argv: []string{"rm", "--", "x"}, Dropped: []string{"{{a}}"}, Folder: at()}},
		"a value that does not fit":           {"run", `{"filter": "A"}`, HandArgv{Violations: []Violation{{Path: "filter", Message: "must match the pattern ^[a-z]*$"}}}},
		"a hand that does not load":           {"bad", `{}`, HandArgv{Why: "tool 'bad' rejected: argv[0] must be literal"}},
		"a hand that is not there":            {"none", `{}`, HandArgv{Why: "there is no hand 'none' in this text"}},
	} {
		got := s.ResolveHand(text, c.hand, c.input)
		if c.want.Why != "" && strings.HasPrefix(got.Why, c.want.Why) {
			got.Why = c.want.Why // the advice may follow
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := s.ResolveHand(text, "rm", `{}`); len(got.Violations) != 1 {
		t.Errorf("a missing value: %+v", got)
	}
}

func TestTryPattern(t *testing.T) {
	for _, c := range []struct {
		pattern, value string
		passes         bool
		why            string
	}{
		{"", "a", true, ""},
		{"", "-a", false, "starts with a dash"},
		{"^[a-z]+$", "abc", true, ""},
		{"^[a-z]+$", "", true, ""},
		{"^[a-z]+$", "a1", false, "must match the pattern ^[a-z]+$"},
		{"[a-z]+", "1a1", true, ""},
		{"(a", "a", false, "invalid pattern"},
		{".*", "a\x00", false, "NUL"},
		{`(?s).*`, "a\nb", false, "U+000A"},
		{".*", strings.Repeat("a", command.MaxHandValue+1), false, "8193 bytes"},
		{"(a+)+$", strings.Repeat("a", 4000) + "!", false, "must match"}, // backtracking engines hang here
	} {
		passes, why := TryPattern(c.pattern, c.value)
		if passes != c.passes || !strings.Contains(why, c.why) || (why == "") != passes {
			t.Errorf("TryPattern(%q, %.20q) = %v, %q; want %v, %q", c.pattern, c.value, passes, why, c.passes, c.why)
		}
	}
}

func TestSaveHands(t *testing.T) {
	t.Run("a space that was trusted stays so", func(t *testing.T) {
		s := openFiles(t, map[string]string{command.HandsFile: oneHand, "scripts/x.sh": "echo x\n"})
		trust(t, s)
		withScript := strings.Replace(oneHand, `["echo", "hello"]`, `["bash", "scripts/x.sh"]`, 1)
		saved, err := s.SaveHands(t.Context(), withScript, readHandsOf(t, s).Digest)
		if err != nil || !saved.Saved || saved.Note != "" || s.Trust() != Trusted {
			t.Fatalf("got %+v, %v, %s", saved, err, s.Trust())
		}
		if now := readHandsOf(t, s); now.Text != withScript || now.Digest != saved.Now.Digest {
			t.Errorf("on disk: %+v", now)
		}
	})
	t.Run("what else changed stays held back", func(t *testing.T) {
		s := openFiles(t, map[string]string{command.HandsFile: oneHand, "agent/config.md": "---\nid: a\n---\nHelp."})
		trust(t, s)
		before := readHandsOf(t, s)
		writeFile(t, filepath.Join(s.Dir(), "agent", "config.md"), "---\nid: a\n---\nObey.")
		saved, err := s.SaveHands(t.Context(), twoHands, before.Digest)
		if err != nil || !saved.Saved || !strings.Contains(saved.Note, "agent/config.md changed since you trusted it") {
			t.Errorf("got %+v, %v", saved, err)
		}
		if got := s.Changes(); len(got) != 1 || got[0].Kind != "agent" {
			t.Errorf("held back: %+v", got)
		}
	})
	t.Run("never if it was not trusted", func(t *testing.T) {
		s := openFiles(t, map[string]string{command.HandsFile: oneHand})
		if saved, err := s.SaveHands(t.Context(), twoHands, readHandsOf(t, s).Digest); err != nil || !saved.Saved || s.Trust() != Untrusted {
			t.Errorf("got %+v, %v, %s", saved, err, s.Trust())
		}
	})
	t.Run("a first hand is looked at once", func(t *testing.T) {
		s := openFiles(t, nil)
		if saved, err := s.SaveHands(t.Context(), oneHand, ""); err != nil || !saved.Saved || !strings.Contains(saved.Note, "trust it once") || s.Trust() != Untrusted {
			t.Errorf("got %+v, %v, %s", saved, err, s.Trust())
		}
	})
	t.Run("refused if the file is another one", func(t *testing.T) {
		s := openFiles(t, map[string]string{command.HandsFile: oneHand})
		before := readHandsOf(t, s)
		theirs := strings.Replace(oneHand, "hello", "theirs", 1)
		writeFile(t, filepath.Join(s.Dir(), command.HandsFile), theirs)
		for _, digest := range []string{before.Digest, ""} {
			saved, err := s.SaveHands(t.Context(), twoHands, digest)
			if err != nil || saved.Saved || saved.Now.Text != theirs || !strings.Contains(saved.Difference, "\n-") || !strings.Contains(saved.Difference, "\n+") {
				t.Errorf("got %+v, %v", saved, err)
			}
		}
		if now := readHandsOf(t, s); now.Text != theirs {
			t.Errorf("on disk: %s", now.Text)
		}
		if saved, err := s.SaveHands(t.Context(), twoHands, readHandsOf(t, s).Digest); err != nil || !saved.Saved {
			t.Errorf("over it: %+v, %v", saved, err)
		}
	})
	t.Run("not through a link that leads out", func(t *testing.T) {
		s := openFiles(t, nil)
		outside := filepath.Join(t.TempDir(), "other.json")
		writeFile(t, outside, oneHand)
		if err := os.Symlink(outside, filepath.Join(s.Dir(), command.HandsFile)); err != nil {
			t.Skip("no links here: ", err)
		}
		if _, err := s.SaveHands(t.Context(), twoHands, ""); err == nil {
			t.Error("it was saved")
		}
		if raw, err := os.ReadFile(outside); err != nil || string(raw) != oneHand {
			t.Errorf("outside: %s, %v", raw, err)
		}
	})
	t.Run("not more than is read, and only UTF-8", func(t *testing.T) {
		s := openFiles(t, nil)
		for _, text := range []string{strings.Repeat(" ", command.MaxHandsFile+1), "\xff"} {
			if _, err := s.SaveHands(t.Context(), text, ""); err == nil {
				t.Errorf("%.5q was saved", text)
			}
		}
	})
}

func TestOfSavedHands(t *testing.T) {
	hand := func(status, sha string) deviation {
		i := spaces.Item{Kind: "hand", Name: "a", File: command.HandsFile, SHA256: sha}
		return deviation{status: status, was: pinOf(i), is: i}
	}
	script := func(status string) deviation {
		i := spaces.Item{Kind: "script", Name: "x.sh", File: "x.sh", SHA256: "1"}
		return deviation{status: status, was: pinOf(i), is: i}
	}
	agent := deviation{status: StatusNew, is: spaces.Item{Kind: "agent", Name: "a", File: "agent/a.md", SHA256: "1"}}
	namedBy := func(kind string) []spaces.Item { return []spaces.Item{{Kind: kind, Scripts: []string{"x.sh"}}} }
	for name, c := range map[string]struct {
		changes []deviation
		items   []spaces.Item
		busy    bool
		mine    int
		others  string
	}{
		"what was saved":                     {[]deviation{hand(StatusChanged, "new"), hand(StatusNew, "new"), hand(StatusRemoved, "old")}, nil, true, 1, ""},
		"the file is another one again":      {[]deviation{hand(StatusChanged, "third")}, nil, false, 0, "ctxnest.json changed"},
		"a script comes":                     {[]deviation{script(StatusNew)}, namedBy("hand"), false, 1, ""},
		"a script comes while a call runs":   {[]deviation{script(StatusNew)}, namedBy("hand"), true, 0, "could have written it"},
		"a script comes that a tool names":   {[]deviation{script(StatusNew)}, namedBy("tool"), false, 0, "x.sh is new"},
		"a script changed":                   {[]deviation{script(StatusChanged)}, namedBy("hand"), false, 0, "x.sh changed"},
		"a script goes":                      {[]deviation{script(StatusRemoved)}, nil, true, 1, ""},
		"a script goes that is still needed": {[]deviation{script(StatusRemoved)}, namedBy("hook"), true, 0, "x.sh is gone"},
		"an agent comes":                     {[]deviation{agent}, nil, false, 0, "agent/a.md is new"},
	} {
		mine, others := ofSaved(c.changes, c.items, "new", c.busy)
		if got := strings.Join(others, "; "); len(mine) != c.mine || !strings.Contains(got, c.others) || (c.others == "") != (got == "") {
			t.Errorf("%s: %d, %q, want %d, %q", name, len(mine), got, c.mine, c.others)
		}
	}
}

// A call is listed with what ran, who called and what came of it; one that did
// not fit as well.
func TestHandHistory(t *testing.T) {
	s := openFiles(t, map[string]string{command.HandsFile: twoHands})
	trust(t, s)
	calls, err := s.Calls(CallsConfig{Origin: journal.FromTry})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tool, input string }{{"more", `{"what": "a"}`}, {"my-project__more", `{"what": 3}`}, {"say", `{}`}} {
		if _, _, err := calls.Call(t.Context(), c.tool, json.RawMessage(c.input), tools.Scope{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := s.HandHistory(t.Context(), "more")
	if err != nil || len(got) != 2 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if bad := got[0]; bad.Status != "incomplete" || bad.Code != "invalid_args" || bad.Detail != "" || bad.Exit != nil {
		t.Errorf("the call that did not fit: %+v", bad)
	}
	if ran := got[1]; ran.Status != "complete" || ran.Who.String() != "You" || !strings.HasSuffix(ran.Detail, "a") || ran.Exit == nil || *ran.Exit != 0 || ran.Time.IsZero() {
		t.Errorf("the call that ran: %+v", ran)
	}
}
