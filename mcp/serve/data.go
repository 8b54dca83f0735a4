package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/internal/quote"
	"handrail/mcp"
	"handrail/tools"
)

// A library is what servers have beside their tools, as clients use it: each use is a call of the tool for it.
type library struct{ s *Service }

// resources are what servers have, by their own URIs: one that another has already, and
// one that names a file of this machine, is left out.
func (l library) resources(offer Offer) (list []server.ServerResource, templates []server.ServerResourceTemplate) {
	if offer.Data == nil {
		return nil, nil
	}
	seen := map[string]bool{}
	fresh := func(uri string) bool {
		if seen[uri] || !ofServer(uri) {
			return false
		}
		seen[uri] = true
		return true
	}
	for _, d := range offer.Data() {
		if d.Read == "" {
			continue
		}
		read := l.read(d.Read)
		for _, r := range d.Has.Resources {
			if fresh(r.URI) {
				list = append(list, server.ServerResource{Resource: protocol.Resource{URI: r.URI, Name: quote.Visible(r.Name), Title: quote.Visible(r.Title), Description: quote.Visible(r.Description), MIMEType: r.MIME}, Handler: read})
			}
		}
		for _, r := range d.Has.Templates {
			if fresh(r.URI) && sound(r) {
				t := protocol.NewResourceTemplate(r.URI, quote.Visible(r.Name), protocol.WithTemplateDescription(quote.Visible(r.Description)), protocol.WithTemplateMIMEType(r.MIME))
				t.Title = quote.Visible(r.Title)
				templates = append(templates, server.ServerResourceTemplate{Template: t, Handler: server.ResourceTemplateHandlerFunc(read)})
			}
		}
	}
	return list, templates
}

// ofServer reports whether a URI, or a template of one, begins with a scheme of its own: written out, so
// that no template catches another's, and not that of files, which are the space's.
func ofServer(uri string) bool {
	scheme, _, ok := strings.Cut(uri, ":")
	return ok && scheme != "" && len(uri) <= longestURI && strings.ToLower(scheme) != "file" && strings.Trim(strings.ToLower(scheme), "abcdefghijklmnopqrstuvwxyz0123456789+.-") == ""
}

// longestURI is how many bytes a URI of a server, or a template of one, may have.
const longestURI = 4096

// sound reports whether a template can be read, and matched in no time: the library makes a pattern of it,
// and stops the program where it cannot.
func sound(r mcp.Resource) (ok bool) {
	const most = 8 // variables
	if len(r.URI) > 500 || strings.Count(r.URI, "{")+strings.Count(r.URI, ",") > most || strings.Contains(r.URI, "*") {
		return false
	}
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	raw, err := json.Marshal(r.URI)
	var t protocol.URITemplate
	return err == nil && json.Unmarshal(raw, &t) == nil && t.Regexp() != nil
}

// read reads what a server has by the tool for it: it takes the door.
func (l library) read(tool string) server.ResourceHandlerFunc {
	return func(ctx context.Context, r protocol.ReadResourceRequest) ([]protocol.ResourceContents, error) {
		result, err := l.ask(ctx, tool, r.Header.Clone(), map[string]any{"uri": r.Params.URI})
		if err != nil {
			return nil, err
		}
		var out []protocol.ResourceContents
		if result.Original != nil && !result.Meta.Truncated {
			for _, raw := range result.Original.Pieces {
				var piece struct {
					Resource json.RawMessage `json:"resource"`
				}
				if json.Unmarshal(raw, &piece) == nil && piece.Resource != nil {
					out = append(out, contents{raw: named(piece.Resource, r.Params.URI)})
				}
			}
		}
		if len(out) == 0 {
			out = append(out, protocol.TextResourceContents{URI: r.Params.URI, MIMEType: "text/plain", Text: result.Content})
		}
		return out, nil
	}
}

// named are contents whose URI is none of the space's files: a server names what it likes.
func named(raw json.RawMessage, asked string) json.RawMessage {
	var c map[string]any
	if json.Unmarshal(raw, &c) != nil {
		return raw
	}
	if uri, _ := c["uri"].(string); ofServer(uri) {
		return raw
	}
	c["uri"] = asked
	if whole, err := json.Marshal(c); err == nil {
		return whole
	}
	return raw
}

// contents are those of a resource as a server has sent them.
type contents struct {
	protocol.TextResourceContents // mcp-go knows no others
	raw                           json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (c contents) MarshalJSON() ([]byte, error) { return c.raw, nil }

// prompt makes a prompt of a server's by the tool for it.
func (l library) prompt(tool, name string) server.PromptHandlerFunc {
	return func(ctx context.Context, r protocol.GetPromptRequest) (*protocol.GetPromptResult, error) {
		input := map[string]any{"name": name}
		if len(r.Params.Arguments) > 0 {
			input["arguments"] = r.Params.Arguments
		}
		result, err := l.ask(ctx, tool, r.Header.Clone(), input)
		if err != nil {
			return nil, err
		}
		if result.Original != nil && result.Original.Structured != nil {
			if made, err := protocol.ParseGetPromptResult(&result.Original.Structured); err == nil {
				return seenPrompt(made), nil
			}
		}
		return &protocol.GetPromptResult{Messages: []protocol.PromptMessage{protocol.NewPromptMessage(protocol.RoleUser, protocol.NewTextContent(quote.Visible(result.Content)))}}, nil
	}
}

// ask makes a call that a client has not named itself, and wants its result.
func (l library) ask(ctx context.Context, tool string, h map[string][]string, input any) (tools.Result, error) {
	raw, err := json.Marshal(input)
	if err != nil {
		return tools.Result{}, err
	}
	result, err := l.s.errand(ctx, h, tool, raw)
	if err == nil && result.Error != nil {
		err = fmt.Errorf("%s: %s", result.Error.Code, result.Error.ForModel())
	}
	return result, err
}
