package guide

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"handrail/agent/llm"
)

func say(t *testing.T, p *Provider, tools []llm.Tool, messages ...llm.Message) string {
	t.Helper()
	answer, err := llm.Collect(p.Stream(t.Context(), llm.Request{Messages: messages, Tools: tools}), nil)
	if err != nil || answer.Stop != llm.StopEnd {
		t.Fatalf("%v, stop %q", err, answer.Stop)
	}
	return answer.Text
}

func person(text string) llm.Message { return llm.Message{Role: llm.User, Text: text} }

func offered() []llm.Tool {
	return []llm.Tool{
		{Name: "deploy", Description: "Deploys.\nMore.", Schema: json.RawMessage(`{"type":"object","properties":{"wait":{"type":"boolean","default":true},"branch":{"type":"string","description":"Which branch."},"target":{"enum":["staging","live"]},"tries":{"type":"integer"}},"required":["branch","target","tries"]}`)},
		{Name: "listdir", Description: "Lists a folder.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)},
		{Name: "bare", Schema: json.RawMessage(`broken`)},
	}
}

func TestAnswers(t *testing.T) {
	cases := []struct {
		name, says string
		tools      []llm.Tool
		want       []string
	}{
		{"anything", "write me a poem", offered(), []string{"I am not a language model", "each of the 3 tools", "`/listdir path=.`", `"models"`}},
		{"nothing offered", "hello", nil, []string{"offers no tool at the moment"}},
		{"the tools", "What can you do?", offered(), []string{"- **deploy**: Deploys.\n", "- **listdir**: Lists a folder.", "- **bare**: (its author wrote no description)"}},
		{"one tool", "How do I use Deploy?", offered(), []string{"Deploys.\nMore.", "- `branch` (required): Which branch.", "- `wait` (optional)", "Default: true.", "`/deploy branch=… target=staging tries=1`"}},
		{"a tool without a schema", "bare", offered(), []string{"`/bare`"}},
		{"models", "how to connect Ollama", offered(), []string{"Settings, Models", `"type": "anthropic"`, "goes to that service", "settings.json"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := say(t, New(Config{}), c.tools, person(c.says))
			for _, w := range c.want {
				if !strings.Contains(got, w) {
					t.Errorf("%q is not in:\n%s", w, got)
				}
			}
		})
	}
}

func TestNamesLocalServersAndTheFile(t *testing.T) {
	p := New(Config{Settings: "/home/x/settings.json", Servers: func(context.Context) []Server {
		return []Server{{Name: "ollama", URL: "http://127.0.0.1:11434/v1", Models: []string{"a", "b", "c", "d", "e", "f"}}, {Name: "lmstudio", URL: "http://127.0.0.1:1234/v1"}}
	}})
	got := say(t, p, nil, person("models"))
	for _, w := range []string{"ollama at http://127.0.0.1:11434/v1, with a, b, c, d, e. Choose", "lmstudio at http://127.0.0.1:1234/v1. Choose", "`/home/x/settings.json`"} {
		if !strings.Contains(got, w) {
			t.Errorf("%q is not in:\n%s", w, got)
		}
	}
}

func TestListsAtMostThirtyTools(t *testing.T) {
	for n, more := range map[int]string{30: "", 31: "and 1 more"} {
		var tools []llm.Tool
		for i := range n {
			tools = append(tools, llm.Tool{Name: fmt.Sprintf("t%d", i)})
		}
		got := say(t, New(Config{}), tools, person("tools"))
		if strings.Count(got, "\n- **") != 30 || strings.Contains(got, "more,") != (more != "") || !strings.Contains(got, more) {
			t.Errorf("%d tools:\n%s", n, got)
		}
	}
}

func TestSpeaksAfterAResultAndToNobody(t *testing.T) {
	if got := say(t, New(Config{}), offered(), person("x"), llm.Message{Role: llm.Results}); !strings.HasPrefix(got, "That is what came of it.") {
		t.Error(got)
	}
	if got := say(t, New(Config{}), offered()); !strings.Contains(got, "I am the guide") {
		t.Error(got)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := llm.Collect(New(Config{}).Stream(ctx, llm.Request{}), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
