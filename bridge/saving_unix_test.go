//go:build unix && !darwin

package bridge

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/bridge/bridgetest"
	"handrail/tools"
)

func TestSaveDialog(t *testing.T) {
	screen := bridgetest.Start(t)
	space := t.TempDir()
	old := filepath.Join(space, "old %s|.txt")
	if err := os.WriteFile(old, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, input string
		act         func(*bridgetest.Screen)
		want        Placed
	}{
		{
			"a new file, of the name that the agent proposed", `{"title":"Save <b>it</b>","name":"new & <b>.txt"}`,
			func(s *bridgetest.Screen) { s.Press("Return") },
			Placed{Path: filepath.Join(space, "new & <b>.txt")},
		},
		{
			"another name", `{"title":"Save it","name":"new.txt"}`,
			func(s *bridgetest.Screen) { s.Press("ctrl+a"); s.Type("mine.txt"); s.Press("Return") },
			Placed{Path: filepath.Join(space, "mine.txt")},
		},
		{
			"a file that is there, which the dialog asks about", `{"title":"Save it","name":"old %s|.txt"}`,
			func(s *bridgetest.Screen) {
				id := s.Window("Save it")
				s.Press("Return")
				if !bridgetest.Eventually(func() bool { now, ok := s.Focused(""); return ok && now != id }) { // it has no title
					s.Fatalf("nothing asks whether the file may be replaced")
				}
				s.Press("Return")
			},
			Placed{Path: old, Exists: true},
		},
		{
			"cancelled", `{"title":"Save it","name":"new.txt"}`,
			func(s *bridgetest.Screen) { s.Press("Escape") },
			Placed{Cancelled: true, Reason: "the person chose no place"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			var granted []string
			source, err := NewSource(SourceConfig{
				Dialogs: New(Config{Env: screen.Env()}), Within: nowhere, Secrets: noSecrets{},
				Grant: func(_ tools.Call, path string, change bool) error {
					granted = append(granted, path)
					if !change {
						t.Error("what is to be saved may not be written")
					}
					return nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			done := run(t, source, architect(space), "show_save_dialog", test.input)
			screen.Window(`The agent "architect" asks for one file to write in this chat: Save`)
			screen.Picture(t.ArtifactDir() + "/save.png")
			test.act(screen)
			var got Placed
			if err := json.Unmarshal([]byte(content(t, screen, done)), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			if want := slices.DeleteFunc([]string{test.want.Path}, func(p string) bool { return p == "" }); !slices.Equal(granted, want) {
				t.Errorf("granted %q, want %q", granted, want)
			}
		})
	}
	if text, err := os.ReadFile(old); err != nil || string(text) != "old" {
		t.Errorf("the dialog changed the file: %q, %v", text, err)
	}
}

func TestSaveDialogThatMayNotGrant(t *testing.T) {
	screen := bridgetest.Start(t)
	space := t.TempDir()
	source, err := NewSource(SourceConfig{
		Dialogs: New(Config{Env: screen.Env()}), Within: nowhere, Secrets: noSecrets{},
		Grant: func(tools.Call, string, bool) error { return errors.New("it lies where settings are") },
	})
	if err != nil {
		t.Fatal(err)
	}
	done := run(t, source, architect(space), "show_save_dialog", `{"title":"Save it","name":"x.txt"}`)
	screen.Window("Save it")
	screen.Press("Return")
	if got := <-done; got.err == nil || !strings.Contains(got.err.Error(), "x.txt was chosen, but cannot be used: it lies where settings are") {
		t.Errorf("got %+v", got)
	}
}

func TestFileNames(t *testing.T) {
	for name, ok := range map[string]bool{
		"": true, "a b.txt": true, "-x": true, "ünï.md": true, "a": true,
		"../a": false, "/etc/passwd": false, "a/b": false, `a\b`: false, "..": false, ".": false, " ": false, "a\nb": false, "a\u202eb": false, "a\x00": false,
	} {
		if err := checkFileName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}
