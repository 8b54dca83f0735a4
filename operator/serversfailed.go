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
