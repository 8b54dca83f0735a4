package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"handrail/bridge/bridgetest"
)

// A page of the example, in its own window: it asks for files in the native dialog, calls a tool with what was picked, and
// shows what came back. Closing it ends the command.
func TestAPageOfTheExample(t *testing.T) {
	t.Setenv("PATH", filepath.Dir(built(t, "handrail-desktop"))+string(filepath.ListSeparator)+os.Getenv("PATH")) // with the viewer beside it
	s, screen := onScreen(t)
	space, notes := filepath.Join(filepath.Dir(s.space), "garden"), filepath.Join(t.TempDir(), "notes.txt")
	if err := os.CopyFS(space, os.DirFS(filepath.Join("examples", "garden"))); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(notes, []byte("sow basil in May\nwater it\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.space = space
	if got := <-s.run("pages", "open", "find"); got.code == 0 || !strings.Contains(got.stderr, "not trusted") {
		t.Fatalf("an untrusted space's page: %+v", got)
	}
	if got := <-s.run("space", "trust", "--yes", space); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	if got := <-s.run("pages", "list"); !strings.Contains(got.stdout, "find  Find in your notes  may call show_file_picker, grep\n") {
		t.Fatalf("%+v", got)
	}
	done := s.run("pages", "open", "find")
	window := screen.Window("Find in your notes")
	const dialog = "Where to look for basil"
	screen.Run("xdotool", "windowactivate", "--sync", window)
	pressed := time.Time{}
	if !bridgetest.Eventually(func() bool {
		// A page that has just been drawn may not hear yet. Keys that are repeated sooner go to the dialog, and answer it.
		if time.Since(pressed) > 15*time.Second && screen.Windows(dialog) == 0 {
			pressed = time.Now()
			screen.Press("Tab", "Return")
		}
		return screen.Windows(dialog) > 0
	}) {
		screen.Fatalf("the page's button was not pressed")
	}
	screen.Window(dialog)
	screen.Type(notes)
	screen.Press("Return")
	if !bridgetest.Eventually(func() bool {
		listed := <-s.run("runs", "list", "--json")
		run := regexp.MustCompile(`r_[0-9A-Za-z]+`).FindString(listed.stdout)
		return strings.Contains(listed.stdout, `"page"`) && strings.Contains((<-s.run("runs", "export", run)).stdout, "sow basil in May")
	}) {
		screen.Fatalf("the tool has found nothing")
	}
	if folder := shots(); folder != "" {
		screen.Picture(filepath.Join(folder, "page.png"))
	}
	screen.Run("xdotool", "windowclose", window)
	if got := <-done; got.code != 0 {
		t.Errorf("%+v", got)
	}
}
