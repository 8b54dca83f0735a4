package servers_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/dev/servertest"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// visit follows redirects as a browser does.
func visit(page string) error {
	resp, err := http.Get(page)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// newSignInBench is a space with the server "notes" behind OAuth.
func newSignInBench(t *testing.T) (*operatortest.Bench, *servertest.SignIn) {
	t.Helper()
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent") // nobody's keychain
	l := servertest.StartSignIn()
	t.Cleanup(l.Close)
	return operatortest.WithServers(t, `"notes":{"url":"`+l.Address("notes")+`","internal_only":false}`, nil), l
}

// signedIn reports whether the person has signed in to the server notes.
func signedIn(t *testing.T, b *operatortest.Bench) bool {
	t.Helper()
	state, err := b.S.Servers().SignIns().State(t.Context(), "notes")
	if err != nil {
		t.Fatal(err)
	}
	return state.In
}

// moveNotes gives the server notes another URL, as the settings' form does.
func moveNotes(t *testing.T, b *operatortest.Bench, url string) {
	t.Helper()
	internal := false
	if _, err := b.O.Setup().Save(t.Context(), "notes", settings.Server{URL: url, Internal: &internal}, true); err != nil {
		t.Fatal(err)
	}
}

// The person signs in: the server's tools are there, and no token is in what they
// say, in the journal or in any file; signing out gives the tokens back.
func TestSignIn(t *testing.T) {
	b, l := newSignInBench(t)
	if _, err := b.S.Servers().Trials().Test(t.Context(), "notes"); err != nil {
		t.Fatal(err)
	}
	if r := operatortest.Ask(t, b.S, "notes__whoami", ""); r.Error == nil || signedIn(t, b) {
		t.Fatalf("before signing in: %+v", r)
	}
	if err := b.S.Servers().SignIns().SignIn(t.Context(), "notes", visit); err != nil {
		t.Fatal(err)
	}
	if !signedIn(t, b) {
		t.Error("nobody has signed in")
	}
	if got := operatortest.Said(t, b.S, "notes__whoami", ""); !strings.HasPrefix(got, "you are [secret oauth:notes-") {
		t.Errorf("it said %q", got)
	}
	views, err := json.Marshal(b.S.Servers().List())
	if err != nil || strings.Contains(string(views), servertest.SignInSecret) {
		t.Errorf("a token is shown: %s, %v", views, err)
	}
	noTokenIn(t, filepath.Dir(filepath.Dir(b.Dir)))
	if err := b.S.Servers().SignIns().SignOut(t.Context(), "notes"); err != nil && !strings.Contains(err.Error(), "sign in") {
		t.Fatal(err)
	}
	if signedIn(t, b) || len(l.Revoked()) != 1 || !strings.Contains(l.Revoked()[0], "-refresh-notes-") {
		t.Errorf("after signing out: revoked %q", l.Revoked())
	}
}

// noTokenIn reads every file below a folder: the journal, logs, settings, secrets.
func noTokenIn(t *testing.T, dir string) {
	t.Helper()
	read := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		read++
		if strings.Contains(string(data), servertest.SignInSecret) {
			t.Errorf("a token is in %s", path)
		}
		return err
	})
	if err != nil || read < 3 {
		t.Errorf("%d files were read: %v", read, err)
	}
}

// Another URL of a server gets none of the tokens of the one before, and the one
// before, when it comes back, none either: it was another server.
func TestSignInIsForOneURL(t *testing.T) {
	b, l := newSignInBench(t)
	if err := b.S.Servers().SignIns().SignIn(t.Context(), "notes", visit); err != nil {
		t.Fatal(err)
	}
	for _, to := range []string{"other", "other?x=1", "notes?tenant=2"} {
		moveNotes(t, b, l.Address(to))
		if signedIn(t, b) {
			t.Errorf("%s: the person has signed in", to)
		}
		if _, err := b.S.Servers().Trials().Test(t.Context(), "notes"); err != nil {
			t.Fatal(err)
		}
		if got := l.Told(to); len(got) > 0 {
			t.Errorf("%s was told %q", to, got)
		}
	}
	moveNotes(t, b, l.Address("notes"))
	if signedIn(t, b) {
		t.Error("the first URL still has its tokens")
	}
	if len(l.Revoked()) != 1 {
		t.Errorf("given back: %q", l.Revoked())
	}
}

// A server that is taken out of the settings leaves no token behind, also where its
// URL stands there with a placeholder.
func TestRemovedServersForgetTheirTokens(t *testing.T) {
	for name, placeholder := range map[string]bool{"as it stands": false, "with a placeholder": true} {
		t.Run(name, func(t *testing.T) {
			b, l := newSignInBench(t)
			if placeholder {
				moveNotes(t, b, strings.Replace(l.Address("notes"), "127.0.0.1", "${NOWHERE:-127.0.0.1}", 1))
			}
			if err := b.S.Servers().SignIns().SignIn(t.Context(), "notes", visit); err != nil {
				t.Fatal(err)
			}
			if err := b.O.Setup().Remove(t.Context(), "notes"); err != nil {
				t.Fatal(err)
			}
			kept, err := b.Secrets().List()
			if err != nil || len(kept) > 0 {
				t.Errorf("kept %v, %v", kept, err)
			}
			moveNotes(t, b, l.Address("notes"))
			if signedIn(t, b) {
				t.Error("a server of the same name has its tokens")
			}
		})
	}
}
