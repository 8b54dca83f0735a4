package builtin

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// What is shown only when the person says so is compared with nothing before it was read: an answer would tell what stands there,
// if only whether a guess is right.
func TestWhatIsNotShownIsNotCompared(t *testing.T) {
	const content = "one\nDB=plain-word\nthree\n"
	miss := func(name string) string {
		return "diff --git a/" + name + " b/" + name + "\n--- a/" + name + "\n+++ b/" + name + "\n@@ -1,2 +1,2 @@\n one\n-DB=plain-wort\n+DB=x\n"
	}
	hit := func(name string) string {
		return "diff --git a/" + name + " b/" + name + "\n--- a/" + name + "\n+++ b/" + name + "\n@@ -1,2 +1,2 @@\n one\n-DB=plain-word\n+DB=x\n"
	}
	copied := func(how, name string) string {
		return "diff --git a/" + name + " b/fresh\nsimilarity index 50%\n" + how + " from " + name + "\n" + how + " to fresh\n"
	}
	for _, name := range []string{".env", "keys/withheld"} {
		for what, patch := range map[string]string{
			"that does not fit": miss(name), "that fits": hit(name), "that removes": "--- a/" + name + "\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-one\n-DB=plain-wort\n-three\n",
			"that copies":            copied("copy", name) + "--- a/" + name + "\n+++ b/fresh\n@@ -1,2 +1,2 @@\n one\n-DB=plain-wort\n+DB=x\n",
			"that renames":           copied("rename", name) + "--- a/" + name + "\n+++ b/fresh\n@@ -1,2 +1,2 @@\n one\n-DB=plain-wort\n+DB=x\n",
			"of its copy":            copied("copy", name) + miss("fresh"),
			"of its copy, that fits": copied("copy", name) + hit("fresh"),
			"of what it becomes":     copied("rename", name) + miss("fresh"),
			"that inserts":           "--- a/" + name + "\n+++ b/" + name + "\n@@ -99,0 +100 @@\n+x\n",
		} {
			d := newDesk(t, map[string]string{name: content, "plain": content})
			d.files.withholds = func(path string) bool { return strings.HasSuffix(path, "withheld") }
			_, err := d.prepare("patch", input{"patch": patch})
			got := tools.AsError(err).Error()
			if e := tools.AsError(err); e.Code != tools.PermissionDenied || !strings.Contains(got, name) || !strings.Contains(got, "read it first") || strings.Contains(got, "plain-word") || d.get(name) != content || d.get("fresh") != "(none)" {
				t.Errorf("a patch %s of %s: %s", what, name, got)
			}
			d.must("read", input{"path": name, "limit": 1})
			d.refused(tools.PermissionDenied, "patch", input{"patch": patch}, "read it first")
			d.refused(tools.PermissionDenied, "edit", input{"path": name, "old_string": "plain-wort", "new_string": "x"}, "read it first")
			d.must("read", input{"path": name})
			if _, err := d.prepare("patch", input{"patch": patch}); err != nil && tools.AsError(err).Code != tools.PatchFailed {
				t.Errorf("a patch %s of %s that was read: %v", what, name, err)
			}
		}
	}
	d := newDesk(t, map[string]string{"plain": content})
	d.refused(tools.PatchFailed, "patch", input{"patch": miss("plain")}, "does not fit", "plain-word")
}

// A patch says of each file what it does with it, also of those that it only takes content from, and also if it cannot be settled.
func TestAPatchNamesWhatItReads(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "a\n", "g": "b\n"})
	at := func(name string) string { return filepath.Join(d.space, name) }
	patch := "diff --git a/f b/d/h\nsimilarity index 100%\ncopy from f\ncopy to d/h\ndiff --git a/g b/i\nsimilarity index 100%\nrename from g\nrename to i\n"
	inv, err := d.prepare("patch", input{"patch": patch})
	if err != nil {
		t.Fatal(err)
	}
	want := []tools.Effect{
		{Kind: tools.EffectWrite, Target: at("d/h")}, {Kind: tools.EffectDelete, Target: at("g")}, {Kind: tools.EffectWrite, Target: at("i")}, {Kind: tools.EffectRead, Target: at("f")},
	}
	p := inv.Preview()
	if diff := cmp.Diff(want, p.Effects); diff != "" || !strings.Contains(p.Detail, "copy from f\ncopy to d/h\n") || !strings.Contains(p.Detail, "rename from g\nrename to i\n") {
		t.Errorf("effects (-want +got):\n%s\n%s", diff, p.Detail)
	}
	for tool, in := range map[string]input{
		"patch": {"patch": patch + "diff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n"}, "edit": {"path": "f", "old_string": "a", "new_string": "b"}, "write": {"path": "f", "content": "x"},
	} {
		var unfit *tools.Unfit
		if _, err := d.prepare(tool, in); !errors.As(err, &unfit) {
			t.Errorf("%s: %v", tool, err)
			continue
		}
		touched := map[string]bool{}
		for _, e := range unfit.Would.Effects {
			touched[string(e.Kind)+" "+filepath.Base(e.Target)] = true
		}
		if !touched["write f"] || tool == "patch" && (!touched["read f"] || !touched["delete g"] || !touched["write h"] || !touched["write i"]) {
			t.Errorf("%s would have done %v", tool, touched)
		}
	}
}
