package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"text/tabwriter"
	"time"

	"handrail/operator"
	"handrail/operator/serving"
	"handrail/operator/settings"
)

// mcpCmd serves the space's tools to other people's agents (docs/spec/08-mcp.md).
type mcpCmd struct {
	Serve mcpServeCmd `cmd:"" default:"withargs" help:"Serve the space's tools on standard input and output, or over HTTP."`
	Token mcpTokenCmd `cmd:"" help:"Add, list and revoke tokens for HTTP access."`
}

type mcpServeCmd struct {
	HTTP string `name:"http" help:"Serve over streamable HTTP at this local address, such as 127.0.0.1:8765." placeholder:"ADDR"`
}

// Run serves until the client hangs up, or the person ends it.
func (c mcpServeCmd) Run(s *session) (err error) {
	if c.HTTP != "" {
		if err := serving.LoopbackAddress(c.HTTP); err != nil {
			return usage{err}
		}
	} else if served, err := s.relay(); served {
		return err
	}
	unattended := s.app.Confirm == "allow"
	if c.HTTP == "" && s.app.Confirm == "ask" {
		s.app.Confirm = "dialog" // the terminal, if there is one, is the client's
	}
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	defer tellNotices(s, o)()
	clients := serving.New(o, serving.Config{Sheet: s.Sheet})
	if unattended && !clients.Unattended() {
		return usagef("--confirm allow lets another program act without you. A folder's files could contain this command, so you must allow it yourself first: put \"allow_unattended\": true into %s", filepath.Join(o.Config().Dirs.Config, "settings.json"))
	}
	service := clients.Serve(space, c.via())
	defer service.Close()
	space.Watch()
	if c.HTTP != "" {
		return service.HTTP(s.ctx, c.HTTP, func(url string) {
			fmt.Fprintf(s.Stderr, "Serving %s at %s for programs with a token (handrail mcp token add NAME). Press Ctrl-C to stop.\n", clean(space.Dir()), url)
		})
	}
	if err := service.Stdio(s.ctx, s.Stdin, s.Stdout); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

func (c mcpServeCmd) via() serving.Via {
	if c.HTTP != "" {
		return serving.ViaHTTP
	}
	return serving.ViaStdio
}

// relay lets the running app serve, if there is one. What the command line says of
// answers and the network does not count there.
func (s *session) relay() (served bool, err error) {
	space := s.app.Space
	if space != "" && !filepath.IsAbs(space) {
		space = filepath.Join(s.Dir, space)
	}
	err = serving.Relay(s.ctx, serving.RelayConfig{
		Dirs: settings.DefaultDirs(), Version: s.Version, Space: space, Dir: s.Dir, In: s.Stdin, Out: s.Stdout,
		Served: func() {
			if s.app.Confirm != "ask" || len(s.app.Network) > 0 {
				fmt.Fprintln(s.Stderr, "handrail: the open window serves this program: questions appear there, and --confirm and --network have no effect")
			}
		},
	})
	switch {
	case err == nil:
		return true, nil
	case !errors.Is(err, serving.ErrNoApp):
		fmt.Fprintf(s.Stderr, "handrail: %s; serving without the window instead\n", clean(err.Error()))
	}
	return false, nil
}

type mcpTokenCmd struct {
	Add    tokenAddCmd    `cmd:"" help:"Create a token for a program. It's shown only once."`
	List   tokenListCmd   `cmd:"" help:"List tokens, and when each was last used."`
	Revoke tokenRevokeCmd `cmd:"" help:"Revoke a program's token."`
}

type tokenAddCmd struct {
	Name string `arg:"" help:"Your name for the program: letters, digits, \"-\", \"_\" and \".\"."`
}

// Run makes a token and prints it.
func (c tokenAddCmd) Run(s *session) (err error) {
	o, err := s.openTokens("add")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	token, err := serving.NewTokens(o).Add(s.ctx, c.Name)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		return s.print(map[string]string{"name": c.Name, "token": token})
	}
	fmt.Fprintln(s.Stdout, token)
	fmt.Fprintf(s.Stderr, "Copy it now: it won't be shown again. The program sends it as \"Authorization: Bearer TOKEN\".\nTo revoke it: handrail mcp token revoke %s\n", c.Name)
	return nil
}

type tokenListCmd struct{}

// Run lists tokens by name; the tokens themselves are kept nowhere.
func (tokenListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all, err := serving.NewTokens(o).List(s.ctx)
	if err != nil {
		return err
	}
	if s.app.JSON {
		lines := make([]map[string]any, 0, len(all))
		for _, t := range all {
			line := map[string]any{"name": t.Name, "made": t.Made}
			if !t.Used.IsZero() {
				line["used"] = t.Used
			}
			lines = append(lines, line)
		}
		return s.print(map[string]any{"tokens": lines})
	}
	if len(all) == 0 {
		fmt.Fprintln(s.Stderr, "No tokens yet. To create one: handrail mcp token add NAME")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tCREATED\tLAST USED")
	for _, t := range all {
		used := "never"
		if !t.Used.IsZero() {
			used = t.Used.Local().Format(time.DateTime)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", clean(t.Name), t.Made.Local().Format(time.DateTime), used)
	}
	return w.Flush()
}

type tokenRevokeCmd struct {
	Name string `arg:"" help:"The token's name."`
}

// Run forgets a token.
func (c tokenRevokeCmd) Run(s *session) (err error) {
	o, err := s.openTokens("revoke")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := serving.NewTokens(o).Revoke(s.ctx, c.Name); err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Revoked %s. Programs that use it no longer have access.\n", clean(c.Name))
	return nil
}

// openTokens opens the app for a change of tokens, which is the person's alone.
func (s *session) openTokens(what string) (*operator.Operator, error) {
	if err := ownHand("mcp token " + what); err != nil {
		return nil, err
	}
	return s.open()
}
