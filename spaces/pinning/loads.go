package pinning

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/programs"
	"handrail/pipeline/guard/bash"
)

// loads says why what a program's options or its own language make it run cannot be pinned.
func (p place) loads(name string, c bash.Command) string {
	l, _ := programs.LoadsOf(name)
	args := c.Args[1:]
	for i, a := range args {
		next := bash.Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		if text, ok := startedBy(name, l, a, next); ok {
			if why := p.text(text); why != "" {
				return why
			}
		}
		if file, ok := behind(l.Paths, a, next); ok && file.Text != "" {
			if why := p.leads(file); why != "" {
				return why
			}
		}
		if l.Operands && !strings.HasPrefix(a.Text, "-") {
			if why := p.leads(a); why != "" && (i > 0 || !strings.HasPrefix(name, "pip")) {
				return why
			}
		}
		if why := ownLanguage(name, a); why != "" {
			return why
		}
	}
	return ""
}

// startedBy is the command that an option of a program names.
func startedBy(name string, l programs.Loads, a, next bash.Word) (bash.Word, bool) {
	if text, ok := behind(l.Texts, a, next); ok {
		text.Text = strings.TrimPrefix(text.Text, "exec=")
		return text, true
	}
	option, glued, is := strings.Cut(a.Text, "=")
	if !a.Known || !strings.HasPrefix(option, "--") || !programs.StartedBy(name, option) {
		return bash.Word{}, false
	}
	if is {
		next = bash.Word{Text: glued, Known: true, Value: a.Value}
	}
	next.Text = strings.TrimPrefix(next.Text, "exec=")
	return next, next.Known
}

// behind is the value of an option that is one of these: the next word, or glued to it.
func behind(options []string, a, next bash.Word) (bash.Word, bool) {
	for _, o := range options {
		glued, is := strings.CutPrefix(a.Text, o)
		switch {
		case !is:
		case glued == "":
			return next, true
		case strings.HasPrefix(o, "--") && glued[0] == '=':
			a.Text = glued[1:]
			return a, true
		case !strings.HasPrefix(o, "--"):
			a.Text = glued
			return a, true
		}
	}
	return bash.Word{}, false
}

// text says why a command that a program gives to a shell cannot be pinned.
func (p place) text(text bash.Word) string {
	if !text.Known || text.Value || len(p.dirs) != 1 {
		return "what it starts is known only when it runs"
	}
	pinned := p.pinned
	if p.dirs[0] != p.folder { // a name means another file there
		pinned = nothing
	}
	if found := p.r.read(text.Text, nil, place{r: p.r, folder: p.dirs[0], pinned: pinned, lenient: p.lenient, led: true}); len(found) > 0 {
		return found[0].Why
	}
	return ""
}

// leads says why a file with code, or a folder of it, cannot be pinned.
func (p place) leads(to bash.Word) string {
	in, known := p.r.inSpace(to.Text, p.dirs)
	switch {
	case to.Value:
		return "a value names what it loads"
	case !to.Known || to.Glob || !known:
		if p.lenient && !strings.Contains(to.Text, "/") {
			return ""
		}
		return "what it loads is named only when it runs"
	case in && !p.r.closed(to.Text, p.dirs):
		return "it loads code from " + to.Text
	}
	return ""
}

var (
	sedRuns = lazy.Regexp(`(?:^|[;{}\n])\s*(?:[0-9$,~+!\s]|/(?:[^/\\\n]|\\.)*/[IM]*)*e(?:\s|;|$|[./~\w])`)
	sedFlag = lazy.Regexp(`s(?:/(?:[^/\\]|\\.)*/(?:[^/\\]|\\.)*/|\|(?:[^|\\]|\\.)*\|(?:[^|\\]|\\.)*\||#(?:[^#\\]|\\.)*#(?:[^#\\]|\\.)*#|,(?:[^,\\]|\\.)*,(?:[^,\\]|\\.)*,|@(?:[^@\\]|\\.)*@(?:[^@\\]|\\.)*@)[gpIMm0-9]*e`)
	awkRuns = lazy.Regexp(`\bsystem\s*\(|@load|@include|\|\s*(?:getline|")|"\s*\|`)
	jqLoads = lazy.Regexp(`(?:^|[;\s])(?:import|include)\s*"`)
	sqlRuns = lazy.Regexp(`(?m)^\s*\.(?:shell|system|load|read|import|once|output)\b|load_extension\s*\(`)
)

// ownLanguage says why a word of a program that has a small language of its own runs more.
func ownLanguage(name string, a bash.Word) string {
	if strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "-e") && !strings.HasPrefix(a.Text, "--expression=") {
		return ""
	}
	text := strings.TrimPrefix(strings.TrimPrefix(a.Text, "--expression="), "-e")
	runs := false
	switch name {
	case "sed", "gsed":
		runs = (strings.ContainsAny(text, " ;{}$/,!0123456789\n") || text == "e") && (sedRuns().MatchString(text) || sedFlag().MatchString(text))
	case "awk", "gawk", "mawk", "nawk":
		runs = awkRuns().MatchString(a.Text)
	case "jq":
		runs = jqLoads().MatchString(a.Text)
	case "sqlite3", "sqlite":
		runs = sqlRuns().MatchString(a.Text)
	}
	if runs {
		return "its program starts or loads other code"
	}
	return ""
}

var (
	// fetches are words with which a program loads or starts another.
	fetches = lazy.Regexp("\\b(?:do|require\\w*|include\\w*|load\\w*|dofile|execfile|run_path|run_module|import\\w*|SourceFileLoader|spec_from_file_location|source|system|exec\\w*|popen\\d?|Popen|spawn\\w*|check_output|check_call|run|call|fork|qx|eval|compile)\\b|`")
	// ofFile is what could name a file of the space in a program's text.
	ofFile = lazy.Regexp("[\"'`({\\s](?:\\.{1,2}/|[\\w.-]+/)[\\w./-]+|[\\w/-]\\.(?:pl|pm|py|rb|js|mjs|cjs|ts|lua|php|sh|bash|tcl|jl|r|so)\\b")
	// finds are what changes where a program looks for modules.
	finds = lazy.Regexp(`\bsys\.path\b|@INC\b|\buse\s+lib\b|\$LOAD_PATH|\$:\s*<<|\bpackage\.c?path\b|\bmodule\.paths\b|\bcreateRequire\b|\bset_include_path\b|\bauto_path\b`)
)

// inline says why the text of a program that stands in the command cannot be pinned: it loads
// a file of the space. It is a search for words, and no reading of the language.
func inline(code bash.Word) string {
	if fetches().MatchString(code.Text) && ofFile().MatchString(" "+code.Text) || finds().MatchString(code.Text) {
		return "its code may load a file of the space; write it to a script"
	}
	return ""
}

// codeCluster reports whether a cluster of perl's or ruby's options ends with code.
func codeCluster(name, option string) bool {
	return slices.Contains([]string{"perl", "ruby"}, name) && len(option) < 8 && clusters().MatchString(option)
}

var clusters = lazy.Regexp(`^-[alnpwsi0-9]*[eE]$`)
