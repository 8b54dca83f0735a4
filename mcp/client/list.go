package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	goclient "github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
)

// What is taken of one list of a server (docs/spec/08-mcp.md): more is left
// out, and said.
const (
	listLimit = 5000     // entries
	listBytes = 10 << 20 // as they come
	pageLimit = 1000     // pages
)

// toolNameLimit is how long the name of a tool may be, in characters: MCP's own.
const toolNameLimit = 128

// listWait is how long a list that is no list of tools may take.
const listWait = 10 * time.Second

// A page is the answer to any request for a list. Which of the lists is there
// depends on the request.
type page struct {
	Tools     []json.RawMessage `json:"tools"`
	Resources []json.RawMessage `json:"resources"`
	Templates []json.RawMessage `json:"resourceTemplates"`
	Prompts   []json.RawMessage `json:"prompts"`
	Next      string            `json:"nextCursor"`
}

func (p page) entries(method protocol.MCPMethod) []json.RawMessage {
	switch method {
	case protocol.MethodToolsList:
		return p.Tools
	case protocol.MethodResourcesList:
		return p.Resources
	case protocol.MethodResourcesTemplatesList:
		return p.Templates
	default:
		return p.Prompts
	}
}

// A lister asks a server for its lists.
type lister struct {
	client *goclient.Client
	spy    *spy
	has    protocol.ServerCapabilities
	redact func(json.RawMessage) json.RawMessage // nil: nothing is secret
}

// list lists everything that the server has.
func (s lister) list(ctx context.Context) (mcp.Listing, error) {
	l := mcp.Listing{Completes: s.has.Completions != nil, Watches: s.has.Resources != nil && s.has.Resources.Subscribe}
	if s.has.Tools != nil {
		if err := s.listTools(ctx, &l); err != nil {
			return l, err
		}
	}
	if s.has.Resources != nil {
		s.listResources(ctx, &l)
	}
	if s.has.Prompts != nil {
		s.listPrompts(ctx, &l)
	}
	return l, nil
}

// relist lists again what is stale, and keeps the rest of old.
func (s lister) relist(ctx context.Context, old mcp.Listing, stale map[string]bool) (mcp.Listing, error) {
	parts := map[protocol.MCPMethod]func(l *mcp.Listing) error{
		protocol.MethodToolsList:     func(l *mcp.Listing) error { return s.listTools(ctx, l) },
		protocol.MethodResourcesList: func(l *mcp.Listing) error { s.listResources(ctx, l); return nil },
		protocol.MethodPromptsList:   func(l *mcp.Listing) error { s.listPrompts(ctx, l); return nil },
	}
	next := mcp.Listing{Tools: old.Tools, Resources: old.Resources, Templates: old.Templates, Prompts: old.Prompts, Completes: old.Completes, Watches: old.Watches}
	for _, o := range old.LeftOut {
		if !stale[o.List] {
			next.LeftOut = append(next.LeftOut, o)
		}
	}
	for method, again := range parts {
		if !stale[string(method)] {
			continue
		}
		switch method {
		case protocol.MethodToolsList:
			next.Tools = nil
		case protocol.MethodResourcesList:
			next.Resources, next.Templates = nil, nil
		default:
			next.Prompts = nil
		}
		if err := again(&next); err != nil {
			return old, err
		}
	}
	return next, nil
}

// omitting returns a function that notes in l what of a list is left out.
func omitting(l *mcp.Listing, method protocol.MCPMethod) func(format string, args ...any) {
	return func(format string, args ...any) {
		l.LeftOut = append(l.LeftOut, mcp.Omission{List: string(method), Text: fmt.Sprintf(format, args...)})
	}
}

// pages follows the pages of a list. omit is told what is left out.
func (s lister) pages(ctx context.Context, method protocol.MCPMethod, what string, omit func(format string, args ...any)) ([]json.RawMessage, error) {
	var all []json.RawMessage
	size, cursor, seen := 0, "", map[string]bool{"": true}
	leftOut := func(why string) ([]json.RawMessage, error) {
		omit("%s after the first %d: %s", what, len(all), why)
		return all, nil
	}
	for range pageLimit {
		p, err := s.page(ctx, method, cursor)
		if err != nil {
			return nil, err
		}
		for _, entry := range p.entries(method) {
			if len(all) == listLimit {
				return leftOut(fmt.Sprintf("a server may have at most %d", listLimit))
			}
			if size += len(entry); size > listBytes {
				return leftOut(fmt.Sprintf("together they are longer than %d MB", listBytes>>20))
			}
			if s.redact != nil {
				entry = s.redact(entry)
			}
			all = append(all, entry)
		}
		if p.Next == "" {
			return all, nil
		}
		if seen[p.Next] {
			return leftOut("the server goes round in circles: it gives a page that it gave before as the next one")
		}
		seen[p.Next], cursor = true, p.Next
	}
	return leftOut(fmt.Sprintf("the list has more than %d pages", pageLimit))
}

// page asks for one page of a list.
func (s lister) page(ctx context.Context, method protocol.MCPMethod, cursor string) (page, error) {
	request := protocol.PaginatedRequest{Params: protocol.PaginatedParams{Cursor: protocol.Cursor(cursor)}}
	s.spy.listen(string(method))
	var err error
	switch method {
	case protocol.MethodToolsList:
		_, err = s.client.ListToolsByPage(ctx, protocol.ListToolsRequest{PaginatedRequest: request})
	case protocol.MethodResourcesList:
		_, err = s.client.ListResourcesByPage(ctx, protocol.ListResourcesRequest{PaginatedRequest: request})
	case protocol.MethodResourcesTemplatesList:
		_, err = s.client.ListResourceTemplatesByPage(ctx, protocol.ListResourceTemplatesRequest{PaginatedRequest: request})
	default:
		_, err = s.client.ListPromptsByPage(ctx, protocol.ListPromptsRequest{PaginatedRequest: request})
	}
	raw := s.spy.collect(string(method))
	if raw == nil {
		return page{}, err
	}
	var p page
	if json.Unmarshal(raw, &p) != nil { // mcp-go may not read an entry; we leave out that one
		return page{}, errors.New("the answer is no list")
	}
	return p, nil
}

// listTools adds the tools.
func (s lister) listTools(ctx context.Context, l *mcp.Listing) error {
	omit := omitting(l, protocol.MethodToolsList)
	all, err := s.pages(ctx, protocol.MethodToolsList, "tools", omit)
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for i, raw := range all {
		d, why := definitionOf(raw)
		if why == "" && taken[d.Name] {
			why = "its name is taken by another tool before it"
		}
		if why != "" {
			omit("the tool %s: %s", named(d.Name, i), why)
			continue
		}
		taken[d.Name] = true
		l.Tools = append(l.Tools, d)
	}
	return nil
}

// named names an entry of a list, if need be by its place.
func named(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("number %d", i+1)
	}
	return fmt.Sprintf("%q", mcp.Clip(name, 60))
}

// definitionOf reads a tool. why says why it cannot be used.
func definitionOf(raw json.RawMessage) (d mcp.Definition, why string) {
	var t struct {
		Name        string          `json:"name"`
		Title       string          `json:"title"`
		Description string          `json:"description"`
		Input       json.RawMessage `json:"inputSchema"`
		Output      json.RawMessage `json:"outputSchema"`
		Notes       struct {
			Title       string `json:"title"`
			ReadOnly    *bool  `json:"readOnlyHint"`
			Destructive *bool  `json:"destructiveHint"`
			Idempotent  *bool  `json:"idempotentHint"`
			OpenWorld   *bool  `json:"openWorldHint"`
		} `json:"annotations"`
		Execution struct {
			Task string `json:"taskSupport"`
		} `json:"execution"`
		Icons []json.RawMessage          `json:"icons"`
		Meta  map[string]json.RawMessage `json:"_meta"`
	}
	if err := json.Unmarshal(raw, &t); err != nil {
		var only struct {
			Name string `json:"name"`
		}
		_ = json.Unmarshal(raw, &only) // it names what is broken, if it can
		return mcp.Definition{Name: only.Name}, "its definition cannot be read: " + mcp.Clip(err.Error(), 200)
	}
	d = mcp.Definition{
		Name: t.Name, Title: t.Title, Description: t.Description, Input: t.Input, Output: t.Output,
		Hints: mcp.Hints{ReadOnly: t.Notes.ReadOnly, Destructive: t.Notes.Destructive, Idempotent: t.Notes.Idempotent, OpenWorld: t.Notes.OpenWorld},
	}
	if d.Title == "" {
		d.Title = t.Notes.Title
	}
	d.More, d.Task = moreOf(t.Icons, t.Meta), t.Execution.Task == "required"
	if len(d.Output) > 0 && string(d.Output) == "null" {
		d.Output = nil
	}
	return d, badTool(d)
}

// mostMore is how many bytes of a tool's icons and _meta are passed on.
const mostMore = 64 << 10

// moreOf is what programs are told of a tool; nil if it is nothing, or more than is passed on.
func moreOf(icons []json.RawMessage, meta map[string]json.RawMessage) json.RawMessage {
	if len(icons) == 0 && len(meta) == 0 {
		return nil
	}
	more := map[string]any{}
	if len(icons) > 0 {
		more["icons"] = icons
	}
	if len(meta) > 0 {
		more["_meta"] = meta
	}
	raw, err := json.Marshal(more)
	if err != nil || len(raw) > mostMore {
		return nil
	}
	return raw
}

// badTool says why a tool cannot be used; "" if it can.
func badTool(d mcp.Definition) string {
	switch {
	case d.Name == "":
		return "it has no name"
	case utf8.RuneCountInString(d.Name) > toolNameLimit:
		return fmt.Sprintf("its name is %d characters long, and MCP allows %d", utf8.RuneCountInString(d.Name), toolNameLimit)
	case strings.ContainsFunc(d.Name, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == utf8.RuneError }):
		return "its name holds a space or a character that cannot be shown"
	case len(d.Input) == 0 || string(d.Input) == "null":
		return "it does not say what its input is"
	}
	return ""
}
