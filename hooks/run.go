package hooks

import (
	"bytes"
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"handrail/internal/lazy"
	"handrail/internal/proc"
	"handrail/internal/render"
)

// What is kept of what a hook prints, in bytes.
const (
	outputCap  = 4 << 20 // of each stream, while it is read
	printedCap = 2 << 10 // for a person to see
	messageCap = 4 << 10 // of a refusal
)

// What one variable of the environment may hold, in bytes with its name, =, and
// the closing NUL (docs/spec/10-hooks.md#input); on Windows it is the whole
// environment, in characters.
const (
	variableLimit = 128 << 10
	windowsLimit  = 32_767
)

// A shown is how one hook went on one event, before the table says what it means.
type shown struct {
	command  string // as it ran
	code     int    // 0, 1 or 2: see counted
	exit     int    // the process's own; -1: nothing ran
	timedOut bool
	why      string // of code 2: what went wrong and what to do
	refused  bool   // code 2, and the run need not stop: the values were at fault
	answer   answer
	stdout   string
	stderr   string
	took     time.Duration
}

// failed is a hook that could not be asked.
func failed(format string, args ...any) shown {
	return shown{code: codeError, exit: -1, why: fmt.Sprintf(format, args...)}
}

// show runs one hook on an event. It returns an error only if ctx has ended.
func (r *Engine) show(ctx context.Context, h *prepared, e Event) (shown, error) {
	if h.broken != "" {
		return failed("%s", h.broken), nil
	}
	text, err := h.template.Render(h.values(e))
	if err != nil {
		return failed("its command cannot be written out: %v", err), nil
	}
	if len(text.Options) > 0 {
		s := failed("the value of %s starts with a dash, so the program may take it for an option; put -- before it in the hook's command", strings.Join(text.Options, ", "))
		s.refused = true
		return s, nil
	}
	c, err := r.command(h, e, text.Text)
	if err != nil {
		return failed("%v", err), nil
	}
	out, err := r.run(ctx, h.Hook, e, c)
	if ctx.Err() != nil {
		return shown{}, ctx.Err()
	}
	if err != nil {
		return failed("%v", err), nil
	}
	s := shown{command: text.Text, exit: out.ExitCode, timedOut: out.TimedOut, took: out.Duration, stdout: r.named(out.Stdout.Text), stderr: r.named(out.Stderr.Text)}
	s.judge(h, e, out.Outcome)
	if s.why != "" && out.Why != nil {
		s.why += "; " + out.Why.Error()
	}
	return s, nil
}

// run runs a hook's program where its needs say.
func (r *Engine) run(ctx context.Context, h Hook, e Event, c proc.Command) (proc.Ending, error) {
	errand := proc.Errand{Call: e.Call, Tool: e.Tool, Session: e.Session, Space: r.c.Dir, Hook: h.ID, Network: h.Network, Unwalled: h.Unwalled}
	if r.c.Errand != nil {
		if err := r.c.Errand(h, &errand); err != nil {
			return proc.Ending{}, err
		}
	}
	return r.c.House.Run(ctx, errand, c)
}

// judge reads how the hook's process ended.
func (s *shown) judge(h *prepared, e Event, out proc.Outcome) {
	s.code = counted(out.ExitCode, h.Format)
	s.answer = readAnswer(h.Hook, e, out.Stdout.Text, out.Stdout.Dropped == 0)
	switch {
	case out.TimedOut:
		s.code, s.why = codeError, fmt.Sprintf("it did not end within %v and was stopped; make it faster, or raise its \"timeout\"", h.timeout())
	case out.Signal != "":
		s.code, s.why = codeError, fmt.Sprintf("it was ended by the signal %s", out.Signal)
	case s.code == codeError:
		s.why = s.ending(h)
	case s.code == codeAllow && s.answer.broken != "":
		s.why = s.answer.broken
		if h.Blocking {
			s.code = codeError
		}
	}
}

// ending says why an exit code is an error, with what to do where that is known.
func (s *shown) ending(h *prepared) string {
	text := fmt.Sprintf("it ended with exit code %d", s.exit)
	if said := firstOf(s.answer.message, s.stderr, s.answer.text); said != "" {
		text += ": " + limit(said, 500)
	}
	switch s.exit {
	case 126: // bash: found, and cannot be executed
		for _, script := range h.Scripts {
			if strings.Contains(s.stderr, script) && !strings.Contains(s.stderr, "directory") {
				return text + fmt.Sprintf("; if %s should run by itself, make it executable: chmod +x %s", script, script)
			}
		}
	case 127: // bash: not found
		return text + "; install what it needs, or correct the path"
	}
	return text
}

// firstOf is the first text that says something.
func firstOf(texts ...string) string {
	for _, t := range texts {
		if t = strings.TrimSpace(t); t != "" {
			return t
		}
	}
	return ""
}

// named writes the scripts' own names where a program has printed those of their
// copies.
func (r *Engine) named(text string) string {
	for name, copied := range r.c.Copies {
		text = strings.ReplaceAll(text, copied, name)
	}
	return text
}

func (h *prepared) timeout() time.Duration {
	if h.Timeout <= 0 {
		return DefaultTimeout
	}
	return h.Timeout
}

// values are what a command's placeholders stand for.
func (h *prepared) values(e Event) map[string]any {
	return map[string]any{"tool": e.Tool, "agent": e.Agent, "session": e.Session, "space": e.Space, "input": decoded(e.input())}
}

// command is the process of a hook: bash in the space's folder, with the call in its
// environment and on standard input.
func (r *Engine) command(h *prepared, e Event, text string) (proc.Command, error) {
	env, stdin, err := r.environment(h.Hook, e)
	if err != nil {
		return proc.Command{}, err
	}
	c := proc.Command{Dir: r.c.Dir, Env: render.Locale(env), Stdin: bytes.NewReader(stdin), Timeout: h.timeout(), Cap: outputCap}
	// With a trap the shell stays the parent of what it starts, so that a script which
	// ends its parent's group ends its own and not ours.
	text = "trap : EXIT; " + text
	if r.small && plainCommand().MatchString(text) {
		c.Path, c.Args, c.Env = smallShell, []string{"-c", text}, proc.WithoutBashDoors(c.Env)
		return c, nil
	}
	bash, err := proc.FindBash(c.Env)
	if err != nil {
		return proc.Command{}, err
	}
	return proc.Script(bash, text, c), nil
}

// smallShell starts in half the time of bash, and takes a plain command alike.
const smallShell = "/bin/sh"

// plainCommand is an interpreter with words that every shell reads alike. A path is
// left to bash, which says better why it cannot run: "Is a directory".
var plainCommand = lazy.Regexp(`^trap : EXIT; +(bash|python3|node)( +[A-Za-z0-9_./:,@%+-]+)*$`)

// environment is the clean base of docs/spec/12-processes.md#environment with
// the hook's variables, and what it reads on standard input. A variable that is
// too large is left out, never cut; that is an error for a blocking hook that
// reads no standard input.
func (r *Engine) environment(h Hook, e Event) (env []string, stdin []byte, err error) {
	request, err := e.request()
	if err != nil {
		return nil, nil, fmt.Errorf("the call cannot be shown to it: %w", err)
	}
	stdin = request
	set := []Variable{{"TOOL_INPUT", string(request)}}
	if e.Phase == PostTool {
		if stdin, err = e.outcome(); err != nil {
			return nil, nil, fmt.Errorf("the result cannot be shown to it: %w", err)
		}
		set = append(set, Variable{"TOOL_OUTPUT", string(stdin)})
	}
	if h.Format == Claude {
		set = append(set, Variable{"CLAUDE_PROJECT_DIR", e.Space})
		if stdin, err = claudeEvent(e); err != nil {
			return nil, nil, fmt.Errorf("the call cannot be shown to it: %w", err)
		}
	}
	env = proc.CleanEnv(r.c.Env)
	if r.c.Path != nil {
		path, err := r.c.Path()
		if err != nil {
			return nil, nil, fmt.Errorf("it cannot be told which programs are yours and not an agent's: %w", err)
		}
		env = proc.SetEnv(env, "PATH", path)
	}
	env = append(env, "TOOL_NAME="+plain(e.Tool), "TOOL_ID="+plain(e.qualified()), "AGENT_ID="+plain(e.Agent),
		"SESSION_ID="+plain(e.Session), "USER_ID="+plain(e.User), "SPACE_DIR="+e.Space)
	if e.Key != "" {
		env = proc.SetEnv(env, "HANDRAIL_IDEMPOTENCY_KEY", e.Key)
	}
	for _, v := range set {
		if fits(env, v.Name, v.Means) {
			env = append(env, v.Name+"="+v.Means)
			continue
		}
		if h.Blocking && !h.wholeInput() {
			return nil, nil, fmt.Errorf("%s has %d bytes and fits into no variable, so it could not check it; read the call from standard input and say \"input\": \"stdin\"", v.Name, len(v.Means))
		}
	}
	return env, append(stdin, '\n'), nil
}

// fits reports whether the system takes the variable beside env.
func fits(env []string, name, value string) bool {
	size := len(name) + len(value) + 2
	if runtime.GOOS != "windows" {
		return size <= variableLimit
	}
	for _, v := range env {
		size += len(v) + 1
	}
	return size < windowsLimit
}

// plain is a name from outside as a variable can hold it: an agent or a client may
// call itself anything.
func plain(name string) string { return limit(strings.ReplaceAll(name, "\x00", ""), 1000) }
