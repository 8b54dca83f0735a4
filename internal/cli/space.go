package cli

import (
	"bufio"
	"fmt"
	"strings"

	"handrail/operator"
)

// spaceCmd makes and trusts spaces, proposes hands for them, and says what their
// programs may reach.
type spaceCmd struct {
	New      spaceNewCmd      `cmd:"" help:"Make a space in an empty or new folder."`
	Trust    spaceTrustCmd    `cmd:"" help:"Show what a space can run, and trust it."`
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

type spaceTrustCmd struct {
	Dir string `arg:"" optional:"" help:"The space's folder." type:"path"`
	Yes bool   `help:"Do not ask: trust what is there now."`
}

// Run shows exactly what will be able to run, asks, and trusts it.
func (c spaceTrustCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace(c.Dir)
	if err != nil {
		return err
	}
	defer closing(o, &err)
	inv := space.Inventory()
	if space.Trust() != operator.Untrusted {
		fmt.Fprintf(s.Stderr, "%s: %s; there is nothing to do\n", clean(space.Dir()), space.Trust().Words())
		return nil
	}
	fmt.Fprintf(s.Stdout, "If you trust %s, this will be able to run, or will be read by a model as instructions:\n\n", clean(space.Dir()))
	for _, item := range inv.Items {
		fmt.Fprintf(s.Stdout, "  %-7s %s  (%s, sha256 %.12s)\n", item.Kind, clean(item.Name), clean(item.File), item.SHA256)
		for line := range strings.Lines(item.Detail) {
			fmt.Fprintf(s.Stdout, "          %s\n", clean(strings.TrimRight(line, "\n")))
		}
	}
	for _, note := range inv.Notes {
		fmt.Fprintf(s.Stdout, "\n%s\n", note)
	}
	if !c.Yes {
		fmt.Fprint(s.Stderr, "\nTrust it? Type yes: ")
		answer, _ := bufio.NewReader(s.Stdin).ReadString('\n') // no answer is a no
		if strings.TrimSpace(answer) != "yes" {
			fmt.Fprintln(s.Stderr, "It stays untrusted: its tools are listed and do not run.")
			return exit(ExitRefused)
		}
	}
	if err := space.SetTrusted(s.ctx, inv.Digest); err != nil {
		return err
	}
	fmt.Fprintln(s.Stderr, "Trusted.")
	return nil
}
