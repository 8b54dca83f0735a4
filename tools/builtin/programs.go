package builtin

import (
	"bytes"
	"context"
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

// programCap is how many bytes of each stream bash and spawn keep in memory
// (docs/spec/12-processes.md).
const programCap = 200_000

// BashConfig is what the tools that start programs need: bash and spawn.
type BashConfig struct {
	// Roots are where programs may start. They do not keep a program inside
	// them: that is the sandbox's part.
	Roots *confine.Roots
	// Env is the person's login environment; secrets and doors out of the room
	// are taken out of it (docs/spec/12-processes.md).
	Env []string
	// Temp is the run's own temporary folder, which becomes TMPDIR; "" leaves
	// TMPDIR as it is in Env.
	Temp string
	// DigestKey is the key under which the environment enters an act's digest.
	DigestKey []byte
	// House is what the programs run in: its walls, and where their whole output
	// is kept.
	House proc.House
	// Jobs holds what runs in the background, and counts what spawn runs: one for
	// the whole app. nil makes one that keeps no output, so that nothing can run
	// in the background.
	Jobs *Jobs
}

// programs is what bash and spawn share.
type programs struct {
	roots     *confine.Roots
	env       []string
	envDigest string
	house     proc.House
	jobs      *Jobs
}

func newPrograms(c BashConfig) *programs {
	env := render.Locale(proc.SafeEnv(c.Env))
	same := env
	if c.Temp != "" {
		env = proc.SetEnv(env, "TMPDIR", c.Temp)
		same = proc.SetEnv(env, "TMPDIR", "ours") // it has another name in each process, and the act is the same
	}
	if c.Jobs == nil {
		c.Jobs = NewJobs(nil)
	}
	return &programs{roots: c.Roots, env: env, envDigest: tools.EnvDigest(c.DigestKey, same), house: c.House, jobs: c.Jobs}
}

// environment is what a program of this call gets.
func (p *programs) environment(call tools.Call) []string {
	if call.Key == "" {
		return p.env
	}
	return proc.SetEnv(p.env, "HANDRAIL_IDEMPOTENCY_KEY", call.Key)
}

// folder resolves the working folder within the roots.
func (p *programs) folder(call tools.Call, cwd string) (confine.Path, error) {
	if cwd == "" {
		cwd = "."
	}
	path, err := confine.Called(p.roots, call.Session).Resolve(cwd)
	if err != nil {
		return path, tools.Errorf(tools.InvalidPath, "cwd: %v", err)
	}
	info, err := p.roots.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return path, tools.Errorf(tools.FileNotFound, "cwd: the folder %q does not exist: create it, or leave cwd out to run in the space", cwd)
	case err != nil:
		return path, tools.Errorf(tools.InvalidPath, "cwd: %v", err)
	case !info.IsDir():
		return path, tools.Errorf(tools.InvalidPath, "cwd: %q is not a folder: name the folder that holds it", cwd)
	}
	return path, nil
}

// hold takes hold of the folder and the program of a call that is being settled.
func (p *programs) hold(folder confine.Path, program string) (*proc.Held, error) {
	f, err := confine.Hold(p.roots, folder)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidPath, "cwd: %v", err)
	}
	held, err := proc.Hold(f, program)
	if err != nil {
		return nil, tools.Errorf(tools.Unavailable, "the program %q cannot be reached: %v", program, err)
	}
	return held, nil
}

// checkSeconds refuses a time-out that is none.
func checkSeconds(seconds *float64) error {
	if seconds != nil && !(*seconds > 0) {
		return tools.Errorf(tools.InvalidArgs, "the timeout %v is no time: give seconds above 0, or leave it out", *seconds)
	}
	return nil
}

// clampSeconds is a time-out between one second and most.
func clampSeconds(seconds float64, most int) time.Duration {
	if math.IsNaN(seconds) {
		seconds = 1
	}
	return time.Duration(min(max(seconds, 1), float64(most)) * float64(time.Second))
}

// programOutput is what a finished program came to (docs/spec/05-built-in-tools.md).
type programOutput struct {
	ExitCode   int    `json:"exit_code"`
	Stdout     string `json:"stdout"`
	Stderr     string `json:"stderr"`
	DurationMS int64  `json:"duration_ms"`
	Output     string `json:"output,omitempty"` // the whole, if there is more than is shown
	Note       string `json:"note,omitempty"`
}

// run runs a settled program and makes a result of how it ended. What was
// printed before a time-out or a cancellation is kept. most is how long a
// time-out may be, in seconds.
func (p *programs) run(ctx context.Context, call tools.Call, c proc.Command, most int) (tools.Result, error) {
	ending, err := p.house.Run(ctx, errand(call), c)
	if err != nil {
		return tools.Result{}, notStarted(err)
	}
	shown := programOutput{
		ExitCode: ending.ExitCode, Stdout: ending.Stdout.Text, Stderr: ending.Stderr.Text, DurationMS: ending.Duration.Milliseconds(), Output: ending.Output,
		Note: ending.Note,
	}
	if why := killed(ending); why != "" {
		shown.Note = joined(shown.Note, why)
	}
	if ending.Output != "" {
		shown.Note = joined(shown.Note, "read all of what it printed, up to 64 MB, with job_output and this output as its job")
	}
	content, err := readable(shown)
	if err != nil {
		return tools.Result{}, err
	}
	result := tools.Result{Content: content, Meta: tools.Meta{
		ExitCode: &ending.ExitCode, Truncated: ending.Stdout.Dropped+ending.Stderr.Dropped > 0, Sandbox: ending.Sandbox, Output: ending.Output,
	}}
	return result, ended(ctx, ending, c.Timeout, most)
}

// sigkilled is the exit code of a shell whose program was ended by SIGKILL.
const sigkilled = 128 + 9

// killed says what may have ended a program that could not say it itself; "" of one that was not killed, or of which
// Handrail knows why.
func killed(ending proc.Ending) string {
	if ending.ExitCode != sigkilled || ending.TimedOut || ending.Cancelled || ending.Why != nil {
		return ""
	}
	return "something ended a program by SIGKILL, and it was not Handrail: the system where memory is short, the command itself, or a program that still runs in this space, such as one that an earlier call has left"
}

// ended says why a program did not come to its end; nil if it did. An exit code
// is not a failure of the call.
func ended(ctx context.Context, ending proc.Ending, timeout time.Duration, most int) error {
	took := ending.Duration.Round(time.Millisecond)
	switch {
	case ending.TimedOut && ctx.Err() == nil:
		return tools.Errorf(tools.Timeout, "the command was stopped after %v; what it had printed is kept; do less at once, or give a longer timeout (at most %d seconds)", timeout, most)
	case ending.TimedOut:
		return tools.Errorf(tools.Timeout, "the command was stopped after %v, when the time for this call was over; what it had printed is kept", took)
	case ending.Cancelled:
		return tools.Errorf(tools.Cancelled, "the command was cancelled after %v; what it had printed is kept", took)
	case ending.Why != nil:
		return tools.AsError(ending.Why)
	}
	return nil
}

// errand says for which call a program is started.
func errand(call tools.Call) proc.Errand {
	return proc.Errand{Call: call.ID, Run: call.Run, Kind: string(call.Caller.Kind), Caller: call.Caller.Name, Token: call.Caller.Token, Tool: tools.Canonical(call.Tool), Session: call.Session, Space: call.Space, Rehearsal: call.Layer(), Changes: true}
}

// readable is a value as JSON for a model: characters such as < stay as they are.
func readable(value any) (string, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return strings.TrimSuffix(buf.String(), "\n"), err
}

// notStarted gives the reason why a program did not start its code.
func notStarted(err error) *tools.Error {
	if code := proc.StartCode(err); code != "" {
		return tools.Errorf(tools.Code(code), "%v", err)
	}
	return tools.AsError(err)
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
