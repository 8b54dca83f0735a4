package client

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/mcp/oauth"
	"handrail/tools"
)

// A request is one question to a server that may take long.
type request struct {
	what string // for a sentence: `the tool "echo"`
	tool string // which tool runs, the server's or ours by which it is read; "" if none does
	call string // the journal's id; "" if there is none
	key  string // the idempotency key; "" if there is none

	limit time.Duration // how long it may take; 0: as the server's calls may
	out   tools.Output
	send  func(ctx context.Context, meta *protocol.Meta) error
}

// call calls a tool.
func (n *conn) call(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	input := r.Input
	if len(input) == 0 {
		input = json.RawMessage("{}")
	}
	raw, err := n.ask(ctx, request{
		what: fmt.Sprintf("the call of %q", r.Tool), tool: r.Tool, call: r.Call.ID, key: r.Call.Key, limit: r.Timeout, out: out,
		send: func(ctx context.Context, meta *protocol.Meta) error {
			p := protocol.CallToolParams{Name: r.Tool, Arguments: input, Meta: meta}
			if token, ok := meta.ProgressToken.(string); ok && r.Task && (taskRun{n}).can() {
				return taskRun{n}.call(ctx, p, token, cmp.Or(r.Timeout, n.config.Server.CallTimeout()))
			}
			_, err := n.client.CallTool(ctx, protocol.CallToolRequest{Params: p})
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return readAnswer(raw)
}

// resource reads a resource.
func (n *conn) resource(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	raw, err := n.ask(ctx, request{
		what: fmt.Sprintf("the reading of %q", mcp.Clip(r.Resource, 200)), tool: mcp.ReadResourceTool, call: r.Call.ID, limit: r.Timeout, out: out,
		send: func(ctx context.Context, meta *protocol.Meta) error {
			_, err := n.client.ReadResource(ctx, protocol.ReadResourceRequest{Params: protocol.ReadResourceParams{URI: r.Resource, Meta: meta}})
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return readContentsOf(raw)
}

// prompt makes a prompt.
func (n *conn) prompt(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	raw, err := n.ask(ctx, request{
		what: fmt.Sprintf("the prompt %q", mcp.Clip(r.Prompt, 200)), tool: mcp.GetPromptTool, call: r.Call.ID, limit: r.Timeout, out: out,
		send: func(ctx context.Context, meta *protocol.Meta) error {
			_, err := n.client.GetPrompt(ctx, protocol.GetPromptRequest{Params: protocol.GetPromptParams{Name: r.Prompt, Arguments: r.Arguments, Meta: meta}})
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	return readMessages(raw)
}

// complete lists the values that an argument may have: a line each, and as the structured answer.
func (n *conn) complete(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	p := protocol.CompleteParams{Argument: protocol.CompleteArgument{Name: r.Complete.Argument, Value: r.Complete.Value}, Context: protocol.CompleteContext{Arguments: r.Arguments}}
	if p.Ref = any(protocol.ResourceReference{Type: "ref/resource", URI: r.Resource}); r.Prompt != "" {
		p.Ref = protocol.PromptReference{Type: "ref/prompt", Name: r.Prompt}
	}
	var got *protocol.CompleteResult
	_, err := n.ask(ctx, request{
		what: fmt.Sprintf("the values of %q", mcp.Clip(r.Complete.Argument, 200)), call: r.Call.ID, limit: r.Timeout, out: out,
		send: func(ctx context.Context, _ *protocol.Meta) (err error) {
			got, err = n.client.Complete(ctx, protocol.CompleteRequest{Params: p})
			return err
		},
	})
	if err != nil {
		return nil, err
	}
	c := got.Completion
	if c.Values = slices.Clone(c.Values[:min(len(c.Values), mostValues)]); c.Values == nil {
		c.Values = []string{}
	}
	for i, v := range c.Values {
		c.Values[i] = mcp.Clip(v, mostValue)
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return nil, err
	}
	return &mcp.Answer{Structured: raw, Content: []mcp.Content{{Kind: mcp.KindText, Text: cmp.Or(strings.Join(c.Values, "\n"), "(no values)")}}}, nil
}

// What of a completion is taken: MCP's own number of values, and how many characters one may have.
const (
	mostValues = 100
	mostValue  = 1000
)

// ask sends a request and waits for its answer, which comes back as it is. The
// error is an *tools.Error. The server lives on, whatever becomes of the request.
func (n *conn) ask(ctx context.Context, r request) (json.RawMessage, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	limit := n.config.Server.CallTimeout()
	if r.limit > 0 {
		limit = r.limit
	}
	c := newLiveCall(r, limit, func() { cancel(errCallLate) })
	token, ok := n.calls.enter(c)
	if !ok {
		return nil, justEnded(n.config.Server.Name)
	}
	defer n.calls.leave(token, c)
	meta := &protocol.Meta{ProgressToken: token}
	if r.key != "" {
		meta.AdditionalFields = map[string]any{mcp.KeyField: r.key}
	}
	select {
	case <-n.leveled:
	case <-ctx.Done(): // the request says so itself
	}
	n.roots.settle(ctx, n.client.Ping) //nolint:staticcheck // servers of today; on a modern connection nothing is sent, and no roots are asked for
	n.spy.listen(token)
	err := r.send(ctx, meta)
	raw := n.spy.collect(token)
	if err == nil || raw != nil && !wantsInput(raw) && ctx.Err() == nil {
		return raw, nil // what mcp-go cannot read of it is read leniently
	}
	return nil, n.failed(ctx, r, c, err)
}

// errCallLate ends a request that takes too long.
var errCallLate = errors.New("the time-out of the server's calls has passed")

// wantsInput reports whether a result is a question back, which mcp-go could not
// have answered.
func wantsInput(raw json.RawMessage) bool {
	var r struct {
		Type string `json:"resultType"`
	}
	return json.Unmarshal(raw, &r) == nil && r.Type == string(protocol.ResultTypeInputRequired)
}

// failed says why a request has failed, and what to do.
func (n *conn) failed(ctx context.Context, r request, c *liveCall, err error) *tools.Error {
	name := n.config.Server.Name
	var own *tools.Error
	var pages protocol.URLElicitationRequiredError
	switch {
	case errors.Is(context.Cause(ctx), errCallLate):
		return tools.Errorf(tools.Timeout, "the server %q has not answered %s within %s; it was cancelled, and the server runs on: ask for less at once, or raise the server's timeout in the settings", name, r.what, c.clock.spent())
	case ctx.Err() != nil:
		return givenUp(ctx, name, r.what)
	case errors.As(err, &own):
		return own
	case errors.Is(err, oauth.ErrSignIn):
		return tools.Errorf(tools.Unavailable, "%s", signIn(name)).Advise(tools.Action{Kind: tools.SignIn, Subject: name})
	case errors.As(err, &pages):
		return tools.Errorf(tools.Unavailable, "the server %q %s", name, wantsPages(pages.Elicitations))
	case n.endedByUs():
		return tools.Errorf(tools.Unavailable, "the server %q was ended while %s was under way", name, r.what)
	case (isClosed(err) || n.life.Err() != nil) && n.link.GoneWithin(lastWords):
		return tools.Errorf(tools.Unavailable, "%s; it is started again at the next call", n.account().died("while "+r.what+" was under way"))
	case isClosed(err):
		return tools.Errorf(tools.Unavailable, "the connection to the server %q was lost while %s was under way", name, r.what)
	case errors.Is(err, protocol.ErrInvalidParams):
		return tools.Errorf(tools.InvalidArgs, "the server %q rejected the input of %s: %s", name, r.what, cause(err))
	}
	return tools.Errorf(tools.ExecutionFailed, "the server %q has answered %s with an error: %s", name, r.what, cause(err))
}

// givenUp says that whoever asked did not wait for the answer.
func givenUp(ctx context.Context, server, what string) *tools.Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return tools.Errorf(tools.Timeout, "the server %q has not answered %s in time; it was cancelled, and the server runs on", server, what)
	}
	return tools.Errorf(tools.Cancelled, "%s was cancelled; the server %q runs on", what, server)
}

// justEnded refuses what comes too late.
func justEnded(server string) *tools.Error {
	return tools.Errorf(tools.Unavailable, "the server %q has just been ended: call again", server)
}

// endedByUs reports whether it was us who ended the connection.
func (n *conn) endedByUs() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ours
}

// notified takes in what the server tells. It is called by what reads from the
// server, and never waits.
func (n *conn) notified(m protocol.JSONRPCNotification) {
	fields := m.Params.AdditionalFields
	switch m.Method {
	case protocol.MethodNotificationToolsListChanged:
		n.lists.changed(protocol.MethodToolsList)
	case protocol.MethodNotificationResourcesListChanged:
		n.lists.changed(protocol.MethodResourcesList)
	case protocol.MethodNotificationPromptsListChanged:
		n.lists.changed(protocol.MethodPromptsList)
	case protocol.MethodNotificationResourceUpdated:
		uri, _ := fields["uri"].(string)
		n.updated(uri)
	case "notifications/progress":
		token, _ := fields["progressToken"].(string)
		n.calls.progress(token, fields)
	case "notifications/message":
		n.logged(fields)
	}
}

// logged takes in a line of the server's log: it goes to the call that is under
// way, if just one is, else to what the server says.
func (n *conn) logged(fields map[string]any) {
	data, err := json.Marshal(fields["data"])
	if err != nil {
		return
	}
	level, _ := fields["level"].(string)
	logger, _ := fields["logger"].(string)
	l := tools.LogLine{Level: mcp.Clip(level, 20), Logger: mcp.Clip(logger, 200), Data: data}
	if c := n.calls.only(); c != nil && c.tool != "" {
		c.log(l)
		return
	}
	n.note(n.redact(l.Text()))
}
