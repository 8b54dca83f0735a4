package serving

import (
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/operator/operatortest"
)

// everything is the reference server.
func everything(t *testing.T) string {
	t.Helper()
	script, err := filepath.Abs("../../build/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	return script
}

// What a server answers reaches a client as it came, beside what Handrail says of the call: the
// order of its pieces, their annotations, links, structured results and their schema.
func TestAnAnswerPassesWhole(t *testing.T) {
	script := everything(t)
	raw, err := json.Marshal([]string{script})
	if err != nil {
		t.Fatal(err)
	}
	b := serversBench(t, `"all":{"command":"node","internal_only":false,"args":`+string(raw)+`}`)
	here := b.join(`{}`)
	here.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	listed := here.hear(`"id":1`)

	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	direct, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: exec.Command("node", script)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = direct.Close() })
	list, err := direct.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	schemas := 0
	for _, tool := range list.Tools {
		if tool.OutputSchema == nil {
			continue
		}
		schemas++
		want, err := json.Marshal(tool.OutputSchema)
		if err != nil {
			t.Fatal(err)
		}
		if !sameJSON(t, outputOf(t, listed, "all__"+tool.Name), want) {
			t.Errorf("the results of %s are declared as %s, want %s", tool.Name, outputOf(t, listed, "all__"+tool.Name), want)
		}
	}
	if schemas == 0 {
		t.Error("the reference server declares no results: this test shows less than it means to")
	}
	for i, c := range []struct{ tool, args string }{
		{"get-annotated-message", `{"messageType":"error","includeImage":true}`}, {"get-resource-links", `{"count":3}`}, {"get-resource-reference", `{"resourceType":"Text","resourceId":1}`},
		{"get-structured-content", `{"location":"New York"}`}, {"get-tiny-image", `{}`}, {"echo", `{"message":"hello"}`},
	} {
		here.call(i+2, "all__"+c.tool, c.args)
		var got struct {
			Result struct {
				Content    []json.RawMessage `json:"content"`
				Structured json.RawMessage   `json:"structuredContent"`
				Meta       map[string]any    `json:"_meta"`
			} `json:"result"`
		}
		if err := json.Unmarshal([]byte(here.hear(`"id":`+string(rune('0'+i+2))+`,`)), &got); err != nil {
			t.Fatal(err)
		}
		r, err := direct.CallTool(t.Context(), &sdk.CallToolParams{Name: c.tool, Arguments: json.RawMessage(c.args)})
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(r.Content)
		if err != nil {
			t.Fatal(err)
		}
		pieces, err := json.Marshal(got.Result.Content)
		if err != nil {
			t.Fatal(err)
		}
		if c.tool == "get-resource-reference" { // it names the time
			if len(got.Result.Content) != len(r.Content) || !strings.Contains(string(got.Result.Content[1]), `"type":"resource"`) {
				t.Errorf("%s: %s", c.tool, pieces)
			}
			continue
		}
		if !sameJSON(t, pieces, want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.tool, pieces, want)
		}
		if (r.StructuredContent != nil) != (got.Result.Structured != nil) || got.Result.Meta["handrail"] == nil {
			t.Errorf("%s: %s, %v", c.tool, got.Result.Structured, got.Result.Meta)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, here.out) }() // what else it is told
	if err := here.shut(); err != nil {
		t.Fatal(err)
	}
}

// outputOf is the schema of results in a list of tools.
func outputOf(t *testing.T, line, name string) json.RawMessage {
	t.Helper()
	var list struct {
		Result struct {
			Tools []struct {
				Name   string          `json:"name"`
				Output json.RawMessage `json:"outputSchema"`
			} `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(line), &list); err != nil {
		t.Fatal(err)
	}
	for _, tool := range list.Result.Tools {
		if tool.Name == name {
			return tool.Output
		}
	}
	return nil
}

// sameJSON reports whether two texts are the same JSON.
func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	x, err := canonical(a)
	if err != nil {
		return false
	}
	y, err := canonical(b)
	if err != nil {
		t.Fatal(err)
	}
	return x == y
}

func canonical(raw json.RawMessage) (string, error) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "", err
	}
	out, err := json.Marshal(v)
	return string(out), err
}

// A secret of the person's is in no piece of an answer, and what a hook has changed is not
// passed beside the change.
func TestAnAnswerIsNotPassedAroundHooks(t *testing.T) {
	b := serversBench(t, `"peer":`+operatortest.Peer(t, `"internal_only":false,"env":{"API_KEY":"${secret:key}"}`))
	if err := b.O.Secrets().Store().Set("key", "very-secret-value-1234"); err != nil {
		t.Fatal(err)
	}
	c := b.join(`{}`)
	c.call(1, "peer__env", `{"value":"API_KEY"}`)
	if line := c.hear(`"id":1`); strings.Contains(line, "very-secret-value") || !strings.Contains(line, "secret key") {
		t.Errorf("the answer is %s", line)
	}
	b.File("agent/hooks/hooks.json", `{"hooks":[{"id":"hide","type":"post_tool","tools":["peer__*"],"command":"echo '{\"modified_output\": \"hidden by a hook\"}'","blocking":true}]}`)
	b.Reload()
	b.Trust()
	c.call(2, "peer__echo", `{"value":"what it said"}`)
	if line := c.hear(`"id":2`); strings.Contains(line, "what it said") || !strings.Contains(line, "hidden by a hook") {
		t.Errorf("the answer is %s", line)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
