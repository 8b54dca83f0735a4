package pages

import (
	"context"
	_ "embed"
	"encoding/json"

	"handrail/operator"
	"handrail/tools"
)

// A subject is what a session shows: a page of a space, or an app of a server.
type subject interface {
	// name is what it is called where a session is listed.
	name() string
	// read is the document, and its digest.
	read(ctx context.Context) (data []byte, sum string, err error)
	// state is the digest of what may be shown now, or why nothing may.
	state() (sum string, held hold)
	// script is ours, and runs before the document's own.
	script() string
	// facts are what the wrapper is told beside: nil for a page.
	facts() any
	// tool is what the registry calls a tool that the document names, and what the document may call.
	tool(r *tools.Registry, name string) (string, tools.Scope)
	// value is a result as the document gets it.
	value(r *tools.Registry, scope tools.Scope, name string, result tools.Result) json.RawMessage
}

// closedScript shuts what no policy shuts everywhere.
//
//go:embed closed.js
var closedScript string

// invokeScript gives a page the function invoke.
//
//go:embed invoke.js
var invokeScript string

// A spacePage is a page of a space, by its id.
type spacePage struct {
	space *operator.Space
	id    string
}

func (p spacePage) name() string   { return p.id }
func (p spacePage) script() string { return closedScript + invokeScript }
func (p spacePage) facts() any     { return nil }

func (p spacePage) read(ctx context.Context) ([]byte, string, error) {
	page, data, err := source(ctx, p.space, p.id)
	return data, page.SHA256, err
}

func (p spacePage) state() (string, hold) {
	page, err := find(p.space, p.id)
	switch {
	case p.space.Unavailable() != "":
		return "", heldUnread
	case err != nil:
		return "", heldGone
	case page.Why != "":
		return "", heldBack
	}
	return page.SHA256, ""
}

func (p spacePage) tool(r *tools.Registry, name string) (string, tools.Scope) {
	page, err := find(p.space, p.id)
	if err != nil {
		return name, tools.Scope{Page: []string{}, Raised: []string{}}
	}
	return name, page.scope(r)
}

// value is a result as a page gets it: the value that a tool of the desktop returns, else the text that a model would read.
func (p spacePage) value(registry *tools.Registry, scope tools.Scope, name string, r tools.Result) json.RawMessage {
	if e, err := registry.Lookup(name, scope); err == nil && e.Info.Source == "bridge" && json.Valid([]byte(r.Content)) {
		return json.RawMessage(r.Content)
	}
	raw, err := json.Marshal(r.Content)
	if err != nil {
		return json.RawMessage(`""`) // a string can always be marshalled
	}
	return raw
}
