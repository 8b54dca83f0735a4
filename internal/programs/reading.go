package programs

import (
	"slices"
	"strings"
)

// A Reading says what a program reads as code that is no script of an Interpreter's.
type Reading struct {
	Input    bool     // its standard input
	Operands bool     // the files that its operands name
	Files    []string // options whose value is the file of some
	Code     []string // options whose value is some
	Texts    []string // words that begin so go on with a command
	Alone    bool     // it reads its input so only where it is given no words
	At       bool     // a word "@file" is a list of options, which can start programs
	Counts   bool     // its language does nothing but to calculate
}

// ReadingOf finds what a program reads as code, by its name without a folder.
func ReadingOf(name string) (Reading, bool) {
	for _, name := range []string{name, Usual(name)} {
		for _, table := range []func(string) (Reading, bool){opened, asked, spoken} {
			if r, ok := table(name); ok {
				return r, true
			}
		}
	}
	settings := SettingsOf(name)
	return Reading{At: ReadsAt(name), Files: settings}, ReadsAt(name) || settings != nil
}

// opened knows editors and debuggers, whose files are none of code, but whose options name some.
func opened(name string) (Reading, bool) {
	switch name {
	case "vi", "vim", "nvim", "view", "vimdiff", "gvim":
		return Reading{Input: true, Files: []string{"-S", "-u", "-U", "-s", "-l"}, Code: []string{"-c", "--cmd", "+"}}, true
	case "ex":
		return Reading{Input: true, Files: []string{"-S", "-u"}, Code: []string{"-c", "--cmd", "+"}}, true
	case "ed", "red":
		return Reading{Input: true}, true
	case "emacs":
		return Reading{Files: []string{"-l", "--load", "--script", "-script", "-load", "-x"}, Code: []string{"--eval", "-eval", "--execute", "-e"}}, true
	case "gdb":
		return Reading{Input: true, Files: []string{"-x", "--x", "-command", "--command", "-ix", "--init-command", "-init-command"}, Code: []string{"-ex", "--ex", "-iex", "--eval-command", "-eval-command"}}, true
	case "lldb":
		return Reading{Input: true, Files: []string{"-s", "--source", "-S", "--source-before-file", "--source-on-crash"}, Code: []string{"-o", "-O", "--one-line", "--one-line-before-file"}}, true
	}
	return Reading{}, false
}

// asked knows clients of databases and of other machines, and what runs commands later.
func asked(name string) (Reading, bool) {
	switch name {
	case "sqlite", "sqlite3", "litecli":
		return Reading{Input: true, Files: []string{"-init", "--init"}}, true
	case "duckdb":
		return Reading{Input: true, Files: []string{"-init", "--init", "-f"}, Code: []string{"-c", "-s"}}, true
	case "psql", "pgcli", "usql":
		return Reading{Input: true, Files: []string{"-f", "--file"}, Code: []string{"-c", "--command"}}, true
	case "mysql", "mariadb", "mycli":
		return Reading{Input: true, Files: []string{"--init-file"}, Code: []string{"-e", "--execute", "--init-command"}}, true
	case "mongo", "mongosh":
		return Reading{Input: true, Files: []string{"-f", "--file"}, Code: []string{"--eval"}}, true
	case "redis-cli":
		return Reading{Input: true, Files: []string{"--eval"}}, true
	case "clickhouse-client", "clickhouse":
		return Reading{Input: true, Files: []string{"--queries-file"}}, true
	case "cqlsh", "cockroach":
		return Reading{Input: true, Files: []string{"-f", "--file"}}, true
	case "sqlplus", "sqlcmd", "isql", "tsql":
		return Reading{Input: true, Files: []string{"-i"}, At: true}, true
	case "sftp", "ftp", "lftp", "smbclient", "virsh":
		return Reading{Input: true, Files: []string{"-b", "-f"}}, true
	case "at", "debugfs":
		return Reading{Input: true, Files: []string{"-f"}}, true
	case "parallel":
		return Reading{Input: true, Files: []string{"-a", "--arg-file"}}, true
	case "batch", "newgrp", "login":
		return Reading{Input: true}, true
	case "ssh", "scp":
		return Reading{Files: []string{"-F"}, Texts: []string{"ProxyCommand=", "LocalCommand=", "KnownHostsCommand="}}, true
	case "tmux":
		return Reading{Files: []string{"-f", "source-file", "source"}}, true
	case "screen", "nginx":
		return Reading{Files: []string{"-c"}}, true
	case "less":
		return Reading{Files: []string{"-k", "--lesskey-file", "--lesskey-src"}}, true
	case "ctags", "gpg", "gpg2":
		return Reading{Files: []string{"--options"}}, true
	case "wget":
		return Reading{Files: []string{"--config"}}, true
	case "openssl":
		return Reading{Input: true, Alone: true}, true
	case "crontab", "logrotate", "insmod":
		return Reading{Input: true, Operands: true}, true
	}
	return Reading{}, false
}

// spoken knows languages whose programs are files of any name.
func spoken(name string) (Reading, bool) {
	switch name {
	case "bc":
		return Reading{Input: true, Operands: true, Counts: true}, true
	case "R":
		return Reading{Input: true, Files: []string{"-f", "--file"}, Code: []string{"-e"}}, true
	case "mlr", "yq":
		return Reading{Files: []string{"-f", "--from-file"}}, true
	case "nix":
		return Reading{Files: []string{"-f", "--file"}}, true
	case "tex", "latex", "pdflatex", "xelatex", "lualatex", "pdftex", "luatex", "gs", "ghostscript", "ghc":
		return Reading{Operands: true}, true
	case "sbcl", "clisp", "ecl", "sml", "poly":
		return Reading{Input: true, Operands: name != "sbcl", Files: []string{"--script", "--load", "-load", "-i", "-shell"}, Code: []string{"--eval", "-x"}}, true
	case "groff", "troff", "nroff", "pdfroff", "pic":
		return Reading{Input: true, Operands: true}, true
	case "yosys":
		return Reading{Operands: true, Files: []string{"-s", "-c"}, Code: []string{"-p", "-P"}}, true
	case "nft":
		return Reading{Input: true, Files: []string{"-f", "--file"}}, true
	case "dtrace":
		return Reading{Files: []string{"-s"}, Code: []string{"-n"}}, true
	case "dc", "m4", "gnuplot", "octave", "octave-cli", "erb", "guile", "racket", "scheme", "gforth", "coffee", "maxima", "gp", "groovy", "ghci", "runghc", "scala", "scala-cli", "amm", "jshell", "elixir", "iex", "irb", "pry", "ipython", "bpython", "ptpython",
		"swift", "wish", "php-cgi", "pdb", "nix-shell", "nix-build", "nix-instantiate", "wscript", "cscript", "bpftrace", "tclkit", "expectk", "erl":
		return Reading{Input: true, Operands: true, Files: []string{"-f", "--file", "-l", "--load", "-s", "-r", "-ghci-script", "-i"}, Code: []string{"-e", "--eval", "-c", "--expr", "-E"}}, true
	}
	return Reading{}, false
}

// FileIn is the value of one of these options in a word, which may be glued to it; next says that the next word is the value.
func FileIn(options []string, word string) (file string, next, is bool) {
	for _, o := range options {
		glued, has := strings.CutPrefix(word, o)
		switch {
		case !has:
		case glued == "":
			return "", true, true
		case glued[0] == '=' && len(o) > 2:
			return glued[1:], false, true
		case len(o) == 2 && o[0] == '-' && o[1] != '-' && !slices.Contains(options, word), o == "+":
			return glued, false, true
		}
	}
	return "", false, false
}
