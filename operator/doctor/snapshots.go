package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"handrail/operator"
)

// checkFor is how long the snapshots are read: what is not read by then is not said to be
// whole.
const checkFor = 10 * time.Second

// examineSnapshots says how much can be taken back, and what of it is damaged.
func (d *Doctor) examineSnapshots(ctx context.Context) []Finding {
	const area, name = "Undo", "snapshots"
	keeper := operator.UndoKeeperOf(d.o)
	use, err := keeper.Usage(ctx)
	if err != nil {
		return []Finding{{Area: area, Name: name, State: "error", Text: err.Error()}}
	}
	f := Finding{Area: area, Name: name, State: "ok", Text: fmt.Sprintf("%s can be taken back, %d MB", callsOf(use.Sets), use.Bytes>>20)}
	if !use.Oldest.IsZero() {
		f.Text = fmt.Sprintf("%s can be taken back, %d MB, since %s", callsOf(use.Sets), use.Bytes>>20, use.Oldest.Local().Format(time.DateOnly))
	}
	short, cancel := context.WithTimeout(ctx, checkFor)
	defer cancel()
	found, err := keeper.Check(short)
	out := []Finding{f}
	if err != nil {
		out[0].Text += "; not all of it was read"
		if short.Err() == nil {
			out = append(out, Finding{Area: area, Name: name, State: "error", Text: err.Error()})
		}
	}
	for _, w := range found {
		text := w.What
		if len(w.Lost) > 0 {
			text += ": " + strings.Join(w.Lost[:min(len(w.Lost), namedCalls)], ", ")
		}
		if more := len(w.Lost) - namedCalls; more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		out = append(out, Finding{Area: area, Name: name, State: "warning", Text: text})
	}
	return out
}

// namedCalls is how many calls are named that cannot be taken back.
const namedCalls = 5

func callsOf(n int) string {
	if n == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", n)
}
