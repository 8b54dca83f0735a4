package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/tools"
)

// What other languages say of each is held to this: tools/spoken.
func TestEveryClauseNamesItsParameters(t *testing.T) {
	for _, code := range tools.ClauseCodes() {
		count, list := code.Places()
		if list {
			count += 2
		}
		args := []string{"alpha", "beta", "gamma", "delta"}[:count]
		text := tools.Say(code, args...).String()
		for _, arg := range args {
			if !strings.Contains(text, arg) {
				t.Errorf("%s: %q does not name %q", code, text, arg)
			}
		}
		if text == "" || strings.ContainsAny(text, "{}") {
			t.Errorf("%s says %q", code, text)
		}
	}
}

func TestClauses(t *testing.T) {
	for want, c := range map[string]tools.Clause{
		"it reaches example.com": tools.Say(tools.WhyReaches, "example.com"),
		"it reaches {0}":         tools.Say(tools.WhyReaches, "{0}"),
		"it runs a program, and this machine has no walls around it": tools.Say(tools.WhyRunsProgram).With(tools.Say(tools.WhyNoWalls)),
		"the server a, 2 more":       tools.Say(tools.ListOf).With(tools.Say(tools.OfServer, "a"), tools.Say(tools.MoreOf, "2")),
		"psql is told to drop table": tools.Say(tools.WhyTold, "psql").With(tools.Say(tools.DoesDrop, "table")),
		"what in, kept in notes.md":  tools.Say(tools.OfKept, "notes.md").With(tools.Words("what in")),
		"a, b":                       tools.Say("of-tomorrow", "a", "b"),
		"it reaches ":                tools.Say(tools.WhyReaches),
		"":                           {},
	} {
		if got := c.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if r := tools.Because(tools.Say(tools.WhyStays)).And(tools.Say(tools.InTurn, "sure?")); r.String() != "it stays in this space; and sure?" || !r.Coded() {
		t.Errorf("%q", r)
	}
	if tools.Because(tools.Words("sure?")).Coded() || !tools.Words("").None() || !(tools.Clause{}).None() || tools.Say(tools.WhyStays).None() {
		t.Error("words are taken for a code, or nothing for something")
	}
}

// A text that came as one is read back only where it may be that.
func TestReadClause(t *testing.T) {
	may := []tools.ClauseCode{tools.WhyNoWalls, tools.WhyUnwalled}
	for text, want := range map[string]tools.ClauseCode{
		tools.Say(tools.WhyNoWalls).String():               tools.WhyNoWalls,
		tools.Say(tools.WhyUnwalled, "no (x)").String():    tools.WhyUnwalled,
		"this machine does not hold programs to the space": tools.InWords,
		"it stays in this space":                           tools.InWords,
		"":                                                 tools.InWords,
	} {
		if c := tools.ReadClause(text, may...); c.Code != want || c.String() != text {
			t.Errorf("%q is %q, want %q", text, c.Code, want)
		}
	}
}

// What a secret was taken out of says the same as its text, and holds none of it.
func TestAReasonWithoutSecrets(t *testing.T) {
	hide := func(text string) string {
		return strings.ReplaceAll(strings.ReplaceAll(text, "hunter2", "[secret x]"), "alpha, beta", "[secret y]")
	}
	r := tools.Because(tools.Say(tools.WhyReadsSecrets, "a hunter2 b"), tools.Say(tools.WhyTold, "psql").With(tools.Words("hunter2"))).Through(hide)
	if r.String() != "it reads a file that holds secrets: a [secret x] b; psql is told to [secret x]" || r[0].Code != tools.WhyReadsSecrets || r[1].Parts[0].Args[0] != "[secret x]" {
		t.Errorf("%+v", r)
	}
	r = tools.Because(tools.Say(tools.ListOf, "alpha", "beta")).Through(hide) // the secret stands in two parameters
	if r.String() != "[secret y]" || r.Coded() {
		t.Errorf("%+v", r)
	}
}

func TestALargeReasonIsLeftToItsText(t *testing.T) {
	if r := tools.Because(tools.Say(tools.WhyReaches, strings.Repeat("x", 8<<10))).Bounded(); r != nil {
		t.Error("it is kept whole")
	}
	if r := tools.Because(tools.Words("sure?")).Bounded(); r != nil {
		t.Error("words are kept twice")
	}
	if r := tools.Because(tools.Say(tools.WhyStays)).Bounded(); len(r) != 1 {
		t.Error("a small one is not kept")
	}
}

// A title or a reason that was made into another text since has no code: people would read two things.
func TestAPreviewSaysOneThing(t *testing.T) {
	p := tools.Preview{Detail: "The server a wants to connect\n", Wording: tools.Words("The server a\nwants to connect")}.
		Titled(tools.Say(tools.TitleRun, "ls")).Asking(tools.Say(tools.AskHeaders, "a.example"))
	if p.Title != "Run: ls" || p.Reason != "it sends headers of the agent's to a.example" || !p.Confirm {
		t.Errorf("%+v", p)
	}
	if same := p.Spoken(); same.Heading.Code != tools.TitleRun || same.Because.Code != tools.AskHeaders || same.Wording.Code != tools.InWords {
		t.Errorf("what says the same is gone: %+v", same)
	}
	p.Title, p.Reason, p.Detail = "Run: rm", "another", "another"
	if other := p.Spoken(); other.Heading.Code != "" || other.Because.Code != "" || other.Wording.Code != "" {
		t.Errorf("codes say something else than their texts: %+v", other)
	}
	raw, err := json.Marshal(tools.Preview{Title: "x"})
	if err != nil || strings.Contains(string(raw), "heading") || strings.Contains(string(raw), "because") {
		t.Errorf("%s, %v", raw, err)
	}
}
