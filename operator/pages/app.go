package pages

import (
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"strings"

	"handrail/journal"
	"handrail/mcp"
	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/trust"
	"handrail/tools"
)

// An app is a document by which a server shows what one call of its tools has come to
// (docs/spec/08-mcp.md#apps). It is a stranger's program like a page, in the same frame, and reaches the tools of that
// server alone.
type app struct {
	space  *operator.Space
	server string
	html   []byte
	sum    string
	told   appFacts
}

// appFacts are what the wrapper tells an app.
type appFacts struct {
	Tool    appTool         `json:"tool"`
	Input   json.RawMessage `json:"input"`
	Result  json.RawMessage `json:"result"`
	Version string          `json:"version"`
}

type appTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Input       json.RawMessage `json:"inputSchema"`
}

// What the wrapper asks for an app. A tool of the server stands behind callsTool.
const (
	callsTool     = "tools/"
	opensLink     = "ui/open-link"
	readsResource = "resources/read"
)

// readyScript says to the wrapper that the document is the one that was served.
//
//go:embed ready.js
var readyScript string

// OpenApp shows the result of a call in the app of its server, until it is closed. The person has asked for it: the app
// is read from the server as a call of theirs, unless something forbids that.
func (f *Shelf) OpenApp(ctx context.Context, space *operator.Space, call string) (*Session, error) {
	was, err := f.o.History().Call(ctx, call)
	switch {
	case err != nil:
		return nil, err
	case was.Space != space.Dir() || was.Meta.App == "" || was.State != history.CallRan:
		return nil, tools.Errorf(tools.NotFound, "this call has no app that could show what came of it")
	case space.Unavailable() != "":
		return nil, tools.Errorf(tools.Unavailable, "the app can't be opened: %s", space.Unavailable())
	}
	registry := space.Registry()
	e, err := registry.Lookup(was.Tool, tools.Scope{})
	server, ours := strings.CutPrefix(e.Info.Source, mcp.SourceName(""))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the app can't be opened without the tool that it belongs to: %w", err)
	case !ours || e.Info.App != was.Meta.App:
		return nil, tools.Errorf(tools.Unavailable, "the server shows results in another way since this call: make the call again")
	}
	a := &app{space: space, server: server}
	a.told = appFacts{Tool: appTool{e.Info.Name, e.Info.Title, e.Info.Description, e.Info.Input.JSON()}, Version: f.o.Config().Version}
	if a.told.Input = was.Input; a.told.Input == nil {
		a.told.Input = json.RawMessage("{}") // too large for the journal, or it may hold a secret
	}
	if a.told.Result, err = f.answerOf(was); err != nil {
		return nil, err
	}
	if a.html, err = f.readApp(ctx, space, e); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(a.html)
	a.sum = hex.EncodeToString(sum[:])
	if _, err := newDocument(a.html, a.script(), "'none'"); err != nil {
		return nil, fmt.Errorf("the app of the server %s: %w", server, err)
	}
	return f.start(space, a, cmp.Or(e.Info.Title, e.Info.Name)+" · "+server, tools.AppCaller(server))
}

// answerOf is the result of a call as an app is given it: as the server sent it, where it is still kept, else its text.
func (f *Shelf) answerOf(was history.Call) (json.RawMessage, error) {
	if kept, ok := f.o.Runs().Answer(was.ID); ok {
		return wireResult(kept), nil
	}
	given := was.Given
	if given != nil && given.Same {
		given = was.Result
	}
	if given == nil {
		return nil, tools.Errorf(tools.Unavailable, "the result of this call is not kept any more: make the call again")
	}
	return wireResult(tools.Result{Content: given.Content}), nil
}

// readApp reads the document from the server.
func (f *Shelf) readApp(ctx context.Context, space *operator.Space, e tools.Entry) ([]byte, error) {
	reader, can := readerOf(space.Registry(), e.Info.Source)
	if !can {
		return nil, tools.Errorf(tools.Unavailable, "the server lists nothing that can be read from it, so its app can't be either")
	}
	input, err := json.Marshal(map[string]string{"uri": e.Info.App})
	if err != nil {
		return nil, err
	}
	calls, err := space.Calls(operator.CallsConfig{Origin: journal.FromTry, Title: tools.Say(tools.RunPage, e.Qualified).String()})
	if err != nil {
		return nil, err
	}
	defer func() { _ = calls.Close() }() // what it has come to is in the journal
	digest := space.Forecast(ctx, reader, string(input)).Preview.Digest
	_, result, err := calls.CallShown(ctx, reader, input, digest)
	switch {
	case err != nil:
		return nil, err
	case result.Error != nil:
		return nil, fmt.Errorf("the app can't be read from its server: %w", result.Error)
	}
	if result.Original != nil {
		for _, piece := range result.Original.Pieces {
			var p struct {
				Resource struct {
					URI  string `json:"uri"`
					MIME string `json:"mimeType"`
					Text string `json:"text"`
					Blob []byte `json:"blob"`
				} `json:"resource"`
			}
			if json.Unmarshal(piece, &p) != nil || p.Resource.URI != e.Info.App {
				continue
			}
			if kind, _, err := mime.ParseMediaType(p.Resource.MIME); err != nil || kind != "text/html" {
				return nil, tools.Errorf(tools.ExecutionFailed, "the server's app is %q, and an app is %s", p.Resource.MIME, mcp.AppType)
			}
			if data := append([]byte(p.Resource.Text), p.Resource.Blob...); len(data) > 0 && len(data) <= mostBytes {
				return data, nil
			}
			return nil, tools.Errorf(tools.ExecutionFailed, "the server's app is empty, or larger than %d MB", mostBytes>>20)
		}
	}
	return nil, tools.Errorf(tools.ExecutionFailed, "the server has answered with something else than its app")
}

func (a *app) name() string   { return tools.AppCaller(a.server).Name }
func (a *app) script() string { return closedScript + readyScript }
func (a *app) facts() any     { return a.told }

func (a *app) read(context.Context) ([]byte, string, error) {
	if _, held := a.state(); held != "" {
		return nil, "", tools.Errorf(tools.PermissionDenied, "%s", held.say(english{}))
	}
	return a.html, a.sum, nil
}

func (a *app) state() (string, hold) {
	if level := a.space.Trust().State().Level(); level != trust.Trusted && level != trust.NotNeeded {
		return "", heldApp
	}
	return a.sum, ""
}

// readerOf is the tool that reads resources of a server, by its source.
func readerOf(r *tools.Registry, source string) (qualified string, can bool) {
	for _, e := range r.Entries() {
		if e.Info.Source == source && e.Info.Data == tools.DataResource && e.State == tools.Ready {
			return e.Qualified, true
		}
	}
	return "", false
}

// tool finds a tool of the server by the server's own name for it.
func (a *app) tool(r *tools.Registry, name string) (string, tools.Scope) {
	scope := tools.Scope{Page: []string{}, Raised: []string{}}
	if name == readsResource {
		if reader, can := readerOf(r, mcp.SourceName(a.server)); can {
			scope.Page, scope.Raised = []string{reader}, []string{reader}
			return reader, scope
		}
		return name, scope
	}
	own, is := strings.CutPrefix(name, callsTool)
	for _, e := range r.Entries() {
		switch {
		case e.State != tools.Ready || e.Info.Data != "":
		case is && e.Info.Name == own && e.Info.Source == mcp.SourceName(a.server) && e.Info.Audience != tools.ForModels,
			name == opensLink && e.Info.Source == "bridge" && e.Info.Name == "open_external":
			scope.Page, scope.Raised = []string{e.Qualified}, []string{e.Qualified}
			return e.Qualified, scope
		}
	}
	return name, scope
}

func (a *app) value(registry *tools.Registry, scope tools.Scope, tool string, r tools.Result) json.RawMessage {
	if e, err := registry.Lookup(tool, scope); err == nil && e.Info.Data == tools.DataResource {
		return wireContents(r)
	}
	return wireResult(r)
}

// wireContents is a resource that was read, as MCP has it.
func wireContents(r tools.Result) json.RawMessage {
	contents := []json.RawMessage{}
	if r.Original != nil {
		for _, piece := range r.Original.Pieces {
			var p struct {
				Resource json.RawMessage `json:"resource"`
			}
			if json.Unmarshal(piece, &p) == nil && p.Resource != nil {
				contents = append(contents, p.Resource)
			}
		}
	}
	raw, err := json.Marshal(map[string]any{"contents": contents})
	if err != nil { // a server's piece that is no JSON
		return json.RawMessage(`{"contents":[]}`)
	}
	return raw
}

// wireResult is a result as MCP has it.
func wireResult(r tools.Result) json.RawMessage {
	wire := struct {
		Content    []json.RawMessage `json:"content"`
		Structured json.RawMessage   `json:"structuredContent,omitempty"`
	}{Content: []json.RawMessage{mcp.TextPiece(r.Content)}}
	if r.Original != nil {
		wire.Structured = r.Original.Structured
		if r.Original.Pieces != nil {
			wire.Content = r.Original.Pieces
		}
	}
	raw, err := json.Marshal(wire)
	if err != nil { // a server's piece that is no JSON
		return json.RawMessage(`{"content":[]}`)
	}
	return raw
}
