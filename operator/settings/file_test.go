package settings

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"handrail/internal/lockfile"
)

func TestSettingsKeepWhatTheyDoNotKnow(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	raw := `{"models":{"default":"a/b","future":1},"tools":{"web_search":{"endpoint":"x"}},"surprise":[1,2],"per_space":{"/p":{"mode":"ask"},"/q":{"mode":"ask","network":["registry"]}}}`
	if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	f := Open(path)
	s, warnings, err := f.Load()
	if err != nil || s.Models.Default != "a/b" {
		t.Fatalf("got %+v, %v", s, err)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], `"surprise"`) {
		t.Errorf("warnings are %q", warnings)
	}
	if _, err := f.Update(func(s *Settings) error {
		s.Theme = "dark"
		s.Models.Default = ""
		delete(s.PerSpace, "/p")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"models":{"future":1},"tools":{"web_search":{"endpoint":"x"}},"surprise":[1,2],"per_space":{"/q":{"mode":"ask","network":["registry"]}},"theme":"dark"}`
	if string(got) != want {
		t.Errorf("it became\n%s, want\n%s", got, want)
	}
}

func TestBrokenSettingsAreNeverOverwritten(t *testing.T) {
	for name, tt := range map[string]struct{ raw, where string }{
		"a missing comma": {"{\n  \"theme\": \"dark\"\n  \"mode\": \"ask\"\n}", "line 3, column"},
		"a wrong type":    {"{\n  \"spaces\": \"x\"\n}", "line 2, column"},
		"not an object":   {"[]", "line 1"},
		"cut short":       {"{\"theme\":", "line 1"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "settings.json")
			if err := os.WriteFile(path, []byte(tt.raw), 0o600); err != nil {
				t.Fatal(err)
			}
			f := Open(path)
			_, err := f.Update(func(s *Settings) error { s.Theme = "light"; return nil })
			if err == nil || !strings.Contains(err.Error(), tt.where) || !strings.Contains(err.Error(), path) {
				t.Errorf("the error is %v, want the file and %q", err, tt.where)
			}
			if got, _ := os.ReadFile(path); string(got) != tt.raw {
				t.Errorf("the file became %q", got)
			}
		})
	}
}

func TestMissingAndEmptySettings(t *testing.T) {
	f := Open(filepath.Join(t.TempDir(), "settings.json"))
	for range 2 {
		s, warnings, err := f.Load()
		if err != nil || len(warnings) != 0 || len(s.Spaces) != 0 {
			t.Errorf("got %+v, %q, %v", s, warnings, err)
		}
		if err := os.WriteFile(f.path, []byte(" \n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// What follows the file, such as the spaces that are open, is not told of a change that is none.
func TestAnUpdateThatChangesNothing(t *testing.T) {
	f := Open(filepath.Join(t.TempDir(), "settings.json"))
	list := func(s *Settings) error { s.Spaces = []string{"/a"}; return nil }
	if _, err := f.Update(list); err != nil {
		t.Fatal(err)
	}
	was := f.Info()
	if s, err := f.Update(list); err != nil || len(s.Spaces) != 1 {
		t.Fatalf("%v, %v", s, err)
	}
	if !SameInfo(was, f.Info()) {
		t.Error("the file was written again")
	}
	if _, err := f.Update(func(s *Settings) error { s.Spaces = nil; return nil }); err != nil {
		t.Fatal(err)
	}
	if SameInfo(was, f.Info()) {
		t.Error("a change was not written")
	}
}

// A file that another program has emptied in order to write it is not read as one in which nothing is set: its rules would be lost
// in between.
func TestSettingsThatAreBeingWritten(t *testing.T) {
	f := Open(filepath.Join(t.TempDir(), "settings.json"))
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(f.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("")
	if _, _, err := f.Load(); err == nil || !strings.Contains(err.Error(), "is empty") || !strings.Contains(err.Error(), f.path) {
		t.Errorf("an empty file: %v", err)
	}
	if err := f.SetTheme("dark"); err == nil {
		t.Error("a file that is being written was changed")
	}
	if raw, err := os.ReadFile(f.path); err != nil || len(raw) > 0 {
		t.Errorf("it holds %q, %v", raw, err)
	}
	looks := make(chan error)
	go func() {
		s, _, err := f.Load()
		if err == nil && s.Language != "de" {
			err = errors.New("it read an empty file")
		}
		looks <- err
	}()
	time.Sleep(emptyPause)
	write(`{"language":"de"}`)
	if err := <-looks; err != nil && !strings.Contains(err.Error(), "is empty") { // a machine that is busy may come too late
		t.Error(err)
	}
	if s, _, err := f.Load(); err != nil || s.Language != "de" {
		t.Errorf("%+v, %v", s, err)
	}
}

// Who reads the settings never waits for a change that waits for another program.
func TestReadingWaitsForNoChange(t *testing.T) {
	f := Open(filepath.Join(t.TempDir(), "settings.json"))
	if _, err := f.Update(func(s *Settings) error { s.Theme = "dark"; return nil }); err != nil {
		t.Fatal(err)
	}
	lock, err := lockfile.Try(f.Path() + ".lock")
	if err != nil || lock == nil {
		t.Fatalf("the lock of the settings: %v, %v", lock, err)
	}
	started, changed := make(chan struct{}), make(chan error, 1)
	go func() {
		close(started)
		_, err := f.Update(func(s *Settings) error { s.Theme = "light"; return nil })
		changed <- err
	}()
	<-started
	for range 1000 { // a reader that waits has the change give up, which fails it
		if s, _, err := f.Load(); err != nil || s.Theme != "dark" {
			t.Fatalf("%+v, %v", s.Theme, err)
		}
		runtime.Gosched()
	}
	lock.Release()
	if err := <-changed; err != nil {
		t.Error(err)
	}
}

// Servers are set as most programs write them. What is not said has its default.
func TestServersAsTheyAreWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "settings.json")
	raw := `{
"tools": {
"mcp_servers": {
"my_server": {
"command": "npx",
"args": ["-y", "my-mcp-server"],
"internal_only": false
},
"usual": {"command": "uvx", "env": {"LEVEL": "2"}},
"remote": {"url": "https://example.com/mcp", "command": ""},
"nothing": {}
}
}
}`
	if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	s, warnings, err := Open(path).Load()
	if err != nil || len(warnings) > 0 {
		t.Fatalf("%v, %q", err, warnings)
	}
	own, usual, remote, nothing := s.Tools.Servers["my_server"], s.Tools.Servers["usual"], s.Tools.Servers["remote"], s.Tools.Servers["nothing"]
	if own.Command != "npx" || strings.Join(own.Args, "|") != "-y|my-mcp-server" || own.IsInternal() || own.URL != "" || len(own.Env) > 0 || own.Problem("my_server") != "" {
		t.Errorf("as it stands in the example: %+v, %q", own, own.Problem("my_server"))
	}
	if !usual.IsInternal() || len(usual.Args) > 0 || usual.Env["LEVEL"] != "2" || usual.Problem("usual") != "" {
		t.Errorf("with what is left out: %+v, %q", usual, usual.Problem("usual"))
	}
	if remote.URL != "https://example.com/mcp" || remote.Command != "" || !remote.IsInternal() || remote.Problem("remote") != "" {
		t.Errorf("at a url: %+v, %q", remote, remote.Problem("remote"))
	}
	if nothing.Problem("nothing") == "" {
		t.Error("a server of nothing has no problem")
	}
}
