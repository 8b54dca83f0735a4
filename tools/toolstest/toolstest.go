// Package toolstest is the contract that every kind of tool must pass. A new
// kind proves itself with one call of Run for each of its tools.
package toolstest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// A Case is one tool with inputs that it takes.
type Case struct {
	Tool   tools.Tool
	Call   tools.Call // who asks, and from which space; ID, Tool and Input are filled in
	Input  string     // valid
	Other  string     // valid too, and another act
	Folder string     // what the tool may change; Prepare must leave it as it is
}

var nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// Run holds the tool against the contract of tools.Tool and tools.Invocation.
func Run(t *testing.T, c Case) {
	t.Helper()
	t.Run("info", func(t *testing.T) { info(t, c.Tool.Info()) })
	t.Run("prepare", func(t *testing.T) { prepare(t, c) })
	t.Run("input", func(t *testing.T) { input(t, c) })
	t.Run("run", func(t *testing.T) { run(t, c) })
}

func info(t *testing.T, i tools.Info) {
	t.Helper()
	if !nameForm.MatchString(i.Name) || strings.Contains(i.Name, "__") {
		t.Errorf("the name %q is not one that callers can write", i.Name)
	}
	if i.Title == "" || strings.TrimSpace(i.Description) == "" || i.Source == "" {
		t.Errorf("title %q, description %q, source %q: a person or a model would see nothing", i.Title, i.Description, i.Source)
	}
	if !i.SideEffect && !i.Idempotent {
		t.Error("a tool without side effect is idempotent")
	}
	switch i.Danger {
	case tools.Safe, tools.Moderate, tools.High:
	default:
		t.Errorf("danger is %q", i.Danger)
	}
	var s struct {
		Type       string         `json:"type"`
		Properties map[string]any `json:"properties"`
		Closed     *bool          `json:"additionalProperties"`
	}
	if err := json.Unmarshal(i.Input.JSON(), &s); err != nil || s.Type != "object" {
		t.Errorf("the input schema is of type %q, %v", s.Type, err)
	}
	if s.Closed == nil || *s.Closed {
		t.Error("the input schema takes inputs that it does not name")
	}
}

// settle prepares an input, and fails the test if that changes anything.
func settle(t *testing.T, c Case, raw string) tools.Invocation {
	t.Helper()
	in, err := c.Tool.Info().Input.Check(json.RawMessage(raw))
	if err != nil {
		t.Fatalf("the input %s is refused: %v", raw, err)
	}
	call := c.Call
	call.ID, call.Tool, call.Input = "c_test", c.Tool.Info().Name, json.RawMessage(raw)
	before := tree(t, c.Folder)
	inv, err := c.Tool.Prepare(t.Context(), call, in)
	if err != nil {
		t.Fatalf("the input %s cannot be prepared: %v", raw, err)
	}
	if diff := cmp.Diff(before, tree(t, c.Folder)); diff != "" {
		t.Errorf("Prepare changed the world (-before +after):\n%s", diff)
	}
	return inv
}

func prepare(t *testing.T, c Case) {
	t.Helper()
	p := settle(t, c, c.Input).Preview()
	if p.Title == "" || p.Detail == "" || p.Digest == "" {
		t.Errorf("the preview is not whole: %+v", p)
	}
	if strings.ContainsAny(p.Title, "\n\r") {
		t.Errorf("the title %q has several lines", p.Title)
	}
	for _, e := range p.Effects {
		switch e.Kind {
		case tools.EffectRead, tools.EffectWrite, tools.EffectDelete:
			if !filepath.IsAbs(e.Target) {
				t.Errorf("the effect %s %s does not name an absolute path", e.Kind, e.Target)
			}
		case tools.EffectRun, tools.EffectReach, tools.EffectStop, tools.EffectCall, tools.EffectSend:
			if e.Target == "" {
				t.Errorf("an effect %s has no target", e.Kind)
			}
		default:
			t.Errorf("an effect is of the unknown kind %q", e.Kind)
		}
	}
	if again := settle(t, c, c.Input).Preview(); again.Digest != p.Digest {
		t.Error("the same act has another digest the second time")
	}
	if other := settle(t, c, c.Other).Preview(); other.Digest == p.Digest {
		t.Errorf("%s and %s have the same digest: a yes to one would be a yes to the other", c.Input, c.Other)
	}
}

func input(t *testing.T, c Case) {
	t.Helper()
	bads := []string{"[]", `"x"`, "{", `{"no such input":1}`}
	if _, err := c.Tool.Info().Input.Check(json.RawMessage("{}")); err != nil { // else nothing is taken as an empty input
		bads = append(bads, "", "null")
	}
	for _, bad := range bads {
		if _, err := c.Tool.Info().Input.Check(json.RawMessage(bad)); err == nil {
			t.Errorf("the input %q is taken", bad)
		}
	}
}

func run(t *testing.T, c Case) {
	t.Helper()
	inv := settle(t, c, c.Input)
	shown := inv.Preview()
	if _, err := inv.Run(t.Context(), tools.Discard{}); err != nil {
		t.Errorf("it fails: %v", err)
	}
	if diff := cmp.Diff(shown, inv.Preview()); diff != "" {
		t.Errorf("what ran is not what was shown (-shown +after):\n%s", diff)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	inv = settle(t, c, c.Other)
	before := tree(t, c.Folder)
	_, err := inv.Run(ctx, tools.Discard{})
	if c.Tool.Info().SideEffect && err == nil && cmp.Equal(before, tree(t, c.Folder)) {
		t.Error("it was cancelled before it began, did nothing, and says that it went well")
	}
}

// tree is every file below folder with what is in it.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	if folder == "" {
		return found
	}
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			found[path] = "folder or special"
			return err
		}
		raw, err := os.ReadFile(path)
		sum := sha256.Sum256(raw)
		found[path] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
