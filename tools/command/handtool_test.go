package command

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/tools"
	"handrail/tools/toolstest"
)

func TestHandContract(t *testing.T) {
	b := newBench(t)
	toolstest.Run(t, toolstest.Case{
		Tool: b.hand(`"command":["sh","-c","printf %s \"$1\" > note.txt","sh","{{text}}"],"params":{"text":{"type":"string","required":true}}`),
		Call: tools.Call{Key: "key", Space: b.dir}, Input: `{"text":"a"}`, Other: `{"text":"b"}`, Folder: b.dir,
	})
}

// The person sees each element on a line of its own, and nothing that hides.
func TestShown(t *testing.T) {
	for element, want := range map[string]string{
		"plain": "plain", "a b": "a b", "日本語": "日本語", `back\slash`: `back\slash`, "it's \"there\"": `it's "there"`,
		"": `""`, " x": `" x"`, "x ": `"x "`, "a\nb": `"a\nb"`, "a\tb": `"a\tb"`, "\x1b[2J": `"\x1b[2J"`, `"quoted"`: `"\"quoted\""`, "a\xffb": `"a\xffb"`,
		"a\u202eb": `"a\u202eb"`, "a\u200bb": `"a\u200bb"`, "a\u00a0b": `"a\u00a0b"`,
	} {
		if got := shown([]string{element}); got != want {
			t.Errorf("%q is shown as %s, want %s", element, got, want)
		}
	}
	if got := shown([]string{"a", "b c", ""}); got != "a\nb c\n\"\"" {
		t.Errorf("%q", got)
	}
}

func TestHandPreview(t *testing.T) {
	b := newBench(t)
	inv, err := b.prepare(b.hand(`"command":["printf","a\nb","{{x}}"],"network":["api.example.com"],"params":{"x":{"type":"string"}}`), `{"x":"it's \u202e here"}`)
	if err != nil {
		t.Fatal(err)
	}
	p := inv.Preview()
	if lines := strings.Split(p.Detail, "\n"); len(lines) != 3 || !filepath.IsAbs(lines[0]) || lines[1] != `"a\nb"` || lines[2] != `"it's \u202e here"` {
		t.Errorf("detail %q", p.Detail)
	}
	if len(p.Effects) != 2 || p.Effects[0].Kind != tools.EffectRun || p.Effects[1] != (tools.Effect{Kind: tools.EffectReach, Target: "api.example.com"}) {
		t.Errorf("effects %+v", p.Effects)
	}
	if !strings.HasPrefix(p.Shell, "printf ") {
		t.Errorf("the guard is shown %q", p.Shell)
	}
}

// What a hand prints can be watched, and the key of the call reaches it.
func TestHandRuns(t *testing.T) {
	b := newBench(t)
	inv, err := b.prepare(b.hand(`"command":["sh","-c","echo $HANDRAIL_IDEMPOTENCY_KEY; echo no >&2; exit 4"]`), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	out := &watched{}
	result, err := inv.Run(t.Context(), out)
	r := report(t, result, err)
	if r.Stdout != "handrail:run:1:1:abc\n" || r.Stderr != "no\n" || r.ExitCode != 4 || r.Status != "failed" || *result.Meta.ExitCode != 4 || out.text.String() != r.Stdout {
		t.Errorf("%+v, watched %q", r, out.text.String())
	}
}

// What was trusted is asked for when the call is settled, and again before it runs.
func TestHandPinned(t *testing.T) {
	b := newBench(t)
	var wrong error
	b.c.Pinned = func(string, string) error { return wrong }
	tool := b.hand(`"command":["touch","done"]`)
	inv, err := b.prepare(tool, `{}`)
	if err != nil {
		t.Fatal(err)
	}
	wrong = errors.New("ctxnest.json changed since you trusted this space")
	result, err := inv.Run(t.Context(), tools.Discard{})
	if r := report(t, result, err); r.Status != "rejected" || r.code != tools.PermissionDenied {
		t.Errorf("%+v", r)
	}
	if _, err := b.prepare(tool, `{}`); code(err) != tools.PermissionDenied {
		t.Errorf("prepared: %v", err)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "done")); err == nil {
		t.Error("it ran")
	}
}

func TestHandSecrets(t *testing.T) {
	const fields = `"command":["sh","-c","printf %s \"$T\""],"env":{"T":"a ${secret:deploy} $b ${c}"}`
	b := newBench(t)
	secret := "hunter2"
	b.c.Secret = func(name string) (string, error) {
		if name != "deploy" {
			return "", errors.New("there is no such secret")
		}
		return secret, nil
	}
	inv, err := b.prepare(b.hand(fields), `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if p := inv.Preview(); strings.Contains(p.Detail+p.Shell+p.Digest, "hunter2") {
		t.Errorf("the preview tells the secret: %+v", p)
	}
	if r := b.ran(b.hand(fields), `{}`); r.Stdout != "a hunter2 $b ${c}" {
		t.Errorf("%+v", r)
	}
	secret = "another"
	if other, err := b.prepare(b.hand(fields), `{}`); err != nil || other.Preview().Digest == inv.Preview().Digest {
		t.Errorf("another secret is the same act: %v", err)
	}
}

// cmd.exe would read the values of a batch file again.
func TestBatchFiles(t *testing.T) {
	for _, tt := range []struct {
		program, value string
		bad            bool
	}{
		{`C:\node\npx.cmd`, "a&calc", true}, {"x.BAT", "%PATH%", true}, {"x.cmd", `a"b`, true}, {"x.cmd", "a^b", true},
		{"x.cmd", "plain-value_1.2", false}, {"/usr/bin/npx", "a&b", false}, {"x.exe", "a&b", false},
	} {
		if err := batchTrouble(tt.program, map[string]string{"x": tt.value}); (err != nil) != tt.bad {
			t.Errorf("%s with %q: %v", tt.program, tt.value, err)
		}
	}
}

func TestHandDefaults(t *testing.T) {
	b := newBench(t)
	i := b.hand(`"command":["true"]`).Info()
	if !i.SideEffect || i.Idempotent || i.AskWithin != time.Minute || i.Source != "hand" || i.File != "ctxnest.json:1" {
		t.Errorf("%+v", i)
	}
	if i := b.hand(`"command":["true"],"sideEffect":false`).Info(); i.SideEffect || !i.Idempotent {
		t.Errorf("%+v", i)
	}
}
