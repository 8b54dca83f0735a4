package operator

import (
	"context"
	"slices"

	"handrail/agent"
	"handrail/mcp"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A ServerTool is one tool of a server, whatever its state.
type ServerTool struct {
	ToolState
	Ask    bool // a rule of the settings asks about it: see Operator.AskTool
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

// AskTool says whether every call of a server's tool asks the person, whatever
// their rules allow: it puts an ask rule for exactly that tool into the settings, or
// takes it out. name is the qualified one.
func (o *Operator) AskTool(ctx context.Context, name string, ask bool) error {
	settings, _, err := o.settings.Load()
	if err != nil {
		return err
	}
	switch there := slices.Contains(settings.Rules.Ask, name); {
	case ask == there:
		return nil
	case ask:
		return o.AddRule(ctx, guard.Ask, name)
	}
	return o.RevokeRule(ctx, guard.Ask, name)
}
