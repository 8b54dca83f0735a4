package programs

import (
	"slices"
	"strings"
)

// A Careful program takes code in some of its options, or starts programs that they name.
// It says which of its options take a text or nothing at all: a value stands after those,
// and among the operands, and nowhere else.
type Careful struct {
	Verbs []string // its subcommands; nil if it has none
	Words int      // the author's operands before the first that a value may be
	Plain []string // options that bring no code, with a value or without
	Lead  string   // bytes with which an operand that is a value must not begin
	NoEnd bool     // it does not know --, or reads on behind it
}

// CarefulOf finds a careful program by its name without a folder.
func CarefulOf(name string) (Careful, bool) {
	for _, table := range []func(string) (Careful, bool){versions, builders, movers} {
		if c, ok := table(name); ok {
			if c.Lead == "" {
				c.Lead = "-+"
			}
			return c, true
		}
	}
	return Careful{}, false
}

// versions knows programs that keep versions of files.
func versions(name string) (Careful, bool) {
	switch name {
	case "git":
		return Careful{Words: 1, Verbs: []string{
			"add", "blame", "branch", "cat-file", "check-ignore", "checkout", "cherry-pick", "clean", "clone", "commit", "describe", "diff", "diff-tree", "fetch", "for-each-ref", "grep", "init",
			"log", "ls-files", "ls-tree", "merge", "merge-base", "mv", "pull", "push", "reset", "restore", "rev-list", "rev-parse", "revert", "rm", "shortlog", "show", "show-ref", "stash", "status", "switch", "tag", "worktree",
		}, Plain: []string{
			"-a", "-A", "-b", "-B", "-c", "-d", "-D", "-e", "-E", "-f", "-F", "-G", "-i", "-l", "-m", "-n", "-p", "-q", "-s", "-S", "-u", "-v", "-w", "-x", "-z",
			"--abbrev-ref", "--abbrev-commit", "--after", "--all", "--allow-empty", "--amend", "--annotate", "--author", "--before", "--branch", "--cached", "--contains", "--count", "--date", "--decorate", "--delete", "--depth",
			"--detach", "--ff-only", "--find-renames", "--fixed-strings", "--follow", "--force-with-lease", "--format", "--graph", "--grep", "--hard", "--ignore-case", "--list", "--max-count", "--message", "--name-only", "--name-status",
			"--no-commit", "--no-edit", "--no-ff", "--no-pager", "--numstat", "--oneline", "--patch", "--porcelain", "--pretty", "--prune", "--quiet", "--rebase", "--set-upstream", "--short", "--shortstat", "--show-toplevel", "--since", "--soft",
			"--sort", "--squash", "--staged", "--stat", "--tags", "--track", "--until", "--verify", "--worktree",
		}}, true
	case "hg", "svn", "cvs", "bzr", "fossil":
		return Careful{Words: 1}, true
	}
	return Careful{}, false
}

// builders knows programs that build, and start what they have built.
func builders(name string) (Careful, bool) {
	switch name {
	case "go":
		return Careful{Words: 1, Verbs: []string{"build", "doc", "fmt", "list", "test", "version", "vet"}, Plain: []string{
			"-a", "-bench", "-benchmem", "-benchtime", "-count", "-cover", "-covermode", "-cpu", "-failfast", "-json", "-m", "-n", "-o", "-p", "-parallel", "-race", "-run", "-short", "-shuffle", "-skip", "-tags", "-timeout", "-u", "-v", "-x",
		}, Lead: "-+@"}, true
	case "npm", "pnpm", "yarn":
		return Careful{Words: 2, Verbs: []string{"run", "run-script", "test"}, Plain: []string{"-s", "--silent", "--if-present", "-w", "--workspace"}}, true
	case "cargo":
		return Careful{Words: 1, Verbs: []string{"build", "check", "clippy", "doc", "fmt", "run", "test", "tree"}, Plain: []string{
			"-p", "-q", "-r", "-v", "--all", "--bin", "--example", "--features", "--lib", "--locked", "--offline", "--package", "--quiet", "--release", "--test", "--tests", "--workspace",
		}}, true
	case "cc", "gcc", "g++", "clang", "clang++", "ld", "rustc", "javac", "cmake", "ctags", "mvn", "pandoc", "exiftool", "rg", "fd", "ag", "bat", "hub", "gh":
		return Careful{Lead: "-+@"}, true
	}
	return Careful{}, false
}

// movers knows programs that pack, sort and move files.
func movers(name string) (Careful, bool) {
	switch name {
	case "find", "gfind":
		return Careful{Lead: "-+(),!", NoEnd: true, Plain: []string{
			"-name", "-iname", "-path", "-ipath", "-wholename", "-newer", "-user", "-group", "-size", "-mtime", "-mmin", "-maxdepth", "-mindepth", "-type", "-perm",
			"-print", "-print0", "-follow", "-xdev", "-depth", "-empty", "-not", "-o", "-a", "-delete", "-H", "-L", "-P",
		}}, true
	case "tar", "gtar", "bsdtar":
		return Careful{Plain: []string{"-c", "-x", "-t", "-r", "-u", "-f", "-z", "-j", "-J", "-v", "-p", "-C", "-k", "--create", "--extract", "--list", "--file", "--directory", "--exclude", "--gzip", "--strip-components"}}, true
	case "rsync":
		return Careful{Plain: []string{"-a", "-v", "-z", "-r", "-n", "-u", "-h", "-P", "--archive", "--delete", "--dry-run", "--exclude", "--include", "--progress", "--stats"}}, true
	case "sort", "gsort":
		return Careful{Plain: []string{"-n", "-r", "-u", "-k", "-t", "-f", "-h", "-V", "-z", "-s", "-o"}}, true
	case "curl":
		return Careful{Plain: []string{"-s", "-S", "-f", "-L", "-o", "-O", "-H", "-d", "-X", "-G", "-I", "-i", "-A", "--data", "--data-urlencode", "--data-raw", "--fail", "--get", "--header", "--location", "--output", "--request", "--show-error", "--silent", "--url"}}, true
	case "wget":
		return Careful{Plain: []string{"-q", "-O", "-P", "-c", "-N", "-nv", "--quiet", "--output-document"}}, true
	case "zip", "split", "cpio", "patch", "apt", "apt-get", "dpkg", "dig", "openssl", "xdg-open", "open":
		return Careful{Plain: []string{"-q", "-y", "-r"}}, true
	}
	return Careful{}, false
}

// IsPlain reports whether a program does the same with its words whatever they are: none of
// its options is code, and it starts no other program.
func IsPlain(name string) bool {
	return slices.Contains([]string{
		"[", "b2sum", "base32", "base64", "basename", "cal", "cat", "chgrp", "chmod", "chown", "cksum", "cmp", "column", "comm", "cp", "cut", "date", "dd", "df", "diff", "dir", "dirname", "du", "echo", "egrep", "expand", "expr", "factor", "false",
		"fgrep", "file", "fmt", "fold", "getent", "grep", "groups", "gunzip", "gzip", "head", "hexdump", "hostname", "iconv", "id", "install", "join", "link", "ln", "ls", "md5sum", "mkdir", "mkfifo", "mktemp", "mv", "nl", "nproc", "numfmt",
		"od", "paste", "pr", "printenv", "printf", "ps", "pwd", "readlink", "realpath", "rev", "rm", "rmdir", "seq", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum", "shuf", "sleep", "stat", "strings", "sum", "sync", "tac", "tail",
		"tee", "test", "touch", "tr", "true", "truncate", "tsort", "tty", "uname", "unexpand", "uniq", "unlink", "uptime", "vdir", "wc", "whereis", "which", "who", "whoami", "xxd", "yes",
	}, name)
}

// Makes reports whether a program is a compiler or a linker that makes the file which its
// option -o names, by its name without a folder; gcc-13 is gcc.
func Makes(name string) bool {
	return slices.Contains([]string{
		"cc", "c++", "gcc", "g++", "clang", "clang++", "ld", "lld", "gold", "mold", "as", "nasm", "yasm", "go", "tinygo", "rustc", "gfortran", "ghc",
		"swiftc", "dmd", "ldc", "gdc", "ocamlc", "ocamlopt", "fpc", "nvcc", "dart",
	}, strings.TrimRight(name, "0123456789.-"))
}
