package programs

import (
	"path"
	"strings"
	"sync"
)

// Base is the name by which a program is known: "/usr/bin/python3.exe" is python3.
func Base(word string) string {
	name := path.Base(strings.ReplaceAll(word, `\`, "/"))
	if name == "cmd.exe" { // there are others that are called cmd
		return name
	}
	return strings.TrimSuffix(name, ".exe")
}

// An Interpreter is a program that reads text as code. It says how the program is
// given the file of a program, after which all words are that program's own.
type Interpreter struct {
	File    bool     // its first operand is the file of a program
	Letters string   // options of one letter before the file that take no value and bring no code
	Flags   []string // long ones
	Takes   []string // options before the file that take the next word
	Lead    []string // one of these words must stand before the file
	Dotted  bool     // the file's name has a dot or a slash; any other word is a verb
	Modules []string // programs that -m names, which read their words as data
	Tame    Tame     // its program may be one of its words, if the program can start nothing
}

// Tame names the languages of which a program that starts nothing can be told.
type Tame int

// The languages.
const (
	NotTame Tame = iota
	Sed
	Awk
	Jq
)

// InterpreterOf finds an interpreter by its name without a folder; python3.12 is python.
func InterpreterOf(name string) (Interpreter, bool) {
	if i, ok := interpreter(name); ok {
		return i, true
	}
	return interpreter(Usual(name))
}

func interpreter(name string) (Interpreter, bool) {
	switch name {
	case "sh", "bash", "rbash", "dash", "ash", "zsh", "ksh", "mksh":
		return Interpreter{File: true, Letters: "eufvxnl", Flags: []string{"--norc", "--noprofile", "--posix", "--login"}, Takes: []string{"-o"}}, true
	case "fish", "csh", "tcsh", "lua", "luajit", "tclsh", "expect", "osascript", "php", "julia", "ruby", "escript", "ocaml",
		"nu", "xonsh", "elvish", "osh", "ysh", "raku", "rakudo", "jython", "hy", "gjs", "qjs", "babel-node", "kotlin", "kotlinc", "clojure", "clj", "bb", "janet", "fennel", "csi", "gsi", "utop", "mono":
		return Interpreter{File: true}, true
	case "python", "pypy":
		return Interpreter{File: true, Letters: "bBdEIOPqsSuv", Takes: []string{"-W", "-X"}, Modules: []string{
			"pytest", "unittest", "mypy", "ruff", "black", "flake8", "isort", "pylint", "json.tool", "http.server",
		}}, true
	case "perl":
		return Interpreter{File: true, Letters: "wWtT"}, true
	case "node", "nodejs":
		return Interpreter{File: true, Flags: []string{"--enable-source-maps", "--no-warnings", "--trace-warnings", "--no-deprecation", "--experimental-strip-types"}}, true
	case "tsx", "ts-node", "bun", "vite-node", "esno", "jiti", "zx", "crystal", "nim":
		return Interpreter{File: true, Dotted: true}, true
	case "dart":
		return Interpreter{File: true, Dotted: true, Lead: []string{"run"}}, true
	case "deno":
		return Interpreter{File: true, Dotted: true, Lead: []string{"run"}, Flags: []string{"-A", "-q", "--quiet", "--no-check", "--no-prompt", "--allow-all", "--allow-read", "--allow-write", "--allow-env", "--allow-net"}}, true
	case "java":
		return Interpreter{File: true, Dotted: true, Lead: []string{"-jar"}}, true
	case "sed", "gsed":
		return Interpreter{Tame: Sed}, true
	case "awk", "gawk", "mawk", "nawk":
		return Interpreter{Tame: Awk}, true
	case "jq":
		return Interpreter{Tame: Jq}, true
	}
	if IsShell(name) || readers()[name] {
		return Interpreter{}, true
	}
	return Interpreter{}, false
}

// readers are programs whose words, input or files are code in a language that starts
// programs, by the sort of language. A space with 500 hands asks a thousand times.
var readers = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, list := range [][]string{
		{"ipython", "bpython", "ptpython", "jshell", "sml", "poly", "scala-cli", "amm", "lein", "rails", "nix-shell", "nix-build", "nix-instantiate", "ctest", "irb", "pry", "iex", "erl", "elixir", "groovy", "scala", "ghci", "ghc", "runghc", "sbcl", "clisp", "ecl", "guile", "racket", "scheme", "gforth", "coffee", "php-cgi", "wish", "R", "Rscript", "octave", "octave-cli", "matlab", "maxima", "gp", "swift", "emacs", "pwsh", "powershell", "cmd.exe", "wscript", "cscript", "hta", "m4", "bc", "dc", "gnuplot", "perldoc", "perldb", "pdb", "bpftrace", "dtrace", "gdl", "newgrp", "login", "capsh", "tclkit", "expectk", "virsh", "nft", "debugfs", "smbclient", "erb", "yosys", "rename", "prename", "file-rename", "perl-rename", "rename.pl"},
		{"vi", "vim", "nvim", "view", "vimdiff", "gvim", "ex", "ed", "red", "less", "more", "most", "pg", "man", "gdb", "lldb", "fzf", "mc", "nnn", "ranger", "nano", "pico", "joe", "jed", "mcedit", "kak", "micro", "ne", "mg", "vile", "zile", "helix", "vis"},
		{"ssh", "mosh", "scp", "sftp", "rsh", "rlogin", "telnet", "nc", "ncat", "netcat", "socat", "ftp", "lftp", "vagrant", "heroku", "foreman", "ansible", "ansible-playbook", "ansible-console", "salt", "salt-call", "puppet", "chef-client", "adb"},
		{"make", "gmake", "bmake", "just", "task", "go-task", "rake", "gradle", "sbt", "scons", "msbuild", "rpm", "rpmspec", "rpmbuild", "tex", "latex", "pdflatex", "xelatex", "lualatex", "pdftex", "luatex", "bibtex", "groff", "troff", "nroff", "ditroff", "pdfroff", "pic", "gs", "ghostscript", "convert", "magick", "identify", "mogrify", "composite", "montage", "gm"},
		{"sqlite", "sqlite3", "psql", "mysql", "mariadb", "mongo", "mongosh", "redis-cli", "duckdb", "clickhouse", "clickhouse-client", "cockroach", "cqlsh", "sqlplus", "isql", "tsql", "sqlcmd", "usql", "pgcli", "mycli", "litecli"},
		{"at", "batch", "crontab", "launchctl", "tmux", "screen", "zellij", "dtach", "watch", "parallel", "nodemon", "concurrently", "hyperfine", "pee", "cross-env-shell", "mail", "mailx", "mutt", "sendmail", "exim", "exim4", "script", "su", "runuser", "systemd-run", "xterm", "gnome-terminal", "konsole", "kitty", "alacritty", "rxvt", "urxvt", "dbus-launch", "wine", "qemu"},
		{"bwrap", "systemd-nspawn", "lxc", "lxc-attach", "incus", "machinectl", "multipass", "limactl", "lima", "distrobox", "toolbox", "runc", "crun", "colima", "fly", "flyctl", "d8", "qemu-x86_64", "qemu-aarch64", "qemu-arm", "qemu-i386", "qemu-system-x86_64"},
	} {
		for _, name := range list {
			names[name] = true
		}
	}
	return names
})
