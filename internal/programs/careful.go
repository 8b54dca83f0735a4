package programs

import (
	"slices"
	"strings"

	"handrail/internal/lazy"
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

	// What may stand before its subcommand: options that take no word, and those that take
	// the next one, or one glued to them by "=". Anything else there leaves open which word the
	// subcommand is, so that no value may come.
	Flags, Takes []string
	Runs         []string            // subcommands that start the program which their first operand names
	Names        []string            // of those options, the ones that may take a value: they name a place
	Settings     string              // the option before the subcommand that is given NAME=value (Settles)
	Except       map[string][]string // options of a subcommand that bring code, though Plain has them
	First        []string            // subcommands whose first operand chooses what runs
	Projects     []string            // subcommands whose operands name what is built, by what lies there; "": it has none, and its operands do
	Fetches      []string            // subcommands that reach other repositories, by an address
	Never        []string            // options after which no value may come
	Passes       []string            // subcommands that give what follows -- to a compiler
	Shell        bool                // some of its versions give the operands to a shell
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
	case "git", "hub":
		return Careful{Words: 1, Flags: []string{
			"--no-pager", "-p", "--paginate", "-P", "--bare", "--no-replace-objects", "--no-lazy-fetch", "--no-optional-locks", "--no-advice", "--literal-pathspecs", "--glob-pathspecs", "--noglob-pathspecs", "--icase-pathspecs",
		}, Takes: []string{"-C", "--git-dir", "--work-tree", "--namespace", "--attr-source"}, Settings: "-c", Except: map[string][]string{
			"clone": {"-c", "-u"}, "merge": {"-s"}, "pull": {"-s"}, "ls-remote": {"-u"}, "rebase": {"-s", "-x"},
		}, First: []string{"push", "notes", "remote"}, Fetches: []string{"clone", "fetch", "ls-remote", "pull", "push", "remote"}, Verbs: []string{
			"add", "blame", "branch", "cat-file", "check-ignore", "checkout", "cherry-pick", "clean", "clone", "commit", "describe", "diff", "diff-tree", "fetch", "for-each-ref", "format-patch", "grep", "init",
			"log", "ls-files", "ls-remote", "ls-tree", "merge", "merge-base", "mv", "notes", "pull", "push", "rebase", "remote", "reset", "restore", "rev-list", "rev-parse", "revert", "rm", "shortlog", "show", "show-ref", "stash", "status", "switch", "tag", "worktree",
		}, Plain: []string{
			"-a", "-A", "-b", "-B", "-c", "-d", "-D", "-e", "-E", "-f", "-F", "-G", "-i", "-l", "-m", "-n", "-p", "-q", "-s", "-S", "-u", "-v", "-w", "-x", "-z",
			"--abbrev-ref", "--abbrev-commit", "--after", "--all", "--allow-empty", "--amend", "--annotate", "--author", "--before", "--branch", "--cached", "--contains", "--count", "--date", "--decorate", "--delete", "--depth",
			"--detach", "--ff-only", "--find-renames", "--fixed-strings", "--follow", "--force-with-lease", "--format", "--graph", "--grep", "--hard", "--ignore-case", "--list", "--max-count", "--message", "--name-only", "--name-status",
			"--no-commit", "--no-edit", "--no-ff", "--no-pager", "--numstat", "--oneline", "--onto", "--autostash", "--stdout", "--signoff", "--cover-letter", "--patch", "--porcelain", "--pretty", "--prune", "--quiet", "--rebase", "--set-upstream", "--short", "--shortstat", "--show-toplevel", "--since", "--soft",
			"--heads", "--refs", "--symref", "--exit-code", "--single-branch", "--no-tags", "--force", "--dry-run", "--sort", "--squash", "--staged", "--stat", "--tags", "--track", "--until", "--verify", "--worktree",
		}}, true
	case "hg":
		return Careful{Words: 1, Flags: []string{"-q", "-v", "-y", "--quiet", "--verbose", "--noninteractive", "--debug"}, Takes: []string{"-R", "--repository", "--cwd", "--color", "--pager"}, Verbs: []string{
			"add", "annotate", "blame", "branch", "branches", "cat", "clone", "commit", "diff", "files", "forget", "grep", "heads", "identify", "incoming", "init", "log", "manifest", "merge", "outgoing", "parents", "paths", "pull", "push", "remove",
			"rename", "resolve", "revert", "root", "status", "summary", "tag", "tags", "tip", "update",
		}, Plain: []string{"-b", "-d", "-k", "-l", "-m", "-r", "-u", "--branch", "--date", "--keyword", "--limit", "--message", "--rev", "--user"}}, true
	case "svn":
		return Careful{Words: 1, Flags: []string{"-q", "--quiet", "--non-interactive", "--no-auth-cache", "--trust-server-cert"}, Takes: []string{"--username", "--password"}, Verbs: []string{
			"add", "blame", "cat", "changelist", "checkout", "co", "cleanup", "commit", "ci", "copy", "cp", "delete", "del", "rm", "diff", "di", "export", "import", "info", "list", "ls", "lock", "log", "merge", "mkdir", "move", "mv", "propget", "resolve",
			"revert", "status", "st", "stat", "switch", "sw", "unlock", "update", "up",
		}, Plain: []string{"-c", "-l", "-m", "-r", "--limit", "--message", "--revision"}}, true
	case "cvs", "bzr", "fossil":
		return Careful{Words: 1, Flags: []string{"-q", "-Q"}, Verbs: []string{
			"add", "annotate", "cat", "checkout", "co", "commit", "ci", "diff", "export", "finfo", "info", "log", "ls", "mv", "pull", "push", "remove", "revert", "rm", "status", "tag", "timeline", "update",
		}}, true
	}
	return Careful{}, false
}

// Settles reports whether a setting of git, NAME=value in the author's words, starts nothing.
func Settles(setting string) bool {
	name, value, _ := strings.Cut(setting, "=")
	name = strings.ToLower(name)
	switch name {
	case "core.pager", "core.editor", "sequence.editor":
		return slices.Contains([]string{"", "cat", "true", "false", ":"}, value)
	case "core.hookspath":
		return value == "/dev/null"
	case "core.fsmonitor":
		return slices.Contains([]string{"", "true", "false"}, value)
	case "credential.helper":
		return value == ""
	}
	family, _, _ := strings.Cut(name, ".")
	return slices.Contains([]string{"user", "author", "committer", "color", "column", "advice", "log", "status", "push", "fetch", "branch", "rerere", "safe", "gc", "i18n", "transfer", "fsck", "index", "grep", "blame", "versionsort"}, family) ||
		slices.Contains([]string{
			"core.quotepath", "core.abbrev", "core.autocrlf", "core.eol", "core.safecrlf", "core.filemode", "core.ignorecase", "core.longpaths", "core.symlinks", "core.precomposeunicode", "core.compression", "core.commentchar", "core.whitespace",
			"init.defaultbranch", "pull.rebase", "pull.ff", "merge.ff", "merge.conflictstyle", "merge.renames", "merge.log", "rebase.autostash", "rebase.autosquash", "commit.gpgsign", "commit.verbose", "tag.gpgsign", "tag.sort", "diff.renames", "diff.algorithm",
			"diff.noprefix", "diff.mnemonicprefix", "diff.context", "diff.submodule", "diff.colormoved", "diff.renamelimit", "http.version", "http.postbuffer", "http.lowspeedlimit", "http.lowspeedtime", "protocol.version", "submodule.recurse",
		}, name)
}

// builders knows programs that build, and start what they have built.
func builders(name string) (Careful, bool) {
	switch name {
	case "go":
		return Careful{Words: 1, Takes: []string{"-C"}, Verbs: []string{"build", "doc", "fmt", "list", "run", "test", "version", "vet"}, Plain: []string{
			"-a", "-bench", "-benchmem", "-benchtime", "-count", "-cover", "-covermode", "-cpu", "-failfast", "-json", "-m", "-n", "-o", "-p", "-parallel", "-race", "-run", "-short", "-shuffle", "-skip", "-tags", "-timeout", "-u", "-v", "-x",
		}, Lead: "-+@"}, true
	case "npm", "pnpm", "yarn":
		return Careful{Words: 1, Shell: true, Flags: []string{
			"-s", "--silent", "-q", "--quiet", "-d", "--verbose", "-ws", "--workspaces", "--include-workspace-root", "-r", "--recursive", "--offline", "--prefer-offline", "--no-audit", "--no-fund", "--no-color", "--no-progress", "--if-present", "--frozen-lockfile",
		}, Takes: []string{"--prefix", "-w", "--workspace", "--loglevel", "-C", "--dir", "--filter", "-F", "--cwd"}, Verbs: []string{"run", "run-script", "rum", "urn", "test", "t", "tst", "start", "stop", "restart"},
			Runs: []string{"exec", "x", "dlx"}, First: []string{"run", "run-script", "rum", "urn"}, Plain: []string{"-s", "--silent", "--if-present", "-w", "--workspace"}}, true
	case "cargo":
		return Careful{Words: 1, Flags: []string{"-q", "--quiet", "-v", "--verbose", "--locked", "--offline", "--frozen", "+stable", "+beta", "+nightly"}, Takes: []string{"--color", "--manifest-path", "-C"}, Passes: []string{"clippy"},
			Verbs: []string{"build", "check", "clippy", "doc", "fmt", "run", "test", "tree"}, Plain: []string{
				"-p", "-q", "-r", "-v", "--all", "--bin", "--example", "--features", "--lib", "--locked", "--offline", "--package", "--quiet", "--release", "--test", "--tests", "--workspace",
			}}, true
	case "dotnet":
		return Careful{Words: 1, Projects: []string{"build", "clean", "pack", "publish", "restore", "test"}, Verbs: []string{"add", "build", "clean", "list", "new", "pack", "publish", "remove", "restore", "run", "sln", "test"}, Plain: []string{
			"-c", "--configuration", "-f", "--framework", "-o", "--output", "-r", "--runtime", "-v", "--verbosity", "--no-build", "--no-restore", "--project", "--filter", "-n", "--name",
		}}, true
	case "gh":
		return Careful{Words: 1, NoEnd: true, Takes: []string{"-R", "--repo"}, Verbs: []string{
			"api", "auth", "browse", "cache", "gist", "issue", "label", "org", "pr", "project", "release", "repo", "ruleset", "run", "search", "secret", "status", "variable", "workflow",
		}, Plain: []string{
			"-R", "--repo", "-t", "--title", "-b", "--body", "-B", "--base", "-H", "--head", "-l", "--label", "-a", "--assignee", "-r", "--reviewer", "-L", "--limit", "-s", "--state", "--json", "--milestone", "-F", "--body-file", "-S", "--search",
			"-n", "--notes", "-f", "--field", "--raw-field", "-X", "--method", "-A", "--author", "--comment", "--draft", "-d", "--squash", "--merge", "--rebase", "--delete-branch", "--web", "-w", "--log", "--log-failed",
		}}, true
	case "systemctl":
		return Careful{Words: 1, Flags: []string{"--user", "--system", "--no-pager", "-q", "--quiet", "--no-legend", "--plain", "--full", "-l", "-a", "--all"}, Takes: []string{"-n", "--lines", "-t", "--type", "--state", "-o", "--output", "-p", "--property"}, Verbs: []string{
			"cat", "is-active", "is-enabled", "is-failed", "list-dependencies", "list-timers", "list-units", "list-unit-files", "reload", "restart", "show", "start", "status", "stop", "try-restart",
		}, Lead: "-+/.", Plain: []string{"--user", "--no-pager", "-n", "--lines", "-t", "--type", "--state", "-p", "--property", "--now"}}, true
	case "cmake":
		return Careful{Lead: "-+@", Projects: []string{""}, Never: []string{"-E", "-P", "-C"}, Plain: []string{"--build", "--target", "-t", "-B", "-j", "--parallel", "--config", "--install", "--prefix"}}, true
	case "mvn":
		return Careful{Lead: "-+@", Plain: []string{"-Dtest", "-pl", "-P", "-q", "-B", "-o"}}, true
	case "rustc", "javac", "ctags", "pandoc", "exiftool", "rg", "fd", "fdfind", "ag", "bat":
		return Careful{Lead: "-+@"}, true
	}
	switch { // Flags: the options that take no word; of another program of the family they may be others
	case readsObjects().MatchString(name):
		return Careful{Lead: "-+@", Flags: []string{"-a", "-A", "-C", "-d", "-D", "-h", "-l", "-n", "-p", "-r", "-s", "-t", "-u", "-x", "-W", "--demangle", "--dynamic", "--all"}}, true
	case IsToolchain(name):
		return Careful{Lead: "-+@", Flags: []string{"-c", "-S", "-E", "-g", "-O", "-O0", "-O1", "-O2", "-O3", "-Os", "-Og", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fsyntax-only"}}, true
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

var readsObjects = lazy.Regexp(`(?:^|-)(?:nm|objdump|readelf|size)[0-9.-]*$`)

var toolchain = lazy.Regexp(`^(?:[a-z0-9_.]+-){0,4}(?:cc|c\+\+|c89|c99|c11|c17|cpp|gcc|g\+\+|gfortran|gccgo|gdc|gnat[a-z]*|xgcc|cc1|cc1plus|collect2|lto1?|clang|clang\+\+|clang-cpp|clang-cl|clang-tidy|clangd|flang|lld|lld-link|icc|icpc|icx|icpx|ifort|nvcc|hipcc|emcc|em\+\+|tcc|pcc|swiftc|ldc|ldc2|dmd|kotlinc|javadoc|jar|` +
	`ld|ld64|gold|mold|as|ar|nm|ranlib|objcopy|objdump|strip|size|readelf|addr2line|c\+\+filt|elfedit|dlltool|dllwrap|windres|windmc|dwp|gprof|gprofng|wasm-ld|llvm-[a-z0-9+-]+)(?:\.[a-z0-9]+|-?[0-9][0-9.]*)*(?:-posix|-win32)?$`)

// IsToolchain reports whether a program is a compiler, a linker or one of the tools around them, by any of
// its usual names: x86_64-linux-gnu-gcc-13, ld.bfd, llvm-ar-17. A word "@file" is a list of options to them.
func IsToolchain(name string) bool { return toolchain().MatchString(strings.ToLower(name)) }

// ReadsAt reports whether a word "@file" is a list of options to a program.
func ReadsAt(name string) bool {
	return IsToolchain(name) || slices.Contains([]string{"rustc", "javac", "java", "kotlin", "scalac", "pytest", "py.test", "mypy", "dotnet", "csc", "msbuild", "cppcheck", "clang-format", "dart2js", "ghc", "scons", "meson"}, name)
}

// Makes reports whether a program is a compiler or a linker that makes the file which its
// option -o names, by its name without a folder; gcc-13 is gcc.
func Makes(name string) bool {
	return slices.Contains([]string{
		"cc", "c++", "gcc", "g++", "clang", "clang++", "ld", "lld", "gold", "mold", "as", "nasm", "yasm", "go", "tinygo", "rustc", "gfortran", "ghc",
		"swiftc", "dmd", "ldc", "gdc", "ocamlc", "ocamlopt", "fpc", "nvcc", "dart",
	}, strings.TrimRight(name, "0123456789.-"))
}
