//go:build unix

package builtin

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/internal/confine"
	"handrail/tools"

	"github.com/google/go-cmp/cmp"
)

// bashIn makes the bash tool of a space.
func bashIn(t *testing.T, space string, change func(*BashConfig)) tools.Tool {
	t.Helper()
	roots, err := confine.New(confine.Config{Base: space})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := roots.Close(); err != nil {
			t.Error(err)
		}
	})
	c := BashConfig{Roots: roots, Env: os.Environ(), DigestKey: []byte("key")}
	if change != nil {
		change(&c)
	}
	tool, err := Bash(c)
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// prepareBash settles one call.
func prepareBash(t *testing.T, tool tools.Tool, call tools.Call, input map[string]any) (tools.Invocation, error) {
	t.Helper()
	raw, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	in, err := tool.Info().Input.Check(raw)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%v", err) // as the pipeline has it
	}
	return tool.Prepare(t.Context(), call, in)
}

// callBash settles and runs one call.
func callBash(t *testing.T, tool tools.Tool, input map[string]any) (programOutput, tools.Result, *tools.Error) {
	t.Helper()
	act, err := prepareBash(t, tool, tools.Call{Key: "handrail:r:1:1:d"}, input)
	if err != nil {
		return programOutput{}, tools.Result{}, tools.AsError(err)
	}
	result, err := act.Run(t.Context(), tools.Discard{})
	var out programOutput
	if result.Content != "" {
		dec := json.NewDecoder(strings.NewReader(result.Content))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&out); err != nil {
			t.Fatalf("content %q: %v", result.Content, err)
		}
	}
	return out, result, tools.AsError(err)
}

func TestBashInfo(t *testing.T) {
	info := bashIn(t, t.TempDir(), nil).Info()
	if !info.SideEffect || info.Idempotent || len(info.Warnings) > 0 || info.Unavailable != "" {
		t.Errorf("side effect %v, idempotent %v, warnings %q, unavailable %q", info.SideEffect, info.Idempotent, info.Warnings, info.Unavailable)
	}
	var names []string
	for _, p := range info.Input.Parameters() {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"command", "cwd", "timeout", "background"}, names); diff != "" {
		t.Errorf("inputs (-want +got):\n%s", diff)
	}
}

func TestBashResults(t *testing.T) {
	tool := bashIn(t, t.TempDir(), nil)
	tests := []struct {
		name, command  string
		code           int
		stdout, stderr string
	}{
		{"echo", "echo hello", 0, "hello\n", ""},
		{"a failure is a result", "echo no >&2; exit 3", 3, "", "no\n"},
		{"a missing program is a result", "no-such-program-here 2>/dev/null", 127, "", ""},
		{"several lines", "x=1\nfor i in a b; do\n echo $i$x\ndone", 0, "a1\nb1\n", ""},
		{"bash, not sh", "[[ abc == a* ]] && echo ${BASH_VERSION:+yes}", 0, "yes\n", ""},
		{"no input", "read x || echo none", 0, "none\n", ""},
		{"no terminal", "(: </dev/tty) 2>/dev/null || echo none", 0, "none\n", ""},
		{"leading dash", "-x 2>/dev/null", 127, "", ""},
		{"angle brackets", "echo '<a & b>'", 0, "<a & b>\n", ""},
		{"invalid UTF-8 and NUL", `printf '\xff\0'`, 0, "\uFFFD\x00", ""},
		{"killed", "kill -KILL $$", 137, "", ""},
		{"a child is killed", "sh -c 'kill -KILL $$'", 137, "", ""},
		{"key", "echo $HANDRAIL_IDEMPOTENCY_KEY", 0, "handrail:r:1:1:d\n", ""},
		{"long script", "#" + strings.Repeat("x", 200_000) + "\necho long", 0, "long\n", ""},
		{"child on the output", "sleep 1000 & echo $! > pid; echo done", 0, "done\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			out, result, failed := callBash(t, tool, map[string]any{"command": tt.command})
			if failed != nil {
				t.Fatal(failed)
			}
			if out.ExitCode != tt.code || out.Stdout != tt.stdout || out.Stderr != tt.stderr {
				t.Errorf("got %+v, want %d, %q, %q", out, tt.code, tt.stdout, tt.stderr)
			}
			if told := strings.Contains(out.Note, "SIGKILL"); told != (tt.code == 137) {
				t.Errorf("the note is %q", out.Note)
			}
			if result.Meta.ExitCode == nil || *result.Meta.ExitCode != tt.code || result.Meta.Truncated {
				t.Errorf("meta %+v", result.Meta)
			}
		})
	}
	if out, _, failed := callBash(t, tool, map[string]any{"command": `kill "$(cat pid)"`}); failed != nil || out.ExitCode != 0 {
		t.Errorf("the child that was left behind did not live: %+v, %v", out, failed)
	}
}

func TestBashContentIsReadable(t *testing.T) {
	_, result, failed := callBash(t, bashIn(t, t.TempDir(), nil), map[string]any{"command": "echo '<a> && \"b\"'"})
	if want := `{"exit_code":0,"stdout":"<a> && \"b\"\n","stderr":"","duration_ms":`; failed != nil || !strings.HasPrefix(result.Content, want) {
		t.Errorf("content %s (%v), want it to begin with %s", result.Content, failed, want)
	}
}

func TestBashOutputIsBounded(t *testing.T) {
	tool := bashIn(t, t.TempDir(), nil)
	for size, cut := range map[int]bool{programCap - 1: false, programCap: false, programCap + 1: true, 5_000_000: true} {
		out, result, failed := callBash(t, tool, map[string]any{"command": "yes | head -c " + strconv.Itoa(size)})
		if failed != nil {
			t.Fatal(failed)
		}
		if result.Meta.Truncated != cut || len(out.Stdout) > programCap+100 || strings.Contains(out.Stdout, "bytes dropped") != cut {
			t.Errorf("%d bytes: truncated %v, want %v; kept %d", size, result.Meta.Truncated, cut, len(out.Stdout))
		}
	}
}

func TestBashTimeoutKeepsWhatWasPrinted(t *testing.T) {
	tool := bashIn(t, t.TempDir(), nil)
	out, result, failed := callBash(t, tool, map[string]any{"command": "echo before; sleep 1000; echo after", "timeout": 0.1})
	if failed == nil || failed.Code != tools.Timeout {
		t.Fatalf("error %v, want timeout", failed)
	}
	if out.Stdout != "before\n" || result.Meta.ExitCode == nil {
		t.Errorf("kept %+v", out)
	}
	for _, want := range []string{"1s", "300 seconds", "kept"} {
		if !strings.Contains(failed.Message, want) {
			t.Errorf("message %q does not say %q", failed.Message, want)
		}
	}
}

func TestBashTimeoutIsClamped(t *testing.T) {
	for seconds, want := range map[float64]time.Duration{
		-5: time.Second, 0: time.Second, 0.5: time.Second, 1: time.Second, 1.5: 1500 * time.Millisecond, 30: 30 * time.Second,
		299: 299 * time.Second, 300: 300 * time.Second, 301: 300 * time.Second, 1e300: 300 * time.Second,
	} {
		if got := (bashInput{Timeout: &seconds}).limit(); got != want {
			t.Errorf("%v s: %v, want %v", seconds, got, want)
		}
	}
	for seconds, want := range map[float64]time.Duration{-5: time.Second, 301: 301 * time.Second, 86400: 24 * time.Hour, 86401: 24 * time.Hour} {
		if got := (bashInput{Timeout: &seconds, Background: true}).limit(); got != want {
			t.Errorf("%v s in the background: %v, want %v", seconds, got, want)
		}
	}
	if got := (bashInput{Background: true}).limit(); got != 0 {
		t.Errorf("in the background it ends after %v", got)
	}
	tool := bashIn(t, t.TempDir(), nil)
	in, err := tool.Info().Input.Check(json.RawMessage(`{"command":":"}`))
	if err != nil {
		t.Fatal(err)
	}
	var typed bashInput
	if err := in.Decode(&typed); err != nil || typed.limit() != 30*time.Second {
		t.Errorf("default %v (%v), want 30 s", typed.limit(), err)
	}
}

func TestBashCancelKeepsWhatWasPrinted(t *testing.T) {
	tool := bashIn(t, t.TempDir(), nil)
	act, err := prepareBash(t, tool, tools.Call{}, map[string]any{"command": "echo before; sleep 1000"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	live := &watcher{see: "before\n", then: cancel}
	result, err := act.Run(ctx, live)
	if e := tools.AsError(err); e == nil || e.Code != tools.Cancelled {
		t.Errorf("error %v, want cancelled", err)
	}
	if !strings.Contains(result.Content, `"stdout":"before\n"`) {
		t.Errorf("kept %q", result.Content)
	}
}

// watcher acts when it has seen something on the standard output.
type watcher struct {
	tools.Discard
	seen bytes.Buffer
	see  string
	then func()
}

func (w *watcher) Stdout() io.Writer { return w }

func (w *watcher) Write(p []byte) (int, error) {
	w.seen.Write(p)
	if strings.Contains(w.seen.String(), w.see) {
		w.then()
	}
	return len(p), nil
}

func TestBashPreviewIsWhatRuns(t *testing.T) {
	space := t.TempDir()
	sub := filepath.Join(space, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	tool := bashIn(t, space, nil)
	const command = "echo one > made\necho '<two>'"
	act, err := prepareBash(t, tool, tools.Call{}, map[string]any{"command": command, "cwd": "sub"})
	if err != nil {
		t.Fatal(err)
	}
	p := act.Preview()
	real, err := filepath.EvalSymlinks(sub)
	if err != nil {
		t.Fatal(err)
	}
	if p.Detail != command || p.Shell != command || p.Folder != real || p.Title != "Run: echo one > made …" {
		t.Errorf("preview %+v", p)
	}
	if len(p.Effects) != 1 || p.Effects[0].Kind != tools.EffectRun || !filepath.IsAbs(p.Effects[0].Target) {
		t.Errorf("effects %+v", p.Effects)
	}
	if _, err := os.Stat(filepath.Join(sub, "made")); err == nil {
		t.Error("preparing ran the command")
	}
	if _, err := act.Run(t.Context(), tools.Discard{}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(sub, "made")); err != nil {
		t.Error("running did not do what was shown: ", err)
	}
	act, err = prepareBash(t, tool, tools.Call{}, map[string]any{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	if got := act.Preview().Folder; got != filepath.Dir(real) {
		t.Errorf("without cwd it would run in %s", got)
	}
}

func TestBashDigestNamesTheAct(t *testing.T) {
	space := t.TempDir()
	if err := os.Mkdir(filepath.Join(space, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	digest := func(tool tools.Tool, key string, input map[string]any) string {
		act, err := prepareBash(t, tool, tools.Call{Key: key}, input)
		if err != nil {
			t.Fatal(err)
		}
		return act.Preview().Digest
	}
	tool := bashIn(t, space, nil)
	first := digest(tool, "k1", map[string]any{"command": "make"})
	if again := digest(tool, "k2", map[string]any{"command": "make", "timeout": 5}); again != first {
		t.Error("another key or time-out makes another act")
	}
	other := bashIn(t, space, func(c *BashConfig) { c.Env = append(os.Environ(), "DB_URL=elsewhere") })
	for name, got := range map[string]string{
		"command":     digest(tool, "k1", map[string]any{"command": "make "}),
		"folder":      digest(tool, "k1", map[string]any{"command": "make", "cwd": "sub"}),
		"environment": digest(other, "k1", map[string]any{"command": "make"}),
	} {
		if got == first {
			t.Errorf("another %s is the same act", name)
		}
	}
}

func TestBashEnvironmentHasNoSecretsAndNoDoors(t *testing.T) {
	space, temp := t.TempDir(), t.TempDir()
	tool := bashIn(t, space, func(c *BashConfig) {
		c.Temp = temp
		c.Env = []string{
			"PATH=" + os.Getenv("PATH"), "HOME=/home/x", "EDITOR=vi", "TMPDIR=/elsewhere", "GITHUB_TOKEN=secret", "DISPLAY=:0",
			"SSH_AUTH_SOCK=/s", "BASH_ENV=/x", "BASH_FUNC_ls%%=() { echo hijacked; }",
		}
	})
	out, _, failed := callBash(t, tool, map[string]any{"command": `env | grep -Ev '^(PWD|SHLVL|_|OLDPWD|PATH)=' | sort`})
	if failed != nil {
		t.Fatal(failed)
	}
	want := "EDITOR=vi\nHANDRAIL_IDEMPOTENCY_KEY=handrail:r:1:1:d\nHOME=/home/x\nTMPDIR=" + temp + "\n"
	if diff := cmp.Diff(want, out.Stdout); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBashRefusals(t *testing.T) {
	space, outside := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(space, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(space, "link")); err != nil {
		t.Fatal(err)
	}
	tool := bashIn(t, space, nil)
	tests := []struct {
		name  string
		input map[string]any
		code  tools.Code
		says  string
	}{
		{"empty", map[string]any{"command": ""}, tools.InvalidArgs, "empty"},
		{"blank", map[string]any{"command": " \n\t"}, tools.InvalidArgs, "empty"},
		{"NUL", map[string]any{"command": "echo \x00"}, tools.InvalidArgs, "NUL"},
		{"outside", map[string]any{"command": ":", "cwd": outside}, tools.InvalidPath, "outside"},
		{"upwards", map[string]any{"command": ":", "cwd": "../"}, tools.InvalidPath, "outside"},
		{"by a link", map[string]any{"command": ":", "cwd": "link"}, tools.InvalidPath, "outside"},
		{"missing", map[string]any{"command": ":", "cwd": "no/such"}, tools.FileNotFound, "does not exist"},
		{"a file", map[string]any{"command": ":", "cwd": "file"}, tools.InvalidPath, "not a folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, failed := callBash(t, tool, tt.input)
			if failed == nil || failed.Code != tt.code || !strings.Contains(failed.Message, tt.says) {
				t.Errorf("error %v (%+v), want %s and %q", failed, failed, tt.code, tt.says)
			}
		})
	}
}

func TestBashFolderDeletedAfterItWasShown(t *testing.T) {
	space := t.TempDir()
	sub := filepath.Join(space, "sub")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	act, err := prepareBash(t, bashIn(t, space, nil), tools.Call{}, map[string]any{"command": ":", "cwd": "sub"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(sub); err != nil {
		t.Fatal(err)
	}
	_, err = act.Run(t.Context(), tools.Discard{})
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != tools.FileNotFound || !strings.Contains(e.Message, "does not exist") {
		t.Errorf("error %v, want file_not_found", err)
	}
}

func TestBashTitle(t *testing.T) {
	long := strings.Repeat("é", 60)
	for command, want := range map[string]string{
		"ls":              "ls",
		"  ls -l  \n":     "ls -l",
		"a\nb":            "a …",
		"\n\na\n":         "a",
		long:              strings.Repeat("é", 36) + " …",
		"x" + long:        "x" + strings.Repeat("é", 35) + " …",
		long[:72]:         long[:72],
		long[:72] + "\nb": long[:72] + " …",
	} {
		if got := firstLine(command); got != want {
			t.Errorf("title of %q: %q, want %q", command, got, want)
		}
	}
}
