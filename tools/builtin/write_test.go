package builtin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/confine"
	"handrail/tools"
)

func TestWrite(t *testing.T) {
	d := newDesk(t, map[string]string{"old.txt": "old\n"})
	got := d.must("write", input{"path": "a/b/new.txt", "content": "one\ntwo"})
	if want := "Created a/b/new.txt: 7 bytes, 2 lines, SHA-256 " + confine.StateOf([]byte("one\ntwo")).SHA256; got != want {
		t.Errorf("result %q, want %q", got, want)
	}
	if got := d.get("a/b/new.txt"); got != "one\ntwo" {
		t.Errorf("the file holds %q", got)
	}
	// What was just written is known: it may be written again, and edited.
	if got := d.must("write", input{"path": "a/b/new.txt", "content": ""}); !strings.HasPrefix(got, "Wrote a/b/new.txt: 0 bytes, 0 lines") {
		t.Errorf("result %q", got)
	}
	d.must("write", input{"path": "a/b/new.txt", "content": "x"})
	d.must("edit", input{"path": "a/b/new.txt", "old_string": "x", "new_string": "y"})
	d.must("write", input{"path": "a/b/new.txt", "content": "\ufeffline\r\n"})
	if got := d.get("a/b/new.txt"); got != "\ufeffline\r\n" {
		t.Errorf("content is not taken as it is: %q", got)
	}
}

func TestReadBeforeWrite(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "old\n"})
	write := input{"path": "f", "content": "new\n"}
	d.refused(tools.PermissionDenied, "write", write, "f exists and has not been read in this session", "read it first")
	d.refused(tools.PermissionDenied, "edit", input{"path": "f", "old_string": "old", "new_string": "new"}, "read it first")

	d.must("read", input{"path": "./f"})
	d.put("f", "changed by someone else\n")
	d.refused(tools.PermissionDenied, "write", write, "has changed since it was last read", "read it again")
	d.put("f", "odd\n") // same size, other content
	d.refused(tools.PermissionDenied, "write", write, "has changed")
	d.put("f", "old\n") // as it was read
	d.must("write", write)

	// Another session has not read it.
	d.files.reads.End("s")
	d.refused(tools.PermissionDenied, "write", write, "has not been read")
	if d.get("f") != "new\n" {
		t.Errorf("the file holds %q", d.get("f"))
	}
}

// A dialog may stand for minutes: what was true when the act was settled is
// looked at again when it runs (docs/spec/05-built-in-tools.md).
func TestChangeBetweenPrepareAndRun(t *testing.T) {
	for _, c := range []struct {
		name, before, between string
		tool                  string
		in                    input
	}{
		{"write over a changed file", "old", "theirs", "write", input{"path": "d/f", "content": "mine"}},
		{"write over a deleted file", "old", "(none)", "write", input{"path": "d/f", "content": "mine"}},
		{"create a file that has come", "(none)", "theirs", "write", input{"path": "d/f", "content": "mine"}},
		{"edit a changed file", "old", "old and more", "edit", input{"path": "d/f", "old_string": "old", "new_string": "mine"}},
		{"patch a changed file", "old\n", "old\nmore\n", "patch", input{"patch": "--- a/d/f\n+++ b/d/f\n@@ -1 +1 @@\n-old\n+mine\n"}},
		{"remove a changed file", "old\n", "more\n", "patch", input{"patch": "--- a/d/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, nil)
			if c.before != "(none)" {
				d.put("d/f", c.before)
				d.must("read", input{"path": "d/f"})
			}
			inv, err := d.prepare(c.tool, c.in)
			if err != nil {
				t.Fatal(err)
			}
			if c.between == "(none)" {
				if err := os.Remove(filepath.Join(d.space, "d/f")); err != nil {
					t.Fatal(err)
				}
			} else {
				d.put("d/f", c.between)
			}
			_, err = inv.Run(t.Context(), tools.Discard{})
			if e := tools.AsError(err); e == nil || e.Code != tools.PermissionDenied || !strings.Contains(e.Message, "read it again") {
				t.Errorf("Run = %v", err)
			}
			if got := d.get("d/f"); got != c.between {
				t.Errorf("the file holds %q, want %q", got, c.between)
			}
		})
	}
}

func TestWriteLimits(t *testing.T) {
	d := newDesk(t, nil, func(l *limits) { l.fileSize = 10 })
	for size, ok := range map[int]bool{9: true, 10: true, 11: false} {
		in := input{"path": "f", "content": strings.Repeat("x", size)}
		if ok {
			d.must("write", in)
		} else {
			d.refused(tools.TooLarge, "write", in, "11 bytes; at most 10")
		}
	}
	d.put("g", "1234567890")
	d.must("read", input{"path": "g"})
	d.refused(tools.TooLarge, "edit", input{"path": "g", "old_string": "1", "new_string": "12"}, "11 bytes; at most 10")
	d.refused(tools.TooLarge, "patch", input{"path": "f", "patch": "@@ -0,0 +1 @@\n+12345678901\n"}, "at most 10")
	d.put("g", "12345678901")
	d.refused(tools.TooLarge, "edit", input{"path": "g", "old_string": "1", "new_string": ""}, "at most 10")

	slow := newDesk(t, map[string]string{"f": "old"}, func(l *limits) { l.fileTime = 1 })
	slow.refused(tools.Timeout, "write", input{"path": "new", "content": "x"}, "longer than 1ns")
	if slow.get("new") != "(none)" {
		t.Error("a write that was stopped has left a file")
	}
}

// The time of Run is limited as well as that of Prepare.
func TestRunOutOfTime(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "old"})
	d.must("read", input{"path": "f"})
	inv, err := d.prepare("write", input{"path": "f", "content": "new"})
	if err != nil {
		t.Fatal(err)
	}
	d.files.limits.fileTime = 1
	if _, err := inv.Run(t.Context(), tools.Discard{}); tools.AsError(err) == nil || tools.AsError(err).Code != tools.Timeout {
		t.Errorf("Run = %v", err)
	}
	if d.get("f") != "old" {
		t.Errorf("the file holds %q", d.get("f"))
	}
	entries, err := os.ReadDir(d.space)
	if err != nil || len(entries) != 1 {
		t.Errorf("left over: %v, %v", entries, err)
	}
}

func TestSensitiveFilesAsk(t *testing.T) {
	d := newDesk(t, map[string]string{".env": "KEY=1\n", "a.txt": "a\n"})
	for _, name := range []string{".env", "a.txt"} {
		d.must("read", input{"path": name})
	}
	asks := func(tool string, in input) bool {
		t.Helper()
		inv, err := d.prepare(tool, in)
		if err != nil {
			t.Fatalf("%s %v: %v", tool, in, err)
		}
		p := inv.Preview()
		if p.Confirm != (p.Reason != "") {
			t.Errorf("%v: confirm is %v with the reason %q", in, p.Confirm, p.Reason)
		}
		return p.Confirm
	}
	for _, name := range []string{
		".env", ".env.local", "sub/.env.production", "credentials.json", "server.pem", "id_rsa", "id_ed25519", ".netrc", "deep/.npmrc", ".pypirc", ".ENV",
	} {
		if !asks("write", input{"path": name, "content": "x"}) {
			t.Errorf("writing %s does not ask", name)
		}
	}
	for _, name := range []string{"a.txt", ".env.example", "environment.ts", "id_rsa.pub", "sub/.envelope"} {
		if asks("write", input{"path": name, "content": "x"}) {
			t.Errorf("writing %s asks", name)
		}
	}
	if !asks("edit", input{"path": ".env", "old_string": "1", "new_string": "2"}) {
		t.Error("editing .env does not ask")
	}
	if !asks("patch", input{"patch": "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-KEY=1\n+KEY=2\n"}) {
		t.Error("patching .env beside another file does not ask")
	}
	if asks("read", input{"path": ".env"}) {
		t.Error("reading asks: that is the guard's to decide")
	}
	// A link does not hide what is behind it.
	if err := os.Symlink(".env", filepath.Join(d.space, "harmless.txt")); err != nil {
		t.Fatal(err)
	}
	if !asks("write", input{"path": "harmless.txt", "content": "x"}) {
		t.Error("writing .env through a link does not ask")
	}
}

func TestWritePreview(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "one\ntwo\n"})
	d.must("read", input{"path": "f"})
	show := func(tool string, in input) tools.Preview {
		t.Helper()
		inv, err := d.prepare(tool, in)
		if err != nil {
			t.Fatal(err)
		}
		return inv.Preview()
	}
	p := show("write", input{"path": "f", "content": "one\nthree\n"})
	if want := "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n"; p.Detail != want || p.Title != "Write f" {
		t.Errorf("title %q, detail:\n%s", p.Title, p.Detail)
	}
	if len(p.Effects) != 1 || p.Effects[0] != (tools.Effect{Kind: tools.EffectWrite, Target: filepath.Join(d.space, "f")}) {
		t.Errorf("effects %v", p.Effects)
	}
	p = show("write", input{"path": "n/ew", "content": "x"})
	if want := "--- /dev/null\n+++ b/n/ew\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n"; p.Detail != want || p.Title != "Create n/ew" {
		t.Errorf("title %q, detail:\n%s", p.Title, p.Detail)
	}
	if p := show("write", input{"path": "f", "content": "one\ntwo\n"}); !strings.Contains(p.Detail, "no difference") {
		t.Errorf("same content shows %q", p.Detail)
	}
	d.put("p.gif", "GIF89a\x00\x01")
	d.must("read", input{"path": "p.gif"})
	if p := show("write", input{"path": "p.gif", "content": "text"}); !strings.Contains(p.Detail, "binary content") {
		t.Errorf("binary content shows %q", p.Detail)
	}
	if p := show("write", input{"path": "f", "content": strings.Repeat("line\n", 300_000)}); !strings.Contains(p.Detail, "too large to show") || !strings.Contains(p.Detail, "1500000 bytes") {
		t.Errorf("large content shows %.200q", p.Detail)
	}
	// A file read in another state, or written differently, is another act.
	one, two := show("write", input{"path": "f", "content": "1"}), show("write", input{"path": "f", "content": "2"})
	if one.Digest == two.Digest {
		t.Error("two contents have one digest")
	}
	d.put("f", "changed")
	d.must("read", input{"path": "f"})
	if again := show("write", input{"path": "f", "content": "1"}); again.Digest == one.Digest {
		t.Error("another state of the file has the same digest")
	}
}

func TestUnified(t *testing.T) {
	many := strings.Repeat("same\n", 1000)
	for _, c := range []struct{ old, new, want string }{
		{"", "", ""},
		{"a\n", "a\n", ""},
		{"a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"},
		{"a\n", "a\nb\n", "@@ -1 +1,2 @@\n a\n+b\n"},
		{"a\na\n", "a\n", "@@ -1,2 +1 @@\n a\n-a\n"},
		{"a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{many + "x\n" + many, many + "y\n" + many, "@@ -998,7 +998,7 @@\n same\n same\n same\n-x\n+y\n same\n same\n same\n"},
	} {
		got := unified("o", "n", c.old, c.new)
		if c.want != "" {
			c.want = "--- o\n+++ n\n" + c.want
		}
		if got != c.want {
			t.Errorf("unified(%.20q, %.20q) =\n%s\nwant\n%s", c.old, c.new, got, c.want)
		}
	}
}

func TestWriteBadPlaces(t *testing.T) {
	d := newDesk(t, map[string]string{"dir/": "", "file": "x"})
	d.refused(tools.ExecutionFailed, "write", input{"path": "dir", "content": "x"}, "is a folder")
	d.refused(tools.FileNotFound, "write", input{"path": "file/x", "content": "x"}, "a part of that path is a file")
	d.refused(tools.InvalidPath, "write", input{"path": "../x", "content": "x"})
	d.refused(tools.InvalidPath, "write", input{"path": "nope/../../out/x", "content": "x"})
	d.refused(tools.InvalidPath, "write", input{"path": "/tmp/handrail-outside", "content": "x"})
	locked := filepath.Join(d.space, "locked")
	if err := os.WriteFile(locked, []byte("x"), 0o444); err != nil {
		t.Fatal(err)
	}
	d.must("read", input{"path": "locked"})
	d.refused(tools.PermissionDenied, "write", input{"path": "locked", "content": "y"}, "read-only", "ask the person")
	if err := os.Symlink("/etc", filepath.Join(d.space, "etc")); err != nil {
		t.Fatal(err)
	}
	d.refused(tools.InvalidPath, "write", input{"path": "etc/handrail", "content": "x"})
}

func TestDeletedSpace(t *testing.T) {
	d := newDesk(t, map[string]string{"f": "x\n"})
	d.must("read", input{"path": "f"})
	if err := os.RemoveAll(d.space); err != nil {
		t.Fatal(err)
	}
	for tool, in := range map[string]input{
		"read": {"path": "f"}, "write": {"path": "f", "content": "y"}, "edit": {"path": "f", "old_string": "x", "new_string": "y"},
		"patch": {"patch": "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n"}, "glob": {"pattern": "**"}, "grep": {"pattern": "x"}, "listdir": {"path": "."},
	} {
		d.refused(tools.Unavailable, tool, in, "can no longer be reached", "put the folder back")
	}
	if _, err := os.Lstat(d.space); err == nil {
		t.Error("a tool has made the space's folder anew")
	}
}
