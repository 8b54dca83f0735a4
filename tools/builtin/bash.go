package builtin

import (
	"context"
	"strings"
	"time"

	"handrail/internal/proc"
	"handrail/tools"
)

// The limits of bash, in seconds (docs/spec/05-built-in-tools.md). A command in the
// background has no time-out unless one is given (decision 0231).
const (
	bashTimeout    = 30
	bashTimeoutMax = 300
	jobTimeoutMax  = 24 * 3600
)

type bashInput struct {
	Command    string   `json:"command" doc:"The bash script to run; it may have several lines"`
	Cwd        string   `json:"cwd,omitempty" doc:"The folder to run it in, absolute or relative to the space; default: the space"`
	Timeout    *float64 `json:"timeout,omitempty" doc:"Seconds until it is stopped: 30 unless given, at most 300; in the background none unless given, at most 86400"`
	Background bool     `json:"background,omitempty" doc:"Start it, return at once with a job, and let it run on: for servers and watchers"`
}

// limit is how long the command may run; 0 means until it is stopped.
func (in bashInput) limit() time.Duration {
	switch {
	case in.Background && in.Timeout == nil:
		return 0
	case in.Background:
		return clampSeconds(*in.Timeout, jobTimeoutMax)
	case in.Timeout == nil:
		return bashTimeout * time.Second
	}
	return clampSeconds(*in.Timeout, bashTimeoutMax)
}

// Bash makes the tool that runs one bash process. On a machine without bash the
// tool is listed as unavailable, with what to install.
func Bash(c BashConfig) (tools.Tool, error) { return newPrograms(c).bash(c.Env) }

func (p *programs) bash(env []string) (tools.Tool, error) {
	info, err := described(tools.Info{
		Name: "bash", Title: "Run a command", Category: "shell", Icon: "terminal",
		SideEffect: true, Danger: tools.High,
	})
	if err != nil {
		return nil, err
	}
	program, err := proc.FindBash(env)
	if err != nil {
		info.Unavailable = err.Error()
	}
	b := &bash{programs: p, program: program}
	return tools.Define[bashInput, tools.Result](info, b.settle)
}

type bash struct {
	*programs
	program string
}

// settle resolves the folder and says what would run.
func (b *bash) settle(_ context.Context, call tools.Call, in bashInput) (tools.Act[tools.Result], error) {
	var none tools.Act[tools.Result]
	if strings.TrimSpace(in.Command) == "" {
		return none, tools.Errorf(tools.InvalidArgs, "the command is empty: say what bash should run")
	}
	if strings.IndexByte(in.Command, 0) >= 0 {
		return none, tools.Errorf(tools.InvalidArgs, "the command holds a NUL byte, which bash cannot read: remove it, or write the data to a file")
	}
	if err := checkSeconds(in.Timeout); err != nil {
		return none, err
	}
	folder, err := b.folder(call, in.Cwd)
	if err != nil {
		return none, err
	}
	held, err := b.hold(folder, b.program)
	if err != nil {
		return none, err
	}
	command := proc.Script(b.program, in.Command, proc.Command{
		Dir: folder.Abs, Held: held, Env: b.environment(call), Timeout: in.limit(), Cap: programCap,
	})
	digest := []string{"bash", in.Command, b.program, folder.Abs, b.envDigest}
	title := tools.TitleRun
	if in.Background {
		title = tools.TitleRunBehind
		digest = append(digest, "background")
	}
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Detail:  in.Command,
			Shell:   in.Command,
			Folder:  folder.Abs,
			Effects: []tools.Effect{{Kind: tools.EffectRun, Target: b.program}},
			Digest:  tools.Digest(digest...),

			Rehearses: !in.Background, Layered: true,
		}.Titled(tools.Say(title, firstLine(in.Command))),
		Run: func(ctx context.Context, out tools.Output) (tools.Result, error) {
			if in.Background {
				return b.background(ctx, call, command, in.Command)
			}
			command.Stdout, command.Stderr = out.Stdout(), out.Stderr()
			return b.run(ctx, call, command, bashTimeoutMax)
		},
		Held: held,
	}, nil
}
