package cli

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/hands"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/tools"
)

// spaceCmd makes and trusts spaces, proposes hands for them, and says what their
// programs may reach.
type spaceCmd struct {
	New      spaceNewCmd      `cmd:"" help:"Create a space in a new or empty folder."`
	Trust    spaceTrustCmd    `cmd:"" help:"Review what a space can run, or what changed in it, and trust it."`
	Distrust spaceDistrustCmd `cmd:"" help:"Stop trusting a space."`
	Restore  spaceRestoreCmd  `cmd:"" help:"Restore a file to the version that you trusted."`
	Scaffold spaceScaffoldCmd `cmd:"" help:"Propose hands from package.json, Makefile, justfile, Taskfile and go.mod, and write them to ctxnest.json."`
	Network  spaceNetworkCmd  `cmd:"" help:"Show or set what programs in a space may reach on the network."`
}

type spaceNewCmd struct {
	Dir  string `arg:"" help:"The folder." type:"path"`
	Name string `help:"The space's name. Default: the folder's name."`

	Template string `help:"What it begins with: assistant, notes, empty, or the folder of another space, whose definitions are copied." default:"assistant"`
}

// Run makes the space. It is trusted, because this app made it; a copy is looked at first.
func (c spaceNewCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	files, err := o.NewSpace(s.ctx, c.Dir, c.Name, c.Template)
	if err != nil {
		return usage{err}
	}
	for _, f := range files {
		fmt.Fprintln(s.Stderr, "made", clean(f))
	}
	if space, err := o.OpenSpace(s.ctx, c.Dir); err == nil && space.Trust().State().Level() == trust.Untrusted {
		fmt.Fprintf(s.Stderr, "Its tools stay off until you look at them: handrail space trust %s\n", clean(c.Dir))
		return nil
	}
	fmt.Fprintf(s.Stderr, "The space is ready. To start: handrail --space %s chat\n", clean(c.Dir))
	return nil
}

// checkCmd loads a space and prints what is wrong with it.
type checkCmd struct {
	Dir string `arg:"" optional:"" help:"The space's folder." type:"path"`
}

// Run prints each problem as file:line: text, and fails if one is an error.
func (c checkCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace(c.Dir)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	problems := space.Problems()
	errs := 0
	for _, p := range problems {
		if p.Severity == "error" {
			errs++
		}
		if s.app.JSON {
			if err := s.print(p); err != nil {
				return err
			}
			continue
		}
		place := p.File
		if p.Line > 0 {
			place = fmt.Sprintf("%s:%d", p.File, p.Line)
		}
		fmt.Fprintf(s.Stdout, "%s: %s: %s\n", visible(place), p.Severity, visible(withAction(p.Text, p.Action)))
	}
	if len(problems) == 0 {
		fmt.Fprintf(s.Stderr, "%s: no problems\n", visible(space.Dir()))
	}
	if errs > 0 {
		return exit(ExitFailed)
	}
	return nil
}

// spaceNetworkCmd shows and sets what the programs of a space may reach.
type spaceNetworkCmd struct {
	Args   []string `arg:"" optional:"" name:"dir-and-words" help:"The space's folder, if it isn't the current one, and what its programs may reach: off, loopback, on, registry, or hosts such as example.com, *.example.com, example.com:8443. Without either, show the current setting."`
	Revoke bool     `help:"Revoke your answer about package registries."`
	Reset  bool     `help:"Follow the setting for all spaces again."`
}

// Run sets what is asked for, and shows what holds then.
func (c spaceNetworkCmd) Run(s *session) (err error) {
	dir, words := c.split(s.Dir)
	if c.Reset && len(words) > 0 {
		return usagef("--reset can't be combined with hosts: the space follows the setting for all spaces")
	}
	if problems := walls.CheckNetwork(words); len(problems) > 0 {
		return usagef("%s", problems[0].Text)
	}
	o, space, err := s.openSpace(dir)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if len(words) > 0 || c.Reset {
		if err := space.Walls().SetNetwork(s.ctx, words); err != nil {
			return err
		}
	}
	if c.Revoke || slices.Equal(words, []string{"off"}) { // off means off
		if err := space.Walls().Revoke(s.ctx); err != nil {
			return err
		}
	}
	state, err := space.Walls().State(s.ctx)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(state)
	}
	s.showNetwork(state)
	return nil
}

// split tells the folder, which comes first, from the words. A word of the
// network is no folder, even if there is one of that name: write ./on.
func (c spaceNetworkCmd) split(current string) (dir string, words []string) {
	args := c.Args
	if len(args) > 0 && !slices.Contains([]string{"off", "on", "loopback", "registry"}, args[0]) {
		path := args[0]
		if !filepath.IsAbs(path) {
			path = filepath.Join(current, path)
		}
		info, err := os.Stat(path)
		if err == nil && info.IsDir() || strings.ContainsAny(args[0], `/\`) && !strings.Contains(args[0], "://") {
			dir, args = path, args[1:]
		}
	}
	for _, arg := range args {
		words = append(words, strings.Split(arg, ",")...)
	}
	return dir, words
}

func (out *printer) showNetwork(state walls.NetworkState) {
	from := map[string]string{
		"--network": "set by --network", "this space": "set for this space", "all spaces": "set for all spaces", "nobody": "the default",
	}
	fmt.Fprintf(out.env.Stdout, "Programs in this space may reach: %s (%s)\n", strings.Join(state.Words, ", "), from[state.Origin])
	switch {
	case slices.Contains(state.Words, "on"), slices.Contains(state.Words, "registry"):
	case state.Answer.Said != "yes":
		fmt.Fprintln(out.env.Stdout, "Package registries: not allowed yet; Handrail asks when a build first needs them")
	case state.Answer.When.IsZero():
		fmt.Fprintln(out.env.Stdout, "Package registries: allowed for builds; to revoke, add --revoke")
	default:
		fmt.Fprintf(out.env.Stdout, "Package registries: allowed for builds since %s; to revoke, add --revoke\n", state.Answer.When.Format(time.DateOnly))
	}
}

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
		fmt.Fprintln(w, cleanText(strings.TrimRight(line, "\r\n")))
	}
}

// windowCmd is what happens without a verb.
type windowCmd struct{}

// Run opens the window, if there is one.
func (windowCmd) Run(s *session) error { return openCmd{}.Run(s) }

// openCmd opens the window on a folder.
type openCmd struct {
	Folder string `arg:"" optional:"" help:"The folder, or an address: handrail://open?path=FOLDER, which asks in the window first."`
}

// Run opens the window, if there is one. Inside our own walls nothing is opened: an agent does not show the person windows.
func (c openCmd) Run(s *session) error {
	if walls.InRoom() {
		return tools.Errorf(tools.PermissionDenied, "refused: an agent started this program (it runs in Handrail's sandbox), and agents can't open windows")
	}
	if s.Window == nil {
		return usagef("this program has no window: install handrail-desktop next to it, or see handrail --help")
	}
	space := cmp.Or(c.Folder, s.app.Space)
	if space != "" && !strings.HasPrefix(space, "handrail:") {
		abs, err := filepath.Abs(space)
		if err != nil {
			return usage{err}
		}
		if info, err := os.Stat(abs); err != nil || !info.IsDir() {
			return usagef("%s is not a folder", space)
		}
		space = abs
	}
	if code := s.Window(space); code != 0 {
		return exit(code)
	}
	return nil
}
