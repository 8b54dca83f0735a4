package spaces

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"handrail/tools"
)

// serverForm is one entry of .mcp.json, in the spellings of several programs.
type serverForm struct {
	Command  string            `json:"command,omitempty" maxlen:"10000"`
	Args     []string          `json:"args,omitempty"`
	Env      map[string]string `json:"env,omitempty" alias:"environment"`
	Dir      string            `json:"cwd,omitempty" maxlen:"4096"`
	URL      string            `json:"url,omitempty" maxlen:"10000" alias:"serverUrl,httpUrl"`
	Type     string            `json:"type,omitempty" maxlen:"100" alias:"transport"`
	Headers  map[string]string `json:"headers,omitempty"`
	Timeout  float64           `json:"timeout,omitempty" min:"0" max:"86400000"`
	Disabled bool              `json:"disabled,omitempty"`
	Network  []string          `json:"network,omitempty"`
}

// milliseconds is where a timeout is no number of seconds any more: several
// programs count milliseconds.
const milliseconds = 1000

// servers notices the MCP servers of .mcp.json.
func (l *loader) servers() {
	const file = ".mcp.json"
	data, ok := l.files.read(file, MaxDefinition)
	if !ok {
		return
	}
	l.space.declares(file)
	members, ok := l.group(file, data, "mcpServers", "servers")
	if !ok {
		return
	}
	form, err := newForm[serverForm]("network")
	if err != nil {
		l.problems.broken(file, err)
		return
	}
	r := &serverReader{space: l.space, problems: l.problems, scripts: l.scripts, loose: l.loose, form: form, file: file, sum: digest(data)}
	for _, m := range members {
		r.read(m)
	}
}

// A serverReader reads the servers of one file into a space.
type serverReader struct {
	space    *Space
	problems *problems
	scripts  *scripts
	loose    *looseReader
	form     form
	file     string
	sum      string // the file's digest
}

// read notices one entry. A broken one is listed with the reason.
func (r *serverReader) read(m member) {
	name := m.key
	broken := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		r.problems.add(r.file, m.line, Error, "server %q %s", name, text)
		r.space.Servers = append(r.space.Servers, Server{Name: m.key, Line: m.line, Broken: text})
	}
	if misleads(m.key) {
		m.key = fmt.Sprintf("%+q", m.key) // it is listed, with each character to be seen
		broken("cannot be called that: its name holds line breaks or characters that turn text around, and could pass for something else in a list; give it another one")
		return
	}
	o, err := parseObject(m.value, m.valueLine)
	if err != nil {
		broken("%v", err)
		return
	}
	var s serverForm
	problems, ok := r.form.read(o, r.file, m.line, &s)
	reason := ""
	for i, p := range problems {
		if p.Severity == Error && reason == "" {
			reason = p.Text
		}
		problems[i].Text = fmt.Sprintf("server %q: %s", m.key, p.Text)
	}
	r.problems.addAll(problems)
	r.beyond(o, m.key)
	switch {
	case !ok:
		r.space.Servers = append(r.space.Servers, Server{Name: m.key, Line: m.line, Broken: reason})
		return
	case s.Command == "" && s.URL == "":
		broken("has neither a command nor a url; give it one of them")
		return
	case m.key == "" || strings.Contains(m.key, "__") || strings.HasSuffix(m.key, "_"):
		broken("cannot be called that: a name must not be empty, hold two underscores in a row or end with one; they part it from the tool's name")
		return
	}
	if s.Command != "" && s.URL != "" {
		r.problems.add(r.file, m.line, Warning, "server %q has both a command and a url: it is started by its command, and the url is not used; remove one of them", m.key)
		s.URL = ""
	}
	if s.Timeout >= milliseconds {
		s.Timeout /= 1000
	}
	server := Server{
		Name: m.key, Command: s.Command, Args: s.Args, Env: s.Env, Dir: s.Dir, URL: s.URL, Type: s.Type, Headers: s.Headers, Timeout: s.Timeout,
		Disabled: s.Disabled, Network: s.Network, Line: m.line,
	}
	r.space.Servers = append(r.space.Servers, server)
	argv := append([]string{s.Command}, s.Args...)
	folder := r.loose.nameOf(s.Dir)
	if !filepath.IsLocal(folder) { // it starts elsewhere, and names the space's files by their whole paths
		folder = "."
	}
	named := r.scripts.named(argvWords(argv), folder)
	_ = r.scripts.loose(&named, r.loose.argv(argv, folder)) // a server is trusted with all that it runs
	r.space.addPart(Item{Kind: "server", Name: m.key, File: r.file, SHA256: r.sum, Detail: server.detail(), Rights: server.rights(), Scripts: named.scripts, Absent: named.absent}, m.value)
}

// beyond warns of what a server's author asks for and does not get from this file:
// which folders beyond the space are open to it is the person's to say
// (docs/spec/08-mcp.md).
func (r *serverReader) beyond(o object, server string) {
	for i, word := range []string{"read", "write"} {
		kind := []tools.ActionKind{tools.AllowServerRead, tools.AllowServerWrite}[i]
		if m, ok := o.get(word); ok {
			r.problems.add(r.file, m.line, Warning, "%v", tools.Advise(tools.Action{Kind: kind, Subject: server, Detail: "PATH"},
				"server %q: %q is not used here: what a server may %s outside the space is for you to decide", server, word, word))
		}
	}
}

// detail is what a server would do, for the person who is about to trust it: what
// it runs or where it is, what it is told besides, and what it reaches. Values are
// as they are written, so that ${secret:NAME} is seen before it is sent anywhere; a
// header's value is shown where it takes something of the person's.
func (s Server) detail() string {
	text := strings.Join(append([]string{s.Command}, s.Args...), " ")
	if s.Command == "" {
		text = s.URL
	}
	var more []string
	for _, part := range []struct {
		word string
		list []string
	}{{"env", settings(s.Env, "")}, {"headers", settings(s.Headers, "${")}, {"network", s.Network}} {
		if len(part.list) > 0 {
			more = append(more, part.word+": "+strings.Join(part.list, ", "))
		}
	}
	if s.Dir != "" {
		more = append(more, "cwd: "+s.Dir)
	}
	if len(more) > 0 {
		text += " (" + strings.Join(more, "; ") + ")"
	}
	return text
}

// settings lists variables or headers by name, each with its value if that holds
// mark.
func settings(values map[string]string, mark string) []string {
	out := slices.Sorted(maps.Keys(values))
	for i, name := range out {
		if value := values[name]; strings.Contains(value, mark) {
			out[i] = name + "=" + value
		}
	}
	return out
}

// group reads a file that is an object with one object of named things in it. The
// first of keys that is there counts.
func (l *loader) group(file string, data []byte, keys ...string) (object, bool) {
	o, err := parseObject(trimBOM(data), 1)
	if err != nil {
		l.problems.broken(file, err)
		return nil, false
	}
	key := keys[0]
	m, found := o.get(key)
	for _, other := range keys[1:] {
		if found {
			break
		}
		if m, found = o.get(other); found {
			key = other
		}
	}
	if !found {
		l.problems.add(file, 1, Warning, "has no %q, so it declares nothing", key)
		return nil, false
	}
	members, err := parseObject(m.value, m.valueLine)
	if err != nil {
		l.problems.add(file, m.line, Error, "%q %v", key, err)
		return nil, false
	}
	return members, true
}

// rules notices agent/rules.json, which the guard reads.
func (l *loader) rules() {
	const file = "agent/rules.json"
	data, ok := l.files.read(file, MaxDefinition)
	if !ok {
		return
	}
	l.space.Rules = true
	l.space.addItem(Item{Kind: "rules", Name: "rules", File: file, SHA256: digest(data)})
}

// pages notices pages/*.html.
func (l *loader) pages() {
	entries, err := fs.ReadDir(l.files.fsys, "pages")
	if err != nil {
		l.problems.unreadable("pages", err)
	}
	for _, e := range entries {
		name := path.Join("pages", e.Name())
		if e.IsDir() || path.Ext(name) != ".html" {
			continue
		}
		l.space.declares(name)
		if l.files.leftOut(name) {
			continue
		}
		data, ok := l.files.listed(name, maxPage)
		if !ok {
			continue
		}
		l.space.Pages = append(l.space.Pages, name)
		l.space.addItem(Item{Kind: "page", Name: strings.TrimSuffix(e.Name(), ".html"), File: name, SHA256: digest(data)})
	}
}

// memory reads MEMORY.md. Of a long one the end counts: new notes are appended.
func (l *loader) memory() {
	const file = "MEMORY.md"
	data, ok := l.files.read(file, maxPage)
	if !ok {
		return
	}
	l.space.declares(file)
	if !utf8.Valid(data) {
		l.problems.add(file, 0, Error, "is not valid UTF-8, so the agent is not told what it says; save it as UTF-8")
		return
	}
	note := string(data)
	if len(note) > maxMemory {
		l.problems.add(file, 0, Warning, "has %d bytes; the agent is told the last %d: shorten it", len(note), maxMemory)
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
	for _, file := range l.files.odd {
		l.space.declares(file)
	}
	if l.space.Declares() {
		l.space.addItem(Item{Kind: "memory", Name: "MEMORY.md", File: "MEMORY.md", Detail: "what agents note there is told to them; not pinned, because they write it themselves"})
	}
}
