package chats

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/internal/lazy"
	"handrail/mcp"
	"handrail/operator/servers"
	"handrail/operator/skills"
	"handrail/tools"
)

// A person's words can bring something into the conversation: "@SERVER:URI" attaches a resource, a line
// "/SERVER__PROMPT topic=x" starts with a prompt (docs/spec/08-mcp.md), "@PATH" attaches a file or folder that the chat may
// read (docs/spec/14-agents.md). All are calls of the person's own, through the door like every other, and before the
// model is asked.

// A Content is what a person can attach and start with, of one server.
type Content struct {
	Server    string     // as words name it: "notes" in "@notes:note://one"
	Resources []Resource // at most mostListed
	Prompts   []Prompt
}

// A Resource is something that a server has to read.
type Resource struct {
	Words string // that attach it: "@notes:note://one"
	mcp.Resource
}

// A Prompt is a text that a server can make.
type Prompt struct {
	Line string // that starts with it: "/notes__sum_up"
	mcp.Prompt
}

// An Argument is what a prompt is made from.
type Argument = mcp.Argument

const mostListed = 500 // resources of one server that are listed for a person

// MostBrought is how many files and resources one message attaches.
const MostBrought = 20

// Contents are what a person can bring into a chat with an agent of an open space, as the servers have listed it
// last. agentID "" is the first agent.
func (all *Chats) Contents(dir, agentID string) ([]Content, error) {
	space, err := all.o.Space(dir)
	if err != nil {
		return nil, err
	}
	who, ok := space.Agent(agentID)
	if !ok {
		return nil, fmt.Errorf("%s has no agent %q", space.Declared().Name, agentID)
	}
	offered := space.Registry().Offered(skills.ScopeOf(who, nil))
	var list []Content
	for _, s := range space.Servers().Contents().Offered(offered) {
		out := Content{Server: wordOf(s), Prompts: promptsOf(s, space.Skills())}
		if s.Read != "" {
			for _, r := range s.Has.Resources[:min(len(s.Has.Resources), mostListed)] {
				if words := "@" + out.Server + ":" + r.URI; mention().MatchString(words) {
					out.Resources = append(out.Resources, Resource{words, r})
				}
			}
		}
		list = append(list, out)
	}
	return list, nil
}

// wordOf is a server's name as its tools have it.
func wordOf(s servers.Content) string {
	name := s.Read
	if name == "" {
		name = s.Prompt
	}
	if i := strings.LastIndex(name, "__"); i > 0 {
		return name[:i]
	}
	return name
}

// unusual is what a line's name cannot have.
var unusual = lazy.Regexp(`[^A-Za-z0-9_-]+`)

// promptsOf are the prompts of a server that a line can start with: a tool and a skill keep their names.
func promptsOf(s servers.Content, known *skills.Source) (list []Prompt) {
	if s.Prompt == "" {
		return nil
	}
	var taken []string
	for _, k := range known.List() {
		taken = append(taken, k.Line)
	}
	for _, p := range s.Has.Prompts {
		name := wordOf(s) + "__" + unusual().ReplaceAllString(p.Name, "_")
		if known.IsTool(name) {
			name += "_prompt"
		}
		line := "/" + name
		if _, _, ok := agent.Line(line); !ok || known.IsTool(name) || slices.Contains(taken, line) {
			continue
		}
		taken = append(taken, line)
		list = append(list, Prompt{line, p})
	}
	return list
}

// brought is what the person's words bring into the conversation, and what the model is told of it.
func (c *Chat) brought(ctx context.Context, t *skills.Turn, text string) (calls []llm.Call, aside string, err error) {
	if name, words, ok := agent.Line(text); ok {
		return c.promptOf(t, name, words)
	}
	var named []string // servers
	for _, m := range mention().FindAllStringSubmatch(text, -1) {
		named = append(named, m[1])
	}
	if len(named) > 0 {
		c.space.Servers().Wait(ctx, slices.Compact(slices.Sorted(slices.Values(named)))...)
		if calls, err = c.attached(t, text); err != nil {
			return nil, "", err
		}
	}
	files, err := filesNamed(c, t, text)
	if calls = append(calls, files...); err == nil && len(calls) > MostBrought {
		err = &agent.InputError{Text: fmt.Sprintf("more than %d files and resources are attached: attach fewer, or name the others without @", MostBrought)}
	}
	if err != nil {
		return nil, "", err
	}
	return calls, "", nil
}

// promptOf is the call that gets a server's prompt, if that is what a line names.
func (c *Chat) promptOf(t *skills.Turn, name, words string) (calls []llm.Call, aside string, err error) {
	for _, s := range c.space.Servers().Contents().Offered(c.space.Registry().Offered(t.Scope())) {
		for _, p := range promptsOf(s, c.space.Skills()) {
			if p.Line != "/"+name {
				continue
			}
			given, err := argumentsOf(p, words)
			if err != nil {
				return nil, "", &agent.InputError{Text: fmt.Sprintf("%s: %v", p.Line, err)}
			}
			call, err := callOf(s.Prompt, map[string]any{"name": p.Name, "arguments": given})
			about := fmt.Sprintf("[Handrail: the person starts with the prompt %q of the server %s. The result of %s is what the server made of it: do what it asks for, as their own words.]", p.Name, s.Server, s.Prompt)
			return []llm.Call{call}, about, err
		}
	}
	return nil, "", nil
}

// argumentsOf reads the words after a prompt's name. Those of a prompt with one argument can be its value.
func argumentsOf(p Prompt, words string) (map[string]string, error) {
	names := make([]string, len(p.Arguments))
	for i, a := range p.Arguments {
		names[i] = a.Name
	}
	given := map[string]string{}
	key, _, pairs := strings.Cut(words, "=")
	if len(names) == 1 && words != "" && !strings.HasPrefix(words, "{") && (!pairs || key != names[0]) {
		given[names[0]] = words
		return given, nil
	}
	raw, err := agent.Input(words, tools.Entry{})
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, fmt.Errorf("each argument is one text: write %s", usage(p))
	}
	for _, a := range p.Arguments {
		if a.Required && given[a.Name] == "" {
			return nil, fmt.Errorf("it needs %s: write %s", a.Name, usage(p))
		}
	}
	for name := range given {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("it has no argument %s: write %s", name, usage(p))
		}
	}
	return given, nil
}

// usage is how a line with a prompt is written.
func usage(p Prompt) string {
	out := p.Line
	for _, a := range p.Arguments {
		if a.Required {
			out += " " + a.Name + "=…"
		} else {
			out += " [" + a.Name + "=…]"
		}
	}
	return out
}

// mention is "@SERVER:URI" as a word of its own.
var mention = lazy.Regexp(`(?:^|\s)@([A-Za-z0-9_-]+):([A-Za-z][A-Za-z0-9+.-]*:\S+)`)

// attached are the calls that read the resources that a text names.
func (c *Chat) attached(t *skills.Turn, text string) (calls []llm.Call, err error) {
	contents := c.space.Servers().Contents().Offered(c.space.Registry().Offered(t.Scope()))
	var seen []string
	for _, m := range mention().FindAllStringSubmatch(text, -1) {
		i := slices.IndexFunc(contents, func(s servers.Content) bool { return s.Read != "" && wordOf(s) == m[1] })
		if i < 0 {
			if c.space.Servers().Pins().Named(m[1]) {
				return nil, &agent.InputError{Text: fmt.Sprintf("@%s:%s can't be attached: this agent can't read resources of the server %s", m[1], m[2], m[1])}
			}
			continue // it is about something else
		}
		uri := uriOf(contents[i], m[2])
		if key := m[1] + " " + uri; slices.Contains(seen, key) {
			continue
		} else if seen = append(seen, key); len(seen) > MostBrought {
			return nil, &agent.InputError{Text: fmt.Sprintf("more than %d resources are attached: attach fewer, or name the others without @", MostBrought)}
		}
		call, err := callOf(contents[i].Read, map[string]any{"uri": uri})
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// uriOf is the URI in a word: what a sentence puts behind it is not of it, unless the server says so.
func uriOf(s servers.Content, word string) string {
	if slices.ContainsFunc(s.Has.Resources, func(r mcp.Resource) bool { return r.URI == word }) {
		return word
	}
	return strings.TrimRight(word, `.,;:!?)]}"'”’»`)
}

func callOf(tool string, input map[string]any) (llm.Call, error) {
	raw, err := json.Marshal(input)
	return llm.Call{Name: tool, Arguments: string(raw)}, err
}
