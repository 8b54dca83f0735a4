package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/walls"

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
		return usage{errors.New(what + " is refused: an agent started this program (it runs in Handrail's sandbox)")}
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
	refused := o.Config().Refusal(o.FindSpace(s.Dir))
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
