package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// wholeTown is a search provider, a page and a webhook in one, on loopback.
type wholeTown struct {
	*httptest.Server
	mu       sync.Mutex
	searched []string
	sent     []string
}

func newTown(t *testing.T) *wholeTown {
	t.Helper()
	town := &wholeTown{}
	town.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		town.mu.Lock()
		defer town.mu.Unlock()
		switch r.URL.Path {
		case "/search":
			town.searched = append(town.searched, r.URL.Query().Get("q"))
			fmt.Fprintf(w, `{"results":[{"title":"Basil","url":"%s/basil","content":"How to sow it"}]}`, town.URL)
		case "/basil":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, "<title>Basil</title><main><h1>Basil</h1><p>Sow it in May, when the nights are warm.</p></main>")
		case "/hook":
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			town.sent = append(town.sent, string(body))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(town.Close)
	return town
}

// plan is a scripted model that does everything of this space in one run.
func plan(t *testing.T, town *wholeTown, picked string) string {
	t.Helper()
	var lines []string
	call := func(agent, tool string, input map[string]any) {
		raw, err := json.Marshal(map[string]any{"agent": agent, "calls": []any{map[string]any{"name": tool, "arguments": input}}})
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, string(raw))
	}
	call("lead", "web_search", map[string]any{"query": "sow basil"})
	call("lead", "web_fetch", map[string]any{"url": town.URL + "/basil"})
	call("lead", "memory_write", map[string]any{"content": "Basil is sown in May."})
	call("lead", "show_file_picker", map[string]any{"title": "Your notes"})
	call("lead", "read", map[string]any{"path": picked})
	call("lead", "invoke_agent", map[string]any{"agent": "reader", "task": "Count the lines of the notes"})
	call("lead", "message", map[string]any{"channel": "ops", "content": "Sow basil in May"})
	call("lead", "bash", map[string]any{"command": "echo done >done.txt"})
	call("reader", "bash", map[string]any{"command": "wc -l <" + picked})
	return strings.Join(append(lines, `{"agent":"lead","text":"All is done."}`, `{"agent":"reader","text":"Two lines."}`), "\n")
}

// In one run an agent searches, fetches, remembers, asks the person for a file, reads it, hands a part to another agent, and
// sends a message: each act is a line of the record, and one that a rule denies does not happen.
func TestOneRunDoesEverything(t *testing.T) {
	s, screen := onScreen(t)
	town := newTown(t)
	picked := filepath.Join(t.TempDir(), "notes.txt")
	for path, text := range map[string]string{
		picked: "first\nsecond\n", filepath.Join(s.space, "turns.jsonl"): plan(t, town, picked),
		filepath.Join(s.space, "agent", "config.md"): "---\nid: lead\nname: Lead\ncanInvokeAgents: [reader]\n---\nYou lead.\n",
		filepath.Join(s.space, "agent", "reader.md"): "---\nid: reader\nname: Reader\n---\nYou read.\n",
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settings := map[string]any{
		"tools":    map[string]any{"web_fetch": map[string]any{"allow_hosts": []string{"127.0.0.1"}}, "web_search": map[string]any{"provider": "searxng", "url": town.URL}},
		"channels": map[string]any{"ops": map[string]any{"type": "webhook", "url": town.URL + "/hook"}},
		"rules":    map[string]any{"allow": []string{"message(ops*)", "memory_write after 127.0.0.1"}, "deny": []string{"bash from agent/lead"}},
	}
	raw, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(s.space), "config", "settings.json"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := <-s.run("space", "trust", "--yes"); got.code != 0 {
		t.Fatalf("%+v", got)
	}
	done := s.run("run", "--model", "scripted/turns.jsonl", "Find out when basil is sown")
	screen.Window("asks for a file to read in this chat: Your notes")
	screen.Type(picked)
	screen.Press("Return")
	if got := <-done; got.code != 0 || !strings.Contains(got.stdout, "All is done.") {
		t.Fatalf("it ended with %+v", got)
	}
	checkWhole(t, s, town)
}

// checkWhole looks at what the run has left behind.
func checkWhole(t *testing.T, s *served, town *wholeTown) {
	t.Helper()
	town.mu.Lock()
	defer town.mu.Unlock()
	if len(town.searched) != 1 || len(town.sent) != 1 || !strings.Contains(town.sent[0], "Sow basil in May") {
		t.Errorf("searched for %q, sent %q", town.searched, town.sent)
	}
	if raw, err := os.ReadFile(filepath.Join(s.space, "MEMORY.md")); err != nil || !strings.Contains(string(raw), "Basil is sown in May.") {
		t.Errorf("it remembers %q, %v", raw, err)
	}
	if _, err := os.Stat(filepath.Join(s.space, "done.txt")); err == nil {
		t.Error("what a rule denies was done")
	}
	listed := (<-s.run("--json", "runs", "list")).stdout
	record := ""
	for _, run := range regexp.MustCompile(`"id":"(r_[0-9a-f]+)"`).FindAllStringSubmatch(listed, -1) {
		record += (<-s.run("runs", "export", run[1])).stdout
	}
	for tool, says := range map[string]string{
		"web_search": "/basil", "web_fetch": "the nights are warm", "memory_write": "", "show_file_picker": "notes.txt", "read": "second",
		"invoke_agent": "Two lines.", "message": "Sent by ops", "bash": "a rule denies it",
	} {
		if !recorded(t, record, tool, says) {
			t.Errorf("%s is not in the record with %q", tool, says)
		}
	}
	if !strings.Contains(listed, `"parent":"r_`) {
		t.Errorf("the run of the agent that was called is not listed: %s", listed)
	}
}

// recorded reports whether a call of a tool stands in exported runs, and something of it says a text.
func recorded(t *testing.T, lines, tool, says string) bool {
	t.Helper()
	calls := map[string]bool{}
	var found, said bool
	for line := range strings.Lines(lines) {
		var e struct {
			Kind, Call string
			Data       json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		var called struct{ Tool string }
		if e.Kind == "called" && json.Unmarshal(e.Data, &called) == nil && called.Tool == tool {
			calls[e.Call], found = true, true
		}
		said = said || calls[e.Call] && strings.Contains(string(e.Data), says)
	}
	return found && said
}
