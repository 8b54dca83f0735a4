package mcp

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/internal/schema"
	"handrail/tools"
)

// A Markdown tool has its author's name, words and parameters; the server's tool
// gets what it takes.
func TestWhatAnAuthorDeclares(t *testing.T) {
	server := []Definition{
		{Name: "create_issue", Input: json.RawMessage(issueInput), Hints: Hints{ReadOnly: yes()}},
		{Name: "open", Input: json.RawMessage(`{"properties":{"a":{}},"additionalProperties":true}`)},
		{Name: "bare"},
	}
	params := func(ps ...schema.Parameter) *schema.Schema {
		s, err := schema.FromParameters(ps)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	title := schema.Parameter{Name: "title", Type: "string", Required: true, Enum: []string{"bug", "wish"}}
	for name, tt := range map[string]struct {
		id, tool string
		input    *schema.Schema
		pins     func(*Pins)
		call     string
		sent     string // what the server gets; "" if nothing
		state    tools.State
		says     string
	}{
		"by its id":             {id: "bare", input: params(schema.Parameter{Name: "x", Type: "string"}), call: `{"x":"y"}`, sent: `{"x":"y"}`},
		"kebab-case":            {id: "create-issue", input: params(title), call: `{"title":"bug"}`, sent: `{"title":"bug"}`},
		"by another name":       {id: "report", tool: "create_issue", input: params(title), call: `{"title":"bug"}`, sent: `{"title":"bug"}`},
		"a default is sent":     {id: "create-issue", input: params(title, schema.Parameter{Name: "n", Type: "number", Default: 3}), call: `{"title":"bug"}`, sent: `{"n":3,"title":"bug"}`},
		"the server's inputs":   {id: "create-issue", call: `{"title":"anything","n":1}`, sent: `{"n":1,"title":"anything"}`},
		"an open schema":        {id: "open", input: params(schema.Parameter{Name: "b", Type: "string"}), call: `{"b":"c"}`, sent: `{"b":"c"}`},
		"not the server's type": {id: "create-issue", input: params(title, schema.Parameter{Name: "n", Type: "number"}), call: `{"title":"bug","n":1.5}`, says: "does not take this"},
		"no such tool":          {id: "delete-all", input: params(title), state: tools.Missing, says: "(create_issue, open, bare)"},
		"a tool name is exact":  {id: "create-issue", tool: "create-issue", input: params(title), state: tools.Missing, says: "no tool"},
		"an unknown parameter":  {id: "create-issue", input: params(title, schema.Parameter{Name: "colour", Type: "string"}), state: tools.Missing, says: `it has no "colour"; it has title, n`},
		"a missing parameter":   {id: "create-issue", input: params(schema.Parameter{Name: "n", Type: "number"}), state: tools.Missing, says: `it needs "title"`},
		"it is gone":            {id: "bare", pins: func(p *Pins) { p.See(server[:2], at(2)) }, state: tools.Missing, says: "not list"},
		"it changed":            {id: "bare", pins: func(p *Pins) { p.See([]Definition{server[0], server[1], def("bare", "evil")}, at(2)) }, state: tools.Held, says: "says of itself"},
	} {
		t.Run(name, func(t *testing.T) {
			var p Pins
			p.See(server, at(1))
			if tt.pins != nil {
				tt.pins(&p)
			}
			c := &called{answer: text("done")}
			d := Declared{Tool: tt.tool, Info: tools.Info{Name: tt.id, Title: "Issue", Description: "mine", Source: "custom", Confirm: true, Input: tt.input}}
			provision := d.Declare(Use{Server: Server{Name: "github", Command: "x"}, Client: c, Internal: true}, p, look)
			if held := provision.State == tools.Held; held != (provision.Action == look) {
				t.Errorf("what the person can do is %v", provision.Action)
			}
			if provision.State != tt.state || tt.state != "" && !strings.Contains(provision.Reason, tt.says) {
				t.Fatalf("it is %q because %q, want %q with %q", provision.State, provision.Reason, tt.state, tt.says)
			}
			list, err := provision.Source.Tools(t.Context())
			if err != nil || len(list) != 1 || list[0].Info().Internal || list[0].Info().Claimed || !list[0].Info().Confirm || list[0].Info().Input == nil {
				t.Fatalf("listed as %+v, %v", list, err)
			}
			if tt.state != "" {
				if _, err := list[0].Prepare(t.Context(), tools.Call{}, schema.Input{}); tt.state == tools.Missing && (err == nil || tools.AsError(err).Code != tools.Unavailable) {
					t.Errorf("prepared with %v", err)
				}
				return
			}
			inv, err := settle(t, list[0], tools.Call{Key: "k"}, tt.call)
			if tt.sent == "" {
				if err == nil || tools.AsError(err).Code != tools.InvalidArgs || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("prepared with %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if r, err := inv.Run(t.Context(), tools.Discard{}); err != nil || r.Content != "done" {
				t.Errorf("ran with %q, %v", r.Content, err)
			}
			if len(c.asked) != 1 || string(c.asked[0].Input) != tt.sent || c.asked[0].Call.Key != "k" || strings.Contains(c.asked[0].Tool, "-") {
				t.Errorf("the server got %+v, want %s", c.asked, tt.sent)
			}
			if i := list[0].Info(); !i.SideEffect || !i.Lent {
				t.Errorf("what its author says makes less of the server's tool: %+v", i)
			}
			if stands := list[0].Info().StandsFor; !strings.HasPrefix(stands, "github__") {
				t.Errorf("it stands for %q", stands)
			}
		})
	}
}
