package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/journal"
	"handrail/operator/history"
	"handrail/tools"
)

// traceLines is how many lines of a text a trace of many calls shows; that of one
// call shows all.
const traceLines = 12

// trace prints the way of one call through the door, so that somebody who knows
// nothing else can say why it was allowed. whole leaves nothing out.
func (out *printer) trace(r history.Call, whole bool) error {
	most := traceLines
	if whole {
		most = -1
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %-9s %s\n", r.Called.Local().Format("15:04:05.000"), "call", clean(r.ID))
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(&b, "  %-11s%s\n", name, clean(oneLine(text)))
		}
	}
	row("tool", toolOf(r))
	row("caller", callerOf(r))
	row("state", string(r.State))
	if r.Earlier > 0 {
		row("attempt", fmt.Sprintf("%d; Handrail closed on the one before", r.Earlier+1))
	}
	row("why", r.Why)
	if id := r.Meta.Rehearsal; id != "" {
		row("rehearsed", "it has changed nothing; until it is kept or dropped: handrail rehearsals show "+id)
	}
	if whole {
		row("run", r.Run)
		row("space", r.Space)
		row("key", r.Key)
	}
	row("input", inputOf(r))
	for _, c := range r.Changes {
		row("changed by", fmt.Sprintf("%s: %s", c.By, orNotKept(string(c.Input))))
	}
	traceStages(&b, r)
	traceAct(&b, r, most)
	traceQuestions(&b, r)
	if r.Snapshot != nil {
		row("changed", snapshotWords(*r.Snapshot))
	}
	traceResult(&b, r, most)
	_, err := fmt.Fprintln(out.env.Stdout, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// snapshotWords says how much a call has changed, or why that is not kept.
func snapshotWords(d journal.SnapshotData) string {
	if d.Failed != "" {
		return "not kept, so it cannot be taken back: " + d.Failed
	}
	text := plural(d.Changed, "name")
	switch d.When {
	case journal.SeenLate:
		text += " (changed since the call began, as Handrail ended while it ran: some may be yours or of later calls)"
	case journal.AfterItsEnd:
		text += " (also after its end, by what it has left running: some may be yours)"
	}
	if len(d.Beside) > 0 {
		text += fmt.Sprintf(" (%s ran at the same time, and some may be theirs)", strings.Join(d.Beside, ", "))
	}
	return join("; not covered: ", text, strings.Join(d.Partial, ", "))
}

func toolOf(r history.Call) string {
	if r.Name != "" && r.Name != r.Tool {
		return fmt.Sprintf("%s (called as %s)", r.Tool, r.Name)
	}
	return r.Tool
}

func callerOf(r history.Call) string {
	who := r.Caller.String()
	if r.Turn > 0 && r.Caller.Kind == tools.CallerAgent {
		who += fmt.Sprintf(", turn %d, call %d", r.Turn, r.Ordinal)
	}
	return who
}

// unescaped has of JSON what was escaped only for web pages as it was written: <, > and &.
var unescaped = strings.NewReplacer(`\\`, `\\`, `\u003c`, "<", `\u003e`, ">", `\u0026`, "&")

func inputOf(r history.Call) string {
	if r.Input == nil && r.InputSize > 0 {
		return fmt.Sprintf("not saved (%d bytes, SHA-256 %s)", r.InputSize, r.InputSHA256)
	}
	return unescaped.Replace(string(r.Input))
}

// programText is the result of a program as a terminal would have shown it: what it printed, and
// its exit code if that is not 0. ok says whether content is one at all.
func programText(content string) (text string, ok bool) {
	var result struct {
		Exit   *int    `json:"exit_code"`
		Stdout *string `json:"stdout"`
		Stderr *string `json:"stderr"`
		Note   string  `json:"note"`
	}
	if json.Unmarshal([]byte(content), &result) != nil || result.Exit == nil || result.Stdout == nil || result.Stderr == nil {
		return "", false
	}
	var code string
	if *result.Exit != 0 {
		code = fmt.Sprintf("exit code %d", *result.Exit)
	}
	lines := []string{*result.Stdout, *result.Stderr, result.Note, code}
	for i, part := range lines {
		lines[i] = strings.TrimRight(part, "\n")
	}
	return join("\n", lines...), true
}

func orNotKept(text string) string {
	if text == "" {
		return "(not saved: it may contain secrets)"
	}
	return text
}

// traceStages prints the chain: each stage, what became of it, what decided and
// where that stands, and how long it took.
func traceStages(b *strings.Builder, r history.Call) {
	if r.Missing != "" {
		fmt.Fprintf(b, "  stages     %s\n", r.Missing)
		for _, d := range r.Decisions {
			fmt.Fprintf(b, "    %s  %-9s %s\n", d.Time.Local().Format("15:04:05.000"), d.Kind, clean(placed(d.By, d.File, d.Reason)))
		}
		return
	}
	fmt.Fprintln(b, "  stages")
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 4, 2, ' ', 0)
	for _, st := range r.Stages {
		fmt.Fprintf(w, "    %s\t%s\t%s\t%s\n", st.Name, st.Result, time.Duration(st.Micros)*time.Microsecond, clean(oneLine(placed(st.By, st.File, st.Reason))))
	}
	_ = w.Flush() // into memory
	for line := range strings.Lines(table.String()) {
		fmt.Fprintln(b, strings.TrimRight(line, " \n"))
	}
}

// chain is the way that a call went: each stage, what became of it there, and
// how long it took.
func (d told) chain() string {
	var parts []string
	for _, s := range d.Meta.Stages {
		parts = append(parts, fmt.Sprintf("%s %s %s", s.Name, s.Result, time.Duration(s.Micros)*time.Microsecond))
	}
	if len(parts) == 0 {
		return ""
	}
	return " [" + strings.Join(parts, ", ") + "]"
}

// placed says who decided, where that stands, and why.
func placed(by, file, reason string) string {
	return join(": ", history.Placed(by, file), reason)
}

func oneLine(text string) string {
	return strings.ReplaceAll(strings.TrimSpace(text), "\n", "⏎ ")
}

// traceAct prints what was rendered and judged.
func traceAct(b *strings.Builder, r history.Call, most int) {
	if r.Act == nil {
		return
	}
	fmt.Fprintf(b, "  action     %s\n", clean(oneLine(r.Act.Title)))
	block(b, r.Act.Detail, most)
	if r.Act.Shell != "" {
		fmt.Fprintln(b, "    as a shell reads it:")
		block(b, r.Act.Shell, most)
	}
	if r.Act.Folder != "" {
		fmt.Fprintf(b, "    in %s\n", clean(r.Act.Folder))
	}
	for i, e := range r.Act.Effects {
		if most > 0 && i == most {
			fmt.Fprintf(b, "    … and %d more effects\n", len(r.Act.Effects)-most)
			break
		}
		fmt.Fprintf(b, "    %s\n", clean(oneLine(e)))
	}
	if r.Act.Omitted != "" {
		fmt.Fprintf(b, "    not saved in full: %s\n", clean(r.Act.Omitted))
	}
	if r.Act.Digest != "" {
		fmt.Fprintf(b, "    digest %s\n", r.Act.Digest)
	}
}

// traceQuestions prints what the person was asked, and what they said.
func traceQuestions(b *strings.Builder, r history.Call) {
	for _, q := range r.Questions {
		fmt.Fprintf(b, "  asked      %s because %s\n", q.Asked.Local().Format("15:04:05.000"), clean(oneLine(q.Reason)))
		if q.Answer == "" {
			fmt.Fprintln(b, "             no answer yet")
			continue
		}
		text := fmt.Sprintf("%s by %s", q.Answer, q.By)
		if q.Said != "" {
			text += ": " + q.Said
		}
		if q.Grant != "" {
			text += " (now always allowed: grant " + q.Grant + ")"
		}
		fmt.Fprintf(b, "             %s %s\n", q.Answered.Local().Format("15:04:05.000"), clean(oneLine(text)))
	}
}

// traceResult prints what came out, and what the caller was given if that is
// something else.
func traceResult(b *strings.Builder, r history.Call, most int) {
	outcome := func(name string, res *history.Result, do tools.Action) {
		text := withAction(join(": ", res.Code, res.Error), do)
		fmt.Fprintln(b, strings.TrimRight(fmt.Sprintf("  %-11s%s", name, clean(oneLine(text))), " "))
		block(b, res.Content, most)
	}
	if r.Result != nil {
		var do tools.Action
		if r.Given != nil && r.Given.Same {
			do = r.Given.Action
		}
		for _, from := range r.Meta.Origins { // whose words these are
			fmt.Fprintf(b, "  %-11s%s\n", "from", clean(oneLine(from.String())))
		}
		outcome("result", r.Result, do)
	}
	if r.Given != nil && !r.Given.Same {
		outcome("returned", r.Given, r.Given.Action)
	}
}

// block prints text, indented, at most some lines of it; -1: all.
func block(w io.Writer, text string, most int) {
	text = strings.TrimRight(text, "\n")
	if text == "" {
		return
	}
	lines := strings.Split(cleanText(text), "\n")
	for i, l := range lines {
		if most >= 0 && i == most {
			fmt.Fprintf(w, "    … %d more lines; --call shows all\n", len(lines)-most)
			return
		}
		fmt.Fprintf(w, "    %s\n", l)
	}
}
