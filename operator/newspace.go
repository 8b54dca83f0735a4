package operator

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/pins"
	"handrail/spaces/templates"
)

// Templates lists what a new space can begin with, the usual one first.
func Templates() []string { return templates.IDs() }

// BeginSpace makes a space in a new folder of a name, below a folder that is there, and puts it on the window's list. See
// NewSpace.
func BeginSpace(ctx context.Context, o *Operator, where, name, template string) (*Space, error) {
	if err := templates.CheckName(name); err != nil {
		return nil, err
	}
	if !filepath.IsAbs(where) {
		return nil, fmt.Errorf("%q is not a whole path: choose the folder in which the space is made", where)
	}
	if info, err := os.Stat(where); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no folder %s: choose one that is there", where)
	}
	dir := filepath.Join(where, name)
	if _, err := o.NewSpace(ctx, dir, name, template); err != nil {
		return nil, err
	}
	return o.AddSpace(ctx, dir)
}

// NewSpace makes a space in a folder that is empty or new, of a template: one of the program (Templates; "" is the
// usual one), or the folder of another space, whose definitions are copied. One of the program is trusted, and the person's
// own, because this app made it; what was copied is looked at first, as in any other folder. The files that were
// made are returned. When it fails before the space is there, nothing of it is left.
func (o *Operator) NewSpace(ctx context.Context, dir, name, template string) (made []string, err error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	if name == "" {
		name = filepath.Base(abs)
	}
	if template == "" {
		template = templates.Assistant
	}
	copied := !slices.Contains(templates.IDs(), template)
	files, err := filesOf(ctx, template, name, copied)
	if err != nil {
		return nil, err
	}
	made, err = lay(abs, files, o.config.Refusal)
	if err != nil {
		return nil, err
	}
	s, err := o.OpenSpace(ctx, abs)
	if err != nil || copied {
		return made, err
	}
	found := s.trust.State().Inventory()
	for _, i := range found.Items {
		if i.Digest != "" && !slices.ContainsFunc(files, func(f templates.File) bool { return f.Name == i.File && pins.Sum(f.Text) == i.SHA256 }) {
			return made, fmt.Errorf("%s in the new space was written by somebody else meanwhile: look at it, and trust the space if it is yours", i.File)
		}
	}
	return made, s.trust.ApproveOwn(ctx, found.Digest)
}

func filesOf(ctx context.Context, template, name string, copied bool) ([]templates.File, error) {
	if !copied {
		return templates.Of(template, name)
	}
	if info, err := os.Stat(template); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("there is no template %.200q: there is %s, or the folder of another space", template, strings.Join(templates.IDs(), ", "))
	}
	return templates.Like(ctx, template, name)
}

// lay writes files into a folder that is empty or new and that is not refused, and takes back what it has made if it cannot.
func lay(dir string, files []templates.File, refusal func(dir string) error) (made []string, err error) {
	var folders []string
	defer func() {
		if err == nil {
			return
		}
		for _, path := range slices.Concat(made, deepest(folders)) {
			_ = os.Remove(path) // a folder in which something else is stays
		}
		made = nil
	}()
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("%s cannot be a new space: %w", dir, err)
	case len(entries) > 0:
		return nil, fmt.Errorf("%s is not empty: choose a new folder, or open this one as it is", dir)
	}
	folder := func(path string) error {
		for at := path; ; at = filepath.Dir(at) {
			if _, err := os.Lstat(at); err == nil || at == filepath.Dir(at) {
				break
			}
			folders = append(folders, at)
		}
		return os.MkdirAll(path, 0o755)
	}
	if err := folder(dir); err != nil {
		return nil, fmt.Errorf("the folder cannot be made: %w; choose another place", err)
	}
	if err := refusal(dir); err != nil {
		return nil, err
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.Name))
		err := folder(filepath.Dir(path))
		if err == nil {
			err = write(path, f)
		}
		if err != nil {
			return made, fmt.Errorf("the new space cannot be written: %w; choose another place", err)
		}
		made = append(made, path)
	}
	return made, nil
}

// write makes a file that is not there yet.
func write(path string, f templates.File) error {
	mode := fs.FileMode(0o644)
	if f.Exec {
		mode = 0o755
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = file.Write(f.Text)
	err = errors.Join(err, file.Close())
	if err != nil {
		_ = os.Remove(path) // half of it is nothing
	}
	return err
}

// deepest lists folders so that each comes before the one that it lies in.
func deepest(folders []string) []string {
	out := slices.Clone(folders)
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}
