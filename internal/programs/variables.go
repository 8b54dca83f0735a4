package programs

import (
	"slices"
	"strings"
)

// RunsCode reports whether a variable makes programs run what it holds, or read a file or a
// folder as code. What it does to bash itself is not meant.
func RunsCode(name string) bool {
	for _, prefix := range []string{"LD_", "DYLD_", "GIT_", "PYTHON", "PERL", "RUBY", "NODE_", "JAVA_", "npm_", "NPM_", "LESS", "GEM_", "BUNDLE_", "DENO_", "BUN_", "LUA_", "PHP", "R_", "TCL", "CARGO", "RUST"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	for _, suffix := range []string{"_COMMAND", "_OPTIONS", "_OPTS", "_EDITOR", "_PAGER", "_ASKPASS", "_RSH", "_SHELL", "FLAGS"} {
		if strings.HasSuffix(name, suffix) {
			return true
		}
	}
	return slices.Contains([]string{"EDITOR", "VISUAL", "MANPAGER", "BROWSER", "CLASSPATH", "ZDOTDIR", "XDG_CONFIG_HOME", "CC", "CXX", "LD", "AR", "MAKE"}, name)
}

// FindsCode reports whether a variable decides where programs, bash among them, find code.
func FindsCode(name string) bool {
	return RunsCode(name) || strings.HasPrefix(name, "BASH_FUNC_") || strings.HasPrefix(name, "XDG_") ||
		slices.Contains([]string{"PATH", "HOME", "ENV", "BASH_ENV", "CDPATH", "PAGER", "PROMPT_COMMAND", "PS4", "SHELLOPTS", "BASHOPTS", "BASH_LOADABLES_PATH", "JQ_LIBRARY_PATH", "AWKPATH", "AWKLIBPATH", "MAKEFILES", "GCONV_PATH", "OPENSSL_CONF", "CURL_HOME", "INPUTRC"}, name)
}

// NamesSettings reports whether a variable names settings, or holds some, in which a program finds commands that it runs, or plugins.
func NamesSettings(name string) bool {
	return slices.Contains([]string{
		"KUBECONFIG", "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "RIPGREP_CONFIG_PATH", "VIMINIT", "GVIMINIT", "EXINIT", "MYVIMRC", "VIM", "VIMRUNTIME", "STARSHIP_CONFIG", "LG_CONFIG_FILE", "BAT_CONFIG_PATH", "BAT_CONFIG_DIR",
		"FZF_DEFAULT_OPTS_FILE", "DOCKER_CONFIG", "CLOUDSDK_CONFIG", "TF_CLI_CONFIG_FILE", "ANSIBLE_CONFIG", "PSQLRC", "SCREENRC", "WGETRC", "GNUPGHOME", "JUPYTER_CONFIG_DIR", "JUPYTER_CONFIG_PATH", "IPYTHONDIR",
		"HELM_PLUGINS", "KUSTOMIZE_PLUGIN_HOME", "YARN_RC_FILENAME", "PIP_CONFIG_FILE", "UV_CONFIG_FILE", "GRADLE_USER_HOME", "GOENV", "EMACSLOADPATH", "EMACS_USER_DIRECTORY", "HGRCPATH", "JJ_CONFIG", "CONDARC", "MAMBARC",
		"MISE_CONFIG_FILE", "MISE_GLOBAL_CONFIG_FILE", "ASDF_CONFIG_FILE", "ASDF_DATA_DIR", "MPLCONFIGDIR", "MATPLOTLIBRC", "HELIX_RUNTIME", "ATUIN_CONFIG_DIR", "ZELLIJ_CONFIG_FILE", "TMUX_CONF", "WEZTERM_CONFIG_FILE",
	}, name)
}

// A Sway is what a variable of a program's environment does with text.
type Sway struct {
	What string // a clause: "gives perl options, which can be code"
	// Input says that with this text the program reads its input, or what it has to show, as code.
	Input func(text string) bool
}

// SwayOf knows the variables whose text programs read as code, or as the name of some.
func SwayOf(name string) (Sway, bool) {
	never := func(string) bool { return false }
	switch name {
	case "PYTHONINSPECT":
		return Sway{"has python read its input as code", func(text string) bool { return text != "" }}, true
	case "PERL5DB":
		return Sway{"is perl code", func(string) bool { return true }}, true
	case "PERL5OPT":
		return Sway{"gives perl options, which can be code", func(text string) bool { return strings.Contains(text, "-d") }}, true
	case "RUBYOPT", "NODE_OPTIONS", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "MAKEFLAGS", "GNUMAKEFLAGS", "MFLAGS", "GOFLAGS", "RUSTFLAGS", "TAR_OPTIONS", "GREP_OPTIONS", "LESS", "BASH_XTRACEFD", "DOTNET_STARTUP_HOOKS":
		return Sway{"gives programs options, which can load code", never}, true
	case "PERL5LIB", "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "RUBYLIB", "NODE_PATH", "CLASSPATH", "GEM_PATH", "GEM_HOME", "LUA_PATH", "LUA_CPATH", "ZDOTDIR", "XDG_CONFIG_HOME", "HOME", "MAKEFILES", "AWKPATH", "JQ_LIBRARY_PATH", "OPENSSL_CONF", "CURL_HOME", "INPUTRC":
		return Sway{"says where programs find code", never}, true
	case "PS1", "PS2", "PROMPT_COMMAND", "CDPATH", "GLOBIGNORE":
		return Sway{"is read by the shell", never}, true
	case "LESSOPEN", "LESSCLOSE", "PAGER", "MANPAGER", "EDITOR", "VISUAL", "BROWSER", "SVN_SSH", "GIT_SSH", "GIT_EXTERNAL_DIFF", "GIT_EDITOR", "RUSTC", "RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "CC", "CXX", "LD", "AR", "MAKE":
		return Sway{"is a command that others start", startsReader}, true
	}
	for _, suffix := range []string{"_PAGER", "_EDITOR", "_COMMAND", "_ASKPASS", "_RSH", "_SHELL", "_SSH", "_WRAPPER", "_LINKER", "_RUNNER"} {
		if strings.HasSuffix(name, suffix) {
			return Sway{"is a command that others start", startsReader}, true
		}
	}
	if RunsCode(name) {
		return Sway{"decides what programs run", never}, true
	}
	return Sway{}, false
}

// startsReader reports whether a command has a program in it that reads its input or its words as code.
func startsReader(command string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(command, func(c rune) bool { return strings.ContainsRune(" \t\n|;&()", c) }), func(word string) bool {
		i, ok := InterpreterOf(Base(strings.Trim(word, `"'`)))
		return ok && (i.File || i.Tame == Awk)
	})
}
