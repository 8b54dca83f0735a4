package client

import (
	"context"
	"encoding/json"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
)

// listResources adds the resources and the templates of resources. A server that
// cannot list them can still be used.
func (s lister) listResources(ctx context.Context, l *mcp.Listing) {
	l.Resources = s.resources(ctx, protocol.MethodResourcesList, "resources", omitting(l, protocol.MethodResourcesList))
	// A server may have no templates, and then often does not know the word.
	l.Templates = s.resources(ctx, protocol.MethodResourcesTemplatesList, "resource templates", func(string, ...any) {})
}

func (s lister) resources(ctx context.Context, method protocol.MCPMethod, what string, omit func(format string, args ...any)) []mcp.Resource {
	ctx, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
	all, err := s.pages(ctx, method, what, omit)
	if err != nil {
		omit("%s cannot be listed: %s", what, cause(err))
		return nil
	}
	var list []mcp.Resource
	for i, raw := range all {
		var r struct {
			URI         string   `json:"uri"`
			Template    string   `json:"uriTemplate"`
			Name        string   `json:"name"`
			Title       string   `json:"title"`
			Description string   `json:"description"`
			MIME        string   `json:"mimeType"`
			Size        *float64 `json:"size"`
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			omit("the resource number %d: it cannot be read: %s", i+1, mcp.Clip(err.Error(), 200))
			continue
		}
		if r.URI == "" {
			r.URI = r.Template
		}
		if r.URI == "" {
			omit("the resource %s: it has no URI", named(r.Name, i))
			continue
		}
		entry := mcp.Resource{URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIME: r.MIME}
		if r.Size != nil {
			entry.Size = clamp(*r.Size)
		}
		list = append(list, entry)
	}
	return list
}

// listPrompts adds the prompts.
func (s lister) listPrompts(ctx context.Context, l *mcp.Listing) {
	ctx, cancel := context.WithTimeout(ctx, listWait)
	defer cancel()
	omit := omitting(l, protocol.MethodPromptsList)
	all, err := s.pages(ctx, protocol.MethodPromptsList, "prompts", omit)
	if err != nil {
		omit("prompts cannot be listed: %s", cause(err))
		return
	}
	for i, raw := range all {
		var p struct {
			Name        string `json:"name"`
			Title       string `json:"title"`
			Description string `json:"description"`
			Arguments   []struct {
				Name        string `json:"name"`
				Description string `json:"description"`
				Required    bool   `json:"required"`
			} `json:"arguments"`
		}
		if err := json.Unmarshal(raw, &p); err != nil || p.Name == "" {
			omit("the prompt %s: it cannot be read", named(p.Name, i))
			continue
		}
		entry := mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
		for _, a := range p.Arguments {
			entry.Arguments = append(entry.Arguments, mcp.Argument{Name: a.Name, Description: a.Description, Required: a.Required})
		}
		l.Prompts = append(l.Prompts, entry)
	}
}
