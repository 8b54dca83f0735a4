//go:build unix

package hooks

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/proc"
)

// publishedBench is a space with the published scripts of testdata/published, and
// hooks named like them.
func publishedBench(t *testing.T, phase Phase, scripts ...string) *stage {
	t.Helper()
	if _, err := proc.Look("jq", os.Getenv("PATH")); err != nil {
		t.Fatalf("%v; the published scripts need jq: run build/setup.sh test", err)
	}
	var list []Hook
	for _, name := range scripts {
		list = append(list, blocking(hook(name, phase, "bash scripts/"+name+".sh")))
	}
	s := bench(t, list...)
	for _, name := range scripts {
		raw, err := os.ReadFile(filepath.Join("testdata", "published", name+".sh"))
		if err != nil {
			t.Fatal(err)
		}
		s.file(t, "scripts/"+name+".sh", string(raw), 0o600)
	}
	return s
}

// TestPublishedScripts runs every published script that judges a command, on
// calls that it should let through and on calls that it should stop. Where it
// does not do what its comment says, the case says so: decision 0304 has the
// reasons, and the guard's own patterns stop those calls.
func TestPublishedScripts(t *testing.T) {
	bash := func(command string) string {
		raw, err := json.Marshal(map[string]string{"command": command})
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	query := func(text string) string { return strings.Replace(bash(text), "command", "query", 1) }
	tests := []struct {
		script, input string
		blocked       bool
		message       string
	}{
		{"read-input", bash("ls"), false, ""},
		{"block-dangerous", bash("ls -l"), false, ""},
		{"block-dangerous", bash("rm -rf build"), true, "Destructive rm command not allowed"},
		{"block-dangerous", bash("rm notes.txt"), true, "Destructive rm command not allowed"},
		{"block-dangerous", bash("cd build && rm -rf ."), false, ""}, // flawed: only what begins with rm
		{"dangerous-commands", bash("make"), false, ""},
		{"dangerous-commands", bash("cd x; rm -rf build"), true, ""},
		{"dangerous-commands", bash("git push --force origin main"), true, ""},
		{"dangerous-commands", bash("psql -c 'drop database shop'"), true, ""},
		{"dangerous-commands", bash("rm -r -f build"), false, ""},                     // flawed: another spelling
		{"dangerous-commands", bash("git push -f"), false, ""},                        // flawed
		{"dangerous-commands", bash("psql -c 'DROP DATABASE shop'"), false, ""},       // flawed: other letters
		{"validate-sql", query("SELECT 1"), false, ""},                                //
		{"validate-sql", query("DROP TABLE users"), true, ""},                         //
		{"validate-sql", query("DELETE FROM users WHERE id = 1"), false, ""},          //
		{"validate-sql", query("DELETE FROM users"), false, ""},                       // flawed: it looks for WHERE before it asks for one
		{"validate-sql", bash("psql -c 'DROP TABLE users'"), false, ""},               // flawed: bash has no input "query"
		{"environment-variables", bash("echo hello"), false, ""},                      //
		{"environment-variables", bash("cat .env"), true, ""},                         //
		{"environment-variables", bash("cat config/.env.local | head"), true, ""},     //
		{"environment-variables", bash("echo $DB_PASSWORD"), false, ""},               // flawed: grep -E reads $ as the end of the line
		{"validate-bash", bash("ls -l"), false, ""},                                   //
		{"validate-bash", bash("grep -r x ."), false, ""},                             //
		{"validate-bash", bash("curl https://example.com"), true, "not in whitelist"}, //
		{"validate-bash", bash("ls; curl https://example.com"), false, ""},            // flawed: only the first word
	}
	for _, tt := range tests {
		t.Run(tt.script+" "+tt.input, func(t *testing.T) {
			t.Parallel()
			s := publishedBench(t, PreTool, tt.script)
			d := s.run(t, PreTool, tt.input)
			if d.Block != tt.blocked || d.Stop || !strings.Contains(d.Reason, tt.message) {
				t.Errorf("blocked %v, want %v: %+v", d.Block, tt.blocked, d)
			}
		})
	}
}

// The script that reads the input has the tool's name and the command in its variables.
func TestPublishedReadsInput(t *testing.T) {
	s := publishedBench(t, PreTool, "read-input")
	raw, err := os.ReadFile(filepath.Join("testdata", "published", "read-input.sh"))
	if err != nil {
		t.Fatal(err)
	}
	s.file(t, "scripts/read-input.sh", string(raw)+"\nprintf '%s|%s' \"$tool_name\" \"$command\" > said\n", 0o600)
	if d := s.run(t, PreTool, `{"command":"ls -l"}`); d.Block {
		t.Errorf("%+v", d)
	}
	if got := s.read(t, "said"); got != "bash|ls -l" {
		t.Errorf("it has read %q", got)
	}
}

// The script that changes the input echoes the whole call with one more field.
func TestPublishedModifiesInput(t *testing.T) {
	s := publishedBench(t, PreTool, "modify-input", "read-input")
	d := s.run(t, PreTool, `{"command":"echo  'a  b' \"$HOME\" \\ü"}`)
	want := `{"command":"echo  'a  b' \"$HOME\" \\ü","timeout":30}`
	if d.Block || string(d.Input) != want || d.By != "modify-input in agent/hooks/safety.json:1" || d.Ran[0].Result != Changed {
		t.Errorf("%+v, input %s", d, d.Input)
	}
}

// The scripts that log do so, each to its file, here in a folder of the test.
func TestPublishedLogs(t *testing.T) {
	for script, file := range map[string]string{"log-tool": "construct-tools.log", "audit-log": "construct-audit.jsonl"} {
		s := publishedBench(t, PostTool, script)
		e := logged(t, s, script, s.dir)
		d := s.see(t, e)
		if d.Block || d.Ran[0].Result != OK {
			t.Errorf("%s: %+v", script, d)
		}
		added := s.read(t, file)
		if !strings.Contains(added, e.Agent) || !strings.Contains(added, "bash") {
			t.Errorf("%s wrote %q", script, added)
		}
		if script == "log-tool" {
			continue
		}
		var line map[string]any
		if err := json.Unmarshal([]byte(added), &line); err != nil {
			t.Errorf("the audit's line is %s: %v", added, err)
		}
		if at, _ := line["timestamp"].(string); !isTime(at) {
			t.Errorf("the audit's time is %q", at)
		}
		delete(line, "timestamp")
		want := map[string]any{
			"tool": "bash", "agent": e.Agent, "user": "kim", "session": "s_1",
			"input": map[string]any{"tool": "bash", "input": map[string]any{"command": "ls"}},
		}
		if diff := cmp.Diff(want, line); diff != "" {
			t.Errorf("the audit's line (-want +got):\n%s", diff)
		}
	}
}

// Where their file cannot be written they say so, and the call goes on: they end with 0 all the same (decision 0304).
func TestPublishedLogsThatCannotBeWritten(t *testing.T) {
	for _, script := range []string{"log-tool", "audit-log"} {
		s := publishedBench(t, PostTool, script)
		d := s.see(t, logged(t, s, script, "/nowhere"))
		if d.Block || d.Ran[0].Result != OK || !strings.Contains(d.Ran[0].Printed, "/nowhere/construct-") {
			t.Errorf("%s did not say why it wrote nothing: %+v", script, d)
		}
	}
}

// logged is an event for a published script, after it was made to write its file in dir.
func logged(t *testing.T, s *stage, script, dir string) Event {
	t.Helper()
	text := s.read(t, "scripts/"+script+".sh")
	moved := strings.ReplaceAll(text, "/var/log/", dir+"/")
	if moved == text {
		t.Fatalf("%s names no file in /var/log", script)
	}
	s.file(t, "scripts/"+script+".sh", moved, 0o600)
	e := s.event(PostTool, `{"command":"ls"}`)
	e.Agent = "published"
	return e
}

func isTime(text string) bool {
	_, err := time.Parse(time.RFC3339, text)
	return err == nil
}

// The rate limiter leaves a child that clears its counter a minute later. The
// child does not hold the call up, and it lives. The count is above 10 only at the
// twelfth call.
func TestPublishedRateLimit(t *testing.T) {
	s := publishedBench(t, PreTool, "rate-limit")
	e := s.event(PreTool, `{"command":"ls"}`)
	e.Agent = "published-" + filepath.Base(filepath.Dir(s.dir))
	counter := "/tmp/construct-rate-limit-" + e.Agent + ":bash"
	t.Cleanup(func() { endChildren(t, e.Agent); _ = os.Remove(counter) })
	for n := range 12 {
		began := time.Now()
		d := s.see(t, e)
		if took := time.Since(began); took > 50*time.Second {
			t.Fatalf("call %d waited %v for the child of its hook", n+1, took)
		}
		if d.Block != (n == 11) || d.Block && d.Reason != "Rate limit exceeded for this tool" {
			t.Fatalf("call %d: %+v", n+1, d)
		}
	}
	if living := childrenOf(t, e.Agent); living == 0 && hasProc() {
		t.Error("the children of the hook did not outlive it")
	}
}

func hasProc() bool {
	_, err := os.Stat("/proc/self/environ")
	return err == nil
}

// childrenOf counts the processes that were started for an agent.
func childrenOf(t *testing.T, agent string) int { return len(findChildren(t, agent)) }

func endChildren(t *testing.T, agent string) {
	for _, pid := range findChildren(t, agent) {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill() // it may have ended
		}
	}
}

// findChildren finds the processes that have the agent in their environment.
func findChildren(t *testing.T, agent string) (pids []int) {
	t.Helper()
	entries, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range entries {
		env, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(env), "AGENT_ID="+agent+"\x00") {
			continue
		}
		var pid int
		for _, c := range strings.Split(file, "/")[2] {
			pid = pid*10 + int(c-'0')
		}
		pids = append(pids, pid)
	}
	return pids
}

// TestPublishedConfiguration: the three hooks of the usual safety.json, in order.
func TestPublishedConfiguration(t *testing.T) {
	s := publishedBench(t, PreTool, "validate-sql", "block-dangerous", "log-tool")
	list := []Hook{
		{ID: "validate-sql", Type: PreTool, Tools: []string{"bash"}, Command: "bash scripts/validate-sql.sh", Blocking: true, Enabled: true},
		{ID: "log-execution", Type: PostTool, Tools: []string{"bash", "write", "edit"}, Command: "bash scripts/log-tool.sh", Enabled: true},
		{ID: "block-rm", Type: PreTool, Tools: []string{"bash"}, Command: "bash scripts/block-dangerous.sh", Blocking: true, Enabled: true},
	}
	engine := New(Config{Hooks: list, Dir: s.dir, Env: os.Environ()})
	d, err := engine.Run(context.Background(), s.event(PreTool, `{"command":"rm x"}`))
	if err != nil || !d.Block || len(d.Ran) != 2 || d.Ran[0].ID != "validate-sql" || d.Ran[0].Result != OK || d.Ran[1].ID != "block-rm" {
		t.Errorf("%+v, %v", d, err)
	}
	e := s.event(PreTool, `{"path":"x"}`)
	e.Tool = "read"
	if d, err := engine.Run(context.Background(), e); err != nil || len(d.Ran) != 0 {
		t.Errorf("hooks of bash saw read: %+v, %v", d, err)
	}
	for tool, sees := range map[string]bool{"bash": true, "write": true, "edit": true, "read": false} {
		if got := engine.covers(list[1].Tools, Event{Phase: PostTool, Tool: tool, Qualified: tool}); got != sees {
			t.Errorf("log-execution sees %s: %v", tool, got)
		}
	}
}
