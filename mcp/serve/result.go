package serve

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/tools"
)

// toolResult is a result as a client gets it. The code of an error is one of the
// closed set (docs/spec/01-command-line.md), in the text and in _meta.
func toolResult(r tools.Result) *protocol.CallToolResult {
	out := &protocol.CallToolResult{Content: []protocol.Content{}}
	if r.Original != nil && r.Original.Structured != nil {
		out.RawStructuredContent = r.Original.Structured
	}
	if r.Original != nil && r.Original.Pieces != nil && !r.Meta.Truncated { // in their order, with all that the server says of them
		for _, raw := range r.Original.Pieces {
			out.Content = append(out.Content, piece{raw: raw})
		}
	} else {
		if r.Content != "" {
			out.Content = append(out.Content, protocol.NewTextContent(r.Content))
		}
		for i, p := range r.Parts {
			out.Content = append(out.Content, contentOf(p, i))
		}
	}
	if r.Error != nil {
		out.IsError = true
		out.Content = append(out.Content, protocol.NewTextContent(fmt.Sprintf("%s: %s", r.Error.Code, r.Error.ForModel())))
	}
	out.Meta = &protocol.Meta{AdditionalFields: map[string]any{mcp.MetaField: metaOf(r)}}
	return out
}

// A piece is content of a server as that has sent it.
type piece struct {
	protocol.TextContent // mcp-go knows no others
	raw                  json.RawMessage
}

// MarshalJSON implements json.Marshaler.
func (p piece) MarshalJSON() ([]byte, error) { return p.raw, nil }

// callMeta is what _meta says of a call.
type callMeta struct {
	Tool      string       `json:"tool,omitempty"` // its qualified name
	Digest    string       `json:"digest,omitempty"`
	Millis    int64        `json:"duration_ms"`
	ExitCode  *int         `json:"exit_code,omitempty"`
	Truncated bool         `json:"truncated,omitempty"`
	Sandbox   string       `json:"sandbox,omitempty"`
	Error     *tools.Error `json:"error,omitempty"`
}

func metaOf(r tools.Result) callMeta {
	return callMeta{
		Tool: r.Meta.Tool, Digest: r.Meta.Digest, Millis: r.Meta.Millis, ExitCode: r.Meta.ExitCode,
		Truncated: r.Meta.Truncated, Sandbox: r.Meta.Sandbox, Error: forModel(r.Error),
	}
}

// forModel is an error as a client reads it; nil if there is none.
func forModel(e *tools.Error) *tools.Error {
	if e == nil {
		return nil
	}
	return &tools.Error{Code: e.Code, Message: e.ForModel()}
}

// contentOf is a part of a result that is not text.
func contentOf(p tools.Part, i int) protocol.Content {
	data := base64.StdEncoding.EncodeToString(p.Data)
	switch kind, _, _ := strings.Cut(p.MIME, "/"); kind {
	case "image":
		return protocol.NewImageContent(data, p.MIME)
	case "audio":
		return protocol.NewAudioContent(data, p.MIME)
	}
	return protocol.NewEmbeddedResource(protocol.BlobResourceContents{URI: fmt.Sprintf("handrail:result/%d", i+1), MIMEType: p.MIME, Blob: data})
}
