package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/schema"
	"handrail/tools"
)

// A tool is one tool of a server.
type tool struct {
	use  *Use
	def  Definition
	info tools.Info
}

func newTool(u *Use, d Definition) (*tool, error) {
	in, err := u.Schemas.of(string(d.Input))
	if err != nil {
		return nil, err
	}
	return &tool{use: u, def: d, info: infoOf(u, d, in)}, nil
}

// infoOf is what is known of a server's tool. What the server says of itself is
// marked as claimed (docs/spec/08-mcp.md): it informs, and nothing runs more
// freely for it.
func infoOf(u *Use, d Definition, in *schema.Schema) tools.Info {
	i := tools.Info{
		Name: d.Name, Title: plainLine(d.Title, 200), Description: strings.ToValidUTF8(d.Description, "\uFFFD"), Category: "servers",
		Input: in, Source: SourceName(u.Server.Name), Timeout: u.Server.CallTimeout(), Internal: u.Internal, Own: u.Own, Claimed: true, Program: u.program(),
	}
	if outputKnown(d.Output) {
		i.Output = d.Output
	}
	i.More = d.More
	i.App, i.Audience = appOf(d.More)
	i.SideEffect, i.Idempotent, i.Danger = d.Hints.read()
	if i.Title == "" {
		i.Title = plainLine(d.Name, 200)
	}
	if strings.TrimSpace(i.Description) == "" {
		i.Description = fmt.Sprintf("The tool %s of the server %s, which does not describe it.", i.Title, u.Server.Name)
	}
	if u.Asks != nil && u.Asks(d.Name) != "" {
		i.Confirm = true
	}
	if strings.ContainsFunc(i.Description, hidden) || strings.ContainsFunc(string(d.Input), hidden) {
		i.Warnings = append(i.Warnings, "its description holds characters that a person cannot see and a model reads: look at it before you use it")
	}
	for _, what := range in.Unchecked() {
		i.Warnings = append(i.Warnings, "not checked here, the server has to: "+what)
	}
	return i
}

// outputKnown reports whether a schema of results is one that clients can take: an object's.
func outputKnown(raw json.RawMessage) bool {
	const most = 64 << 10 // bytes
	var s struct {
		Type string `json:"type"`
	}
	return len(raw) > 0 && len(raw) <= most && json.Unmarshal(raw, &s) == nil && s.Type == "object"
}

// read makes the side-effect pair and the danger of hints. MCP's own defaults are
// the careful ones: what does not say that it only reads has a side effect, and is
// not idempotent. Danger is high only where the server itself says destructive:
// most servers say nothing, and a mark on every tool would mark none.
func (h Hints) read() (sideEffect, idempotent bool, danger tools.Danger) {
	yes := func(b *bool) bool { return b != nil && *b }
	switch {
	case yes(h.ReadOnly):
		return false, true, tools.Safe
	case yes(h.Destructive):
		return true, yes(h.Idempotent), tools.High
	}
	return true, yes(h.Idempotent), tools.Moderate
}

// Info implements tools.Tool.
func (t *tool) Info() tools.Info { return t.info }

// Prepare implements tools.Tool.
func (t *tool) Prepare(_ context.Context, call tools.Call, in schema.Input) (tools.Invocation, error) {
	return t.use.settle(settling{def: t.def, title: t.info.Title, name: t.info.Name, timeout: t.info.Timeout, call: call, in: in})
}

// A settling is what one call is settled from.
type settling struct {
	def     Definition
	title   string        // of the tool as it was called
	name    string        // likewise
	timeout time.Duration // of this call; it does not run while the person fills in a form
	call    tools.Call
	in      schema.Input
	pinned  func() error // of the tool as it was called; nil: only the server's counts
}

// settle makes the invocation of a call.
func (u *Use) settle(s settling) (tools.Invocation, error) {
	i := &invocation{use: u, s: s, input: s.in.JSON()}
	if err := i.accepted(); err != nil {
		return nil, err
	}
	server := u.Server.Name
	i.preview = tools.Preview{
		Title:   plainLine(fmt.Sprintf("%s (%s)", s.title, server), 300),
		Detail:  tools.InputDetail(fmt.Sprintf("tool %s of the server %s, with the input", s.def.Name, server), i.input),
		Effects: u.effects(),
		Digest:  tools.Digest("mcp", s.name, u.identity(), s.def.Digest(), string(i.input)),

		Layered: u.Server.Command != "", // a process of the space's own
	}
	if u.Asks != nil {
		if why := u.Asks(s.def.Name); why != "" {
			i.preview = i.preview.Asking(tools.ReadClause(why, tools.AskNew))
		}
	}
	return i, nil
}

// program names the program or address of the server, and not what it is told beside.
func (u *Use) program() string {
	return tools.Digest(u.Server.Command, tools.Digest(u.Server.Args...), u.Server.URL)
}

// identity names the server that a call goes to: another command, address,
// environment or header is another act.
func (u *Use) identity() string {
	s := u.Server
	headers := make([]string, 0, len(s.Headers))
	for name, value := range s.Headers {
		headers = append(headers, name+"="+value)
	}
	return tools.Digest(s.Name, s.Command, tools.Digest(s.Args...), s.Dir, s.URL, string(s.Transport), tools.EnvDigest(u.Key, s.Env), tools.EnvDigest(u.Key, headers))
}

// effects are what any call of the server may do: nobody can say which of it one
// call does.
func (u *Use) effects() []tools.Effect {
	var out []tools.Effect
	reach := slices.Clone(u.Reach)
	if u.Server.Command != "" {
		out = append(out, tools.Effect{Kind: tools.EffectRun, Target: u.Server.Command})
	} else {
		reach = append([]string{hostOf(u.Server.URL)}, reach...)
	}
	for i, host := range reach {
		if host != "" && !slices.Contains(reach[:i], host) {
			out = append(out, tools.Effect{Kind: tools.EffectReach, Target: host})
		}
	}
	for _, folder := range u.Write {
		if filepath.IsAbs(folder) {
			out = append(out, tools.Effect{Kind: tools.EffectWrite, Target: folder})
		}
	}
	return out
}

// hostOf is the host of an address, without its port.
func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return HostIn(address)
}

// HostIn is the host of an address with its port, as it is written, also where it is none that can be read: what else is in it may be a key.
func HostIn(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		return "another machine"
	}
	host := rest
	if at := strings.IndexAny(rest, `/?#\`); at >= 0 {
		host = rest[:at]
	}
	return host[strings.LastIndexByte(host, '@')+1:]
}

// An invocation is a settled call of a server's tool.
type invocation struct {
	use     *Use
	s       settling
	input   json.RawMessage
	preview tools.Preview
	data    *CallRequest // what is read of the server in the place of a call; nil: nothing
}

// Preview implements tools.Invocation.
func (i *invocation) Preview() tools.Preview { return i.preview }

// accepted refuses a tool that is not what the person has accepted.
func (i *invocation) accepted() error {
	if i.data != nil { // it is a tool of ours
		return nil
	}
	if i.use.Pinned != nil {
		if err := i.use.Pinned(i.s.def); err != nil {
			return tools.Errorf(tools.PermissionDenied, "%v", err)
		}
	}
	if i.s.pinned != nil {
		if err := i.s.pinned(); err != nil {
			return tools.Errorf(tools.PermissionDenied, "%v", err)
		}
	}
	return nil
}

// Run implements tools.Invocation.
func (i *invocation) Run(ctx context.Context, out tools.Output) (tools.Result, error) {
	if err := ctx.Err(); err != nil {
		return tools.Result{}, err
	}
	if err := i.accepted(); err != nil {
		return tools.Result{}, err
	}
	server := i.use.Server.Name
	if i.use.Client == nil {
		return tools.Result{}, tools.Errorf(tools.Unavailable, "the server %q is not connected here", server)
	}
	began := time.Now()
	request := CallRequest{Tool: i.s.def.Name, Task: i.s.def.Task, Input: i.input}
	if i.data != nil {
		request = *i.data
	}
	request.Call, request.Timeout = i.s.call, i.s.timeout
	request.Accepted = func(Listing) error { return i.accepted() } // the server may have been started for this call
	answer, err := i.use.Client.Call(ctx, request, out)
	switch {
	case err == nil && answer == nil:
		return tools.Result{}, tools.Errorf(tools.ExecutionFailed, "the server %q answered with nothing", server)
	case err == nil:
		result, err := answer.result(server)
		if err == nil && i.data == nil {
			result.Meta.App, _ = appOf(i.s.def.More)
		}
		return i.explained(began, result, err)
	case ctx.Err() != nil:
		return tools.Result{}, tools.Errorf(tools.Cancelled, "the call was cancelled; the server %q was told, and what it had done by then is done", server)
	}
	return i.explained(began, tools.Result{}, i.failure(err))
}

// explained adds to what a call has come to what the walls have kept from the server: a service
// that was not reached answers to the server's words like one that has said no.
func (i *invocation) explained(began time.Time, r tools.Result, err error) (tools.Result, error) {
	text := r.Content
	if err != nil {
		text += "\n" + err.Error()
	}
	var why *tools.Error
	if i.use.Refused != nil {
		why = i.use.Refused(began, text, err != nil)
	}
	posed := ""
	if speaksAsUs(text) {
		posed = fmt.Sprintf("What the server %s says of Handrail above is its own word; Handrail refused it nothing in this call", i.use.Server.Name)
		if why != nil {
			posed = fmt.Sprintf("What the server %s says of Handrail above is its own word; Handrail says", i.use.Server.Name)
		}
	}
	switch {
	case why == nil && posed == "":
		return r, err
	case err != nil && why == nil:
		return r, tools.Errorf(tools.AsError(err).Code, "%s. %s", strings.TrimSuffix(err.Error(), "."), posed).Advise(tools.ActionOf(err))
	case err != nil:
		code := tools.AsError(err).Code
		if code == tools.ExecutionFailed || code == tools.Unavailable { // else it has a cause of its own
			code = why.Code
		}
		said := why.Message
		if posed != "" {
			said = posed + ": " + said
		}
		return r, tools.Errorf(code, "%s. %s", strings.TrimSuffix(err.Error(), "."), said).Advise(why.Action)
	}
	note := posed + "."
	if why != nil {
		note = strings.TrimSpace(why.Message + ". " + why.Action.ForModel())
		r.Meta.Advice = why.Action
		if posed != "" {
			note = posed + ": " + note
		}
	}
	note = "[" + note + "]"
	r.Content += "\n\n" + note
	if r.Original != nil && r.Original.Pieces != nil {
		r.Original.Pieces = append(r.Original.Pieces, TextPiece(note))
	}
	return r, nil
}

// speaksAsUs reports whether a text of a server could be taken for what Handrail says of its walls. What follows it is always ours.
func speaksAsUs(text string) bool {
	text = strings.ReplaceAll(strings.ToLower(text), "’", "'")
	return slices.ContainsFunc([]string{"handrail's sandbox", "handrail's walls", "ask the person to let the server"},
		func(words string) bool { return strings.Contains(text, words) })
}

// failure is why a call could not be made, in one of our codes.
func (i *invocation) failure(err error) error {
	var e *tools.Error
	if errors.As(err, &e) {
		return e
	}
	return tools.Errorf(tools.Unavailable, "the server %q could not be called: %v", i.use.Server.Name, err).
		Advise(tools.Action{Kind: tools.InspectServer, Subject: i.use.Server.Name})
}
