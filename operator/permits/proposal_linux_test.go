package permits_test

import (
	"maps"
	"slices"
	"testing"

	"handrail/operator/operatortest"
	"handrail/pipeline/guard"
)

// "Exactly this" of a server's tool is its input: its program is the same for every
// call.
func TestExactRulesOfAServersTool(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	id, got := callOf(t, b.S, "peer__echo", `{"text":"hi"}`)
	if got.Error != nil {
		t.Fatal(got.Error)
	}
	rules, err := b.O.Permits().Propose(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	var exact []string
	for _, r := range rules {
		if r.About == "exactly this" && r.Outcome == guard.Deny {
			exact = append(exact, r.Text)
		}
	}
	if want := []string{`peer__echo({"text":"hi"})`}; !slices.Equal(exact, want) {
		t.Fatalf("exactly this is %q, want %q", exact, want)
	}
	if err := b.O.Permits().AddRule(t.Context(), guard.Deny, exact[0]); err != nil {
		t.Fatal(err)
	}
	if _, got := callOf(t, b.S, "peer__echo", `{"text":"hi"}`); got.Error == nil {
		t.Error("what was denied runs")
	}
	if _, got := callOf(t, b.S, "peer__echo", `{"text":"bye"}`); got.Error != nil {
		t.Errorf("another input is denied: %v", got.Error)
	}
	// A star would stand for anything.
	for _, input := range []string{`{"text":"h*"}`, `{"text":"h?"}`} {
		id, _ := callOf(t, b.S, "peer__echo", input)
		rules, err := b.O.Permits().Propose(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rules {
			if r.About == "exactly this" {
				t.Errorf("%s: %q is called exact", input, r.Text)
			}
		}
	}
}

// A person writes JSON with spaces, and its keys in any order.
func TestRulesAboutAnInputAsPeopleWriteIt(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	for _, rule := range []string{`peer__echo({ "text" : "one" })`, `peer__echo({"z": 1, "text": "two"})`} {
		if err := b.O.Permits().AddRule(t.Context(), guard.Deny, rule); err != nil {
			t.Fatal(err)
		}
	}
	for input, denied := range map[string]bool{`{"text":"one"}`: true, `{"text":"two","z":1}`: true, `{"text":"three"}`: false} {
		if _, got := callOf(t, b.S, "peer__echo", input); (got.Error != nil) != denied {
			t.Errorf("%s: %v, denied: %t", input, got.Error, denied)
		}
	}
}

// Before a server was started, nobody knows what its tools are called: a rule about them is not
// called one that can never match.
func TestARuleForAServerThatWasNeverListed(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	for _, rule := range []string{"peer__*", "peer__echo", "nobody__*"} {
		if err := b.O.Permits().AddRule(t.Context(), guard.Deny, rule); err != nil {
			t.Fatal(err)
		}
	}
	warned := map[string]bool{}
	for _, r := range b.S.Permits().Rules().Rules {
		if r.Outcome == guard.Deny {
			warned[r.Text] = len(r.Warnings) > 0
		}
	}
	if want := map[string]bool{"peer__*": false, "peer__echo": false, "nobody__*": true}; !maps.Equal(warned, want) {
		t.Errorf("rules that are warned of: %v, want %v", warned, want)
	}
}
