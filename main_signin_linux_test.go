package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/dev/servertest"
)

// The person signs in on the command line: the page is printed, also where no browser
// opens, and whoever comes back from it is signed in. No token is printed or kept in
// the clear, and a server that is removed leaves none behind.
func TestSignInByCommand(t *testing.T) {
	l := servertest.StartSignIn()
	defer l.Close()
	s := newServed(t)
	s.env = append(s.env, "BROWSER=/bin/true", "DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent")
	everything := &bytes.Buffer{}
	run := func(ok bool, args ...string) string {
		t.Helper()
		out, err := s.command(args...).CombinedOutput()
		everything.Write(out)
		if ok != (err == nil) {
			t.Fatalf("handrail %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	run(true, "servers", "add", "notes", "--no-internal", "--url", l.Address("notes"))
	if out := run(false, "servers", "test"); !strings.Contains(out, "failed notes") || !strings.Contains(out, "handrail servers sign-in notes") {
		t.Errorf("before signing in:\n%s", out)
	}

	c := s.command("servers", "sign-in", "notes")
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stdout bytes.Buffer // of its own: it is filled while stderr is read
	c.Stdout = &stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(io.TeeReader(stderr, everything))
	visited := false
	for lines.Scan() {
		if page := lines.Text(); !visited && strings.HasPrefix(page, l.URL) {
			visited = true
			resp, err := http.Get(page) // as the browser would
			if err != nil {
				t.Fatal(err)
			}
			_ = resp.Body.Close()
		}
	}
	err = c.Wait()
	everything.Write(stdout.Bytes())
	if err != nil || !visited || !strings.Contains(everything.String(), "You're signed in to notes.") {
		t.Fatalf("%v\n%s", err, everything)
	}

	if out := run(true, "servers", "test"); !strings.Contains(out, "ok     notes  1 tool") {
		t.Errorf("after signing in:\n%s", out)
	}
	if out := run(true, "--confirm", "allow", "call", "notes__whoami"); !strings.Contains(out, "you are [secret oauth:notes-") {
		t.Errorf("the call says\n%s", out)
	}
	if out := run(true, "runs", "list"); !strings.Contains(out, "notes__whoami") {
		t.Errorf("the runs are\n%s", out)
	}
	run(true, "--json", "servers", "show", "notes")
	run(true, "servers", "log", "notes")
	clearTokens(t, filepath.Dir(s.space))

	run(true, "servers", "sign-out", "notes")
	run(false, "servers", "test", "notes")
	if got := l.Revoked(); len(got) != 1 {
		t.Errorf("given back: %q", got)
	}
	run(true, "servers", "remove", "notes")
	if text := everything.String(); strings.Contains(text, servertest.SignInSecret) {
		t.Errorf("a token was printed:\n%s", text)
	}
}

// clearTokens looks for tokens in the clear in all that was kept.
func clearTokens(t *testing.T, top string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(top, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		files++
		text, err := os.ReadFile(path)
		if bytes.Contains(text, []byte(servertest.SignInSecret)) {
			t.Errorf("a token is in %s", path)
		}
		return err
	})
	if err != nil || files < 5 {
		t.Errorf("%d files: %v", files, err)
	}
}
