//go:build unix

package proc

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// padded makes a script of exactly size bytes: a comment, then the commands.
func padded(commands string, size int) string {
	return "#" + strings.Repeat("x", size-len(commands)-2) + "\n" + commands
}

func TestScriptsOfAnyLength(t *testing.T) {
	const commands = `echo "at line $LINENO in $0 with $# arguments"; cat; (exit 9)`
	for _, size := range []int{100, inlineScript - 1, inlineScript, inlineScript + 1, 1 << 20} {
		c := bash(t, padded(commands, size))
		if long := c.script != ""; long != (size > inlineScript) {
			t.Errorf("%d bytes: handed over by descriptor: %v", size, long)
		}
		c.Stdin = strings.NewReader("the input")
		out := run(t, c)
		want := "at line 2 in " + c.Path + " with 0 arguments\nthe input"
		if out.Stdout.Text != want || out.Stderr.Text != "" || out.ExitCode != 9 {
			t.Errorf("%d bytes: printed %q and %q and ended with %d, want %q and 9", size, out.Stdout.Text, out.Stderr.Text, out.ExitCode, want)
		}
	}
}

func TestLongScriptThatEndsEarlyOrIsWrong(t *testing.T) {
	filler := strings.Repeat(": filler\n", 40_000)
	for _, tt := range []struct {
		name, script, stdout, stderr string
		code                         int
	}{
		{"ends at once", "exit 6\n" + filler, "", "", 6},
		{"here-document", "cat <<'E'\n" + filler + "E\n", filler, "", 0},
		{"syntax error", filler + "if", "", "syntax error", 2},
		{"set -e", "set -e\nfalse\n" + filler + "echo no", "", "", 1},
	} {
		c := bash(t, tt.script)
		c.Cap = 1 << 20
		out := run(t, c)
		if out.Stdout.Text != tt.stdout || !strings.Contains(out.Stderr.Text, tt.stderr) || out.ExitCode != tt.code {
			t.Errorf("%s: printed %d bytes and %q and ended with %d, want %d", tt.name, len(out.Stdout.Text), out.Stderr.Text, out.ExitCode, tt.code)
		}
	}
}

// A script is never taken for an option of bash.
func TestScriptThatBeginsWithADash(t *testing.T) {
	for _, script := range []string{"-x", "-c", "--version", "-O", "+x", "- x"} {
		out := run(t, bash(t, script))
		if out.ExitCode != 127 || !strings.Contains(out.Stderr.Text, "command not found") || out.Stdout.Text != "" {
			t.Errorf("%q ended with %d and printed %q, %q: it was not run as a script", script, out.ExitCode, out.Stdout.Text, out.Stderr.Text)
		}
	}
}

func TestNothingRunsBeforeTheScript(t *testing.T) {
	dir := t.TempDir()
	startup := filepath.Join(dir, "startup")
	if err := os.WriteFile(startup, []byte("echo from the start-up file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{".bashrc", ".bash_profile", ".profile"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("echo from "+name+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := bash(t, "")
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "BASH_ENV=" + startup, "ENV=" + startup,
		"SHELLOPTS=xtrace", "BASHOPTS=expand_aliases", "PS4=$(echo from PS4 >&2)",
		"BASH_FUNC_echo%%=() { printf 'from a function\\n'; }", "BASH_FUNC_ls()=() { :; }", "old=() { :; }",
		"KEPT=yes",
	}
	for name, script := range map[string]string{"short": "", "long": padded("", inlineScript+9)} {
		got := run(t, Script(c.Path, script+"\necho $KEPT; shopt -q expand_aliases || echo off; env | grep -c BASH_FUNC", Command{Env: env, Dir: dir}))
		if got.Stdout.Text != "yes\noff\n0\n" || got.Stderr.Text != "" {
			t.Errorf("%s: printed %q and %q", name, got.Stdout.Text, got.Stderr.Text)
		}
	}
	want := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "KEPT=yes"}
	if diff := cmp.Diff(want, WithoutBashDoors(env)); diff != "" {
		t.Errorf("WithoutBashDoors (-want +got):\n%s", diff)
	}
}

// Neither what Handrail holds open, nor what it inherited itself, nor the
// descriptor of a long script reaches the script's programs.
func TestDescriptorsAreNotInherited(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	leaky, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer leaky.Close()
	clearCloseOnExec(t, leaky)
	const list = `for fd in /dev/fd/*; do [ -e "$fd" ] && echo "${fd##*/}"; done`
	program := "bash --noprofile --norc -c '" + list + "'"
	for name, script := range map[string]string{"short": program, "long": padded(program, inlineScript+1)} {
		out := run(t, bash(t, script))
		if diff := cmp.Diff([]string{"0", "1", "2"}, strings.Fields(out.Stdout.Text)); diff != "" {
			t.Errorf("%s script: a program's descriptors (-want +got):\n%s", name, diff)
		}
	}
}

func TestNULIsRefused(t *testing.T) {
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Command{
		"argument 5":                   Script(path, "echo \x00", Command{}), // a short script is an argument
		"the script":                   Script(path, strings.Repeat("\x00", inlineScript+1), Command{}),
		"argument 2":                   {Path: path, Args: []string{"a", "b\x00"}},
		"the environment variable \"A": {Path: path, Env: []string{"A=\x00"}},
		"the working folder":           {Path: path, Dir: "/\x00"},
		"the program's name":           {Path: "\x00"},
	} {
		_, err := Run(t.Context(), c)
		if !errors.Is(err, ErrNUL) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
