package pinning

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
	"handrail/internal/programs"
	"handrail/pipeline/guard/bash"
)

// variables says why a variable that a command sets, in whatever way, makes programs load code
// of the space.
func (p place) variables(c bash.Command) string {
	for _, a := range c.Assigns {
		if why := p.assigned(a); why != "" {
			return why
		}
	}
	if len(c.Args) == 0 {
		return ""
	}
	switch name := c.Name(); name {
	case "export", "declare", "typeset", "readonly", "local":
		return p.declared(c.Args[1:])
	case "read", "mapfile", "readarray", "getopts", "printf", "wait", "let":
		return p.filled(name, c.Args[1:])
	default:
		if wrap, ok := programs.Lookup(name); ok && (wrap.Assigns || name == "systemd-run") {
			for _, a := range c.Args[1:] {
				if why := p.assigned(strings.TrimPrefix(strings.TrimPrefix(a.Text, "--setenv="), "-E")); why != "" {
					return why
				}
			}
		}
	}
	return ""
}

// declared looks at the words of export and its like.
func (p place) declared(args []bash.Word) string {
	reference, list := false, !p.lenient
	for _, a := range args {
		name, value, sets := strings.Cut(a.Text, "=")
		switch {
		case strings.HasPrefix(a.Text, "-"):
			reference, list = reference || strings.Contains(a.Text, "n"), list || strings.ContainsAny(a.Text, "aA")
		case strings.ContainsAny(name, "$`") && !p.lenient:
			return "which variable it sets is known only when it runs"
		case reference && sets && (programs.FindsCode(value) || strings.ContainsAny(value, "$`")):
			return name + " is another name of " + value + ", which decides what programs run"
		case sets && list && strings.HasPrefix(value, "(") && (strings.Contains(value, "$(") || strings.Contains(value, "`")): // bash reads what is quoted there again
			return "commands stand in the text to which it sets " + name
		case sets:
			if why := p.assigned(a.Text); why != "" {
				return why
			}
		}
	}
	return ""
}

// filled looks at the words of what gives variables what is read or written.
func (p place) filled(command string, args []bash.Word) string {
	for i, a := range args {
		name, glued := strings.CutPrefix(a.Text, "-v")
		if !glued && command == "printf" && (i == 0 || args[i-1].Text != "-v") || command == "wait" && (i == 0 || args[i-1].Text != "-p") {
			continue
		}
		for _, option := range []string{"-a", "-p"} {
			name = strings.TrimPrefix(name, option)
		}
		end := strings.IndexFunc(name, func(c rune) bool { return strings.ContainsRune("=[+-*/%&|^<>", c) })
		if end > 0 {
			name = name[:end]
		}
		if programs.FindsCode(name) && name != "" {
			return name + " decides what programs run, and is set to what is known only when it runs"
		}
	}
	return ""
}

// harmless are variables that bring no code whatever they hold.
func harmless(name string) bool {
	return slices.Contains([]string{
		"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONIOENCODING", "PYTHONUTF8", "PYTHONHASHSEED", "PYTHONSAFEPATH", "PYTHONNOUSERSITE", "PERL_UNICODE", "PERL_HASH_SEED",
		"NODE_ENV", "NODE_NO_WARNINGS", "NODE_DEBUG", "GIT_TERMINAL_PROMPT", "GIT_OPTIONAL_LOCKS", "GIT_CONFIG_NOSYSTEM", "GIT_MERGE_AUTOEDIT", "RUST_BACKTRACE", "RUST_LOG", "LESSCHARSET",
		"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE",
	}, name)
}

var (
	plainSetting = lazy.Regexp(`^(?:[0-9]*|true|false|on|off|yes|no|-[wW][0-9]?|--no-warnings|--no-deprecation|--enable-source-maps|--max-old-space-size=[0-9]+)$`)
	plainProgram = lazy.Regexp(`^[A-Za-z0-9_][A-Za-z0-9_+.-]*$`)
	isPaths      = lazy.Regexp(`(?:^HOME|PATH|LIB|_HOME|_DIR|_PRELOAD|^ENV|_ENV|STARTUP)$`)
)

// runsProgram reports whether a variable holds a command: its text is followed as one.
func runsProgram(name string) bool {
	for _, suffix := range []string{"PAGER", "EDITOR", "ASKPASS", "_RSH", "_SSH"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return slices.Contains([]string{"VISUAL", "BROWSER", "CC", "CXX", "LD", "AR", "MAKE", "GIT_EXTERNAL_DIFF"}, name)
}

// assigned says why NAME=value makes programs load code of the space.
func (p place) assigned(assign string) string {
	name, value, sets := strings.Cut(assign, "=")
	name, _, _ = strings.Cut(strings.TrimSuffix(name, "+"), "[")
	paths := isPaths().MatchString(name)
	switch {
	case !sets || !programs.FindsCode(name) || harmless(name):
		return ""
	case name == "PS4" || name == "SHELLOPTS" || name == "BASHOPTS": // the commands in a prompt are followed as they are
		return ""
	case !paths && plainSetting().MatchString(value), runsProgram(name) && plainProgram().MatchString(value):
		return ""
	case value == "" && name != "PATH" && name != "HOME":
		return ""
	}
	for _, self := range []string{"${" + name + ":+:$" + name + "}", "${" + name + ":+$" + name + ":}", "${" + name + ":+:${" + name + "}}", "${" + name + ":-}"} {
		value = strings.ReplaceAll(value, self, "")
	}
	for part := range strings.SplitSeq(value, ":") {
		if part == "$"+name || part == "${"+name+"}" {
			continue
		}
		if strings.ContainsAny(part, "$`") {
			if p.lenient && name != "PATH" && !strings.Contains(part, "/") {
				continue
			}
			return name + " decides what programs run, and what it is set to is known only when it runs"
		}
		if !strings.HasPrefix(part, "/") && !strings.HasPrefix(part, "~/") {
			return name + " leads into the space"
		}
		for word := range strings.FieldsSeq(part) {
			if in, known := p.r.inSpace(word, p.dirs); in || !known {
				return name + " leads into the space"
			}
		}
	}
	return ""
}
