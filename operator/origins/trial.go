package origins

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/tools"
	"handrail/tools/web"
)

// kinds are the places of which a person can say that text came from there, as they write them.
var kinds = []tools.OriginKind{tools.FromServer, tools.FromWeb, tools.FromSearch, tools.FromProgram, tools.FromFile, tools.FromClipboard}

// Sources reads where text may come from, as a person writes it: "server:notes", "web:example.com", "file:a.md", "clipboard". Of a
// file that a call has written after its conversation had read such text, it is what the file is known to hold.
func (p Place) Sources(ctx context.Context, list []string) (from []tools.Origin, err error) {
	for _, text := range list {
		kind, name, _ := strings.Cut(strings.TrimSpace(text), ":")
		o := tools.Origin{Kind: tools.OriginKind(kind), Name: strings.TrimSpace(name)}
		if !slices.Contains(kinds, o.Kind) || (o.Name == "") != (o.Kind == tools.FromClipboard) {
			return nil, fmt.Errorf("%q is no place that text comes from: write server:NAME, web:HOST, search:HOST, program:TOOL, file:PATH or clipboard", text)
		}
		if o.Kind != tools.FromFile {
			from = append(from, o)
			continue
		}
		path := o.Name
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.Dir, path)
		}
		kept := p.Files.Of(ctx, path)
		if len(kept) == 0 {
			place := p.elsewhere(path)
			if place == "" {
				place = Short(p.Dir, path)
			}
			kept = []tools.Origin{{Kind: tools.FromFile, Name: place}}
		}
		from = append(from, kept...)
	}
	return from, nil
}

// Saying is what a conversation has named in which the person has written a text, and nothing came in.
func Saying(text string) Words {
	const trial = "trial"
	seen := web.NewSeen()
	seen.Typed(trial, text)
	b := New(seen)
	b.Typed(trial, text)
	return b.Words(trial)
}
