// Package templates is what a new space can begin with: a few that the program brings along, or the definitions of
// another space.
package templates

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/jsonfile"
	"handrail/internal/plain"
	"handrail/spaces"
)

//go:embed files
var own embed.FS

// The templates of the program, by id.
const (
	Assistant = "assistant" // an agent and a tool, to be replaced by one's own
	Notes     = "notes"     // an agent that keeps notes, with tools and a skill for it
	Empty     = "empty"     // a manifest
)

// IDs lists the templates of the program, the usual one first.
func IDs() []string { return []string{Assistant, Notes, Empty} }

// A File is a file of a new space.
type File struct {
	Name string // relative to the space, with slashes
	Text []byte
	Exec bool // it is a script that may be executed
}

const (
	manifest  = "space.manifest.json"
	mostFiles = 2000
	mostBytes = 32 << 20
)

// Of returns the files of a template of the program, for a space of a name.
func Of(id, name string) ([]File, error) {
	if !slices.Contains(IDs(), id) {
		return nil, fmt.Errorf("there is no template %.64q: there is %s", id, strings.Join(IDs(), ", "))
	}
	head, err := json.MarshalIndent(struct {
		ID          string `json:"id"`
		Name        string `json:"name"`
		Version     string `json:"version"`
		Description string `json:"description"`
	}{idOf(name), name, "0.1.0", "What this space is for."}, "", "  ")
	if err != nil {
		return nil, err
	}
	files := []File{{Name: manifest, Text: append(head, '\n')}}
	if id == Empty {
		return files, nil
	}
	all, err := fs.Sub(own, path.Join("files", id))
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(all, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(all, at)
		files = append(files, File{Name: at, Text: text, Exec: path.Ext(at) == ".sh"})
		return err
	})
	return files, err
}

// Like returns the definitions of another space, with the scripts that they name, for a space of a name: neither its
// memory nor its other files. A space with an error is no template.
func Like(ctx context.Context, dir, name string) ([]File, error) {
	root, err := plain.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("the template cannot be read: %w", err)
	}
	defer func() { _ = root.Close() }() // nothing was written
	space, problems := spaces.Load(ctx, root.FS(), dir)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for _, p := range problems {
		if p.Severity == spaces.Error {
			return nil, fmt.Errorf("%s cannot be a template, because it has an error: %s", filepath.Base(dir), p)
		}
	}
	c := copying{root: root, seen: map[string]bool{manifest: true}}
	if err := c.manifest(name); err != nil {
		return nil, err
	}
	for _, i := range space.Inventory() {
		if i.Kind != "memory" && !i.Leaves {
			if err := c.add(i.File); err != nil {
				return nil, err
			}
		}
	}
	if err := c.add("agent/rules.json"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(c.files) == 1 {
		return nil, fmt.Errorf("%s cannot be a template: it defines nothing", filepath.Base(dir))
	}
	return c.files, nil
}

// copying reads the files of a space.
type copying struct {
	root  *plain.Root
	files []File
	seen  map[string]bool
	size  int64
}

// manifest is the space's own with another id and name, else a new one.
func (c *copying) manifest(name string) error {
	text, err := c.root.ReadFile(manifest)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		files, err := Of(Empty, name)
		c.files = files
		return err
	case err != nil:
		return fmt.Errorf("the template cannot be read: %w", err)
	}
	fields := []jsonfile.Field{{Name: "id", Value: idOf(name)}, {Name: "name", Value: name}}
	for _, field := range fields {
		if text, err = set(text, field); err != nil {
			return fmt.Errorf("the template's %s cannot be used: %w", manifest, err)
		}
	}
	c.files = []File{{Name: manifest, Text: text}}
	return nil
}

// set gives a member of an object another value, or adds it.
func set(text []byte, field jsonfile.Field) ([]byte, error) {
	doc, err := jsonfile.ParseDocument(text)
	if err != nil {
		return nil, err
	}
	edits, err := doc.Replace(nil, field)
	if err == nil && len(edits) == 0 {
		edits, err = doc.Insert(nil, field)
	}
	if err != nil {
		return nil, err
	}
	return jsonfile.Apply(text, edits...), nil
}

// add reads a file, once.
func (c *copying) add(name string) error {
	if c.seen[name] || name == "" || name == "." {
		return nil
	}
	c.seen[name] = true
	info, err := c.root.Lstat(filepath.FromSlash(name))
	switch {
	case err != nil:
		return fmt.Errorf("the template cannot be read: %w", err)
	case !info.Mode().IsRegular(): // a link, which might not lead anywhere from the new place
		return fmt.Errorf("the template cannot be copied: its %s is no plain file", name)
	case len(c.files) >= mostFiles, c.size+info.Size() > mostBytes:
		return fmt.Errorf("the template cannot be copied: it has more than %d files, or more than %d MiB of them", mostFiles, mostBytes>>20)
	}
	text, err := c.root.ReadFile(filepath.FromSlash(name))
	if err != nil {
		return fmt.Errorf("the template cannot be read: %w", err)
	}
	c.size += int64(len(text))
	c.files = append(c.files, File{Name: name, Text: bytes.Clone(text), Exec: info.Mode()&0o100 != 0})
	return nil
}

var notKebab = regexp.MustCompile(`[^a-z0-9]+`)

// idOf makes the id of a space of its name.
func idOf(name string) string {
	if id := strings.Trim(notKebab.ReplaceAllString(strings.ToLower(name), "-"), "-"); id != "" {
		return id
	}
	return "space"
}

// most is how many bytes the name of a folder may have.
const most = 255

// reserved are names that Windows keeps for devices, also with something behind a dot.
var reserved = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)

// CheckName refuses a name that no folder can have, on this machine or on another one to which it may go.
func CheckName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return errors.New("the space needs a name")
	case strings.ContainsFunc(name, func(r rune) bool {
		return r < ' ' || r == 0x7f || r == '\uFFFD' || strings.ContainsRune(`/\:*?"<>|`, r)
	}):
		return fmt.Errorf(`%.80q is no name of a folder: leave out / \ : * ? " < > | and line breaks`, name)
	case name != strings.TrimSpace(name), strings.HasPrefix(name, "."), strings.HasSuffix(name, "."):
		return fmt.Errorf("%.80q is no name of a folder: it begins or ends with a dot or a blank", name)
	case len(name) > most:
		return fmt.Errorf("the name is too long: a folder's has at most %d bytes", most)
	case reserved.MatchString(name):
		return fmt.Errorf("%.80q is no name of a folder: Windows keeps it for a device", name)
	}
	return nil
}
