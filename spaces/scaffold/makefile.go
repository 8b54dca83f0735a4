package scaffold

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/tools/command"
)

// A target is one of a Makefile, collected over all its rules.
type target struct {
	name  string
	line  int
	doc   string
	rule  bool // a rule makes it; being named in .PHONY is not enough
	phony bool
}

// A makefile is what reading one, without running make, has found.
type makefile struct {
	targets []*target
	byName  map[string]*target
	runs    web
	skip    func(name string, line int, format string, args ...any)

	doc     string  // of the ## comment right above
	current *strand // of the rule whose recipe follows; nil: none does
	define  bool    // inside define … endef
}

// makeTargets proposes the targets of a Makefile. make itself never runs: it
// would run $(shell …) while reading.
func makeTargets(p project) found {
	f := found{prefix: "make"}
	text, ok := f.first(p, "GNUmakefile", "makefile", "Makefile")
	if !ok {
		return f
	}
	if strings.Contains(text, ".RECIPEPREFIX") {
		f.skip("", 0, "sets .RECIPEPREFIX, so its rules cannot be told from its recipes without running make")
		return f
	}
	m := makefile{byName: map[string]*target{}, runs: web{}, skip: f.skip}
	m.read(text)
	phonies := slices.ContainsFunc(m.targets, func(t *target) bool { return t.phony })
	for _, t := range m.targets {
		f.target(t, m.runs, phonies)
	}
	return f
}

// target proposes one target.
func (f *found) target(t *target, runs web, phonies bool) {
	switch {
	case !t.rule: // it is only named in .PHONY
	case strings.Contains(t.name, "%"):
		f.skip(t.name, t.line, "is a pattern, not a target")
	case strings.ContainsRune(t.name, '$'):
		f.skip(t.name, t.line, "its name is made by a variable, which only make itself knows")
	case strings.HasPrefix(t.name, ".") || strings.HasPrefix(t.name, "_"):
		f.skip(t.name, t.line, "is private: its name starts with %s", t.name[:1])
	case !plain(t.name):
		f.skip(t.name, t.line, "%s", notPlain(t.name))
	case kebab(t.name) == "":
		f.skip(t.name, t.line, "its name has no letter")
	case !t.phony && t.doc == "" && (phonies || strings.ContainsAny(t.name, "/.")):
		f.skip(t.name, t.line, "makes a file: it is not in .PHONY and has no ## comment")
	case f.room():
		doc := t.doc
		if doc == "" {
			doc = "Make the target " + t.name
		}
		d := draft{name: kebab(t.name), hand: command.Hand{Description: sentence(doc), Command: []string{"make", t.name}}}
		d.judge(t.name, runs.whole(t.name))
		f.addDraft(d, t.line)
	}
}

var (
	assignment = lazy.Regexp(`^\s*((export|override|private|unexport|define)\s+)*[^\s:#=]+\s*(\+|\?|!|:{0,3})=`)
	included   = lazy.Regexp(`^\s*(-include|sinclude|include)\s+(.*)`)
)

func (m *makefile) read(text string) {
	number := 0
	for text != "" {
		line, at := "", number+1
		for { // a backslash at the end joins two lines
			var part string
			part, text, _ = strings.Cut(text, "\n")
			number++
			part = strings.TrimSuffix(part, "\r")
			line += part
			if !strings.HasSuffix(part, `\`) || text == "" {
				break
			}
			line = line[:len(line)-1] + " "
		}
		m.line(line, at)
	}
}

func (m *makefile) line(line string, at int) {
	trimmed := strings.TrimSpace(line)
	first, _, _ := strings.Cut(trimmed, " ")
	switch {
	case m.define:
		m.define = first != "endef"
	case strings.HasPrefix(line, "\t"):
		m.recipe(trimmed)
		return
	case first == "define" && !strings.HasSuffix(trimmed, "="), first == "define":
		m.define = true
	case strings.HasPrefix(trimmed, "##"):
		m.doc = strings.TrimLeft(trimmed, "# ")
		return
	case trimmed == "" || strings.HasPrefix(trimmed, "#"): // a recipe may go on behind it
		m.doc = ""
		return
	case slices.Contains([]string{"ifeq", "ifneq", "ifdef", "ifndef", "else", "endif", "vpath", "undefine"}, first):
		return
	case included().MatchString(line):
		m.skip("", at, "includes %s, which is not looked at", sentence(included().FindStringSubmatch(line)[2]))
	case assignment().MatchString(line):
	default:
		m.rule(line, at)
		return
	}
	m.doc, m.current = "", nil
}

// recipe notes what the rule right above runs.
func (m *makefile) recipe(text string) {
	if m.current != nil {
		m.current.texts = append(m.current.texts, strings.TrimLeft(text, "@-+ "))
	}
	m.doc = ""
}

// rule reads "targets: what they need ## what they do".
func (m *makefile) rule(line string, at int) {
	doc := m.doc
	m.doc, m.current = "", nil
	left, right, ok := cutRule(line)
	if !ok {
		return
	}
	if rest, comment, found := strings.Cut(right, "##"); found {
		right, doc = rest, strings.TrimLeft(comment, "# ")
	}
	right, _, _ = strings.Cut(right, "#")
	right, inline, _ := strings.Cut(right, ";")
	if assignment().MatchString(right) { // a variable for these targets only
		return
	}
	left = strings.TrimSuffix(strings.TrimRight(left, " \t"), "&") // a group that one recipe makes
	names, needs := strings.Fields(left), strings.Fields(right)
	if len(names) == 1 && names[0] == ".PHONY" {
		for _, name := range needs {
			m.get(name, at).phony = true
		}
		return
	}
	m.current = &strand{calls: needs}
	for _, name := range names {
		t := m.get(name, at)
		if !t.rule {
			t.rule, t.line = true, at
		}
		if t.doc == "" {
			t.doc = doc
		}
		m.runs[name] = append(m.runs[name], m.current)
	}
	if inline != "" {
		m.recipe(strings.TrimSpace(inline))
	}
}

// get returns the target of a name, made new if need be.
func (m *makefile) get(name string, at int) *target {
	t, ok := m.byName[name]
	if !ok {
		t = &target{name: name, line: at}
		m.byName[name] = t
		m.targets = append(m.targets, t)
	}
	return t
}

// cutRule cuts a rule at its colon, which is not one inside $( ) or ${ }. Names
// with blanks inside a reference stay whole.
func cutRule(line string) (left, right string, ok bool) {
	depth := 0
	for i := range len(line) {
		switch c := line[i]; {
		case (c == '(' || c == '{') && (depth > 0 || i > 0 && line[i-1] == '$'):
			depth++
		case (c == ')' || c == '}') && depth > 0:
			depth--
		case c == '#' && depth == 0:
			return "", "", false
		case c == ':' && depth == 0:
			right := strings.TrimPrefix(strings.TrimPrefix(line[i+1:], ":"), ":")
			return line[:i], right, !strings.HasPrefix(right, "=")
		}
	}
	return "", "", false
}
