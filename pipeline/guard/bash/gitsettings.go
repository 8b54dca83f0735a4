package bash

import (
	"maps"
	"slices"
	"strings"

	"handrail/tools"
)

// A Setting is one of git's, as it is given for one run of it.
type Setting struct{ Key, Value string }

// Elsewhere is the key that stands for settings, or commands, that git takes from where
// nobody has looked.
const Elsewhere = "elsewhere"

// settingsVariable reports whether git takes settings, or commands, from a variable or from
// where it says.
func settingsVariable(name string) bool {
	return strings.HasPrefix(name, "GIT_CONFIG") || slices.Contains([]string{"GIT_EXEC_PATH", "HOME", "XDG_CONFIG_HOME"}, name)
}

// lend puts the variables from which git takes settings, and which are given to one command,
// where the programs that it starts find them. What it returns takes them back.
func lend(l *launch) (back func()) {
	st, before := l.st, map[string]*Word{}
	for _, a := range l.c.Assigns {
		name, text, _ := strings.Cut(a, "=")
		if !settingsVariable(name) {
			continue
		}
		now, had := st.vars[name]
		switch _, seen := before[name]; {
		case seen:
		case had:
			before[name] = &now
		default:
			before[name] = nil
		}
		st.set(name, Word{Text: text, Known: !strings.Contains(text, "$"), Value: l.c.Value})
	}
	return func() {
		for name, was := range before {
			if was != nil {
				st.vars[name] = *was
			} else {
				delete(st.vars, name)
			}
		}
	}
}

// gitVariables are the settings that variables give git, and whether a value may be among
// them. Whether they are exported is not asked.
func (st *state) gitVariables() (settings []Setting, value bool) {
	for _, name := range slices.Sorted(maps.Keys(st.vars)) {
		v := st.vars[name]
		if !settingsVariable(name) {
			continue
		}
		value = value || v.Value
		n, isValue := strings.CutPrefix(name, "GIT_CONFIG_VALUE_")
		switch key := st.vars["GIT_CONFIG_KEY_"+n]; {
		case isValue && key.Known:
			settings = append(settings, Setting{key.Text, v.Text})
		case name == "GIT_CONFIG_PARAMETERS" && v.Known:
			settings = append(settings, gitParameters(v.Text)...)
		case name == "GIT_CONFIG_PARAMETERS":
			settings = append(append(settings, gitParameters(v.Text)...), Setting{Key: Elsewhere})
		case isValue, strings.HasPrefix(name, "GIT_CONFIG_KEY_") && !v.Known,
			slices.Contains([]string{"GIT_CONFIG", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_EXEC_PATH", "HOME", "XDG_CONFIG_HOME"}, name) && v.Text != "/dev/null":
			settings = append(settings, Setting{Key: Elsewhere})
		}
	}
	return settings, value
}

// gitParameters reads GIT_CONFIG_PARAMETERS: 'key=value' or 'key'='value', with spaces
// between. What cannot be read, which git refuses, may say anything.
func gitParameters(text string) (settings []Setting) {
	for text = strings.TrimLeft(text, " \t\n"); text != ""; text = strings.TrimLeft(text, " \t\n") {
		key, rest, ok := gitUnquote(text)
		if !ok {
			return append(settings, Setting{Key: Elsewhere})
		}
		value, old := "", true
		if after, split := strings.CutPrefix(rest, "="); split {
			old, rest = false, after
			if after != "" && !strings.ContainsAny(after[:1], " \t\n") {
				if value, rest, ok = gitUnquote(after); !ok {
					return append(settings, Setting{Key: Elsewhere})
				}
			}
		}
		if old {
			key, value, _ = strings.Cut(key, "=")
		}
		settings, text = append(settings, Setting{key, value}), rest
	}
	return settings
}

// gitUnquote reads one word in quotes, in which \' and \! stand outside of them.
func gitUnquote(text string) (word, rest string, ok bool) {
	var b strings.Builder
	for {
		inner, opened := strings.CutPrefix(text, "'")
		part, after, closed := strings.Cut(inner, "'")
		if !opened || !closed {
			return "", text, false
		}
		b.WriteString(part)
		if len(after) < 3 || after[0] != '\\' || after[1] != '\'' && after[1] != '!' || after[2] != '\'' {
			return b.String(), after, true
		}
		b.WriteByte(after[1])
		text = after[2:]
	}
}

// followSettings follows what variables tell git to run: an alias where its name is among
// the words, and programs.
func followSettings(l *launch) {
	for _, s := range l.c.Settings {
		key := strings.ToLower(s.Key)
		name, isAlias := strings.CutPrefix(key, "alias.")
		switch {
		case s.Key == Elsewhere:
			l.w.doubt(tools.Say(tools.DoubtGitElsewhere), l.c.Value)
		case !isAlias:
			l.gitSetting(key, s.Value, nil)
		}
		for i, a := range l.c.Args {
			if isAlias && i > 0 && strings.EqualFold(a.Text, name) {
				l.gitSetting(key, s.Value, l.c.Args[i+1:])
			}
		}
	}
}

// A gitAlias says what a word stands for that git is given in some folders and that is no command of git's.
type gitAlias func(word string, dirs []string) (text string, ok bool)

// WithAliases makes the Reader know what such words stand for.
func (r *Reader) WithAliases(alias func(word string, dirs []string) (text string, ok bool)) *Reader {
	r.alias = alias
	return r
}

// WithNames makes the Reader know which files there are that a pattern fits in some folders.
func (r *Reader) WithNames(fits func(pattern string, dirs []string) []string) *Reader {
	r.fits = fits
	return r
}

// personsAlias is the setting of the person's own by which the command that git is given stands for another, unless the script gives git settings itself,
// or leads it elsewhere.
func personsAlias(l *launch, given []Setting) []Setting {
	if l.w.alias == nil || len(given) > 0 || l.name != "git" || !l.w.spend(len(l.w.Commands)) {
		return nil
	}
	for _, name := range []string{"GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "HOME", "XDG_CONFIG_HOME"} {
		if _, set := l.st.vars[name]; set || l.st.lost {
			return nil
		}
	}
	if setsGit(Command{Assigns: l.c.Assigns}) || slices.ContainsFunc(l.w.Commands, setsGit) {
		return nil
	}
	for _, a := range l.c.Args[1:] {
		switch {
		case slices.Contains([]string{"-P", "--no-pager", "-p", "--paginate"}, a.Text):
			continue
		case !a.Known || a.Glob || strings.HasPrefix(a.Text, "-") || strings.ContainsAny(a.Text, ". \t"):
			return nil
		}
		if text, ok := l.w.alias(a.Text, l.c.Dirs); ok {
			return []Setting{{"alias." + a.Text, text}}
		}
		return nil
	}
	return nil
}

// setsGit reports whether a command may change settings of git, or make a repository that has some.
func setsGit(c Command) bool {
	return slices.ContainsFunc(c.Assigns, func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return settingsVariable(name) || name == "GIT_DIR"
	}) ||
		isGit(c.Name()) && slices.ContainsFunc(c.Args[1:], func(a Word) bool { return !a.Known || a.Text == "config" || a.Text == "clone" || a.Text == "init" }) ||
		slices.ContainsFunc(c.Writes, func(t Word) bool { return strings.HasSuffix(t.Text, "config") })
}
