package command

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"handrail/internal/proc"
	"handrail/internal/render"
	"handrail/internal/schema"
	"handrail/tools"
)

// sourceHand is what the registry calls the source of hands.
const sourceHand = "hand"

// HandSource provides the hands of one space as tools. Their names are
// <project>__<hand> (docs/spec/04-names.md).
type HandSource struct {
	c       Config
	project string
	hands   []Hand
}

// NewHandSource makes a HandSource. project is the namespace: the manifest's id,
// else the folder's name made kebab-case (docs/spec/04-names.md).
func NewHandSource(c Config, project string, hands []Hand) *HandSource {
	return &HandSource{c, project, hands}
}

// Namespace implements tools.Source.
func (s *HandSource) Namespace() string { return s.project }

// Tools implements tools.Source. Disabled hands are not among them: they are
// validated but never registered (docs/spec/07-hands.md#fields).
func (s *HandSource) Tools(context.Context) ([]tools.Tool, error) {
	out := make([]tools.Tool, 0, len(s.hands))
	for _, h := range s.hands {
		if h.Disabled {
			continue
		}
		t, err := newHandTool(s.c, h)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// A handTool is one hand, ready to be called.
type handTool struct {
	c        Config
	hand     Hand
	input    *schema.Schema
	patterns map[string]*schema.Pattern
}

// newHandTool makes a tool of a hand that ParseHands has accepted.
func newHandTool(c Config, h Hand) (*handTool, error) {
	t := &handTool{c: c, hand: h, patterns: map[string]*schema.Pattern{}}
	var params []schema.Parameter
	for _, name := range h.ParamNames() {
		p := h.Params[name]
		sp := schema.Parameter{Name: name, Type: p.Type, Description: p.describe(), Required: p.Required, Default: p.Default}
		switch p.Type {
		case schema.TypeNumber:
			sp.Min, sp.Max = p.Min, p.Max
		case schema.TypeString:
			sp.MaxLength = MaxHandValue
			if p.Pattern != "" {
				pattern, err := schema.NewPattern(p.Pattern)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", h.Name, err)
				}
				t.patterns[name] = pattern
			}
		}
		params = append(params, sp)
	}
	var err error
	if t.input, err = schema.Exact(params); err != nil {
		return nil, fmt.Errorf("%s: %w", h.Name, err)
	}
	return t, nil
}

// describe says what a model must know of a parameter.
func (p HandParam) describe() string {
	text := p.Description
	rule := ""
	switch {
	case p.Type != schema.TypeString:
	case p.Pattern != "":
		rule = "Must match the pattern " + p.Pattern + ", or be empty."
	default:
		rule = "Must not start with a dash."
	}
	return strings.TrimSpace(text + " " + rule)
}

// Info implements tools.Tool.
func (t *handTool) Info() tools.Info {
	h := t.hand
	return tools.Info{
		Name: h.Name, Title: h.Name, Description: h.Description, Category: "hands", Input: t.input, Source: sourceHand,
		SideEffect: h.Acts(), Idempotent: h.Idempotent || !h.Acts(), Confirm: h.Confirm, Danger: h.danger(), Timeout: h.TimeLimit(), AskWithin: handQuestion,
		File: fmt.Sprintf("%s:%d", HandsFile, h.Line), Template: shown(h.Command),
	}
}

// values checks what the call gives and returns each parameter as it stands in
// the argv.
func (t *handTool) values(in schema.Input) (map[string]string, error) {
	given := in.Values()
	texts := make(map[string]string, len(t.hand.Params))
	var wrong []error
	for _, name := range t.hand.ParamNames() {
		p := t.hand.Params[name]
		value, ok := given[name]
		if !ok {
			value = p.zero()
		}
		text, err := p.acceptWith(name, value, t.patterns[name])
		if err != nil {
			wrong = append(wrong, err)
		}
		if ok || text != "" { // what was left out and has no default takes its element along
			texts[name] = text
		}
	}
	return texts, errors.Join(wrong...)
}

// Prepare implements tools.Tool: it settles the argv, the program, the folder
// and the environment.
func (t *handTool) Prepare(_ context.Context, call tools.Call, in schema.Input) (tools.Invocation, error) {
	h := t.hand
	if err := t.c.pinned(h.Name, HandsFile); err != nil {
		return nil, err
	}
	texts, err := t.values(in)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%s: %v", h.Name, err)
	}
	env, err := handEnv(h, t.c.Env, t.c.Secret, t.c.Told)
	if err != nil {
		return nil, err
	}
	if env, err = t.c.searched(env); err != nil {
		return nil, err
	}
	program, err := findProgram(h.Command[0], env)
	if err != nil {
		return nil, notStarted(err)
	}
	planted, err := t.c.planted(program, env)
	if err != nil {
		return nil, err
	}
	args, given := h.settle(texts)
	if err := batchTrouble(program.real, texts); err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%s: %v", h.Name, err)
	}
	folder, err := workFolder(t.c.Roots, h.Name, h.WorkingDir)
	if err != nil {
		return nil, err
	}
	asWritten, spans, err := written(h.Command[0], args, given) // no shell reads it: the guard judges it
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%s: %v", h.Name, err)
	}
	argv := append([]string{program.path}, args...)
	preview := tools.Preview{
		Title: h.Name, Detail: shown(argv), Shell: asWritten, Folder: folder.Abs, Confirm: h.Confirm,
		Effects: programEffects(program.path, h.Network),
		Digest:  tools.Digest(append([]string{h.Name, program.path, program.real, folder.Abs, tools.EnvDigest(t.c.DigestKey, env)}, args...)...),

		Authored: true, Values: spans, Rehearses: true,
	}
	if !planted.None() {
		preview = preview.Asking(planted)
	}
	if call.Key != "" {
		env = proc.SetEnv(env, "HANDRAIL_IDEMPOTENCY_KEY", call.Key)
	}
	held, err := hold(t.c.Roots, h.Name, folder, program.path)
	if err != nil {
		return nil, err
	}
	return &handInvocation{
		t: t, errand: errand(call, h.Network, h.Acts(), len(h.Env) > 0 || !h.InheritEnv.IsZero()), preview: preview, program: program, argv: argv,
		command: proc.Command{Path: program.path, Args: args, Dir: folder.Abs, Held: held, Env: env, Timeout: h.TimeLimit(), Cap: h.OutputCap()},
	}, nil
}

// written writes an argv as a command line, and says which of its words hold
// values.
func written(program string, args []string, given []bool) (string, []tools.Span, error) {
	line, err := render.Argv([]string{program})
	if err != nil {
		return "", nil, err
	}
	var spans []tools.Span
	for i, a := range args {
		word, err := render.Argv([]string{a})
		if err != nil {
			return "", nil, err
		}
		start := len(line) + 1
		line += " " + word
		if given[i] {
			spans = append(spans, tools.Span{Start: start, End: len(line)})
		}
	}
	return line, spans, nil
}

// A program is where a name leads on this machine.
type program struct{ path, real string }

// findProgram resolves command[0] as it would be started: an absolute path, or a
// bare name on the PATH of env.
func findProgram(name string, env []string) (program, error) {
	path, err := proc.Look(name, proc.Getenv(env, "PATH"))
	if err != nil {
		return program{}, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return program{}, err
	}
	return program{path, real}, nil
}

// A handInvocation is a settled call of a hand.
type handInvocation struct {
	errand  proc.Errand
	t       *handTool
	preview tools.Preview
	program program
	argv    []string
	command proc.Command
}

// Preview implements tools.Invocation.
func (i *handInvocation) Preview() tools.Preview { return i.preview }

// Release implements tools.Releaser.
func (i *handInvocation) Release() { i.command.Held.Release() }

// Holds implements tools.Holder.
func (i *handInvocation) Holds() tools.Holding { return i.command.Held }

// A handResult is what a call of a hand gives (docs/spec/07-hands.md).
type handResult struct {
	Status   string      `json:"status"` // success, failed, timeout, rejected
	ExitCode int         `json:"exit_code"`
	Millis   int64       `json:"duration_ms"`
	Folder   string      `json:"folder"`
	Argv     []string    `json:"argv"`
	Stdout   string      `json:"stdout"`
	Stderr   string      `json:"stderr"`
	Dropped  handDropped `json:"dropped"` // bytes
}

type handDropped struct {
	Stdout int64 `json:"stdout"`
	Stderr int64 `json:"stderr"`
}

// Run implements tools.Invocation. What was settled is looked at once more: the
// person may have been asked for a minute.
func (i *handInvocation) Run(ctx context.Context, out tools.Output) (tools.Result, error) {
	if err := i.still(); err != nil {
		return i.result(proc.Outcome{ExitCode: -1}, "rejected", tools.Meta{}), err
	}
	done, err := run(ctx, i.t.c.House, i.errand, i.command, out)
	if err != nil {
		return i.result(done.Outcome, "rejected", tools.Meta{}), err
	}
	err = ended(done, "timeout, in milliseconds")
	status := "success"
	switch {
	case done.TimedOut:
		status = "timeout"
	case err != nil:
		status = "failed"
	}
	return i.result(done.Outcome, status, meta(done)), err
}

// still refuses what is no longer as it was settled: the trusted files, the
// folder by its real path, the program.
func (i *handInvocation) still() error {
	if err := i.t.c.pinned(i.t.hand.Name, HandsFile); err != nil {
		return err
	}
	h := i.t.hand
	folder, err := workFolder(i.t.c.Roots, h.Name, h.WorkingDir)
	if err != nil {
		return err
	}
	if folder.Abs != i.preview.Folder {
		return tools.Errorf(tools.InvalidPath, "%s: its workingDir led to %s when the call was settled and leads to %s now; it did not run", h.Name, i.preview.Folder, folder.Abs)
	}
	now, err := findProgram(h.Command[0], i.command.Env)
	if err != nil {
		return notStarted(err)
	}
	if now != i.program {
		return tools.Errorf(tools.PermissionDenied, "%s: %s was %s when the call was settled and is %s now; it did not run", h.Name, h.Command[0], i.program.real, now.real)
	}
	return nil
}

func (i *handInvocation) result(done proc.Outcome, status string, m tools.Meta) tools.Result {
	raw, err := compactJSON(handResult{
		Status: status, ExitCode: done.ExitCode, Millis: done.Duration.Milliseconds(), Folder: i.preview.Folder, Argv: i.argv,
		Stdout: done.Stdout.Text, Stderr: done.Stderr.Text, Dropped: handDropped{done.Stdout.Dropped, done.Stderr.Dropped},
	})
	if err != nil { // texts and numbers: it cannot be
		return tools.Result{Content: status, Meta: m}
	}
	return tools.Result{Content: raw, Meta: m}
}
