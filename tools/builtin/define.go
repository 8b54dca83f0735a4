package builtin

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"handrail/internal/builtins"
	"handrail/tools"
)

// What a model reads about each tool, a file per tool.
//
//go:embed describe/*.md
var descriptions embed.FS

// defineFile makes a file tool: its description comes from describe/.
func defineFile[In any](info tools.Info, settle func(context.Context, tools.Call, In) (tools.Act[tools.Result], error)) (tools.Tool, error) {
	info, err := described(info)
	if err != nil {
		return nil, err
	}
	info.Category = "files"
	return tools.Define[In, tools.Result](info, settle)
}

// described gives a tool of this package its description, its source and its facts.
func described(info tools.Info) (tools.Info, error) {
	text, err := descriptions.ReadFile("describe/" + info.Name + ".md")
	if err != nil {
		return info, fmt.Errorf("tool %s has no description: %w", info.Name, err)
	}
	facts, known := builtins.Of(info.Name)
	if !known {
		return info, fmt.Errorf("tool %s has no row in internal/builtins", info.Name)
	}
	info.Description, info.Source, info.Facts = strings.TrimSpace(string(text)), "builtin", facts
	return info, nil
}

// reading makes the preview of a call that only reads abs and what lies below.
func reading(tool, title, detail, abs string) tools.Preview {
	return tools.Preview{
		Title: title, Detail: detail,
		Effects: []tools.Effect{{Kind: tools.EffectRead, Target: abs}},
		Digest:  tools.Digest(tool, abs, detail),
	}
}
