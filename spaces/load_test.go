package spaces_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"handrail/spaces"
)

var update = flag.Bool("update", false, "write what came out into the cases")

// TestLoad runs the cases of testdata, one behaviour each. A case is a txtar
// archive: a line of prose, the files of a space, and at its end the files
// "space" and "problems" with what must come out.
func TestLoad(t *testing.T) {
	cases, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if line, _, _ := strings.Cut(string(archive.Comment), "\n"); strings.TrimSpace(line) == "" {
				t.Error("the case does not say in its first line what it shows")
			}
			space, problems := open(t, archive)
			got := map[string]string{"space": describe(space), "problems": list(problems)}
			if *update {
				rewrite(t, name, archive, got)
				return
			}
			for _, f := range archive.Files {
				if want, ok := got[f.Name]; ok {
					if diff := cmp.Diff(string(f.Data), want); diff != "" {
						t.Errorf("%s%s (-want +got):\n%s", archive.Comment, f.Name, diff)
					}
					delete(got, f.Name)
				}
			}
			for missing := range got {
				t.Errorf("the case has no file %q", missing)
			}
		})
	}
}

// open writes the files of a case into a folder called my-space and loads it.
func open(t *testing.T, archive *txtar.Archive) (*spaces.Space, []spaces.Problem) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "my-space")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		if f.Name != "space" && f.Name != "problems" {
			write(t, filepath.Join(dir, filepath.FromSlash(f.Name)), string(f.Data))
		}
	}
	space, problems, err := spaces.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return space, problems
}

func write(t testing.TB, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func list(problems []spaces.Problem) string {
	var b strings.Builder
	for _, p := range problems {
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

func rewrite(t *testing.T, name string, archive *txtar.Archive, got map[string]string) {
	t.Helper()
	kept := archive.Files[:0]
	for _, f := range archive.Files {
		if _, ok := got[f.Name]; !ok {
			kept = append(kept, f)
		}
	}
	archive.Files = append(kept, txtar.File{Name: "space", Data: []byte(got["space"])}, txtar.File{Name: "problems", Data: []byte(got["problems"])})
	if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// describe writes what matters of a space, a line each.
func describe(s *spaces.Space) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("%s %q declares:%v", s.ID, s.Name, s.Declares())
	if m := s.Manifest; m.File != "" {
		line("manifest version=%q icon=%q description=%q scope=%s", m.Version, m.Icon, m.Description, m.Scope)
	}
	for _, a := range s.Agents {
		if a.File == "" {
			line("agent %s (default)", a.ID)
			continue
		}
		line("agent %s %q %s:%d max=%d allowed=%v blocked=%v invoke=%v spawn=%v model=%q provider=%q skills=%v", a.ID, a.Name, a.File,
			a.PromptLine, a.MaxIterations, a.AllowedTools, a.BlockedTools, a.CanInvokeAgents, a.CanSpawn, a.Model, a.Provider, a.Skills)
		line("  %s", strings.ReplaceAll(a.Prompt, "\n", "\n  "))
	}
	describeParts(s, line)
	for _, i := range s.Inventory() {
		line("item %s %s %s %.8s %s", i.Kind, i.Name, i.File, i.SHA256, i.Detail)
	}
	return b.String()
}

func describeParts(s *spaces.Space, line func(string, ...any)) {
	for _, d := range s.Tools {
		if d.Rejected != "" {
			line("rejected %s tool %s (%s:%d): %s", d.Origin.Source, d.Spec.ID, d.Origin.File, d.Origin.Line, d.Rejected)
			continue
		}
		line("tool %s %q %s:%d timeout=%v confirm=%v side-effect=%v idempotent=%v environment=%v network=%v", d.Spec.ID, d.Spec.Name, d.Origin.File, d.Origin.Line,
			d.Spec.Timeout, d.Spec.Confirm, d.Spec.SideEffect, d.Spec.Idempotent, d.Spec.Environment, d.Spec.Network)
		for _, p := range d.Spec.Parameters {
			line("  %s %s required=%v enum=%q default=%#v pattern=%q", p.Name, p.Type, p.Required, p.Enum, p.Default, p.Pattern)
		}
	}
	for _, k := range s.Skills {
		variables, _ := json.Marshal(k.Variables)
		line("skill %s %q %s allowed=%v triggers=%v version=%q variables=%s %d bytes", k.Name, k.Description, k.File, k.AllowedTools, k.Triggers, k.Version, variables, len(k.Body))
	}
	for _, h := range s.Hooks {
		line("hook %s %s %v blocking=%v %s:%d %s", h.ID, h.Type, h.Tools, h.Blocking, h.File, h.Line, h.Command)
	}
	for _, r := range s.Barriers {
		line("barrier %v side-effects=%v %s:%d %s", r.Tools, r.SideEffects, r.File, r.Line, r.Reason)
	}
	for _, v := range s.Servers {
		line("server %s %q %q %v %s line %d", v.Name, v.Command, v.Args, v.Env, v.URL, v.Line)
	}
	for _, h := range s.Hands {
		line("hand %s %q in %q disabled=%v line %d", h.Name, h.Command, h.WorkingDir, h.Disabled, h.Line)
	}
	for _, p := range s.Pages {
		line("page %s", p)
	}
	if s.Rules {
		line("rules")
	}
	if s.Memory != "" {
		line("memory %q", s.Memory)
	}
}
