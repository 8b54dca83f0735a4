package cli

import "fmt"

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
	o, space, err := s.openSpace("")
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
	o, space, err := s.openSpace("")
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
