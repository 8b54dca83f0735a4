package cli

import (
	"fmt"
	"slices"
	"strings"

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
