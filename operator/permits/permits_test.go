package permits_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/asking"
	"handrail/operator/operatortest"
	"handrail/operator/permits"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// accepting answers with the offer of this id, and denies what has none.
func accepting(offer string) func(context.Context, tools.Question) (tools.Answer, error) {
	return func(_ context.Context, q tools.Question) (tools.Answer, error) {
		for _, o := range q.Offers {
			if o.ID == offer {
				return tools.Answer{Verdict: tools.RunOnce, Offer: o.ID, Where: asking.Window}, nil
			}
		}
		return tools.Answer{Verdict: tools.Deny, Where: asking.Window}, nil
	}
}

const greet = "---\nid: greet\nname: Greet\ndescription: Greets\nparameters:\n  - name: who\n    type: string\n    description: whom\ncommand: echo %s {{who}}\n---\n"

func greeting(word string) string { return strings.Replace(greet, "%s", word, 1) }

// callOf makes one call in a session of its own.
func callOf(t *testing.T, s *operator.Space, tool, input string) (string, tools.Result) {
	t.Helper()
	calls, err := s.Calls(operator.CallsConfig{Session: "s_test"})
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
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"docs/a.md": "alpha"}, Settings: `{"mode": "ask"}`})
	s := b.S
	b.Person.Answer = accepting("pattern/space")
	if _, got := callOf(t, s, "write", `{"path":"docs/b.md","content":"x"}`); got.Error != nil {
		t.Fatal(got.Error)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/c.md","content":"x"}`); got.Error != nil || b.Questions() != 1 {
		t.Fatalf("what the grant covers: %v, not asked once", got.Error)
	}
	list, err := b.O.Permits().Grants(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	g := list[0]
	if g.Kind != permits.ActGrant || g.Tool != "write" || g.Pattern != "docs/**" || g.Space != s.Dir() || g.Source != asking.Window || g.Count != 1 || g.Last.IsZero() || g.Call == "" || g.Idle != "" {
		t.Errorf("the list says %+v", g)
	}
	if err := b.O.Permits().AddRule(t.Context(), guard.Deny, "write(docs/d.md)"); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/d.md","content":"x"}`); got.Error == nil || got.Error.Code != tools.PermissionDenied {
		t.Errorf("a grant beats a deny: %v", got.Error)
	}
	if err := b.O.Permits().RevokeGrant(t.Context(), g.ID); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "write", `{"path":"docs/e.md","content":"x"}`); got.Error != nil || b.Questions() != 1 {
		t.Errorf("what was revoked: %v, not asked once", got.Error)
	}
}

// TestAPatternHoldsForOneDefinition changes a tool under a grant for all its calls.
func TestAPatternHoldsForOneDefinition(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"agent/tools/greet.md": greeting("hello")}})
	s := b.S
	b.Trust()
	g := s.Permits()
	counting := func() []guard.Grant { return s.Snapshot().Judges.Grants() }
	id, err := g.Keep(t.Context(), tools.Call{}, guard.Grant{Tool: "greet", Pattern: guard.EveryCall, Space: s.Dir(), Label: "Always allow every call of greet, in this space"})
	if err != nil {
		t.Fatal(err)
	}
	if now := counting(); len(now) != 1 || now[0].ID != id {
		t.Fatalf("the grant does not count: %+v", now)
	}
	if err := os.WriteFile(filepath.Join(s.Dir(), "agent/tools/greet.md"), []byte(greeting("goodbye")), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.Trust()
	if now := counting(); len(now) != 0 {
		t.Errorf("the grant counts for another definition: %+v", now)
	}
	list, err := b.O.Permits().Grants(t.Context())
	if err != nil || len(list) != 1 || !strings.Contains(list[0].Idle, "changed since") {
		t.Errorf("the list says %+v, %v", list, err)
	}
}

func TestNothingLastingInAnUntrustedSpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"agent/tools/greet.md": greeting("hello")}})
	s := b.S
	g := s.Permits()
	counting := func() []guard.Grant { return s.Snapshot().Judges.Grants() }
	if _, err := g.Keep(t.Context(), tools.Call{}, guard.Grant{Tool: "read", Digest: "x"}); err == nil || g.Counts() {
		t.Errorf("it is kept: %v", err)
	}
	kept, err := json.Marshal(guard.Grant{Tool: "read", Digest: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.O.Store().States().SetState(t.Context(), "act-grant", "g_1", string(kept)); err != nil { // as it stands from when it was trusted
		t.Fatal(err)
	}
	if err := b.O.Permits().Touch(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.CatchUp()
	if list := counting(); len(list) != 0 {
		t.Errorf("%+v counts", list)
	}
	b.Trust()
	if list := counting(); len(list) != 1 {
		t.Errorf("of a trusted space count %+v", list)
	}
}

// TestAnotherProcessTakesAPathBack revokes under an open space.
func TestAnotherProcessTakesAPathBack(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a.txt": "alpha"}})
	s := b.S
	beside := t.TempDir()
	if err := b.O.Permits().GrantPath(tools.Call{Space: s.Dir()}, beside, true); err != nil {
		t.Fatal(err)
	}
	list, err := b.O.Permits().Grants(t.Context())
	if err != nil || len(list) != 1 || list[0].Kind != permits.PathGrant {
		t.Fatalf("%+v, %v", list, err)
	}
	path := list[0].Pattern
	if !slices.Contains(s.Roots().List(), path) {
		t.Fatalf("%s is no root", path)
	}
	if err := b.O.Store().States().SetState(t.Context(), "grant", s.Dir()+"\x00"+path+"\x00", ""); err != nil { // as another process does
		t.Fatal(err)
	}
	if err := b.O.Permits().Touch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, s, "listdir", `{"path":"."}`); got.Error != nil {
		t.Fatal(got.Error)
	}
	if slices.Contains(s.Roots().List(), path) {
		t.Errorf("%s is a root still", path)
	}
}

func TestRulesOfARecordedCall(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"docs/a.md": "alpha"}})
	s := b.S
	id, got := callOf(t, s, "write", `{"path":"docs/b.md","content":"x"}`)
	if got.Error != nil {
		t.Fatal(got.Error)
	}
	rules, err := b.O.Permits().Propose(t.Context(), id)
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
	if _, err := b.O.Permits().Propose(t.Context(), "c_none"); err == nil {
		t.Error("a call that is not there becomes a rule")
	}
}

func TestRulesThatAreNone(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a.txt": "alpha"}})
	for _, text := range []string{"", "(", "bash(", "*", "bash(a\x00b)", "bash(" + strings.Repeat("a", 1_000_000) + ")"} {
		if err := b.O.Permits().AddRule(t.Context(), guard.Allow, text); err == nil || len(err.Error()) > 1000 {
			t.Errorf("%.20q: %.200v", text, err)
		}
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// One yes can be for all tools that a server has: it is one line of the list, and what the server adds or changes
// later, and what a rule asks about, asks all the same.
func TestAYesToAllToolsOfAServer(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Settings: `{"mode":"ask","tools":{"mcp_servers":{"peer":` + operatortest.Peer(t, "") + `}},"rules":{"ask":["peer__folder"]}}`})
	var labels []string
	b.Person.Answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		labels = nil
		for _, o := range q.Offers {
			labels = append(labels, o.Label)
		}
		return accepting("server/space")(ctx, q)
	}
	if test, err := b.S.Servers().Trials().Test(t.Context(), "peer"); err != nil || !test.OK {
		t.Fatal(err)
	}
	call := func(tool string, asked bool) {
		t.Helper()
		_, got := callOf(t, b.S, tool, `{"value":"x"}`)
		if n := b.Questions(); (n == 1) != asked {
			t.Errorf("%s: asked %d times, %v; it may be said %q", tool, n, got.Error, labels)
		}
	}
	call("peer__folder", true) // by the person's own rule
	if slices.ContainsFunc(labels, func(l string) bool { return strings.Contains(l, "tools that peer has") }) {
		t.Errorf("where a rule asks about one tool it may be said %q", labels)
	}
	call("peer__echo", true)
	if want := "Always allow every call of the 10 tools that peer has now, in this space"; !slices.Contains(labels, want) {
		t.Fatalf("it may be said %q, want %q", labels, want)
	}
	call("peer__env", false)
	call("peer__folder", true)
	list, err := b.O.Permits().Grants(t.Context())
	if err != nil || len(list) != 1 || list[0].Tool != "peer__*" || list[0].Count != 1 || list[0].Idle != "" {
		t.Fatalf("the list says %+v, %v", list, err)
	}
	states := b.O.Store().States()
	kept, _, err := states.State(t.Context(), "act-grant", list[0].ID)
	var g map[string]any
	if err != nil || json.Unmarshal([]byte(kept), &g) != nil {
		t.Fatal(kept, err)
	}
	g["Tools"].(map[string]any)["peer__env"] = "another"
	if err := states.SetState(t.Context(), "act-grant", list[0].ID, encode(t, g)); err != nil { // as if the tool had been another then
		t.Fatal(err)
	}
	if err := b.O.Permits().Touch(t.Context()); err != nil {
		t.Fatal(err)
	}
	call("peer__env", true) // and has its own yes now
	call("peer__pid", false)
	if list, err = b.O.Permits().Grants(t.Context()); err != nil || len(list) != 2 {
		t.Fatalf("the list says %+v, %v", list, err)
	}
	for _, line := range list {
		if err := b.O.Permits().RevokeGrant(t.Context(), line.ID); err != nil {
			t.Fatal(err)
		}
	}
	call("peer__pid", true)
}
