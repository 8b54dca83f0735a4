package operator

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"handrail/pipeline/guard"
)

// Settings are what the person has set, in settings.json (SPEC 2). Keys that
// this version does not know are kept.
type Settings struct {
	Models     ModelSettings            `json:"models,omitzero"`
	Tools      ToolSettings             `json:"tools,omitzero"`
	Rules      RuleSettings             `json:"rules,omitzero"`
	Mode       guard.Mode               `json:"mode,omitempty"`
	PerSpace   map[string]SpaceSettings `json:"per_space,omitempty"` // by the folder's real path
	Spaces     []string                 `json:"spaces,omitempty"`    // folders on the window's list
	Theme      string                   `json:"theme,omitempty"`     // system, light, dark
	Off        []string                 `json:"off,omitempty"`       // tools that the person has switched off
	Unattended bool                     `json:"allow_unattended,omitempty"`
	Network    Words                    `json:"network,omitempty"` // what programs may reach, where a space says nothing
	Limits     LimitSettings            `json:"limits,omitzero"`
	Journal    JournalSettings          `json:"journal,omitzero"` // how long the record is kept
}

// ModelSettings say which models there are.
type ModelSettings struct {
	Default   string              `json:"default,omitempty"` // "provider/name"
	Providers map[string]Provider `json:"providers,omitempty"`
}

// A Provider is a place where models answer.
type Provider struct {
	Type string `json:"type"`          // anthropic, openai
	URL  string `json:"url,omitempty"` // of the API, where the type does not say
	Key  string `json:"key,omitempty"` // "${secret:NAME}"; never the key itself when this app wrote it
}

// RuleSettings are the person's own rules (SPEC 11).
type RuleSettings struct {
	Deny  []string `json:"deny,omitempty"`
	Ask   []string `json:"ask,omitempty"`
	Allow []string `json:"allow,omitempty"`

	// Builtin is what the person makes of built-in rules, by id: see
	// guard.BuiltinRules. It counts in settings only, never in a space's own rules.
	Builtin map[string]guard.Outcome `json:"builtin,omitempty"`
	// Unknown are other keys: they may be rules that somebody meant, as in "denny".
	Unknown []string `json:"-"`
}

// UnmarshalJSON implements json.Unmarshaler: it notices keys that are not known.
func (r *RuleSettings) UnmarshalJSON(raw []byte) error {
	type plain RuleSettings
	var all map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(raw, (*plain)(r)), json.Unmarshal(raw, &all)); err != nil {
		return err
	}
	r.Unknown = nil
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains([]string{"deny", "ask", "allow", "builtin"}, key) {
			r.Unknown = append(r.Unknown, key)
		}
	}
	return nil
}

// SpaceSettings are what the person has set for one space.
type SpaceSettings struct {
	Mode  guard.Mode `json:"mode,omitempty"`
	Roots []string   `json:"roots,omitempty"` // paths granted beside the space itself

	// Network is what programs may reach: off, loopback, on, registry, hosts. nil:
	// what Settings.Network says.
	Network Words `json:"network,omitempty"`

	// Servers are the person's own options for servers of the space's .mcp.json, by
	// name: internal_only, disabled, network, read, write. The rest is the file's. What
	// they open counts only for the server that For names.
	Servers map[string]ServerSettings `json:"servers,omitempty"`
}

// LimitSettings are what the programs of one call can use up; 0: the default.
type LimitSettings struct {
	MemoryMB  int64 `json:"memory_mb,omitempty"`
	Processes int   `json:"processes,omitempty"`
}

// check refuses what is no limit.
func (l LimitSettings) check() error {
	if l.MemoryMB < 0 || l.Processes < 0 {
		return errors.New("limits in the settings: memory_mb and processes are numbers from 1, or left out for the usual ones")
	}
	return nil
}

// Words are a list of words that may be written as one: "off" or ["registry"].
type Words []string

// UnmarshalJSON implements json.Unmarshaler.
func (w *Words) UnmarshalJSON(raw []byte) error {
	if string(raw) == "null" { // as if it were not there
		return nil
	}
	var one string
	if json.Unmarshal(raw, &one) == nil {
		*w = Words{one}
		return nil
	}
	var many []string
	if err := json.Unmarshal(raw, &many); err != nil {
		return err
	}
	*w = many
	return nil
}

// knownKeys are the keys of SPEC 2 that a later version of this app reads; they
// are no reason for a warning.
var knownKeys = []string{"channels"}

// settingsFile reads and writes settings.json. It is safe for concurrent use;
// each change starts from what is on disk.
type settingsFile struct {
	mu   sync.Mutex
	path string
}

// load reads the settings. A missing file is the zero Settings. A broken one is
// an error with line and column. Warnings name unknown keys.
func (f *settingsFile) load() (Settings, []string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, _, warnings, err := f.read()
	return s, warnings, err
}

func (f *settingsFile) read() (s Settings, all map[string]json.RawMessage, warnings []string, err error) {
	all = map[string]json.RawMessage{}
	raw, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(bytes.TrimSpace(raw)) == 0 {
		return s, all, nil, nil
	}
	if err != nil {
		return s, nil, nil, fmt.Errorf("the settings cannot be read: %w", err)
	}
	for _, into := range []any{&all, &s} {
		if err := json.Unmarshal(raw, into); err != nil {
			return Settings{}, nil, nil, fmt.Errorf("the settings in %s are broken at %s: %w; mend the file, it is left as it is", f.path, place(raw, err), err)
		}
	}
	known := slices.Concat(slices.Sorted(maps.Keys(asMap(Settings{
		Models: ModelSettings{Default: "x"}, Tools: ToolSettings{Servers: map[string]ServerSettings{"x": {}}}, Rules: RuleSettings{Deny: []string{"x"}}, Mode: "x", PerSpace: map[string]SpaceSettings{"x": {}},
		Spaces: []string{"x"}, Theme: "x", Off: []string{"x"}, Unattended: true, Network: Words{"x"}, Limits: LimitSettings{Processes: 1}, Journal: JournalSettings{KeepDays: 1},
	}))), knownKeys)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if !slices.Contains(known, key) {
			warnings = append(warnings, fmt.Sprintf("%s: the key %q is not known; it is kept", f.path, key))
		}
	}
	return s, all, warnings, nil
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

// update changes the settings on disk: it reads them, lets change do its work,
// and writes them back whole, keeping every key that this version does not know.
func (f *settingsFile) update(change func(*Settings) error) (Settings, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
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
	return s, replaceFile(f.path, append(raw, '\n'))
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

// replaceFile writes a file of the app's own, whole or not at all.
func replaceFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".handrail-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(tmp.Name()) }() // after the rename it is gone already
	if _, err := tmp.Write(data); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err := errors.Join(tmp.Sync(), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// rules makes the guard's rules of the person's. One that cannot be read is an
// error where it denies or asks, so that it is never lost unseen.
func (r RuleSettings) rules(origin string) ([]guard.Rule, error) {
	var out []guard.Rule
	errs := []error{guard.CheckBuiltin(r.Builtin)}
	for _, key := range r.Unknown {
		errs = append(errs, fmt.Errorf("rules in %s have a list %q, which is not known: write deny, ask, allow or builtin", origin, key))
	}
	for _, group := range []struct {
		outcome guard.Outcome
		texts   []string
	}{{guard.Deny, r.Deny}, {guard.Ask, r.Ask}, {guard.Allow, r.Allow}} {
		for _, text := range group.texts {
			rule, err := guard.ParseRule(group.outcome, text, origin)
			if err != nil {
				errs = append(errs, err)
				continue
			}
			out = append(out, rule)
		}
	}
	return out, errors.Join(errs...)
}
