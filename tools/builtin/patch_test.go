package builtin

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

const ten = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"

func TestPatch(t *testing.T) {
	cases := []struct {
		name  string
		files map[string]string
		patch string
		path  string
		want  map[string]string
		says  string
	}{
		{"one hunk", map[string]string{"f": ten}, "--- a/f\n+++ b/f\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n", "",
			map[string]string{"f": strings.Replace(ten, "3", "three", 1)}, "Patched f (1 hunk)"},
		{"two hunks", map[string]string{"f": ten}, "--- a/f\n+++ b/f\n@@ -1,2 +1,3 @@\n+0\n 1\n 2\n@@ -9,2 +10,1 @@\n 9\n-10\n", "",
			map[string]string{"f": "0\n" + strings.TrimSuffix(ten, "10\n")}, "Patched f (2 hunks)"},
		{"git header", map[string]string{"d/f": "a\n"}, "diff --git a/d/f b/d/f\nindex 78981922..61780798 100644\n--- a/d/f\n+++ b/d/f\n@@ -1 +1 @@\n-a\n+b\n", "",
			map[string]string{"d/f": "b\n"}, "Patched d/f"},
		{"no prefix", map[string]string{"f": "a\n"}, "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n", "", map[string]string{"f": "b\n"}, "Patched f"},
		{"a folder called a", map[string]string{"a/f": "a\n"}, "--- a/f\n+++ a/f\n@@ -1 +1 @@\n-a\n+b\n", "", map[string]string{"a/f": "b\n"}, "Patched a/f"},
		{"path and no header", map[string]string{"f": "a\n"}, "@@ -1 +1 @@\n-a\n+b\n", "f", map[string]string{"f": "b\n"}, "Patched f"},
		{"path and another header", map[string]string{"f": "a\n"}, "--- x\n+++ y\n@@ -1 +1 @@\n-a\n+b\n", "f", map[string]string{"f": "b\n"}, "Patched f"},
		{"path makes a file", nil, "@@ -0,0 +1,2 @@\n+a\n+b\n", "d/new", map[string]string{"d/new": "a\nb\n"}, "Created d/new"},
		{"new file", nil, "--- /dev/null\n+++ b/d/new\n@@ -0,0 +1,2 @@\n+a\n+b\n", "", map[string]string{"d/new": "a\nb\n"}, "Created d/new"},
		{"new file without end", nil, "--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n", "", map[string]string{"n": "a"}, "Created n"},
		{"new empty file", nil, "diff --git a/n b/n\nnew file mode 100644\nindex 0000000..e69de29\n", "", map[string]string{"n": ""}, "Created n"},
		{"remove", map[string]string{"f": "a\nb\n"}, "--- a/f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", "", map[string]string{"f": "(none)"}, "Removed f"},
		{"rename", map[string]string{"f": "a\n"}, "diff --git a/f b/d/g\nsimilarity index 100%\nrename from f\nrename to d/g\n", "",
			map[string]string{"f": "(none)", "d/g": "a\n"}, "Renamed to d/g"},
		{"rename and change", map[string]string{"f": "a\nb\n"}, "diff --git a/f b/g\nsimilarity index 50%\nrename from f\nrename to g\n--- a/f\n+++ b/g\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "",
			map[string]string{"f": "(none)", "g": "a\nc\n"}, "Renamed to g (1 hunk)"},
		{"copy", map[string]string{"f": "a\n"}, "diff --git a/f b/g\nsimilarity index 100%\ncopy from f\ncopy to g\n", "",
			map[string]string{"f": "a\n", "g": "a\n"}, "Copied to g"},
		{"several files", map[string]string{"f": "a\n", "g": "a\n", "h": "a\n"},
			"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n--- a/g\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- /dev/null\n+++ b/i/j\n@@ -0,0 +1 @@\n+new\n", "",
			map[string]string{"f": "b\n", "g": "(none)", "h": "a\n", "i/j": "new\n"}, "Patched f (1 hunk)\nRemoved g\nCreated i/j"},
		{"one file twice", map[string]string{"f": "a\nb\n"}, "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+x\n--- a/f\n+++ b/f\n@@ -2 +2 @@\n-b\n+y\n", "",
			map[string]string{"f": "x\ny\n"}, "Patched f"},
		{"LF patch, CRLF file", map[string]string{"f": "a\r\nb\r\nc\r\n"}, "--- a/f\n+++ b/f\n@@ -1,3 +1,4 @@\n a\n-b\n+x\n+y\n c\n", "",
			map[string]string{"f": "a\r\nx\r\ny\r\nc\r\n"}, "Patched f"},
		{"CRLF patch, LF file", map[string]string{"f": "a\nb\n"}, "--- a/f\r\n+++ b/f\r\n@@ -1,2 +1,2 @@\r\n a\r\n-b\r\n+x\r\n", "", map[string]string{"f": "a\nx\n"}, "Patched f"},
		{"CRLF body, CRLF file", map[string]string{"f": "a\r\nb\r\n"}, "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+x\r\n", "", map[string]string{"f": "a\r\nx\r\n"}, "Patched f"},
		{"mixed file", map[string]string{"f": "a\r\nb\nc\r\n"}, "--- a/f\n+++ b/f\n@@ -2 +2,2 @@\n b\n+x\n", "", map[string]string{"f": "a\r\nb\nx\r\nc\r\n"}, "Patched f"},
		{"BOM and UTF-16", map[string]string{"f": "\xff\xfea\x00\n\x00"}, "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n", "", map[string]string{"f": "\xff\xfeb\x00\n\x00"}, "Patched f"},
		{"end of file is lost and found", map[string]string{"f": "a", "g": "a\n"},
			"--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n", "",
			map[string]string{"f": "a\n", "g": "a"}, "Patched f"},
		{"after a last line without end", map[string]string{"f": "a"}, "--- a/f\n+++ b/f\n@@ -1 +1,2 @@\n a\n+b\n", "", map[string]string{"f": "a\nb\n"}, "Patched f"},
		{"wrong line numbers", map[string]string{"f": ten}, "--- a/f\n+++ b/f\n@@ -40,3 +40,3 @@\n 4\n-5\n+five\n 6\n", "", map[string]string{"f": strings.Replace(ten, "5", "five", 1)}, "Patched f"},
		{"wrong counts", map[string]string{"f": ten}, "--- a/f\n+++ b/f\n@@ -4,1 +4,9 @@\n 4\n-5\n+five\n 6\n", "", map[string]string{"f": strings.Replace(ten, "5", "five", 1)}, "Patched f"},
		{"drifted hunks", map[string]string{"f": "x\nx\n" + ten + "1\n2\n1\n2\n"}, "--- a/f\n+++ b/f\n@@ -9,2 +9,2 @@\n 9\n-10\n+ten\n@@ -11,2 +11,2 @@\n 1\n-2\n+two\n", "",
			map[string]string{"f": "x\nx\n" + strings.Replace(ten, "10", "ten", 1) + "1\ntwo\n1\n2\n"}, "Patched f"},
		{"empty lines of context without their space", map[string]string{"f": "a\n\nb\n"}, "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n\n\n", "", map[string]string{"f": "a\n\nc\n"}, "Patched f"},
		{"text around it", map[string]string{"f": "a\n"}, "From 123 Mon\nSubject: x\n\n---\n f | 2 +-\n\ndiff --git a/f b/f\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n-- \n2.39.2\n\n", "", map[string]string{"f": "b\n"}, "Patched f"},
		{"a removed line of dashes", map[string]string{"f": "a\n- \n-- x\n"}, "--- a/f\n+++ b/f\n@@ -1,3 +1,1 @@\n a\n-- \n--- x\n", "", map[string]string{"f": "a\n"}, "Patched f"},
		{"lines that look like headers", map[string]string{"f": "a\n-- x\nb\n"}, "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n--- x\n+++ y\n b\n", "", map[string]string{"f": "a\n++ y\nb\n"}, "Patched f"},
		{"the same with wrong counts", map[string]string{"f": "a\n-- x\n"}, "--- a/f\n+++ b/f\n@@ -1,9 +1,9 @@\n a\n--- x\n+++ y\n", "", map[string]string{"f": "a\n++ y\n"}, "Patched f"},
		{"insert without context", map[string]string{"f": "a\nb\n"}, "--- a/f\n+++ b/f\n@@ -1,0 +2 @@\n+x\n", "", map[string]string{"f": "a\nx\nb\n"}, "Patched f"},
		{"a name with spaces", map[string]string{"my file": "a\n"}, "--- a/my file\t2024-01-01\n+++ b/my file\t2024-01-01\n@@ -1 +1 @@\n-a\n+b\n", "", map[string]string{"my file": "b\n"}, "Patched my file"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, c.files)
			in := input{"patch": c.patch}
			if c.path != "" {
				in["path"] = c.path
			}
			if got := d.must("patch", in); !strings.HasPrefix(got, c.says) {
				t.Errorf("it says %q, want %q", got, c.says)
			}
			for name, want := range c.want {
				if diff := cmp.Diff(want, d.get(name)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
		})
	}
}

func TestPatchRefuses(t *testing.T) {
	good := "--- a/g\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n"
	tree := map[string]string{"f": ten, "g": "a\n", "twice": "x\ny\nx\ny\n", "bin": "a\x00b"}
	for _, c := range []struct {
		name, patch, path string
		code              tools.Code
		words             []string
	}{
		{"empty", "", "", tools.PatchFailed, []string{"the patch is empty"}},
		{"blank", " \n\n", "f", tools.PatchFailed, []string{"the patch is empty"}},
		{"garbage", "hello\nworld\n", "", tools.PatchFailed, []string{"no hunks", "@@ -line,count"}},
		{"only headers", "--- a/f\n+++ b/f\n", "", tools.PatchFailed, []string{"no hunks"}},
		{"hunk without a file", "@@ -1 +1 @@\n-1\n+one\n", "", tools.PatchFailed, []string{"without file header"}},
		{"bad hunk head", "--- a/f\n+++ b/f\n@@ here @@\n-1\n+one\n", "", tools.PatchFailed, []string{"line 3 of the patch", "@@ -12,3 +12,4 @@"}},
		{"line of no hunk", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+one\nhello\n", "", tools.PatchFailed, []string{"line 6 of the patch", "start with a space"}},
		{"no change in it", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n 1\n", "", tools.PatchFailed, []string{"no changes"}},
		{"same before and after", "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+1\n", "", tools.PatchFailed, []string{"changes nothing"}},
		{"does not fit", good + "--- a/f\n+++ b/f\n@@ -2,2 +2,2 @@\n 2\n-33\n+x\n", "", tools.PatchFailed, []string{"not applied to f", "hunk 1 of 1", "does not fit", "Nothing was changed"}},
		{"fits twice", good + "--- a/twice\n+++ b/twice\n@@ -9,2 +9,2 @@\n x\n-y\n+z\n", "", tools.PatchFailed, []string{"at 2 other places (lines 1, 3)", "more context"}},
		{"hunks out of order", "--- a/f\n+++ b/f\n@@ -8 +8 @@\n-8\n+x\n@@ -2 +2 @@\n-2\n+y\n", "", tools.PatchFailed, []string{"hunk 2 of 2", "does not fit"}},
		{"adds beyond the end", "--- a/f\n+++ b/f\n@@ -99,0 +100 @@\n+x\n", "", tools.PatchFailed, []string{"after line 99", "has 10 lines"}},
		{"file is missing", good + "--- a/none\n+++ b/none\n@@ -1 +1 @@\n-a\n+b\n", "", tools.FileNotFound, []string{`"none" does not exist`, "nothing was changed"}},
		{"file is there", good + "--- /dev/null\n+++ b/f\n@@ -0,0 +1 @@\n+x\n", "", tools.PatchFailed, []string{"makes this file, but the file exists"}},
		{"removes too little", good + "--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "", tools.PatchFailed, []string{"holds more than the patch says"}},
		{"rename onto a file", "diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n", "", tools.PatchFailed, []string{"would replace this file"}},
		{"rename of nothing", "diff --git a/n b/m\nsimilarity index 100%\nrename from n\nrename to m\n", "", tools.FileNotFound, []string{`"n" does not exist`}},
		{"rename with path", "diff --git a/f b/n\nsimilarity index 100%\nrename from f\nrename to n\n", "f", tools.PatchFailed, []string{"leave path out"}},
		{"several with path", good + "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-1\n+x\n", "f", tools.PatchFailed, []string{"for 2 files"}},
		{"mode only", "diff --git a/f b/f\nold mode 100644\nnew mode 100755\n", "", tools.PatchFailed, []string{"modes are changed with bash"}},
		{"binary", "diff --git a/f b/f\nindex 1..2 100644\nBinary files a/f and b/f differ\n", "", tools.PatchFailed, []string{"binary"}},
		{"binary file", "--- a/bin\n+++ b/bin\n@@ -1 +1 @@\n-a\n+b\n", "", tools.PatchFailed, []string{"not text"}},
		{"outside", good + "--- /dev/null\n+++ b/../../out\n@@ -0,0 +1 @@\n+x\n", "", tools.InvalidPath, []string{"outside"}},
		{"absolute", good + "--- /dev/null\n+++ /etc/handrail\n@@ -0,0 +1 @@\n+x\n", "", tools.InvalidPath, []string{"outside"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, tree)
			in := input{"patch": c.patch}
			if c.path != "" {
				in["path"] = c.path
			}
			d.refused(c.code, "patch", in, c.words...)
			for name, want := range tree {
				if got := d.get(name); got != want {
					t.Errorf("%s has changed to %q", name, got)
				}
			}
			entries, err := os.ReadDir(d.space)
			if err != nil || len(entries) != len(tree) {
				t.Errorf("left over: %v, %v", entries, err)
			}
		})
	}
}

// A patch on several files is one act: what had been changed before one file
// fails is put back, also when that fails only at the last moment.
// However much of a hunk stands in a text again and again, looking for it takes steps of its length once.
func TestHunksAreFoundInTime(t *testing.T) {
	want := make([]string, 20_000)
	for i := range want {
		want[i] = "same line"
	}
	lines := splitText(strings.Repeat("same line\n", 1_000_000))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	found, err := runs(ctx, lines, want, 10)
	if err != nil || len(found) != 1_000_000-10-20_000+1 || found[0] != 10 {
		t.Errorf("found %d, %v", len(found), err)
	}
	if found, err = runs(ctx, lines, slices.Concat(want, []string{"another"}), 0); err != nil || len(found) > 0 {
		t.Errorf("found %d, %v", len(found), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = runs(gone, lines, want, 0); err == nil {
		t.Error("a cancelled call went on")
	}
}

func TestHunksAreFoundWhereTheyStand(t *testing.T) {
	for text := range 1 << 9 { // each text of nine lines a and b
		var lines []textLine
		for i := range 9 {
			lines = append(lines, textLine{text: string(rune('a' + text>>i&1)), end: "\n"})
		}
		for _, want := range [][]string{{"a"}, {"a", "b"}, {"a", "a", "b"}, {"a", "b", "a"}, {"a", "b", "a", "b", "a"}, {"b", "b", "b", "b"}} {
			var places []int
			for i := range lines {
				if i >= 2 && fits(lines, want, i) {
					places = append(places, i)
				}
			}
			if found, err := runs(t.Context(), lines, want, 2); err != nil || !slices.Equal(found, places) {
				t.Fatalf("%v in %v: found %v, want %v, %v", want, lines, found, places, err)
			}
		}
	}
}

func TestPatchIsTakenBack(t *testing.T) {
	d := newDesk(t, map[string]string{"a": "a\n", "b": "b\n", "stuck/c": "c\n"})
	inv, err := d.prepare("patch", input{"patch": "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+x\n" +
		"--- a/b\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n" +
		"--- /dev/null\n+++ b/new/deep/n\n@@ -0,0 +1 @@\n+n\n" +
		"--- a/stuck/c\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n"})
	if err != nil {
		t.Fatal(err)
	}
	d.put("stuck/c", "changed after it was shown\n")
	_, err = inv.Run(t.Context(), tools.Discard{})
	if e := tools.AsError(err); e == nil || e.Code != tools.PermissionDenied || !strings.Contains(e.Message, "stuck/c") {
		t.Errorf("Run = %v", err)
	}
	for name, want := range map[string]string{"a": "a\n", "b": "b\n", "new/deep/n": "(none)", "new": "(none)", "stuck/c": "changed after it was shown\n"} {
		if got := d.get(name); got != want {
			t.Errorf("%s holds %q, want %q", name, got, want)
		}
	}
}

func TestPatchKeepsModes(t *testing.T) {
	d := newDesk(t, map[string]string{"run.sh": "a\n", "old.sh": "a\n"})
	for _, name := range []string{"run.sh", "old.sh"} {
		if err := os.Chmod(filepath.Join(d.space, name), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	got := d.must("patch", input{"patch": "--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-a\n+b\n" +
		"diff --git a/old.sh b/moved.sh\nsimilarity index 100%\nrename from old.sh\nrename to moved.sh\n" +
		"diff --git a/new.sh b/new.sh\nnew file mode 100755\n--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1 @@\n+x\n"})
	for name, want := range map[string]os.FileMode{"run.sh": 0o750, "moved.sh": 0o750, "new.sh": 0o755} {
		info, err := os.Stat(filepath.Join(d.space, name))
		if err != nil || info.Mode().Perm()&0o750 != want&0o750 {
			t.Errorf("%s has the mode %v, %v; %s", name, info.Mode(), err, got)
		}
	}
	got = d.must("patch", input{"patch": "diff --git a/run.sh b/run.sh\nold mode 100750\nnew mode 100644\n--- a/run.sh\n+++ b/run.sh\n@@ -1 +1 @@\n-b\n+c\n"})
	if !strings.Contains(got, "its mode was left as it is") {
		t.Errorf("it says %q", got)
	}
}

func TestPatchPreview(t *testing.T) {
	d := newDesk(t, map[string]string{"f": ten, "g": "a\n", "h": "h\n"})
	inv, err := d.prepare("patch", input{"patch": "--- a/f\n+++ b/f\n@@ -99 +99 @@\n-5\n+five\n--- a/g\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n" +
		"diff --git a/h b/i\nsimilarity index 100%\nrename from h\nrename to i\n"})
	if err != nil {
		t.Fatal(err)
	}
	p := inv.Preview()
	want := "--- a/f\n+++ b/f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n" +
		"--- a/g\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n--- a/h\n+++ /dev/null\n@@ -1 +0,0 @@\n-h\nrename from h\nrename to i\n--- /dev/null\n+++ b/i\n@@ -0,0 +1 @@\n+h\n"
	if diff := cmp.Diff(want, p.Detail); diff != "" {
		t.Errorf("detail (-want +got):\n%s", diff)
	}
	at := func(name string) string { return filepath.Join(d.space, name) }
	effects := []tools.Effect{
		{Kind: tools.EffectWrite, Target: at("f")}, {Kind: tools.EffectDelete, Target: at("g")},
		{Kind: tools.EffectDelete, Target: at("h")}, {Kind: tools.EffectWrite, Target: at("i")},
	}
	if diff := cmp.Diff(effects, p.Effects); diff != "" || p.Title != "Patch 4 files" {
		t.Errorf("title %q, effects (-want +got):\n%s", p.Title, diff)
	}
}

// Who patched a file without reading it must still read it before writing it
// whole; who had read it need not read it again.
func TestPatchAndReadBeforeWrite(t *testing.T) {
	d := newDesk(t, map[string]string{"f": ten, "g": ten})
	d.must("read", input{"path": "g"})
	for _, name := range []string{"f", "g"} {
		d.must("patch", input{"path": name, "patch": "@@ -5 +5 @@\n-5\n+five\n"})
	}
	d.refused(tools.PermissionDenied, "write", input{"path": "f", "content": "x"}, "has not been read")
	d.must("write", input{"path": "g", "content": "x"})
	d.must("patch", input{"patch": "--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n"})
	d.must("write", input{"path": "new", "content": "y"})
}

func TestPatchTotalLimit(t *testing.T) {
	patch := "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1234\n+5678\n--- a/b\n+++ b/b\n@@ -1 +1 @@\n-1234\n+5678\n"
	for limit, ok := range map[int64]bool{19: false, 20: true, 21: true} {
		d := newDesk(t, map[string]string{"a": "1234\n", "b": "1234\n"}, func(l *limits) { l.patchSize = limit })
		if ok {
			d.must("patch", input{"patch": patch})
		} else {
			d.refused(tools.TooLarge, "patch", input{"patch": patch}, "20 bytes together; at most 19")
		}
	}
}

// A patch made from two texts turns one into the other, whatever they are.
func FuzzPatchRoundTrip(f *testing.F) {
	f.Add("a\nb\nc\n", "a\nx\nc\n")
	f.Add("", "a")
	f.Add("a", "")
	f.Add("a\nb", "a\nb\n")
	f.Add(ten, strings.Replace(ten, "5", "- \n-- \n--- a\n+++ b", 1))
	f.Add("@@ -1 +1 @@\n", "diff --git a/f b/f\n")
	f.Add("\n\n\n", "\n")
	f.Add("-- x\n", "++ y\n")
	f.Add("-- x\n"+ten+ten, "++ y\n"+ten+ten+"x")
	f.Add("a\n- \n-- 2\n", "a\n")
	f.Fuzz(func(t *testing.T, old, new string) {
		if strings.Contains(old+new, "\r") || old == new {
			return // line ends are kept as they are in the file, by design
		}
		patch := unified("a/f", "b/f", old, new)
		sections, err := parsePatch(patch, false)
		if err != nil || len(sections) != 1 {
			t.Fatalf("%d sections, %v\n%s", len(sections), err, patch)
		}
		got, err := applyHunks(t.Context(), old, sections[0].TextFragments)
		if err != nil || got != new {
			t.Errorf("%v: got %q, want %q by\n%s", err, got, new, patch)
		}
	})
}
