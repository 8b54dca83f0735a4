// Package doctor says what works on this machine and what does not.
package doctor

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator"
	"handrail/operator/models"
	"handrail/operator/servers"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/tools"
)

// A Finding is one thing that the doctor looked at, with what to do about it.
type Finding struct {
	Area   string       `json:"area"`
	Name   string       `json:"name"`
	State  string       `json:"state"` // ok, warning, error, off
	Text   string       `json:"text"`
	Advice string       `json:"-"` // what to do outside of Handrail, a sentence; "": see Action
	Action tools.Action `json:"-"` // what to do in Handrail, for each face to word
}

// A Doctor looks at an operator and what it stands on.
type Doctor struct {
	o      *operator.Operator
	c      operator.Config
	helper string // the program that becomes a room; "" if none does
}

// New makes the doctor of an operator.
func New(o *operator.Operator) *Doctor {
	return &Doctor{o: o, c: o.Config(), helper: o.Config().Helper}
}

// Examine says what works on this machine and what does not. space may be nil.
// It may take seconds: it asks model servers.
func (d *Doctor) Examine(ctx context.Context, space *operator.Space) []Finding {
	found := slices.Concat(d.examineWalls(), d.examinePrograms(), d.examineModels(ctx), d.examineApp(), d.examineWeb(space), d.examineSnapshots(ctx), examineSpace(ctx, space), examineServers(ctx, space))
	for i := range found {
		found[i].Text = d.o.Secrets().Redact(found[i].Text)
	}
	return found
}

func (d *Doctor) examineWalls() []Finding {
	var out []Finding
	report := d.o.Walls().Report()
	for _, w := range report.Walls() {
		f := Finding{Area: "Walls around programs", Name: w.Name, State: "ok", Text: w.Reason, Advice: w.Advice}
		if !w.Enforced {
			f.State = "warning"
		}
		out = append(out, f)
	}
	for _, gap := range report.Gaps {
		out = append(out, Finding{Area: "Walls around programs", Name: "not held", State: "off", Text: gap})
	}
	out = append(out, d.examineRehearsals())
	out = append(out, d.examineHelper()...)
	readable := sandbox.Readable(d.c.Home, proc.Getenv(d.c.Environ.Vars, "PATH"), []string{d.c.Dirs.Config, d.c.Dirs.Data})
	text := "nothing but the space and the system"
	if len(readable) > 0 {
		text = fmt.Sprintf("besides the space and the system: %s", strings.Join(readable, ", "))
	}
	return append(out, Finding{Area: "Walls around programs", Name: "can be read", State: "ok", Text: text})
}

// examineRehearsals says whether a call or a conversation can be rehearsed here: it lays a layer to see.
func (d *Doctor) examineRehearsals() Finding {
	f := Finding{Area: "Walls around programs", Name: "rehearsals", State: "ok", Text: "calls and conversations can be rehearsed on layers over a space"}
	if why := operator.CannotRehearse(d.o); why != "" {
		f.State, f.Text = "off", fmt.Sprintf("nothing can be rehearsed: %s", why)
	}
	return f
}

// examineHelper warns of a helper that an agent may change: the next walls would
// be its own.
func (d *Doctor) examineHelper() []Finding {
	if d.helper == "" {
		return nil
	}
	f := Finding{Area: "Walls around programs", Name: "the walls' own program", State: "warning"}
	agents, err := d.o.AgentGround()
	if err != nil {
		f.Text, f.Advice = fmt.Sprintf("it is not known whether agents may change %s: %v", d.helper, err), "Fix what it says is broken."
		return []Finding{f}
	}
	at := agents.Crossing(d.helper)
	if at == "" {
		return nil
	}
	f.Text = fmt.Sprintf("the walls are built by %s, which can be exchanged in %s, where agents may write: from the next start on, their programs could run outside all walls", d.helper, at)
	f.Advice = "Start Handrail from another folder, or don't use that folder as a space."
	return []Finding{f}
}

func (d *Doctor) examinePrograms() []Finding {
	const area = "Programs"
	env := d.c.Environ
	out := []Finding{{Area: area, Name: "PATH", State: "ok", Text: fmt.Sprintf("taken from %s: %s", env.From, proc.Getenv(env.Vars, "PATH"))}}
	out = append(out, d.examineLeftOut()...)
	bash, err := proc.FindBash(env.Vars)
	if err != nil {
		out = append(out, Finding{Area: area, Name: "bash", State: "error", Text: err.Error(), Advice: "Install bash: the tool bash and declared tools need it."})
	} else {
		out = append(out, Finding{Area: area, Name: "bash", State: "ok", Text: bash})
	}
	for _, name := range []string{"git", "node", "python3"} {
		path, err := proc.Look(name, proc.Getenv(env.Vars, "PATH"))
		if err != nil {
			out = append(out, Finding{Area: area, Name: name, State: "off", Text: "not found on PATH; tools that use it will fail"})
			continue
		}
		out = append(out, Finding{Area: area, Name: name, State: "ok", Text: path})
	}
	return append(out, d.examineBridge()...)
}

// examineLeftOut says what of PATH hooks do not find, because an agent could write it.
func (d *Doctor) examineLeftOut() []Finding {
	f := Finding{Area: "Programs", Name: "PATH of hooks", State: "warning"}
	left, err := walls.HookPrograms{Keeper: d.o.Walls()}.LeftOut()
	if err != nil {
		f.Text, f.Advice = fmt.Sprintf("it is not known which programs are yours and not an agent's: %v", err), "Fix what it says is broken."
		return []Finding{f}
	}
	if len(left) == 0 {
		return nil
	}
	const most = 20
	var names []string
	for _, l := range left[:min(len(left), most)] {
		text := l.Path
		if l.Where != l.Path {
			text = fmt.Sprintf("%s (it leads to %s)", l.Path, l.Where)
		}
		names = append(names, text)
	}
	if len(left) > most {
		names = append(names, fmt.Sprintf("and %d more", len(left)-most))
	}
	f.Text = fmt.Sprintf("hooks do not find, because agents can write it: %s", strings.Join(names, ", "))
	f.Advice = "Nothing, unless a hook needs one of them: then install it where no space lies."
	return []Finding{f}
}

// examineBridge says why the desktop's tools cannot work, if they cannot.
func (d *Doctor) examineBridge() []Finding {
	const area, name = "Programs", "native dialogs"
	if d.o.Bridge() == nil {
		return []Finding{{Area: area, Name: name, State: "off", Text: "this program has none"}}
	}
	list, err := d.o.Bridge().Tools(d.o.Context())
	if err != nil {
		return []Finding{{Area: area, Name: name, State: "error", Text: err.Error()}}
	}
	why := map[string]bool{}
	var out []Finding
	for _, t := range list {
		text := t.Info().Unavailable
		if text == "" || why[text] {
			continue
		}
		why[text] = true
		out = append(out, Finding{Area: area, Name: name, State: "off", Text: text, Advice: "Without them, questions are asked in the terminal."})
	}
	if len(out) == 0 {
		out = []Finding{{Area: area, Name: name, State: "ok", Text: "available"}}
	}
	return out
}

func (d *Doctor) examineModels(ctx context.Context) []Finding {
	const area = "Models"
	state := d.o.Models().State(ctx)
	var out []Finding
	for _, p := range state.Providers {
		f := Finding{Area: area, Name: p.Name, State: "ok", Text: fmt.Sprintf("%d models", len(p.Models))}
		if p.State != models.Ready {
			f.State, f.Text = "warning", p.Reason
		}
		out = append(out, f)
	}
	if len(state.Providers) == 0 {
		out = append(out, Finding{Area: area, Name: "providers", State: "warning", Text: "no model is connected; the built-in guide answers, which only runs /tool lines",
			Advice: "Start a local server such as Ollama, or add a provider in the settings."})
	}
	for _, s := range d.o.Models().Local(ctx) {
		out = append(out, Finding{Area: area, Name: s.Name, State: "ok", Text: fmt.Sprintf("found at %s with %d models", s.URL, len(s.Models)), Advice: "Add it in the settings to use it."})
	}
	return append(out, Finding{Area: area, Name: "default", State: "ok", Text: state.Default})
}

func (d *Doctor) examineApp() []Finding {
	const area = "Handrail"
	out := []Finding{
		{Area: area, Name: "version", State: "ok", Text: d.c.Version},
		{Area: area, Name: "data", State: "ok", Text: d.c.Dirs.Data},
		{Area: area, Name: "settings", State: "ok", Text: filepath.Join(d.c.Dirs.Config, "settings.json")},
	}
	_, warnings, err := d.o.Settings().Load()
	for _, w := range warnings {
		out = append(out, Finding{Area: area, Name: "settings", State: "warning", Text: w})
	}
	if err != nil {
		out = append(out, Finding{Area: area, Name: "settings", State: "error", Text: err.Error(), Advice: "Fix the file; until then every space is read-only."})
	}
	where, safe := d.o.Secrets().Where()
	f := Finding{Area: area, Name: "secrets", State: "ok", Text: fmt.Sprintf("kept %s", where)}
	if !safe {
		f.State, f.Advice = "warning", "Install a keychain (on Linux: gnome-keyring or KWallet), then enter your keys again."
	}
	return append(out, f)
}

func examineSpace(ctx context.Context, s *operator.Space) []Finding {
	if s == nil {
		return nil
	}
	const area = "This space"
	out := []Finding{
		{Area: area, Name: "folder", State: "ok", Text: s.Dir()},
		{Area: area, Name: "trust", State: "ok", Text: s.Trust().State().Level().Words()},
		{Area: area, Name: "mode", State: "ok", Text: string(s.Mode())},
	}
	out = append(out, examineNetwork(ctx, s)...)
	if s.Trust().State().Level() == trust.Untrusted {
		out[1].State, out[1].Action = "warning", tools.Action{Kind: tools.TrustSpace}
	}
	if n := len(s.Trust().Changes()); n > 0 {
		out = append(out, Finding{Area: area, Name: "held back", State: "warning", Text: fmt.Sprintf("%d of its definitions changed since you trusted it", n), Action: tools.Action{Kind: tools.ReviewChanges}})
	}
	if n := len(s.Problems()); n > 0 {
		out = append(out, Finding{Area: area, Name: "problems", State: "warning", Text: fmt.Sprintf("%d in its files", n), Action: tools.Action{Kind: tools.ReadProblems}})
	}
	states := map[tools.State]int{}
	for _, e := range s.Registry().Entries() {
		states[e.State]++
	}
	var parts []string
	for _, state := range []tools.State{tools.Ready, tools.Shadowed, tools.Disabled, tools.Rejected, tools.Held, tools.Barred, tools.Missing} {
		if states[state] > 0 {
			parts = append(parts, fmt.Sprintf(counted[state], states[state]))
		}
	}
	return append(out, Finding{Area: area, Name: "tools", State: "ok", Text: strings.Join(parts, ", ")})
}

// counted are the words for how many tools are in a state.
var counted = map[tools.State]string{
	tools.Ready: "%d ready", tools.Shadowed: "%d shadowed", tools.Disabled: "%d disabled", tools.Rejected: "%d rejected", tools.Held: "%d held back", tools.Barred: "%d blocked",
	tools.Missing: "%d unavailable",
}

// examineNetwork says what the programs of a space may reach, and what the
// person has granted beyond the space's folder.
func examineNetwork(ctx context.Context, s *operator.Space) []Finding {
	const area = "This space"
	state, err := s.Walls().State(ctx)
	if err != nil {
		return []Finding{{Area: area, Name: "network", State: "error", Text: err.Error()}}
	}
	f := Finding{Area: area, Name: "network", State: "ok", Action: tools.Action{Kind: tools.ChangeNetwork}}
	reach := strings.Join(state.Words, ", ")
	switch state.Origin {
	case "nobody":
		f.Text = fmt.Sprintf("programs may reach: %s (the default)", reach)
	case "--network":
		f.Text = fmt.Sprintf("programs may reach: %s (set by --network)", reach)
	default:
		f.Text = fmt.Sprintf("programs may reach: %s (set for %s)", reach, state.Origin)
	}
	out := []Finding{f}
	switch state.Answer.Said {
	case "yes":
		text := "allowed for builds"
		if !state.Answer.When.IsZero() {
			text = fmt.Sprintf("allowed for builds on %s", state.Answer.When.Format(time.DateOnly))
		}
		out = append(out, Finding{Area: area, Name: "package registries", State: "ok", Text: text, Action: tools.Action{Kind: tools.RevokeRegistries}})
	case "no":
		out = append(out, Finding{Area: area, Name: "package registries", State: "off", Text: "denied until the app closes", Action: tools.Action{Kind: tools.AskRegistries}})
	}
	if more := s.Permits().More(); len(more) > 0 {
		out = append(out, Finding{Area: area, Name: "further folders", State: "ok", Text: fmt.Sprintf("%s (per_space.roots in settings.json)", strings.Join(more, ", "))})
	}
	granted, err := s.Permits().Granted(ctx)
	if err != nil {
		return append(out, Finding{Area: area, Name: "granted paths", State: "error", Text: err.Error()})
	}
	if len(granted) > 0 {
		out = append(out, Finding{Area: area, Name: "granted paths", State: "ok", Text: strings.Join(granted, ", "), Action: tools.Action{Kind: tools.RevokePaths}})
	}
	return out
}

// examineServers tells of servers that are not used, that failed last, and that lack
// something.
func examineServers(ctx context.Context, s *operator.Space) []Finding {
	if s == nil {
		return nil
	}
	const area = "Servers"
	var out []Finding
	for _, v := range s.Servers().List() {
		do := func(kind tools.ActionKind) tools.Action { return tools.Action{Kind: kind, Subject: v.Name} }
		f := Finding{Area: area, Name: v.Name, State: "ok", Text: "its tools are not known yet", Action: do(tools.TestServer)}
		if v.Known {
			f.Text, f.Action = servers.CountWords(v.Tools, "tool"), tools.Action{}
		}
		last, failed, err := s.Servers().Trials().LastFailure(ctx, v.Name)
		switch {
		case v.Problem != "":
			f.State, f.Text, f.Action = "warning", v.Problem, v.Action
		case v.Disabled:
			f.State, f.Text, f.Action = "off", "you turned it off", do(tools.EnableServer)
		case err != nil:
			f.State, f.Text = "error", err.Error()
		case failed:
			f.State, f.Text, f.Action = "warning", fmt.Sprintf("it failed at %s: %s", last.When.Format(time.DateTime), last.Reason), do(tools.InspectServer)
		case v.Held > 0:
			f.State, f.Text, f.Action = "warning", fmt.Sprintf("%s changed since you accepted them, and held back", servers.CountWords(v.Held, "tool")), do(tools.ApproveServer)
		}
		out = append(out, f)
		for _, note := range v.Profile.Notes {
			out = append(out, Finding{Area: area, Name: v.Name, State: "warning", Text: note.Text, Action: note.Action})
		}
		if v.Problem == "" && !v.Disabled {
			out = append(out, refusalsOf(v)...)
		}
	}
	return out
}

// refusalsOf tells of what the walls kept from a server lately.
func refusalsOf(v servers.View) (out []Finding) {
	const most, lately = 3, 7 * 24 * time.Hour
	for _, r := range v.Refused[max(0, len(v.Refused)-most):] {
		if time.Since(r.When) < lately {
			out = append(out, Finding{Area: "Servers", Name: v.Name, State: "warning", Text: strings.TrimSuffix(r.Text, "."), Action: r.Action})
		}
	}
	return out
}
