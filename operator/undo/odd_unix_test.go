//go:build unix

package undo_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/undo"
)

// One undo is enough, whatever a call has put in whose place.
func TestOneUndoIsEnough(t *testing.T) {
	for name, x := range map[string]struct{ command string }{
		"a folder became a link":         {"rm -r d; ln -s e d"},
		"a folder became a link outside": {"mkdir e/x; rm -r d; ln -s /tmp d"},
		"a folder moved behind a link":   {"mv d moved; ln -s moved d"},
		"a link became a folder":         {"rm l; mkdir l; echo x > l/new"},
		"a file became a folder":         {"rm a; mkdir -p a/b; echo x > a/b/c"},
		"a folder became a file":         {"rm -r d; echo x > d"},
		"modes that close":               {"chmod 000 secret; chmod 555 d; chmod 000 e"},
		"a closed file is changed":       {"echo more >> shut"},
		"a closed file goes":             {"rm -f shut"},
		"a closed folder with new files": {"echo n > d/n; chmod 555 d"},
	} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a": "a\n", "d/b": "b\n", "d/deep/c": "c\n", "e/f": "f\n", "secret": "s\n", "shut": "shut\n"}})
			if err := os.Symlink("e", filepath.Join(b.Dir, "l")); err != nil {
				t.Fatal(err)
			}
			b.Mode("shut", 0)
			before := tree(t, b.Dir)
			call := bash(t, b, x.command)
			if got := tree(t, b.Dir); got == before {
				t.Fatal("it changes nothing")
			}
			if _, result := takeBack(t, b, undo.Request{Calls: []undo.Ref{call}}); result.Error != nil {
				t.Errorf("%v: %s", result.Error, result.Content)
			}
			if got := tree(t, b.Dir); got != before {
				t.Error(differ(got, before))
			}
		})
	}
}

// A pipe in a file's place stays, and it is said what to do; the rest goes back.
func TestAPipeInAFilesPlace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a": "a\n", "b": "b\n"}})
	before := tree(t, b.Dir)
	call := bash(t, b, "rm a; mkfifo a; echo x > b")
	for _, r := range []undo.Request{{Calls: []undo.Ref{call}}, {Calls: []undo.Ref{call}, Over: []string{filepath.Join(b.Dir, "a")}}} {
		p := plan(t, b, r)
		if p.Items[0].State != undo.Conflict || !strings.Contains(p.Items[0].Why, "a named pipe lies there now: move it away") {
			t.Errorf("the plan: %+v", p.Items[0])
		}
		if _, result := takeBack(t, b, r); (result.Error != nil) != (p.Count(undo.Ready) == 0) || !strings.Contains(result.Content, "move it away") {
			t.Errorf("%v: %s", result.Error, result.Content)
		}
	}
	info, err := os.Lstat(filepath.Join(b.Dir, "a"))
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Fatal(info, err)
	}
	if err := syscall.Unlink(filepath.Join(b.Dir, "a")); err != nil {
		t.Fatal(err)
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := tree(t, b.Dir); got != before {
		t.Error(differ(got, before))
	}
}
