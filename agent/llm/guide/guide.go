// Package guide is the provider that a space has until a model is connected
// (docs/spec/14-agents.md). It needs no network and is honest: it is no
// language model and does not pretend to be one. It explains what the space
// offers, how each tool is called with a line such as /read path=README.md
// (which the loop runs with any provider), and how a model is connected.
package guide

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"

	"handrail/agent/llm"
)

// maxListed is how many tools an answer lists.
const maxListed = 30

// Config makes a Provider. The zero Config works.
type Config struct {
	Settings string                             // where settings.json is; "" leaves the path out
	Servers  func(ctx context.Context) []Server // finds local model servers; nil: none are offered
}

// A Server is a local model server that was found.
type Server struct {
	Name   string // what the settings would call it: "ollama"
	URL    string
	Models []string
}

// A Provider is safe for concurrent use.
type Provider struct{ cfg Config }

// New makes the guide.
func New(cfg Config) *Provider { return &Provider{cfg: cfg} }

// Name implements llm.Provider.
func (p *Provider) Name() string { return "guide" }

// Stream implements llm.Provider.
func (p *Provider) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		if err := ctx.Err(); err != nil {
			yield(nil, err)
			return
		}
		for paragraph := range strings.SplitAfterSeq(p.answer(ctx, req), "\n\n") {
			if !yield(llm.TextDelta{Text: strings.ToValidUTF8(paragraph, "\uFFFD")}, nil) {
				return
			}
		}
		yield(llm.Stop{Reason: llm.StopEnd}, nil)
	}
}

// answer chooses by words what to explain.
func (p *Provider) answer(ctx context.Context, req llm.Request) string {
	if len(req.Messages) == 0 {
		return p.welcome(req.Tools)
	}
	last := req.Messages[len(req.Messages)-1]
	if last.Role != llm.User {
		return "That is what came of it. " + how(req.Tools)
	}
	words := strings.FieldsFunc(strings.ToLower(last.Text), func(r rune) bool {
		inWord := r == '_' || r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
		return !inWord
	})
	for _, t := range req.Tools {
		if slices.Contains(words, strings.ToLower(t.Name)) {
			return describe(t)
		}
	}
	about := func(terms ...string) bool {
		return slices.ContainsFunc(terms, func(t string) bool { return slices.Contains(words, t) })
	}
	switch {
	case about("model", "models", "connect", "ollama", "lmstudio", "llama", "openai", "anthropic", "claude", "gpt", "gemini", "openrouter", "key", "api", "provider", "settings"):
		return p.connect(ctx)
	case about("tool", "tools", "list", "help", "what", "commands", "offer", "can"):
		return list(req.Tools)
	}
	return p.welcome(req.Tools)
}

func (p *Provider) welcome(tools []llm.Tool) string {
	return "I am the guide that is built into Handrail. I am not a language model: I do not understand what you write, I only look for a few words in it.\n\n" +
		how(tools) + "\n\n" +
		"Ask me for \"tools\" to see what this space offers, for one of them by its name, or for \"models\" to see how to connect a language model that can use them for you."
}

// how explains the line that calls a tool.
func how(tools []llm.Tool) string {
	if len(tools) == 0 {
		return "This space offers no tool at the moment. The list of its tools has those that are held back, with the reason."
	}
	return fmt.Sprintf("You can call each of the %d tools of this space yourself, with a line like %s, or with the input as JSON: /TOOL {\"name\": \"value\"}.",
		len(tools), example(preferred(tools)))
}

// preferred is the tool for an example: a harmless one if it is there.
func preferred(tools []llm.Tool) llm.Tool {
	for _, name := range []string{"listdir", "read", "glob"} {
		if i := slices.IndexFunc(tools, func(t llm.Tool) bool { return t.Name == name }); i >= 0 {
			return tools[i]
		}
	}
	return tools[0]
}

func list(tools []llm.Tool) string {
	var b strings.Builder
	b.WriteString(how(tools))
	if len(tools) > 0 {
		b.WriteString("\n\n")
	}
	for i, t := range tools {
		if i == maxListed {
			fmt.Fprintf(&b, "- and %d more, in the list of tools\n", len(tools)-i)
			break
		}
		fmt.Fprintf(&b, "- **%s**: %s\n", t.Name, firstLine(t.Description))
	}
	return b.String()
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	if line == "" {
		return "(its author wrote no description)"
	}
	return line
}

// A field is what the guide reads of one property of an input's schema.
type field struct {
	Type        any             `json:"type"`
	Description string          `json:"description"`
	Default     json.RawMessage `json:"default"`
	Enum        []any           `json:"enum"`
}

type input struct {
	Properties map[string]field `json:"properties"`
	Required   []string         `json:"required"`
}

func inputOf(t llm.Tool) input {
	var in input
	if json.Unmarshal(t.Schema, &in) != nil {
		return input{}
	}
	return in
}

// describe explains one tool.
func describe(t llm.Tool) string {
	in := inputOf(t)
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s\n\n", t.Name, strings.TrimSpace(t.Description))
	for _, name := range names(in) {
		f := in.Properties[name]
		need := "optional"
		if slices.Contains(in.Required, name) {
			need = "required"
		}
		fmt.Fprintf(&b, "- `%s` (%s): %s", name, need, firstLine(f.Description))
		if len(f.Default) > 0 {
			fmt.Fprintf(&b, " Default: %s.", f.Default)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\nTry it: %s\n", example(t))
	return b.String()
}

// names lists the properties, required ones first, in a stable order.
func names(in input) []string {
	var out []string
	for name := range in.Properties {
		out = append(out, name)
	}
	slices.SortFunc(out, func(a, b string) int {
		ra, rb := slices.Contains(in.Required, a), slices.Contains(in.Required, b)
		if ra != rb {
			if ra {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	return out
}

// example is a line that calls the tool with its required inputs.
func example(t llm.Tool) string {
	in := inputOf(t)
	line := "/" + t.Name
	for _, name := range names(in) {
		if slices.Contains(in.Required, name) {
			line += " " + name + "=" + sample(name, in.Properties[name])
		}
	}
	return "`" + line + "`"
}

// sample is a value for an example.
func sample(name string, f field) string {
	if len(f.Enum) > 0 {
		return fmt.Sprint(f.Enum[0])
	}
	switch f.Type {
	case "number", "integer":
		return "1"
	case "boolean":
		return "true"
	case "array":
		return "[]"
	case "object":
		return "{}"
	}
	if name == "path" {
		return "."
	}
	return "…"
}

// connect explains how to get a language model.
func (p *Provider) connect(ctx context.Context) string {
	var b strings.Builder
	if p.cfg.Servers != nil {
		for _, s := range p.cfg.Servers(ctx) {
			fmt.Fprintf(&b, "A model server answers on this machine: %s at %s", s.Name, s.URL)
			if len(s.Models) > 0 {
				fmt.Fprintf(&b, ", with %s", strings.Join(s.Models[:min(5, len(s.Models))], ", "))
			}
			b.WriteString(". Choose it in Settings, Models.\n\n")
		}
	}
	where := "settings.json"
	if p.cfg.Settings != "" {
		where = "`" + p.cfg.Settings + "`"
	}
	fmt.Fprintf(&b, "To connect a language model, open Settings, Models in the window, or write it into %s:\n\n", where)
	b.WriteString("```json\n" + `{"models": {"default": "ollama/qwen3", "providers": {
  "ollama":    {"type": "openai", "url": "http://127.0.0.1:11434/v1"},
  "anthropic": {"type": "anthropic", "key": "${secret:anthropic}"}
}}}` + "\n```\n\n")
	b.WriteString("A model on your own machine (Ollama, LM Studio, llama.cpp) needs no key, and nothing leaves the machine. " +
		"With a service, what you write and what the tools return goes to that service. " +
		"The type \"openai\" fits everything that speaks that protocol. A key is stored in your keychain, not in the file.")
	return b.String()
}
