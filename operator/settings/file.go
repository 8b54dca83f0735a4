package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"

	"handrail/internal/channels"
	"handrail/internal/lockfile"
	"handrail/internal/schema"
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
// It waits for nobody: changes put the file in place whole.
func (f *File) Load() (Settings, []string, error) {
	s, _, warnings, err := f.read()
	return s, warnings, err
}

func (f *File) read() (s Settings, all map[string]json.RawMessage, warnings []string, err error) {
	all = map[string]json.RawMessage{}
	raw, err := lockfile.Read(f.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(bytes.TrimSpace(raw)) == 0 {
		return s, all, nil, nil
	}
	if err != nil {
		return s, nil, nil, fmt.Errorf("the settings cannot be read: %w", err)
	}
	for _, into := range []any{&all, &s} {
		if err := json.Unmarshal(raw, into); err != nil {
			return Settings{}, nil, nil, fmt.Errorf("the settings in %s are broken at %s: %w; fix the file: it is left as it is", f.path, place(raw, err), err)
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
	warnings = append(warnings, capWarnings(f.path, s, raw)...)
	warnings = append(warnings, machineWarnings(f.path, s.Machines, raw)...)
	return s, all, append(warnings, channelWarnings(f.path, s.Channels)...), nil
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

// place says where in raw a JSON error is, as "line 3, column 5".
func place(raw []byte, err error) string {
	offset := int64(-1)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if offset < 0 || offset > int64(len(raw)) {
		return "the end"
	}
	before := string(raw[:offset])
	line := strings.Count(before, "\n") + 1
	return fmt.Sprintf("line %d, column %d", line, len(before)-strings.LastIndex(before, "\n")-1)
}

// Update changes the settings on disk: it reads them, lets change do its work,
// and writes them back whole, keeping every key that this version does not know.
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
	s, all, _, err := f.read()
	if err != nil {
		return s, err
	}
	before := asMap(s)
	if err := change(&s); err != nil {
		return s, err
	}
	after := asMap(s)
	for key := range before {
		if _, still := after[key]; !still {
			all[key] = merged(all[key], before[key], json.RawMessage("{}"))
			if string(all[key]) == "{}" {
				delete(all, key)
			}
		}
	}
	for key, value := range after {
		all[key] = merged(all[key], before[key], value)
	}
	raw, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return s, err
	}
	return s, lockfile.Replace(f.path, append(raw, '\n'), 0o600)
}

// merged keeps unknown keys at every level: what old has and before, which is
// old as this version understands it, has not.
func merged(old, before, after json.RawMessage) json.RawMessage {
	var o, b, a map[string]json.RawMessage
	if json.Unmarshal(old, &o) != nil || json.Unmarshal(after, &a) != nil || o == nil || a == nil {
		return after
	}
	if json.Unmarshal(before, &b) != nil {
		b = nil // a new key, or one of another shape
	}
	for key, value := range o {
		now, set := a[key]
		_, understood := b[key]
		switch {
		case set:
			a[key] = merged(value, b[key], now)
		case !understood:
			a[key] = value
		}
	}
	raw, err := json.Marshal(a)
	if err != nil {
		return after
	}
	return raw
}

func asMap(s Settings) map[string]json.RawMessage {
	m := map[string]json.RawMessage{}
	raw, err := json.Marshal(s)
	if err == nil {
		err = json.Unmarshal(raw, &m)
	}
	if err != nil {
		return map[string]json.RawMessage{}
	}
	return m
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
