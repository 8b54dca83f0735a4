package pinning

import (
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/programs"
	"handrail/pipeline/guard/bash"
)

var (
	sources = lazy.Regexp(`(?:^|[|;:(\s])(?:so|sour?c?e?|ru|runtime|luafile|pyfile|py3file|rubyfile|load|script\s+import|\\ir?)!?\s+["']?([^\s"'|;)]+)`)
	shells  = lazy.Regexp(`^\s*(?:sil\w*!?\s+)?(?:!|shell\s|\\!)\s*(.+)$`)
)

// readsCode says why what an editor, a debugger, a client of a database or the like reads as code cannot be pinned.
func (p place) readsCode(name string, c bash.Command) string {
	args := c.Args[1:]
	if name == "xargs" || name == "gxargs" {
		return p.fedWords(c)
	}
	how, ok := programs.ReadingOf(name)
	if !ok {
		return ""
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		word := func(text string, next bool) bash.Word {
			if next {
				if i++; i < len(args) {
					return args[i]
				}
				return bash.Word{Known: true}
			}
			a.Text = text
			return a
		}
		why := ""
		if text, next, is := programs.FileIn(how.Code, a.Text); is {
			why = p.sourced(word(text, next))
		} else if text, next, is := programs.FileIn(how.Files, a.Text); is && !silent(args[:i], a) {
			why = p.readsFile(word(text, next), c)
		} else if file, is := strings.CutPrefix(a.Text, "@"); is && how.At {
			a.Text = file
			why = p.readsFile(a, c)
		} else if how.Operands && !strings.HasPrefix(a.Text, "-") && a.Text != "" {
			why = p.readsFile(a, c)
		}
		for _, lead := range how.Texts {
			if text, is := strings.CutPrefix(a.Text, lead); is && why == "" {
				why = p.text(bash.Word{Text: text, Known: a.Known, Value: a.Value})
			}
		}
		if why == "" && i > 0 && !p.lenient && strings.HasPrefix(name, "sqlite") && !a.Known && strings.HasPrefix(a.Text, "$") {
			why = "what it runs is known only when it runs"
		}
		if why != "" {
			return why
		}
	}
	switch {
	case !how.Input || asksOnly(args) || how.Alone && len(args) > 0:
		return ""
	case c.In.Known:
		for line := range strings.Lines(c.In.Text) {
			if why := p.sourced(bash.Word{Text: strings.TrimSuffix(line, "\n"), Known: true}); why != "" {
				return why
			}
		}
		return ""
	case len(c.Reads) == 1 && c.In.Piped && !c.In.Known:
		return p.readsFile(c.Reads[0], c)
	case p.lenient || how.Counts:
		return ""
	}
	return p.fed(c)
}

// fedWords says why what xargs gives to a shell as its text cannot be pinned.
func (p place) fedWords(c bash.Command) string {
	args, hole, list := c.Args[1:], "{}", bash.Word{}
	for i, a := range args {
		next := bash.Word{Known: true}
		if i+1 < len(args) {
			next = args[i+1]
		}
		if text, apart, is := programs.FileIn([]string{"-I", "--replace"}, a.Text); is {
			if hole = text; apart {
				hole = next.Text
			}
		}
		if text, apart, is := programs.FileIn([]string{"-a", "--arg-file"}, a.Text); is {
			if list = a; apart {
				list = next
			} else {
				list.Text = text
			}
		}
		if !programs.IsShell(programs.Base(a.Text)) || next.Text != "-c" {
			continue
		}
		switch text := args[i+2:]; {
		case len(text) > 0 && !strings.Contains(text[0].Text, hole):
		case list.Text != "":
			return p.readsFile(list, c)
		default:
			return p.fed(c)
		}
	}
	return ""
}

// silent reports whether -s stands for no file: behind -e it has vim say nothing.
func silent(before []bash.Word, a bash.Word) bool {
	if a.Text != "-s" {
		return false
	}
	for _, w := range before {
		if w.Text == "-e" || w.Text == "-E" {
			return true
		}
	}
	return false
}

// asksOnly reports whether a program is only asked about itself.
func asksOnly(args []bash.Word) bool {
	return len(args) == 1 && args[0].Known && strings.HasPrefix(args[0].Text, "-") && strings.Contains("--version --help -v -V -h -l", args[0].Text)
}

// readsFile is reads for a file that may stand for nothing.
func (p place) readsFile(file bash.Word, c bash.Command) string {
	switch {
	case file.Known && (file.Text == "" || file.Text == "NONE" || file.Text == "NORC" || file.Text == "DEFAULTS" || file.Text == "/dev/null"):
		return ""
	case file.Text == "-":
		return p.fed(c)
	}
	return p.reads(file, c)
}

// sourced says why a command of a program's own language loads or starts what cannot be pinned.
func (p place) sourced(code bash.Word) string {
	if m := sources().FindStringSubmatch(code.Text); m != nil {
		return p.runs(bash.Word{Text: m[1], Known: code.Known, Value: code.Value})
	}
	if m := shells().FindStringSubmatch(code.Text); m != nil {
		return p.text(bash.Word{Text: m[1], Known: code.Known, Value: code.Value})
	}
	return ""
}

// opensShell says why what a wrapper is fed cannot be pinned, where no command stands behind it: it opens a shell then.
func (p place) opensShell(wrap programs.Wrapper, c bash.Command) string {
	words := 0
	for i, a := range c.Args[1:] {
		before := c.Args[i].Text
		short := len(before) > 1 && before[0] == '-' && before[1] != '-' && strings.IndexByte(wrap.Short, before[len(before)-1]) >= 0
		if !strings.HasPrefix(a.Text, "-") && !short {
			words++
		}
	}
	if wrap.Idle || wrap.Here || wrap.TextOnly || wrap.Joined || words > wrap.Operands {
		return ""
	}
	return p.fed(c)
}
