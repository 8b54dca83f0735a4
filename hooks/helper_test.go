package hooks

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// A stage is a space with hooks.
type stage struct {
	*Engine
	dir  string
	runs []Run
}

// bench makes an engine of the hooks in an empty folder.
func bench(t *testing.T, list ...Hook) *stage {
	t.Helper()
	s := &stage{dir: t.TempDir()}
	for i := range list {
		list[i].File, list[i].Line = "agent/hooks/safety.json", i+1
	}
	s.Engine = New(Config{
		Hooks: list, Dir: s.dir, Env: append(os.Environ(), "TMPDIR="+t.TempDir(), "MY_SECRET=sesame"),
		Count: func(_ context.Context, runs []Run) { s.runs = append(s.runs, runs...) },
	})
	return s
}

func hook(id string, phase Phase, command string) Hook {
	return Hook{ID: id, Type: phase, Command: command, Enabled: true}
}

func blocking(h Hook) Hook {
	h.Blocking = true
	return h
}

// event is a call of bash.
func (s *stage) event(phase Phase, input string) Event {
	e := Event{
		Phase: phase, Tool: "bash", Source: "builtin", SideEffect: true, Call: "c_1", Agent: "helper", Session: "s_1", User: "kim", Space: s.dir,
		Input: json.RawMessage(input),
	}
	if phase == PostTool {
		e.Content = "what came out"
	}
	return e
}

func (s *stage) run(t *testing.T, phase Phase, input string) Decision {
	t.Helper()
	return s.see(t, s.event(phase, input))
}

func (s *stage) see(t *testing.T, e Event) Decision {
	t.Helper()
	d, err := s.Run(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// file writes a file of the space.
func (s *stage) file(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	full := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// read is what a hook has written.
func (s *stage) read(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
