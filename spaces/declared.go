package spaces

import (
	"io/fs"
	"path"
	"strings"
	"unicode/utf8"
)

// serverForm is one entry of .mcp.json.
type serverForm struct {
	Command string            `json:"command,omitempty" maxlen:"10000"`
	Args    []string          `json:"args,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
	URL     string            `json:"url,omitempty" maxlen:"10000"`
}

// servers notices the MCP servers of .mcp.json.
func (l *loader) servers() {
	const file = ".mcp.json"
	data, ok := l.read(file, maxDefinition)
	if !ok {
		return
	}
	l.space.declared = true
	members, ok := l.group(file, data, "mcpServers")
	if !ok {
		return
	}
	form, err := newForm[serverForm]()
	if err != nil {
		l.broken(file, err)
		return
	}
	for _, m := range members {
		o, err := parseObject(m.value, m.valueLine)
		if err != nil {
			l.problem(file, m.line, Error, "server %q %v", m.key, err)
			continue
		}
		var s serverForm
		problems, ok := form.read(o, file, m.line, &s)
		for i := range problems {
			problems[i].Text = "server \"" + m.key + "\": " + problems[i].Text
		}
		l.report(problems)
		switch {
		case !ok:
			continue
		case s.Command == "" && s.URL == "":
			l.problem(file, m.line, Error, "server %q has neither a command nor a url; give it one of them", m.key)
			continue
		case strings.Contains(m.key, "__") || m.key == "":
			l.problem(file, m.line, Error, "server %q: a name must not be empty or hold two underscores in a row; they part it from the tool's name", m.key)
			continue
		}
		l.space.Servers = append(l.space.Servers, Server{Name: m.key, Command: s.Command, Args: s.Args, Env: s.Env, URL: s.URL, Line: m.line})
		detail := strings.Join(append([]string{s.Command}, s.Args...), " ")
		if s.Command == "" {
			detail = s.URL
		}
		named := l.namedScripts(argvWords(append([]string{s.Command}, s.Args...)), "")
		l.part(Item{Kind: "server", Name: m.key, File: file, SHA256: digest(data), Detail: detail, Scripts: named.scripts, Absent: named.absent}, m.value)
	}
}

// group reads a file that is an object with one object of named things in it.
func (l *loader) group(file string, data []byte, key string) (object, bool) {
	o, err := parseObject(trimBOM(data), 1)
	if err != nil {
		l.broken(file, err)
		return nil, false
	}
	m, found := o.get(key)
	if !found {
		l.problem(file, 1, Warning, "has no %q, so it declares nothing", key)
		return nil, false
	}
	members, err := parseObject(m.value, m.valueLine)
	if err != nil {
		l.problem(file, m.line, Error, "%q %v", key, err)
		return nil, false
	}
	return members, true
}

// rules notices agent/rules.json, which the guard reads.
func (l *loader) rules() {
	const file = "agent/rules.json"
	data, ok := l.read(file, maxDefinition)
	if !ok {
		return
	}
	l.space.Rules = true
	l.item(Item{Kind: "rules", Name: "rules", File: file, SHA256: digest(data)})
}

// pages notices pages/*.html.
func (l *loader) pages() {
	entries, err := fs.ReadDir(l.fsys, "pages")
	if err != nil {
		l.unreadable("pages", err)
	}
	for _, e := range entries {
		name := path.Join("pages", e.Name())
		if e.IsDir() || path.Ext(name) != ".html" {
			continue
		}
		l.space.declared = true
		data, ok := l.listed(name, maxScript)
		if !ok {
			continue
		}
		l.space.Pages = append(l.space.Pages, name)
		l.item(Item{Kind: "page", Name: strings.TrimSuffix(e.Name(), ".html"), File: name, SHA256: digest(data)})
	}
}

// memory reads MEMORY.md. Of a long one the end counts: new notes are appended.
func (l *loader) memory() {
	const file = "MEMORY.md"
	data, ok := l.read(file, maxScript)
	if !ok {
		return
	}
	l.space.declared = true
	if !utf8.Valid(data) {
		l.problem(file, 0, Error, "is not valid UTF-8, so the agent is not told what it says; save it as UTF-8")
		return
	}
	note := string(data)
	if len(note) > maxMemory {
		l.problem(file, 0, Warning, "has %d bytes; the agent is told the last %d: shorten it", len(note), maxMemory)
		note = note[len(note)-maxMemory:]
		if _, rest, ok := strings.Cut(note, "\n"); ok {
			note = rest
		}
		note = strings.ToValidUTF8(note, "")
	}
	l.space.Memory = note
}

// noteMemory lists the memory of every space that declares something, be there a
// MEMORY.md or not: the first note of an agent must not change what was trusted.
func (l *loader) noteMemory() {
	if l.space.declared {
		l.item(Item{Kind: "memory", Name: "MEMORY.md", File: "MEMORY.md", Detail: "what agents note there is told to them; not pinned, because they write it themselves"})
	}
}
