package proc

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// bash runs a script with this process's own environment.
func bash(t *testing.T, script string) Command {
	t.Helper()
	path, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal("these tests need bash: ", err)
	}
	return Script(path, script, Command{Env: os.Environ(), Dir: t.TempDir(), Timeout: time.Minute})
}

// run runs c and fails the test if it does not start.
func run(t *testing.T, c Command) Outcome {
	t.Helper()
	out, err := Run(t.Context(), c)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	return out
}

func TestRunReportsHowAProgramEnded(t *testing.T) {
	tests := []struct {
		name, script   string
		code           int
		signal         string
		stdout, stderr string
	}{
		{"success", "echo hello", 0, "", "hello\n", ""},
		{"nothing printed", ":", 0, "", "", ""},
		{"exit code", "exit 7", 7, "", "", ""},
		{"highest exit code", "exit 255", 255, "", "", ""},
		{"both streams", "echo out; echo err >&2; exit 1", 1, "", "out\n", "err\n"},
		{"a signal", "kill -KILL $$", 137, "SIGKILL", "", ""},
		{"no input", "cat; echo end", 0, "", "end\n", ""},
		{"no new line at the end", "printf x", 0, "", "x", ""},
		{"invalid UTF-8", `printf 'a\xff\xfeb\n'`, 0, "", "a\uFFFDb\n", ""},
		{"NUL bytes", `printf 'a\0b'`, 0, "", "a\x00b", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out := run(t, bash(t, tt.script))
			if out.ExitCode != tt.code || out.Signal != tt.signal {
				t.Errorf("ended with %d %q, want %d %q", out.ExitCode, out.Signal, tt.code, tt.signal)
			}
			if out.Stdout.Text != tt.stdout || out.Stderr.Text != tt.stderr {
				t.Errorf("printed %q and %q, want %q and %q", out.Stdout.Text, out.Stderr.Text, tt.stdout, tt.stderr)
			}
			if out.TimedOut || out.Cancelled {
				t.Errorf("TimedOut %v, Cancelled %v for a program that ended by itself", out.TimedOut, out.Cancelled)
			}
			if out.Duration <= 0 {
				t.Errorf("Duration = %v", out.Duration)
			}
		})
	}
}

func TestRunHandsOverArgumentsFolderAndInput(t *testing.T) {
	dir := t.TempDir()
	args := []string{"", "a b", `"quoted" $HOME`, "-n", "ünï", "line\nbreak", "*"}
	c := Command{Path: "printf", Args: append([]string{"%s|"}, args...), Dir: dir, Env: []string{"PATH=" + os.Getenv("PATH")}}
	if diff := cmp.Diff(strings.Join(args, "|")+"|", run(t, c).Stdout.Text); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}

	c = bash(t, "pwd -P; cat; echo; env")
	c.Dir, c.Stdin, c.Env = dir, strings.NewReader("the input"), []string{"A=1", "A=2", "PATH=" + os.Getenv("PATH")}
	got := run(t, c).Stdout.Text
	for _, want := range []string{"the input\n", "\nA=2\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("the program saw %q, want %q in it", got, want)
		}
	}
	if strings.Contains(got, "HOME=") {
		t.Errorf("a variable was inherited: %q", got)
	}
}

func TestRunWithoutEnvironmentInheritsNothing(t *testing.T) {
	t.Setenv("HANDRAIL_TEST_MARK", "inherited")
	env, err := exec.LookPath("env")
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, Command{Path: env}).Stdout.Text; got != "" {
		t.Errorf("the environment of a command without one is %q", got)
	}
}

func TestInputThatIsNotRead(t *testing.T) {
	c := bash(t, "head -c 3")
	c.Stdin = strings.NewReader(strings.Repeat("x", 1<<20))
	if got := run(t, c).Stdout.Text; got != "xxx" {
		t.Errorf("printed %q, want xxx", got)
	}
}

func TestCancelledBeforeTheStart(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancel := context.WithTimeout(t.Context(), -1)
	defer cancel()
	for name, tt := range map[string]struct {
		ctx  context.Context
		want Outcome
	}{
		"cancelled": {cancelled, Outcome{ExitCode: -1, Cancelled: true}},
		"too late":  {late, Outcome{ExitCode: -1, TimedOut: true}},
	} {
		c := bash(t, "echo started > started")
		out, err := Run(tt.ctx, c)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tt.want, out); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if _, err := os.Stat(c.Dir + "/started"); err == nil {
			t.Errorf("%s: the program ran", name)
		}
	}
}
