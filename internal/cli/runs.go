package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
)

// runsCmd is the journal on the command line.
type runsCmd struct {
	List   runsListCmd   `cmd:"" help:"The newest runs of every space, or of --space."`
	Show   runsShowCmd   `cmd:"" help:"Everything that happened in a run."`
	Export runsExportCmd `cmd:"" help:"Write the events of a run."`
}

type runsListCmd struct {
	Limit int `default:"20" help:"How many."`
}

// Run lists runs, newest first.
func (c runsListCmd) Run(s *session) (err error) {
	if c.Limit < 1 {
		return usagef("--limit must be at least 1")
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	dir := ""
	if s.app.Space != "" {
		if dir, err = operator.RealDir(s.app.Space); err != nil {
			return usage{err}
		}
	}
	page, _, err := o.Runs(s.ctx, dir, "", c.Limit)
	if err != nil {
		return err
	}
	if s.app.JSON {
		for _, r := range page {
			if err := s.print(r); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "RUN\tSTARTED\tSTATE\tCALLS\tWHAT")
	for _, r := range page {
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", r.ID, r.Started.Local().Format("2006-01-02 15:04:05"), r.State, r.Calls, cut(clean(firstLine(r.Title)), 80))
	}
	return w.Flush()
}

type runsShowCmd struct {
	RunID string `arg:"" name:"run" help:"The run's id, or the first characters of it."`
}

// Run prints a run's events.
func (c runsShowCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, err := o.FindRun(s.ctx, c.RunID)
	if err != nil {
		return usage{err}
	}
	if !s.app.JSON {
		fmt.Fprintf(s.Stdout, "%s  %s\nspace   %s\nstate   %s\n", run.ID, clean(firstLine(run.Title)), clean(run.Space), run.State)
		if run.Reason != "" {
			fmt.Fprintf(s.Stdout, "reason  %s\n", clean(run.Reason))
		}
		fmt.Fprintln(s.Stdout)
	}
	return o.EachEvent(s.ctx, run.ID, func(e operator.Record) error {
		if s.app.JSON {
			return s.print(e)
		}
		fmt.Fprintf(s.Stdout, "%s  %-9s %s\n", e.Time.Local().Format("15:04:05.000"), e.Kind, describe(e))
		return nil
	})
}

type runsExportCmd struct {
	RunID  string `arg:"" name:"run" help:"The run's id, or the first characters of it."`
	Format string `enum:"jsonl,csv" default:"jsonl" help:"jsonl or csv."`
}

// Run writes a run's events to standard output.
func (c runsExportCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, err := o.FindRun(s.ctx, c.RunID)
	if err != nil {
		return usage{err}
	}
	return o.Export(s.ctx, run.ID, c.Format, s.Stdout)
}

// describe says in one line what an event tells.
func describe(e operator.Record) string {
	var d map[string]any
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return string(e.Data)
	}
	get := func(key string) string {
		switch v := d[key].(type) {
		case string:
			return v
		case nil:
			return ""
		default:
			raw, err := json.Marshal(v)
			if err != nil {
				return ""
			}
			return string(raw)
		}
	}
	text := ""
	switch e.Kind {
	case "prompted", "replied":
		text = get("text")
		if calls, ok := d["calls"].([]any); ok {
			text = strings.TrimSpace(fmt.Sprintf("%s (asks for %d calls)", text, len(calls)))
		}
	case "called":
		text = get("tool") + " " + get("input")
	case "changed":
		text = get("by") + " made it " + get("input")
	case "allowed", "blocked", "declined", "expired":
		text = get("by")
		if get("reason") != "" {
			text += ": " + get("reason")
		}
	case "asked", "started":
		text = get("title") + ": " + get("detail")
	case "output":
		text = get("text")
	case "finished", "returned":
		text = get("content")
		if get("error") != "" {
			text = get("code") + ": " + get("error")
		}
		if d["same"] == true {
			text = "the same, whole"
		}
		if d["unknown"] == true {
			text = "unknown: " + get("error")
		}
		text += chain(d)
	case "problem":
		text = fmt.Sprintf("%s: %s", get("file"), get("text"))
	default:
		text = strings.TrimSpace(get("state") + " " + get("reason"))
	}
	return cut(strings.ReplaceAll(clean(strings.TrimSpace(text)), "\n", "⏎ "), 200)
}

// chain says which way a call went: each stage, what decided, how long.
func chain(d map[string]any) string {
	meta, ok := d["meta"].(map[string]any)
	if !ok || d["same"] == nil && d["code"] == nil {
		return ""
	}
	stages, ok := meta["stages"].([]any)
	if !ok {
		return ""
	}
	var parts []string
	for _, v := range stages {
		stage, ok := v.(map[string]any)
		if !ok {
			continue
		}
		micros, _ := stage["micros"].(float64)
		parts = append(parts, fmt.Sprintf("%v %v %s", stage["name"], stage["result"], time.Duration(micros)*time.Microsecond))
	}
	return " [" + strings.Join(parts, ", ") + "]"
}
