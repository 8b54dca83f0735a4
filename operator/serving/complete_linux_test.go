package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"handrail/tools"
)

// A server lists the values of an argument for a client, as a call of the tool that reads the prompt: with
// what is chosen already, by its rules, in its record; and nobody is asked about it.
func TestValuesOfArguments(t *testing.T) {
	raw, err := json.Marshal([]string{everything(t)})
	if err != nil {
		t.Fatal(err)
	}
	b := serversBench(t, `"all":{"command":"node","internal_only":false,"args":`+string(raw)+`}`)
	b.awaitServer("all")
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		t.Errorf("the person is asked about %s", q.Tool)
		return tools.Answer{Verdict: tools.Deny}, nil
	}
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"prompts/list"}`)
	c.hear(`"id":1,`)
	id := 1
	values := func(ref, argument, value, chosen string) string {
		t.Helper()
		id++
		c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"completion/complete","params":{"ref":%s,"argument":{"name":%q,"value":%q},"context":{"arguments":%s}}}`, id, ref, argument, value, chosen))
		var got struct {
			Result struct {
				Completion struct {
					Values []string `json:"values"`
				} `json:"completion"`
			} `json:"result"`
		}
		line := c.hear(fmt.Sprintf(`"id":%d,`, id))
		if err := json.Unmarshal([]byte(line), &got); err != nil || got.Result.Completion.Values == nil {
			t.Fatalf("%v: %s", err, line)
		}
		return strings.Join(got.Result.Completion.Values, " ")
	}
	const prompt = `{"type":"ref/prompt","name":"all__completable-prompt"}`
	for _, want := range []struct{ ref, argument, value, chosen, gets string }{
		{prompt, "department", "Eng", `{}`, "Engineering"},
		{prompt, "name", "", `{"department":"Engineering"}`, "Alice Bob Charlie"},
		{prompt, "no such", "", `{}`, ""},
		{`{"type":"ref/prompt","name":"all__no such"}`, "x", "", `{}`, ""},
		{`{"type":"ref/resource","uri":"file:///etc/{x}"}`, "x", "", `{}`, ""},
		{`{"type":"ref/resource","uri":"demo://resource/dynamic/text/{resourceId}"}`, "resourceId", "7", `{}`, "7"},
	} {
		if got := values(want.ref, want.argument, want.value, want.chosen); got != want.gets {
			t.Errorf("%s of %s: %q, want %q", want.argument, want.ref, got, want.gets)
		}
	}
	if err := b.O.Permits().AddRule(t.Context(), "ask", "all__get_prompt"); err != nil {
		t.Fatal(err)
	}
	if got := values(prompt, "department", "Eng", `{}`); got != "" {
		t.Errorf("what a rule asks about: %q", got)
	}
	runs, _, err := b.O.History().Runs(t.Context(), b.Dir, "", 10)
	if err != nil || len(runs) != 1 {
		t.Fatalf("the record has %d runs, %v", len(runs), err)
	}
	if calls, err := b.O.History().Calls(t.Context(), runs[0].ID); err != nil || len(calls) != 5 {
		t.Errorf("the record has %d calls, %v", len(calls), err)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
