// Package cli is the operator on the command line
// (docs/spec/01-command-line.md). Data goes to standard output, everything else
// to standard error.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"handrail/internal/terminal"
	"handrail/operator"
	"handrail/operator/pages"
	"handrail/operator/settings"
	"handrail/operator/walls"
	"handrail/tools"
)

// The exit codes of docs/spec/01-command-line.md#exit-codes.
const (
	ExitDone    = 0
	ExitFailed  = 1 // the tool failed
	ExitUsage   = 2 // wrong usage or arguments
	ExitRefused = 3 // blocked, permission_denied, declined, expired, not available
	ExitStopped = 4 // the run was stopped
)

// An Env is the world as the command line sees it.
type Env struct {
	Args    []string // without the program's name
	Stdin   io.Reader
	Stdout  io.Writer // a terminal is written to through a terminal.Screen only, as Stderr is
	Stderr  io.Writer
	Dir     string // the current folder
	Home    string // the person's home folder
	Version string
	// Confirmer asks the person, or answers as --confirm says: ask, deny, allow; or
	// dialog, which asks in a native dialog only.
	Confirmer func(o *operator.Operator, answer string) tools.Confirmer
	// Former shows servers' forms, by the same word as Confirmer; its result is nil
	// where nobody is asked. It may be nil.
	Former func(o *operator.Operator, answer string) tools.Former
	// Browse shows a page in the person's browser; nil: the person opens it.
	Browse func(ctx context.Context, page string) error
	// ShowPage shows a page of a space; nil: nothing here can.
	ShowPage pages.Screen
	// Sheet is operator.Config's.
	Sheet func(q tools.Question) (text string, whole bool)
	// Bridge are the desktop's tools; nil where there are none.
	Bridge func(o *operator.Operator) (tools.Source, error)
	// Window opens the window on a folder ("" for the last ones) and returns
	// its exit code; nil where this program has no window.
	Window func(space string) int
	// Desktop says that this is the program with the window, which has help of its own.
	Desktop bool
	// Environ is what tools are given a part of.
	Environ settings.Environ
	// Helper is a program of ours that becomes a room: operator.Config has it.
	Helper string
	// Stop is operator.Config's.
	Stop <-chan os.Signal
	// End ends the process, where a signal has not; nil: nothing does.
	End func(code int)
}

// app is the command line's grammar; kong reads it.
type app struct {
	Space   string           `help:"The space's folder. Default: the nearest one above the current folder, or the current folder itself." placeholder:"DIR"`
	Network []string         `help:"Network access for programs, instead of the one in your settings: off, loopback, on, registry, or hosts." placeholder:"off|loopback|on|HOST,..." sep:","`
	JSON    bool             `name:"json" help:"Print JSON, for scripts to read."`
	Confirm string           `enum:"ask,deny,allow" default:"ask" help:"How to answer calls that need approval: ask (you decide), deny, or allow (answers \"Run once\")."`
	Version kong.VersionFlag `help:"Print the version."`

	Tools   toolsCmd      `cmd:"" help:"List tools with their state and why one is missing; turn one off or on."`
	Call    callCmd       `cmd:"" help:"Call a tool with JSON, @FILE or key=value pairs; or - to read requests from standard input, one JSON object per line."`
	Check   checkCmd      `cmd:"" help:"Load a space and print each problem as file:line: text."`
	Run     runCmd        `cmd:"" help:"Give an agent one task."`
	Chat    chatCmd       `cmd:"" help:"Chat with an agent in this terminal."`
	Chats   chatsCmd      `cmd:"" help:"List, search, rename, pin, archive and delete chats."`
	MCP     mcpCmd        `cmd:"" name:"mcp" help:"Serve the space's tools to other programs over MCP."`
	Server  serversCmd    `cmd:"" name:"servers" help:"List, add and test MCP servers, and set what each may access."`
	Hooks   hooksCmd      `cmd:"" help:"List, test, enable and disable hooks, which run before and after calls."`
	Runs    runsCmd       `cmd:"" help:"List, show and export runs."`
	Rehears rehearsalsCmd `cmd:"" name:"rehearsals" help:"List what was only rehearsed, and keep or drop it."`
	Stop    stopCmd       `cmd:"" help:"Stop everything that runs, in all windows and terminals: runs, calls, questions, jobs, messages that wait."`
	Jobs    jobsCmd       `cmd:"" help:"List what runs in the background or was left running, and stop it."`
	Grants  grantsCmd     `cmd:"" help:"List what you always allow, and revoke it."`
	Caps    capsCmd       `cmd:"" help:"Show and set how much agents use before they wait for you: calls, minutes, tokens, cost."`
	SpaceV  spaceCmd      `cmd:"" name:"space" help:"Create or trust a space, or propose hands for one."`
	Rules   rulesCmd      `cmd:"" help:"List, add, test and revoke rules."`
	Data    dataCmd       `cmd:"" help:"Show what Handrail keeps on this machine and for how long, export it, and delete it."`
	Proxy   proxyCmd      `cmd:"" help:"Show and set through which proxy Handrail leaves this machine."`
	Web     webCmd        `cmd:"" help:"Show and set whether the web may be used, which private hosts may be fetched from, and who is asked when it is searched."`
	Memory  memoryCmd     `cmd:"" help:"Show, change and forget what the agents of a space remember."`
	Origins originsCmd    `cmd:"" help:"List the files that hold text from elsewhere, and say that they are yours."`
	Channel channelsCmd   `cmd:"" name:"channels" help:"List, add, test and remove the channels by which agents send messages."`
	Outbox  outboxCmd     `cmd:"" help:"List messages that wait to be sent, try them again, or drop them."`
	Machine machinesCmd   `cmd:"" name:"machines" help:"List, pair and unpair your other machines, on which what waits here can be answered."`
	Inbox   inboxCmd      `cmd:"" help:"List what waits for you on your machines, show it, and answer it."`
	Pages   pagesCmd      `cmd:"" help:"Pages of the space: list them, and open one."`
	Secret  secretsCmd    `cmd:"" name:"secrets" help:"List, set and remove secrets."`
	Doctor  doctorCmd     `cmd:"" help:"Check what works on this machine, and how to fix what doesn't."`
	Window  windowCmd     `cmd:"" name:"window" default:"1" hidden:"" help:"Open the window."`
	Open    openCmd       `cmd:"" help:"Open the window: on the folders that were open last, or on one. If it is open, it comes to the front."`
}

// session is one run of the command line.
type session struct {
	Env
	printer
	asker
	app app
	ctx context.Context

	held    io.Closer          // Stderr, once it keeps secrets back; nil before
	told    string             // what is wrong with the settings, once it was said
	screens []*terminal.Screen // those of Stdout and Stderr that are terminals
}

// A printer lays out on standard output what verbs have found.
type printer struct {
	env *Env
	app *app
}

// Run reads the arguments, does what they say, and returns the exit code.
func Run(ctx context.Context, env Env) int {
	s := &session{Env: env, ctx: ctx}
	s.printer, s.asker = printer{&s.Env, &s.app}, asker{&s.Env, &s.app, ctx}
	told, code := false, ExitDone // what --help and --version end with; kong goes on if it is not stopped
	options := []kong.Option{
		kong.Name("handrail"),
		kong.Description("Run agents on your own machine, and keep a hand on the rail."),
		kong.Writers(env.Stdout, env.Stderr),
		kong.Vars{"version": env.Version},
		kong.Exit(func(c int) { told, code = true, c }),
		kong.UsageOnError(),
		kong.Help(func(o kong.HelpOptions, parsed *kong.Context) error {
			if env.Desktop && parsed.Selected() == nil { // no verb
				_, err := fmt.Fprint(env.Stdout, desktopHelp)
				return err
			}
			return kong.DefaultHelpPrinter(o, parsed)
		}),
	}
	args := env.Args
	if len(args) > 0 && args[0] == "help" { // as many programs have it
		args = append(slices.Clone(args[1:]), "--help")
	}
	parsed, err := parse(args, &s.app, options)
	if told {
		return code
	}
	if err != nil {
		fmt.Fprintf(env.Stderr, "handrail: %s\nTry: handrail --help\n", indented(err.Error()))
		return ExitUsage
	}
	if s.app.Confirm == "allow" && walls.InRoom() {
		fmt.Fprintln(env.Stderr, "handrail: --confirm allow is refused: an agent started this program (it runs in Handrail's sandbox), and agents can't answer for you")
		return ExitRefused
	}
	stop := listen(ctx, s, parsed.Command() == "chat")
	defer stop()
	for _, w := range []io.Writer{env.Stdout, env.Stderr} {
		if screen, ok := w.(*terminal.Screen); ok {
			s.screens = append(s.screens, screen)
		}
	}
	defer s.flush()
	if err := parsed.Run(s); err != nil {
		return s.fail(err)
	}
	return code
}

// parse reads the arguments into an app. Most name their verb first: then kong is shown that verb alone, since reading the whole
// grammar costs a quarter of a start. What is wrong then is said by the whole one.
func parse(args []string, into *app, options []kong.Option) (*kong.Context, error) {
	if fields := fieldsOf(verbOf(args)); fields != nil {
		grammar := reflect.New(reflect.StructOf(fields))
		if parser, err := kong.New(grammar.Interface(), options...); err == nil {
			if parsed, err := parser.Parse(args); err == nil {
				for _, f := range fields {
					reflect.ValueOf(into).Elem().FieldByName(f.Name).Set(grammar.Elem().FieldByName(f.Name))
				}
				return parsed, nil
			}
		}
	}
	parser, err := kong.New(into, options...)
	if err != nil {
		return nil, err
	}
	return parser.Parse(args)
}

// verbOf is the first argument that can be a verb; "" if one before it is not known by itself, or help is asked for.
func verbOf(args []string) string {
	verb := ""
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case a == "-h" || a == "--help":
			return ""
		case verb != "" || a == "--json" || strings.HasPrefix(a, "--") && strings.Contains(a, "="):
		case a == "--space" || a == "--network" || a == "--confirm":
			i++ // its value
		case strings.HasPrefix(a, "-"):
			return ""
		default:
			verb = a
		}
	}
	return verb
}

// fieldsOf are the fields of app that a verb needs: its own, and those of every verb; nil if there is no such verb.
func fieldsOf(verb string) (fields []reflect.StructField) {
	found := false
	for f := range reflect.TypeFor[app]().Fields() {
		name := f.Tag.Get("name")
		if name == "" {
			name = strings.ToLower(f.Name)
		}
		_, isVerb := f.Tag.Lookup("cmd")
		if isVerb && name != verb {
			continue
		}
		found = found || isVerb
		fields = append(fields, f)
	}
	if !found {
		return nil
	}
	return fields
}

// exit is an error that only carries an exit code: everything has been said.
type exit int

// Error implements error.
func (e exit) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// usage is an error of how the command line was used.
type usage struct{ error }

// Unwrap makes errors.As find what to do about it.
func (u usage) Unwrap() error { return u.error }

func usagef(format string, args ...any) error { return usage{fmt.Errorf(format, args...)} }

// fail prints what went wrong and says which exit code that is.
func (s *session) fail(err error) int {
	var code exit
	if errors.As(err, &code) {
		return int(code)
	}
	if text := errorText(err); s.told == "" || indented(text) != s.told { // else it stands there already
		fmt.Fprintln(s.Stderr, "handrail:", indented(text))
	}
	var wrong usage
	var e *tools.Error
	switch {
	case errors.As(err, &wrong):
		return ExitUsage
	case errors.As(err, &e):
		return codeOf(e)
	case errors.Is(err, context.Canceled):
		return ExitStopped
	}
	return ExitFailed
}

// codeOf is the exit code for a call's error.
func codeOf(e *tools.Error) int {
	switch {
	case e == nil:
		return ExitDone
	case e.Code == tools.InvalidArgs:
		return ExitUsage
	case e.Code == tools.Cancelled:
		return ExitStopped
	case e.Code.Refused():
		return ExitRefused
	}
	return ExitFailed
}

// open opens the app without a face. The caller closes it.
func (s *session) open() (*operator.Operator, error) {
	o, err := operator.Open(s.ctx, operator.Config{
		Dirs: settings.DefaultDirs(), Version: s.Version, Home: s.Home, Environ: s.Environ, Helper: s.Helper, Network: s.app.Network, Stop: s.Stop, Alone: s.app.Confirm != "ask", Waits: waits(s),
		Confirmer: func(o *operator.Operator) tools.Confirmer { return s.Confirmer(o, s.app.Confirm) }, Bridge: s.Bridge, Ending: telling(s),
		Former: func(o *operator.Operator) tools.Former {
			if s.Former == nil {
				return nil
			}
			return s.Former(o, s.app.Confirm)
		},
	})
	if err != nil || s.held != nil {
		return o, err
	}
	redacting := o.Secrets().Live(s.Stderr)
	s.Stderr, s.held = redacting, redacting
	if _, _, err := o.Settings().Load(); err != nil { // whatever the verb shows, it is not what the person has set
		s.told = indented(err.Error())
		fmt.Fprintf(s.Stderr, "handrail: %s\n", s.told)
	}
	return o, nil
}

// flush prints what of standard error was held back, and what a screen has only
// the beginning of.
func (s *session) flush() {
	if s.held != nil {
		_ = s.held.Close() // there is nobody left to tell
	}
	for _, w := range s.screens {
		_ = w.Flush() // likewise
	}
}

// findSpace is the space that is meant when none is named. That a nearer one is passed by is said.
func findSpace(s *session, o *operator.Operator) string {
	dir, passed := o.FindSpace(s.Dir)
	if passed != "" {
		fmt.Fprintf(s.Stderr, "handrail: %s could be a space of its own, which you have not trusted, so this is about %s around it; for the other: --space %s\n", clean(passed), clean(dir), clean(passed))
	}
	return dir
}

// openSpace opens the app and the space that the command line means.
func (s *session) openSpace(dir string) (*operator.Operator, *operator.Space, error) {
	if dir == "" {
		dir = s.app.Space
	}
	o, err := s.open()
	if err != nil {
		return nil, nil, err
	}
	if dir == "" {
		dir = findSpace(s, o)
	} else if !filepath.IsAbs(dir) {
		dir = filepath.Join(s.Dir, dir)
	}
	space, err := o.OpenSpace(s.ctx, dir)
	if err != nil {
		return nil, nil, errors.Join(usage{err}, o.Close())
	}
	if text := walls.Meanwhile(space.Walls()); text != "" { // whatever the command is for: what came while nobody was there
		fmt.Fprintln(s.Stderr, "handrail:", clean(text))
		walls.Heard(space.Walls(), text)
	}
	return o, space, nil
}

// desktopHelp is the help of the program with the window.
const desktopHelp = `Usage: handrail-desktop [flags]

Open Handrail's window, on the spaces that were open last.

Flags:
  -h, --help         Show this help.
      --space=DIR    Open the window on this folder.
      --version      Print the version.

The command line is the program handrail beside this one: handrail --help
`
