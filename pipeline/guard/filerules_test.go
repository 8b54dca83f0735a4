package guard

import (
	"os"
	"path/filepath"
	"testing"

	"handrail/tools"
)

// A rule about files is about what is done with them: by whatever tool.
func TestRulesAreByWhatIsDone(t *testing.T) {
	effect := func(kind tools.EffectKind, target string) tools.Preview {
		return tools.Preview{Digest: "x", Effects: []tools.Effect{{Kind: kind, Target: target}}}
	}
	for _, tt := range []struct {
		rule, tool, path string
		want             Outcome
	}{
		{"write(a.txt)", "write", "a.txt", Deny},
		{"write(a.txt)", "edit", "a.txt", Deny},
		{"write(a.txt)", "patch", "a.txt", Deny},
		{"edit(a.txt)", "write", "a.txt", Deny},
		{"patch(a.txt)", "edit", "a.txt", Deny},
		{"write(a.txt)", "read", "a.txt", Allow},
		{"write(a.txt)", "edit", "b.txt", Allow},
		{"read(a.txt)", "read", "a.txt", Deny},
		{"read(a.txt)", "grep", "a.txt", Deny},
		{"read(a.txt)", "edit", "a.txt", Deny},
		{"read(a.txt)", "patch", "a.txt", Deny},
		{"read(a.txt)", "write", "a.txt", Allow},
		{"read(a.txt)", "glob", "a.txt", Allow},
		{"read(a.txt)", "listdir", "a.txt", Allow},
		{"grep(a.txt)", "read", "a.txt", Deny},
		{"write", "edit", "a.txt", Allow},
		{"Write(a.txt)", "edit", "a.txt", Deny},
		{"Read_File(a.txt)", "grep", "a.txt", Deny},
		{"wr\u200bite", "write", "a.txt", Deny},
		{"WRIT*", "write", "a.txt", Deny},
		{"*(a.txt)", "glob", "a.txt", Deny},
		{"read(keys)", "read", "keys/deep/a", Deny},
		{"read(keys/)", "read", "keys/a", Deny},
		{"read(keys)", "read", "x/keys/a", Deny},
		{"read(x/keys)", "grep", "x/keys/a/b", Deny},
		{"read(x/keys)", "grep", "keys/a", Allow},
		{"read(k?ys)", "read", "keys/a", Allow},
		{"read(keys/*)", "read", "keys/a", Deny},
		{"read(keys/*)", "read", "keys/a/b", Allow},
		{"read(keys/**)", "read", "keys/a/b", Deny},
	} {
		r, err := ParseRule(Deny, tt.rule, "settings")
		if err != nil {
			t.Fatal(err)
		}
		changes := tt.tool == "write" || tt.tool == "edit" || tt.tool == "patch"
		kind := tools.EffectRead
		if changes {
			kind = tools.EffectWrite
		}
		e := entry(tt.tool, changes)
		if got := space(Config{Walls: standing, Rules: []Rule{r}}).Judge(tools.Call{}, e, effect(kind, "/space/"+tt.path)); got.Outcome != tt.want {
			t.Errorf("deny %s, %s %s: %s by %s", tt.rule, tt.tool, tt.path, got.Outcome, got.By)
		}
		r.Outcome = Allow
		if got := space(Config{Walls: standing, Mode: AskAll, Rules: []Rule{r}}).Judge(tools.Call{}, e, effect(kind, "/space/"+tt.path)); changes && got.Outcome == Allow && r.Tool != tt.tool && r.Tool != "*" {
			t.Errorf("allow %s lets %s through", tt.rule, tt.tool)
		}
	}
}

// A pattern names what a walk finds of it as rules are held against paths.
func TestFilePatterns(t *testing.T) {
	for _, tt := range []struct {
		text, start string
		whole       bool
		depth       int
	}{
		{"*.pem", "", false, 0},
		{".env", "", false, 0},
		{"keys/a", "keys/a", true, 0},
		{"keys/**", "keys", true, 0},
		{"keys/*.pem", "keys", false, 1},
		{"keys/*/a/*.pem", "keys", false, 3},
		{"keys/**/a", "keys", false, 0},
		{"**/a", "", false, 0},
		{"/etc/hosts", "/etc/hosts", true, 0},
		{"/etc/*.d", "/etc", false, 1},
		{"/*/x", "/", false, 2},
	} {
		if p := filePatternOf(tt.text); p.Start != tt.start || p.Whole != tt.whole || p.Depth != tt.depth {
			t.Errorf("%s: %+v", tt.text, p)
		}
	}
	for _, tt := range []struct {
		text, name    string
		folder, match bool
	}{
		{"*.pem", "a/b.pem", false, true},
		{"*.pem", "a/b.pem", true, false},
		{".env", "a/.env", true, true},
		{"a/**/k/**", "a/x/k", true, true},
		{"a/*", "a/b", true, false},
		{"a/*", "a/b", false, true},
	} {
		if got := filePatternOf(tt.text).Matches(tt.name, tt.folder); got != tt.match {
			t.Errorf("%s, %s: %t", tt.text, tt.name, got)
		}
	}
}

// A rule about files holds what it names also where a link leads there, and however its
// name is spelled.
func TestARuleHoldsWhereItsNameLeads(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"store", "real/conf", "keep", "odd*name"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"keys": "store/v1", "cur": "real", "star": "odd*name"} {
		if err := os.Symlink(to, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "store/v1"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		rule, path string
		want       bool
	}{
		{"keys", "store/v1", true},
		{"keys", "store/v2", false},
		{"cur/conf/key", "real/conf/key", true},
		{"cur/**", "real/conf/key", true},
		{"cur/*/key", "real/conf/key", true},
		{"cur/*", "real/conf/key", false},
		{"cur", "real/conf/key", true},
		{"keep//c", "keep/c", true},
		{"keep/../keep/d", "keep/d", true},
		{"star/*", "odd*name/x", true},
		{"star/*", "oddXname/x", false},
	} {
		r, err := ParseRule(Deny, "read("+tt.rule+")", "settings")
		if err != nil {
			t.Fatal(err)
		}
		g := New(Config{Rules: []Rule{r}, Roots: func() []string { return []string{root} }})
		if got := g.Withholds(filepath.Join(root, tt.path)); got != tt.want {
			t.Errorf("read(%s) withholds %s: %v", tt.rule, tt.path, got)
		}
	}
}

// What a patch copies is shown, and not changed: rules about reading are about it, and those about changing are not.
func TestWhatIsCopiedIsRead(t *testing.T) {
	for rule, want := range map[string]Outcome{
		"read(/space/a)": Deny, "grep(/space/a)": Deny, "write(/space/a)": Allow, "patch(/space/a)": Allow, "edit(/space/**)": Deny, "write(/space/b)": Deny, "read(/space/b)": Deny, "read(/space/c)": Allow,
	} {
		r, err := ParseRule(Deny, rule, "")
		if err != nil {
			t.Fatal(err)
		}
		p := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/b"}, {Kind: tools.EffectRead, Target: "/space/a"}}}
		if v := space(Config{Rules: []Rule{r}, Walls: standing}).Judge(tools.Call{}, entry("patch", true), p); v.Outcome != want {
			t.Errorf("deny %s: %+v, want %s", rule, v, want)
		}
	}
	p := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/b"}, {Kind: tools.EffectRead, Target: "/space/.env"}}}
	if v := space(Config{Walls: standing}).Judge(tools.Call{}, entry("patch", true), p); v.Outcome != Ask || v.By.Name != ruleRead {
		t.Errorf("a copy of a file with secrets: %+v", v)
	}
}
