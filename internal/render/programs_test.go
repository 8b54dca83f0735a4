package render

import (
	"strings"
	"testing"

	"handrail/internal/programs"
)

// The shells and wrappers whose words are judged are those of package programs.
func TestShellsAndWrappersAreJudged(t *testing.T) {
	code, program, shell := "is read again as code", "is in the name of the program", "gives what follows to a shell"
	lines := map[string]string{
		"gtimeout 5 {{x}}": program, "/usr/bin/time --format y {{x}}": program, "proxychains -q {{x}}": program, "valgrind {{x}}": program, "perf stat {{x}}": program, "sudo --chroot /y {{x}}": program,
		"caffeinate -t 5 {{x}}": program, "sudo -s {{x}}": shell, "env -S {{x}}": shell, "su kim -c {{x}}": code, "npx -c {{x}}": shell, "flock y -c {{x}}": shell,
	}
	for _, name := range programs.Shells() {
		lines[name+" -c {{x}}"] = code
		lines["numactl "+name+" -c {{x}}"] = code
	}
	for line, want := range lines {
		if _, err := Parse(line, params()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// Programs whose operands run take no value for one.
func TestOperandsThatRunAreNoValues(t *testing.T) {
	for _, line := range []string{
		"run-parts {{x}}", "run-parts --regex=. {{x}}", "python3 -m unittest {{x}}", "python3 -m pip install {{x}}", "pip install {{x}}", "pip3 install -r {{x}}", "ldd {{x}}", "/lib64/ld-linux-x86-64.so.2 {{x}}",
	} {
		if _, err := Parse(line, params()); err == nil || !strings.Contains(err.Error(), "{{x}}") {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"run-parts parts; cat -- {{x}}", "pip install wheel && cat -- {{x}}", "python3 -m unittest tests; cat -- {{x}}", "python3 -m json.tool {{x}}"} {
		if _, err := Parse(line, params()); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
