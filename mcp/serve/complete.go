package serve

import (
	"context"
	"encoding/json"
	"slices"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
)

// complete lists the values that an argument of a server's prompt, or of the template of a resource, can
// have: a call of the tool that reads it, about which nobody is asked, because it comes with every key that
// the person presses. Where it is not allowed, and of everything that is not a server's, there are none.
// mcp-go's own providers are not told whose request it is.
func (l library) complete(ctx context.Context, r *protocol.CompleteRequest) protocol.Completion {
	none := protocol.Completion{Values: []string{}}
	offer := l.s.c.Door.Offer(ctx)
	if offer.Data == nil {
		return none
	}
	tool, input := completed(offer.Data(), r)
	if tool == "" {
		return none
	}
	input["complete"] = mcp.Completion{Argument: r.Params.Argument.Name, Value: r.Params.Argument.Value}
	raw, err := json.Marshal(input)
	if err != nil {
		return none
	}
	who, err := l.s.lineOf(ctx, r.Header)
	if err != nil {
		return none
	}
	o := &openCall{line: who}
	result := o.through(ctx, Call{Tool: tool, Input: raw, Output: o, Quiet: true})
	if result.Error != nil || result.Original == nil {
		return none
	}
	var c protocol.Completion
	if json.Unmarshal(result.Original.Structured, &c) != nil || c.Values == nil {
		return none
	}
	return c
}

// completed is the tool that reads what is completed, and what it is called with; "" if none does.
func completed(data []Data, r *protocol.CompleteRequest) (tool string, input map[string]any) {
	input = map[string]any{}
	if len(r.Params.Context.Arguments) > 0 {
		input["arguments"] = r.Params.Context.Arguments
	}
	for _, d := range data {
		switch ref := r.Params.Ref.(type) {
		case protocol.PromptReference:
			for _, p := range d.Has.Prompts {
				if d.Has.Completes && d.Prompt != "" && d.Server+"__"+p.Name == ref.Name {
					input["name"] = p.Name
					return d.Prompt, input
				}
			}
		case protocol.ResourceReference:
			if d.Has.Completes && d.Read != "" && slices.ContainsFunc(d.Has.Templates, func(t mcp.Resource) bool { return t.URI == ref.URI }) {
				return d.Read, map[string]any{"uri": ref.URI}
			}
		}
	}
	return "", nil
}
