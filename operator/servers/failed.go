package servers

import (
	"context"
	"encoding/json"
	"time"

	"handrail/mcp"
	"handrail/tools"
)

// failedKind is where the journal's database keeps why a server failed last,
// under the name of its pins: another program, the doctor's, tells of it.
const failedKind = "mcp-failed"

// A Failure is why a server failed last.
type Failure struct {
	When   time.Time `json:"when"`
	Reason string    `json:"reason"`
	Said   []string  `json:"said,omitempty"` // the last lines that it printed

	For string `json:"for"` // its settings then, see settingsOf: of other ones it says nothing
}

// settingsOf names the settings of a server: what has failed may work since they were changed.
func settingsOf(f Found) string {
	raw, err := json.Marshal(f.Settings)
	if err != nil { // they come from JSON
		return ""
	}
	return tools.Digest("server settings", string(raw))
}

// failureLines is how much of what a server printed is kept with its failure.
const failureLines = 40

// recordFailure notes that a server has failed, or works again.
func (v *server) recordFailure(ctx context.Context, st mcp.Status) error {
	text := ""
	switch st.State {
	case mcp.Failed, mcp.Waiting:
		said := v.set.pool.redacted(st.Said[max(0, len(st.Said)-failureLines):])
		raw, err := json.Marshal(Failure{When: st.Since, Reason: v.set.pool.c.Redact.Text(st.Reason), Said: said, For: settingsOf(v.found())})
		if err != nil {
			return err
		}
		text = string(raw)
	case mcp.Ready:
	default:
		return nil
	}
	name := v.set.Pins().name(v.found())
	old, _, err := v.set.pool.c.Store.State(ctx, failedKind, name)
	if err != nil || old == text {
		return err
	}
	return v.set.pool.c.Store.SetState(ctx, failedKind, name, text)
}

// LastFailure is why a server of the space failed last, in this program or another
// one; false if it has worked since, was set in another way, or never failed.
func (t Trials) LastFailure(ctx context.Context, name string) (Failure, bool, error) {
	f, err := t.s.Find(name)
	if err != nil {
		return Failure{}, false, err
	}
	text, _, err := t.s.pool.c.Store.State(ctx, failedKind, t.s.Pins().name(f))
	if err != nil || text == "" {
		return Failure{}, false, err
	}
	var out Failure
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		return Failure{}, false, nil //nolint:nilerr // of another version
	}
	return out, out.For == settingsOf(f), nil
}
