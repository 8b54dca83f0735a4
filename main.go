// Command handrail is the app in which people run agents on their own machine
// and keep a hand on the rail. One program, built twice: without tags it is the
// command line, with the tags of Wails it has the window as well.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"handrail/bridge"
	"handrail/bridge/card"
	"handrail/bridge/viewer"
	"handrail/cli"
	"handrail/internal/frame"
	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/pages"
	"handrail/operator/settings"
	"handrail/operator/walls"
	"handrail/tools"
)

// version is the app's; wails.json has the same.
const version = "0.1.0"

func main() { os.Exit(start()) }

// start reads the arguments and returns the exit code.
func start() int {
	if walls.IsRoom() { // started by another Handrail, to be the walls around programs
		return walls.Inhabit()
	}
	bridge.FixBus()
	if len(os.Args) == 2 && os.Args[1] == pages.ViewerArgument && viewer.Possible() { // likewise, to show a page of a space
		if err := viewer.Run(os.Stdin); err != nil {
			fmt.Fprintln(terminal.Err(), "handrail:", err)
			return cli.ExitFailed
		}
		return cli.ExitDone
	}
	if len(os.Args) == 2 && os.Args[1] == card.Argument && card.Possible() { // likewise, to ask about a call
		return showCard()
	}
	if generating {
		return openWindow("") // Wails only wants to see what is bound
	}
	stderr := terminal.Err()
	log.SetOutput(stderr) // libraries may say what others have said to them
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(stderr, "handrail: the current folder is gone:", err)
		return cli.ExitUsage
	}
	home, err := os.UserHomeDir()
	if err != nil {
		fmt.Fprintln(stderr, "handrail: it is not known where your home folder is:", err)
		return cli.ExitUsage
	}
	d := &desk{}
	return cli.Run(context.Background(), cli.Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: terminal.Out(), Stderr: stderr, Dir: dir, Home: home, Version: version,
		Confirmer: d.confirmer, Former: d.former, Browse: browse, ShowPage: pageScreen(), Sheet: bridge.Plain, Bridge: d.tools, Window: windowOf(), Desktop: isDesktop, Environ: settings.TerminalEnviron(), Helper: roomHelper(), Stop: stopSignals(), End: os.Exit,
	})
}

// showCard asks by the card that comes over standard input.
func showCard() int {
	code, pressed, err := card.Run(os.Stdin)
	if err != nil {
		fmt.Fprintln(terminal.Err(), "handrail:", err)
	}
	fmt.Fprintln(terminal.Out(), pressed)
	return code
}

// roomHelper is the program that becomes a room: the command line, which starts
// in a tenth of the time that the window takes; "" if it is not known where it is.
func roomHelper() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	self, err = filepath.EvalSymlinks(self)
	if err != nil {
		return ""
	}
	if windowOf() != nil {
		beside := filepath.Join(filepath.Dir(self), "handrail")
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return beside
		}
	}
	return self
}

// language is what the person reads in the window and in dialogs, as settings.json has it now. A broken file counts as none.
func language() string {
	set, _, _ := settings.Open(filepath.Join(settings.DefaultDirs().Config, "settings.json")).Load()
	return frame.Language(set.Language)
}

// A desk is what the person is asked with: native dialogs, or the terminal. It
// is set up when it is first needed.
type desk struct{ dialogs *bridge.Dialogs }

func (d *desk) open(o *operator.Operator) *bridge.Dialogs {
	if d.dialogs == nil {
		d.dialogs = bridge.New(bridge.Config{Env: os.Environ(), Roots: o.Roots, Cards: cardProgram(), Language: language})
	}
	return d.dialogs
}

// confirmer asks by --confirm: a native dialog where there is a display, else
// the terminal if there is one, else nobody.
func (d *desk) confirmer(o *operator.Operator, answer string) tools.Confirmer {
	switch answer {
	case "allow":
		return bridge.Fixed(tools.RunOnce)
	case "deny":
		return bridge.Fixed(tools.Deny)
	case "dialog": // what a program on the terminal's other end serves: never the terminal
		return &bridge.Confirmer{Dialogs: d.open(o)}
	}
	return bridge.Chain(&bridge.Confirmer{Dialogs: d.open(o), Review: lateTerminal{}}, lateTerminal{})
}

// former shows servers' forms where a confirmer asks. Where --confirm answers,
// nobody is there to fill one in.
func (d *desk) former(o *operator.Operator, answer string) tools.Former {
	dialog := &bridge.FormDialog{Dialogs: d.open(o), Open: browse}
	switch answer {
	case "ask":
		return bridge.ChainFormers(dialog, lateTerminal{})
	case "dialog":
		return dialog
	}
	return nil
}

// browse shows a page in the person's browser.
func browse(ctx context.Context, page string) error {
	return bridge.OpenBrowser(ctx, os.Environ(), page)
}

// pageScreen shows pages of spaces by the program with the window; nil: there is none that can.
func pageScreen() pages.Screen {
	program := pageViewer()
	if program == "" {
		return nil
	}
	return func(ctx context.Context, address string) error { return pages.View(ctx, program, address) }
}

func (d *desk) tools(o *operator.Operator) (tools.Source, error) {
	return bridge.NewSource(bridge.SourceConfig{Dialogs: d.open(o), Grant: o.Permits().GrantPath, Within: o.Permits().Within, Secrets: o.Secrets()})
}

// lateTerminal asks on the terminal, and opens it only when it is needed.
type lateTerminal struct{}

// Confirm implements tools.Confirmer.
func (lateTerminal) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	t, err := bridge.OpenTerminal()
	if err != nil {
		return tools.Answer{}, err
	}
	answer, err := t.Confirm(ctx, q)
	if closeErr := t.Close(); err == nil {
		err = closeErr
	}
	return answer, err
}

// Fill implements tools.Former.
func (lateTerminal) Fill(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	t, err := bridge.OpenTerminal()
	if err != nil {
		return tools.FormAnswer{}, err
	}
	answer, err := (&bridge.FormTerminal{Terminal: t, Open: browse}).Fill(ctx, f)
	if closeErr := t.Close(); err == nil {
		err = closeErr
	}
	return answer, err
}
