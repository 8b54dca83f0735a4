package client

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/tools"
)

// The tools of real servers are all usable, and what they answer arrives: text,
// pictures, resources, structured content.
func TestToolsOfServerEverything(t *testing.T) {
	t.Parallel()
	c := clientOf(t, mcptest.NPMServer(t, "server-everything"))
	var p mcp.Pins
	p.See(c.connected().Tools, time.Now())
	provisions := p.Provisions(mcp.Use{Server: c.config.Server, Client: c.Client}, tools.Action{})
	if len(provisions) != 1 || len(provisions[0].Rejected) != 0 {
		t.Fatalf("left out: %+v", provisions)
	}
	r := tools.Build(t.Context(), provisions, nil)
	for name, tt := range map[string]struct {
		input, want string
		part        string
	}{
		"echo":                   {input: `{"message":"hi"}`, want: "hi"},
		"get-tiny-image":         {input: `{}`, want: "[image image/png", part: "image/png"},
		"get-structured-content": {input: `{"location":"Chicago"}`, want: `"conditions"`},
		"get-resource-reference": {input: `{"resourceType":"Text","resourceId":1}`, want: "[resource demo://"},
		"get-resource-links":     {input: `{"count":2}`, want: "[link to a resource"},
	} {
		e, err := r.Lookup(name, tools.Scope{})
		if err != nil {
			t.Error(err)
			continue
		}
		in, err := e.Tool.Info().Input.Check(json.RawMessage(tt.input))
		if err != nil {
			t.Error(err)
			continue
		}
		inv, err := e.Tool.Prepare(t.Context(), tools.Call{ID: "c_1", Key: "k"}, in)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := inv.Run(t.Context(), tools.Discard{})
		if err != nil || !strings.Contains(got.Content, tt.want) {
			t.Errorf("%s: got %q, %v; want %q in it", name, got.Content, err, tt.want)
		}
		if tt.part != "" && (len(got.Parts) == 0 || got.Parts[0].MIME != tt.part || len(got.Parts[0].Data) == 0) {
			t.Errorf("%s: %d parts, want one of %s", name, len(got.Parts), tt.part)
		}
	}
}
