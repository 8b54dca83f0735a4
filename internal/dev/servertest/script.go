package servertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
)

// A Script is what a server has, and what it does first.
type Script struct {
	Name, Title, Version, Help string

	Tools, Resources, Prompts []any          // as the protocol has them
	Contents                  map[string]any // of resources, by URI, as the protocol has one, nil: it is not there; of all others it is a note
	Structured                any            // of each answer of a tool, beside its text; nil: none

	Says    []string // on stderr, at the start
	Reaches []string // host:port, tried before it answers
	Exit    int      // the exit code with which it ends before it answers; 0: it does not
	Mute    bool     // it never answers
}

// usual is the server that Main is without a script.
func usual() Script {
	return Script{
		Name: "servertest", Version: "1.2.3",
		Resources: []any{map[string]any{"uri": "test://note", "name": "note"}}, Prompts: []any{map[string]any{"name": "greet"}},
	}
}

// readScript reads the JSON of a Script.
func readScript(file string) (Script, error) {
	var s Script
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	return s, err
}

// enact does what comes before the first answer. It reports whether the server goes on.
func (s Script) enact() bool {
	for _, line := range s.Says {
		fmt.Fprintln(os.Stderr, line)
	}
	for _, address := range s.Reaches {
		_, _ = reach(address, 0) // what the walls think of it is the test's
	}
	return s.Exit == 0
}

// about is the answer to initialize.
func (s Script) about() map[string]any {
	return map[string]any{
		"protocolVersion": "2025-06-18", "instructions": s.Help, "capabilities": map[string]any{"tools": map[string]any{}, "resources": map[string]any{}, "prompts": map[string]any{}},
		"serverInfo": map[string]any{"name": s.Name, "title": s.Title, "version": s.Version},
	}
}

// ServeHTTP implements http.Handler: a remote server of this script.
func (s Script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q request
	switch {
	case r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&q) != nil:
		w.WriteHeader(http.StatusMethodNotAllowed)
	case len(q.ID) == 0:
		w.WriteHeader(http.StatusAccepted)
	default:
		w.Header().Set("Content-Type", "application/json")
		answer(w, q, s)
	}
}
