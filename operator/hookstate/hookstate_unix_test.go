//go:build unix

package hookstate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/hookstate"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/pipeline/guard"
	"handrail/tools"
)

const safetyFile = "agent/hooks/safety.json"

// hookSpace opens a trusted space with these hooks, each a JSON object.
func hookSpace(t *testing.T, hooks ...string) *operatortest.Bench {
	t.Helper()
	return hookSpaceWith(t, nil, hooks...)
}

func hookSpaceWith(t *testing.T, files map[string]string, hooks ...string) *operatortest.Bench {
	t.Helper()
	all := map[string]string{safetyFile: "{\"hooks\": [\n" + strings.Join(hooks, ",\n") + "\n]}\n"}
	for name, text := range files {
		all[name] = text
	}
	return operatortest.New(t, operatortest.Options{Files: all, Trusted: true})
}

// hookCall makes one call.
func hookCall(t *testing.T, b *operatortest.Bench, tool, input string) (tools.Result, error) {
	t.Helper()
	calls, err := b.S.Calls(operator.CallsConfig{Origin: journal.FromTry})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := calls.Close(); err != nil {
			t.Error(err)
		}
	}()
	_, r, err := calls.Call(t.Context(), tool, json.RawMessage(input), tools.Scope{})
	return r, err
}

// statesOf is the file as another program reads it.
func statesOf(t *testing.T, b *operatortest.Bench) map[string]hookstate.Entry {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(b.Dir, hookstate.StatesFile))
	if err != nil {
		t.Fatal(err)
	}
	var f hookstate.Form
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	return f.Hooks
}

func lineOf(t *testing.T, b *operatortest.Bench, key string) hookstate.Line {
	t.Helper()
	list, err := b.S.Hooks().List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range list {
		if h.Key == key {
			return h
		}
	}
	t.Fatalf("there is no hook %s in %+v", key, list)
	return hookstate.Line{}
}

// Ten calls at once: no count is lost, and the file is exact at the end.
func TestHookStates(t *testing.T) {
	b := hookSpace(t,
		`{"id":"counts","type":"pre_tool","tools":["bash"],"command":"true","blocking":true}`,
		`{"id":"blocks","type":"pre_tool","tools":["bash"],"command":"case $TOOL_INPUT in *odd*) exit 1;; esac","blocking":true}`,
		`{"id":"warns","type":"post_tool","tools":["exec_shell"],"command":"echo sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789abcdefghij >&2; exit 2"}`,
		`{"id":"others","type":"pre_tool","tools":["write"],"command":"exit 2","blocking":true}`)
	var all sync.WaitGroup
	for n := range 10 {
		all.Go(func() {
			r, err := hookCall(t, b, "bash", fmt.Sprintf(`{"command":"echo %s"}`, []string{"even", "odd"}[n%2]))
			if err != nil || (r.Error != nil) != (n%2 == 1) || r.Error != nil && r.Error.Code != tools.Blocked {
				t.Errorf("call %d: %+v, %v", n, r.Error, err)
			}
		})
	}
	all.Wait()
	b.S.Hooks().Close()
	got := statesOf(t, b)
	for id, want := range map[string][3]int64{"counts": {10, 0, 0}, "blocks": {10, 5, 0}, "warns": {5, 0, 5}, "others": {0, 0, 0}} {
		h := got[id]
		if h.ID != id || h.Enabled == nil || !*h.Enabled || [3]int64{h.TotalRuns, h.BlockedCount, h.ErrorCount} != want {
			t.Errorf("%s: %+v, want %v", id, h, want)
		}
		if ran := want[0] > 0; ran != (h.LastExecuted != "") || ran && !isTime(h.LastExecuted) {
			t.Errorf("%s was last executed at %q", id, h.LastExecuted)
		}
	}
	if text := got["warns"].LastError; !strings.Contains(text, "exit code 2") || strings.Contains(text, "abcdefghij") {
		t.Errorf("the last error is %q", text)
	}
	if h := lineOf(t, b, "blocks"); h.Runs != 10 || h.Blocked != 5 || h.Average <= 0 || h.Slowest < h.Average || h.State != hookstate.Ready || h.Line != 3 {
		t.Errorf("%+v", h)
	}
	left, err := filepath.Glob(filepath.Join(b.Dir, "agent/hooks/.*"))
	if err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

// Our own writing changes neither trust nor what is loaded.
func TestStatesAreNotDeclared(t *testing.T) {
	b := hookSpace(t, `{"id":"a","type":"pre_tool","command":"true"}`)
	if _, err := hookCall(t, b, "bash", `{"command":"true"}`); err != nil {
		t.Fatal(err)
	}
	b.S.Hooks().Flush()
	if changed, err := b.S.Declared().Changed(); err != nil || len(changed) != 0 {
		t.Errorf("changed: %v, %v", changed, err)
	}
	if err := b.S.Reload(t.Context()); err != nil || b.S.Mode() == guard.ReadOnly || len(b.S.Problems()) != 0 {
		t.Errorf("%v, %s, %v", err, b.S.Mode(), b.S.Problems())
	}
	if n := statesOf(t, b)["a"].TotalRuns; n != 1 {
		t.Errorf("%d runs", n)
	}
}

// A states file that is damaged, read-only or no file: it is said, counts go on,
// and nothing passes that should not.
func TestBadStatesFiles(t *testing.T) {
	for name, tt := range map[string]struct {
		make    func(t *testing.T, file string)
		problem string // when it is loaded
		notice  string // when it is written
		intact  bool   // it is left as it is
	}{
		"half a JSON":    {func(t *testing.T, f string) { operatortest.WriteFile(t, f, `{"hooks": {"a": {"enab`) }, "not valid JSON", "", false},
		"another JSON":   {func(t *testing.T, f string) { operatortest.WriteFile(t, f, `[1]`) }, "not valid JSON", "", false},
		"not text":       {func(t *testing.T, f string) { operatortest.WriteFile(t, f, "\x00\xff") }, "not valid JSON", "", false},
		"read-only":      {func(t *testing.T, f string) { operatortest.WriteFile(t, f, `{"hooks": {}}`); mustChmod(t, f, 0o400) }, "", "read-only", true},
		"a folder":       {func(t *testing.T, f string) { mustMkdir(t, f) }, "not a regular file", "is a folder", true},
		"a link outside": {func(t *testing.T, f string) { mustLink(t, "/etc/hostname", f) }, "not a regular file", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			b := hookSpace(t, `{"id":"a","type":"pre_tool","tools":["bash"],"command":"exit 1","blocking":true}`)
			var mu sync.Mutex
			var told []string
			stop := b.O.News().Listen(func(e news.Event) {
				if e.Notice != nil {
					mu.Lock()
					told = append(told, e.Notice.Text)
					mu.Unlock()
				}
			})
			file := filepath.Join(b.Dir, hookstate.StatesFile)
			tt.make(t, file)
			if err := b.S.Reload(t.Context()); err != nil {
				t.Fatal(err)
			}
			problems := fmt.Sprint(b.S.Problems())
			if !strings.Contains(problems, tt.problem) || tt.problem == "" && strings.Contains(problems, hookstate.StatesFile) {
				t.Errorf("problems %s, want %q", problems, tt.problem)
			}
			for range 2 {
				if r, err := hookCall(t, b, "bash", `{"command":"echo through"}`); err != nil || r.Error == nil || r.Error.Code != tools.Blocked {
					t.Fatalf("it passed: %+v, %v", r, err)
				}
				b.S.Hooks().Flush()
			}
			if h := lineOf(t, b, "a"); h.Runs != 2 || h.Blocked != 2 {
				t.Errorf("%+v", h)
			}
			operatortest.WaitFor(t, func() bool {
				mu.Lock()
				defer mu.Unlock()
				return tt.notice == "" || strings.Contains(strings.Join(told, "\n"), tt.notice)
			})
			stop()
			if !tt.intact {
				if n := statesOf(t, b)["a"].TotalRuns; n != 2 {
					t.Errorf("%d runs in the file", n)
				}
			}
		})
	}
}

// The file is a view: whatever it says of a hook counts for nothing, be it written by hand, brought by git
// or there when the space was first trusted. It is said, and the hook goes on.
func TestEnabledByHand(t *testing.T) {
	b := hookSpace(t, `{"id":"a","type":"pre_tool","tools":["bash"],"command":"case $TOOL_INPUT in *forbidden*) exit 1;; esac","blocking":true}`)
	set := func(on bool) string {
		return fmt.Sprintf(`{"hooks":{"a":{"id":"a","enabled":%v}}}`, on)
	}
	blocked := func() bool {
		t.Helper()
		r, err := hookCall(t, b, "bash", `{"command":"echo forbidden"}`)
		if err != nil {
			t.Fatal(err)
		}
		return r.Error != nil && r.Error.Code == tools.Blocked
	}
	file := filepath.Join(b.Dir, hookstate.StatesFile)
	said := func(word string) bool {
		return slices.ContainsFunc(b.S.Problems(), func(p operator.Problem) bool {
			return p.File == hookstate.StatesFile && strings.Contains(p.Text, `the hook "a" is `+word+`, and that counts for nothing`)
		})
	}
	for _, on := range []bool{true, false} { // first what the author says, then what the person has set
		operatortest.WriteFile(t, file, set(!on))
		if err := b.S.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !said(map[bool]string{true: "off", false: "on"}[on]) {
			t.Errorf("that the file says the opposite of %v is not said: %v", on, b.S.Problems())
		}
		if blocked() != on {
			t.Errorf("what the file says of a hook whose state is %v counts", on)
		}
		b.S.Hooks().Flush()
		if err := b.S.Hooks().Switch(t.Context(), "a", !on); err != nil {
			t.Fatal(err)
		}
		b.S.Hooks().Flush()
	}

	// a program of the agent writes the file while its call runs
	writeCall := fmt.Sprintf(`{"command":"printf '%%s' '%s' > %s"}`, strings.ReplaceAll(set(false), `"`, `\"`), hookstate.StatesFile)
	if r, err := hookCall(t, b, "bash", writeCall); err != nil || r.Error != nil {
		t.Fatalf("%+v, %v", r, err)
	}
	if err := b.S.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if !blocked() {
		t.Error("an agent's program has turned a hook off")
	}
	b.S.Hooks().Flush()
	if on := statesOf(t, b)["a"].Enabled; on == nil || !*on {
		t.Error("the file still says that it is off")
	}

	for _, on := range []bool{false, true} {
		if err := b.S.Hooks().Switch(t.Context(), "a", on); err != nil {
			t.Fatal(err)
		}
		if blocked() != on {
			t.Errorf("switched %v, but blocked %v", on, !on)
		}
		if h := lineOf(t, b, "a"); h.Enabled != on || (h.State == hookstate.Off) == on {
			t.Errorf("%+v", h)
		}
	}
	if err := b.S.Hooks().Switch(t.Context(), "none", true); err == nil || !strings.Contains(err.Error(), `no hook "none"`) {
		t.Error(err)
	}
}

// Scripts run from a private copy; one that changed since it was trusted shuts
// what it guards.
func TestScriptOfAHook(t *testing.T) {
	b := hookSpaceWith(t, map[string]string{"scripts/check.sh": "echo \"$0\" > where\nexit 1\n"},
		`{"id":"a","type":"pre_tool","tools":["bash"],"command":"bash scripts/check.sh","write":["."],"blocking":true}`)
	r, err := hookCall(t, b, "bash", `{"command":"true"}`)
	if err != nil || r.Error == nil || r.Error.Code != tools.Blocked {
		t.Fatalf("%+v, %v", r, err)
	}
	where, err := os.ReadFile(filepath.Join(b.Dir, "where"))
	if err != nil || !strings.HasPrefix(string(where), b.Options.Dirs.Data) || !strings.HasSuffix(string(where), "scripts/check.sh\n") {
		t.Errorf("it ran from %s, %v", where, err)
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "scripts/check.sh"), "exit 0\n") // nobody has looked at it yet
	r, err = hookCall(t, b, "bash", `{"command":"echo through"}`)
	if err != nil || r.Error == nil || r.Error.Code != tools.Blocked {
		t.Errorf("a changed script let it through: %+v, %v", r, err)
	}
}

// A hook is tried without the tool running, and without being counted.
func TestHookTest(t *testing.T) {
	b := hookSpace(t,
		`{"id":"rm","type":"pre_tool","tools":["bash"],"command":"case $TOOL_INPUT in *rm*) echo '{\"block\":true,\"message\":\"no rm\"}'; exit 1;; esac","blocking":true}`,
		`{"id":"wild","type":"pre_tool","tools":["bash"],"command":"echo '{\"block\":false,\"modified_input\":{\"command\":5,\"x\":1}}'"}`,
		`{"id":"filter","type":"post_tool","command":"sed s/password/xxx/ <<< \"$TOOL_OUTPUT\""}`)
	bash := func(command string) hookstate.Call {
		return hookstate.Call{Tool: "exec_shell", Input: json.RawMessage(`{"command":"` + command + `"}`), Content: "the password"}
	}
	for _, tt := range []struct {
		id      string
		call    hookstate.Call
		outcome string
		fits    bool
		words   string
	}{
		{"rm", bash("touch owned; rm x"), "blocks", true, "no rm"},
		{"rm", bash("touch owned"), "passes", true, "the call would go on"},
		{"wild", bash("touch owned"), "changes", false, "another input"},
		{"filter", bash("touch owned"), "changes", true, "another content"},
		{"rm", hookstate.Call{Tool: "read", Input: json.RawMessage(`{"path":"x"}`)}, "passes", true, "not for this tool"},
	} {
		got, err := b.S.Hooks().Try(t.Context(), tt.id, tt.call)
		if err != nil || got.Outcome != tt.outcome || got.Fits != tt.fits || !strings.Contains(got.Words, tt.words) {
			t.Errorf("%s: %+v, %v", tt.id, got, err)
		}
	}
	if got, err := b.S.Hooks().Try(t.Context(), "filter", bash("x")); err != nil || got.Content == nil || *got.Content != "the xxx" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "owned")); err == nil {
		t.Error("the tool ran")
	}
	if h := lineOf(t, b, "rm"); h.Runs != 0 {
		t.Errorf("a trial was counted: %+v", h)
	}
	if _, err := b.S.Hooks().Try(t.Context(), "rm", hookstate.Call{Tool: "nothing"}); err == nil {
		t.Error("a tool that is not there")
	}
}

// Hooks that cannot be loaded are listed with why, and what they shut.
func TestBrokenHooksAreListed(t *testing.T) {
	b := hookSpace(t,
		`{"id":"a","type":"pre_tool","tools":["bash"],"command":"eval {{input.command}}","blocking":true}`,
		`{"id":"b","type":"never","command":"true","blocking":false}`,
		`{"id":"c","type":"pre_tool","command":"true","timeout":"long","blocking":true}`)
	a, c := lineOf(t, b, safetyFile+":2"), lineOf(t, b, safetyFile+":4")
	if a.State != hookstate.Broken || !a.Shuts || len(a.Tools) != 1 || !strings.Contains(a.Reason, `hook "a"`) || len(c.Tools) != 0 {
		t.Errorf("%+v\n%+v", a, c)
	}
	if r, err := hookCall(t, b, "read", `{"path":"x"}`); err != nil || r.Error == nil || r.Error.Code != tools.Blocked {
		t.Errorf("it passed: %+v, %v", r, err)
	}
	if text := fmt.Sprint(b.S.Problems()); !strings.Contains(text, "eval") || !strings.Contains(text, "timeout") || !strings.Contains(text, "type") {
		t.Errorf("problems %s", text)
	}
}

func mustChmod(t *testing.T, file string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(file, mode); err != nil {
		t.Fatal(err)
	}
}

func mustMkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func mustLink(t *testing.T, to, from string) {
	t.Helper()
	if err := os.Symlink(to, from); err != nil {
		t.Fatal(err)
	}
}
