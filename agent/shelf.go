package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"handrail/agent/llm"
	"handrail/tools"
)

// FindTools is the name of the tool by which a model finds those that are not
// sent to it whole.
const FindTools = "find_tools"

// How much of a model's window the definitions of servers' tools may take.
const (
	shareOfWindow = 10 // a tenth of it, all servers together
	shareOfWhole  = 2  // half of that is for servers that are sent whole, where not all are
	maxFound      = 10 // tools that one search returns
)

// An Offer is what an agent may use in one turn.
type Offer struct {
	Shown  []tools.Entry // sent to the model, in look-up order
	Hidden []tools.Entry // there, and not sent: the model searches for them; calling one by name works
}

// A Shelf decides which tools are sent to a model: all of them, unless the
// definitions of the servers' tools would together take more than a tenth of its
// window. Then the smallest servers are sent whole, as many as fit, and of the
// others what the model has found. It belongs to one conversation and is safe for
// concurrent use.
type Shelf struct {
	mu     sync.Mutex
	found  []string // qualified names, the latest last
	hidden []tools.Entry
	told   bool
}

// ToolTokens estimates how many tokens the definitions of tools take in a
// request to a model.
func ToolTokens(entries []tools.Entry) int {
	n := 0
	for _, e := range entries {
		n += toolTokens(toolOf(e))
	}
	return n
}

// toolOf is what a model is told of a tool.
func toolOf(e tools.Entry) llm.Tool {
	t := llm.Tool{Name: e.Model, Description: e.Info.Description}
	if e.Info.Input != nil {
		t.Schema = e.Info.Input.JSON()
	}
	return t
}

// ServerOf is the MCP server that a tool comes from; "" if it comes from none.
func ServerOf(e tools.Entry) string {
	name, ok := strings.CutPrefix(e.Info.Source, "mcp:")
	if !ok {
		return ""
	}
	return name
}

// A stack is the tools of one server.
type stack struct {
	name    string
	entries []tools.Entry
	tokens  int
}

// stacks are the servers that the tools come from, in look-up order, and how many
// tokens their definitions take together.
func stacks(entries []tools.Entry) (list []stack, tokens int) {
	at := map[string]int{}
	for _, e := range entries {
		name := ServerOf(e)
		if name == "" {
			continue
		}
		i, known := at[name]
		if !known {
			i = len(list)
			at[name], list = i, append(list, stack{name: name})
		}
		n := ToolTokens([]tools.Entry{e})
		list[i].entries = append(list[i].entries, e)
		list[i].tokens += n
		tokens += n
	}
	return list, tokens
}

// Arrange splits the tools of a turn for a model that reads window tokens (0:
// DefaultWindow). The note is for the person; it is made once, when tools are
// first held back.
func (s *Shelf) Arrange(entries []tools.Entry, window int) (o Offer, note string) {
	if window <= 0 {
		window = DefaultWindow
	}
	servers, tokens := stacks(entries)
	limit := window / shareOfWindow
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hidden = nil
	if tokens <= limit {
		for _, e := range entries {
			if e.Qualified != FindTools { // there is nothing to find
				o.Shown = append(o.Shown, e)
			}
		}
		return o, ""
	}
	shown := whole(servers, limit/shareOfWhole)
	for name := range s.kept(entries, shown, limit) {
		shown[name] = true
	}
	for _, e := range entries {
		if ServerOf(e) == "" || shown[e.Qualified] {
			o.Shown = append(o.Shown, e)
			continue
		}
		o.Hidden = append(o.Hidden, e)
	}
	s.hidden = o.Hidden
	if !s.told {
		s.told = true
		count := 0
		for _, one := range servers {
			count += len(one.entries)
		}
		note = fmt.Sprintf("%s of %s would take %s tokens: the agent searches for them", many(count, "tool"), many(len(servers), "server"), thousands(tokens))
	}
	return o, note
}

// whole are the tools of the servers that are sent whole: the smallest first,
// those of one size in look-up order, up to limit tokens.
func whole(servers []stack, limit int) map[string]bool {
	shown := map[string]bool{}
	servers = slices.Clone(servers)
	slices.SortStableFunc(servers, func(a, b stack) int { return cmp.Compare(a.tokens, b.tokens) })
	for _, one := range servers {
		if limit -= one.tokens; limit < 0 {
			break
		}
		for _, e := range one.entries {
			shown[e.Qualified] = true
		}
	}
	return shown
}

// kept are the tools that were found and fit beside those that are shown: the
// latest first. What does not fit, or is not there now, waits. s.mu is held.
func (s *Shelf) kept(entries []tools.Entry, shown map[string]bool, limit int) map[string]bool {
	size := map[string]int{}
	for _, e := range entries {
		if ServerOf(e) == "" {
			continue
		}
		size[e.Qualified] = ToolTokens([]tools.Entry{e})
		if shown[e.Qualified] {
			limit -= size[e.Qualified]
		}
	}
	kept := map[string]bool{}
	for _, name := range slices.Backward(s.found) {
		if n := size[name]; n > 0 && n <= limit && !shown[name] && !kept[name] {
			kept[name] = true
			limit -= n
		}
	}
	return kept
}

// Find returns the tools among those that were last hidden that fit the query
// best, at most ten, the best first, and how many fit in all. They are shown from
// the next turn on. server, if it is not "", keeps to one server; an empty query
// then fits each of its tools.
func (s *Shelf) Find(query, server string) (best []tools.Entry, fits int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	best, fits = Search(s.hidden, query, server)
	for _, e := range slices.Backward(best) { // the best one is the latest
		s.found = slices.DeleteFunc(s.found, func(name string) bool { return name == e.Qualified })
		s.found = append(s.found, e.Qualified)
	}
	return best, fits
}

// Hidden are the tools that were last held back.
func (s *Shelf) Hidden() []tools.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.hidden)
}

// many is "1 tool", "2 tools".
func many(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return thousands(n) + " " + noun + "s"
}

// thousands writes 48000 as "48,000".
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
