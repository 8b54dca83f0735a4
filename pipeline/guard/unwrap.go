package guard

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// unwrap notes a command and, where it starts another one (sudo, env, xargs,
// sh -c, find -exec), what it starts.
func (s *script) unwrap(c command, depth int) {
	s.commands = append(s.commands, c)
	if len(c.args) == 0 {
		return
	}
	if !c.args[0].known {
		s.unknown = append(s.unknown, "the program's name is only known when it runs")
		return
	}
	if depth > maxDepth {
		s.unknown = append(s.unknown, "it starts shells within shells")
		return
	}
	name := c.name()
	switch {
	case isShell(name):
		s.shell(c, depth)
	case name == "eval":
		s.text(c.args[1:], depth)
	case name == "find":
		s.find(c, depth)
	case name == "git":
		s.git(c, depth)
	case slices.Contains(wrappers, name):
		s.inner(c, skipOptions(c.args[1:], name), depth)
	case slices.Contains(interpreters, strings.TrimRight(name, "0123456789.")) && hasFlag(c.args[1:], "-c", "-e", "-r", "--eval"):
		s.unknown = append(s.unknown, name+" runs code that is not shell")
	case name == "source" || name == ".":
		s.unknown = append(s.unknown, "it runs another script")
	}
}

// wrappers start the command that follows their own options.
var wrappers = []string{
	"sudo", "doas", "env", "command", "builtin", "exec", "nohup", "nice", "ionice", "time", "timeout", "xargs",
	"busybox", "toybox", "stdbuf", "setsid", "chroot", "strace", "watch", "parallel", "unbuffer", "caffeinate", "flock",
}

// interpreters take code as an argument.
var interpreters = []string{"python", "perl", "ruby", "node", "php", "lua", "osascript", "deno", "bun", "pwsh", "powershell"}

func isShell(name string) bool {
	return slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "rbash"}, name)
}

// shell follows sh -c TEXT, and notices text that a shell reads from a pipe.
func (s *script) shell(c command, depth int) {
	for i := 1; i < len(c.args); i++ {
		a := c.args[i]
		if !strings.HasPrefix(a.text, "-") && !strings.HasPrefix(a.text, "+") {
			s.unknown = append(s.unknown, "it runs the script "+a.text)
			return
		}
		if !strings.HasPrefix(a.text, "--") && strings.Contains(a.text, "c") {
			s.text(c.args[i+1:min(i+2, len(c.args))], depth)
			return
		}
	}
	if c.piped {
		s.unknown = append(s.unknown, "text is fed to a shell")
	}
}

// text reads words as shell text once more.
func (s *script) text(words []word, depth int) {
	var parts []string
	for _, w := range words {
		if !w.known {
			s.unknown = append(s.unknown, "a shell reads text that is only known when it runs")
		}
		parts = append(parts, w.text)
	}
	s.read(strings.Join(parts, " "), depth+1)
}

// inner notes the command that a wrapper starts.
func (s *script) inner(c command, args []word, depth int) {
	if len(args) == 0 {
		return
	}
	s.unwrap(command{args: args, piped: c.piped, depth: depth + 1}, depth+1)
}

// skipOptions leaves out a wrapper's own options, assignments and numbers.
func skipOptions(args []word, wrapper string) []word {
	takesValue := map[string]string{
		"sudo": "-u -g -C -h -p -U -r -t -D -R -T", "doas": "-u -C", "env": "-u -C -S --unset --chdir", "nice": "-n",
		"ionice": "-c -n -p", "timeout": "-s -k", "xargs": "-I -n -P -L -d -E -s -a --max-args --max-procs", "stdbuf": "-i -o -e",
		"exec": "-a", "watch": "-n", "flock": "-w -E", "strace": "-e -o -p", "time": "-f -o",
	}[wrapper]
	operands := map[string]int{"timeout": 1, "chroot": 1, "flock": 1}[wrapper]
	for len(args) > 0 {
		a := args[0].text
		switch {
		case a == "--":
			args = args[1:]
		case strings.HasPrefix(a, "-") && slices.Contains(strings.Fields(takesValue), a) && len(args) > 1:
			args = args[2:]
			continue
		case strings.HasPrefix(a, "-"):
			args = args[1:]
			continue
		case (wrapper == "env" || wrapper == "sudo") && strings.Contains(a, "="):
			args = args[1:]
			continue
		}
		break
	}
	if len(args) <= operands {
		return nil
	}
	return args[operands:]
}

// find follows -exec and its kin, and reads -delete as what it is.
func (s *script) find(c command, depth int) {
	for i, a := range c.args {
		if !slices.Contains([]string{"-exec", "-execdir", "-ok", "-okdir"}, a.text) {
			continue
		}
		end := i + 1
		for end < len(c.args) && c.args[end].text != ";" && c.args[end].text != "+" {
			end++
		}
		args := slices.Clone(c.args[i+1 : end])
		for j := range args {
			if strings.Contains(args[j].text, "{}") {
				args[j] = word{text: findStart(c), known: false}
			}
		}
		s.inner(c, args, depth)
	}
}

// findStart is the folder a find command starts in.
func findStart(c command) string {
	for _, a := range c.args[1:] {
		if !strings.HasPrefix(a.text, "-") {
			return a.text
		}
	}
	return "."
}

// git follows aliases given on the command line.
func (s *script) git(c command, depth int) {
	for i := 1; i+1 < len(c.args); i++ {
		if c.args[i].text != "-c" {
			continue
		}
		key, value, _ := strings.Cut(c.args[i+1].text, "=")
		switch {
		case strings.HasPrefix(key, "alias.") && strings.HasPrefix(value, "!"):
			s.read(value[1:], depth+1)
		case strings.HasPrefix(key, "alias."):
			s.read("git "+value+" "+joined(c.args[i+2:]), depth+1)
		case strings.HasPrefix(key, "core.") || strings.HasSuffix(key, "cmd") || strings.HasPrefix(key, "diff."):
			s.unknown = append(s.unknown, "git is told to run "+value)
		}
	}
}

func joined(words []word) string {
	var parts []string
	for _, w := range words {
		quoted, err := syntax.Quote(w.text, syntax.LangBash)
		if err != nil {
			quoted = w.text
		}
		parts = append(parts, quoted)
	}
	return strings.Join(parts, " ")
}

func hasFlag(args []word, flags ...string) bool {
	return slices.ContainsFunc(args, func(w word) bool {
		return slices.ContainsFunc(flags, func(f string) bool {
			return w.text == f || len(f) == 2 && strings.HasPrefix(w.text, f)
		})
	})
}
