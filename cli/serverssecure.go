package cli

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"handrail/operator"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
)

type serversSecureCmd struct {
	Names []string `arg:"" optional:"" help:"The servers. Default: all in your settings."`
	Yes   bool     `help:"Move them without asking."`
}

// Run shows which keys stand in the settings in plain text, asks, and moves them.
func (c serversSecureCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := c.plain(o.Setup())
	if err != nil {
		return err
	}
	if s.app.JSON && !c.Yes { // nobody can be asked: it is only shown
		return s.print(map[string]any{"plain": append([]setup.Plain{}, list...)})
	}
	if len(list) == 0 && !s.app.JSON {
		fmt.Fprintln(s.Stderr, "No keys are stored in plain text.")
		return nil
	}
	count := 0
	for _, p := range list {
		count += len(p.Places)
		if !s.app.JSON {
			fmt.Fprintf(s.Stdout, "%s: %s\n", visible(p.Server), visible(strings.Join(p.Places, ", ")))
		}
	}
	if !c.Yes && len(list) > 0 {
		if err := s.yes(fmt.Sprintf("Move %s to your keychain?", keysCount(count)), "moved"); err != nil {
			return err
		}
	}
	done, err := o.Setup().Secure(s.ctx, c.Names...)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(map[string]any{"secured": append([]setup.Receipt{}, done...)})
	}
	for _, r := range done {
		for _, name := range r.Secrets {
			fmt.Fprintf(s.Stderr, "Moved. The settings of %s now refer to ${secret:%s}.\n", clean(r.Name), clean(name))
		}
	}
	return nil
}

// plain lists what is to be moved.
func (c serversSecureCmd) plain(desk *setup.Desk) ([]setup.Plain, error) {
	saved, err := desk.Saved()
	if err != nil {
		return nil, err
	}
	for _, name := range c.Names {
		if _, ok := saved[name]; !ok {
			return nil, usagef("your settings have no server %q; `handrail servers list` shows your servers", name)
		}
	}
	list, err := desk.Plain()
	return slices.DeleteFunc(list, func(p setup.Plain) bool { return len(c.Names) > 0 && !slices.Contains(c.Names, p.Server) }), err
}

func keysCount(n int) string {
	if n == 1 {
		return "this key"
	}
	return fmt.Sprintf("these %d keys", n)
}

// serversSign is signing in to remote servers.
type serversSign struct {
	In  serversSignInCmd  `cmd:"" name:"sign-in" help:"Sign in to a remote server: its page opens in your browser."`
	Out serversSignOutCmd `cmd:"" name:"sign-out" help:"Sign out of a remote server."`
}

type serversSignInCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run opens the page and waits until the person has come back from it.
func (c serversSignInCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	err = space.Servers().SignIns().SignIn(s.ctx, c.Name, func(page string) error {
		fmt.Fprintf(s.Stderr, "Sign in on this page, then come back here:\n%s\n", page)
		if s.Browse != nil {
			if err := s.Browse(s.ctx, page); err != nil {
				fmt.Fprintf(s.Stderr, "The browser didn't open (%v): open the page in this machine's browser.\n", err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stdout, "You're signed in to %s.\n", c.Name)
	return nil
}

type serversSignOutCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run forgets the tokens.
func (c serversSignOutCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := space.Servers().SignIns().SignOut(s.ctx, c.Name); err != nil {
		return err
	}
	fmt.Fprintf(s.Stdout, "You're signed out of %s.\n", c.Name)
	return nil
}

type serversNeedsCmd struct {
	Name    string   `arg:"" help:"The server's name."`
	Numbers []string `arg:"" optional:"" help:"What to let it have, by the numbers of the list, or all."`
}

// Run lists what a well-known server lacks, and lets it have what was chosen.
func (c serversNeedsCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all, err := o.Setup().Saved()
	if err != nil {
		return err
	}
	set, ok := all[c.Name]
	if !ok {
		return usagef("your settings have no server %q; to see those there are: handrail servers list", clean(c.Name))
	}
	known, list := o.Setup().Needs(c.Name, set)
	if s.app.JSON && len(c.Numbers) == 0 {
		return s.print(map[string]any{"known": known, "needs": append([]setup.Need{}, list...)})
	}
	switch {
	case set.Command == "":
		fmt.Fprintf(s.Stderr, "%s runs elsewhere, at its URL, so it needs nothing of this machine.\n", clean(c.Name))
		return nil
	case known == "":
		fmt.Fprintf(s.Stderr, "%s is not among the servers that Handrail knows. What it was refused: handrail servers show %s\n", clean(c.Name), clean(c.Name))
		return nil
	case len(list) == 0:
		fmt.Fprintf(s.Stderr, "%s (%s) has all that it is known to need.\n", clean(c.Name), known)
		return nil
	}
	s.listNeeds(known, list)
	answer := strings.Join(c.Numbers, " ")
	if answer == "" && s.atTerminal() {
		answer = s.ask("Let it have which? Type all, their numbers, or nothing: ")
	}
	take, err := numbered(list, answer)
	if err != nil {
		return usage{err}
	}
	if len(take) == 0 {
		fmt.Fprintf(s.Stderr, "Nothing was changed. To let it have that: handrail servers needs %s all, or their numbers\n", clean(c.Name))
		return nil
	}
	if _, err := o.Setup().SaveTaking(s.ctx, c.Name, set, take, true); err != nil {
		return err
	}
	for _, n := range list {
		if variable, _, _ := n.Lacks(); variable == "" && slices.Contains(take, n.ID) {
			fmt.Fprintf(s.Stderr, "Done: %s\n", clean(n.Text))
		}
	}
	for _, note := range missingNotes(list, take) {
		fmt.Fprintf(s.Stderr, "Note: %s\n", clean(note))
	}
	if v, err := viewOf(space, c.Name); err == nil {
		s.showProfile(v.Profile)
		s.sayThatItAsks(c.Name, v.Profile)
	}
	return nil
}

// listNeeds prints what a server lacks, with numbers.
func (out *printer) listNeeds(known string, list []setup.Need) {
	fmt.Fprintf(out.env.Stderr, "This is %s, which usually needs more:\n", known)
	for i, n := range list {
		fmt.Fprintf(out.env.Stderr, "  %d  %s\n", i+1, clean(n.Text))
	}
}

// numbered are the needs that an answer names: all, or their numbers.
func numbered(list []setup.Need, answer string) (ids []string, err error) {
	words := strings.FieldsFunc(answer, func(r rune) bool { return r == ' ' || r == ',' })
	if len(words) == 1 && slices.Contains([]string{"no", "n", "none", "nothing"}, strings.ToLower(words[0])) {
		return nil, nil
	}
	if len(words) == 1 && strings.EqualFold(words[0], "all") {
		for _, n := range list {
			ids = append(ids, n.ID)
		}
		return ids, nil
	}
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > len(list) {
			return nil, fmt.Errorf("%q is none of 1 to %d: type numbers of the list, or all", clean(word), len(list))
		}
		if id := list[n-1].ID; !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// chooseNeeds says what a server that is added is let have: all with the flag, or what the person
// answers. Values that only they have are always named, since without them it does not work.
func (s *session) chooseNeeds(o *operator.Operator, name string, set settings.Server, all bool) (take, notes []string) {
	known, list := o.Setup().Needs(name, set)
	var open []setup.Need
	for _, n := range list {
		if variable, _, _ := n.Lacks(); variable != "" || all {
			take = append(take, n.ID)
		} else {
			open = append(open, n)
		}
	}
	notes = missingNotes(list, take)
	if len(open) == 0 {
		return take, notes
	}
	s.listNeeds(known, open)
	if !s.atTerminal() {
		return take, append(notes, fmt.Sprintf("to let it have that: handrail servers needs %s all", name))
	}
	for {
		chosen, err := numbered(open, s.ask("Let it have which? Type all, their numbers, or nothing: "))
		if err == nil {
			return append(take, chosen...), notes
		}
		fmt.Fprintln(s.Stderr, err)
	}
}

// missingNotes say which values a server was given by name only.
func missingNotes(list []setup.Need, take []string) (notes []string) {
	for _, n := range list {
		if variable, why, secret := n.Lacks(); variable != "" && slices.Contains(take, n.ID) {
			notes = append(notes, fmt.Sprintf("it needs %s, %s: handrail secrets set %s", variable, why, secret))
		}
	}
	return notes
}

type serversChangesCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run shows what a server has changed of its tools.
func (c serversChangesCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	changes, err := space.Servers().Pins().Changes(s.ctx, c.Name)
	if err != nil {
		return err
	}
	program, err := servers.ProgramsOf(space.Servers()).Change(s.ctx, c.Name)
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(map[string]any{"changes": changes, "program": program})
	}
	showProgramChange(&s.printer, program)
	s.showServerChanges(c.Name, changes, program != nil)
	return nil
}

// showServerChanges shows the tools of a server that changed. more says that something else is shown already.
func (out *printer) showServerChanges(name string, changes []servers.Change, more bool) {
	if len(changes) == 0 && !more {
		fmt.Fprintf(out.env.Stderr, "No changed tools of %s wait for you, as far as it has listed them.\n", clean(name))
	}
	for _, c := range changes {
		fmt.Fprintf(out.env.Stdout, "\n%s %s\n  %s\n", c.Status, clean(c.Tool), clean(c.Reason))
		for line := range strings.Lines(c.Diff) {
			fmt.Fprintf(out.env.Stdout, "  %s\n", visible(strings.TrimRight(line, "\n")))
		}
	}
}

type serversApproveCmd struct {
	Name string   `arg:"" help:"The server's name."`
	Only []string `help:"Approve only these tools." placeholder:"TOOL" sep:"none"`
	Yes  bool     `help:"Approve exactly what is shown, without asking."`
}

// Run shows what a server has changed, asks, and accepts it.
func (c serversApproveCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	changes, err := space.Servers().Pins().Changes(s.ctx, c.Name)
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(d servers.Change) bool { return len(c.Only) > 0 && !slices.Contains(c.Only, d.Tool) })
	var program *servers.ProgramChange
	if len(c.Only) == 0 {
		if program, err = servers.ProgramsOf(space.Servers()).Change(s.ctx, c.Name); err != nil {
			return err
		}
	}
	showProgramChange(&s.printer, program)
	s.showServerChanges(c.Name, changes, program != nil)
	if len(changes) == 0 && program == nil {
		return nil
	}
	if !c.Yes && !s.saysYes(fmt.Sprintf("Approve %s of %s as shown?", changesCount(len(changes), program), visible(c.Name))) {
		fmt.Fprintln(s.Stderr, "The changes stay held back.")
		return exit(ExitRefused)
	}
	digests := map[string]string{}
	for _, d := range changes {
		digests[d.Tool] = d.Digest
	}
	if program != nil {
		if err := servers.ProgramsOf(space.Servers()).Approve(s.ctx, c.Name, program.Digest); err != nil {
			return err
		}
	}
	if len(changes) > 0 {
		if err := space.Servers().Pins().Approve(s.ctx, c.Name, digests); err != nil {
			return err
		}
	}
	fmt.Fprintln(s.Stderr, "Accepted.")
	return nil
}

func changesCount(n int, program *servers.ProgramChange) string {
	if program != nil {
		n++
	}
	if n == 1 {
		return "this change"
	}
	return fmt.Sprintf("these %d changes", n)
}
