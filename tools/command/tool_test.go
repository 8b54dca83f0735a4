package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/confine"
	"handrail/tools"
	"handrail/tools/toolstest"
)

func TestContract(t *testing.T) {
	b := newBench(t)
	toolstest.Run(t, toolstest.Case{
		Tool: b.tool(spec(`printf %s {{text}} > note.txt`, Parameter{Name: "text", Type: "string", Required: true})),
		Call: tools.Call{Key: "key", Space: b.dir}, Input: `{"text":"a"}`, Other: `{"text":"b"}`, Folder: b.dir,
	})
}

// A hostile value arrives whole, whatever the type of its parameter.
func TestHostileValues(t *testing.T) {
	b := newBench(t)
	const printArgs = `printf '<%s>' `
	hostile := []string{"; id", "$(id)", "`id`", "a'b\"c", "-rf", "a\nb\n", "\\", "*", "~", "{a,b}", "EOF", "日本語", "\t", ""}
	text := b.tool(spec(printArgs+`{{x}} "{{x}}" '{{x}}'`, Parameter{Name: "x", Type: "string"}))
	list := b.tool(spec(printArgs+`{{x}}`, Parameter{Name: "x", Type: "array"}))
	fixed := b.tool(spec(printArgs+`{{x}}`, Parameter{Name: "x", Type: "string", Enum: hostile}))
	for _, v := range hostile {
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		one := "<" + v + ">"
		for _, c := range []struct {
			tool        tools.Tool
			input, want string
		}{
			{text, fmt.Sprintf(`{"x":%s}`, raw), one + one + one},
			{list, fmt.Sprintf(`{"x":[%s,"b",%s]}`, raw, raw), one + "<b>" + one},
			{fixed, fmt.Sprintf(`{"x":%s}`, raw), one},
		} {
			if result, preview, err := b.run(c.tool, c.input); err != nil || result.Content != c.want {
				t.Errorf("%s: got %q, %v, want %q\n%s", c.input, result.Content, err, c.want, preview.Detail)
			}
		}
	}
	for _, p := range []Parameter{{Name: "x", Type: "number"}, {Name: "x", Type: "boolean"}, {Name: "x", Type: "string", Pattern: "[a-z]+"}, {Name: "x", Type: "string", Enum: []string{"a"}}} {
		tool := b.tool(spec(printArgs+`{{x}}`, p))
		for _, v := range hostile {
			raw, err := json.Marshal(map[string]string{"x": v})
			if err != nil {
				t.Fatal(err)
			}
			if inv, err := b.prepare(tool, string(raw)); err == nil {
				t.Errorf("a %s takes %q: %s", p.Type, v, inv.Preview().Detail)
			}
		}
	}
	if _, err := b.prepare(text, `{"x":"a\u0000b"}`); err == nil || !strings.Contains(err.Error(), "NUL") {
		t.Errorf("a NUL byte: %v", err)
	}
}

// code is the code of an error, empty if it has none.
func code(err error) tools.Code {
	var e *tools.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// A value that a program could take for an option makes the call ask.
func TestOptionsAsk(t *testing.T) {
	b := newBench(t)
	for _, tt := range []struct {
		command string
		p       Parameter
		asks    bool
	}{
		{`rm {{x}}`, Parameter{Name: "x", Type: "string"}, true},
		{`rm -- {{x}}`, Parameter{Name: "x", Type: "string"}, false},
		{`rm {{x}}`, Parameter{Name: "x", Type: "string", Pattern: "-?[a-z]+"}, false},
		{`rm {{x}}`, Parameter{Name: "x", Type: "string", Enum: []string{"-rf", "a"}}, false},
	} {
		inv, err := b.prepare(b.tool(spec(tt.command, tt.p)), `{"x":"-rf"}`)
		if err != nil {
			t.Fatal(err)
		}
		if p := inv.Preview(); p.Confirm != tt.asks || strings.Contains(p.Reason, "option") != tt.asks {
			t.Errorf("%s with %+v: asks %v, because %q", tt.command, tt.p, p.Confirm, p.Reason)
		}
	}
}

func TestOutcomes(t *testing.T) {
	b := newBench(t)
	for _, tt := range []struct {
		command, content string
		code             tools.Code
		exit             int
	}{
		{`echo out; echo err >&2`, "out\n[standard error]\nerr\n", "", 0},
		{`echo out; exit 3`, "out\n", tools.ExecutionFailed, 3},
		{`echo err >&2; false`, "[standard error]\nerr\n", tools.ExecutionFailed, 1},
		{`no-such-program-here 2>/dev/null`, "", tools.ExecutionFailed, 127},
		{`printf '%s' "$BASH_ENV$PWD"`, b.dir, "", 0},
	} {
		result, _, err := b.run(b.tool(spec(tt.command)), `{}`)
		if result.Content != tt.content || code(err) != tt.code || result.Meta.ExitCode == nil || *result.Meta.ExitCode != tt.exit {
			t.Errorf("%s: got %q, %+v and %v", tt.command, result.Content, result.Meta, err)
		}
	}
}

// A time-out keeps what was printed.
func TestTimeout(t *testing.T) {
	b := newBench(t)
	s := spec(`echo first; sleep 60`)
	s.Timeout = 0.3
	result, _, err := b.run(b.tool(s), `{}`)
	if code(err) != tools.Timeout || result.Content != "first\n" || !strings.Contains(err.Error(), "timeout, in seconds") {
		t.Errorf("got %q, %v", result.Content, err)
	}
	if got := b.tool(spec(`true`)).Info().Timeout; got != time.Minute {
		t.Errorf("without a timeout it is %v, want one minute", got)
	}
}

// watched keeps what an act prints while it runs.
type watched struct {
	tools.Discard
	mu   sync.Mutex
	text strings.Builder
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.text.Write(p)
}

func (w *watched) Stdout() io.Writer { return w }

func TestLiveAndLongOutput(t *testing.T) {
	b := newBench(t)
	inv, err := b.prepare(b.tool(spec(`head -c 5000000 /dev/zero | tr '\0' x`)), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	out := &watched{}
	result, err := inv.Run(t.Context(), out)
	if err != nil || !result.Meta.Truncated || len(result.Content) > outputCap+200 {
		t.Errorf("%d bytes, truncated %v, %v", len(result.Content), result.Meta.Truncated, err)
	}
	if out.text.Len() != 5_000_000 {
		t.Errorf("%d bytes came out live, want all of them", out.text.Len())
	}
}

func TestEnvironment(t *testing.T) {
	b := newBench(t)
	b.c.Env = append(b.c.Env, "DB_URL=db", "API_TOKEN=hidden", "DISPLAY=:0", "BASH_ENV="+b.file("startup", "echo started", 0o600), "BASH_FUNC_printf%%=() { echo function; }")
	b.c.Secret = func(name string) (string, error) {
		if name == "deploy" {
			return "hunter2", nil
		}
		return "", fmt.Errorf("there is no secret %q; add it in settings", name)
	}
	s := spec(`printf '%s|' "$A" "$B" "$C" "${API_TOKEN-gone}" "${DISPLAY-gone}" "$LC_CTYPE$LC_ALL"`)
	s.Environment = map[string]string{"A": "x ${DB_URL} y", "B": "${secret:deploy}", "C": "$${A}", "LC_ALL": "zh_CN.GBK"}
	result, preview, err := b.run(b.tool(s), `{}`)
	if want := "x db y|hunter2|${A}|gone|gone|C.UTF-8|"; err != nil || result.Content != want {
		t.Errorf("got %q, %v, want %q", result.Content, err, want)
	}
	if strings.Contains(fmt.Sprint(preview), "hunter2") {
		t.Errorf("the preview tells the secret: %+v", preview)
	}
	for value, want := range map[string]string{"${GONE}": "${GONE} is not set", "${secret:gone}": "add it in settings"} {
		s.Environment = map[string]string{"A": value}
		if _, err := b.prepare(b.tool(s), `{}`); code(err) != tools.Unavailable || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", value, err)
		}
	}
}

// The digest names the act: another database is another act, another key of the
// same call is not.
func TestDigest(t *testing.T) {
	b := newBench(t)
	s := spec(`echo {{x}}`, Parameter{Name: "x", Type: "string"})
	s.Environment = map[string]string{"DATABASE": "${DB}"}
	digest := func(db, input string) string {
		b.c.Env = []string{"PATH=" + os.Getenv("PATH"), "DB=" + db}
		inv, err := b.prepare(b.tool(s), input)
		if err != nil {
			t.Fatal(err)
		}
		return inv.Preview().Digest
	}
	first := digest("one", `{"x":"a"}`)
	if again := digest("one", `{"x":"a"}`); again != first {
		t.Error("the same act has two digests")
	}
	if digest("two", `{"x":"a"}`) == first || digest("one", `{"x":"b"}`) == first {
		t.Error("two acts have one digest")
	}
}

func TestWorkingDir(t *testing.T) {
	b := newBench(t)
	b.file("sub/dir/file", "", 0o600)
	elsewhere := t.TempDir()
	if err := b.roots.Grant(elsewhere, confine.Grant{Change: true}); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"in": "sub/dir", "out": elsewhere, "root": "/"} {
		if err := os.Symlink(target, filepath.Join(b.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		dir, want string
		code      tools.Code
	}{
		{"", b.dir, ""},
		{"sub/dir", filepath.Join(b.dir, "sub", "dir"), ""},
		{"in", filepath.Join(b.dir, "sub", "dir"), ""},
		{"out", "", tools.InvalidPath},
		{"root", "", tools.InvalidPath},
		{"sub/dir/file", "", tools.InvalidPath},
		{"gone", "", tools.FileNotFound},
	} {
		s := spec("pwd")
		s.WorkingDir = tt.dir
		inv, err := b.prepare(b.tool(s), `{}`)
		if code(err) != tt.code {
			t.Errorf("workingDir %q: %v, want %s", tt.dir, err, tt.code)
		}
		if err != nil {
			continue
		}
		if result, err := inv.Run(t.Context(), tools.Discard{}); err != nil || result.Content != tt.want+"\n" || inv.Preview().Folder != tt.want {
			t.Errorf("workingDir %q: ran in %q, %v, want %q", tt.dir, result.Content, err, tt.want)
		}
	}
}

func TestEffects(t *testing.T) {
	b := newBench(t)
	for network, want := range map[string][]string{"": nil, "off": nil, "on": {"any host"}, "a.example,b.example:443": {"a.example", "b.example:443"}} {
		s := spec("true")
		if network != "" {
			s.Network = strings.Split(network, ",")
		}
		inv, err := b.prepare(b.tool(s), `{}`)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range inv.Preview().Effects[1:] {
			got = append(got, e.Target)
		}
		if inv.Preview().Effects[0].Kind != tools.EffectRun || !cmp.Equal(got, want) {
			t.Errorf("network %q: %+v", network, inv.Preview().Effects)
		}
	}
}

// A tool that stands for one of an MCP server is none that runs a command.
func TestMCPTool(t *testing.T) {
	s := spec("")
	s.MCP, s.Server, s.Tool = true, "github-mcp-server", "create_issue"
	d, problems, ok := New(s, Origin{Source: "custom"})
	if !ok || len(problems) > 0 {
		t.Fatalf("not a definition: %v", problems)
	}
	list, err := NewSource(Config{}, []Definition{d}).Tools(t.Context())
	if err != nil || len(list) != 0 {
		t.Errorf("%d tools, %v", len(list), err)
	}
	if i := d.Info(); i.Name != s.ID || i.Timeout <= 0 || (i.Input == nil) != (len(s.Parameters) == 0) {
		t.Errorf("what it says of itself is %+v", i)
	}
	s.Environment, s.Network = map[string]string{"A": "b"}, []string{"on"}
	if _, problems, ok = New(s, Origin{}); !ok || len(problems) != 2 || !problems[0].Minor {
		t.Errorf("what counts for nothing is not told: %v", problems)
	}
	s = spec("true")
	s.Server = "x"
	if _, problems, ok = New(s, Origin{}); !ok || len(problems) != 1 || !problems[0].Minor {
		t.Errorf("a server without mcp: true is not told: %v", problems)
	}
}

func TestWithoutBash(t *testing.T) {
	d, _, ok := New(spec("true"), Origin{Source: "custom"})
	if !ok {
		t.Fatal("not a definition")
	}
	tool := &tool{Definition: d, unavailable: "bash was not found"}
	if _, err := tool.Prepare(t.Context(), tools.Call{}, d.mustInput(t)); code(err) != tools.Unavailable {
		t.Errorf("prepared: %v", err)
	}
}
