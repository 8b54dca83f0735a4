package command

import (
	"context"
	"strings"

	"handrail/internal/confine"
	"handrail/internal/proc"
	"handrail/internal/render"
	"handrail/internal/schema"
	"handrail/tools"
)

// outputCap is how many bytes of each stream are kept (docs/spec/12-processes.md).
const outputCap = 200_000

// Config is what declared tools need of the space and the machine.
type Config struct {
	Roots     *confine.Roots
	Env       []string                          // the person's environment
	Secret    func(name string) (string, error) // for ${secret:NAME}
	Told      func(name, value string)          // hears of each variable that a definition sets; may be nil
	DigestKey []byte                            // under which the environment enters an act's digest

	// Own tells whose a program is; nil: all are the person's.
	Own OwnPrograms
	// Script reports whether a file is a script that Pinned looks at; may be nil.
	Script func(path string) bool
	// House is what the programs run in: their walls.
	House proc.House

	// Pinned says why a definition, named by its id and its file, or a script that
	// it names is no longer what the person trusted; nil if it is. It is asked when
	// a call is settled and again right before it runs, because a question may
	// stand for minutes. The function may be nil.
	Pinned func(name, file string) error
}

// A Source provides the tools of one list of definitions.
type Source struct {
	c           Config
	definitions []Definition
}

// NewSource makes a Source. It has no namespace: declared tools are known by
// their ids.
func NewSource(c Config, definitions []Definition) *Source { return &Source{c, definitions} }

// Namespace implements tools.Source.
func (s *Source) Namespace() string { return "" }

// Tools implements tools.Source. Definitions with mcp: true are not among them.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) {
	env := proc.WithoutBashDoors(proc.SafeEnv(s.c.Env))
	bash, err := proc.FindBash(s.c.Env)
	out := make([]tools.Tool, 0, len(s.definitions))
	for _, d := range s.definitions {
		t := &tool{Definition: d, c: s.c, env: env, bash: bash}
		if d.Spec.MCP {
			continue // its server does the work: see mcp.Declared
		}
		if err != nil {
			t.unavailable = err.Error()
		}
		out = append(out, t)
	}
	return out, nil
}

// pinned refuses a definition that is no longer what the person trusted.
func (c Config) pinned(name, file string) error {
	if c.Pinned == nil {
		return nil
	}
	if err := c.Pinned(name, file); err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	return nil
}

type tool struct {
	Definition
	c           Config
	env         []string
	bash        string
	unavailable string
}

// Info implements tools.Tool.
func (t *tool) Info() tools.Info {
	i := t.Definition.Info()
	i.Unavailable = t.unavailable
	return i
}

// Prepare implements tools.Tool: it renders the command, and resolves the
// folder and the environment.
func (t *tool) Prepare(_ context.Context, call tools.Call, in schema.Input) (tools.Invocation, error) {
	if t.unavailable != "" {
		return nil, tools.Errorf(tools.Unavailable, "%s", t.unavailable)
	}
	if err := t.c.pinned(t.Spec.ID, t.Origin.File); err != nil {
		return nil, err
	}
	rendered, err := t.template.Render(in.Values())
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%s: %v", t.Spec.ID, err)
	}
	folder, err := workFolder(t.c.Roots, t.Spec.ID, t.Spec.WorkingDir)
	if err != nil {
		return nil, err
	}
	env, err := t.environment()
	if err != nil {
		return nil, err
	}
	p := tools.Preview{
		Title: t.Spec.Name, Detail: rendered.Text, Shell: rendered.Text, Folder: folder.Abs, Confirm: t.Spec.Confirm,
		Effects: programEffects(t.bash, t.Spec.Network),
		Digest:  tools.Digest(t.Spec.ID, rendered.Text, t.bash, folder.Abs, tools.EnvDigest(t.c.DigestKey, env)),

		Authored: true, Rehearses: true,
	}
	for _, span := range rendered.Spans {
		p.Values = append(p.Values, tools.Span{Start: span.Start, End: span.End})
	}
	if len(rendered.Options) > 0 {
		p.Confirm = true
		p.Because = tools.Say(tools.AskDash, strings.Join(rendered.Options, ", "))
		p.Reason = p.Because.String()
	}
	if call.Key != "" {
		env = proc.SetEnv(env, "HANDRAIL_IDEMPOTENCY_KEY", call.Key)
	}
	held, err := hold(t.c.Roots, t.Spec.ID, folder, t.bash)
	if err != nil {
		return nil, err
	}
	return &invocation{preview: p, pinned: func() error { return t.c.pinned(t.Spec.ID, t.Origin.File) }, house: t.c.House, errand: errand(call, t.Spec.Network, t.Spec.SideEffect, len(t.settings) > 0), command: proc.Script(t.bash, rendered.Text, proc.Command{Dir: folder.Abs, Held: held, Env: env, Timeout: t.timeout(), Cap: outputCap})}, nil
}

// environment is the person's, without secrets, and what the definition sets.
func (t *tool) environment() ([]string, error) {
	env, err := t.c.searched(t.env)
	if err != nil {
		return nil, err
	}
	from := render.Sources{
		Env: func(name string) (string, bool) {
			for _, kv := range t.c.Env {
				if n, v, ok := strings.Cut(kv, "="); ok && n == name {
					return v, true
				}
			}
			return "", false
		},
		Secret: t.c.Secret,
	}
	for _, s := range t.settings {
		value, err := s.value.Resolve(from)
		if err != nil {
			return nil, tools.Errorf(tools.Unavailable, "%s: the variable %s of its environment: %v", t.Spec.ID, s.name, err)
		}
		env = proc.SetEnv(env, s.name, value)
		if t.c.Told != nil {
			t.c.Told(s.name, value)
		}
	}
	return render.Locale(env), nil // last, since a setting may be a locale
}

// An invocation is a rendered command, ready to run.
type invocation struct {
	preview tools.Preview
	pinned  func() error
	house   proc.House
	errand  proc.Errand
	command proc.Command
}

// Preview implements tools.Invocation.
func (i *invocation) Preview() tools.Preview { return i.preview }

// Release implements tools.Releaser.
func (i *invocation) Release() { i.command.Held.Release() }

// Holds implements tools.Holder.
func (i *invocation) Holds() tools.Holding { return i.command.Held }

// Run implements tools.Invocation. A command that ends with another code than
// 0 has failed; what it printed is the content either way.
func (i *invocation) Run(ctx context.Context, out tools.Output) (tools.Result, error) {
	if err := i.pinned(); err != nil {
		return tools.Result{}, err
	}
	done, err := run(ctx, i.house, i.errand, i.command, out)
	if err != nil {
		return tools.Result{}, err
	}
	return tools.Result{Content: content(done), Meta: meta(done)}, ended(done, "timeout, in seconds")
}

// content is what was printed, both streams told apart where both have text, and
// where to read the rest of long output.
func content(o proc.Ending) string {
	text := strings.TrimRight(o.Stdout.Text, "\n") + "\n[standard error]\n" + o.Stderr.Text
	switch {
	case o.Stderr.Text == "":
		text = o.Stdout.Text
	case o.Stdout.Text == "":
		text = "[standard error]\n" + o.Stderr.Text
	}
	if o.Output != "" {
		text = strings.TrimRight(text, "\n") + "\n[all of it, up to 64 MB: job_output with the job " + o.Output + "]\n"
	}
	return text
}
