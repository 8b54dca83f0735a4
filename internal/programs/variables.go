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
