package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"text/tabwriter"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/proxies"
	"handrail/operator/walls"
	"handrail/tools"

	"golang.org/x/term"
)

// secretsCmd lists, sets and removes secrets (docs/spec/02-settings.md). It
// prints no value.
type secretsCmd struct {
	List   secretsListCmd   `cmd:"" help:"List secrets, where each is stored, and what uses it."`
	Set    secretsSetCmd    `cmd:"" help:"Store a secret. Enter its value when asked, or pass it on standard input."`
	Remove secretsRemoveCmd `cmd:"" help:"Delete a secret."`
}

type secretsListCmd struct{}

// Run lists names, never values.
func (secretsListCmd) Run(s *session) (err error) {
	o, _, err := s.openAnywhere() // its tools may name some
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all, err := o.Secrets().List()
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(map[string]any{"secrets": all})
	}
	if len(all) == 0 {
		fmt.Fprintln(s.Stderr, "No secrets yet. To store one: handrail secrets set NAME. Settings and tools refer to it as ${secret:NAME}.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tSTORED IN\tUSED BY")
	for _, i := range all {
		kept, used := i.Kept, strings.Join(i.UsedBy, ", ")
		if kept == "" {
			kept = "not set"
		}
		if used == "" {
			used = "not used here"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", clean(i.Name), kept, clean(used))
	}
	return w.Flush()
}

type secretsSetCmd struct {
	Name string `arg:"" help:"The secret's name: letters, digits, dots, - and _."`
}

// mostTyped is how many bytes of standard input are read for a value.
const mostTyped = 1 << 20

// Run keeps the value. It is no argument, because arguments are seen by every
// program and kept by shells.
func (c secretsSetCmd) Run(s *session) (err error) {
	if err := ownHand("secrets set"); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := o.Secrets().CheckName(c.Name); err != nil { // before its value is typed
		return err
	}
	value, err := s.readSecret(c.Name)
	if err != nil {
		return err
	}
	if err := o.Secrets().Set(c.Name, value); err != nil {
		return err
	}
	where, _ := o.Secrets().Where()
	fmt.Fprintf(s.Stderr, "Stored %s. Refer to it as ${secret:%s}.\n", clean(where), clean(c.Name))
	if len(value) < 6 {
		fmt.Fprintln(s.Stderr, "It's too short to hide in output: other text could contain it by chance.")
	}
	return nil
}

// readSecret asks for a value, which is not shown, or reads all of standard
// input but a last line break.
func (in *asker) readSecret(name string) (string, error) {
	if f, ok := in.env.Stdin.(*os.File); ok && terminal.Is(f) {
		terminal.Forget(f)
		fmt.Fprintf(in.env.Stderr, "Value of %s (hidden as you type): ", clean(name))
		before, err := term.GetState(int(f.Fd()))
		if err != nil {
			return "", fmt.Errorf("can't read the value: %w", err)
		}
		type typed struct {
			raw []byte
			err error
		}
		done := make(chan typed, 1)
		go func() {
			raw, err := term.ReadPassword(int(f.Fd()))
			done <- typed{raw, err}
		}()
		select {
		case t := <-done:
			fmt.Fprintln(in.env.Stderr)
			if t.err != nil {
				return "", fmt.Errorf("can't read the value: %w", t.err)
			}
			return string(t.raw), nil
		case <-in.ctx.Done():
			fmt.Fprintln(in.env.Stderr)
			return "", errors.Join(in.ctx.Err(), term.Restore(int(f.Fd()), before))
		}
	}
	raw, err := io.ReadAll(io.LimitReader(in.env.Stdin, mostTyped))
	if err != nil {
		return "", fmt.Errorf("can't read the value: %w", err)
	}
	return strings.TrimSuffix(strings.TrimSuffix(string(raw), "\n"), "\r"), nil
}

type secretsRemoveCmd struct {
	Name  string `arg:"" help:"The secret's name."`
	Force bool   `help:"Delete it even if something still uses it."`
}

// Run forgets the secret.
func (c secretsRemoveCmd) Run(s *session) (err error) {
	if err := ownHand("secrets remove"); err != nil {
		return err
	}
	o, _, err := s.openAnywhere() // its tools may name it
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := o.Secrets().Remove(c.Name, c.Force); err != nil {
		if !c.Force {
			return fmt.Errorf("%w (to delete it anyway, add --force)", err)
		}
		return err
	}
	fmt.Fprintf(s.Stderr, "Deleted %s.\n", clean(c.Name))
	return nil
}

// ownHand refuses what a program that an agent has started must not do.
func ownHand(what string) error {
	if walls.InRoom() {
		return tools.Errorf(tools.PermissionDenied, "%s is refused: an agent started this program (it runs in Handrail's sandbox)", what)
	}
	return nil
}

// An anywhere is the app that was opened for all spaces, with a folder that is no space of anybody's.
type anywhere struct {
	*operator.Operator
	none string // "" where there is a space
}

// Close implements io.Closer.
func (a anywhere) Close() error {
	err := a.Operator.Close()
	if a.none != "" {
		_ = os.Remove(a.none) // nothing was put into it
	}
	return err
}

// openAnywhere is openSpace for verbs about what holds in every space: in a folder that cannot be a space, such as the
// home folder, they show and change that.
func (s *session) openAnywhere() (anywhere, *operator.Space, error) {
	o, err := s.open()
	if err != nil {
		return anywhere{}, nil, err
	}
	dir, _ := o.FindSpace(s.Dir) // openSpace says what it passes by
	refused := o.Config().Refusal(dir)
	if s.app.Space != "" || refused == nil {
		if err := o.Close(); err != nil {
			return anywhere{}, nil, err
		}
		o, space, err := s.openSpace("")
		return anywhere{Operator: o}, space, err
	}
	none, err := os.MkdirTemp("", "handrail-no-space-")
	if err != nil {
		return anywhere{}, nil, errors.Join(err, o.Close())
	}
	a := anywhere{o, none}
	space, err := o.OpenSpace(s.ctx, none)
	if err != nil {
		return anywhere{}, nil, errors.Join(err, a.Close())
	}
	fmt.Fprintf(s.Stderr, "This is about all spaces: %s.\n", clean(refused.Error()))
	return a, space, nil
}

// proxyCmd shows and sets how Handrail leaves this machine (docs/spec/02-settings.md#proxy).
type proxyCmd struct {
	Show        proxyShowCmd        `cmd:"" default:"1" help:"Show through which proxy Handrail leaves this machine."`
	Set         proxySetCmd         `cmd:"" help:"Set a proxy for models, pages, servers, channels, and what programs of spaces may reach."`
	Environment proxyEnvironmentCmd `cmd:"" help:"Do as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say."`
	None        proxyNoneCmd        `cmd:"" help:"Use no proxy, whatever the environment says."`
	Test        proxyTestCmd        `cmd:"" help:"Ask an address by the way that is set."`
}

// proxyLine is the way out as --json prints it.
type proxyLine struct {
	Source  proxies.Source `json:"source"`
	URL     string         `json:"url,omitempty"`
	Login   bool           `json:"login"`
	NoProxy []string       `json:"no_proxy"`
	Problem string         `json:"problem,omitempty"`
	// Warnings are what else is wrong with what is set.
	Warnings []string `json:"warnings,omitempty"`
}

type proxyShowCmd struct{}

// Run shows the way out.
func (proxyShowCmd) Run(s *session) error { return wayOut(s, nil) }

type proxySetCmd struct {
	URL     string   `arg:"" help:"Its address, such as http://proxy.example.com:3128; it may be https or socks5."`
	Login   string   `help:"The name of the secret that holds user:password. To store one: handrail secrets set NAME" placeholder:"SECRET"`
	NoProxy []string `help:"Hosts that are reached without it, as intranet.example, .example, 10.0.0.0/8." placeholder:"HOST,…"`
}

// Run sets a proxy.
func (c proxySetCmd) Run(s *session) error {
	if err := ownHand("setting the proxy"); err != nil {
		return err
	}
	if u, err := url.Parse(c.URL); err == nil && u.User != nil {
		return usage{errors.New("a login does not belong on a command line: store user:password with handrail secrets set NAME, and name it with --login NAME")}
	}
	return wayOut(s, &proxies.Choice{Source: proxies.BySettings, URL: c.URL, Secret: c.Login, Direct: c.NoProxy})
}

type proxyEnvironmentCmd struct{}

// Run has the environment say.
func (proxyEnvironmentCmd) Run(s *session) error {
	return wayOut(s, &proxies.Choice{Source: proxies.ByEnvironment})
}

type proxyNoneCmd struct{}

// Run has no proxy be used.
func (proxyNoneCmd) Run(s *session) error { return wayOut(s, &proxies.Choice{Source: proxies.Direct}) }

// wayOut changes the way out, if there is a choice, and shows it.
func wayOut(s *session, choice *proxies.Choice) (err error) {
	if choice != nil {
		if err := ownHand("setting the proxy"); err != nil {
			return err
		}
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if choice != nil {
		if err := operator.ProxiesOf(o).Choose(s.ctx, *choice); err != nil {
			return asUsage(err)
		}
	}
	now, err := operator.ProxiesOf(o).State()
	if err != nil {
		return err
	}
	if s.app.JSON {
		return s.print(proxyLine{now.Source, now.Address, now.Keyed, now.Direct, now.Problem, now.Warnings})
	}
	from := map[proxies.Source]string{proxies.BySettings: " (set by you)", proxies.ByEnvironment: " (as the environment says)", proxies.Direct: " (set by you)"}[now.Source]
	fmt.Fprintf(s.Stdout, "Proxy: %s%s\n", clean(cmp.Or(now.Address, "none")), from)
	if now.Keyed {
		fmt.Fprintln(s.Stdout, "  with a login")
	}
	if len(now.Direct) > 0 {
		fmt.Fprintf(s.Stdout, "  but not to %s\n", clean(strings.Join(now.Direct, ", ")))
	}
	if now.Problem != "" {
		fmt.Fprintf(s.Stdout, "  %s\n", clean(now.Problem))
	}
	for _, w := range now.Warnings {
		fmt.Fprintf(s.Stderr, "handrail: warning: %s\n", clean(w))
	}
	return nil
}

type proxyTestCmd struct {
	Address string `arg:"" optional:"" default:"https://example.com" help:"Default: https://example.com"`
}

// Run asks an address.
func (c proxyTestCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	through, err := operator.ProxiesOf(o).Test(s.ctx, c.Address)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "%s was reached %s.\n", clean(c.Address), clean(wayWords(through)))
	return nil
}

func wayWords(through string) string {
	if through == "" {
		return "directly"
	}
	return "through " + through
}
