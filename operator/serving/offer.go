package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/mcp"
	"handrail/mcp/serve"
	"handrail/spaces"
	"handrail/tools"
)

// filesShown is how many files of a space are listed as resources. A client may
// read others by their name.
const filesShown = 200

// topFiles are the files at the top of the space, without hidden ones and those
// that may hold secrets. What is deeper a client finds with the tools.
func (d door) topFiles() []mcp.Resource {
	top, err := d.s.Roots().Resolve(d.s.Dir())
	if err != nil {
		return nil
	}
	entries, err := d.s.Roots().ReadDir(top)
	if err != nil {
		return nil
	}
	var out []mcp.Resource
	for _, e := range entries {
		name := e.Name()
		if !e.Type().IsRegular() || strings.HasPrefix(name, ".") || tools.SensitiveName(name) {
			continue
		}
		out = append(out, mcp.Resource{URI: serve.FileURI(filepath.Join(d.s.Dir(), name)), Name: name, MIME: mime.TypeByExtension(path.Ext(name))})
		if len(out) == filesShown {
			break
		}
	}
	return out
}

// skillPrompts are the skills of a trusted space, as prompts: a person picks one in
// their program.
func (d door) skillPrompts() []mcp.Prompt {
	var out []mcp.Prompt
	for _, k := range d.s.Skills().Of(spaces.DefaultAgent()) {
		p := mcp.Prompt{Name: k.Name, Title: k.Name, Description: k.Description}
		for _, name := range slices.Sorted(maps.Keys(k.Variables)) {
			p.Arguments = append(p.Arguments, mcp.Argument{Name: name, Description: fmt.Sprintf("%v where nothing is said", k.Variables[name])})
		}
		out = append(out, p)
	}
	return out
}

// Prompt implements serve.Line. The text is read as every skill is: by a call of the client's, through the door.
func (l *clientLine) Prompt(ctx context.Context, name string, args map[string]string) (string, error) {
	all := l.s.Skills().Of(spaces.DefaultAgent())
	i := slices.IndexFunc(all, func(k spaces.Skill) bool { return k.Name == name })
	if i < 0 {
		return "", tools.Errorf(tools.NotFound, "there is no skill %q here", name)
	}
	given := map[string]any{}
	for arg, text := range args {
		given[arg] = valueLike(all[i].Variables[arg], text)
	}
	input, err := json.Marshal(map[string]any{"name": name, "variables": given})
	if err != nil {
		return "", err
	}
	r := l.Call(ctx, serve.Call{Tool: agent.UseSkill, Input: input, Output: tools.Discard{}, Wait: func() (func(), error) { return func() {}, nil }})
	if r.Error != nil {
		return "", r.Error
	}
	return r.Content, nil
}

// valueLike reads a text as what stands there where nothing is given: a number,
// a truth value or a list; else it stays a text.
func valueLike(usual any, text string) any {
	if _, isText := usual.(string); isText || usual == nil {
		return text
	}
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return v
}

// serverData is what servers have beside their tools, as far as the tools that read it are offered.
func (d door) serverData(r *tools.Registry) (list []serve.Data) {
	for _, s := range d.s.Servers().Contents().Offered(r.Offered(scope())) {
		list = append(list, serve.Data(s))
	}
	return list
}
