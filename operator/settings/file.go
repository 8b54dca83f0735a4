package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/channels"
	"handrail/internal/jsonfile"
	"handrail/internal/lockfile"
	"handrail/internal/schema"
	"handrail/operator/paths"
)

// File is settings.json. It is safe for concurrent use; each change starts from
// what is on disk.
type File struct {
	mu   sync.Mutex // held by who changes the file
	path string
}

// Open returns the settings file at a path. It need not exist.
func Open(path string) *File { return &File{path: path} }

// Path is where the file is.
func (f *File) Path() string { return f.path }

// Load reads the settings. A missing file is the zero Settings. A broken one is
// an error with line and column. Warnings name unknown keys.
//
// It waits for nobody: changes put the file in place whole. Where another program has emptied it in order to write it, it looks again
// for a tenth of a second, and then refuses: no rule that says no is lost in between.
func (f *File) Load() (Settings, []string, error) {
	s, _, warnings, err := f.read()
	if err != nil {
		return s, warnings, err
	}
	more, err := f.placeSpaces(&s)
	return s, append(warnings, more...), err
}

// How often, and after which pause, an empty file is read again.
const (
	emptyLooks = 5
	emptyPause = 20 * time.Millisecond
)

// read gives what is on disk, and the text of it; nil if there is none.
func (f *File) read() (s Settings, raw []byte, warnings []string, err error) {
	raw, err = lockfile.Read(f.path)
	for range emptyLooks {
		if err != nil || len(raw) > 0 {
			break
		}
		time.Sleep(emptyPause)
		raw, err = lockfile.Read(f.path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil, nil, nil
	}
	if err != nil {
		return s, nil, nil, fmt.Errorf("the settings cannot be read: %w", err)
	}
	if len(raw) == 0 {
		return s, nil, nil, fmt.Errorf("the settings file %s is empty, as if another program were writing it: write {} into it, or delete it, if nothing is set", f.path)
	}
	s, warnings, err = f.parse(raw)
	return s, raw, warnings, err
}

// placeSpaces puts what is set for a space under its real path: a folder is known by what it is, and not by
// how somebody has written it. Two spellings of one folder are an error: neither may be lost.
func (f *File) placeSpaces(s *Settings) (warnings []string, err error) {
	written := map[string]string{} // by the real path
	for _, key := range slices.Sorted(maps.Keys(s.PerSpace)) {
		dir, ok := spaceAt(key)
		if !ok {
			warnings = append(warnings, fmt.Sprintf("%s: per_space has %q, which counts for nothing: write the folder's whole path", f.path, key))
			continue
		}
		if other, twice := written[dir]; twice {
			return warnings, fmt.Errorf("the settings in %s have the same folder twice in per_space, as %q and as %q: put all that is set for it under one of them", f.path, other, key)
		}
		written[dir] = key
	}
	for dir, key := range written {
		if dir != key {
			s.PerSpace[dir] = s.PerSpace[key]
			delete(s.PerSpace, key)
		}
	}
	return warnings, nil
}

// spaceAt is the real path of a folder as a key of per_space has it; ok is false of what is no whole path. What is
// not there has only its shortest spelling.
func spaceAt(key string) (dir string, ok bool) {
	if home, err := os.UserHomeDir(); err == nil {
		key = paths.Expand(home, key)
	}
	if !filepath.IsAbs(key) {
		return "", false
	}
	if real, err := paths.Real(key); err == nil {
		return real, true
	}
	return filepath.Clean(key), true
}

// parse reads what a text says.
func (f *File) parse(text []byte) (s Settings, warnings []string, err error) {
	raw, err := jsonfile.Plain(text)
	if err != nil {
		return s, nil, f.broken(text, err)
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return s, nil, nil
	}
	all := map[string]json.RawMessage{}
	for _, into := range []any{&all, &s} {
		if err := json.Unmarshal(raw, into); err != nil {
			return Settings{}, nil, f.broken(text, err)
		}
	}
	known := keysOf(reflect.TypeFor[Settings]())
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(known, key) {
			warnings = append(warnings, fmt.Sprintf("%s: the key %q is not known; it is kept%s", f.path, key, meant(key, known)))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Tools.Servers)) {
		if one := s.Tools.Servers[name]; one.Command != "" && one.URL != "" {
			warnings = append(warnings, fmt.Sprintf("%s: the server %q has both a command and a url: it is started by its command, and the url is not used; remove one of them", f.path, name))
		}
		for _, key := range s.Tools.Servers[name].Unknown {
			if near := meant(key, serverKeys()); near != "" { // other programs have keys of their own
				warnings = append(warnings, fmt.Sprintf("%s: the server %q has a key %q, which is not known%s", f.path, name, key, near))
			}
		}
	}
	if s.Dialogs != "" && !s.Dialogs.known() {
		warnings = append(warnings, fmt.Sprintf("%s: dialogs is %q: write usual, always, away or never; it counts as usual", f.path, s.Dialogs))
	}
	warnings = append(warnings, f.repeated(raw)...)
	if !slices.Contains(languages, s.Language) {
		warnings = append(warnings, fmt.Sprintf("%s: language is %q: write en or de, or leave it out for the system's; it counts as en", f.path, s.Language))
	}
	warnings = append(warnings, capWarnings(f.path, s, raw)...)
	warnings = append(warnings, proxyWarnings(f.path, s.Proxy, raw)...)
	warnings = append(warnings, machineWarnings(f.path, s.Machines, raw)...)
	return s, append(warnings, channelWarnings(f.path, s.Channels)...), nil
}

// channelWarnings say which channels cannot be used, and which of their keys nothing reads.
func channelWarnings(path string, all map[string]channels.Channel) (warnings []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := errors.Join(channels.CheckName(name), all[name].Check()); err != nil {
			warnings = append(warnings, fmt.Sprintf("%s: the channel %q cannot be used: %v", path, name, err))
		}
		for _, key := range all[name].Unknown {
			warnings = append(warnings, fmt.Sprintf("%s: the channel %q has a key %q, which is not known%s", path, name, key, meant(key, channels.Keys())))
		}
	}
	return warnings
}

// meant suggests the key that was meant, at the end of a sentence; "" if there is none.
func meant(key string, known []string) string {
	if near := schema.Slip(key, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// keysOf are the keys of a struct as they stand in a file.
func keysOf(t reflect.Type) []string {
	keys := make([]string, t.NumField())
	for i := range keys {
		keys[i], _, _ = strings.Cut(t.Field(i).Tag.Get("json"), ",")
	}
	return keys
}

// broken is the error of a text that cannot be read, with its place.
func (f *File) broken(text []byte, err error) error {
	offset, why := -1, err.Error()
	if placed, ok := errors.AsType[*jsonfile.Error](err); ok {
		offset, why = placed.Offset, "it "+placed.Error()
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = int(syntax.Offset) - 1
	}
	if kind, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = int(kind.Offset) - 1
	}
	return fmt.Errorf("the settings in %s are broken at %s: %s; fix the file: it is left as it is", f.path, place(text, offset), why)
}

// place is an offset as "line 3, column 5".
func place(text []byte, offset int) string {
	if offset < 0 || offset > len(text) {
		return "the end"
	}
	before := text[:offset]
	line := bytes.Count(before, []byte("\n")) + 1
	before = bytes.TrimPrefix(before[bytes.LastIndexByte(before, '\n')+1:], []byte(jsonfile.Mark))
	return fmt.Sprintf("line %d, column %d", line, len(before)+1)
}

// Update changes the settings on disk: it reads them, lets change do its work,
// and changes what is different in the file. All else stays as it is written: comments,
// the order, and every key that this version does not know.
//
// No other process changes them meanwhile: change must not wait for anything. The error
// is a *lockfile.HeldError if another program does not release the file.
func (f *File) Update(change func(*Settings) error) (s Settings, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	lockErr := lockfile.File{Path: f.path}.Change(func() error {
		s, err = f.update(change)
		return nil
	})
	if lockErr != nil {
		return s, fmt.Errorf("the settings cannot be changed: %w", lockErr)
	}
	return s, err
}

func (f *File) update(change func(*Settings) error) (Settings, error) {
	s, raw, _, err := f.read()
	if err != nil {
		return s, err
	}
	before := object(s)
	if _, err := f.placeSpaces(&s); err != nil { // a key that is spelled otherwise is written anew
		return s, err
	}
	if err := change(&s); err != nil {
		return s, err
	}
	text, err := f.edited(raw, before, object(s))
	if err != nil || raw != nil && bytes.Equal(text, raw) { // whoever follows the file has nothing to read
		return s, err
	}
	return s, lockfile.Replace(f.path, text, 0o600)
}

// Make has the file be there: where there is none, it becomes one that sets nothing.
func (f *File) Make() error {
	if f.Info() != nil {
		return nil
	}
	_, err := f.Update(func(*Settings) error { return nil })
	return err
}

// Info is the file as it is on disk; nil if there is none. SameInfo compares two.
func (f *File) Info() fs.FileInfo {
	info, err := os.Stat(f.path)
	if err != nil {
		return nil
	}
	return info
}

// SameInfo reports whether both describe the same unchanged file.
func SameInfo(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
}
