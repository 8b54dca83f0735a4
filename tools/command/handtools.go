package command

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/builtins"
	"handrail/tools"
)

// What a model reads about the tools around hands, a file per tool.
//
//go:embed describe/*.md describe/annotated.json
var handDescriptions embed.FS

// reloadPause is how long there is between two reloads (docs/spec/07-hands.md).
const reloadPause = time.Second

// A HandControl is what the tools around hands need of the app.
type HandControl struct {
	List     func(ctx context.Context) (HandListing, error)
	Reload   func(ctx context.Context) error
	Check    func(path string) (dir string, err error) // the real folder that path means, or why it cannot be a space
	Register func(ctx context.Context, dir string) (HandProject, error)
}

// A HandListing is what list_hands gives.
type HandListing struct {
	Project  string         `json:"project"`
	File     string         `json:"file"`
	Hands    []HandLine     `json:"hands"`
	Rejected []HandRejected `json:"rejected,omitempty"`
}

// A HandLine is one loaded hand.
type HandLine struct {
	Name        string               `json:"name"` // to call it by
	Description string               `json:"description"`
	Danger      tools.Danger         `json:"danger"`
	Confirm     bool                 `json:"confirm"`
	State       tools.State          `json:"state"`
	Reason      string               `json:"reason,omitempty"` // why it cannot be called
	Params      map[string]HandParam `json:"params,omitempty"`
}

// A HandRejected is one hand that could not be loaded.
type HandRejected struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
	Line   int    `json:"line"`
}

// A HandProject is a folder that was registered.
type HandProject struct {
	Project string `json:"project"`
	Folder  string `json:"folder"`
	Trusted bool   `json:"trusted"`
	Hands   int    `json:"hands"`
	Note    string `json:"note,omitempty"`
}

// HandTools provides list_hands, reload_hands, describe_hands_schema and
// register_project. They are every space's own, so they have no namespace.
func HandTools(c HandControl) (tools.Source, error) {
	t := &handTools{c: c}
	s := &handToolSource{}
	for _, make := range []func() (tools.Tool, error){t.list, t.reload, t.reference, t.register} {
		tool, err := make()
		if err != nil {
			return nil, err
		}
		s.list = append(s.list, tool)
	}
	return s, nil
}

type handToolSource struct{ list []tools.Tool }

// Namespace implements tools.Source.
func (s *handToolSource) Namespace() string { return "" }

// Tools implements tools.Source.
func (s *handToolSource) Tools(context.Context) ([]tools.Tool, error) {
	return slices.Clone(s.list), nil
}

type handTools struct {
	c HandControl

	mu   sync.Mutex
	last time.Time // of the last reload
}

// nothing is the input of a tool that takes none.
type nothing struct{}

// handInfo is what the tools around hands share.
func handInfo(name, title string) (tools.Info, error) {
	text, err := handDescriptions.ReadFile("describe/" + name + ".md")
	if err != nil {
		return tools.Info{}, fmt.Errorf("tool %s has no description: %w", name, err)
	}
	facts, _ := builtins.Of(name)
	return tools.Info{
		Name: name, Title: title, Description: strings.TrimSpace(string(text)), Category: "hands", Icon: "hand", Source: "builtin", Facts: facts,
	}, nil
}

func (t *handTools) list() (tools.Tool, error) {
	info, err := handInfo("list_hands", "List hands")
	if err != nil {
		return nil, err
	}
	return tools.Define[nothing, string](info, func(ctx context.Context, _ nothing) (string, error) { return t.listing(ctx) })
}

func (t *handTools) listing(ctx context.Context) (string, error) {
	l, err := t.c.List(ctx)
	if err != nil {
		return "", err
	}
	if l.Hands == nil {
		l.Hands = []HandLine{}
	}
	return compactJSON(l)
}

func (t *handTools) reload() (tools.Tool, error) {
	info, err := handInfo("reload_hands", "Reload hands")
	if err != nil {
		return nil, err
	}
	return tools.Define[nothing, string](info, func(ctx context.Context, _ nothing) (string, error) {
		if err := t.mayReload(); err != nil {
			return "", err
		}
		if err := t.c.Reload(ctx); err != nil {
			return "", err
		}
		return t.listing(ctx)
	})
}

// mayReload refuses a reload that comes too soon after the last.
func (t *handTools) mayReload() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if since := time.Since(t.last); since < reloadPause {
		return tools.Errorf(tools.Unavailable, "the hands were read again %v ago, and that may be done once a second: wait %v", since.Round(time.Millisecond), (reloadPause - since).Round(time.Millisecond))
	}
	t.last = time.Now()
	return nil
}

func (t *handTools) reference() (tools.Tool, error) {
	info, err := handInfo("describe_hands_schema", "Describe ctxnest.json")
	if err != nil {
		return nil, err
	}
	return tools.Define[nothing, string](info, func(context.Context, nothing) (string, error) { return HandsReference(), nil })
}

type registerIn struct {
	Path string `json:"path" doc:"the project's folder, absolute or relative to this space" maxlen:"4096"`
}

func (t *handTools) register() (tools.Tool, error) {
	info, err := handInfo("register_project", "Register a project")
	if err != nil {
		return nil, err
	}
	info.SideEffect, info.Idempotent, info.Confirm = true, true, true
	return tools.Define[registerIn, string](info, func(_ context.Context, _ tools.Call, in registerIn) (tools.Act[string], error) {
		dir, err := t.c.Check(in.Path)
		if err != nil {
			return tools.Act[string]{}, tools.Errorf(tools.InvalidPath, "%v", err)
		}
		return tools.Act[string]{
			Preview: tools.Preview{
				Detail: dir, Effects: []tools.Effect{{Kind: tools.EffectRead, Target: dir}},
			}.Titled(tools.Say(tools.TitleRegister)).Asking(tools.Say(tools.AskRegister)),
			Run: func(ctx context.Context, _ tools.Output) (string, error) {
				p, err := t.c.Register(ctx, dir)
				if err != nil {
					return "", err
				}
				return compactJSON(p)
			},
		}, nil
	})
}

// compactJSON writes a value in one line, with < > & as they are.
func compactJSON(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}
