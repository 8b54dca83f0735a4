package spaces

import (
	"context"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"handrail/tools/command"
)

// The sources of declared tools, as tools.Info names them.
const (
	sourceCustom   = "custom"
	sourceManifest = "manifest"
)

// toolForms are the forms of a declared tool. The parameters are read one by
// one, so that each has its own line.
type toolForms struct{ tool, parameter form }

func newToolForms() (toolForms, error) {
	tool, err := newForm[command.Spec]("network")
	if err != nil {
		return toolForms{}, err
	}
	parameter, err := newForm[command.Parameter]("enum")
	if err != nil {
		return toolForms{}, err
	}
	return toolForms{tool, parameter}, nil
}

// tools loads agent/tools/*.md.
func (l *loader) tools() {
	files := l.files.list("agent/tools", ".md")
	if len(files) == 0 {
		return
	}
	forms, err := newToolForms()
	if err != nil {
		l.problems.broken("agent/tools", err)
		return
	}
	r := newToolReader(l, forms)
	for _, reading := range r.readAll(files) {
		r.add(reading)
	}
}

// A toolReader reads declared tools into a space.
type toolReader struct {
	ctx      context.Context // of this Load
	space    *Space
	files    *files
	problems *problems
	scripts  *scripts
	loose    *looseReader
	forms    toolForms
	ids      map[string]string // where the tool with an id stands
}

func newToolReader(l *loader, forms toolForms) *toolReader {
	return &toolReader{ctx: l.ctx, space: l.space, files: l.files, problems: l.problems, scripts: l.scripts, loose: l.loose, forms: forms, ids: l.toolIDs}
}

// A reading is what became of one declared tool.
type reading struct {
	tool     Tool
	sum      string // of the file in which it stands
	part     []byte // of the manifest that declares it; nil: it is a file of its own
	seen     map[string]sight
	problems []Problem
	look     looking
	unasked  bool // its author says that nobody is asked
	none     bool // it is no tool at all: a README, or the time was up
}

// readAll reads files side by side: of a thousand tools, most of the time goes
// into parsing. The readings are in the order of the files.
func (r *toolReader) readAll(files []string) []reading {
	readings := make([]reading, len(files))
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), 1+len(files)/8) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(files)); i = next.Add(1) - 1 {
				if r.ctx.Err() != nil {
					readings[i] = reading{none: true}
					continue
				}
				readings[i] = r.readFile(files[i])
			}
		})
	}
	workers.Wait()
	return readings
}

// readFile reads one file of agent/tools. It changes nothing of r.
func (r *toolReader) readFile(file string) reading {
	name := strings.TrimSuffix(path.Base(file), ".md")
	origin := command.Origin{Source: sourceCustom, File: file, Line: 1}
	apart := newFiles(r.files.fsys, &problems{})
	data, ok := apart.listed(file, MaxDefinition)
	if !ok {
		return rejected(name, origin, apart.problems.list)
	}
	doc, err := parseDocument(data)
	if err == nil && !doc.hasMatter {
		if strings.EqualFold(name, "README") {
			return reading{none: true}
		}
		err = &placedError{1, "has no front matter; start it with ---, the fields of the tool (id, name, description, command), and ---"}
	}
	if err != nil {
		apart.problems.broken(file, err)
		return rejected(name, origin, apart.problems.list)
	}
	origin.Body = doc.body
	tool := makeTool(doc.matter, r.forms, r.loose, origin, name, digest(data))
	tool.seen = apart.seen
	return tool
}

// manifestTools loads the tools of the manifest.
func (l *loader) manifestTools() {
	m, ok := l.manifestFields.get("tools")
	if !ok {
		return
	}
	l.space.declares(manifestFile)
	entries, err := parseList(m.value, m.valueLine)
	if err != nil {
		l.problems.add(manifestFile, m.line, Error, `"tools" %v`, err)
		return
	}
	if len(entries) > maxFiles {
		l.problems.add(manifestFile, m.line, Error, "has %d tools; only the first %d were loaded: remove some", len(entries), maxFiles)
		entries = entries[:maxFiles]
	}
	if len(entries) == 0 {
		return
	}
	forms, err := newToolForms()
	if err != nil {
		l.problems.broken(manifestFile, err)
		return
	}
	all := newToolReader(l, forms)
	for i, e := range entries {
		origin := command.Origin{Source: sourceManifest, File: manifestFile, Line: e.line}
		name := fmt.Sprintf("tool %d", i+1)
		tool, err := parseObject(e.value, e.line)
		if err != nil {
			all.add(rejected(name, origin, []Problem{{File: manifestFile, Line: e.line, Severity: Error, Text: fmt.Sprintf("%s %v", name, err)}}))
			continue
		}
		r := makeTool(tool, forms, l.loose, origin, name, l.manifestSum)
		r.part = e.value
		all.add(r)
	}
}

// makeTool makes a tool of its fields. name is what it is called if it has no id.
func makeTool(o object, forms toolForms, loose *looseReader, origin command.Origin, name, sum string) reading {
	if m, ok := o.get("id"); ok && text(forms.tool.value(m)) != "" {
		name = text(forms.tool.value(m))
	}
	var spec command.Spec
	problems, ok := forms.tool.read(toolFields(o), origin.File, origin.Line, &spec)
	parameters, more, fine := forms.parameters(o, origin.File)
	problems = append(problems, more...)
	if !ok || !fine {
		return rejected(name, origin, problems)
	}
	spec.Parameters = parameters
	d, wrong, ok := command.New(spec, origin)
	for _, p := range wrong {
		severity := Error
		if p.Minor {
			severity = Warning
		}
		problems = append(problems, Problem{File: origin.File, Line: o.textLine(p.Field, p.Line, origin.Line), Severity: severity, Text: p.Text})
	}
	if !ok {
		return rejected(name, origin, problems)
	}
	r := reading{tool: Tool{Definition: d}, sum: sum, problems: problems}
	if !spec.MCP {
		r.look = loose.command(spec.Command, spec.WorkingDir)
		if unfit, ok := r.look.unfit(); ok {
			problems = append(problems, Problem{File: origin.File, Line: o.textLine("command", 1, origin.Line), Severity: Error, Text: "command: " + unfit})
			return rejected(name, origin, problems)
		}
	}
	_, said := o.get("confirm")
	r.unasked = said && !spec.Confirm && spec.SideEffect
	return r
}

// rejected is the reading of a tool that could not be loaded. The first of its
// problems is the reason that is shown.
func rejected(name string, origin command.Origin, problems []Problem) reading {
	t := Tool{Rejected: "it cannot be loaded"}
	t.Origin, t.Spec.ID, t.Spec.Name = origin, name, name
	if i := slices.IndexFunc(problems, func(p Problem) bool { return p.Severity == Error }); i >= 0 {
		t.Rejected, t.Origin.Line = problems[i].Text, problems[i].Line
	}
	return reading{tool: t, problems: problems}
}

// add puts a tool into the space. One whose id is taken stays in the list: it
// is shown as shadowed where tools are listed.
func (r *toolReader) add(t reading) {
	r.problems.addAll(t.problems)
	maps.Copy(r.files.seen, t.seen)
	if t.none {
		return
	}
	r.space.declares(t.tool.Origin.File)
	r.space.Tools = append(r.space.Tools, t.tool)
	if t.tool.Rejected != "" {
		return
	}
	spec, origin := t.tool.Spec, t.tool.Origin
	if first, twice := r.ids[spec.ID]; twice {
		r.problems.add(origin.File, origin.Line, Warning, "the id %q is already that of the tool in %s, which is used instead; give this one another id", spec.ID, first)
	} else {
		r.ids[spec.ID] = origin.File
	}
	named := r.scripts.named(shellWords(spec.Command), spec.WorkingDir)
	loose := r.scripts.loose(&named, t.look)
	r.problems.reportLoose(loose, origin.File, origin.Line, spec.ID, spec.Network, t.unasked)
	item := Item{Kind: "tool", Name: spec.ID, File: origin.File, SHA256: t.sum, Detail: toolDetail(spec) + looseWords(loose, spec.Command), Rights: toolRights(spec), Scripts: named.scripts, Absent: named.absent}
	if t.part != nil {
		r.space.addPart(item, t.part)
	} else {
		r.space.addItem(item)
	}
}

// toolDetail says what a tool would run.
func toolDetail(s command.Spec) string {
	if s.MCP {
		tool := s.Tool
		if tool == "" {
			tool = s.ID
		}
		return fmt.Sprintf("the tool %s of the server %s", tool, s.Server)
	}
	detail := s.Command
	for _, name := range slices.Sorted(maps.Keys(s.Environment)) {
		detail += fmt.Sprintf(" [%s=%s]", name, s.Environment[name])
	}
	return detail + placeWords(s.WorkingDir, s.Network)
}

// placeWords says in which folder of the space a program would run, and what it could reach,
// where its author says something of them.
func placeWords(folder string, network []string) (words string) {
	if folder != "" && path.Clean(folder) != "." {
		words = fmt.Sprintf(" [in %s]", folder)
	}
	if len(network) > 0 {
		words += " [network: " + strings.Join(network, ", ") + "]"
	}
	return words
}

// toolFields are the fields of a tool but its parameters. In a manifest, values of
// the environment may be numbers and switches, too.
func toolFields(o object) object {
	fields := make(object, 0, len(o))
	for _, m := range o {
		switch m.key {
		case "parameters":
			continue
		case "environment":
			m.value = textValues(m.value)
		}
		fields = append(fields, m)
	}
	return fields
}
