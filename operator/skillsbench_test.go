package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"handrail/agent"
	"handrail/operator/news"
	"handrail/tools"
)

// promptNow is the system prompt that a run of the chat would begin with.
func promptNow(c *Chat) string {
	t := &turn{space: c.space, agent: c.agent.ID, first: c.agent, shelf: &agent.Shelf{}}
	return c.systemOf(t)(agent.Offer{Shown: c.space.Registry().Offered(t.scope())})
}

// fakeServer stands for an MCP server: its tools are named as a server's are, and
// say what they were asked.
type fakeServer struct {
	name string
	list []tools.Tool
}

func (f fakeServer) Namespace() string                           { return f.name }
func (f fakeServer) Tools(context.Context) ([]tools.Tool, error) { return f.list, nil }

type textInput struct {
	Text string `json:"text,omitempty"`
}

func newFakeServer(t *testing.T, name string, internal bool, names ...string) fakeServer {
	t.Helper()
	f := fakeServer{name: name}
	for _, n := range names {
		info := tools.Info{Name: n, Description: "What " + n + " is for.", Source: "mcp:" + name, Internal: internal}
		tool, err := tools.Define[textInput, string](info, func(_ context.Context, in textInput) (string, error) { return n + " says " + in.Text, nil })
		if err != nil {
			t.Fatal(err)
		}
		f.list = append(f.list, tool)
	}
	return f
}

// A skillBench is an open, trusted space with one server, and what it told.
type skillBench struct {
	t   *testing.T
	o   *Operator
	s   *Space
	dir string

	ended chan string // runs whose end was told

	mu    sync.Mutex
	notes []string
}

const memorySkill = "---\nname: remembering\ndescription: How we remember\nallowed_tools: [\"mem__*\"]\ntriggers: [remember]\n---\nSearch first."

func newSkillBench(t *testing.T, server tools.Source, files map[string]string) *skillBench {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &skillBench{t: t, dir: filepath.Join(home, "space"), ended: make(chan string, 100)}
	for name, text := range files {
		b.file(name, text)
	}
	b.o, err = Open(t.Context(), Config{
		Dirs: Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")}, Version: "0", Home: home,
		Environ:   Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "USER=kim", "LANG=C.UTF-8"}},
		Confirmer: func(*Operator) tools.Confirmer { return &person{asked: make(chan tools.Question, 8), answer: yes} },
		Bridge:    func(*Operator) (tools.Source, error) { return server, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.o.Close(); err != nil {
			t.Error(err)
		}
	})
	stop := b.o.Listen(func(e news.Event) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if e.Kind == news.OnNotice && e.Notice.Run != "" {
			b.notes = append(b.notes, e.Notice.Text)
		}
		if e.Kind == news.OnJournal && e.Journal.Event.Kind == "ended" {
			b.ended <- e.Journal.Event.Run
		}
	})
	t.Cleanup(stop)
	if b.s, err = b.o.OpenSpace(t.Context(), b.dir); err != nil {
		t.Fatal(err)
	}
	b.trust()
	return b
}

func (b *skillBench) file(name, text string) {
	b.t.Helper()
	path := filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.t.Fatal(err)
	}
}

func (b *skillBench) trust() {
	b.t.Helper()
	if err := b.s.SetTrusted(b.t.Context(), b.s.Inventory().Digest); err != nil {
		b.t.Fatal(err)
	}
}

func (b *skillBench) reload() {
	b.t.Helper()
	if err := b.s.Reload(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// chat begins a chat whose model plays turns.jsonl.
func (b *skillBench) chat() *Chat {
	b.t.Helper()
	c, err := b.o.NewChat(b.dir, "")
	if err != nil {
		b.t.Fatal(err)
	}
	if err := c.SetModel("scripted/turns.jsonl"); err != nil {
		b.t.Fatal(err)
	}
	return c
}

// say sends one prompt and returns what its calls gave the model, in their order,
// and the run.
func (b *skillBench) say(c *Chat, text string) ([]string, Run) {
	b.t.Helper()
	run, err := c.Send(text)
	if err != nil {
		b.t.Fatal(err)
	}
	if run, err = c.Wait(b.t.Context(), run.ID); err != nil {
		b.t.Fatal(err)
	}
	for id := range b.ended { // what is told comes in order, and after a while
		if id == run.ID {
			break
		}
	}
	order, gave := []string{}, map[string]string{}
	err = b.o.EachEvent(b.t.Context(), run.ID, func(r Record) error {
		var d struct {
			Content, Error, Code string
			Same                 bool
			Calls                []struct{ Call string }
		}
		if err := json.Unmarshal(r.Data, &d); err != nil {
			return nil //nolint:nilerr // no event of a call
		}
		switch {
		case r.Kind == "replied":
			for _, c := range d.Calls {
				order = append(order, c.Call)
			}
		case r.Kind == "finished", r.Kind == "returned" && !d.Same:
			gave[r.Call] = d.Content
		}
		if r.Kind == "returned" && d.Error != "" {
			gave[r.Call] = d.Code + ": " + d.Error
		}
		return nil
	})
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, id := range order {
		out = append(out, gave[id])
	}
	return out, run
}

func (b *skillBench) told() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Join(b.notes, "\n")
}

// calls is a script of turns: each is the calls of one answer, "name {input}".
func calls(turns ...[]string) string {
	var b strings.Builder
	for _, turn := range turns {
		var list []string
		for _, c := range turn {
			name, input, _ := strings.Cut(c, " ")
			list = append(list, fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, input))
		}
		fmt.Fprintf(&b, `{"text":"turn","calls":[%s]}`+"\n", strings.Join(list, ","))
	}
	return b.String()
}

// contains fails unless each text holds its part.
func contains(t *testing.T, got []string, parts ...string) {
	t.Helper()
	if len(got) != len(parts) {
		t.Fatalf("%d results: %q", len(got), got)
	}
	for i, part := range parts {
		if !strings.Contains(got[i], part) {
			t.Errorf("result %d lacks %q: %q", i, part, got[i])
		}
	}
}

func (b *skillBench) remove(name string) {
	b.t.Helper()
	if err := os.Remove(filepath.Join(b.dir, name)); err != nil {
		b.t.Fatal(err)
	}
}
