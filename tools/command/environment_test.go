package command

import (
	"strings"
	"testing"
)

// No value of a call stands in the environment, and no variable makes a program read one as code.
func TestValuesAndVariables(t *testing.T) {
	fresh := func(name, text, command string) Spec {
		return Spec{ID: "a", Name: "A", Description: "d", Command: command, Parameters: []Parameter{{Name: "x", Type: "string"}, {Name: "n", Type: "number"}}, Environment: map[string]string{name: text}}
	}
	for _, name := range []string{
		"PERL5OPT", "PERL5LIB", "NODE_OPTIONS", "PYTHONSTARTUP", "PYTHONPATH", "RUBYOPT", "GIT_SSH_COMMAND", "GIT_CONFIG_COUNT", "GIT_CONFIG_VALUE_0", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "EDITOR", "VISUAL", "JAVA_TOOL_OPTIONS", "CLASSPATH", "MAKEFLAGS", "GREP_OPTIONS",
		"LESSOPEN", "PROMPT_COMMAND", "npm_config_script_shell", "DOTNET_STARTUP_HOOKS", "CARGO_BUILD_RUSTC_WRAPPER", "RUSTC_WRAPPER", "GOFLAGS", "MINE",
	} {
		for _, text := range []string{"{{x}}", "a{{ x }}b", "{{n}}", "{{#if x}}a{{/if}}"} {
			_, problems, ok := New(fresh(name, text, "true {{x}}"), Origin{})
			if ok || len(problems) == 0 || !strings.Contains(problems[0].Text, "takes no value of a call") {
				t.Errorf("%s=%s: %v", name, text, problems)
			} else if name != "MINE" && !strings.Contains(problems[0].Text, ", and "+name+" ") {
				t.Errorf("%s=%s does not say what the variable does: %v", name, text, problems)
			}
		}
	}
	for _, tt := range []struct{ name, text, command string }{
		{"PYTHONINSPECT", "1", "python3 a.py <<< {{x}}"}, {"PERL5OPT", "-d", "perl a.pl <<< {{x}}"}, {"PERL5DB", "1", "perl a.pl {{x}}"}, {"GIT_PAGER", "sh", "git -p log --format={{x}}"}, {"PAGER", "bash -s", "git -p log {{x}}"}, {"GIT_SSH_COMMAND", "sh -c 'eval $2' sh", "git fetch {{x}}"}, {"LESSOPEN", "|sh %s", "cat {{x}}"},
	} {
		if _, problems, ok := New(fresh(tt.name, tt.text, tt.command), Origin{}); ok || !strings.Contains(problems[0].Text, "a value of the command could be that") {
			t.Errorf("%s=%s with %s: %v", tt.name, tt.text, tt.command, problems)
		}
		if _, problems, ok := New(fresh(tt.name, tt.text, "cat a"), Origin{}); !ok {
			t.Errorf("%s=%s without a value: %v", tt.name, tt.text, problems)
		}
	}
	for name, text := range map[string]string{"NODE_OPTIONS": "--max-old-space-size=4096", "PYTHONPATH": "src", "GIT_PAGER": "cat", "PAGER": "less -R", "GOFLAGS": "-mod=vendor", "FORMAT": "{{.ID}}", "GIT_SSH_COMMAND": "ssh -i ~/.ssh/key", "DB": "${secret:db}", "EDITOR": "true", "PYTHONINSPECT": ""} {
		if _, problems, ok := New(fresh(name, text, "python3 a.py {{x}}"), Origin{}); !ok {
			t.Errorf("%s=%s: %v", name, text, problems)
		}
	}
	if _, problems, ok := New(fresh("PYTHONINSPECT", "1", "head -n {{n}} a"), Origin{}); !ok {
		t.Errorf("a number is refused: %v", problems)
	}
}
