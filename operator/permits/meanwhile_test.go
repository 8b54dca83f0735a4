package permits_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// What another process changes while a question stands counts at the answer, as it does
// for a call that is yet to come: nobody tells the process that asks to look.
func TestAYesFindsWhatChangedElsewhereMeanwhile(t *testing.T) {
	const look = "---\nid: look\nname: Look\ndescription: d\nsideEffect: false\nconfirm: true\ncommand: echo looked\n---\n"
	type change func(t *testing.T, o *operator.Operator, s *operator.Space, granted string)
	deny := func(rule string) change {
		return func(t *testing.T, o *operator.Operator, _ *operator.Space, _ string) {
			must(t, o.Permits().AddRule(t.Context(), guard.Deny, rule))
		}
	}
	distrust := func(t *testing.T, _ *operator.Operator, s *operator.Space, _ string) {
		must(t, s.Trust().Distrust(t.Context()))
	}
	tests := []struct {
		name   string
		tool   string
		change change
		answer tools.Answer
		code   tools.Code
		text   string // of the refusal
	}{
		{name: "nothing", tool: "write", change: func(*testing.T, *operator.Operator, *operator.Space, string) {}},
		{name: "a rule denies it", tool: "write", change: deny("write"), code: tools.PermissionDenied, text: "write"},
		{name: "a rule denies a declared tool", tool: "look", change: deny("look"), code: tools.PermissionDenied, text: "look"},
		{name: "a rule denies it, and the input is changed", tool: "write", change: deny("write"), answer: tools.Answer{Input: json.RawMessage(`{"path":"out.txt","content":"y"}`)}, code: tools.PermissionDenied, text: "write"},
		{name: "a rule denies it, and it is to be allowed always", tool: "write", change: deny("write"), answer: tools.Answer{Offer: "act/session"}, code: tools.PermissionDenied, text: "write"},
		{name: "the mode", tool: "write", change: func(t *testing.T, _ *operator.Operator, s *operator.Space, _ string) {
			must(t, s.Permits().SetMode(t.Context(), guard.ReadOnly))
		}, code: tools.PermissionDenied, text: "read-only"},
		{name: "trust", tool: "write", change: distrust, code: tools.PermissionDenied, text: "trust"},
		{name: "trust in a tool that changes nothing", tool: "look", change: distrust, code: tools.PermissionDenied, text: "not trusted"},
		{name: "the tool is turned off", tool: "look", change: func(t *testing.T, o *operator.Operator, _ *operator.Space, _ string) {
			_, err := o.Settings().Update(func(s *settings.Settings) error { s.Off = []string{"look"}; return nil })
			must(t, err)
		}, code: tools.NotFound, text: "off"},
		{name: "the granted folder", tool: "granted", change: func(t *testing.T, o *operator.Operator, s *operator.Space, granted string) {
			must(t, o.Permits().RevokePath(t.Context(), s.Dir(), granted))
		}, code: tools.InvalidPath, text: "revoked"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Files: map[string]string{"agent/tools/look.md": look}, Settings: `{"mode": "ask"}`, Trusted: true})
			other := operatortest.Open(t, b.Options, b.Person)
			s, err := other.OpenSpace(t.Context(), b.Dir)
			must(t, err)
			granted, err := filepath.EvalSymlinks(t.TempDir())
			must(t, err)
			must(t, b.O.Permits().GrantPath(tools.Call{Space: b.Dir}, granted, true))
			b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
				tt.change(t, other, s, granted)
				answer := tt.answer
				answer.Verdict = tools.RunOnce
				return answer, nil
			}
			tool, out, input := tt.tool, filepath.Join(b.Dir, "out.txt"), `{}`
			if tool == "granted" {
				tool, out = "write", filepath.Join(granted, "out.txt")
			}
			if tool == "write" {
				input = `{"path":"` + filepath.ToSlash(out) + `","content":"x"}`
			}
			got := b.Call(tool, input)
			if b.Questions() == 0 {
				t.Error("nothing was asked")
			}
			if operatortest.Code(got) != tt.code || tt.code != "" && !strings.Contains(got.Error.Message, tt.text) {
				t.Errorf("it gave %q: %+v", got.Content, got.Error)
			}
			if _, err := os.Stat(out); tool == "write" && (err == nil) != (tt.code == "") {
				t.Errorf("the file: %v", err)
			}
		})
	}
}

// A grant releases the calls that wait, but not over a deny that another process made
// before it.
func TestAGrantReleasesNothingThatAnotherProcessHasDenied(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Settings: `{"mode": "ask"}`, Trusted: true})
	other := operatortest.Open(t, b.Options, b.Person)
	s, err := other.OpenSpace(t.Context(), b.Dir)
	must(t, err)
	b.Person.Answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		whole := context.WithoutCancel(ctx) // the question may be taken back as soon as the rule is there
		must(t, other.Permits().AddRule(whole, guard.Deny, "write"))
		if _, err := s.Permits().Keep(whole, tools.Call{}, guard.Grant{Tool: "write", Digest: q.Preview.Digest, Label: "always"}); err != nil {
			t.Error(err)
		}
		<-ctx.Done()
		return tools.Answer{}, ctx.Err()
	}
	got := b.Call("write", `{"path":"out.txt","content":"x"}`)
	if operatortest.Code(got) != tools.PermissionDenied {
		t.Errorf("it gave %q: %+v", got.Content, got.Error)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "out.txt")); err == nil {
		t.Error("it ran")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
