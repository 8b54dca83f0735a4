package operator

import (
	"slices"

	"handrail/agent"
	"handrail/mcp"
	"handrail/tools"
)

// A ServerTool is one tool of a server, whatever its state.
type ServerTool struct {
	ToolState
	Ask    bool // a rule of the settings asks about it: see permits.Book.AskTool
	Off    bool // the person has switched it off: see Space.SwitchTool
	Tokens int  // what its definition costs a model at every turn, roughly
}

// ServerTools lists every tool of a server, whatever its state.
func (s *Space) ServerTools(name string) ([]ServerTool, error) {
	if _, err := s.servers.Find(name); err != nil {
		return nil, err
	}
	all, err := s.ToolsFor("")
	if err != nil {
		return nil, err
	}
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return nil, err
	}
	out := []ServerTool{}
	for _, t := range all {
		if t.Info.Source != mcp.SourceName(name) || t.Tool == nil && t.State != tools.Rejected {
			continue
		}
		out = append(out, ServerTool{
			ToolState: t, Ask: slices.Contains(settings.Rules.Ask, t.Qualified), Off: t.State == tools.Disabled, Tokens: agent.ToolTokens([]tools.Entry{t.Entry}),
		})
	}
	return out, nil
}
