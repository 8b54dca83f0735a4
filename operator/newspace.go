package operator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/pins"
)

var notKebab = regexp.MustCompile(`[^a-z0-9]+`)

// NewSpace makes a space in a folder that is empty or new: a manifest, an agent
// and a tool to start from. It is trusted, and the person's own, because this app made it. The files
// that were made are returned.
func (o *Operator) NewSpace(ctx context.Context, dir, name string) (made []string, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = filepath.Base(abs)
	}
	entries, err := os.ReadDir(abs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(entries) > 0 {
		return nil, fmt.Errorf("%s is not empty: choose a new folder, or open this one as it is", dir)
	}
	if err := os.MkdirAll(abs, 0o755); err != nil {
		return nil, err
	}
	if err := o.config.Refusal(abs); err != nil {
		return nil, err
	}
	files, err := starter(name)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		path := filepath.Join(abs, filepath.FromSlash(f.name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return made, err
		}
		if err := os.WriteFile(path, []byte(f.text), 0o644); err != nil {
			return made, err
		}
		made = append(made, path)
	}
	s, err := o.OpenSpace(ctx, abs)
	if err != nil {
		return made, err
	}
	found := s.trust.State().Inventory()
	for _, i := range found.Items {
		if i.Digest != "" && !slices.ContainsFunc(files, func(f starterFile) bool { return f.name == i.File && pins.Sum([]byte(f.text)) == i.SHA256 }) {
			return made, fmt.Errorf("%s in the new space was written by somebody else meanwhile: look at it, and trust the space if it is yours", i.File)
		}
	}
	return made, s.trust.ApproveOwn(ctx, found.Digest)
}

type starterFile struct{ name, text string }

// starter is what a new space begins with.
func starter(name string) ([]starterFile, error) {
	id := strings.Trim(notKebab.ReplaceAllString(strings.ToLower(name), "-"), "-")
	if id == "" {
		id = "space"
	}
	manifest, err := json.MarshalIndent(map[string]any{"id": id, "name": name, "version": "0.1.0", "description": "What this space is for."}, "", "  ")
	if err != nil {
		return nil, err
	}
	return []starterFile{
		{"space.manifest.json", string(manifest) + "\n"},
		{"agent/config.md", `---
id: assistant
name: Assistant
description: Works in this space.
---
You help {{context.user}} in the space "{{context.space}}".

- Look before you act: list, search and read before you change something.
- Do what was asked, and no more. Ask when it is not clear what is wanted.
- When you are done, say in a few sentences what you did and what is left.
`},
		{"agent/tools/count-lines.md", `---
id: count-lines
name: Count lines
description: Counts the lines of a file.
category: files
icon: hash
parameters:
  - name: file
    type: string
    description: A file of this space
    required: true
    pattern: "[A-Za-z0-9_./ -]+"
command: wc -l -- {{file}}
timeout: 10
sideEffect: false
---
# Count lines

Replace this tool by one of your own. A value can never become shell syntax,
whatever it holds.
`},
	}, nil
}
