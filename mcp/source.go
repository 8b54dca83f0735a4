package mcp

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/tools"
)

// A Source provides the tools of one server (docs/spec/08-mcp.md), from their
// definitions: the server itself need not run.
type Source struct {
	name     string
	tools    []tools.Tool
	rejected []tools.Entry
}

// NewSource makes a Source. A definition that cannot be used is in Rejected, and
// takes nothing from the others.
func NewSource(u Use, definitions []Definition) *Source {
	s := &Source{name: u.Server.Name, tools: make([]tools.Tool, 0, len(definitions))}
	if u.Schemas == nil {
		u.Schemas = &Schemas{}
	}
	seen := make(map[string]bool, len(definitions))
	for _, d := range definitions {
		err := checkToolName(d.Name)
		if err == nil && seen[d.Name] {
			err = fmt.Errorf("the server lists several tools of this name: the first one counts")
		}
		seen[d.Name] = true
		var t *tool
		if err == nil {
			t, err = newTool(&u, d)
		}
		if err != nil {
			s.rejected = append(s.rejected, reject(u.Server.Name, d, err))
			continue
		}
		s.tools = append(s.tools, t)
	}
	readers, err := dataTools(&u)
	for _, t := range readers {
		if err == nil && !seen[t.info.Name] {
			s.tools = append(s.tools, t)
		}
	}
	return s
}

// Namespace implements tools.Source: it is the server's name.
func (s *Source) Namespace() string { return s.name }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return s.tools, nil }

// Rejected lists the definitions that cannot be used, each with the reason.
func (s *Source) Rejected() []tools.Entry { return s.rejected }

func reject(server string, d Definition, err error) tools.Entry {
	name := visible(plainLine(d.Name, 100))
	if name == "" {
		name = "(no name)"
	}
	return tools.Entry{Info: tools.Info{Name: name, Title: name, Source: SourceName(server)}, State: tools.Rejected, Reason: err.Error()}
}

// checkToolName says why a tool's name cannot be used. Odd characters can: models
// get a name without them.
func checkToolName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("its name is empty")
	case len(name) > MaxToolName:
		return fmt.Errorf("its name has %d bytes; at most %d are accepted", len(name), MaxToolName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return hidden(r) || unicode.IsControl(r) }):
		return fmt.Errorf("its name holds characters that cannot be seen")
	}
	return nil
}
