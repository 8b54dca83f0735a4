package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/internal/difference"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/rehearsal"
	"handrail/tools"
)

// rehearsing are the flags of a call that is only rehearsed.
type rehearsing struct {
	Rehearse bool     `xor:"rehearse" help:"Run it on a layer over the space, which stays as it is, and show what it would change."`
	Keep     bool     `xor:"kept" help:"With --rehearse: then make the changes come true, without asking."`
	KeepOnly []string `xor:"kept" help:"With --rehearse: keep only these files and folders." placeholder:"PATH" sep:"none"`
	Discard  bool     `xor:"kept" help:"With --rehearse: keep nothing."`
}

// review ends a conversation that was rehearsed, shows what it would change, and keeps what it is told to.
func (c rehearsing) review(s *session, o *operator.Operator, space *operator.Space, chat *chats.Chat) error {
	r, err := chats.EndRehearsal(context.WithoutCancel(s.ctx), chat)
	if err != nil || r.ID == "" {
		return err
	}
	desk := operator.RehearsalsOf(o)
	if err := showRehearsal(s, o, r); err != nil {
		return err
	}
	return c.settle(s, desk, r, operator.ReadIn(space, chat.Session().ID), func(only []string) error { return keepLater(s, space, r, only) })
}

// keepLater keeps what was rehearsed, as a run of its own.
func keepLater(s *session, space *operator.Space, r rehearsal.Rehearsal, only []string) (err error) {
	calls, err := space.Calls(operator.CallsConfig{Title: tools.Say(tools.RunKeep, r.Named()).String(), Live: s.live()})
	if err != nil {
		return err
	}
	defer closing(calls, &err)
	return keepRehearsed(s, space, calls, r, only)
}

// check refuses flags that say nothing without --rehearse.
func (c rehearsing) check(tool string) error {
	switch {
	case !c.Rehearse && (c.Keep || len(c.KeepOnly) > 0 || c.Discard):
		return usagef("--keep, --keep-only and --discard belong to --rehearse")
	case c.Rehearse && tool == "-":
		return usagef("call - makes many calls, and a rehearsal is of one: name the tool")
	}
	return nil
}

// run rehearses one call, shows what it would change, and keeps what it is told to.
func (c rehearsing) run(s *session, o *operator.Operator, space *operator.Space, calls *operator.Calls, tool string, input json.RawMessage) error {
	if c.Keep || len(c.KeepOnly) > 0 {
		if err := whose(); err != nil {
			return err
		}
	}
	r, id, result, err := calls.Rehearse(s.ctx, tool, input, tools.Scope{})
	if err != nil {
		return s.stopped(id, result, err)
	}
	if r.ID == "" { // nothing ran
		return s.show(id, result)
	}
	shown := s.show(id, result) // what it printed; its exit code is that of the call
	if code := exit(0); shown != nil && !errors.As(shown, &code) {
		return shown
	}
	desk := operator.RehearsalsOf(o)
	if err := showRehearsal(s, o, r); err != nil {
		return err
	}
	if err := c.settle(s, desk, r, nil, func(only []string) error { return keepRehearsed(s, space, calls, r, only) }); err != nil {
		return err
	}
	return shown
}

// settle keeps all, some or nothing of a rehearsal that was shown. What is kept is the person's words from then on; so what was
// rehearsed after text from elsewhere, which came, is kept by nobody who has not seen it (docs/spec/16-in-and-out.md).
func (c rehearsing) settle(s *session, desk *rehearsal.Desk, r rehearsal.Rehearsal, came []tools.Origin, keep func(only []string) error) error {
	switch {
	case c.Discard || r.Changes() == 0:
		return desk.Drop(r.ID)
	case (c.Keep || len(c.KeepOnly) > 0) && len(came) > 0:
		return fmt.Errorf("nothing was kept: the agent has read text from elsewhere (%s), so somebody must look at the changes first: handrail rehearsals show %s; then, to keep them: handrail rehearsals keep %s", named(came), r.ID, r.ID)
	case c.Keep || len(c.KeepOnly) > 0:
		return keep(c.KeepOnly)
	case !s.atTerminal():
		fmt.Fprintf(s.Stderr, "Nothing was changed. To keep it: handrail rehearsals keep %s [--only PATH]; to forget it: handrail rehearsals drop %s\n", r.ID, r.ID)
		return nil
	}
	switch answer := s.ask("\nKeep this? Type all, nothing, or the paths to keep, one after the other: "); strings.ToLower(answer) {
	case "all":
		return keep(nil)
	case "nothing":
		fmt.Fprintln(s.Stderr, "Nothing was changed.")
		return desk.Drop(r.ID)
	case "":
		fmt.Fprintf(s.Stderr, "Nothing was changed. It is still there: handrail rehearsals show %s\n", r.ID)
		return nil
	default:
		return keep(strings.Fields(answer))
	}
}

// named is where text comes from, in a few words.
func named(from []tools.Origin) string {
	var words []string
	for _, o := range from[:min(3, len(from))] {
		words = append(words, o.String())
	}
	if len(from) > 3 {
		words = append(words, "…")
	}
	return strings.Join(words, ", ")
}

// keepRehearsed makes the changes come true, all or those at or below paths, which are relative to the space.
func keepRehearsed(s *session, space *operator.Space, calls *operator.Calls, r rehearsal.Rehearsal, only []string) error {
	var paths []string
	for _, path := range only {
		if path == "" { // a variable that is not set, which must not mean everything
			return usagef("an empty path names no file: nothing was kept")
		}
		if !filepath.IsAbs(path) {
			path = filepath.Join(r.Space, path)
		}
		paths = append(paths, filepath.Clean(path))
	}
	f, err := operator.ForecastKeep(s.ctx, space, r.ID, paths)
	if err != nil {
		return err
	}
	if f.Refusal != nil {
		return f.Refusal
	}
	id, result, err := calls.KeepRehearsed(s.ctx, r.ID, paths, f.Preview.Digest)
	if err != nil {
		return s.stopped(id, result, err)
	}
	return s.show(id, result)
}

// rehearsedLine is a rehearsal as --json prints it.
type rehearsedLine struct {
	Type  string           `json:"type"` // rehearsal
	ID    string           `json:"id"`
	Tool  string           `json:"tool,omitempty"`
	Space string           `json:"space"`
	Call  string           `json:"call,omitempty"`
	Chat  string           `json:"session,omitempty"` // of a conversation, which has no tool and no call
	Ended time.Time        `json:"ended"`
	Files []rehearsal.File `json:"files"`

	Network string   `json:"network,omitempty"`
	Tried   []string `json:"tried,omitempty"`
	Reading []string `json:"reading,omitempty"`
	Apart   []string `json:"apart,omitempty"`
	NotDone []string `json:"not_done,omitempty"`
	Odd     []string `json:"odd,omitempty"`
}

// filesShown is how many changes are shown with their differences, and as many more by name.
const filesShown = 50

// showRehearsal shows what a rehearsal would change, without secrets.
func showRehearsal(s *session, o *operator.Operator, r rehearsal.Rehearsal) error {
	files, err := operator.RehearsalsOf(o).Files(r, filesShown)
	if err != nil {
		return err
	}
	line := rehearsedLine{
		Type: "rehearsal", ID: r.ID, Tool: r.Tool, Space: r.Space, Call: r.Call, Chat: r.Session, Ended: r.Ended, Files: files,
		Network: r.Network, Tried: r.Tried, Reading: r.Reading, Apart: r.Apart, NotDone: r.NotDone,
	}
	for _, l := range r.Layers {
		for _, odd := range l.Odd {
			line.Odd = append(line.Odd, fmt.Sprintf("%q: %s", string(odd.Path), odd.Why))
		}
	}
	if s.app.JSON {
		return printRedacted(s, o, line)
	}
	w := o.Secrets().Writer(s.Stdout)
	fmt.Fprintf(w, "\nRehearsed, and nothing was changed. In earnest: %s.\n", counted(files))
	files = shownOf(w, files)
	for i, f := range files {
		if i == 2*filesShown {
			fmt.Fprintf(w, "  and %d more; --json lists them all\n", len(files)-i)
			break
		}
		note := ""
		if f.Moved {
			note = " (changed by somebody else meanwhile: it cannot be kept)"
		}
		if f.From != "" {
			note = " (from " + quoted(f.From, f.Kind) + ")" + note
		}
		fmt.Fprintf(w, "  %-8s %s%s\n", f.What, quoted(f.Path, f.Kind), note)
	}
	for _, f := range files {
		if f.Note == "" && len(f.Parts) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n%s:\n", quoted(f.Path, f.Kind))
		if f.Note != "" {
			fmt.Fprintf(w, "    %s\n", clean(f.Note))
		}
		difference.Write(w, "    ", f.Parts, cleanText)
	}
	for _, list := range []struct {
		what  string
		lines []string
	}{
		{"It tried to reach", line.Tried}, {"It could only read here, and may write in earnest", line.Reading},
		{"Changed in a copy, and never kept, because git reads it unasked", line.Apart}, {"Made, and cannot be kept", line.Odd}, {"Not done", line.NotDone},
	} {
		for _, text := range list.lines {
			fmt.Fprintf(w, "%s: %s\n", list.what, clean(text))
		}
	}
	fmt.Fprintf(w, "Network: %s\n", clean(r.Network))
	if r.Network != "" && r.Network != "off" && r.Network != notKnown {
		fmt.Fprintln(w, "What its programs sent over the network was really sent.")
	}
	return w.Close()
}

// shownOf lists what git has stored as a number, and leaves the rest.
func shownOf(w io.Writer, files []rehearsal.File) (rest []rehearsal.File) {
	stored := map[string]int{}
	for _, f := range files {
		at := gitStore(f.Path)
		if at == "" {
			rest = append(rest, f)
			continue
		}
		stored[at]++
	}
	for _, at := range slices.Sorted(maps.Keys(stored)) {
		fmt.Fprintf(w, "  %-8s %s%s\n", "changed", clean(at), storedIn(stored[at]))
	}
	return rest
}

// notKnown is the network of a rehearsal whose process was killed.
const notKnown = "not known"

// quoted is a path for a person: a folder ends in a slash.
func quoted(path, kind string) string {
	if kind == "folder" {
		path += "/"
	}
	return clean(strings.ReplaceAll(strings.ToValidUTF8(path, "\ufffd"), "\n", `\n`))
}

// counted counts changes by what they are.
func counted(files []rehearsal.File) string {
	if len(files) == 0 {
		return "no file would change"
	}
	number := map[string]int{}
	for _, f := range files {
		number[f.What]++
	}
	var out []string
	words := map[string]string{"mode": "with other permissions", "kind": "replaced"}
	for _, what := range []string{"changed", "new", "gone", rehearsal.Renamed, "mode", "kind"} {
		if n := number[what]; n > 0 {
			out = append(out, fmt.Sprintf("%d %s", n, cmp.Or(words[what], what)))
		}
	}
	return strings.Join(out, ", ")
}

// rehearsalsCmd is what was rehearsed and is neither kept nor dropped.
type rehearsalsCmd struct {
	List rehearsalsListCmd `cmd:"" default:"1" help:"List what was rehearsed and not yet kept or dropped, in all spaces."`
	Show rehearsalsShowCmd `cmd:"" help:"Show what a rehearsed call or conversation would change, and what it printed."`
	Keep rehearsalsKeepCmd `cmd:"" help:"Make the changes of a rehearsed call or conversation come true."`
	Drop rehearsalsDropCmd `cmd:"" help:"Forget what was rehearsed."`
}

type rehearsalsListCmd struct{}

// Run lists rehearsals, the newest first.
func (rehearsalsListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := operator.RehearsalsOf(o).List("")
	if err != nil {
		return err
	}
	if s.app.JSON {
		lines := make([]rehearsedLine, 0, len(list))
		for _, r := range list {
			lines = append(lines, rehearsedLine{Type: "rehearsal", ID: r.ID, Tool: r.Tool, Space: r.Space, Call: r.Call, Chat: r.Session, Ended: r.Ended})
		}
		return s.print(map[string]any{"rehearsals": lines})
	}
	if len(list) == 0 {
		fmt.Fprintln(s.Stdout, "Nothing that was rehearsed waits for you.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "REHEARSAL\tWHAT\tCHANGES\tWHEN\tSPACE")
	for _, r := range list {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", r.ID, clean(r.Named()), r.Changes(), r.Ended.Local().Format(time.DateTime), clean(r.Space))
	}
	return w.Flush()
}

type rehearsalsShowCmd struct {
	ID string `arg:"" help:"The rehearsal's id, as rehearsals list shows it."`
}

// Run shows one.
func (c rehearsalsShowCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	desk := operator.RehearsalsOf(o)
	r, err := desk.Get(c.ID)
	if err != nil {
		return usage{err}
	}
	if !s.app.JSON && r.Printed != "" {
		fmt.Fprintln(s.Stdout, cleanText(strings.TrimSuffix(r.Printed, "\n")))
	}
	return showRehearsal(s, o, r)
}

type rehearsalsKeepCmd struct {
	ID   string   `arg:"" help:"The rehearsal's id, as rehearsals list shows it."`
	Only []string `help:"Keep only these files and folders; relative to the space. Can be repeated." placeholder:"PATH" sep:"none"`
}

// Run keeps all or some of it.
func (c rehearsalsKeepCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	r, err := operator.RehearsalsOf(o).Get(c.ID)
	if err != nil {
		return usage{err}
	}
	space, err := o.OpenSpace(s.ctx, r.Space)
	if err != nil {
		return err
	}
	return keepLater(s, space, r, c.Only)
}

type rehearsalsDropCmd struct {
	ID string `arg:"" help:"The rehearsal's id, as rehearsals list shows it."`
}

// Run forgets one.
func (c rehearsalsDropCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := operator.RehearsalsOf(o).Drop(c.ID); err != nil {
		return usage{err}
	}
	fmt.Fprintln(s.Stderr, "Dropped.")
	return nil
}
