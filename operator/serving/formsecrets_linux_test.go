package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server puts the key that it was given into every part of a form, and signs that a terminal would
// obey, or that turn text around: a client is shown neither, nor in what else the server says. What the
// person chooses reaches the server as it wrote it.
func TestAFormHoldsNoSecretsAndNoSigns(t *testing.T) {
	const key, signs = "planted-key-of-a-server-4711", "\x1b[2Jx\u202eevil\u200b\u009b"
	s := sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1"}, nil)
	choice := "one " + signs
	s.AddTool(&sdk.Tool{Name: "ask", Title: "Ask" + signs, Description: "asks " + signs, InputSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","description":"about \u202e"}}}`)},
		func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			_ = r.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Progress: 1, Message: "at " + signs + key})
			_ = r.Session.Log(ctx, &sdk.LoggingMessageParams{Level: "info", Logger: "l" + signs, Data: map[string]any{"d" + signs: "logs " + signs + key}}) //nolint:staticcheck // SA1019: servers go on logging, and clients go on being told
			field := func(more map[string]any) map[string]any {
				more["type"], more["title"], more["description"] = "string", "title "+key+signs, "help "+key+signs
				return more
			}
			answer, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Say " + key + " " + signs, RequestedSchema: map[string]any{
				"type": "object", "title": "Form " + key + signs, "properties": map[string]any{
					"name " + key: field(map[string]any{"default": "my " + key}),
					"pick":        field(map[string]any{"enum": []string{choice, "two " + key}, "enumNames": []string{"One" + signs, "Two " + key}}),
				},
			}})
			if err != nil {
				return nil, err
			}
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: fmt.Sprintf("%s: %t", answer.Action, answer.Content["pick"] == choice)}}}, nil
		})
	s.AddPrompt(&sdk.Prompt{Name: "paint", Title: "P" + signs, Description: "d" + signs, Arguments: []*sdk.PromptArgument{{Name: "a", Description: "a" + signs}}},
		func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			return &sdk.GetPromptResult{Description: "made" + signs, Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "Paint" + signs}}}}, nil
		})
	s.AddResource(&sdk.Resource{URI: "note://one", Name: "n" + signs, Title: "t" + signs, Description: "d" + signs}, nil)
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.CloseClientConnections)
	t.Cleanup(web.Close)
	b := serversBench(t, `"notes":{"url":"`+web.URL+`","internal_only":false,"headers":{"Authorization":"Bearer `+key+`"}}`)
	b.awaitServer("notes")
	client := b.join(`{"elicitation":{}}`)
	heard := ""
	for i, ask := range []string{`"method":"logging/setLevel","params":{"level":"debug"}`, `"method":"tools/list"`, `"method":"prompts/list"`, `"method":"resources/list"`, `"method":"prompts/get","params":{"name":"notes__paint"}`} {
		client.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,%s}`, 10+i, ask))
		heard += client.hear(fmt.Sprintf(`"id":%d,`, 10+i))
	}
	client.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"notes__ask","arguments":{},"_meta":{"progressToken":5}}}`)
	line := client.hear("elicitation/create")
	var asked struct {
		ID     json.RawMessage `json:"id"`
		Params struct {
			Message string `json:"message"`
			Schema  struct {
				Properties map[string]struct {
					Enum []string `json:"enum"`
				} `json:"properties"`
			} `json:"requestedSchema"`
		} `json:"params"`
	}
	if err := json.Unmarshal([]byte(line), &asked); err != nil {
		t.Fatal(err)
	}
	pick := asked.Params.Schema.Properties["pick"].Enum
	if !strings.Contains(asked.Params.Message, "Say [secret ") || !strings.Contains(asked.Params.Message, "⟨U+202E⟩evil") || len(pick) != 2 || !strings.HasPrefix(pick[0], "one ⟨U+001B⟩[2Jx") {
		t.Errorf("the form is %s", line)
	}
	answer, err := json.Marshal(pick[0])
	if err != nil {
		t.Fatal(err)
	}
	client.say(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":{"action":"accept","content":{"pick":` + string(answer) + `}}}`)
	if got := client.hear(`"id":1,`); !strings.Contains(got, "accept: true") {
		t.Errorf("the server gets another answer: %s", got)
	}
	go func() { _, _ = io.Copy(io.Discard, client.out) }() // what else it is told
	if err := client.shut(); err != nil {
		t.Fatal(err)
	}
	heard = client.all.String()
	for _, want := range []string{"asks ", "Paint", "made", "notifications/progress", "notifications/message", "note://one"} {
		if !strings.Contains(heard, want) {
			t.Errorf("the client hears nothing of %q", want)
		}
	}
	if strings.Contains(heard, key) {
		t.Errorf("the client is shown the key: %s", heard)
	}
	for _, line := range strings.Split(heard, "\n") {
		var any any
		if json.Unmarshal([]byte(line), &any) != nil {
			continue
		}
		for _, sign := range []string{"\x1b", "\u202e", "\u200b", "\u009b"} {
			if holds(any, sign) {
				t.Errorf("%+q reaches the client in %s", sign, line)
			}
		}
	}
}

// holds reports whether a text of JSON, or a name in it, holds sign.
func holds(v any, sign string) bool {
	switch v := v.(type) {
	case string:
		return strings.Contains(v, sign)
	case []any:
		for _, one := range v {
			if holds(one, sign) {
				return true
			}
		}
	case map[string]any:
		for name, one := range v {
			if strings.Contains(name, sign) || holds(one, sign) {
				return true
			}
		}
	}
	return false
}
