package cli

import (
	"fmt"
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
}

// Run makes the space. It is trusted, because this app made it.
func (c spaceNewCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	files, err := o.NewSpace(s.ctx, c.Dir, c.Name)
	if err != nil {
		return usage{err}
	}
	for _, f := range files {
		fmt.Fprintln(s.Stderr, "made", clean(f))
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
		fmt.Fprintf(s.Stdout, "%s: %s: %s\n", clean(place), p.Severity, clean(withAction(p.Text, p.Action)))
	}
	if len(problems) == 0 {
		fmt.Fprintf(s.Stderr, "%s: no problems\n", clean(space.Dir()))
	}
	if errs > 0 {
		return exit(ExitFailed)
	}
	return nil
}
