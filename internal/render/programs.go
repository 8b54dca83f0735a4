package render

import (
	"path"
	"slices"
	"strings"

	"handrail/internal/programs"
)

// A program says how a program reads its words, as far as it matters for what it
// runs. The list is long and never complete: that a value is one word is what
// this package guarantees; what a program does with the word is only known for
// those here. The guard and the sandbox stand behind it.
type program struct {
	all     bool     // it reads every word again
	shell   bool     // with -c its first operand is a script, else the name of one
	code    []string // options whose value is code: "-c". One letter also ends a cluster: "-lc"
	rereads []string // options after which every word is read again
	takes   []string // options with a value of their own that is not code
	quiet   []string // options with which it runs nothing: command -v
	operand int      // so many of its first operands are code, or name it
	given   bool     // … unless an option gave the code
	stdin   int      // with fewer operands than this, its standard input is code
	runs    bool     // its operands are a command of its own
	skip    int      // … after so many operands
	assigns bool     // … and after NAME=value words
	free    bool     // its options may stand after operands
	instead string   // how to write it instead
}

const (
	insteadBuiltin = "Bash reads its words as names or code: write name={{x}} to give a value to a variable"
	insteadShell   = "Pass it as an argument, which is not read again: sh -c 'echo \"$1\"' sh {{x}}"
	insteadScript  = "Pass it after the program, which reads it from its arguments, or set it in environment"
	insteadAwk     = "Set it in environment and read ENVIRON[\"NAME\"] in the program"
	insteadSed     = "sed can run programs. Use a tool that takes the text as an argument, or list the values with enum"
	insteadRemote  = "A second shell reads it. List the values with enum, or write them to a file and copy that"
	insteadMake    = "make expands $(…) in what it is given. List the values with enum, or call the script that the target calls"
	insteadProgram = "Write the name of the program out, or list the values with enum"
)

// known finds a program by the first word of a command: "/usr/bin/python3.12"
// is python. A program of the space itself, such as ./watch, is not known.
func known(word string) (program, bool) {
	dir, name := path.Split(strings.ReplaceAll(word, `\`, "/"))
	name, exe := strings.CutSuffix(name, ".exe")
	if dir != "" && !exe && !strings.HasSuffix(path.Clean(dir), "bin") {
		return program{}, false
	}
	if name == "cmd" && exe {
		return program{all: true, stdin: 1, instead: insteadScript}, true
	}
	if p, ok := builtin(name); ok {
		return p, true
	}
	if p, ok := interpreter(name); ok {
		return p, true
	}
	if p, ok := interpreter(strings.TrimRight(name, "0123456789.-")); ok {
		return p, true
	}
	return wrapper(name)
}

// builtin knows bash's own commands that read their words again.
func builtin(name string) (program, bool) {
	switch name {
	case "eval", "let", "read", "mapfile", "readarray", "unset", "getopts", "trap", "alias", "source", ".", "enable", "hash",
		"bind", "compgen", "complete", "compopt", "fc", "shopt", "wait", "declare", "typeset", "local", "export", "readonly", "coproc":
		return program{all: true, instead: insteadBuiltin}, true
	}
	return program{}, false
}

// interpreter knows programs whose words or input are programs.
func interpreter(name string) (program, bool) {
	if programs.IsShell(name) {
		return program{shell: true, takes: []string{"-o", "+o", "-O", "+O", "--rcfile", "--init-file"}, operand: 1, stdin: 1, instead: insteadShell}, true
	}
	switch name {
	case "python", "pypy", "ipython":
		return program{code: []string{"-c", "-m"}, takes: []string{"-W", "-X"}, operand: 1, given: true, stdin: 1, instead: insteadScript}, true
	case "perl":
		return program{code: []string{"-e", "-E"}, takes: []string{"-I"}, operand: 1, given: true, stdin: 1, instead: insteadScript}, true
	case "ruby":
		return program{code: []string{"-e", "-r"}, takes: []string{"-I", "-C", "-E"}, operand: 1, given: true, stdin: 1, instead: insteadScript}, true
	case "node", "nodejs":
		return program{code: []string{"-e", "-p", "-r", "--eval", "--print", "--require", "--import"}, takes: []string{"-C"}, operand: 1, given: true, stdin: 1, instead: insteadScript}, true
	case "php":
		return program{code: []string{"-r", "-R", "-B", "-E", "-f", "-F"}, takes: []string{"-d", "-c", "-t", "-S"}, operand: 1, given: true, stdin: 1, instead: insteadScript}, true
	case "deno", "bun":
		return program{code: []string{"-e", "-p", "--eval", "--print"}, operand: 2, given: true, stdin: 1, instead: insteadScript}, true
	case "lua", "luajit", "osascript", "tclsh", "wish", "expect", "guile", "julia", "elixir", "groovy", "Rscript", "R", "scala", "ghc", "sbcl", "emacs":
		return program{code: []string{"-e", "-c", "-E", "-l", "-f", "--eval", "--load"}, operand: 1, given: true, stdin: 1, instead: insteadScript}, true
	case "awk", "gawk", "mawk", "nawk":
		return program{code: []string{"-f", "-e", "-i", "-v", "-F", "--source", "--file", "--include", "--assign", "--field-separator"}, operand: 1, given: true, instead: insteadAwk}, true
	case "sed", "gsed":
		return program{code: []string{"-e", "-f", "--expression", "--file"}, takes: []string{"-l"}, operand: 1, given: true, instead: insteadSed}, true
	case "vi", "vim", "nvim", "ex", "gdb", "lldb", "m4", "ed", "pwsh", "powershell", "parallel", "watch", "at", "batch", "tmux", "screen":
		return program{all: true, stdin: 1, instead: insteadScript}, true
	case "ssh", "mosh", "scp", "sftp", "rsh", "telnet":
		return program{all: true, takes: []string{"-p", "-l", "-i", "-o", "-F", "-J", "-L", "-R", "-D"}, stdin: 2, instead: insteadRemote}, true
	case "make", "gmake":
		return program{all: true, instead: insteadMake}, true
	}
	return program{}, false
}

// wrapper knows programs that run another program from their words.
func wrapper(name string) (program, bool) {
	if w, ok := programs.Lookup(name); ok {
		return wrapping(w), true
	}
	switch name {
	case "git":
		return program{code: []string{"-c", "--config", "--config-env", "--exec", "--exec-path", "--upload-pack", "--receive-pack"}, free: true, instead: insteadProgram}, true
	case "tar", "gtar", "bsdtar":
		return program{code: []string{"--to-command", "--checkpoint-action", "--use-compress-program", "--rsh-command", "-I", "-F"}, free: true, instead: insteadProgram}, true
	case "rsync":
		return program{code: []string{"-e", "--rsh", "--rsync-path"}, free: true, instead: insteadProgram}, true
	case "go":
		return program{code: []string{"-exec", "-toolexec"}, free: true, instead: insteadProgram}, true
	}
	return program{}, false
}

// wrapping says how a wrapper reads its words.
func wrapping(w programs.Wrapper) program {
	if w.TextOnly {
		return program{code: w.Text, free: true, instead: insteadShell}
	}
	p := program{runs: true, skip: w.Operands, assigns: w.Assigns, quiet: w.Quiet, rereads: w.Shells, instead: insteadShell}
	if w.Package {
		p.instead = insteadProgram
	}
	for _, option := range w.Text {
		if !slices.Contains(w.Shells, option) {
			p.code = append(p.code, option)
		}
	}
	for _, letter := range w.Short {
		p.takes = append(p.takes, "-"+string(letter))
	}
	p.takes = slices.DeleteFunc(append(p.takes, w.Long...), func(option string) bool { return slices.Contains(w.Text, option) })
	return p
}
