package programs

import "slices"

// A Starter is a program with subcommands of which some start a command that stands in its words,
// elsewhere: in a container, in a machine, under another version of a tool.
type Starter struct {
	// What may stand before its subcommand: options that take no word, and those that take one.
	Flags, Takes []string
	Groups       []string       // words that may stand before the subcommand
	Verbs        map[string]int // the subcommands that start a command, and how many words of their own stand before it
	Bare         []string       // options of those that take no word
	Entry        string         // an option that names the program, in the place of a word
	End          bool           // what stands behind -- is the command
}

// StarterOf finds such a program by its name.
func StarterOf(name string) (Starter, bool) {
	of := func(words int, verbs ...string) map[string]int {
		all := map[string]int{}
		for _, verb := range verbs {
			all[verb] = words
		}
		return all
	}
	container := []string{
		"-i", "-t", "-it", "-ti", "-d", "--interactive", "--tty", "--detach", "--privileged", "--rm", "--init", "--read-only", "-P", "--publish-all", "--no-healthcheck", "-q", "--quiet", "--sig-proxy", "-T", "--no-TTY", "--no-deps", "--build", "--service-ports", "--use-aliases", "-l", "--latest",
	}
	switch name {
	case "docker", "podman", "nerdctl", "docker-compose", "podman-compose":
		return Starter{
			Flags: []string{"-D", "--debug", "--tls", "--tlsverify", "--remote", "-r", "--ansi=never", "--verbose"}, Takes: []string{
				"-c", "--context", "-H", "--host", "-l", "--log-level", "--config", "--tlscacert", "--tlscert", "--tlskey", "-f", "--file", "-p", "--project-name", "--profile", "--env-file", "--project-directory", "--ansi", "--connection", "--namespace", "-n",
			}, Groups: []string{"compose", "container"}, Verbs: of(1, "exec", "run", "create"), Bare: container, Entry: "--entrypoint",
		}, true
	case "kubectl", "oc", "k3s", "microk8s":
		return Starter{
			Flags: []string{"--insecure-skip-tls-verify", "--match-server-version", "--warnings-as-errors"}, Takes: []string{
				"-n", "--namespace", "--context", "--cluster", "--user", "-s", "--server", "--kubeconfig", "--token", "--as", "--as-group", "--request-timeout", "-v", "--v", "--cache-dir", "--certificate-authority", "--client-certificate", "--client-key",
			}, Groups: []string{"kubectl"}, Verbs: of(1, "exec", "run", "debug", "rsh"), Bare: append(container, "--stdin", "--attach", "-A"), End: true,
		}, true
	case "buildah":
		return Starter{Verbs: of(1, "run"), Bare: container}, true
	case "nvm":
		return Starter{Verbs: of(1, "exec", "run"), Bare: []string{"--silent", "--lts"}}, true
	case "op", "doppler", "infisical", "dotenv", "dotenvx":
		return Starter{Verbs: of(0, "run"), Bare: []string{"--no-masking", "--override", "--overload"}}, true
	case "aws-vault", "chamber", "envchain":
		return Starter{Verbs: of(1, "exec")}, true
	case "fnm", "volta":
		return Starter{Verbs: of(0, "exec", "run")}, true
	case "pipx":
		return Starter{Verbs: of(0, "run", "install", "inject", "runpip"), Bare: []string{"--no-cache", "--verbose", "-q"}}, true
	case "uv":
		return Starter{Flags: []string{"-q", "--quiet", "-v", "--verbose", "--offline", "-n", "--no-cache", "--no-config"}, Takes: []string{"--directory", "--project", "--color", "--cache-dir"}, Groups: []string{"tool", "pip"}, Verbs: of(0, "run", "install", "add"), Bare: []string{
			"-q", "--quiet", "--isolated", "--frozen", "--locked", "--no-sync", "--no-project", "--all-extras", "--no-dev", "--dev", "--exact", "-U", "--upgrade",
		}}, true
	}
	return Starter{}, false
}

// OptionFiles are the options of a program that name a file in which it reads more options, some
// of which start what they say.
func OptionFiles(name string) []string {
	switch name {
	case "tar", "gtar", "bsdtar":
		return []string{"-T", "--files-from"}
	case "curl":
		return []string{"-K", "--config"}
	case "wget":
		return []string{"--config"}
	case "rustc", "javac":
		return []string{"@"}
	case "exiftool":
		return []string{"-@"}
	case "cmake":
		return []string{"-P", "-C"}
	}
	if ReadsAt(name) {
		return []string{"@"}
	}
	return nil
}

// SettingsOf are the options of a program that name a file of its settings, which are code or say what it starts, where it
// is one of those that have some in the folder.
func SettingsOf(name string) []string {
	if !Gathers(name) || slices.Contains([]string{"git", "hub", "hg", "kubectl"}, name) {
		return nil
	}
	return []string{"-r", "--requirement", "-c", "--constraint", "--config", "--config-file", "--rcfile", "-f", "--file", "--manifest-path", "--settings", "--build-file", "--gemfile", "--modfile", "-modfile", "--makefile", "--setup-file", "--require"}
}

// OpensShell reports whether a subcommand, of whichever program, opens a shell or what is like one, so that the program
// reads its input as code.
func OpensShell(verb string) bool {
	return slices.Contains([]string{"shell", "sh", "bash", "console", "repl", "enter", "develop", "dbshell", "attach", "explore", "ssh", "rsh"}, verb)
}

// IsVerb reports whether the name of a program is a usual subcommand of others, too.
func IsVerb(name string) bool {
	return slices.Contains([]string{"view", "edit", "editor", "pager", "more", "less", "most", "mail", "convert", "identify", "composite", "task", "batch", "at", "man", "open", "login", "watch", "script", "screen", "time", "sort", "find", "patch", "split"}, name)
}

// Console reports whether a program, or a script that frameworks give this name, reads code with
// this subcommand.
func Console(name, verb string) bool {
	verbs := map[string][]string{
		"manage.py": {"shell", "shell_plus", "dbshell", "runscript"}, "django-admin": {"shell", "dbshell"}, "flask": {"shell"}, "artisan": {"tinker"}, "rails": {"runner", "r", "console", "c", "dbconsole"}, "nix": {"repl", "eval"}, "dotnet": {"fsi", "script"},
	}
	return slices.Contains(verbs[name], verb)
}
