package chats

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// notesServer has notes to read, and two prompts, one of which has a name that no line can have.
func notesServer(t *testing.T) string {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1"}, nil)
	read := func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: "the text of " + r.Params.URI}}}, nil
	}
	for _, uri := range []string{"note://one", "note://two", "note://odd."} {
		s.AddResource(&sdk.Resource{URI: uri, Name: "note", Title: "A note"}, read)
	}
	s.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: "note://{name}", Name: "any"}, read)
	made := func(_ context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "Write about " + r.Params.Arguments["topic"] + r.Params.Arguments["style"]}}}}, nil
	}
	topic := []*sdk.PromptArgument{{Name: "topic", Required: true}}
	s.AddPrompt(&sdk.Prompt{Name: "sum_up", Description: "Sums up", Arguments: topic}, made)
	s.AddPrompt(&sdk.Prompt{Name: "Write well!", Arguments: append(topic, &sdk.PromptArgument{Name: "style"})}, made)
	s.AddPrompt(&sdk.Prompt{Name: "taken"}, made)
	s.AddTool(&sdk.Tool{Name: "taken", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "the tool"}}}, nil
	})
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.CloseClientConnections)
	t.Cleanup(web.Close)
	return web.URL
}

func notesBench(t *testing.T, turns ...[]string) *bench {
	t.Helper()
	b := benchOf(t, operatortest.Options{
		Trusted: true, Files: map[string]string{"turns.jsonl": calls(turns...), "agent/a.md": "---\nid: a\n---\nHelp.", "agent/b.md": "---\nid: b\nallowedTools: [read]\n---\nRead."},
		Settings: `{"tools":{"mcp_servers":{"notes":{"url":"` + notesServer(t) + `","internal_only":false}}},"rules":{"allow":["notes__*"]}}`,
	})
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		t.Errorf("the person is asked about %s", q.Tool)
		return tools.Answer{Verdict: tools.Deny}, nil
	}
	return b
}

// A resource that the person names is read for the model, once, as a call of theirs; other words with an @ are words.
func TestThePersonAttachesResources(t *testing.T) {
	b := notesBench(t, nil, nil, nil, nil)
	c := b.chat()
	got, run := b.say(c, "compare @notes:note://one, (@notes:note://three) @notes:note://odd. and @notes:note://two. Also a@notes:note://four, @kim:mailto:kim@example.com and @notes:note://one!")
	contains(t, got, "the text of note://one", "the text of note://odd.", "the text of note://two")
	if run.State != journal.Done {
		t.Errorf("the run is %+v", run)
	}
	list, err := b.O.History().Calls(t.Context(), run.ID)
	if err != nil || len(list) != 3 || list[0].Tool != "notes__read_resource" {
		t.Fatalf("%+v, %v", list, err)
	}
	var many strings.Builder
	for i := range MostBrought + 1 {
		fmt.Fprintf(&many, "@notes:note://%d ", i)
	}
	if got, run := b.say(c, many.String()); len(got) != 0 || run.State != journal.Failed || !strings.Contains(run.Reason, "more than 20 resources") {
		t.Errorf("%d results, %+v", len(got), run)
	}
	if err := b.O.Permits().AddRule(t.Context(), "deny", "notes__read_resource"); err != nil {
		t.Fatal(err)
	}
	got, run = b.say(c, "again @notes:note://one")
	contains(t, got, "permission_denied")
	if run.State != journal.Done {
		t.Errorf("after a no the run is %+v", run)
	}
	other, err := b.chats.Start(b.Dir, "b")
	if err != nil {
		t.Fatal(err)
	}
	if got, run := b.say(other, "look at @notes:note://one"); len(got) != 0 || run.State != journal.Failed || !strings.Contains(run.Reason, "this agent can't read resources of the server notes") {
		t.Errorf("%q, %+v", got, run)
	}
}

// A line starts with a prompt of a server: the server makes it of the words, and the model is told to do what it says.
func TestThePersonStartsWithAPrompt(t *testing.T) {
	b := notesBench(t, nil, nil, nil, nil, nil)
	c := b.chat()
	for line, want := range map[string]string{
		"/notes__sum_up topic=birds":                              "Write about birds",
		"/notes__sum_up birds of = prey":                          "Write about birds of = prey",
		`/notes__Write_well_ topic="two words" style=" in short"`: "Write about two words in short",
		"/notes__taken":                                           "the tool",
		"/notes__taken_prompt":                                    "Write about ",
	} {
		got, run := b.say(c, line)
		contains(t, got, want)
		if run.State != journal.Done {
			t.Errorf("%s: %+v", line, run)
		}
		if line == "/notes__taken" {
			continue
		}
		if last := c.history[len(c.history)-4:]; !strings.Contains(last[0].Text, "the person starts with the prompt") || last[3].Text == "" {
			t.Errorf("%s: the conversation is %+v", line, last)
		}
	}
	for line, want := range map[string]string{
		"/notes__sum_up":                    "/notes__sum_up: it needs topic: write /notes__sum_up topic=…",
		"/notes__Write_well_ topic=a b=c":   "it has no argument b: write /notes__Write_well_ topic=… [style=…]",
		`/notes__Write_well_ {"topic":[1]}`: "each argument is one text",
	} {
		if got, run := b.say(c, line); len(got) != 0 || run.State != journal.Failed || !strings.Contains(run.Reason, want) {
			t.Errorf("%s: %q, %+v", line, got, run)
		}
	}
	list, err := b.chats.Contents(b.Dir, "a")
	if err != nil || len(list) != 1 || list[0].Server != "notes" || len(list[0].Resources) != 3 || list[0].Resources[0].Words != "@notes:note://odd." || len(list[0].Prompts) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	if list, err := b.chats.Contents(b.Dir, "b"); err != nil || len(list) != 0 {
		t.Errorf("an agent without the tools: %+v, %v", list, err)
	}
}
