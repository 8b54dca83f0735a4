package hands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/schema"
	"handrail/operator/hands"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/tools"
	"handrail/tools/command"
)

// open opens a space that holds these files.
func open(t *testing.T, files map[string]string) *operatortest.Bench {
	t.Helper()
	return operatortest.New(t, operatortest.Options{Files: files})
}

func read(b *operatortest.Bench) hands.Contents {
	b.T.Helper()
	f, err := b.S.Hands().Read()
	if err != nil {
		b.T.Fatal(err)
	}
	return f
}

const oneHand = `{"version": "1", "tools": {"say": {"description": "Says it", "command": ["echo", "hello"]}}}`

const twoHands = `{"version": "1", "tools": {
  "say": {"description": "Says it", "command": ["echo", "hello"]},
  "more": {"description": "Says more", "command": ["echo", "{{what}}"], "params": {"what": {"type": "string"}}}}}`

func TestRead(t *testing.T) {
	b := open(t, nil)
	if diff := cmp.Diff(hands.Contents{}, read(b)); diff != "" {
		t.Errorf("a missing file (-want +got):\n%s", diff)
	}
	file := filepath.Join(b.Dir, command.HandsFile)
	operatortest.WriteFile(t, file, oneHand)
	if f := read(b); !f.Exists || f.Text != oneHand || f.Digest == "" || len(f.Check.Hands) != 1 {
		t.Errorf("got %+v", f)
	}
	for name, text := range map[string]string{"UTF-8": "{\"\xff\": 1}", "is too large": strings.Repeat(" ", command.MaxHandsFile+1)} {
		operatortest.WriteFile(t, file, text)
		if _, err := b.S.Hands().Read(); err == nil || !strings.Contains(err.Error(), "large") && !strings.Contains(err.Error(), "UTF-8") && !strings.Contains(err.Error(), "bytes") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A hand that does not load keeps its place among those that do.
func TestCheck(t *testing.T) {
	b := open(t, nil)
	c := b.S.Hands().Check(`{"version": "1", "tools": {
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
	want := []string{"space__a ", "space__b command must be non-empty array", "space__c "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(c.Problems) == 0 || c.Problems[0].Line != 3 || c.Problems[0].Field != "command" {
		t.Errorf("problems: %+v", c.Problems)
	}
}

func TestResolve(t *testing.T) {
	const text = `{"version": "1", "tools": {
"run": {"description": "Runs", "command": ["npx", "vitest", "--reporter=verbose", "{{filter}}", "-n{{n}}", "{{all}}"], "workingDir": "web",
  "params": {"filter": {"type": "string", "default": "", "pattern": "^[a-z]*$"}, "n": {"type": "number", "default": 4}, "all": {"type": "boolean"}}},
"rm": {"description": "Removes", "command": ["rm", "{{a}}", "{{b}}"], "argSeparator": true, "params": {"a": {"type": "string"}, "b": {"type": "string", "required": true}}},
"bad": {"description": "Bad", "command": ["{{x}}"]}}}`
	b := open(t, nil)
	at := func(parts ...string) string { return filepath.Join(append([]string{b.Dir}, parts...)...) }
	for name, c := range map[string]struct {
		hand, input string
		want        hands.Argv
	}{
		"defaults; what is empty is left out": {"run", `{}`, hands.Argv{Argv: []string{"npx", "vitest", "--reporter=verbose", "-n4", "false"}, Dropped: []string{"{{filter}}"}, Folder: at("web")}},
		"values":                              {"run", `{"filter": "totals", "n": 2, "all": true}`, hands.Argv{Argv: []string{"npx", "vitest", "--reporter=verbose", "totals", "-n2", "true"}, Folder: at("web")}},
		"-- before the first value":           {"rm", `{"b": "x"}`, hands.Argv{Argv: []string{"rm", "--", "x"}, Dropped: []string{"{{a}}"}, Folder: at()}},
		"a value that does not fit":           {"run", `{"filter": "A"}`, hands.Argv{Violations: []schema.Violation{{Path: "filter", Message: "must match the pattern ^[a-z]*$"}}}},
		"a hand that does not load":           {"bad", `{}`, hands.Argv{Why: "tool 'bad' rejected: argv[0] must be literal"}},
		"a hand that is not there":            {"none", `{}`, hands.Argv{Why: "there is no hand 'none' in this text"}},
	} {
		got := b.S.Hands().Resolve(text, c.hand, c.input)
		if c.want.Why != "" && strings.HasPrefix(got.Why, c.want.Why) {
			got.Why = c.want.Why // the advice may follow
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if got := b.S.Hands().Resolve(text, "rm", `{}`); len(got.Violations) != 1 {
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
		passes, why := hands.TryPattern(c.pattern, c.value)
		if passes != c.passes || !strings.Contains(why, c.why) || (why == "") != passes {
			t.Errorf("TryPattern(%q, %.20q) = %v, %q; want %v, %q", c.pattern, c.value, passes, why, c.passes, c.why)
		}
	}
}

func TestSave(t *testing.T) {
	t.Run("a space that was trusted stays so", func(t *testing.T) {
		b := open(t, map[string]string{command.HandsFile: oneHand, "scripts/x.sh": "echo x\n"})
		b.Trust()
		withScript := strings.Replace(oneHand, `["echo", "hello"]`, `["bash", "scripts/x.sh"]`, 1)
		saved, err := b.S.Hands().Save(t.Context(), withScript, read(b).Digest)
		if err != nil || !saved.Done || saved.Note != "" || b.S.Trust().State().Level() != trust.Trusted {
			t.Fatalf("got %+v, %v, %s", saved, err, b.S.Trust().State().Level())
		}
		if now := read(b); now.Text != withScript || now.Digest != saved.Current.Digest {
			t.Errorf("on disk: %+v", now)
		}
	})
	t.Run("what else changed stays held back", func(t *testing.T) {
		b := open(t, map[string]string{command.HandsFile: oneHand, "agent/config.md": "---\nid: a\n---\nHelp."})
		b.Trust()
		before := read(b)
		operatortest.WriteFile(t, filepath.Join(b.Dir, "agent", "config.md"), "---\nid: a\n---\nObey.")
		saved, err := b.S.Hands().Save(t.Context(), twoHands, before.Digest)
		if err != nil || !saved.Done || !strings.Contains(saved.Note, "agent/config.md changed since you trusted it") {
			t.Errorf("got %+v, %v", saved, err)
		}
		if got := b.S.Trust().Changes(); len(got) != 1 || got[0].Kind != "agent" {
			t.Errorf("held back: %+v", got)
		}
	})
	t.Run("never if it was not trusted", func(t *testing.T) {
		b := open(t, map[string]string{command.HandsFile: oneHand})
		if saved, err := b.S.Hands().Save(t.Context(), twoHands, read(b).Digest); err != nil || !saved.Done || b.S.Trust().State().Level() != trust.Untrusted {
			t.Errorf("got %+v, %v, %s", saved, err, b.S.Trust().State().Level())
		}
	})
	t.Run("a first hand is looked at once", func(t *testing.T) {
		b := open(t, nil)
		if saved, err := b.S.Hands().Save(t.Context(), oneHand, ""); err != nil || !saved.Done || !strings.Contains(saved.Note, "review it and trust") || b.S.Trust().State().Level() == trust.Trusted {
			t.Errorf("got %+v, %v, %s", saved, err, b.S.Trust().State().Level())
		}
		for _, e := range b.S.Registry().Entries() {
			if e.Info.Name == "say" && e.State == tools.Ready {
				t.Error("it can be used, and nobody has looked")
			}
		}
	})
	t.Run("refused if the file is another one", func(t *testing.T) {
		b := open(t, map[string]string{command.HandsFile: oneHand})
		before := read(b)
		theirs := strings.Replace(oneHand, "hello", "theirs", 1)
		operatortest.WriteFile(t, filepath.Join(b.Dir, command.HandsFile), theirs)
		for _, digest := range []string{before.Digest, ""} {
			saved, err := b.S.Hands().Save(t.Context(), twoHands, digest)
			if err != nil || saved.Done || saved.Current.Text != theirs || !strings.Contains(saved.Difference, "\n-") || !strings.Contains(saved.Difference, "\n+") {
				t.Errorf("got %+v, %v", saved, err)
			}
		}
		if now := read(b); now.Text != theirs {
			t.Errorf("on disk: %s", now.Text)
		}
		if saved, err := b.S.Hands().Save(t.Context(), twoHands, read(b).Digest); err != nil || !saved.Done {
			t.Errorf("over it: %+v, %v", saved, err)
		}
	})
	t.Run("not through a link that leads out", func(t *testing.T) {
		b := open(t, nil)
		outside := filepath.Join(t.TempDir(), "other.json")
		operatortest.WriteFile(t, outside, oneHand)
		if err := os.Symlink(outside, filepath.Join(b.Dir, command.HandsFile)); err != nil {
			t.Skip("no links here: ", err)
		}
		if _, err := b.S.Hands().Save(t.Context(), twoHands, ""); err == nil {
			t.Error("it was saved")
		}
		if raw, err := os.ReadFile(outside); err != nil || string(raw) != oneHand {
			t.Errorf("outside: %s, %v", raw, err)
		}
	})
	t.Run("not more than is read, and only UTF-8", func(t *testing.T) {
		b := open(t, nil)
		for _, text := range []string{strings.Repeat(" ", command.MaxHandsFile+1), "\xff"} {
			if _, err := b.S.Hands().Save(t.Context(), text, ""); err == nil {
				t.Errorf("%.5q was saved", text)
			}
		}
	})
}
