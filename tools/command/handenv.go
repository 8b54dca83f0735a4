package command

import (
	"slices"
	"strings"

	"handrail/internal/proc"
	"handrail/tools"
)

// forbiddenNames are variables that decide which program runs, or what an
// interpreter runs before it reads its script (docs/spec/07-hands.md). A name
// that ends in * stands for all that begin so.
func forbiddenNames() []string {
	return []string{
		"PATH", "LD_*", "DYLD_*", "GCONV_PATH", "HANDRAIL_*",
		"NODE_OPTIONS", "NODE_REPL_EXTERNAL_MODULE",
		"PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PYTHONBREAKPOINT",
		"PERL5OPT", "PERL5DB", "RUBYOPT", "LUA_INIT*", "PHPRC", "PHP_INI_SCAN_DIR",
		"BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "BASH_FUNC_*", "PROMPT_COMMAND", "PS4", "IFS", "ZDOTDIR",
		"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS",
		"DOTNET_STARTUP_HOOKS", "CORECLR_*", "COR_*", "ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS",
		"R_PROFILE", "R_PROFILE_USER", "R_ENVIRON", "R_ENVIRON_USER", "GIT_EXEC_PATH", "PATHEXT", "COMSPEC",
	}
}

// forbiddenInHands reports whether a hand may not set or inherit a variable.
// Case does not count: Windows does not tell Path from PATH.
func forbiddenInHands(name string) bool {
	name = strings.ToUpper(name)
	return slices.ContainsFunc(forbiddenNames(), func(f string) bool {
		start, open := strings.CutSuffix(f, "*")
		return name == f || open && strings.HasPrefix(name, start)
	})
}

const secretOpen = "${secret:"

// secretTrouble says what is wrong with the ${secret:NAME} of a value; it is
// empty if nothing is.
func secretTrouble(value string) string {
	for {
		_, rest, found := strings.Cut(value, secretOpen)
		if !found {
			return ""
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || name == "" {
			return "names a secret without a name or a closing brace; write ${secret:NAME}"
		}
		value = after
	}
}

// withSecrets puts the person's secrets into a value.
func withSecrets(value string, secret func(string) (string, error)) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(value, secretOpen)
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		name, after, _ := strings.Cut(rest, "}")
		if secret == nil {
			return "", tools.Errorf(tools.Unavailable, "the secret %q cannot be looked up here", name)
		}
		text, err := secret(name)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
		value = after
	}
}

// handEnv is the clean base with what the hand inherits and sets
// (docs/spec/12-processes.md). The person's own variables cannot bring in what
// the hand's author may not set.
func handEnv(h Hand, person []string, secret func(string) (string, error), told func(name, value string)) ([]string, error) {
	env := proc.CleanEnv(person)
	for _, kv := range proc.SafeEnv(person) {
		name, value, _ := strings.Cut(kv, "=")
		if h.InheritEnv.All && !forbiddenInHands(name) && !isBase(env, name) {
			env = append(env, name+"="+value)
		}
	}
	for _, kv := range person {
		name, value, _ := strings.Cut(kv, "=")
		if slices.Contains(h.InheritEnv.Names, name) && !forbiddenInHands(name) {
			env = proc.SetEnv(env, name, value)
		}
	}
	for name, raw := range h.Env {
		value, err := withSecrets(raw, secret)
		if err != nil {
			return nil, tools.Errorf(tools.Unavailable, "%s: env %s: %v", h.Name, name, err)
		}
		env = proc.SetEnv(env, name, value)
		if told != nil {
			told(name, value)
		}
	}
	return env, nil
}

func isBase(env []string, name string) bool {
	return slices.ContainsFunc(env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
}
