package builtin

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/internal/render"
	"handrail/tools"
)

// The limits of spawn (docs/spec/05-built-in-tools.md).
const (
	spawnTimeout    = 60   // seconds
	spawnTimeoutMax = 3600 // seconds
	spawnArgs       = 128
	spawnArgLength  = 8192 // characters
	spawnAtOnce     = 5    // in the whole app
)

type spawnInput struct {
	Command     string   `json:"command" doc:"The program: a name that is looked up on PATH, or a path, absolute or relative to cwd"`
	Args        []string `json:"args,omitempty" doc:"Its arguments, each handed over as it is: at most 128, of at most 8192 characters each"`
	Cwd         string   `json:"cwd,omitempty" doc:"The folder to run it in, absolute or relative to the space; default: the space"`
	Description string   `json:"description,omitempty" doc:"What it is for, in a few words; the person may be shown it"`
	Timeout     *float64 `json:"timeout,omitempty" doc:"Seconds until it is stopped: 60 unless given, at most 3600"`
}

// Spawn makes the tool that starts one program without a shell.
func Spawn(c BashConfig) (tools.Tool, error) { return newPrograms(c).spawn() }

func (p *programs) spawn() (tools.Tool, error) {
	info, err := described(tools.Info{
		Name: "spawn", Title: "Start a program", Category: "shell", Icon: "play",
		SideEffect: true, Danger: tools.High,
	})
	if err != nil {
		return nil, err
	}
	return tools.Define[spawnInput, tools.Result](info, p.settleSpawn)
}

// settleSpawn finds the program and says what would run.
func (p *programs) settleSpawn(_ context.Context, call tools.Call, in spawnInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	if err := in.check(); err != nil {
		return none, err
	}
	folder, err := p.folder(call, in.Cwd)
	if err != nil {
		return none, err
	}
	program, err := p.find(call, in.Command, folder)
	if err != nil {
		return none, err
	}
	if err := batchTrouble(program.real, in.Args); err != nil {
		return none, err
	}
	shell, err := render.Argv(append([]string{in.Command}, in.Args...))
	if err != nil {
		return none, tools.Errorf(tools.InvalidArgs, "%v", err)
	}
	detail, err := in.detail(program)
	if err != nil {
		return none, err
	}
	if err := checkSeconds(in.Timeout); err != nil {
		return none, err
	}
	held, err := p.hold(folder, program.path)
	if err != nil {
		return none, err
	}
	command := proc.Command{
		Path: program.path, Args: in.Args, Dir: folder.Abs, Held: held, Env: p.environment(call), Timeout: in.limit(), Cap: programCap,
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail:  detail,
			Shell:   shell,
			Folder:  folder.Abs,
			Effects: []tools.Effect{{Kind: tools.EffectRun, Target: program.real}},
			Digest:  tools.Digest(append([]string{"spawn", program.path, program.real, folder.Abs, p.envDigest}, in.Args...)...),

			Rehearses: true,
		}.Titled(tools.Say(tools.TitleRun, firstLine(shell))),
		Run: func(ctx context.Context, out tools.Output) (tools.Result, error) {
			if real, err := filepath.EvalSymlinks(program.path); err != nil || real != program.real {
				return tools.Result{}, tools.Errorf(tools.PermissionDenied, "%s is not the program any more that was shown: call spawn again to have it looked up", program.path)
			}
			release, err := p.jobs.admit(firstLine(shell))
			if err != nil {
				return tools.Result{}, err
			}
			defer release()
			command.Stdout, command.Stderr = out.Stdout(), out.Stderr()
			return p.run(ctx, call, command, spawnTimeoutMax)
		},
		Held: held,
	}, nil
}

// limit is how long the program may run.
func (in spawnInput) limit() time.Duration {
	if in.Timeout == nil {
		return spawnTimeout * time.Second
	}
	return clampSeconds(*in.Timeout, spawnTimeoutMax)
}

// check refuses what is over the limits. The schema has refused NUL bytes.
func (in spawnInput) check() error {
	if strings.TrimSpace(in.Command) == "" {
		return tools.Errorf(tools.InvalidArgs, "the command is empty: name the program to start")
	}
	if len(in.Args) > spawnArgs {
		return tools.Errorf(tools.InvalidArgs, "there are %d args, at most %d are taken: put them into a file that the program reads, or call it several times", len(in.Args), spawnArgs)
	}
	for i, a := range append([]string{in.Command}, in.Args...) {
		name := "the command"
		if i > 0 {
			name = fmt.Sprintf("args[%d]", i-1)
		}
		if n := utf8.RuneCountInString(a); n > spawnArgLength {
			return tools.Errorf(tools.InvalidArgs, "%s has %d characters, at most %d are taken: write it to a file that the program reads", name, n, spawnArgLength)
		}
	}
	return nil
}

// A found program is where a name leads on this machine: the path that is
// started, and the file that it is.
type found struct{ path, real string }

// find looks the program up as it would be started: a bare name on PATH, else a
// path. A relative one is relative to the working folder and stays in the roots;
// what it is a link to may lie elsewhere, as the python of a venv does.
func (p *programs) find(call tools.Call, name string, folder confine.Path) (found, error) {
	path := name
	if strings.ContainsRune(filepath.ToSlash(name), '/') && !filepath.IsAbs(name) {
		at, err := p.roots.Of(call.Session).ResolveEntry(filepath.Join(folder.Abs, name))
		if err != nil {
			return found{}, tools.Errorf(tools.InvalidPath, "the program %q: %v", name, err)
		}
		path = at.Abs
	}
	path, err := proc.Look(path, proc.Getenv(p.env, "PATH"))
	if err != nil {
		return found{}, notStarted(err)
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return found{}, tools.Errorf(tools.Unavailable, "the program %q cannot be reached: %v", name, err)
	}
	return found{path, real}, nil
}

// detail is what a person reads of the act: the command line with the program's
// whole path, what that is a link to, and what the agent says it is for.
func (in spawnInput) detail(program found) (string, error) {
	line, err := render.Argv(append([]string{program.path}, in.Args...))
	if err != nil {
		return "", tools.Errorf(tools.InvalidArgs, "%v", err)
	}
	if program.real != program.path {
		line += "\n\nThe program is a link to " + program.real
	}
	if why := firstLine(in.Description); why != "" {
		line += "\n\nThe agent says what for: " + why
	}
	return line, nil
}

// batchTrouble refuses arguments that cmd.exe would read again: it runs every
// .cmd and .bat, such as Windows' npx.cmd, and no quoting holds there.
func batchTrouble(program string, args []string) error {
	if !slices.Contains([]string{".cmd", ".bat"}, strings.ToLower(filepath.Ext(program))) {
		return nil
	}
	for i, a := range args {
		if at := strings.IndexAny(a, "\"%!^&|<>()\r\n"); at >= 0 {
			return tools.Errorf(tools.InvalidArgs, "args[%d] has %q in it, which cmd.exe reads as its own: %s is a batch file; start the program behind it instead", i, a[at:at+1], filepath.Base(program))
		}
	}
	return nil
}
