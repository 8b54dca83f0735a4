package doctor

import (
	"fmt"
	"strings"

	"handrail/operator"
	"handrail/operator/trust"
	"handrail/tools"
)

// examineWeb says whether the tools of the web are there, and who is asked when it is searched. It asks no provider: a
// search may cost the person something.
func (d *Doctor) examineWeb(s *operator.Space) []Finding {
	const area = "Web"
	dir, trusted := "", true
	if s != nil {
		dir, trusted = s.Dir(), s.Trust().State().Level() != trust.Untrusted
	}
	state, err := operator.BrowsingOf(d.o).State(dir, trusted)
	if err != nil {
		return []Finding{{Area: area, Name: "web", State: "error", Text: err.Error()}}
	}
	use := Finding{Area: area, Name: "web", State: "ok", Text: "on"}
	if state.Why != "" {
		use = Finding{Area: area, Name: "web", State: "off", Text: state.Why, Action: state.Action}
	}
	out := []Finding{use}
	switch {
	case state.Wrong != "":
		out = append(out, Finding{Area: area, Name: "private hosts", State: "error", Text: state.Wrong, Action: tools.Action{Kind: tools.CorrectPages}})
	case len(state.Hosts) > 0:
		out = append(out, Finding{Area: area, Name: "private hosts", State: "ok", Text: fmt.Sprintf("may be fetched from: %s", strings.Join(state.Hosts, ", "))})
	}
	search := Finding{Area: area, Name: "search", State: "ok", Text: fmt.Sprintf("asks %s at %s", state.Search.Provider, state.Search.Address)}
	switch {
	case state.Search.Problem != "":
		search.State, search.Text, search.Action = "error", state.Search.Problem, tools.Action{Kind: tools.CorrectSearch}
	case state.Search.Provider == "":
		search.State, search.Text, search.Action = "off", "no provider for searches is set", tools.Action{Kind: tools.SetSearch}
	}
	return append(out, search)
}
