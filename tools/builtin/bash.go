package builtin

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/internal/render"
	"handrail/tools"
)

// The limits of bash (SPEC 5, 12; seeds 0 and 2).
const (
	bashTimeoutMin = 1   // seconds
	bashTimeoutMax = 300 // seconds
	bashOutputCap  = 200_000
)

//go:embed describe/bash.md
var describeBash string

// BashConfig is what the bash tool needs.
type BashConfig struct {
	// Roots are where it may start. It does not keep a command inside them:
	// that is the sandbox's part.
	Roots *confine.Roots
	// Env is the person's login environment; secrets and doors out of the room
	// are taken out of it (SPEC 12).
	Env []string
	// Temp is the run's own temporary folder, which becomes TMPDIR; "" leaves
	// TMPDIR as it is in Env.
	Temp string
	// DigestKey is the key under which the environment enters an act's digest.
	DigestKey []byte
}

type bashInput struct {
	Command string  `json:"command" doc:"The bash script to run; it may have several lines"`
	Cwd     string  `json:"cwd,omitempty" doc:"The folder to run it in, absolute or relative to the space; default: the space"`
	Timeout float64 `json:"timeout,omitempty" default:"30" doc:"Seconds until it is stopped, at most 300"`
}

// bashOutput is what a finished command came to (SPEC 5).
type bashOutput struct {
	ExitCode   int    `json:"exit_code"`
	Stdout     string `json:"stdout"`
	Stderr     string `json:"stderr"`
	DurationMS int64  `json:"duration_ms"`
}

// Bash makes the tool that runs one bash process. On a machine without bash the
// tool is listed as unavailable, with what to install.
func Bash(c BashConfig) (tools.Tool, error) {
	env := render.Locale(proc.SafeEnv(c.Env))
	if c.Temp != "" {
		env = proc.SetEnv(env, "TMPDIR", c.Temp)
	}
	info := tools.Info{
		Name: "bash", Title: "Run a command", Description: strings.TrimSpace(describeBash),
		Category: "shell", Icon: "terminal", Source: "builtin",
		SideEffect: true, Danger: tools.High,
	}
	program, err := proc.FindBash(c.Env)
	if err != nil {
		info.Unavailable = err.Error()
	}
	b := &bash{roots: c.Roots, env: env, program: program, envDigest: tools.EnvDigest(c.DigestKey, env)}
	return tools.Define[bashInput, tools.Result](info, b.settle)
}

type bash struct {
	roots     *confine.Roots
	env       []string
	program   string
	envDigest string
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
	folder, err := b.folder(in.Cwd)
	if err != nil {
		return none, err
	}
	env := b.env
	if call.Key != "" {
		env = proc.SetEnv(env, "HANDRAIL_IDEMPOTENCY_KEY", call.Key)
	}
	command := proc.Script(b.program, in.Command, proc.Command{
		Dir: folder, Env: env, Timeout: bashTimeout(in.Timeout), Cap: bashOutputCap,
	})
	return tools.Act[tools.Result]{
		Preview: tools.Preview{
			Title:   "Run: " + firstLine(in.Command),
			Detail:  in.Command,
			Shell:   in.Command,
			Folder:  folder,
			Effects: []tools.Effect{{Kind: tools.EffectRun, Target: b.program}},
			Digest:  tools.Digest("bash", in.Command, b.program, folder, b.envDigest),
		},
		Run: func(ctx context.Context, out tools.Output) (tools.Result, error) {
			command.Stdout, command.Stderr = out.Stdout(), out.Stderr()
			return runBash(ctx, command)
		},
	}, nil
}

// folder resolves the working folder within the roots.
func (b *bash) folder(cwd string) (string, error) {
	if cwd == "" {
		cwd = "."
	}
	path, err := b.roots.Resolve(cwd)
	if err != nil {
		return "", tools.Errorf(tools.InvalidPath, "cwd: %v", err)
	}
	info, err := b.roots.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", tools.Errorf(tools.FileNotFound, "cwd: the folder %q does not exist: create it, or leave cwd out to run in the space", cwd)
	case err != nil:
		return "", tools.Errorf(tools.InvalidPath, "cwd: %v", err)
	case !info.IsDir():
		return "", tools.Errorf(tools.InvalidPath, "cwd: %q is not a folder: name the folder that holds it", cwd)
	}
	return path.Abs, nil
}

// bashTimeout clamps a time-out in seconds (SPEC 5).
func bashTimeout(seconds float64) time.Duration {
	if math.IsNaN(seconds) {
		seconds = bashTimeoutMin
	}
	seconds = min(max(seconds, bashTimeoutMin), bashTimeoutMax)
	return time.Duration(seconds * float64(time.Second))
}

// runBash runs a settled command and makes a result of how it ended. What was
// printed before a time-out or a cancellation is kept.
func runBash(ctx context.Context, c proc.Command) (tools.Result, error) {
	out, err := proc.Run(ctx, c)
	if err != nil {
		return tools.Result{}, notStarted(err)
	}
	content, err := bashContent(out)
	if err != nil {
		return tools.Result{}, err
	}
	result := tools.Result{Content: content, Meta: tools.Meta{
		ExitCode:  &out.ExitCode,
		Truncated: out.Stdout.Dropped+out.Stderr.Dropped > 0,
	}}
	switch {
	case out.TimedOut && ctx.Err() == nil:
		return result, tools.Errorf(tools.Timeout, "the command was stopped after %v; what it had printed is kept; do less at once, or give a longer timeout (at most %d seconds)", c.Timeout, bashTimeoutMax)
	case out.TimedOut:
		return result, tools.Errorf(tools.Timeout, "the command was stopped after %v, when the time for this call was over; what it had printed is kept", out.Duration.Round(time.Millisecond))
	case out.Cancelled:
		return result, tools.Errorf(tools.Cancelled, "the command was cancelled after %v; what it had printed is kept", out.Duration.Round(time.Millisecond))
	}
	return result, nil
}

// bashContent is the result as a model reads it. Characters such as < stay
// readable.
func bashContent(out proc.Outcome) (string, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(bashOutput{
		ExitCode: out.ExitCode, Stdout: out.Stdout.Text, Stderr: out.Stderr.Text, DurationMS: out.Duration.Milliseconds(),
	})
	return strings.TrimSuffix(buf.String(), "\n"), err
}

// notStarted gives the reason why a program did not start its code.
func notStarted(err error) *tools.Error {
	switch {
	case errors.Is(err, proc.ErrNoFolder):
		return tools.Errorf(tools.FileNotFound, "%v", err)
	case errors.Is(err, proc.ErrNotFound), errors.Is(err, proc.ErrNotExecutable):
		return tools.Errorf(tools.Unavailable, "%v", err)
	case errors.Is(err, proc.ErrNUL), errors.Is(err, proc.ErrTooLong):
		return tools.Errorf(tools.InvalidArgs, "%v", err)
	}
	return tools.Errorf(tools.ExecutionFailed, "%v", err)
}

// firstLine is the first line of a command, cut for a title of at most 80
// bytes.
func firstLine(command string) string {
	line, rest, _ := strings.Cut(strings.TrimSpace(command), "\n")
	line = strings.TrimSpace(line)
	const room = 72
	if len(line) > room {
		end := room
		for !utf8.RuneStart(line[end]) {
			end--
		}
		return line[:end] + " …"
	}
	if rest != "" {
		return line + " …"
	}
	return line
}
