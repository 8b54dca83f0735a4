package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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
	b.awaitServer("all")
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

// What a server has beside its tools reaches a client, and reading it is an act: it is recorded, and
// a rule denies it.
func TestResourcesAndPromptsOfServers(t *testing.T) {
	script := everything(t)
	raw, err := json.Marshal([]string{script})
	if err != nil {
		t.Fatal(err)
	}
	b := serversBench(t, `"all":{"command":"node","internal_only":false,"args":`+string(raw)+`}`)
	b.awaitServer("all")
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	direct, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: exec.Command("node", script)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = direct.Close() })
	c := b.join(`{}`)
	id := 0
	ask := func(method, params string) json.RawMessage {
		t.Helper()
		id++
		c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params))
		var m struct {
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		if err := json.Unmarshal([]byte(c.hear(fmt.Sprintf(`"id":%d,`, id))), &m); err != nil {
			t.Fatal(err)
		}
		if m.Result == nil {
			return m.Error
		}
		return m.Result
	}
	resources, err := direct.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) == 0 {
		t.Fatalf("%+v, %v", resources, err)
	}
	first := resources.Resources[0].URI
	if list := string(ask("resources/list", `{}`)); !strings.Contains(list, first) || !strings.Contains(list, "notes.txt") {
		t.Errorf("the resources are %s", list)
	}
	if list := string(ask("resources/templates/list", `{}`)); !strings.Contains(list, "demo://resource/dynamic/text/{resourceId}") || !strings.Contains(list, "file:///{+path}") {
		t.Errorf("the templates are %s", list)
	}
	same := func(got json.RawMessage, want any) {
		t.Helper()
		raw, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		if !sameJSON(t, got, raw) {
			t.Errorf("%s\nwant\n%s", got, raw)
		}
	}
	read, err := direct.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: first})
	if err != nil {
		t.Fatal(err)
	}
	same(ask("resources/read", `{"uri":`+strconv.Quote(first)+`}`), map[string]any{"contents": read.Contents})
	if got := string(ask("resources/read", `{"uri":"demo://resource/dynamic/blob/3"}`)); !strings.Contains(got, `"blob":`) || !strings.Contains(got, "demo://resource/dynamic/blob/3") {
		t.Errorf("what a template names is %s", got)
	}
	if list := string(ask("prompts/list", `{}`)); !strings.Contains(list, `"all__args-prompt"`) {
		t.Errorf("the prompts are %s", list)
	}
	made, err := direct.GetPrompt(t.Context(), &sdk.GetPromptParams{Name: "args-prompt", Arguments: map[string]string{"city": "Bern"}})
	if err != nil {
		t.Fatal(err)
	}
	same(ask("prompts/get", `{"name":"all__args-prompt","arguments":{"city":"Bern"}}`), map[string]any{"messages": made.Messages})
	if got := string(ask("prompts/get", `{"name":"all__args-prompt"}`)); !strings.Contains(got, "city") {
		t.Errorf("without what it needs: %s", got)
	}
	runs, _, err := b.O.History().Runs(t.Context(), b.Dir, "", 10)
	if err != nil || len(runs) != 1 {
		t.Fatalf("the record has %d runs, %v", len(runs), err)
	}
	calls, err := b.O.History().Calls(t.Context(), runs[0].ID)
	if err != nil || len(calls) != 4 {
		t.Errorf("the record has %d calls, %v", len(calls), err)
	}
	if err := b.O.Permits().AddRule(t.Context(), "deny", "all__read_resource"); err != nil {
		t.Fatal(err)
	}
	if got := string(ask("resources/read", `{"uri":`+strconv.Quote(first)+`}`)); !strings.Contains(got, "permission_denied") {
		t.Errorf("what a rule denies is read: %s", got)
	}
	if got := string(ask("resources/read", `{"uri":"file:///etc/passwd"}`)); strings.Contains(got, "root:") {
		t.Errorf("a file of this machine is read: %s", got)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// The icons of a tool and what its server says to programs reach a client, but for what is Handrail's to say.
func TestWhatIsForProgramsPasses(t *testing.T) {
	s := sdk.NewServer(&sdk.Implementation{Name: "pictures", Version: "1"}, nil)
	const icon = "data:image/png;base64,iVBORw0KGgo="
	s.AddTool(&sdk.Tool{
		Name: "draw", Description: "Draws.", InputSchema: json.RawMessage(`{"type":"object"}`), Icons: []sdk.Icon{{Source: icon, MIMEType: "image/png", Sizes: []string{"48x48"}}},
		Meta: sdk.Meta{"ui": map[string]any{"resourceUri": "ui://draw"}, "handrail/hidden": true},
	}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return &sdk.CallToolResult{}, nil
	})
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.CloseClientConnections)
	t.Cleanup(web.Close)
	b := serversBench(t, `"pictures":{"url":"`+web.URL+`","internal_only":false}`)
	b.awaitServer("pictures")
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	type listed struct {
		Name  string          `json:"name"`
		Icons json.RawMessage `json:"icons"`
		Meta  json.RawMessage `json:"_meta"`
	}
	var got struct {
		Result struct {
			Tools []listed `json:"tools"`
		} `json:"result"`
	}
	if err := json.Unmarshal([]byte(c.hear(`"id":1`)), &got); err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(got.Result.Tools, func(tool listed) bool { return tool.Name == "pictures__draw" })
	if i < 0 {
		t.Fatalf("it is not listed: %+v", got)
	}
	tool := got.Result.Tools[i]
	if want := `[{"src":"` + icon + `","mimeType":"image/png","sizes":["48x48"]}]`; !sameJSON(t, tool.Icons, []byte(want)) {
		t.Errorf("icons: %s", tool.Icons)
	}
	if want := `{"ui":{"resourceUri":"ui://draw"}}`; !sameJSON(t, tool.Meta, []byte(want)) {
		t.Errorf("_meta: %s", tool.Meta)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
