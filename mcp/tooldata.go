package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/schema"
	"handrail/tools"
)

// The tools of ours by which what a server has is read: an act like every other, with its
// question, its rules and its record (docs/spec/08-mcp.md). A server's own tool of the name comes first.
const (
	ReadResourceTool = "read_resource"
	GetPromptTool    = "get_prompt"
)

const (
	resourceInput = `{"type":"object","properties":{"uri":{"type":"string","minLength":1,"maxLength":4096,"description":"The URI of the resource."}},"required":["uri"],"additionalProperties":false}`
	promptInput   = `{"type":"object","properties":{"name":{"type":"string","minLength":1,"maxLength":512,"description":"The name of the prompt."},"arguments":{"type":"object","additionalProperties":{"type":"string"},"description":"What the prompt is made from."}},"required":["name"],"additionalProperties":false}`
)

// completeInput is in both where the server lists values.
const completeInput = `"complete":{"type":"object","properties":{"argument":{"type":"string","minLength":1,"maxLength":512,"description":"Which argument or variable."},"value":{"type":"string","maxLength":4096,"description":"What is written of it so far."}},"required":["argument","value"],"additionalProperties":false,"description":"Lists the values that one argument can have, in place of reading anything."}`

// A dataTool reads what a server has beside its tools.
type dataTool struct {
	use  *Use
	info tools.Info
}

// dataTools are those that a server's data needs.
func dataTools(u *Use) (list []*dataTool, err error) {
	add := func(name, title, input string, kind tools.DataKind, about string) error {
		if u.Data.Completes {
			input = strings.Replace(input, `"properties":{`, `"properties":{`+completeInput+`,`, 1)
		}
		in, err := u.Schemas.of(input)
		if err != nil {
			return err
		}
		list = append(list, &dataTool{u, tools.Info{
			Name: name, Title: title, Description: about, Category: "servers", Input: in, Source: SourceName(u.Server.Name), Timeout: u.Server.CallTimeout(),
			Internal: u.Internal, Own: u.Own, Claimed: true, Idempotent: true, Danger: tools.Safe, Program: u.program(), Data: kind,
		}})
		return nil
	}
	if d := u.Data; len(d.Resources)+len(d.Templates) > 0 {
		var names []string
		for _, r := range slices.Concat(d.Resources, d.Templates) {
			names = append(names, r.URI+": "+cmp.Or(r.Title, r.Name))
		}
		err = add(ReadResourceTool, "Read a resource", resourceInput, tools.DataResource, fmt.Sprintf("Reads a resource of the server %s. It has:\n%s", u.Server.Name, shownNames(names)))
	}
	if d := u.Data; err == nil && len(d.Prompts) > 0 {
		var names []string
		for _, p := range d.Prompts {
			var args []string
			for _, a := range p.Arguments {
				args = append(args, a.Name)
			}
			names = append(names, fmt.Sprintf("%s(%s): %s", p.Name, strings.Join(args, ", "), cmp.Or(p.Description, p.Title)))
		}
		err = add(GetPromptTool, "Get a prompt", promptInput, tools.DataPrompt, fmt.Sprintf("Gets a prompt of the server %s, which it makes of what you give. It has:\n%s", u.Server.Name, shownNames(names)))
	}
	return list, err
}

// shownNames are names of a server as its tool's description has them, one a line.
func shownNames(names []string) string {
	const most = 30
	more := len(names) - most
	var out strings.Builder
	for _, name := range names[:min(len(names), most)] {
		out.WriteString("- " + plainLine(name, 200) + "\n")
	}
	if more > 0 {
		fmt.Fprintf(&out, "and %d more\n", more)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// Info implements tools.Tool.
func (t *dataTool) Info() tools.Info { return t.info }

// Prepare implements tools.Tool.
func (t *dataTool) Prepare(_ context.Context, call tools.Call, in schema.Input) (tools.Invocation, error) {
	u := t.use
	i := &invocation{use: u, s: settling{def: Definition{Name: t.info.Name}, title: t.info.Title, name: t.info.Name, timeout: t.info.Timeout, call: call, in: in}, input: in.JSON()}
	var asked struct {
		URI       string            `json:"uri"`
		Name      string            `json:"name"`
		Arguments map[string]string `json:"arguments"`
		Complete  *Completion       `json:"complete"`
	}
	if err := json.Unmarshal(i.input, &asked); err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "%v", err)
	}
	title, what := tools.Say(tools.TitleResource, asked.URI, u.Server.Name), "resource"
	if t.info.Data == tools.DataPrompt {
		title, what = tools.Say(tools.TitlePrompt, asked.Name, u.Server.Name), "prompt"
	}
	if asked.Complete != nil {
		title = tools.Say(tools.TitleValues, asked.Complete.Argument, cmp.Or(asked.URI, asked.Name), u.Server.Name)
	}
	i.data = &CallRequest{Resource: asked.URI, Prompt: asked.Name, Arguments: asked.Arguments, Complete: asked.Complete}
	i.preview = tools.Preview{
		Title: plainLine(title.String(), 300), Heading: title,
		Detail: tools.InputDetail(fmt.Sprintf("%s of the server %s, with the input", what, u.Server.Name), i.input), Effects: u.effects(),
		Digest: tools.Digest("mcp data", t.info.Name, u.identity(), string(i.input)),
	}
	i.preview.Effects = append(i.preview.Effects, fileEffects(asked.URI, call.Space)...)
	if u.Asks != nil {
		if why := u.Asks(t.info.Name); why != "" {
			i.preview = i.preview.Asking(tools.ReadClause(why, tools.AskNew))
		}
	}
	return i, nil
}

// fileEffects are the files that a URI names, so that rules about reading, and the question before files that
// usually hold secrets, count for it. The server decides how it reads the URI: each way is one. They are not
// what keeps the file from the server, which its room does.
func fileEffects(uri, space string) (out []tools.Effect) {
	scheme, rest, ok := strings.Cut(strings.TrimSpace(uri), ":")
	if !ok || !strings.EqualFold(scheme, "file") {
		return nil
	}
	ways := []string{rest}
	if whole, ok := strings.CutPrefix(rest, "//"); ok {
		ways = append(ways, whole) // what a host may be is a folder to some
		if _, path, ok := strings.Cut(whole, "/"); ok {
			ways = append(ways, "/"+path)
		}
	}
	seen := map[string]bool{}
	add := func(path string) {
		if !seen[path] {
			seen[path] = true
			out = append(out, tools.Effect{Kind: tools.EffectRead, Target: path})
		}
	}
	for _, way := range ways {
		plain, _, _ := strings.Cut(way, "#")
		plain, _, _ = strings.Cut(plain, "?")
		for _, path := range []string{way, plain} {
			for range 3 { // as it stands, decoded, and decoded by two who both do
				for _, at := range []string{path, strings.ReplaceAll(path, "\\", "/")} {
					if at = filepath.FromSlash(at); !filepath.IsAbs(at) {
						at = filepath.Join(space, at)
					}
					add(filepath.Clean(at))
					if real, err := filepath.EvalSymlinks(at); err == nil {
						add(real)
					}
				}
				next, err := url.PathUnescape(path)
				if err != nil || next == path {
					break
				}
				path = next
			}
		}
	}
	return out
}
