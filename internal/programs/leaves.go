package programs

import (
	"slices"
	"strings"
)

// Trace says what a program leaves behind for others, with these words.
type Trace int

// The traces, each more than the one before.
const (
	LeavesNothing Trace = iota
	LeavesNames         // empty folders and files, whose names alone can be of a value
	LeavesRefs          // what a repository keeps, so that another command of git brings it
	LeavesFiles
)

// Hole stands for a value in the words of a program.
const Hole = "\x00"

// LeavesOf is what a program leaves behind, by its name without a folder and its words. It is a closed
// table: what is not known leaves files.
func LeavesOf(name string, args []string) Trace {
	switch name {
	case "cat", "tac", "head", "tail", "wc", "ls", "dir", "vdir", "grep", "egrep", "fgrep", "rg", "ag", "cut", "tr", "rev", "nl", "od", "hexdump", "strings", "comm", "join", "paste", "cmp", "diff", "cksum", "sum", "md5sum", "b2sum",
		"sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "shasum", "basename", "dirname", "realpath", "readlink", "stat", "du", "df", "seq", "expr", "factor", "test", "[", "true", "false", "sleep", "echo", "printf", "date", "pwd", "id",
		"uname", "which", "whereis", "who", "whoami", "ps", "printenv", "hostname", "getent", "tty", "nproc", "uptime", "groups", "numfmt", "fold", "fmt", "expand", "unexpand", "column", "tsort", "base32", "yes", "jq", "rm", "rmdir", "unlink", "chmod", "chgrp",
		"chown", "sync", "zcat", "bzcat", "xzcat", "zipinfo", "notify-send", "say", "logger", "ping", "host":
		return LeavesNothing
	case "mkdir", "touch":
		return LeavesNames
	case "git", "hub":
		return gitLeaves(args)
	}
	if leavesNothing(name, args) {
		return LeavesNothing
	}
	return LeavesFiles
}

func leavesNothing(name string, args []string) bool {
	switch name {
	case "base64":
		return options(args, "diw0123456789", "--decode", "--wrap", "--ignore-garbage")
	case "file":
		return options(args, "bikLhzsNrEI", "--brief", "--mime", "--mime-type", "--mime-encoding", "--dereference")
	case "iconv":
		return options(args, "ftcls", "--from-code", "--to-code", "--list", "--silent")
	case "sort", "gsort":
		return options(args, "bdfghiMnRrVktuzcCm0123456789.,:;|", "--reverse", "--unique", "--numeric-sort", "--human-numeric-sort", "--version-sort", "--key", "--field-separator", "--zero-terminated", "--ignore-case", "--stable", "--check")
	case "shuf":
		return options(args, "enirz0123456789", "--echo", "--head-count", "--input-range", "--repeat", "--zero-terminated")
	case "uniq", "xxd": // the second operand is written
		return !slices.ContainsFunc(args, func(a string) bool { return !strings.HasPrefix(a, "-") || a == "-" })
	case "gzip", "bzip2", "xz", "zstd", "gunzip":
		return slices.ContainsFunc(args, func(a string) bool { return a == "-c" || a == "-dc" || a == "--stdout" }) && options(args, "cdkfq0123456789", "--stdout", "--decompress")
	case "tar", "gtar", "bsdtar":
		return len(args) > 0 && strings.Contains(args[0], "t") && strings.Trim(args[0], "-tvzjJf") == "" && options(args, "tvzjJfC", "--exclude")
	case "unzip":
		return len(args) > 0 && slices.Contains([]string{"-l", "-v", "-t", "-p", "-Z"}, args[0])
	case "sed", "gsed":
		return options(args, "nErsuze", "--quiet", "--regexp-extended") && !slices.ContainsFunc(args, func(a string) bool { return strings.ContainsAny(a, "wW") })
	case "awk", "gawk", "mawk", "nawk":
		return options(args, "", awkOptions(args)...) && !slices.ContainsFunc(args, func(a string) bool { return strings.ContainsAny(a, ">|") })
	case "find", "gfind", "fd", "fdfind":
		return searches(name, args)
	case "curl":
		return options(args, "sSfLHdXGIiAkgu", "--data", "--data-urlencode", "--data-raw", "--fail", "--get", "--header", "--location", "--request", "--show-error", "--silent", "--url", "--max-time", "--connect-timeout", "--retry", "--compressed")
	case "wget":
		return slices.ContainsFunc(args, func(a string) bool { return a == "-qO-" || a == "-O-" }) && options(args, "qO", "--quiet")
	case "go":
		return len(args) > 0 && slices.Contains([]string{"test", "vet", "list", "doc", "version"}, args[0]) &&
			options(args[1:], "", "-v", "-race", "-short", "-run", "-count", "-timeout", "-tags", "-failfast", "-json", "-m", "-skip", "-bench", "-cover", "-p", "-parallel", "-cpu", "-shuffle", "-benchmem", "-benchtime")
	case "cargo":
		return len(args) > 0 && slices.Contains([]string{"test", "check", "tree"}, args[0])
	case "pytest", "py.test":
		return options(args, "vqxsklm", "--verbose", "--quiet", "--exitfirst", "--maxfail", "--tb", "--no-header", "--lf", "--ff")
	}
	return false
}

// options reports whether all words that begin with a dash are of these: a cluster of letters, or a whole
// option before its "=".
func options(args []string, letters string, whole ...string) bool {
	for _, a := range args {
		if a == "--" {
			return true
		}
		name, _, _ := strings.Cut(a, "=")
		if len(a) < 2 || a[0] != '-' || slices.Contains(whole, name) {
			continue
		}
		if a[1] == '-' || letters == "" || strings.Trim(a[1:], letters) != "" {
			return false
		}
	}
	return true
}

// awkOptions are those options of awk in the words that give it a separator or a variable.
func awkOptions(args []string) (known []string) {
	for _, a := range args {
		if strings.HasPrefix(a, "-F") || a == "-v" || strings.HasPrefix(a, "-v") {
			name, _, _ := strings.Cut(a, "=")
			known = append(known, name)
		}
	}
	return known
}

// searches reports whether find or fd does nothing but to look for files.
func searches(name string, args []string) bool {
	if name == "fd" || name == "fdfind" {
		return options(args, "HIgiasLpd0et", "--hidden", "--no-ignore", "--glob", "--type", "--extension", "--max-depth", "--exclude", "--full-path", "--print0")
	}
	return options(args, "", "-name", "-iname", "-path", "-ipath", "-wholename", "-newer", "-user", "-group", "-size", "-mtime", "-mmin", "-maxdepth", "-mindepth", "-type", "-perm", "-print", "-print0", "-printf", "-follow", "-xdev", "-depth", "-empty", "-not", "-o", "-a", "-prune", "-regex", "-delete", "-H", "-L", "-P")
}

// gitLeaves is what a command of git leaves in the folder.
func gitLeaves(args []string) Trace {
	verb, rest := GitVerb(args)
	if slices.ContainsFunc(rest, func(a string) bool {
		return strings.HasPrefix(a, "--ou") || strings.HasPrefix(a, "-O") || strings.HasPrefix(a, "--open")
	}) {
		return LeavesFiles
	}
	switch verb {
	case "blame", "cat-file", "check-ignore", "describe", "diff", "diff-tree", "for-each-ref", "grep", "log", "ls-files", "ls-remote", "ls-tree", "merge-base", "name-rev", "rev-list", "rev-parse", "shortlog", "show", "show-ref", "status", "add", "commit", "push":
		return LeavesNothing
	case "branch", "fetch", "tag":
		return LeavesRefs
	case "checkout", "switch":
		if len(rest) == 2 && (rest[0] == "-b" || rest[0] == "-c") { // a branch of what is there
			return LeavesRefs
		}
	}
	return LeavesFiles
}

// GitVerb finds the subcommand of git, and what stands behind it; "" if nobody knows.
func GitVerb(args []string) (verb string, rest []string) {
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case slices.Contains([]string{"-C", "-c", "--git-dir", "--work-tree"}, a):
			i++
		case !strings.HasPrefix(a, "-"):
			if strings.Contains(a, Hole) {
				return "", nil
			}
			return a, args[i+1:]
		}
	}
	return "", nil
}

// RunsNothing reports whether a program, with these words, runs and loads nothing of the folder that it stands
// in. It is a closed table, too.
func RunsNothing(name string, args []string) bool {
	if IsPlain(name) {
		return true
	}
	switch name {
	case "jq", "zip", "unzip", "zipinfo", "bzip2", "xz", "zstd", "zcat", "bzcat", "xzcat", "shuf", "notify-send", "say", "logger", "ping", "host", "aws", "gsutil", "patch", "cpio", "csplit":
		return !slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, "-T") || strings.HasPrefix(a, "--unz") })
	case "rg", "ag":
		return !slices.ContainsFunc(args, func(a string) bool {
			return strings.HasPrefix(a, "--pre") || strings.HasPrefix(a, "--host") || strings.HasPrefix(a, "--pager")
		})
	case "sed", "gsed":
		return options(args, "nErsuzei", "--quiet", "--regexp-extended", "--in-place", "-i.bak")
	case "awk", "gawk", "mawk", "nawk":
		return options(args, "", awkOptions(args)...) && !slices.ContainsFunc(args, func(a string) bool { return strings.Contains(a, "|") || strings.Contains(a, "system") })
	case "find", "gfind", "fd", "fdfind":
		return searches(name, args)
	case "sort", "gsort":
		return options(args, "bdfghiMnRrVktuzcCmo0123456789.,:;|", "--reverse", "--unique", "--numeric-sort", "--output", "--key", "--field-separator", "--zero-terminated", "--stable", "--check")
	case "split", "gsplit":
		return options(args, "abClndex0123456789", "--bytes", "--lines", "--number", "--numeric-suffixes")
	case "tar", "gtar", "bsdtar":
		return len(args) > 0 && strings.Trim(args[0], "-cxtrufzjJvpkC") == "" && options(args, "cxtrufzjJvpkCa", "--create", "--extract", "--list", "--file", "--directory", "--exclude", "--gzip", "--strip-components")
	case "rsync":
		return options(args, "avzrnuhPlptgoD", "--archive", "--delete", "--dry-run", "--exclude", "--include", "--progress", "--stats")
	case "curl":
		return options(args, "sSfLoOJHdXGIiAkgu", "--data", "--data-urlencode", "--data-raw", "--fail", "--get", "--header", "--location", "--output", "--request", "--show-error", "--silent", "--url", "--max-time", "--connect-timeout", "--retry", "--compressed")
	case "wget":
		return options(args, "qOPcNv-", "--quiet", "--output-document")
	}
	return false
}

// GitRunsNothing reports whether a command of git starts no hook, in the repository that the folder is in.
func GitRunsNothing(args []string) bool {
	if slices.ContainsFunc(args, func(a string) bool {
		return a == "-C" || strings.HasPrefix(a, "--git-dir") || strings.HasPrefix(a, "--work-tree")
	}) {
		return false
	}
	verb, rest := GitVerb(args)
	return verb == "add" || gitLeaves(args) == LeavesNothing && verb != "commit" && verb != "push" && !slices.ContainsFunc(rest, func(a string) bool { return strings.HasPrefix(a, "--ext") })
}

// BringsTrees reports whether a program may make whole folders, a repository with its settings among them.
func BringsTrees(name string, args []string) bool {
	switch name {
	case "cp":
		return !options(args, "fnvpu", "--")
	case "sed", "gsed", "sort", "gsort", "shuf", "uniq", "iconv", "tee", "dd", "base64", "gzip", "bzip2", "xz", "xxd", "awk", "gawk", "mawk", "nawk", "jq", "black", "gofmt", "ruff", "prettier", "rustfmt", "clang-format", "shfmt":
		return false
	}
	return true
}
