//go:build unix

package hooks

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A hook gets the clean base, its own variables, and nothing else of the person's.
func TestEnvironment(t *testing.T) {
	s := bench(t, hook("a", PreTool, "env | sort > env; cat > stdin; pwd > folder"))
	e := s.event(PreTool, "{\"command\": \"a  'b' \\\"$x\\\"\\n<&>\"}")
	e.Tool, e.Qualified, e.Key = "deploy", "shop__deploy", "handrail:r_1:1:1:00"
	s.see(t, e)
	const request = `{"tool":"deploy","input":{"command":"a  'b' \"$x\"\n<&>"}}`
	env := s.read(t, "env")
	for _, want := range []string{
		"TOOL_INPUT=" + request + "\n", "TOOL_NAME=deploy\n", "TOOL_ID=shop__deploy\n", "AGENT_ID=helper\n", "SESSION_ID=s_1\n", "USER_ID=kim\n",
		"SPACE_DIR=" + s.dir + "\n", "HANDRAIL_IDEMPOTENCY_KEY=handrail:r_1:1:1:00\n", "PATH=", "TMPDIR=",
	} {
		if !strings.Contains(env, want) {
			t.Errorf("%q is not in\n%s", want, env)
		}
	}
	if strings.Contains(env, "sesame") || strings.Contains(env, "TOOL_OUTPUT") {
		t.Errorf("too much:\n%s", env)
	}
	if got := s.read(t, "stdin"); got != request+"\n" {
		t.Errorf("stdin %q", got)
	}
	if got := strings.TrimSpace(s.read(t, "folder")); got != s.dir {
		t.Errorf("it ran in %s, not in %s", got, s.dir)
	}
}

func TestPostEnvironment(t *testing.T) {
	s := bench(t, hook("a", PostTool, `printf %s "$TOOL_OUTPUT" > out; printf %s "$TOOL_INPUT" > in; cat > stdin`))
	e := s.event(PostTool, `{"command":"ls"}`)
	e.Error = "it ended with exit code 3"
	s.see(t, e)
	const want = `{"tool":"bash","input":{"command":"ls"},"content":"what came out","error":"it ended with exit code 3"}`
	if got := s.read(t, "out"); got != want {
		t.Errorf("TOOL_OUTPUT %s", got)
	}
	if got := s.read(t, "in"); got != `{"tool":"bash","input":{"command":"ls"}}` {
		t.Errorf("TOOL_INPUT %s", got)
	}
	if got := s.read(t, "stdin"); got != want+"\n" {
		t.Errorf("stdin %s", got)
	}
}

// What fits into no variable is absent, never cut; a blocking hook that does not
// read standard input cannot have checked it.
func TestLargeInput(t *testing.T) {
	large := strings.Repeat("x", variableLimit)
	largest := strings.Repeat("x", variableLimit-len(`TOOL_INPUT={"tool":"bash","input":{"command":""}}`)-1)
	check := `[ -n "$TOOL_INPUT" ] && printf set > said || printf absent > said; wc -c > count`
	tests := []struct {
		name, command string
		hook          func(*Hook)
		block         bool
		said          string
	}{
		{"the largest that fits", largest, func(h *Hook) { h.Blocking = true }, false, "set"},
		{"one byte more, blocking", largest + "x", func(h *Hook) { h.Blocking = true }, true, ""},
		{"too large, blocking", large, func(h *Hook) { h.Blocking = true }, true, ""},
		{"too large, blocking, reads stdin", large, func(h *Hook) { h.Blocking, h.Input = true, FromStdin }, false, "absent"},
		{"too large, not blocking", large, func(*Hook) {}, false, "absent"},
	}
	if runtime.GOOS != "linux" {
		t.Skip("the limit is Linux's")
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			h := hook("a", PreTool, check)
			tt.hook(&h)
			s := bench(t, h)
			d := s.run(t, PreTool, `{"command":"`+tt.command+`"}`)
			if d.Block != tt.block || d.Stop != tt.block || tt.block && !strings.Contains(d.Reason, `"input": "stdin"`) {
				t.Fatalf("%+v", d)
			}
			if tt.said == "" {
				return
			}
			if got := s.read(t, "said"); got != tt.said {
				t.Errorf("TOOL_INPUT was %s", got)
			}
			if got, want := strings.TrimSpace(s.read(t, "count")), len(`{"tool":"bash","input":{"command":""}}`+"\n")+len(tt.command); got != jsonNumber(want) {
				t.Errorf("%s bytes on standard input, want %d", got, want)
			}
		})
	}
}

func jsonNumber(n int) string {
	raw, _ := json.Marshal(n) // an int is always JSON
	return string(raw)
}

// Two hooks that both change the input: each sees what the one before left.
func TestChaining(t *testing.T) {
	add := func(name string) string {
		return `printf '{"tool":"bash","input":{"command":"%s+` + name + `"}}' "$(printf %s "$TOOL_INPUT" | sed 's/.*"command":"\([^"]*\)".*/\1/')"`
	}
	s := bench(t, hook("one", PreTool, add("one")), hook("same", PreTool, `printf %s "$TOOL_INPUT"`), hook("two", PreTool, add("two")), hook("three", PreTool, "exit 0"))
	d := s.run(t, PreTool, `{"command":"ls"}`)
	if string(d.Input) != `{"command":"ls+one+two"}` || d.By != "one in agent/hooks/safety.json:1, two in agent/hooks/safety.json:3" {
		t.Errorf("%s by %s", d.Input, d.By)
	}
	var results []Result
	for _, r := range d.Ran {
		results = append(results, r.Result)
	}
	if diff := cmp.Diff([]Result{Changed, OK, Changed, OK}, results); diff != "" {
		t.Error(diff)
	}
	d = bench(t, hook("one", PostTool, `echo '{"block":false,"modified_output":"first"}'`), hook("two", PostTool, `printf %s "$TOOL_OUTPUT" | sed 's/first/second/'`)).run(t, PostTool, `{}`)
	if d.Output == nil || *d.Output != "second" {
		t.Errorf("%+v", d)
	}
}

// The first block ends the chain: what comes after sees nothing.
func TestBlockEndsTheChain(t *testing.T) {
	s := bench(t, blocking(hook("one", PreTool, `echo '{"block":true,"message":"no"}'`)), hook("two", PreTool, "touch ran"))
	if d := s.run(t, PreTool, `{}`); !d.Block || d.Reason != "no" || len(d.Ran) != 1 {
		t.Errorf("%+v", d)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "ran")); err == nil {
		t.Error("the hook after it ran")
	}
}

// 1 GB of output takes no memory, and what would have been JSON is broken.
func TestAFlood(t *testing.T) {
	for _, tt := range []struct {
		name, command string
		block         bool
	}{
		{"text", `head -c 1000000000 /dev/zero`, false},
		{"JSON", `printf '{"block": false, "message": "'; head -c 1000000000 /dev/zero; printf '"}'`, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := blocking(hook("flood", PreTool, tt.command))
			h.Timeout = time.Minute
			s := bench(t, h)
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			d := s.run(t, PreTool, `{}`)
			runtime.ReadMemStats(&after)
			if d.Block != tt.block || d.Stop != tt.block {
				t.Errorf("block %v: %.300s", d.Block, d.Reason)
			}
			if len(d.Ran[0].Printed) > printedCap+100 {
				t.Errorf("%d bytes are kept of what it printed", len(d.Ran[0].Printed))
			}
			if grown := int64(after.Sys) - int64(before.Sys); grown > 200<<20 {
				t.Errorf("memory grew by %d MB", grown>>20)
			}
		})
	}
}

// A hook that hangs is stopped, with what it started.
func TestHang(t *testing.T) {
	h := blocking(hook("hang", PreTool, "sleep 1000 & wait"))
	h.Timeout = 50 * time.Millisecond
	s := bench(t, h)
	if d := s.run(t, PreTool, `{}`); !d.Stop || !strings.Contains(d.Reason, "did not end within 50ms") {
		t.Errorf("%+v", d)
	}
}

// A script that ends its parent's group ends its own, and not ours. The test's
// process leads no group where a shell did not make it one; a call would be lost
// with the app where it does.
func TestItKillsItsParentsGroup(t *testing.T) {
	for _, command := range []string{"kill -9 -- -$PPID", "kill -9 $PPID", "kill -9 0"} {
		s := bench(t, blocking(hook("killer", PreTool, "bash scripts/kill.sh")))
		s.file(t, "scripts/kill.sh", "echo $PPID > parent\n"+command+"\nsleep 1\n", 0o600)
		d := s.run(t, PreTool, `{}`)
		if !d.Block || !d.Stop {
			t.Errorf("%s: %+v", command, d)
		}
		if parent := strings.TrimSpace(s.read(t, "parent")); parent == jsonNumber(os.Getpid()) {
			t.Errorf("%s: this process is the script's parent", command)
		}
	}
}

// A directory in a hook's place is called one.
func TestADirectoryIsNamed(t *testing.T) {
	s := bench(t, blocking(hook("a", PreTool, "./folder")))
	s.file(t, "folder/x", "", 0o600)
	if d := s.run(t, PreTool, `{}`); !d.Stop || !strings.Contains(d.Reason, "directory") {
		t.Errorf("%+v", d)
	}
}

func TestRunBit(t *testing.T) {
	s := bench(t, blocking(Hook{ID: "a", Type: PreTool, Command: "agent/hooks/check.sh", Enabled: true, Scripts: []string{"agent/hooks/check.sh"}}))
	s.file(t, "agent/hooks/check.sh", "#!/bin/sh\nexit 0\n", 0o600)
	if d := s.run(t, PreTool, `{}`); !d.Stop || !strings.Contains(d.Reason, "chmod +x agent/hooks/check.sh") {
		t.Errorf("%+v", d)
	}
	if err := os.Chmod(filepath.Join(s.dir, "agent/hooks/check.sh"), 0o700); err != nil {
		t.Fatal(err)
	}
	if d := s.run(t, PreTool, `{}`); d.Block {
		t.Errorf("%+v", d)
	}
}

// Scripts run from their private copies, however the command names them.
func TestCopies(t *testing.T) {
	private := filepath.Join(t.TempDir(), "a copy", "check.sh")
	if err := os.MkdirAll(filepath.Dir(private), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(private, []byte("#!/bin/sh\necho \"copy $*\" > said\necho >&2 \"$0 speaks\"\n"), 0o500); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"bash scripts/check.sh x", "bash ./scripts/check.sh x", `bash "scripts/check.sh" x`, "bash 'scripts/check.sh' x", "scripts/check.sh x", "./scripts//check.sh x",
		"X=1 bash scripts/check.sh x", "true && bash scripts/check.sh x", "if true; then scripts/check.sh x; fi", "bash DIR/scripts/check.sh x", "bash scripts/check.sh {{tool}}",
	} {
		s := bench(t)
		s.file(t, "scripts/check.sh", "#!/bin/sh\necho space > said\n", 0o700)
		h := hook("a", PreTool, strings.Replace(command, "DIR", s.dir, 1))
		s.Engine = New(Config{Hooks: []Hook{h}, Dir: s.dir, Env: os.Environ(), Copies: map[string]string{"scripts/check.sh": private}})
		d := s.run(t, PreTool, `{}`)
		if got := strings.TrimSpace(s.read(t, "said")); got != "copy x" && got != "copy bash" {
			t.Errorf("%s ran %q: %+v", command, got, d)
		}
		if !strings.Contains(d.Ran[0].Printed, "scripts/check.sh speaks") || strings.Contains(d.Ran[0].Printed, private) {
			t.Errorf("%s printed %q", command, d.Ran[0].Printed)
		}
	}
}

// Values of a command are placed as safely as those of a tool.
func TestTemplate(t *testing.T) {
	s := bench(t, blocking(hook("a", PreTool, `printf '%s|' {{tool}} "{{input.command}}" {{input.deep.x}} {{agent}} {{session}} {{input.none}} > said`)))
	s.run(t, PreTool, `{"command":"a'b\"$(touch owned)","deep":{"x":[1,"2 3"]}}`)
	if got, want := s.read(t, "said"), `bash|a'b"$(touch owned)|1|2 3|helper|s_1|`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "owned")); err == nil {
		t.Error("a value became syntax")
	}
	d := bench(t, blocking(hook("a", PreTool, "cat {{input.path}}"))).run(t, PreTool, `{"path":"--version"}`)
	if !d.Block || d.Stop || !strings.Contains(d.Reason, "put -- before it") {
		t.Errorf("a value that is an option: %+v", d)
	}
	for command, want := range map[string]string{
		"eval {{input.x}}": "eval", "echo {{nothing}}": "nothing", "{{input.x}} now": "", "if true": "", "echo {{input.x}} {{tool}} {{agent}}": "ok",
	} {
		problems := Check(command)
		if ok := len(problems) == 0; ok != (want == "ok") || !ok && !strings.Contains(problems[0].Text, want) {
			t.Errorf("%s: %v", command, problems)
		}
	}
}
