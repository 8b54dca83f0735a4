package sqlite

import (
	"bufio"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"handrail/journal"
)

// exportPage is how many events an export reads at a time.
const exportPage = 500

// Export writes the events of a run, or of all runs if run is "", oldest first:
// as JSON lines ("jsonl"), an event each, or as CSV ("csv"), with a header.
func (h *History) Export(ctx context.Context, w io.Writer, run, format string) error {
	out := bufio.NewWriter(w)
	var write func(journal.Event) error
	flush := out.Flush
	switch format {
	case "jsonl":
		enc := json.NewEncoder(out)
		enc.SetEscapeHTML(false)
		write = func(e journal.Event) error { return enc.Encode(e) }
	case "csv":
		table := csv.NewWriter(out)
		if err := table.Write([]string{"seq", "time", "run", "call", "kind", "data"}); err != nil {
			return err
		}
		write = func(e journal.Event) error {
			return table.Write([]string{strconv.FormatInt(e.Seq, 10), e.Time.Format(time.RFC3339Nano), e.Run, e.Call, string(e.Kind), string(e.Data)})
		}
		flush = func() error {
			table.Flush()
			if err := table.Error(); err != nil {
				return err
			}
			return out.Flush()
		}
	default:
		return fmt.Errorf("%q is not an export format; use jsonl or csv", format)
	}
	if err := h.each(ctx, run, write); err != nil {
		return err
	}
	return flush()
}

// each calls do for the events of a run, or of all, oldest first.
func (h *History) each(ctx context.Context, run string, do func(journal.Event) error) error {
	for after := int64(0); ; {
		events, err := h.after(ctx, run, after, exportPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := do(e); err != nil {
				return err
			}
			after = e.Seq
		}
		if len(events) < exportPage {
			return nil
		}
	}
}
