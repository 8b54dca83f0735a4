package cli

import (
	"fmt"
)

// spaceCmd makes and trusts spaces, proposes hands for them, and says what their
// programs may reach.
type spaceCmd struct {
	New      spaceNewCmd      `cmd:"" help:"Make a space in an empty or new folder."`
	Trust    spaceTrustCmd    `cmd:"" help:"Show what a space can run, or what changed since, and trust it."`
	Distrust spaceDistrustCmd `cmd:"" help:"Forget that a space was trusted."`
	Restore  spaceRestoreCmd  `cmd:"" help:"Put a file back as it was when it was trusted."`
	Scaffold spaceScaffoldCmd `cmd:"" help:"Propose hands from package.json, Makefile, justfile, Taskfile and go.mod, and write them to ctxnest.json."`
	Network  spaceNetworkCmd  `cmd:"" help:"Show or set what the programs of a space may reach."`
}

type spaceNewCmd struct {
	Dir  string `arg:"" help:"The folder." type:"path"`
	Name string `help:"What people call it. Default: the folder's name."`
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
	fmt.Fprintf(s.Stderr, "The space is ready. Try: handrail --space %s chat\n", clean(c.Dir))
	return nil
}
