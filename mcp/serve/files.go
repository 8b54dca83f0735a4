package serve

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/internal/quote"
	"handrail/mcp"
	"handrail/tools"
)

// readLines is how many lines of a file a resource has at most.
const readLines = 100_000

// FileURI names a file, as a resource does.
func FileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") { // a drive of Windows
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// pathOf is the path that a file's URI names.
func pathOf(uri string) (string, error) {
	u, err := url.Parse(uri)
	switch {
	case err != nil:
		return "", fmt.Errorf("%q is no URI: %w", uri, err)
	case u.Scheme != "file" || u.Host != "" && u.Host != "localhost":
		return "", fmt.Errorf("%q names no file of this machine: use file:///path", uri)
	case u.Path == "" || u.RawQuery != "" || u.Fragment != "":
		return "", fmt.Errorf("%q names no file: use file:///path, with %%3F for a question mark and %%23 for a number sign", uri)
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /C:/x
		path = path[1:]
	}
	return filepath.FromSlash(path), nil
}

// fileTemplate is how a client names a file of the space.
func fileTemplate() protocol.ResourceTemplate {
	return protocol.NewResourceTemplate("file:///{+path}", "A file of the space",
		protocol.WithTemplateDescription("Read as the tool `read` reads it: below the space's folder, under its rules, and recorded."))
}

// listResources looks at the space's files, and what servers have, again.
func (s *Service) listResources(ctx context.Context) {
	s.refreshing.Lock()
	defer s.refreshing.Unlock()
	offer := s.c.Door.Offer(ctx)
	var all []server.ServerResource
	for _, f := range offer.Files() {
		r := protocol.Resource{URI: f.URI, Name: quote.Visible(f.Name), Title: quote.Visible(f.Title), Description: quote.Visible(f.Description), MIMEType: f.MIME}
		all = append(all, server.ServerResource{Resource: r, Handler: server.ResourceHandlerFunc(s.readFile)})
	}
	resources, templates := library{s}.resources(offer)
	s.mcp.SetResources(append(all, resources...)...)
	s.mcp.SetResourceTemplates(append(templates, server.ServerResourceTemplate{Template: fileTemplate(), Handler: s.readFile})...)
}

// readFile reads a file as the tool read does: it takes the door.
func (s *Service) readFile(ctx context.Context, r protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
	path, err := pathOf(r.Params.URI)
	if err != nil {
		return nil, err
	}
	input, err := json.Marshal(map[string]any{"path": path, "limit": readLines})
	if err != nil {
		return nil, err
	}
	result, err := library{s}.ask(ctx, "read", r.Header, json.RawMessage(input))
	if err != nil {
		return nil, err
	}
	if len(result.Parts) > 0 {
		p := result.Parts[0]
		return []protocol.ResourceContents{protocol.BlobResourceContents{URI: r.Params.URI, MIMEType: p.MIME, Blob: base64.StdEncoding.EncodeToString(p.Data)}}, nil
	}
	return []protocol.ResourceContents{protocol.TextResourceContents{URI: r.Params.URI, MIMEType: "text/plain", Text: unnumbered(result.Content)}}, nil
}

// errand makes a call that a client has not named itself.
func (s *Service) errand(ctx context.Context, h http.Header, tool string, input json.RawMessage) (tools.Result, error) {
	l, err := s.lineOf(ctx, h)
	if err != nil {
		return tools.Result{}, err
	}
	o := &openCall{line: l}
	c := Call{Tool: tool, Input: input, Output: o, Ask: func(context.Context, string, string) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: tools.WhereClient, Reason: "it cannot be asked about here; call the tool " + tool + " instead"}, nil
	}}
	forms, pages := canShow(ctx)
	if !forms || protocol.IsModernProtocol(server.RequestProtocolVersion(ctx)) { // there, only a tool's answer can be a question back
		return o.through(ctx, c), nil
	}
	c.Fill = func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) { return o.fill(ctx, f, pages) }
	o.start(ctx, c)
	o.await(ctx, s.mcp)
	return o.result, nil
}

// unnumbered takes the numbers of lines away that the tool read has put before
// each. What is not numbered throughout was changed by a hook, and stays.
func unnumbered(text string) string {
	var out strings.Builder
	rest := text
	for n := 1; rest != ""; n++ {
		line, more, _ := strings.Cut(rest, "\n")
		number, content, ok := strings.Cut(line, "\t")
		if !ok || strings.TrimLeft(number, " ") != strconv.Itoa(n) {
			if n > 1 && strings.HasPrefix(line, "(") { // read says what it has left out
				out.WriteString(rest)
				return out.String()
			}
			if text == "(the file is empty)" {
				return ""
			}
			return text
		}
		out.WriteString(content + "\n")
		rest = more
	}
	return out.String()
}

// refreshPrompts offers what there is now. refreshing is held.
func (s *Service) refreshPrompts(offer Offer) {
	now, add := map[string]string{}, []server.ServerPrompt{}
	take := func(prompt protocol.Prompt, make server.PromptHandlerFunc) {
		raw, err := json.Marshal(prompt)
		if err != nil || now[prompt.Name] != "" {
			return
		}
		now[prompt.Name] = string(raw)
		if s.prompts[prompt.Name] != string(raw) {
			add = append(add, server.ServerPrompt{Prompt: prompt, Handler: make})
		}
	}
	for _, p := range offer.Prompts {
		take(promptOf(p, p.Name), s.makePrompt)
	}
	if offer.Data != nil {
		for _, d := range offer.Data() {
			for _, p := range d.Has.Prompts {
				if d.Prompt != "" {
					take(promptOf(p, d.Server+"__"+p.Name), library{s}.prompt(d.Prompt, p.Name))
				}
			}
		}
	}
	gone := slices.DeleteFunc(slices.Sorted(maps.Keys(s.prompts)), func(name string) bool { return now[name] != "" })
	s.prompts = now
	if len(add) > 0 {
		s.mcp.AddPrompts(add...)
	}
	if len(gone) > 0 {
		s.mcp.DeletePrompts(gone...)
	}
}

// promptOf is a prompt as a client sees it.
func promptOf(p mcp.Prompt, name string) protocol.Prompt {
	out := protocol.Prompt{Name: name, Title: quote.Visible(p.Title), Description: quote.Visible(p.Description)}
	for _, a := range p.Arguments {
		out.Arguments = append(out.Arguments, protocol.PromptArgument{Name: a.Name, Description: quote.Visible(a.Description), Required: a.Required})
	}
	return out
}

// makePrompt makes a prompt of what the client gives.
func (s *Service) makePrompt(ctx context.Context, r protocol.GetPromptRequest) (*protocol.GetPromptResult, error) {
	l, err := s.lineOf(ctx, r.Header)
	if err != nil {
		return nil, err
	}
	text, err := l.Prompt(ctx, r.Params.Name, r.Params.Arguments)
	if err != nil {
		var e *tools.Error
		if errors.As(err, &e) {
			return nil, fmt.Errorf("%s: %s", e.Code, e.ForModel())
		}
		return nil, err
	}
	return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{protocol.NewPromptMessage(protocol.RoleUser, protocol.NewTextContent(quote.Visible(text)))}}, nil
}
