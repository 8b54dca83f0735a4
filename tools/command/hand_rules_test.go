package command

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/dev/effort"
	"handrail/tools"
)

// TestHandErrors has a test for each text of docs/spec/07-hands.md#errors.
func TestHandErrors(t *testing.T) {
	b := newBench(t)
	for _, tt := range []struct{ rule, file, want string }{
		{"tool-name not matching ^[a-z][a-z0-9-]*$", oneHand("Bad_Name", `"command":["ls"]`), "tool 'Bad_Name' rejected: tool name 'Bad_Name' invalid"},
		{"command not a non-empty array of strings", oneHand("a", `"command":[]`), "tool 'a' rejected: command must be non-empty array"},
		{"command[0] containing {{...}}", oneHand("a", `"command":["/bin/{{x}}"],"params":{"x":{"type":"string"}}`), "tool 'a' rejected: argv[0] must be literal"},
		{"placeholder {{x}} with no matching param def", oneHand("a", `"command":["echo","{{x}}"]`), "tool 'a' rejected: placeholder {{x}} has no param def"},
		{"params.pattern not compiling under re2", oneHand("a", `"command":["echo","{{x}}"],"params":{"x":{"type":"string","pattern":"(?=a)"}}`), "tool 'a' rejected: param 'x' invalid pattern"},
		{"workingDir absolute", oneHand("a", `"command":["ls"],"workingDir":"/tmp"`), "tool 'a' rejected: " + textWorkingDir},
		{"workingDir containing ..", oneHand("a", `"command":["ls"],"workingDir":"a/../.."`), "tool 'a' rejected: " + textWorkingDir},
		{"env key in forbidden set", oneHand("a", `"command":["ls"],"env":{"LD_PRELOAD":"x"}`), "tool 'a' rejected: env key 'LD_PRELOAD' is forbidden"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			got := reasons(tt.file)
			if got != tt.want && !strings.HasPrefix(got, tt.want+"; ") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("one bad tool is rejected alone", func(t *testing.T) {
		hands, problems := ParseHands([]byte(`{"version":"1","tools":{"a":{"description":"d","command":["ls"]},"b":{"description":"d","command":[]},"c":{"description":"d","command":["ls"]}}}`), HandsFile)
		if len(hands.List) != 2 || len(hands.Rejected) != 1 || hands.Rejected[0] != (RejectedHand{Name: "b", Reason: textCommand, Line: 1}) || len(problems) != 1 {
			t.Errorf("%+v, %v", hands, problems)
		}
	})
	echo := func(p string) tools.Tool { return b.hand(`"command":["echo","{{x}}"],"params":{"x":` + p + `}`) }
	for _, tt := range []struct{ rule, param, input, want string }{
		{"param value containing NUL", `{"type":"string","pattern":"^.*$"}`, `{"x":"a\u0000b"}`, "NUL"},
		{"string param value with leading dash, no explicit pattern", `{"type":"string"}`, `{"x":"-rf"}`, "starts with a dash"},
		{"numeric param out of safe int range", `{"type":"number"}`, `{"x":9007199254740992}`, "beyond"},
		{"numeric param out of safe int range, below", `{"type":"number"}`, `{"x":-9007199254740992}`, "beyond"},
		{"numeric param Infinity", `{"type":"number"}`, `{"x":1e999}`, "too large"},
		{"numeric param NaN", `{"type":"number"}`, `{"x":NaN}`, "JSON"},
		{"numeric param NaN as text", `{"type":"number"}`, `{"x":"NaN"}`, "must be a number"},
		{"boolean param not exactly true or false: text", `{"type":"boolean"}`, `{"x":"true"}`, "must be true or false"},
		{"boolean param not exactly true or false: number", `{"type":"boolean"}`, `{"x":1}`, "must be true or false"},
		{"boolean param not exactly true or false: null", `{"type":"boolean"}`, `{"x":null}`, "must be true or false"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			_, err := b.prepare(echo(tt.param), tt.input)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	t.Run("workingDir symlinking outside project root", func(t *testing.T) {
		if err := os.Symlink(t.TempDir(), filepath.Join(b.dir, "out")); err != nil {
			t.Fatal(err)
		}
		if r := b.ran(b.hand(`"command":["pwd"],"workingDir":"out"`), `{}`); r.code != tools.InvalidPath || !strings.Contains(r.error, "outside") {
			t.Errorf("%+v", r)
		}
	})
}

// TestHandGuarantees has a test for each promise of
// docs/spec/07-hands.md#guarantees, but for those that need the whole app:
// operator/hands has those.
func TestHandGuarantees(t *testing.T) {
	b := newBench(t)
	text := `,"params":{"x":{"type":"string"}}`
	t.Run("only commands defined by the human in ctxnest.json can run", func(t *testing.T) {
		if _, err := b.prepare(b.hand(`"command":["echo"]`), `{"command":["rm"]}`); err == nil || !strings.Contains(err.Error(), "unknown input") {
			t.Error(err)
		}
	})
	t.Run("no shell ever interprets the command", func(t *testing.T) {
		for _, v := range []string{"; touch owned", "$(touch owned)", "`touch owned`", "| touch owned", "a && touch owned", "*", "~", "$HOME", "'\"\\"} {
			if r := b.ran(b.hand(`"command":["printf","%s","{{x}}"]`+text), `{"x":`+quoted(v)+`}`); r.Stdout != v {
				t.Errorf("%q came out as %q (%s)", v, r.Stdout, r.error)
			}
		}
		if _, err := os.Stat(filepath.Join(b.dir, "owned")); err == nil {
			t.Error("a shell has read it")
		}
	})
	t.Run("a call runs one command, and none after it", func(t *testing.T) {
		if r := b.ran(b.hand(`"command":["echo","a",";","touch","second","&&","touch","third"]`), `{}`); r.Stdout != "a ; touch second && touch third\n" {
			t.Errorf("it printed %q (%s)", r.Stdout, r.error)
		}
		for _, name := range []string{"second", "third"} {
			if _, err := os.Stat(filepath.Join(b.dir, name)); err == nil {
				t.Errorf("%s was made", name)
			}
		}
		for _, several := range []string{`"command":[["echo","a"],["echo","b"]]`, `"command":"echo a; echo b"`} {
			if got := reasons(oneHand("a", several)); got == "" {
				t.Errorf("%s is taken without a word", several)
			}
		}
	})
	t.Run("the executable is fixed by the author, agents cannot change which binary runs", func(t *testing.T) {
		if got := reasons(oneHand("a", `"command":["{{x}}","a"]`+text)); !strings.Contains(got, textLiteral) {
			t.Error(got)
		}
		b.file("printf", "#!/bin/sh\necho planted", 0o700)
		if r := b.ran(b.hand(`"command":["printf","real"]`), `{}`); r.Stdout != "real" {
			t.Errorf("a program of the project runs in place of the system's: %q", r.Stdout)
		}
	})
	t.Run("default string pattern mitigates argv injection, argSeparator provides belt-and-braces", func(t *testing.T) {
		if r := b.ran(b.hand(`"command":["echo","{{x}}"]`+text), `{"x":"-n"}`); r.code != tools.InvalidArgs {
			t.Errorf("%+v", r)
		}
		got := b.args(`"command":["rm","{{x}}"],"argSeparator":true,"params":{"x":{"type":"string","pattern":"^.*$"}}`, `{"x":"-rf"}`)
		if diff := cmp.Diff([]string{"--", "-rf"}, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("all regex matching uses re2, no catastrophic backtracking", func(t *testing.T) {
		for _, pattern := range []string{`^(a|a)*$`, `^(a*)*$`, `^(a|aa)+$`, `^(.*a){20}$`, `^(([a-z])+.)+[A-Z]([a-z])+$`} {
			end := effort.Limit(t, 10*time.Second)
			tool := b.hand(`"command":["echo","{{x}}"],"params":{"x":{"type":"string","pattern":` + quoted(pattern) + `}}`)
			_, _ = b.prepare(tool, `{"x":`+quoted(strings.Repeat("a", 8000)+"!")+`}`)
			if end(); t.Failed() {
				t.Fatalf("at %s", pattern)
			}
		}
	})
	t.Run("NUL bytes are rejected in all param values, regardless of pattern", func(t *testing.T) {
		if _, err := b.prepare(b.hand(`"command":["echo","{{x}}"],"params":{"x":{"type":"string","pattern":"(?s)^.*$"}}`), `{"x":"\u0000"}`); err == nil {
			t.Error("taken")
		}
	})
	t.Run("numeric params are bounded and finite, booleans are strict", func(t *testing.T) {
		p := HandParam{Type: "number"}
		for v, want := range map[any]string{9007199254740991.0: "9007199254740991", math.Copysign(0, -1): "0", 1e6: "1000000", 0.1: "0.1", int64(7): "7", 1e-7: "0.0000001"} {
			if got, err := p.Accept("x", v); err != nil || got != want {
				t.Errorf("%v: %q, %v", v, got, err)
			}
		}
		for _, v := range []any{9007199254740992.0, "5", true, nil} {
			if got, err := p.Accept("x", v); err == nil {
				t.Errorf("%v is taken as %q", v, got)
			}
		}
	})
	t.Run("working directory is locked to the project root, verified via realpath", func(t *testing.T) {
		b.file("work/f", "", 0o600)
		inv, err := b.prepare(b.hand(`"command":["pwd"],"workingDir":"work"`), `{}`)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(b.dir, "work")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(t.TempDir(), filepath.Join(b.dir, "work")); err != nil {
			t.Fatal(err)
		}
		result, err := inv.Run(t.Context(), tools.Discard{})
		if r := report(t, result, err); r.code != tools.InvalidPath || r.Status != "rejected" {
			t.Errorf("a folder that became a link between check and run: %+v", r)
		}
	})
	t.Run("environment is a clean base of PATH/HOME/USER/LANG/TZ plus the tool's env", func(t *testing.T) {
		person := []string{"PATH=" + os.Getenv("PATH"), "HOME=/h", "USER=u", "LANG=C", "TZ=UTC", "TMPDIR=/tmp", "EDITOR=vi", "API_TOKEN=s", "LD_PRELOAD=", "NODE_OPTIONS=x", "DISPLAY=:0"}
		c := newBench(t)
		c.c.Env = person
		names := func(fields string) []string {
			r := c.ran(c.hand(`"command":["env"]`+fields), `{}`)
			var out []string
			for line := range strings.Lines(r.Stdout) {
				name, _, _ := strings.Cut(line, "=")
				out = append(out, name)
			}
			slices.Sort(out)
			return out
		}
		base := []string{"HANDRAIL_IDEMPOTENCY_KEY", "HOME", "LANG", "PATH", "TMPDIR", "TZ", "USER"}
		for fields, want := range map[string][]string{
			``:                                    base,
			`,"env":{"A":"1"}`:                    append([]string{"A"}, base...),
			`,"inheritEnv":["EDITOR","GONE"]`:     append([]string{"EDITOR"}, base...),
			`,"inheritEnv":["API_TOKEN"]`:         append([]string{"API_TOKEN"}, base...),
			`,"inheritEnv":true`:                  append([]string{"EDITOR"}, base...),
			`,"env":{"HOME":"/x"}`:                base,
			`,"inheritEnv":[],"env":{}`:           base,
			`,"inheritEnv":false,"network":"off"`: base,
		} {
			if diff := cmp.Diff(want, names(fields)); diff != "" {
				t.Errorf("%s (-want +got)\n%s", fields, diff)
			}
		}
	})
	t.Run("agents cannot add env keys", func(t *testing.T) {
		if _, err := b.prepare(b.hand(`"command":["env"]`), `{"env":{"A":"1"}}`); err == nil {
			t.Error("taken")
		}
	})
	t.Run("large outputs are truncated in the middle, never inside a character", func(t *testing.T) {
		r := b.ran(b.hand(`"command":["sh","-c","for i in 1 2 3 4 5 6 7 8 9; do printf '€ä😀%.0s' $(seq 1000); done"],"maxOutputBytes":1003`), `{}`)
		if strings.Contains(r.Stdout, "\uFFFD") || strings.Trim(strings.ReplaceAll(r.Stdout, fmt.Sprintf("\n[... %d bytes dropped ...]\n", r.Dropped.Stdout), ""), "€ä😀") != "" {
			t.Errorf("%q", r.Stdout)
		}
	})
	t.Run("large outputs are truncated in the middle", func(t *testing.T) {
		r := b.ran(b.hand(`"command":["sh","-c","echo first; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last"],"maxOutputBytes":1000`), `{}`)
		if !strings.HasPrefix(r.Stdout, "first\n") || !strings.HasSuffix(r.Stdout, "last\n") || r.Dropped.Stdout < 2_999_000 || len(r.Stdout) > 1200 {
			t.Errorf("%d bytes, %d dropped", len(r.Stdout), r.Dropped.Stdout)
		}
	})
	t.Run("timeouts kill the entire process group", func(t *testing.T) {
		r := b.ran(b.hand(`"command":["sh","-c","sleep 61 & echo $!; wait"],"timeout":300`), `{}`)
		if r.Status != "timeout" {
			t.Fatalf("%+v", r)
		}
		state, _ := exec.Command("ps", "-o", "stat=", "-p", strings.TrimSpace(r.Stdout)).Output() // it fails for one that is gone
		if s := strings.TrimSpace(string(state)); s != "" && !strings.HasPrefix(s, "Z") {
			t.Errorf("the child %s still runs, in the state %s", r.Stdout, s)
		}
	})
	t.Run("SIGTERM, then SIGKILL after 3 s", func(t *testing.T) {
		began := time.Now()
		r := b.ran(b.hand(`"command":["sh","-c","trap 'echo asked' TERM; for i in 1 2 3; do sleep 1000 & wait; done"],"timeout":200`), `{}`)
		if took := time.Since(began); r.Status != "timeout" || !strings.Contains(r.Stdout, "asked") || took < 3*time.Second || took > 1000*time.Second {
			t.Errorf("after %v: %+v", took, r)
		}
	})
	t.Run("confirmation is bound to a hash of the resolved invocation", func(t *testing.T) {
		digest := func(fields, input string) string {
			inv, err := b.prepare(b.hand(fields), input)
			if err != nil {
				t.Fatal(err)
			}
			return inv.Preview().Digest
		}
		b.file("d/f", "", 0o600)
		base := digest(`"command":["echo","{{x}}"]`+text, `{"x":"a"}`)
		for i, other := range []string{
			digest(`"command":["echo","{{x}}"]`+text, `{"x":"b"}`),
			digest(`"command":["printf","{{x}}"]`+text, `{"x":"a"}`),
			digest(`"command":["echo","{{x}}"],"workingDir":"d"`+text, `{"x":"a"}`),
			digest(`"command":["echo","{{x}}"],"env":{"A":"1"}`+text, `{"x":"a"}`),
			digest(`"command":["echo","{{x}}"],"argSeparator":true`+text, `{"x":"a"}`),
		} {
			if other == base {
				t.Errorf("another act (%d) has the same digest", i)
			}
		}
		if digest(`"command":["echo","{{x}}"]`+text, `{"x":"a"}`) != base {
			t.Error("the same act has two digests")
		}
	})
	t.Run("the resolved program is part of what is approved", func(t *testing.T) {
		bin := filepath.Dir(b.file("bin/tool-x", "#!/bin/sh\necho one", 0o700))
		c := *b
		c.c.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
		inv, err := c.prepare(c.hand(`"command":["tool-x"]`), `{}`)
		if err != nil {
			t.Fatal(err)
		}
		other := b.file("other", "#!/bin/sh\necho two", 0o700)
		if err := os.Remove(filepath.Join(bin, "tool-x")); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(other, filepath.Join(bin, "tool-x")); err != nil {
			t.Fatal(err)
		}
		result, err := inv.Run(t.Context(), tools.Discard{})
		if r := report(t, result, err); r.code != tools.PermissionDenied || r.Stdout != "" {
			t.Errorf("%+v", r)
		}
	})
}

// TestHandWarnings has a test for each warning of docs/spec/07-hands.md#warnings.
func TestHandWarnings(t *testing.T) {
	str := func(p string) string { return fmt.Sprintf(`,"params":{"x":{"type":"string"%s}}`, p) }
	for _, tt := range []struct{ name, fields, want string }{
		{"missing confirm on remote writes", `"command":["git","push"]`, "writes to a remote system (push)"},
		{"confirm is there", `"command":["git","push"],"confirm":true`, ""},
		{"shell passthrough, sh", `"command":["sh","-c","{{x}}"]` + str(`,"pattern":"^[a-z]+$"`), "shell passthrough"},
		{"shell passthrough, bash", `"command":["/bin/bash","-lc","run {{x}}"]` + str(""), "shell passthrough"},
		{"shell passthrough behind env", `"command":["env","A=1","bash","-c","{{x}}"]` + str(""), "shell passthrough"},
		{"an interpreter", `"command":["python3","-c","{{x}}"]` + str(""), "shell passthrough"},
		{"ssh", `"command":["ssh","host.example.com","{{x}}"]` + str(""), "shell passthrough"},
		{"a script with an argument is none", `"command":["bash","run.sh","{{x}}"]` + str(""), ""},
		{"a program of awk", `"command":["awk","{{x}}","a.txt"]` + str(""), "read again as code"},
		{"a script of sed", `"command":["sed","-e","s/a/{{x}}/","a.txt"]` + str(""), "read again as code"},
		{"what find runs", `"command":["find",".","-exec","{{x}}",";"]` + str(""), "read again as code"},
		{"a variable of make", `"command":["make","V={{x}}"]` + str(""), "read again as code"},
		{"a variable of task", `"command":["task","deploy","V={{x}}"],"confirm":true` + str(`,"pattern":"^.+x$"`), "read again as code"},
		{"plain words for task", `"command":["task","deploy","V={{x}}"],"confirm":true` + str(`,"pattern":"^[A-Za-z0-9_][A-Za-z0-9_.-]*$"`), ""},
		{"a choice for awk", `"command":["awk","-f","a.awk","-v","v={{x}}"]` + str(`,"pattern":"^(one|two)$"`), ""},
		{"a signed class", `"command":["awk","{{x}}"]` + str(`,"pattern":"^[^/]$"`), "read again as code"},
		{"options of a compiler", `"command":["gcc","{{x}}"]` + str(""), "may begin with \"@\""},
		{"options of a compiler by another name", `"command":["timeout","5","x86_64-linux-gnu-g++-12","-c","{{x}}"]` + str(`,"pattern":"^.+[.]c$"`), "may begin with \"@\""},
		{"a file of a compiler", `"command":["gcc","-c","{{x}}"]` + str(`,"pattern":"^[a-z]+[.]c$"`), ""},
		{"the folder of an environment", `"command":["python3","-m","venv","{{x}}"]` + str(""), "read again as code"},
		{"ordinary arguments", `"command":["git","log","--grep={{x}}","--","a b"]` + str(""), ""},
		{"an argument of a runner", `"command":["npx","vitest","{{x}}"]` + str(""), ""},
		{"unused params", `"command":["ls"]` + str(""), "param 'x' is never used in command"},
		{"permissive path patterns", `"command":["cat","{{x}}"]` + str(`,"pattern":"^.*$"`), "permits ../../etc/passwd"},
		{"a strict pattern", `"command":["cat","{{x}}"]` + str(`,"pattern":"^[a-z]+$"`), ""},
		{"a pattern without its end", `"command":["cat","{{x}}"]` + str(`,"pattern":"^[a-z]+"`), "not anchored at both ends"},
		{"a pattern without its start", `"command":["cat","{{x}}"]` + str(`,"pattern":"[a-z]+$"`), "not anchored at both ends"},
		{"anchors of one branch only", `"command":["cat","{{x}}"]` + str(`,"pattern":"^a|b$"`), "not anchored at both ends"},
		{"anchors of both branches", `"command":["cat","{{x}}"]` + str(`,"pattern":"^(a|b)$|^c$"`), ""},
		{"a number that may be an option", `"command":["kill","{{x}}"],"params":{"x":{"type":"number"}}`, "may be negative"},
		{"a number that may not", `"command":["kill","{{x}}"],"params":{"x":{"type":"number","min":1}}`, ""},
		{"a placeholder with spaces", `"command":["echo","{{ x }}","{{x}}"]` + str(""), "no placeholder with spaces"},
		{"somebody else's template", `"command":["docker","ps","--format","{{.Names}}"]`, ""},
		{"an empty element", `"command":["echo",""]`, "is empty"},
		{"an unknown key, with what is meant", `"command":["ls"],"working_dir":"a"`, "did you mean workingDir?"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file := oneHand("a", tt.fields)
			if got := reasons(file); got != "" {
				t.Fatalf("rejected: %s", got)
			}
			if got := warnings(file); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
