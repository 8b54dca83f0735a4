package mcp

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"handrail/tools"
)

// AppsExtension is the name under which a client says that it shows apps of servers
// (docs/spec/08-mcp.md#apps), and AppType what an app is.
const (
	AppsExtension = "io.modelcontextprotocol/ui"
	AppType       = "text/html;profile=mcp-app"
)

const (
	appScheme  = "ui://"
	mostAppURI = 2000 // bytes
)

// appOf reads from the _meta of a tool which resource of the server shows its results, and who may call it. What
// cannot be read says nothing.
func appOf(more json.RawMessage) (uri string, audience tools.Audience) {
	var said struct {
		Meta struct {
			UI struct {
				Resource   string   `json:"resourceUri"`
				Visibility []string `json:"visibility"`
			} `json:"ui"`
			Old string `json:"ui/resourceUri"` // as it was written at first
		} `json:"_meta"`
	}
	if len(more) == 0 || json.Unmarshal(more, &said) != nil {
		return "", ""
	}
	if uri = said.Meta.UI.Resource; uri == "" {
		uri = said.Meta.Old
	}
	if !strings.HasPrefix(uri, appScheme) || len(uri) > mostAppURI || strings.ContainsFunc(uri, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		uri = ""
	}
	switch seen := said.Meta.UI.Visibility; {
	case len(seen) == 0:
	case !slices.Contains(seen, "model"):
		audience = tools.ForApps
	case !slices.Contains(seen, "app"):
		audience = tools.ForModels
	}
	return uri, audience
}
