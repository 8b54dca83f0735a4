package spaces

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"handrail/hooks"
	"handrail/internal/schema"
	"handrail/spaces/pinning"
)

// hookStates is written by us, beside the hooks.
const hookStates = "hook-states.json"

// hookForm is one hook as a file declares it: its fields are those of
// docs/spec/10-hooks.md#fields. docs/reference/hooks.md is made from it.
type hookForm struct {
	ID       string   `json:"id" maxlen:"100" doc:"names the hook; no other hook of the space has it"`
	Type     string   `json:"type" enum:"pre_tool,post_tool" doc:"when it runs: before the call is settled, or on what came out"`
	Tools    []string `json:"tools,omitempty" doc:"names, aliases and globs (*, ?) of tools; empty means all"`
	Command  string   `json:"command" maxlen:"100000" doc:"for bash; a Handlebars template over tool, input.*, agent, session and space"`
	Blocking bool     `json:"blocking,omitempty" doc:"it may refuse the call, and if it breaks the call is refused; default false"`
	Timeout  float64  `json:"timeout,omitempty" default:"10" min:"0.01" max:"600" doc:"seconds that it may take"`
	Enabled  bool     `json:"enabled,omitempty" default:"true" doc:"false: it does not run, unless you turn it on"`
	Input    string   `json:"input,omitempty" enum:"env,stdin" default:"env" doc:"stdin: it reads the call from standard input, whole, so that no call is too large for it"`
	Network  []string `json:"network,omitempty" doc:"what it may reach: off, on, or hosts; default off"`
	Read     []string `json:"read,omitempty" doc:"files and folders that it may read beside the space, the system and tool chains: absolute, or below ~"`
	Write    []string `json:"write,omitempty" doc:"files and folders that it may change beside its own /tmp and /var/log: in the space, absolute, or below ~"`
	Walls    string   `json:"walls,omitempty" enum:"on,off" default:"on" doc:"off: it runs outside the walls, and can do whatever you can"`
	Format   string   `json:"format,omitempty" enum:"handrail,claude" default:"handrail" doc:"claude: it is written for Claude Code"`
}

// HookFields are the fields of a hook, for docs/reference.
func HookFields() ([]schema.Parameter, error) {
	s, err := schema.Infer[hookForm]()
	if err != nil {
		return nil, err
	}
	return s.Parameters(), nil
}

// hooks loads agent/hooks/*.json, in order of file name and then of entry.
func (l *loader) hooks() {
	files := l.files.list("agent/hooks", ".json")
	for _, file := range l.files.odd {
		if path.Dir(file) == "agent/hooks" {
			l.space.Barriers = append(l.space.Barriers, Barrier{
				SideEffects: true, File: path.Dir(file),
				Reason: fmt.Sprintf("the hooks of %q are left out for the file's name, so nothing with a side effect may run; rename the file, or remove it", path.Base(file)),
			})
		}
	}
	if len(files) == 0 {
		return
	}
	form, err := newForm[hookForm]("network", "read", "write")
	if err != nil {
		l.problems.broken("agent/hooks", err)
		return
	}
	r := &hookReader{space: l.space, files: l.files, problems: l.problems, scripts: l.scripts, loose: l.loose, form: form, taken: map[string]string{}}
	for _, file := range files {
		if path.Base(file) == hookStates {
			continue
		}
		l.space.declares(file)
		entries, sum, ok := r.read(file)
		if !ok {
			l.space.Barriers = append(l.space.Barriers, Barrier{
				SideEffects: true, File: file, Line: l.problems.lastLine(),
				Reason: fmt.Sprintf("the hooks of %s cannot be read, so nothing with a side effect may run; fix the file, or remove it", file),
			})
			continue
		}
		for i, e := range entries {
			r.add(file, sum, i, e)
		}
	}
}

// A hookReader reads hooks into a space.
type hookReader struct {
	space    *Space
	files    *files
	problems *problems
	scripts  *scripts
	loose    *looseReader
	form     form
	taken    map[string]string // where the hook with an id stands
}

// read reads the list of hooks of one file.
func (r *hookReader) read(file string) (entries []member, sum string, ok bool) {
	data, ok := r.files.listed(file, MaxDefinition)
	if !ok {
		return nil, "", false
	}
	o, err := parseObject(trimBOM(data), 1)
	if err != nil {
		r.problems.broken(file, err)
		return nil, "", false
	}
	list, found := o.get("hooks")
	if !found {
		r.problems.add(file, 1, Error, `has no "hooks"; write {"hooks": [ … ]}`)
		return nil, "", false
	}
	entries, err = parseList(list.value, list.valueLine)
	if err != nil {
		r.problems.add(file, list.line, Error, `"hooks" %v`, err)
		return nil, "", false
	}
	return entries, digest(data), true
}

// add reads one entry of a file. A broken one becomes a barrier.
func (r *hookReader) add(file, sum string, i int, e member) {
	o, err := parseObject(e.value, e.line)
	if err != nil {
		r.problems.add(file, e.line, Error, "hook %d %v", i+1, err)
		r.barrier(file, e, nil, fmt.Sprintf("hook %d", i+1))
		return
	}
	var h hookForm
	problems, ok := r.form.read(o, file, e.line, &h)
	for p := range problems {
		problems[p].Text = fmt.Sprintf("hook %s: %s", hookName(o, i), problems[p].Text)
	}
	r.problems.addAll(problems)
	if ok && strings.TrimSpace(h.Command) == "" {
		r.problems.add(file, e.line, Error, "hook %q: has an empty command; say what to run", h.ID)
		ok = false
	}
	if ok && misleads(h.ID) {
		r.problems.add(file, e.line, Error, "hook %q: its id holds line breaks or characters that turn text around, and could pass for something else in a list; give it another one", h.ID)
		ok = false
	}
	if ok {
		for _, p := range hooks.Check(h.Command) {
			r.problems.add(file, o.textLine("command", p.Line, e.line), Error, "hook %q: command, %s", h.ID, p.Text)
			ok = false
		}
	}
	needs := hooks.Needs{Network: h.Network, Read: h.Read, Write: h.Write, Unwalled: h.Walls == "off"}
	for _, wrong := range hooks.CheckNeeds(needs) {
		r.problems.add(file, e.line, Error, "hook %s: %s", hookName(o, i), wrong)
		ok = false
	}
	if first, twice := r.taken[h.ID]; ok && twice {
		r.problems.add(file, e.line, Error, "hook %q: the id is already that of a hook in %s; give it another id", h.ID, first)
		ok = false
	}
	var named naming
	var loose []pinning.Loose
	if ok {
		named = r.scripts.named(shellWords(h.Command), "")
		loose, ok = r.pinned(h, &named, file, o.textLine("command", 1, e.line))
	}
	if !ok {
		r.barrier(file, e, o, "hook "+hookName(o, i))
		return
	}
	r.taken[h.ID] = file
	r.space.Hooks = append(r.space.Hooks, hooks.Hook{
		ID: h.ID, Type: hooks.Phase(h.Type), Tools: h.Tools, Command: h.Command, Blocking: h.Blocking,
		Timeout: time.Duration(h.Timeout * float64(time.Second)), Enabled: h.Enabled, Input: hooks.Input(h.Input), Format: hooks.Format(h.Format),
		Needs:   needs,
		Scripts: named.scripts, Stems: named.stems, File: file, Line: e.line,
	})
	r.space.addPart(Item{Kind: "hook", Name: h.ID, File: file, SHA256: sum, Detail: hookDetail(h.Command, needs) + when(!h.Enabled, " [off: it does not run unless you turn it on]") + looseWords(loose, h.Command), Rights: hookRights(needs), Scripts: named.scripts, Absent: named.absent}, e.value)
}

// pinned looks whether an agent can change what a hook runs, and notes how. ok is false
// if the hook must not be loaded for it.
func (r *hookReader) pinned(h hookForm, named *naming, file string, line int) (loose []pinning.Loose, ok bool) {
	severity := Warning
	if h.Blocking {
		severity = Error
	}
	loose = r.loose.hook(h.Command, r.scripts, named)
	if unfit, is := (looking{found: loose}).unfit(); is {
		r.problems.add(file, line, Error, "hook %q: command: %s", h.ID, unfit)
		return nil, false
	}
	for _, l := range loose {
		r.problems.add(file, line, severity, "hook %q: an agent can change what it runs: %s (%s). Put the check into a script of the space, and run that: \"bash scripts/check.sh\"", h.ID, l.Command, l.Why)
	}
	return loose, len(loose) == 0 || !h.Blocking
}

// hookDetail says what a hook would run, and what it may touch beside the space.
func hookDetail(command string, needs hooks.Needs) string {
	if words := needs.String(); words != "" {
		return command + " [" + words + "]"
	}
	return command
}

func hookName(o object, i int) string {
	if m, ok := o.get("id"); ok && text(m.value) != "" {
		return fmt.Sprintf("%q", text(m.value))
	}
	return fmt.Sprint(i + 1)
}

// barrier shuts what a broken hook would guard, unless it is surely not
// blocking. Where its tools cannot be read, that is every tool.
func (r *hookReader) barrier(file string, e member, o object, name string) {
	blocking, given := o.get("blocking")
	var blocks bool
	if o != nil && (!given || json.Unmarshal(blocking.value, &blocks) == nil && !blocks) {
		return
	}
	var names []string
	if m, ok := o.get("tools"); ok && json.Unmarshal(m.value, &names) != nil {
		names = nil
	}
	r.space.Barriers = append(r.space.Barriers, Barrier{
		Tools: names, File: file, Line: e.line,
		Reason: fmt.Sprintf("%s (%s:%d) cannot be loaded, and what it guards may not run without it; fix it, or remove it", name, file, e.line),
	})
}
