package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/settings"
	"handrail/tools"
)

// Widening and revoking a grant say what they did, and on which grant.
func TestGrantsSayWhatBecameOfThem(t *testing.T) {
	s := newServed(t)
	top := filepath.Dir(s.space)
	letter := filepath.Join(top, "letter.txt")
	if err := os.WriteFile(letter, []byte("Dear Ada"), 0o600); err != nil {
		t.Fatal(err)
	}
	o, err := operator.Open(t.Context(), operator.Config{
		Dirs: settings.Dirs{Config: filepath.Join(top, "config"), Data: filepath.Join(top, "data")}, Version: "0", Home: top,
		Environ: settings.Environ{Vars: s.env}, Confirmer: func(*operator.Operator) tools.Confirmer { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.OpenSpace(t.Context(), s.space); err != nil {
		t.Fatal(errors.Join(err, o.Close()))
	}
	err = o.Permits().GrantPath(tools.Call{Space: s.space, Session: "s_one", Caller: tools.Caller{Kind: tools.CallerAgent, Name: "Atlas"}}, letter, false)
	list, failed := o.Permits().Grants(t.Context())
	if err := errors.Join(err, failed, o.Close()); err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	run := func(verb string, ok bool, want string) {
		t.Helper()
		list, err := s.command("grants", "list").Output()
		if err != nil {
			t.Fatal(err)
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(string(list), strings.SplitAfter(string(list), "\n")[0]), " ")
		out, err := s.command("grants", verb, id).CombinedOutput()
		if ok != (err == nil) || !strings.Contains(string(out), want) {
			t.Errorf("grants %s %s: %v, %q, want %q", verb, id, err, out, want)
		}
	}
	run("widen", true, "Widened to every chat of "+s.space+": Tools may read "+letter+".\n")
	run("widen", false, "can be used in all of "+s.space+" already")
	run("revoke", true, "Revoked: Tools may read "+letter+".\n")
	if out, err := s.command("grants", "list").Output(); err != nil || !strings.Contains(string(out), "Nothing is always allowed") {
		t.Errorf("%v: %q", err, out)
	}
}
