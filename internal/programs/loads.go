package programs

import (
	"slices"
	"strings"
)

// Loads says which words of a program are code, or lead to it, beside what Interpreter,
// Careful and Wrapper know: whoever names them chooses what runs.
type Loads struct {
	Texts    []string // options whose value is a command, or names a program
	Paths    []string // options whose value is a file with code, or a folder of it
	Operands bool     // its operands run, or lie in a folder that does
}

// LoadsOf finds what a program loads by its name without a folder.
func LoadsOf(name string) (Loads, bool) {
	for _, table := range []func(string) (Loads, bool){loads, serves, starts} {
		for _, name := range []string{name, Usual(name)} {
			if l, ok := table(name); ok {
				return l, true
			}
		}
	}
	return Loads{}, false
}

// starts knows everyday programs that start one which an option names.
func starts(name string) (Loads, bool) {
	switch name {
	case "tar", "gtar", "bsdtar", "star":
		return Loads{Texts: []string{"-I", "-F", "--use-compress-program", "--to-command", "--checkpoint-action", "--info-script", "--new-volume-script", "--rsh-command", "--rmt-command"}}, true
	case "install", "ginstall":
		return Loads{Texts: []string{"--strip-program"}}, true
	case "diff3", "sdiff", "gdiff3", "gsdiff":
		return Loads{Texts: []string{"--diff-program"}}, true
	case "rsync":
		return Loads{Texts: []string{"-e", "--rsh"}}, true
	case "cpio", "mt":
		return Loads{Texts: []string{"--rsh-command"}}, true
	case "ssh-keygen":
		return Loads{Paths: []string{"-D", "-w"}}, true
	case "ssh-add":
		return Loads{Paths: []string{"-s", "-S"}}, true
	case "gpg", "gpg2", "gpgsm":
		return Loads{Texts: []string{"--agent-program", "--dirmngr-program", "--keyboxd-program", "--photo-viewer"}}, true
	case "rg", "ripgrep":
		return Loads{Texts: []string{"--pre", "--hostname-bin"}}, true
	case "ack", "ag", "bat", "batcat":
		return Loads{Texts: []string{"--pager"}}, true
	case "tcpdump":
		return Loads{Texts: []string{"-z"}}, true
	case "wget":
		return Loads{Texts: []string{"--use-askpass"}}, true
	case "zip":
		return Loads{Texts: []string{"-TT", "--unzip-command"}}, true
	}
	if IsToolchain(name) {
		return Loads{Paths: []string{"-wrapper", "-fplugin=", "-specs=", "--specs=", "-plugin", "--plugin"}}, true
	}
	return Loads{}, false
}

// forms are the ends of long options that name a program in whichever program has them.
func forms() []string {
	return []string{"-program", "-command", "-cmd", "-interpreter", "-pager", "-editor", "-askpass", "-rsh", "-wrapper", "-exec", "-shell"}
}

// StartedBy reports whether an option of a program, as it is written before its "=", is one whose value is a command or
// names a program: by the tables, in full or shortened, or by its form.
func StartedBy(name, option string) bool {
	l, _ := LoadsOf(name)
	for _, o := range l.Texts {
		if option == o || strings.HasPrefix(o, "--") && len(option) > 3 && strings.HasPrefix(o, option) && option != "--strip" {
			return true
		}
	}
	return strings.HasPrefix(option, "--") && !strings.HasPrefix(option, "--no-") && slices.ContainsFunc(forms(), func(form string) bool { return len(option) > len(form)+2 && strings.HasSuffix(option, form) })
}

func loads(name string) (Loads, bool) {
	switch name {
	case "run-parts", "ldd", "loadkeys", "insmod":
		return Loads{Operands: true, Paths: []string{"-a", "--arg"}}, true
	case "prove", "mocha", "rspec", "gunicorn", "uvicorn", "hypercorn", "sphinx-build":
		return Loads{Operands: true, Paths: []string{"-c", "-r", "--require", "--config"}}, true
	case "pylint":
		return Loads{Texts: []string{"--init-hook"}, Paths: []string{"--load-plugins", "--rcfile"}}, true
	case "blender":
		return Loads{Paths: []string{"-P", "--python", "--python-expr", "--python-text", "--addons"}}, true
	case "gimp", "gimp-console":
		return Loads{Paths: []string{"-b", "--batch", "--batch-interpreter"}}, true
	case "cmd":
		return Loads{Paths: []string{"/c", "/C", "/k", "/K"}}, true
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
	if IsLoader(name) {
		return Loads{Operands: true, Paths: []string{"--library-path", "--preload", "--audit"}}, true
	}
	return Loads{}, false
}

// serves knows what runs tests, tasks and servers of a project, fetches or converts.
func serves(name string) (Loads, bool) {
	switch name {
	case "robot", "pabot", "rackup", "puma", "thin", "unicorn":
		return Loads{Operands: true, Texts: []string{"-e", "--eval"}, Paths: []string{
			"-C", "--config", "-c", "-r", "--require", "-I", "--include", "-A", "--argumentfile", "-P", "--pythonpath", "-V", "--variablefile", "--listener", "--prerunmodifier", "--prerebotmodifier", "--parser",
		}}, true
	case "celery":
		return Loads{Paths: []string{"-A", "--app", "--workdir", "--loader", "--config"}}, true
	case "locust":
		return Loads{Paths: []string{"-f", "--locustfile", "--config"}}, true
	case "gulp", "grunt":
		return Loads{Paths: []string{"-f", "--gulpfile", "--gruntfile", "--cwd", "--base", "--tasks", "-r", "--require", "--preload", "--npm"}}, true
	case "yt-dlp", "youtube-dl":
		return Loads{Texts: []string{"--exec", "--exec-before-download", "--netrc-cmd", "--downloader", "--external-downloader", "--downloader-args", "--external-downloader-args", "--postprocessor-args", "--ppa"}, Paths: []string{"--config-location", "--config-locations", "--plugin-dirs", "--ffmpeg-location"}}, true
	case "soffice", "libreoffice", "localc", "lowriter", "loimpress", "lodraw": // an operand "macro:" runs one
		return Loads{Operands: true}, true
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
	case "coverage", "mutool", "streamlit", "chainlit", "gradio":
		return []string{"run"}
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
