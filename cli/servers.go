package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/servers"
)

// serversCmd shows and changes MCP servers (docs/spec/08-mcp.md).
type serversCmd struct {
	List    serversListCmd    `cmd:"" default:"withargs" help:"List servers with their state and why one isn't used."`
	Show    serversShowCmd    `cmd:"" help:"Show a server: its command, what it may access, its tools."`
	Add     serversAddCmd     `cmd:"" help:"Add a server: NAME -- COMMAND ARGS…, NAME --url URL, or - to read JSON from standard input."`
	Remove  serversRemoveCmd  `cmd:"" help:"Remove a server from your settings."`
	Test    serversTestCmd    `cmd:"" help:"Test a server and show each step; without a name, test all of them, one line each."`
	Log     serversLogCmd     `cmd:"" help:"Show what a server printed when it last failed; if it hasn't failed, start it and show what it prints."`
	Allow   serversAllowCmd   `cmd:"" help:"Let a server reach hosts, or access files outside the space."`
	Needs   serversNeedsCmd   `cmd:"" help:"List what a well-known server usually needs, and let it have that."`
	On      serversOnCmd      `cmd:"" help:"Turn a server on."`
	Off     serversOffCmd     `cmd:"" help:"Turn a server off, and keep its settings."`
	Offer   serversOfferCmd   `cmd:"" help:"Offer a server's tools to all agents (internal_only: false)."`
	Hide    serversHideCmd    `cmd:"" help:"Offer a server's tools only when a skill or an agent names them (internal_only: true)."`
	Changes serversChangesCmd `cmd:"" help:"Show how a server's tools changed since you approved them."`
	Approve serversApproveCmd `cmd:"" help:"Review how a server's tools changed, and approve them."`
	Secure  serversSecureCmd  `cmd:"" help:"Move keys that your settings store in plain text to your keychain."`
	serversOthers
	serversSign
}

type serversListCmd struct{}

// Run lists the servers. It starts none.
func (serversListCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list := space.Servers().List()
	if s.app.JSON {
		return s.print(map[string]any{"servers": list})
	}
	if len(list) == 0 {
		fmt.Fprintln(s.Stderr, "No servers yet. To add one: handrail servers add NAME -- COMMAND ARGS…; to import them from other programs: handrail servers import")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tFROM\tSTATE\tTOOLS\tCOMMAND OR REASON")
	for _, v := range list {
		count := "?"
		if v.Known {
			count = fmt.Sprint(v.Tools)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", visible(v.Name), v.From, serverState(v), count, visible(s.serverLine(space, v)))
	}
	return w.Flush()
}

// serverState is a word for how things stand with a server.
func serverState(v servers.View) string {
	switch {
	case v.Shadowed:
		return "shadowed"
	case v.Problem != "":
		return "not used"
	case v.Disabled:
		return "off"
	case v.Internal:
		return "internal"
	}
	return "offered"
}

// serverLine says in a line what a server is, or why it is not used.
func (s *session) serverLine(space *operator.Space, v servers.View) string {
	if v.Problem != "" {
		return withAction(v.Problem, v.Action)
	}
	what := strings.Join(append([]string{v.Command}, v.Args...), " ")
	if v.URL != "" {
		what = v.URL
	}
	if last, failed, err := space.Servers().Trials().LastFailure(s.ctx, v.Name); err == nil && failed {
		what = "failed when last started: " + last.Reason
	}
	if v.Held > 0 {
		what += fmt.Sprintf("; %d of its tools changed: handrail servers changes %s", v.Held, v.Name)
	}
	return what
}

type serversShowCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run shows all about one server.
func (c serversShowCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	v, err := viewOf(space, c.Name)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(v)
	}
	line := func(name, text string) {
		if text != "" {
			fmt.Fprintf(s.Stdout, "%-9s %s\n", name, visible(text))
		}
	}
	line("name", v.Name)
	line("from", v.File)
	line("command", strings.TrimSpace(strings.Join(append([]string{v.Command}, v.Args...), " ")))
	line("url", v.URL)
	line("cwd", v.Dir)
	line("env", serverVars(v.Env))
	line("headers", serverVars(v.Headers))
	line("state", serverState(v))
	if v.Problem != "" {
		line("why", withAction(v.Problem, v.Action))
	}
	change, err := servers.ProgramsOf(space.Servers()).Change(s.ctx, v.Name)
	if err != nil {
		return err
	}
	showProgramChange(&s.printer, change)
	s.showProfile(v.Profile)
	for _, r := range v.Refused {
		what := "refused"
		if r.Kind == "apart" { // it has what it wanted, elsewhere
			what = "note"
		}
		line(what, withAction(strings.TrimSuffix(r.Text, "."), r.Action))
	}
	if last, failed, err := space.Servers().Trials().LastFailure(s.ctx, v.Name); err == nil && failed {
		line("failed", last.When.Format(time.DateTime)+": "+last.Reason)
	}
	return s.showServerTools(space, v)
}

// showProgramChange lists what has changed of a server's program.
func showProgramChange(out *printer, program *servers.ProgramChange) {
	if program == nil {
		return
	}
	fmt.Fprintf(out.env.Stdout, "\nThe program of %s\n  An agent could have changed these files since you last approved it. It has the keys and the access that you gave that server, and doesn't start until you approve it.\n", clean(program.Server))
	for _, path := range program.Files[:min(len(program.Files), shownFiles)] {
		fmt.Fprintf(out.env.Stdout, "  %s\n", clean(path))
	}
	if n := len(program.Files) - shownFiles; n > 0 {
		fmt.Fprintf(out.env.Stdout, "  and %d more\n", n)
	}
	switch {
	case program.Open != "":
		fmt.Fprintf(out.env.Stdout, "  A program that is still running could change it without a trace: %s. It can't be approved before that has ended: see `handrail jobs list`.\n", clean(program.Open))
	case program.Living:
		fmt.Fprintf(out.env.Stdout, "  Something that is still running can write there (`handrail jobs list`): what it changes once you have approved holds the server back again.\n")
	}
}

// shownFiles is how many changed files of a program are listed.
const shownFiles = 40

// showProfile says what a server may touch.
func (out *printer) showProfile(p servers.Profile) {
	for _, part := range [][2]string{{"reads", p.Reads}, {"writes", p.Writes}, {"reaches", p.Reaches}} {
		fmt.Fprintf(out.env.Stdout, "%-9s %s\n", part[0], visible(part[1]))
	}
	for _, note := range p.Notes {
		fmt.Fprintf(out.env.Stdout, "%-9s %s\n", "note", visible(withAction(note.Text, note.Action)))
	}
}

func (out *printer) showServerTools(space *operator.Space, v servers.View) error {
	if !v.Known {
		fmt.Fprintf(out.env.Stdout, "%-9s not known yet; to list them: handrail servers test %s\n", "tools", visible(v.Name))
		return nil
	}
	list, err := space.Tools().OfServer(v.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out.env.Stdout, "%-9s %d, about %d tokens per turn\n", "tools", v.Tools, v.Tokens)
	for _, t := range list {
		text := short(firstLine(t.Info.Description))
		if !t.Available {
			text = withAction(string(t.State)+": "+t.Why, t.Action)
		}
		fmt.Fprintf(out.env.Stdout, "  %s: %s\n", visible(t.Qualified), visible(text))
	}
	for _, text := range v.Broken {
		fmt.Fprintf(out.env.Stdout, "%-9s %s\n", "left out", visible(text))
	}
	return nil
}

func serverVars(list []servers.Var) string {
	var parts []string
	for _, v := range list {
		value := v.Value
		if v.Secret && value == "" {
			value = "(a secret in the file)"
		}
		parts = append(parts, v.Name+"="+value)
	}
	return strings.Join(parts, "  ")
}

// viewOf finds a server; the settings' one where both have it.
func viewOf(space *operator.Space, name string) (servers.View, error) {
	list := space.Servers().List()
	at := slices.IndexFunc(list, func(v servers.View) bool { return v.Name == name })
	if at < 0 {
		return servers.View{}, usagef("there is no server %q; `handrail servers list` shows your servers", name)
	}
	return list[at], nil
}

type serversRemoveCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run takes a server out of the settings.
func (c serversRemoveCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	saved, err := o.Setup().Saved()
	if err != nil {
		return err
	}
	if err := o.Setup().Remove(s.ctx, c.Name); err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "Removed %s.\n", visible(c.Name))
	names := saved[c.Name].SecretNames()
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		fmt.Fprintf(s.Stderr, "The secrets that it used are still stored if you have set them: %s. To delete one: handrail secrets remove NAME\n", visible(strings.Join(names, ", ")))
	}
	return nil
}

// showSaid prints the last lines of what a server said.
func (out *printer) showSaid(lines []string) {
	if len(lines) > 0 {
		fmt.Fprintln(out.env.Stdout, "Output:")
	}
	for _, line := range lines {
		fmt.Fprintf(out.env.Stdout, "  %s\n", visible(line))
	}
}

type serversLogCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run prints what a server said when it failed last, or what it says now.
func (c serversLogCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	for _, v := range space.Servers().List() {
		for _, r := range v.Refused {
			if v.Name == c.Name {
				fmt.Fprintf(s.Stderr, "Refused at %s: %s\n", r.When.Format(time.DateTime), visible(withAction(strings.TrimSuffix(r.Text, "."), r.Action)))
			}
		}
	}
	last, failed, err := space.Servers().Trials().LastFailure(s.ctx, c.Name)
	if err != nil {
		return err
	}
	if failed {
		fmt.Fprintf(s.Stderr, "Failed at %s: %s\n", last.When.Format(time.DateTime), visible(last.Reason))
		for _, line := range last.Said {
			fmt.Fprintln(s.Stdout, visible(line))
		}
		return nil
	}
	test, err := space.Servers().Trials().Test(s.ctx, c.Name)
	if err != nil {
		return err
	}
	for _, line := range test.Said {
		fmt.Fprintln(s.Stdout, visible(line))
	}
	if n := len(test.Steps); !test.OK && n > 0 {
		fmt.Fprintf(s.Stderr, "It can't start: %s\n", visible(withAction(test.Steps[n-1].Text, test.Steps[n-1].Action)))
	} else if len(test.Said) == 0 {
		fmt.Fprintln(s.Stderr, "It hasn't failed, and it prints nothing when it starts.")
	}
	return nil
}

// readAll reads what was pasted on standard input.
func (in *asker) readAll() (string, error) {
	raw, err := io.ReadAll(io.LimitReader(in.env.Stdin, mostTyped))
	return string(raw), err
}

// showServerStep prints a step of a handshake for a person.
func (out *printer) showServerStep(step servers.Step) {
	word := "ok    "
	if !step.OK {
		word = "failed"
	}
	fmt.Fprintf(out.env.Stdout, "%s %s", word, step.Name)
	if step.Text != "" {
		fmt.Fprintf(out.env.Stdout, ": %s", visible(withAction(step.Text, step.Action)))
	}
	fmt.Fprintf(out.env.Stdout, " (%d ms)\n", time.Duration(step.Took).Milliseconds())
}

// showServerTest prints what came of a handshake, after its steps.
func (out *printer) showServerTest(t servers.Test) {
	for _, name := range t.Tools {
		fmt.Fprintf(out.env.Stdout, "       %s\n", visible(name))
	}
	for _, text := range t.Broken {
		fmt.Fprintf(out.env.Stdout, "note   %s\n", visible(text))
	}
	if !t.OK {
		for _, r := range t.Refused {
			fmt.Fprintf(out.env.Stdout, "note   %s\n", visible(withAction(r.Text, r.Action)))
		}
		for _, note := range t.Profile.Notes {
			fmt.Fprintf(out.env.Stdout, "note   %s\n", visible(withAction(note.Text, note.Action)))
		}
		out.showSaid(t.Said)
	}
}
