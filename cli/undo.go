package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"handrail/internal/difference"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/undo"
)

type runsUndoCmd struct {
	What   string   `arg:"" name:"run" help:"The id of a run or a call, or its first characters."`
	To     string   `help:"Take back only what came after this point of the run: a turn (3), or a call." placeholder:"POINT"`
	Only   []string `help:"Put back only this file, or what lies in this folder. Repeat it for more." placeholder:"PATH" sep:"none"`
	Over   []string `help:"Put back this file although it was changed since. Repeat it for more." placeholder:"PATH" sep:"none"`
	DryRun bool     `help:"Only show what would be done."`
	Yes    bool     `help:"Do it without asking."`
}

// Run shows what an undo would do, asks, and does it.
func (c runsUndoCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	run, call, err := runsShowCmd{RunID: c.What}.find(s, o)
	if err != nil {
		return usage{err}
	}
	r, err := c.request(s, o, run, call)
	if err != nil {
		return usage{err}
	}
	space, err := o.OpenSpace(s.ctx, run.Space)
	if err != nil {
		return err
	}
	plan, err := operator.UndoOf(space).Plan(s.ctx, r)
	if err != nil {
		return err // also where --only names nothing that was changed
	}
	ready := plan.Count(undo.Ready)
	switch {
	case s.app.JSON:
		if err := printRedacted(s, o, plan); err != nil {
			return err
		}
	default:
		if err := showPlan(s, s.Stdout, space, plan, o.Secrets().Redact); err != nil {
			return err
		}
	}
	if c.DryRun {
		return nil
	}
	if ready == 0 {
		if len(plan.Items) > plan.Count(undo.Already) {
			fmt.Fprintln(s.Stderr, "Nothing was put back: what stays has its reason beside it.")
			return exit(ExitFailed)
		}
		return nil
	}
	if !c.Yes {
		if err := s.yes(fmt.Sprintf("Put back %s?", plural(ready, "name")), "put back"); err != nil {
			return err
		}
	}
	id, result, err := operator.TakeBack(s.ctx, space, r, plan.Digest, journal.FromCLI)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(map[string]any{"call": id, "result": result})
	}
	fmt.Fprintln(s.Stdout, cleanText(result.Content))
	if result.Error != nil {
		fmt.Fprintln(s.Stderr, withAction(indented(result.Error.Message), result.Error.Action))
		return exit(ExitFailed)
	}
	fmt.Fprintf(s.Stderr, "To take that back: handrail runs undo %s\n", id)
	return nil
}

// printRedacted is print without secrets, for what was read from files.
func printRedacted(s *session, o *operator.Operator, v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	return s.print(o.Secrets().Redactor().Marshaled(line.Bytes()))
}

// branchBack shows what putting files back to a place would do, asks, does it, and begins a chat there.
// If something cannot go back, there is no chat.
func branchBack(s *session, all *chats.Chats, p chats.Point, yes bool) (*chats.Chat, error) {
	space, r, err := all.After(s.ctx, p)
	if err != nil {
		return nil, err
	}
	plan, err := operator.UndoOf(space).Plan(s.ctx, r)
	if err != nil {
		return nil, err
	}
	if err := showPlan(s, s.Stderr, space, plan, func(text string) string { return text }); err != nil { // standard output is for the answers
		return nil, err
	}
	if err := chats.Held(plan); err != nil {
		fmt.Fprintf(s.Stderr, "handrail: %v\n", err)
		return nil, exit(ExitRefused)
	}
	if ready := plan.Count(undo.Ready); ready > 0 && !yes {
		if err := s.yes(fmt.Sprintf("Put back %s, and begin a chat at that point?", plural(ready, "name")), "put back, and no chat was begun"); err != nil {
			return nil, err
		}
	}
	chat, call, result, err := all.BranchBack(s.ctx, p, r, plan.Digest, journal.FromCLI)
	if call != "" {
		fmt.Fprintln(s.Stderr, cleanText(result.Content))
		fmt.Fprintf(s.Stderr, "To take that back: handrail runs undo %s\n", call)
	}
	if err != nil {
		return nil, err
	}
	if result.Error != nil {
		fmt.Fprintf(s.Stderr, "%s\nNo chat was begun.\n", withAction(indented(result.Error.Message), result.Error.Action))
		return nil, exit(ExitFailed)
	}
	return chat, nil
}

// request is what is meant: the calls of a run in their order, or one.
func (c runsUndoCmd) request(s *session, o *operator.Operator, run journal.Run, call string) (r undo.Request, err error) {
	for _, list := range []struct {
		from []string
		to   *[]string
	}{{c.Only, &r.Only}, {c.Over, &r.Over}} {
		for _, p := range list.from {
			if p == "" {
				return r, fmt.Errorf("an empty path names no file: nothing was put back")
			}
			abs, err := filepath.Abs(p)
			if err != nil {
				return r, err
			}
			*list.to = append(*list.to, abs)
		}
	}
	if call != "" {
		if c.To != "" {
			return r, fmt.Errorf("--to is a point of a run: name the run, not a call of it")
		}
		r.Calls = []undo.Ref{{Run: run.ID, Call: call}}
		return r, nil
	}
	r.Calls, err = operator.UndoKeeperOf(o).CallsOf(s.ctx, run, c.To)
	return r, err
}

// because adds a reason, if there is one.
func because(text, why string) string {
	if why == "" {
		return text
	}
	return fmt.Sprintf("%s (%s)", text, why)
}

// shownDifferences is of how many names the differences are shown.
const shownDifferences = 100

// gitStore is the folder in which git keeps what it has stored, if a name lies in one; else "". Nobody reads what lies
// there, and a commit makes many of it: --json has them all.
func gitStore(path string) string {
	const store = "/.git/objects"
	slashed := filepath.ToSlash(path)
	at, rest, found := strings.Cut("/"+slashed, store)
	if !found || rest != "" && rest[0] != '/' {
		return ""
	}
	return path[:len(at)+len(store)-1]
}

// storedIn says how many names of a folder of git's are meant.
func storedIn(n int) string { return " (" + plural(n, "name") + " in what git has stored)" }

// showPlan prints what an undo would do, name by name, and the differences of texts, without secrets.
func showPlan(s *session, w io.Writer, space *operator.Space, p *undo.Plan, redact func(string) string) error {
	clean := func(text string) string { return clean(redact(text)) }
	shown := 0
	stored := map[string]int{}
	for _, i := range p.Items {
		if at := gitStore(i.Shown()); at != "" && i.State == undo.Ready {
			stored[at]++
		}
	}
	for _, i := range p.Items {
		if at := gitStore(i.Shown()); at != "" && i.State == undo.Ready {
			if n := stored[at]; n > 0 {
				fmt.Fprintf(w, "%-9s %s\n", "change", clean(at)+storedIn(n))
				delete(stored, at)
			}
			continue
		}
		switch i.State {
		case undo.Ready:
			fmt.Fprintf(w, "%-9s %s\n", i.What(), clean(i.Shown()))
		case undo.Already:
			fmt.Fprintf(w, "%-9s %s (it is as it was)\n", "nothing", clean(i.Shown()))
		default:
			fmt.Fprintf(w, "%-9s %s\n", "stays", because(clean(i.Shown()), clean(i.Why)))
		}
		if shown++; shown == shownDifferences {
			fmt.Fprintf(w, "(The differences of what follows are not shown; --only shows those of a file or folder.)\n")
		}
		if shown >= shownDifferences {
			continue
		}
		cmp, err := operator.UndoOf(space).Compare(s.ctx, i)
		if err != nil {
			return err
		}
		for _, part := range cmp.Parts {
			difference.Write(w, "    ", []difference.Part{part}, func(text string) string { return cleanText(redact(text)) })
		}
	}
	for _, list := range []struct {
		title string
		lines []string
	}{
		{"Not taken back, as it is no file here:", p.Elsewhere},
		{"Not covered:", p.Partial},
		{"Left out, because tools make them anew:", p.Skipped},
		{"Some of this may not be the calls' work:", p.Unsure},
		{"Other calls ran at the same time, and some of this may be theirs:", p.Beside},
	} {
		if len(list.lines) > 0 {
			fmt.Fprintln(w, list.title)
			for _, l := range list.lines {
				fmt.Fprintf(w, "  %s\n", clean(l))
			}
		}
	}
	if len(p.Items) == 0 {
		fmt.Fprintln(w, "Nothing is kept that was changed there: there is nothing to put back.")
	}
	return nil
}
