package cli

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"
)

// toolsCmd lists the tools of a space.
type toolsCmd struct{}

// toolLine is a tool as --json lists it (SPEC 1).
type toolLine struct {
	Name        string          `json:"name"`
	Qualified   string          `json:"qualified"`
	Source      string          `json:"source"`
	State       string          `json:"state"`
	Reason      string          `json:"reason,omitempty"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Input       json.RawMessage `json:"input"`
	SideEffect  bool            `json:"side_effect"`
	Idempotent  bool            `json:"idempotent"`
	Confirm     bool            `json:"confirm"`
}

// Run lists every tool, whatever its state, in look-up order.
func (toolsCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	entries := space.Registry().Entries()
	if s.app.JSON {
		lines := make([]toolLine, 0, len(entries))
		for _, e := range entries {
			line := toolLine{
				Name: e.Info.Name, Qualified: e.Qualified, Source: e.Info.Source, State: string(e.State), Reason: e.Reason, Title: e.Info.Title,
				Description: e.Info.Description, Input: json.RawMessage("{}"), SideEffect: e.Info.SideEffect, Idempotent: e.Info.Idempotent, Confirm: e.Info.Confirm,
			}
			if e.Info.Input != nil {
				line.Input = e.Info.Input.JSON()
			}
			lines = append(lines, line)
		}
		return s.print(map[string]any{"tools": lines})
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tSOURCE\tSTATE\tWHAT IT DOES, OR WHY NOT")
	for _, e := range entries {
		text := firstLine(e.Info.Description)
		if e.Reason != "" {
			text = e.Reason
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", clean(e.Qualified), clean(e.Info.Source), e.State, clean(text))
	}
	return w.Flush()
}
