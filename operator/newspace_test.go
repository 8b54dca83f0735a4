package operator_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
)

// A new space of a template of the program is trusted; one like another space is looked at first.
func TestNewSpaceOfATemplate(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	where := t.TempDir()
	for _, template := range append(operator.Templates(), "") {
		s, err := operator.BeginSpace(t.Context(), b.O, where, "mine "+template+".x", template)
		if err != nil {
			t.Fatal(err)
		}
		if s.Trust().State().Level() == trust.Untrusted || len(s.Problems()) != 0 {
			t.Errorf("%s: %s, %v", template, s.Trust().State().Level(), s.Problems())
		}
	}
	like, err := operator.BeginSpace(t.Context(), b.O, where, "like", filepath.Join(where, "mine notes.x"))
	if err != nil {
		t.Fatal(err)
	}
	if like.Trust().State().Level() != trust.Untrusted || like.Declared().Manifest.ID != "like" {
		t.Errorf("the copy: %s, %q", like.Trust().State().Level(), like.Declared().Manifest.ID)
	}
}

// What cannot be a new space is refused with a reason, and leaves nothing behind.
func TestNewSpaceIsRefused(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	where := t.TempDir()
	full, locked, broken := filepath.Join(where, "full"), filepath.Join(where, "locked"), filepath.Join(where, "broken")
	for _, dir := range []string{full, locked, filepath.Join(broken, "agent")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{filepath.Join(full, "mine.txt"): "mine", filepath.Join(broken, "agent", "config.md"): "---\nid: [\n---\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(locked, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(locked, 0o700) })
	for _, c := range []struct{ where, name, template, why string }{
		{where, "full", "", "is not empty"},
		{where, "a/b", "", "no name of a folder"},
		{where, "", "", "needs a name"},
		{filepath.Join(where, "gone"), "x", "", "there is no folder"},
		{"relative", "x", "", "not a whole path"},
		{where, "x", "nothing", "there is no template"},
		{where, "x", broken, "agent/config.md"},
		{b.O.Config().Dirs.Data, "x", "", "Handrail keeps its own"},
	} {
		if _, err := operator.BeginSpace(t.Context(), b.O, c.where, c.name, c.template); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", c.why, err)
		}
		if _, err := os.Lstat(filepath.Join(c.where, "x")); err == nil {
			t.Errorf("%s: something is left", c.why)
		}
	}
	if os.Getuid() != 0 { // root may write everywhere
		if _, err := operator.BeginSpace(t.Context(), b.O, locked, "x", ""); err == nil || !strings.Contains(err.Error(), "choose another place") {
			t.Errorf("a folder that is not writable: %v", err)
		}
	}
	if data, _ := os.ReadFile(filepath.Join(full, "mine.txt")); string(data) != "mine" {
		t.Error("something was written over")
	}
}
