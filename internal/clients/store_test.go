package clients

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// connected is a machine with Cursor and our entry in its file.
func connected(t *testing.T, before string) (Place, Backups, Change) {
	t.Helper()
	w := world(t, "linux")
	write(t, filepath.Join(w.Home, ".cursor", "mcp.json"), before)
	p, ok := Main(w, "cursor")
	if !ok {
		t.Fatal("Cursor is not known")
	}
	b := Backups{Dir: filepath.Join(w.Home, "data", "programs")}
	c, err := Connect(p, ourEntry())
	if err != nil {
		t.Fatal(err)
	}
	return p, b, c
}

func apply(t *testing.T, b Backups, c Change, n int) Applied {
	t.Helper()
	done, err := b.Apply(c, time.Unix(int64(n), 0))
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func text(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Connecting keeps a backup and the file's mode; undoing puts every byte back.
func TestConnectAndUndo(t *testing.T) {
	const before = bom + "{\r\n\t\"mcpServers\": {} // mine\r\n}"
	p, b, c := connected(t, before)
	if runtime.GOOS != "windows" {
		if err := os.Chmod(p.File, 0o640); err != nil {
			t.Fatal(err)
		}
		var err error
		if c, err = Connect(p, ourEntry()); err != nil {
			t.Fatal(err)
		}
	}
	if st := StateOf(p); st.Connected {
		t.Error("connected before it was")
	}
	done := apply(t, b, c, 1)
	if got := text(t, done.Backup); got != before {
		t.Errorf("the backup is %q", got)
	}
	info, err := os.Stat(p.File)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("the file's mode is %v, %v", info.Mode(), err)
	}
	if st := StateOf(p); !st.Connected || st.Entry != ourEntry() {
		t.Errorf("state %+v", st)
	}
	if again, err := Connect(p, ourEntry()); err != nil || !again.Nothing() || again.Difference != "" {
		t.Errorf("a second time: %+v, %v", again.Difference, err)
	}
	if _, ok := b.Last(p); !ok {
		t.Error("nothing to undo")
	}
	u, err := b.Undo(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Revert(u); err != nil {
		t.Fatal(err)
	}
	if got := text(t, p.File); got != before {
		t.Errorf("undone to %q", got)
	}
	if _, ok := b.Last(p); ok {
		t.Error("it can be undone twice")
	}
	if _, err := b.Undo(p); err == nil || !strings.Contains(err.Error(), "no change") {
		t.Errorf("undo of nothing: %v", err)
	}
}

// A file that was not there is taken away again; Disconnect leaves it.
func TestMadeFile(t *testing.T) {
	w := world(t, "linux")
	p, _ := Main(w, "vscode")
	b := Backups{Dir: filepath.Join(w.Home, "data")}
	if _, err := Connect(p, ourEntry()); err == nil || !strings.Contains(err.Error(), "not seem to be on this machine") {
		t.Fatalf("a program that is not here: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(w.Config, "Code"), 0o755); err != nil {
		t.Fatal(err)
	}
	c, err := Connect(p, ourEntry())
	if err != nil || !c.Made {
		t.Fatalf("%+v, %v", c, err)
	}
	if done := apply(t, b, c, 1); done.Backup != "" {
		t.Errorf("a backup of nothing: %s", done.Backup)
	}
	if got := text(t, p.File); !strings.Contains(got, `"servers"`) || !strings.Contains(got, `"type": "stdio"`) {
		t.Errorf("VS Code's file is %s", got)
	}
	u, err := b.Undo(p)
	if err != nil || !u.Gone {
		t.Fatalf("%+v, %v", u, err)
	}
	if err := b.Revert(u); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(p.File); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

// What somebody else writes meanwhile is never overwritten.
func TestChangedMeanwhile(t *testing.T) {
	p, b, c := connected(t, `{"a": 1}`)
	write(t, p.File, `{"a": 2}`)
	var changed *ChangedError
	if _, err := b.Apply(c, time.Unix(1, 0)); !errors.As(err, &changed) || !strings.Contains(changed.Difference, `+{"a": 2}`) {
		t.Fatalf("error %v", err)
	}
	if got := text(t, p.File); got != `{"a": 2}` {
		t.Errorf("the file is %s", got)
	}
	if _, ok := b.Last(p); ok {
		t.Error("a change that was not made can be undone")
	}
	c, err := Connect(p, ourEntry())
	if err != nil {
		t.Fatal(err)
	}
	apply(t, b, c, 2)
	write(t, p.File, strings.Replace(text(t, p.File), `"a": 2`, `"a": 3`, 1))
	if _, err := b.Undo(p); !errors.As(err, &changed) || !strings.Contains(changed.Difference, `"a": 3`) {
		t.Fatalf("undo of a file that changed: %v", err)
	}
	d, err := b.Disconnect(p)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, b, d, 3)
	if got := text(t, p.File); got != `{"a": 3, "mcpServers": {}}` {
		t.Errorf("disconnected: %s", got)
	}
}

// Disconnect puts back every byte of a file that nobody else has changed.
func TestDisconnectExactly(t *testing.T) {
	const before = "{\n  \"theme\": 1,\n}"
	p, b, c := connected(t, before)
	apply(t, b, c, 1)
	d, err := b.Disconnect(p)
	if err != nil {
		t.Fatal(err)
	}
	apply(t, b, d, 2)
	if got := text(t, p.File); got != before {
		t.Errorf("disconnected: %q", got)
	}
	if d, err := b.Disconnect(p); err != nil || !d.Nothing() {
		t.Errorf("a second time: %s, %v", d.Difference, err)
	}
}

// The last ten changes of a program are kept, and no other program's are lost.
func TestBackupsAreFew(t *testing.T) {
	p, b, _ := connected(t, `{}`)
	write(t, filepath.Join(b.Dir, "cursor-insiders-x.json"), "{}")
	for i := range 15 {
		write(t, p.File, fmt.Sprintf(`{"n": %d}`, i))
		c, err := Connect(p, ourEntry())
		if err != nil {
			t.Fatal(err)
		}
		apply(t, b, c, i)
	}
	entries, err := os.ReadDir(b.Dir)
	if err != nil || len(entries) != 2*keptBackups+1 {
		t.Errorf("%d files are kept, %v", len(entries), err)
	}
	u, err := b.Undo(p)
	if err != nil || string(u.after.text) != `{"n": 14}` {
		t.Errorf("undo leads to %s, %v", u.after.text, err)
	}
}

// Links are followed, and stay links.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a right of their own there")
	}
	p, b, _ := connected(t, `{}`)
	real := filepath.Join(filepath.Dir(filepath.Dir(p.File)), "dotfiles", "cursor.json")
	write(t, real, `{"mcpServers": {"a": {"command": "x"}}}`)
	if err := errors.Join(os.Remove(p.File), os.Symlink(real, p.File)); err != nil {
		t.Fatal(err)
	}
	c, err := Connect(p, ourEntry())
	if err != nil || c.Real != real {
		t.Fatalf("it would write %s, %v", c.Real, err)
	}
	apply(t, b, c, 1)
	if info, err := os.Lstat(p.File); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if got := text(t, real); !strings.Contains(got, "handrail") {
		t.Errorf("the file is %s", got)
	}
	if err := os.Remove(real); err != nil {
		t.Fatal(err)
	}
	if _, err := Connect(p, ourEntry()); err == nil || !strings.Contains(err.Error(), "leads nowhere") {
		t.Errorf("a link that leads nowhere: %v", err)
	}
}

// Files that are none, or too many bytes, or no text, are refused before they are
// read.
func TestOddFiles(t *testing.T) {
	tests := map[string]struct {
		make func(t *testing.T, file string)
		want string
	}{
		"folder": {func(t *testing.T, file string) { write(t, filepath.Join(file, "x"), "") }, "not a regular file"},
		"large":  {func(t *testing.T, file string) { write(t, file, "{"+strings.Repeat(" ", MaxFile)+"}") }, "more than 4 MB"},
		"utf-16": {func(t *testing.T, file string) { write(t, file, "\xff\xfe{\x00}\x00") }, "UTF-16"},
		"bytes":  {func(t *testing.T, file string) { write(t, file, "{\n\"a\": \"\xff\"}") }, ":2:7: it is not valid UTF-8"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			w := world(t, "linux")
			tt.make(t, filepath.Join(w.Home, ".cursor", "mcp.json"))
			files := Find(w)
			if len(files) != 1 || files[0].Err == nil || !strings.Contains(files[0].Err.Error(), tt.want) {
				t.Errorf("found %+v", files)
			}
		})
	}
}

// Ten thousand servers are read at once, and only so many are kept.
func TestManyServers(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"mcpServers": {`)
	for i := range 10000 {
		if i > 0 {
			b.WriteString(",\n")
		}
		fmt.Fprintf(&b, `"s%d": {"command": "x"}`, i)
	}
	b.WriteString("}}")
	w := world(t, "linux")
	write(t, filepath.Join(w.Home, ".cursor", "mcp.json"), b.String())
	files := Find(w)
	if len(files) != 1 || len(files[0].Servers) != MaxServers || files[0].Servers[999].Line != 1000 || len(files[0].Notes) != 1 {
		t.Errorf("found %d files", len(files))
	}
	p, _ := Main(w, "cursor")
	if c, err := Connect(p, ourEntry()); err != nil || strings.Count(c.Difference, "\n+") > 10 {
		t.Errorf("it changes\n%.500s\n%v", c.Difference, err)
	}
}

// Pasted texts are of any shape, whole or cut out.
func TestReadText(t *testing.T) {
	tests := map[string]string{
		`{"mcpServers": {"a": {"command": "x"}}}`:                      "a x",
		`{"servers": {"a": {"type": "http", "url": "https://e.com"}}}`: "a https://e.com",
		`{"a": {"command": "x"}}`:                                      "a x",
		`"a": {"command": "x"},`:                                       "a x",
		`{"command": "x", "args": ["y"]}`:                              "server x",
		"[mcp_servers.a]\ncommand = 'x'":                               "a x",
		`{"mcp": {"servers": {"a": {"command": "x"}}}}`:                "a x",
		`{"a": 1}`: "a refused",
		`{"a": `:   "error",
		``:         "",
	}
	for pasted, want := range tests {
		f := ReadText(World{}, "the text", []byte(pasted))
		var got []string
		for _, s := range f.Servers {
			what := s.Command + s.URL
			if s.Refused != "" {
				what = "refused"
			}
			got = append(got, s.Name+" "+what)
		}
		if f.Err != nil {
			got = append(got, "error")
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s (%v)", pasted, got, want, f.Err)
		}
	}
}
