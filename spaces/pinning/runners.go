package pinning

import (
	"slices"
	"strings"

	"handrail/internal/programs"
	"handrail/pipeline/guard/bash"
)

// An interpreter says how a program that runs scripts reads its own arguments. What is
// neither an option nor a verb is the script.
type interpreter struct {
	name     string
	code     []string // options whose value is code
	module   []string // options whose value names a module, which may lie in the folder it runs in
	file     []string // options whose value is a file with code
	value    []string // other options with a value
	verbs    []string // words before the script
	apart    []string // options with which it takes no modules from the folder it runs in
	here     bool     // its code loads modules from the folder it runs in first
	shell    bool     // text behind -c, alone or among other letters, is read as commands of its own
	letters  string   // options of one letter without a value, which may stand in one word with others
	takes    string   // those with one, which may be glued to them
	fileOnly bool     // only options name files with code: see programsOf
	advice   string   // how it is written instead
}

// interpreterOf knows programs that run scripts, by their names.
func interpreterOf(name string) (interpreter, bool) {
	name = programs.Usual(strings.TrimSuffix(name, ".exe"))
	switch {
	case programs.IsShell(name):
		return interpreter{value: []string{"-o", "+o"}, file: []string{"--rcfile", "--init-file"}, shell: true}, true
	case name == "source" || name == ".":
		return interpreter{}, true
	case name == "python" || strings.HasPrefix(name, "python2") || strings.HasPrefix(name, "python3") || name == "pypy" || name == "pypy3":
		return interpreter{
			code: []string{"-c"}, module: []string{"-m"}, value: []string{"-W", "-X"}, apart: []string{"-I", "-P"}, here: true, letters: "bBdEhiIOPqRsSuvVx?", takes: "cmWX",
			advice: "; python3 -I keeps it from that",
		}, true
	case name == "node" || name == "nodejs":
		return interpreter{
			code: []string{"-e", "--eval", "-p", "--print", "-pe"}, module: []string{"--test", "--run"}, file: []string{"-r", "--require", "--import", "--loader", "--experimental-loader"}, here: true,
			advice: "; write it to a script",
		}, true
	case name == "deno" || name == "bun" || name == "tsx" || name == "ts-node":
		return interpreter{code: []string{"-e", "--eval", "-p"}, module: []string{"task", "test", "x", "install"}, verbs: []string{"run", "eval"}, file: []string{"-r", "--require", "--preload", "--import-map"}, here: true, advice: "; write it to a script"}, true
	case name == "perl" || name == "ruby":
		return interpreter{code: []string{"-e", "-ne", "-pe", "-lne", "-E"}, module: []string{"-S"}, file: []string{"-r"}, value: []string{"-I"}}, true
	case name == "lua" || name == "luajit":
		return interpreter{code: []string{"-e"}, module: []string{"-l"}, value: []string{"-W"}, letters: "ivE", takes: "elWj"}, true
	case name == "php" || name == "tclsh" || name == "Rscript" || name == "julia" || name == "osascript":
		return interpreter{code: []string{"-r", "-e", "--eval"}, file: []string{"-f", "-l"}}, true
	case name == "pwsh" || name == "powershell":
		return interpreter{code: []string{"-c", "-Command", "-command"}, file: []string{"-File", "-file", "-f"}}, true
	case name == "java":
		return interpreter{file: []string{"-jar", "-cp", "-classpath"}}, true
	case slices.Contains([]string{"awk", "gawk", "mawk", "nawk", "sed", "gsed", "jq"}, name):
		return interpreter{fileOnly: true}, true
	}
	if p, ok := programs.InterpreterOf(name); ok && p.File {
		return interpreter{code: []string{"-e", "-c"}, value: p.Takes, verbs: p.Lead}, true
	}
	return interpreter{}, false
}

// builder knows programs whose verbs build and run what lies in the space, with those that do not.
func builder(name string) (quiet []string, ok bool) {
	switch name {
	case "cargo":
		return []string{"fmt", "metadata", "tree", "search"}, true
	case "dotnet":
		return []string{"new", "list", "nuget", "sln", "help", "sdk", "workload"}, true
	case "nix":
		return []string{"search", "registry", "store", "path-info", "hash", "help", "doctor", "log", "key"}, true
	case "zig":
		return []string{"fmt", "env", "targets", "version", "zen"}, true
	case "mix", "stack", "cabal", "lein", "rebar3", "dune", "gleam", "flutter":
		return []string{"help", "list", "info", "path", "doctor"}, true
	}
	return nil, false
}

// parted are the words of a command line in which options of one letter stand apart, and from their values: -um check is -u -m check.
func (how interpreter) parted(args []bash.Word) (words []bash.Word) {
	for i, a := range args {
		letters, is := strings.CutPrefix(a.Text, "-")
		if how.letters == "" || !a.Known || !is || letters == "" || letters[0] == '-' {
			return append(words, args[i:]...)
		}
		for j, letter := range letters {
			one := a
			one.Text = "-" + string(letter)
			words = append(words, one)
			if strings.ContainsRune(how.takes, letter) {
				rest := args[i+1:]
				if one.Text = letters[j+1:]; one.Text != "" {
					words = append(words, one)
				} else if len(rest) > 0 {
					words, rest = append(words, rest[0]), rest[1:]
				}
				return append(words, how.parted(rest)...)
			}
		}
	}
	return words
}

// runner knows programs that run what files of the space say, and why.
func runner(name string, args []bash.Word) (why string, ok bool) {
	verb := ""
	if first, found := bash.FirstOf(args); found {
		verb = first.Text
	}
	asks := len(args) > 0 && slices.Contains([]string{"--version", "-v", "-V", "version", "--help", "-h", "help"}, args[0].Text)
	if asks {
		return "", false
	}
	if quiet, builds := builder(name); builds {
		return "it builds and runs code of the space", verb != "" && !slices.Contains(quiet, verb)
	}
	switch name {
	case "make", "gmake", "just", "task", "mage", "rake", "ninja", "scons", "tox", "nox", "invoke", "gradle", "gradlew", "mvn", "mvnw", "ant", "sbt", "bazel", "meson", "cmake":
		return "files of the space say what it runs", true
	case "npm", "pnpm", "yarn":
		quiet := []string{"view", "info", "config", "ls", "list", "outdated", "audit", "root", "prefix", "whoami", "search", "ping", "why", "explain"}
		if verb == "" && name != "yarn" || slices.Contains(quiet, verb) {
			return "", false
		}
		return "package.json says what it runs", true
	case "go":
		if slices.Contains([]string{"run", "test", "generate", "tool"}, verb) {
			return "it builds and runs code of the space", true
		}
	case "pytest", "py.test", "vitest", "jest", "mocha", "ava", "playwright", "cypress", "phpunit", "rspec", "bats", "ctest", "behave", "busted":
		return "it runs the space's tests", true
	case "eslint", "prettier", "stylelint", "webpack", "vite", "rollup", "babel", "esbuild", "pre-commit", "husky", "lint-staged", "commitlint", "turbo", "nx", "lerna":
		return "its settings in the space are code", true
	case "bundle", "rails", "composer", "poetry", "pipenv", "uv", "hatch", "ansible-playbook", "terraform", "xcodebuild", "msbuild", "nix-build", "nix-shell", "direnv", "mise", "pdm", "rye":
		return "files of the space say what it runs", true
	}
	return "", false
}
