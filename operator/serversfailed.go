package operator

import (
	"context"
	"encoding/json"
	"time"

	"handrail/mcp"
)

// serverFailedKind is where the journal's database keeps why a server failed last,
// under the name of its pins: another program, the doctor's, tells of it.
const serverFailedKind = "mcp-failed"

// A ServerFailure is why a server failed last.
type ServerFailure struct {
	When   time.Time `json:"when"`
	Reason string    `json:"reason"`
	Said   []string  `json:"said,omitempty"` // the last lines that it printed
}

// failureLines is how much of what a server printed is kept with its failure.
const failureLines = 40

// keepFailure notes that a server has failed, or works again.
func (v *server) keepFailure(ctx context.Context, st mcp.Status) error {
	text := ""
	switch st.State {
	case mcp.Failed, mcp.Waiting:
		said := v.s.redacted(st.Said[max(0, len(st.Said)-failureLines):])
		raw, err := json.Marshal(ServerFailure{When: st.Since, Reason: v.s.o.redact.Text(st.Reason), Said: said})
		if err != nil {
			return err
		}
		text = string(raw)
	case mcp.Ready:
	default:
		return nil
	}
	name := v.s.pinsName(v.found())
	old, _, err := v.s.o.store.State(ctx, serverFailedKind, name)
	if err != nil || old == text {
		return err
	}
	return v.s.o.store.SetState(ctx, serverFailedKind, name, text)
}

// LastFailure is why a server of the space failed last, in this program or another
// one; false if it has worked since, or never failed.
func (s *Space) LastFailure(ctx context.Context, name string) (ServerFailure, bool, error) {
	f, err := s.foundServer(name)
	if err != nil {
		return ServerFailure{}, false, err
	}
	text, _, err := s.o.store.State(ctx, serverFailedKind, s.pinsName(f))
	if err != nil || text == "" {
		return ServerFailure{}, false, err
	}
	var out ServerFailure
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return ServerFailure{}, false, nil //nolint:nilerr // of another version
	}
	return out, true, nil
}

// examineServers tells of servers that are not used, that failed last, and that lack
// something.
func examineServers(ctx context.Context, s *Space) []Finding {
	if s == nil {
		return nil
	}
	const area = "Servers"
	var out []Finding
	for _, v := range s.Servers() {
		f := Finding{Area: area, Name: v.Name, State: "ok", Text: "it has not been asked yet what it has", Action: "handrail servers test " + v.Name}
		if v.Known {
			f.Text, f.Action = countWords(v.Tools, "tool"), ""
		}
		last, failed, err := s.LastFailure(ctx, v.Name)
		switch {
		case v.Problem != "":
			f.State, f.Text, f.Action = "warning", v.Problem, ""
		case v.Disabled:
			f.State, f.Text, f.Action = "off", "you switched it off", "handrail servers on "+v.Name
		case err != nil:
			f.State, f.Text = "error", err.Error()
		case failed:
			f.State, f.Text, f.Action = "warning", "it failed at "+last.When.Format(time.DateTime)+": "+last.Reason, "handrail servers log "+v.Name+" shows what it printed, handrail servers test "+v.Name+" tries again."
		case v.Held > 0:
			f.State, f.Text, f.Action = "warning", countWords(v.Held, "tool")+" changed since you accepted them, and held back", "handrail servers approve "+v.Name
		}
		out = append(out, f)
		for _, note := range v.Profile.Notes {
			out = append(out, Finding{Area: area, Name: v.Name, State: "warning", Text: note})
		}
	}
	return out
}
