package clients

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// MaxServers is how many servers of one file are read.
const MaxServers = 1000

// Find reads every place of a world. Files that are not there, or that have
// neither servers nor an error, are left out.
func Find(w World) []File {
	var out []File
	for _, p := range Places(w) {
		if f, there := Read(w, p); there && (len(f.Servers) > 0 || f.Err != nil) {
			out = append(out, f)
		}
	}
	return out
}

// Read reads a place. It reports whether there is a file. What is wrong with the
// file is in File.Err.
func Read(w World, p Place) (f File, there bool) {
	c, err := readFile(p.File)
	if err != nil || !c.exists {
		return File{Place: p, Err: err}, err != nil
	}
	return readText(w, p, c.text), true
}

// ReadText reads servers from a text that a person has pasted: any of the shapes
// of the programs, also without the braces around it. name is what errors call it.
func ReadText(w World, name string, text []byte) File {
	p := Place{Program: "text", Title: "Text", File: name, shape: shapePlain}
	trimmed := strings.TrimSpace(strings.TrimPrefix(string(text), bom))
	switch {
	case len(text) > MaxFile:
		return File{Place: p, Err: tooLarge(name)}
	case strings.HasPrefix(trimmed, "[") || strings.HasPrefix(trimmed, "mcp_servers"):
		p.shape = shapeCodex
	case strings.HasPrefix(trimmed, `"`): // an entry that was cut out of a file
		trimmed = "{" + strings.TrimSuffix(trimmed, ",") + "}"
	}
	if err := checkText(name, []byte(trimmed)); err != nil {
		return File{Place: p, Err: err}
	}
	return readText(w, p, []byte(trimmed))
}

// readText reads a file's text.
func readText(w World, p Place, text []byte) File {
	f := File{Place: p}
	content, err := p.parse(text)
	if err != nil {
		f.Err = err
		return f
	}
	r := reader{w: w, f: &f}
	root := content.node()
	switch p.shape {
	case shapeClaude:
		r.servers(root.get("mcpServers"), "", nil)
		projects, _ := root.get("projects").once()
		for _, project := range projects {
			r.servers(project.value.get("mcpServers"), project.name, texts(project.value.get("disabledMcpServers")))
		}
	case shapeVSCode:
		r.inputs = root.get("inputs")
		r.servers(root.get("servers"), p.Project, nil)
	case shapeSettings:
		r.inputs = root.get("mcp", "inputs")
		r.servers(root.get("mcp", "servers"), p.Project, nil)
	case shapeGemini:
		r.servers(root.get("mcpServers"), p.Project, texts(root.get("mcp", "excluded")))
	case shapeCodex:
		r.servers(root.get("mcp_servers"), p.Project, nil)
	case shapeZed, shapeOpencode, shapeCrush, shapeAmp:
		r.servers(root.get(p.list()...), p.Project, nil)
	case shapeGoose:
		r.servers(gooseServers(root.get("extensions")), "", nil)
	case shapeContinue:
		r.servers(namedServers(root.get("mcpServers")), p.Project, nil)
	default:
		r.plain(root)
	}
	return f
}

// plain reads the shape that most programs share. A pasted text may be of any.
func (r *reader) plain(root *node) {
	list := root.get("mcpServers")
	if list == nil && r.f.Program == "text" {
		switch {
		case root.get("servers") != nil:
			r.f.shape, list, r.inputs = shapeVSCode, root.get("servers"), root.get("inputs")
		case root.get("mcp", "servers") != nil:
			r.f.shape, list, r.inputs = shapeVSCode, root.get("mcp", "servers"), root.get("mcp", "inputs")
		case root.get("context_servers") != nil:
			r.f.shape, list = shapeZed, root.get("context_servers")
		case root.get("amp.mcpServers") != nil:
			r.f.shape, list = shapeAmp, root.get("amp.mcpServers")
		case opencodeList(root.get("mcp")):
			r.f.shape, list = shapeOpencode, root.get("mcp")
		case root.get("mcp") != nil && root.get("mcp").kind == isTable && root.get("command") == nil:
			r.f.shape, list = shapeCrush, root.get("mcp")
		case root.get("command") != nil || root.get("url") != nil: // one server without a name
			list = &node{kind: isTable, line: root.line, members: []member{{name: "server", line: root.line, value: root}}}
		default:
			list = root
		}
	}
	r.servers(list, r.f.Project, nil)
}

// opencodeList reports whether a table of servers is opencode's, whose commands are lists.
func opencodeList(list *node) bool {
	members, _ := list.once()
	return slices.ContainsFunc(members, func(m member) bool {
		kind := m.value.get("type")
		return m.value.get("environment") != nil || m.value.get("command") != nil && m.value.get("command").kind == isList || kind != nil && kind.text == "remote"
	})
}

// gooseServers are the extensions of Goose that are servers: the others are parts of it.
func gooseServers(all *node) *node {
	if all == nil || all.kind != isTable {
		return all
	}
	out := &node{kind: isTable, line: all.line}
	for _, m := range all.members {
		if kind := m.value.get("type"); kind != nil && slices.Contains([]string{"builtin", "platform", "frontend", "inline_python"}, kind.text) {
			continue
		}
		out.members = append(out.members, m)
	}
	return out
}

// namedServers makes a table of a list whose items have names.
func namedServers(list *node) *node {
	if list == nil || list.kind != isList {
		return list
	}
	out := &node{kind: isTable, line: list.line}
	for _, item := range list.items {
		name := item.get("name")
		if name == nil || name.kind != isText {
			name = &node{text: "server"}
		}
		out.members = append(out.members, member{name: name.text, line: item.line, value: item})
	}
	return out
}

// reader gathers the servers of one file.
type reader struct {
	w      World
	f      *File
	inputs *node // what VS Code asks for
}

// servers reads a table of servers.
func (r *reader) servers(list *node, project string, off []string) {
	switch {
	case list == nil || r.f.Err != nil:
		return
	case list.kind != isTable:
		r.f.Err = &Error{File: r.f.File, Line: list.line, Column: 1, Text: fmt.Sprintf("the servers must be a table of names and values, not %s", list.kind)}
		return
	}
	members, twice := list.once()
	for _, name := range twice {
		r.f.Notes = append(r.f.Notes, fmt.Sprintf("%q is there more than once; the last one counts, as in the program itself", name))
	}
	for _, m := range members {
		if len(r.f.Servers) == MaxServers {
			r.f.Notes = append(r.f.Notes, fmt.Sprintf("only the first %d servers are read", MaxServers))
			return
		}
		s := Server{Name: m.name, Line: m.line, Project: project}
		if slices.Contains(off, m.name) {
			s.Disabled = true
		}
		if m.value.kind != isTable {
			s.refuse("it must be a table of names and values, not %s", m.value.kind)
		} else {
			(&entry{r: r, s: &s, n: m.value}).read()
		}
		r.f.Servers = append(r.f.Servers, s)
	}
}

// texts are the texts of a list; what is no text is left out.
func texts(list *node) (out []string) {
	if list == nil {
		return nil
	}
	for _, item := range list.items {
		if item.kind == isText {
			out = append(out, item.text)
		}
	}
	return out
}

// Where is the line and column of an error, 0 if it is of a file as a whole.
func Where(err error) (line, column int) {
	var at *Error
	if errors.As(err, &at) {
		return at.Line, at.Column
	}
	return 0, 0
}

// ReadAny reads a file that the person names: by its name it is one of the
// programs', else any of their shapes.
func ReadAny(w World, file string) File {
	for _, p := range Places(w) {
		if p.File == file {
			if f, there := Read(w, p); there {
				return f
			}
		}
	}
	p := Place{Program: "file", Title: "File", File: file}
	c, err := readFile(file)
	switch {
	case err != nil:
		return File{Place: p, Err: err}
	case !c.exists:
		return File{Place: p, Err: &Error{File: file, Text: "there is no such file"}}
	}
	shapes := map[string]shape{".claude.json": shapeClaude, "config.toml": shapeCodex}
	if s, known := shapes[filepath.Base(file)]; known {
		p.shape = s
		return readText(w, p, c.text)
	}
	f := ReadText(w, file, c.text)
	f.Program, f.Title = p.Program, p.Title
	return f
}
