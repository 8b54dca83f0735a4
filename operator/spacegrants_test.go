package operator

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/asking"
	"handrail/operator/settings"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// taker is a person who takes the offer with this id, and else denies.
type taker struct {
	offer string
	asked []tools.Question
}

func (p *taker) Confirm(_ context.Context, q tools.Question) (tools.Answer, error) {
	p.asked = append(p.asked, q)
	for _, o := range q.Offers {
		if o.ID == p.offer {
			return tools.Answer{Verdict: tools.RunOnce, Offer: o.ID, Where: asking.Window}, nil
		}
	}
	return tools.Answer{Verdict: tools.Deny, Where: asking.Window}, nil
}

const greet = "---\nid: greet\nname: Greet\ndescription: Greets\nparameters:\n  - name: who\n    type: string\n    description: whom\ncommand: echo %s {{who}}\n---\n"

func greeting(word string) string { return strings.Replace(greet, "%s", word, 1) }

// callOf makes one call in a session of its own.
func callOf(t *testing.T, s *Space, tool, input string) (string, tools.Result) {
	t.Helper()
	calls, err := s.Calls(CallsConfig{Session: "s_test"})
	if err != nil {
		t.Fatal(err)
	}
	id, result, err := calls.Call(t.Context(), tool, []byte(input), tools.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	return id, result
}

func TestAGrantFromTheQuestionToTheList(t *testing.T) {
	s := openFiles(t, map[string]string{"docs/a.md": "alpha"})
	_, err := s.o.settings.Update(func(set *settings.Settings) error {
		set.Mode = guard.AskAll
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	person := &taker{offer: "pattern/space"}
	s.o.confirmer.way = person
	if err := s.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/b.md","content":"x"}`); got.Error != nil {
		t.Fatal(got.Error)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/c.md","content":"x"}`); got.Error != nil || len(person.asked) != 1 {
		t.Fatalf("what the grant covers: %v, asked %d times", got.Error, len(person.asked))
	}
	list, err := s.o.Grants(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	g := list[0]
	if g.Kind != ActGrant || g.Tool != "write" || g.Pattern != "docs/**" || g.Space != s.dir || g.Source != asking.Window || g.Count != 1 || g.Last.IsZero() || g.Call == "" || g.Idle != "" {
		t.Errorf("the list says %+v", g)
	}
	if err := s.o.AddRule(t.Context(), guard.Deny, "write(docs/d.md)"); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/d.md","content":"x"}`); got.Error == nil || got.Error.Code != tools.PermissionDenied {
		t.Errorf("a grant beats a deny: %v", got.Error)
	}
	if err := s.o.RevokeGrant(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/e.md","content":"x"}`); got.Error != nil || len(person.asked) != 2 {
		t.Errorf("what was revoked: %v, asked %d times", got.Error, len(person.asked))
	}
}

// TestAPatternHoldsForOneDefinition changes a tool under a grant for all its calls.
func TestAPatternHoldsForOneDefinition(t *testing.T) {
	s := openFiles(t, map[string]string{"agent/tools/greet.md": greeting("hello")})
	trustSpace(t, s)
	g := spaceGrants{s}
	id, err := g.Keep(t.Context(), tools.Call{}, guard.Grant{Tool: "greet", Pattern: guard.EveryCall, Space: s.dir, Label: "Always allow every call of greet, in this space"})
	if err != nil {
		t.Fatal(err)
	}
	if now := g.now(); len(now) != 1 || now[0].ID != id {
		t.Fatalf("the grant does not count: %+v", now)
	}
	if err := os.WriteFile(filepath.Join(s.dir, "agent/tools/greet.md"), []byte(greeting("goodbye")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	trustSpace(t, s)
	if now := g.now(); len(now) != 0 {
		t.Errorf("the grant counts for another definition: %+v", now)
	}
	list, err := s.o.Grants(t.Context())
	if err != nil || len(list) != 1 || !strings.Contains(list[0].Idle, "changed since") {
		t.Errorf("the list says %+v, %v", list, err)
	}
}

func TestNothingLastingInAnUntrustedSpace(t *testing.T) {
	s := openFiles(t, map[string]string{"agent/tools/greet.md": greeting("hello")})
	g := spaceGrants{s}
	if _, err := g.Keep(t.Context(), tools.Call{}, guard.Grant{Tool: "read", Digest: "x"}); err == nil || g.Counts() {
		t.Errorf("it is kept: %v", err)
	}
	if _, err := s.o.grants.keep(t.Context(), actGrant{Grant: guard.Grant{Tool: "read", Digest: "x"}}); err != nil {
		t.Fatal(err)
	}
	if now := g.now(); len(now) != 0 {
		t.Errorf("%+v counts", now)
	}
}

// TestAnotherProcessTakesAPathBack revokes under an open space.
func TestAnotherProcessTakesAPathBack(t *testing.T) {
	s := openFiles(t, map[string]string{"a.txt": "alpha"})
	beside := t.TempDir()
	if err := s.o.Grant(tools.Call{Space: s.dir}, beside); err != nil {
		t.Fatal(err)
	}
	list, err := s.o.Grants(t.Context())
	if err != nil || len(list) != 1 || list[0].Kind != PathGrant {
		t.Fatalf("%+v, %v", list, err)
	}
	path := list[0].Pattern
	if !slices.Contains(s.roots.List(), path) {
		t.Fatalf("%s is no root", path)
	}
	if err := s.o.store.States().SetState(t.Context(), grantKind, s.dir+"\x00"+path, ""); err != nil { // as another process does
		t.Fatal(err)
	}
	if err := s.o.grants.touch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "listdir", `{"path":"."}`); got.Error != nil {
		t.Fatal(got.Error)
	}
	if slices.Contains(s.roots.List(), path) {
		t.Errorf("%s is a root still", path)
	}
}

func TestRulesOfARecordedCall(t *testing.T) {
	s := openFiles(t, map[string]string{"docs/a.md": "alpha"})
	id, got := callOf(t, s, "write", `{"path":"docs/b.md","content":"x"}`)
	if got.Error != nil {
		t.Fatal(got.Error)
	}
	rules, err := s.o.RulesFromCall(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, r := range rules {
		texts = append(texts, string(r.Outcome)+" "+r.Text)
	}
	for _, want := range []string{"allow write(docs/**)", "deny write(docs/**)", "deny write"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not proposed: %q", want, texts)
		}
	}
	if slices.Contains(texts, "allow write") {
		t.Errorf("all of write is proposed to be allowed: %q", texts)
	}
	if _, err := s.o.RulesFromCall(t.Context(), "c_none"); err == nil {
		t.Error("a call that is not there becomes a rule")
	}
}

func TestRulesThatAreNone(t *testing.T) {
	s := openFiles(t, map[string]string{"a.txt": "alpha"})
	for _, text := range []string{"", "(", "bash(", "*", "bash(a\x00b)", "bash(" + strings.Repeat("a", 1_000_000) + ")"} {
		if err := s.o.AddRule(t.Context(), guard.Allow, text); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%.20q: %.200v", text, err)
		}
	}
}
