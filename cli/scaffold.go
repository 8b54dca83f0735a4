package cli

import (
	"fmt"
	"io"
	"strings"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/hands"
	"handrail/operator/trust"
)

type spaceScaffoldCmd struct {
	Dir string `arg:"" help:"The project's folder." type:"path"`
	Yes bool   `help:"Write the proposal without asking."`
}

// scaffoldLine is a proposal as --json prints it.
type scaffoldLine struct {
	hands.Proposal
	Written bool `json:"written"`
}

// Run shows what hands the project could have, asks, and writes them.
func (c spaceScaffoldCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	p, err := o.Projects().Propose(s.ctx, c.Dir)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		return c.print(s, o, p)
	}
	showProposal(s.Stdout, p)
	switch {
	case p.Blocked != "":
		fmt.Fprintf(s.Stderr, "Nothing was written: %s.\n", clean(p.Blocked))
		return exit(ExitFailed)
	case p.File == "":
		fmt.Fprintln(s.Stderr, "Nothing to add to ctxnest.json.")
		return nil
	case c.Yes:
		return c.write(s, o, p)
	}
	return c.ask(s, o, p)
}

// print is for programs: it never asks, and writes only with --yes.
func (c spaceScaffoldCmd) print(s *session, o *operator.Operator, p hands.Proposal) error {
	written := c.Yes && p.File != ""
	if written {
		if err := c.write(s, o, p); err != nil {
			return err
		}
	}
	if err := s.print(scaffoldLine{p, written}); err != nil {
		return err
	}
	if p.Blocked != "" {
		return exit(ExitFailed)
	}
	return nil
}

// ask writes the proposal if the person at the terminal says yes.
func (c spaceScaffoldCmd) ask(s *session, o *operator.Operator, p hands.Proposal) error {
	if !terminal.Is(s.Stdin) {
		fmt.Fprintln(s.Stderr, "Nothing was written: there is no terminal to ask in. To write without asking, add --yes.")
		return exit(ExitRefused)
	}
	if s.ask("Write this to ctxnest.json? Type yes: ") != "yes" {
		fmt.Fprintln(s.Stderr, "Nothing was written.")
		return exit(ExitRefused)
	}
	return c.write(s, o, p)
}

func (c spaceScaffoldCmd) write(s *session, o *operator.Operator, p hands.Proposal) error {
	level, err := o.Projects().Write(s.ctx, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "Wrote %s to ctxnest.json.\n", handsCount(len(p.Hands)))
	if level == trust.Untrusted {
		fmt.Fprintf(s.Stderr, "To use them, review and trust the space: handrail space trust %s\n", clean(c.Dir))
	}
	return nil
}

func handsCount(n int) string {
	if n == 1 {
		return "1 hand"
	}
	return fmt.Sprintf("%d hands", n)
}

// showProposal prints each hand with its argv, its origin and the reasons, then
// what was left out, then the difference of the file.
func showProposal(w io.Writer, p hands.Proposal) {
	fmt.Fprintf(w, "%s: %s proposed\n", clean(p.Dir), handsCount(len(p.Hands)))
	for _, h := range p.Hands {
		asks := ""
		if h.Hand.Confirm {
			asks = ", asks each time"
		}
		if h.Hand.Disabled {
			asks += ", disabled"
		}
		fmt.Fprintf(w, "\n  %s\n      runs  %s\n", clean(h.Name), clean(strings.Join(h.Hand.Command, " ")))
		for _, name := range h.Hand.ParamNames() {
			fmt.Fprintf(w, "      with  {{%s}} like %s\n", clean(name), clean(h.Hand.Params[name].Pattern))
		}
		fmt.Fprintf(w, "      from  %s\n      is    %s, at most %g s%s\n      why   %s\n", clean(h.From), clean(h.Hand.Danger), h.Hand.TimeLimit().Seconds(), asks, clean(h.Why))
	}
	if len(p.Skipped) > 0 {
		fmt.Fprintln(w, "\nLeft out:")
	}
	for _, skipped := range p.Skipped {
		what := skipped.From
		if skipped.Name != "" {
			what += " " + skipped.Name
		}
		fmt.Fprintf(w, "  %s: %s\n", clean(what), clean(skipped.Why))
	}
	if p.Diff != "" {
		fmt.Fprintln(w)
	}
	for line := range strings.Lines(p.Diff) {
		fmt.Fprintln(w, clean(strings.TrimRight(line, "\r\n")))
	}
}
