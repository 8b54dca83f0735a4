package programs

import (
	"slices"
	"strings"
)

// Loads says which words of a program are code, or lead to it, beside what Interpreter,
// Careful and Wrapper know: whoever names them chooses what runs.
type Loads struct {
	Texts    []string // options whose value is a command for a shell
	Paths    []string // options whose value is a file with code, or a folder of it
	Operands bool     // its operands run, or lie in a folder that does
}

// LoadsOf finds what a program loads by its name without a folder.
func LoadsOf(name string) (Loads, bool) {
	switch name {
	case "run-parts", "ldd", "loadkeys", "insmod":
		return Loads{Operands: true, Paths: []string{"-a", "--arg"}}, true
	case "mapfile", "readarray", "compgen", "complete":
		return Loads{Texts: []string{"-C"}}, true
	case "hash":
		return Loads{Paths: []string{"-p"}}, true
	case "enable":
		return Loads{Paths: []string{"-f"}}, true
	case "split", "gsplit":
		return Loads{Texts: []string{"--filter"}}, true
	case "sort", "gsort":
		return Loads{Texts: []string{"--compress-program"}}, true
	case "jq":
		return Loads{Paths: []string{"-L", "--library-path"}}, true
	case "gawk", "awk":
		return Loads{Paths: []string{"-i", "--include", "-l", "--load"}}, true
	case "perl":
		return Loads{Paths: []string{"-I", "-Mlib=", "-mlib="}}, true
	case "ruby":
		return Loads{Paths: []string{"-I", "-r", "--require"}}, true
	case "ninja", "samu":
		return Loads{Paths: []string{"-C", "-f"}}, true
	case "curl":
		return Loads{Paths: []string{"-K", "--config"}}, true
	case "pip", "pip3", "pipx", "virtualenv", "pyvenv":
		return Loads{Operands: true}, true
	case "kubectl", "oc", "helm":
		return Loads{Paths: []string{"--kubeconfig", "--post-renderer", "--post-renderer-args"}}, true
	case "docker", "podman", "nerdctl":
		return Loads{Paths: []string{"--config"}}, true
	case "terraform", "tofu":
		return Loads{Paths: []string{"-chdir", "-plugin-dir", "-from-module", "-backend-config"}}, true
	}
	if strings.HasPrefix(name, "ld-linux") || strings.HasPrefix(name, "ld-musl") || strings.HasPrefix(name, "ld64.so") || strings.HasPrefix(name, "ld.so") {
		return Loads{Operands: true, Paths: []string{"--library-path", "--preload", "--audit"}}, true
	}
	return Loads{}, false
}

// Starts lists the verbs behind which the first word that is no option names what a program
// starts: a program, a package or an image.
func Starts(name string) []string {
	switch name {
	case "uv", "poetry", "pdm", "hatch", "rye", "pipenv", "conda", "mamba", "micromamba", "pixi":
		return []string{"run"}
	case "docker", "podman", "nerdctl", "nix", "flatpak", "snap":
		return []string{"run", "create", "develop", "shell"}
	case "bundle", "rbenv", "pyenv", "nodenv", "asdf", "mise", "rtx", "direnv", "pnpm", "yarn", "opam", "stack", "cabal":
		return []string{"exec", "x"}
	}
	return nil
}

// RunsOperands reports whether the words behind python's -m MODULE are files that run.
func RunsOperands(module string) bool {
	return slices.Contains([]string{"unittest", "pip", "trace", "pdb", "cProfile", "profile", "runpy", "timeit", "doctest", "venv", "ensurepip"}, module)
}

// Installs reports whether a program, with these words of its author's that are no options, fetches packages which the next ones name: installing
// one may run what is in it. Those of the system's own manager are its maintainers', and need the administrator.
func Installs(name string, words []string) bool {
	verbs := map[string][]string{
		"pip": {"install", "download", "wheel"}, "pipx": {"install", "inject"}, "uv": {"add", "pip install", "tool install"},
		"npm": {"install", "i", "in", "add"}, "pnpm": {"install", "i", "add"}, "yarn": {"add"}, "bun": {"install", "i", "add"}, "cargo": {"install", "add"}, "go": {"get", "install"},
		"poetry": {"add", "install"}, "pdm": {"add"}, "hatch": {"dep add"}, "pipenv": {"install"}, "rye": {"add", "install"}, "pixi": {"add", "global install"}, "conda": {"install", "create"}, "mamba": {"install", "create"},
		"gem": {"install"}, "bundle": {"add"}, "composer": {"require", "global require", "create-project"}, "brew": {"install", "reinstall", "upgrade"}, "nix": {"run", "shell", "build", "develop", "profile install"}, "nix-env": {""},
		"dotnet": {"add package", "tool install", "new install"}, "luarocks": {"install"}, "cpan": {""}, "cpanm": {""}, "mise": {"install", "use"}, "asdf": {"install", "plugin add"}, "deno": {"install", "add"},
		"volta": {"install"}, "corepack": {"use", "install"}, "choco": {"install"}, "winget": {"install"}, "scoop": {"install"},
	}[strings.TrimRight(name, "0123456789.")]
	said := strings.Join(words, " ") + " "
	return slices.ContainsFunc(verbs, func(verb string) bool { return verb == "" || strings.HasPrefix(said, verb+" ") })
}
