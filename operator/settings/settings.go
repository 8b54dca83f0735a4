package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"handrail/internal/channels"
	"handrail/pipeline/guard"
)

// Settings are what the person has set, in settings.json
// (docs/spec/02-settings.md). Keys that this version does not know are kept.
type Settings struct {
	Models      Models           `json:"models,omitzero"`
	Tools       Tools            `json:"tools,omitzero"`
	Rules       Rules            `json:"rules,omitzero"`
	Mode        guard.Mode       `json:"mode,omitempty"`
	PerSpace    map[string]Space `json:"per_space,omitempty"`    // by the folder's real path
	Spaces      []string         `json:"spaces,omitempty"`       // folders on the window's list
	Theme       string           `json:"theme,omitempty"`        // system, light, dark
	Language    string           `json:"language,omitempty"`     // of the window: en, de; "": the system's
	Zoom        Zoom             `json:"zoom,omitempty"`         // how large the window shows its page
	Dialogs     Dialogs          `json:"dialogs,omitempty"`      // when a call that asks comes as a native dialog
	HideFrom    bool             `json:"hide_from,omitempty"`    // chats do not say where text comes from
	QuietEnds   bool             `json:"quiet_ends,omitempty"`   // no notification says that a run has ended
	PlainTitles bool             `json:"plain_titles,omitempty"` // no model is asked for the title of a chat
	Off         []string         `json:"off,omitempty"`          // tools that the person has turned off
	Unattended  bool             `json:"allow_unattended,omitempty"`
	Network     Words            `json:"network,omitempty"` // what programs may reach, where a space says nothing
	Web         string           `json:"web,omitempty"`     // on or off: the tools of the web, where a space says nothing; "": on
	Proxy       Proxy            `json:"proxy,omitzero"`    // how Handrail leaves this machine
	Limits      Limits           `json:"limits,omitzero"`
	Journal     Journal          `json:"journal,omitzero"`   // how long the record is kept
	Caps        Caps             `json:"caps,omitzero"`      // how much agents use before they wait for the person
	Snapshots   Snapshots        `json:"snapshots,omitzero"` // how long what calls change can be taken back

	Channels map[string]channels.Channel `json:"channels,omitempty"` // by which messages are sent
	Machines Machines                    `json:"machines,omitzero"`  // the person's other ones
}

// Models say which models there are.
type Models struct {
	Default   string              `json:"default,omitempty"` // "provider/name"
	Providers map[string]Provider `json:"providers,omitempty"`
	Prices    map[string]Price    `json:"prices,omitempty"` // by "provider/name"
}

// A Provider is a place where models answer.
type Provider struct {
	Type string `json:"type"`          // anthropic, openai
	URL  string `json:"url,omitempty"` // of the API, where the type does not say
	Key  string `json:"key,omitempty"` // "${secret:NAME}"; never the key itself when this app wrote it
}

// Rules are the person's own rules (docs/spec/11-guard.md).
type Rules struct {
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
func (r *Rules) UnmarshalJSON(raw []byte) error {
	type plain Rules
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

// Space are what the person has set for one space.
type Space struct {
	Mode  guard.Mode `json:"mode,omitempty"`
	Roots []string   `json:"roots,omitempty"` // folders that its tools may change beside it

	// Network is what programs may reach: off, loopback, on, registry, hosts. nil:
	// what Settings.Network says.
	Network Words `json:"network,omitempty"`
	// Web is on or off; "": what Settings.Web says.
	Web string `json:"web,omitempty"`
	// Caps are those of this space, beside those of all.
	Caps Caps `json:"caps,omitzero"`

	// Servers are the person's own options for servers of the space's .mcp.json, by
	// name: internal_only, disabled, network, read, write. The rest is the file's. What
	// they open counts only for the server that For names.
	Servers map[string]Server `json:"servers,omitempty"`
}

// WebFetch is what the person has set for the tool of that name.
type WebFetch struct {
	AllowHosts []string `json:"allow_hosts,omitempty"` // private hosts that it may fetch from
}

// WebSearch is who is asked when the web is searched: a provider by name, or any address that
// is called with ?q=&count= (docs/spec/02-settings.md#settingsjson).
type WebSearch struct {
	Provider string `json:"provider,omitempty"` // searxng, brave, tavily, exa, kagi
	URL      string `json:"url,omitempty"`      // of the provider, where it is not the usual one
	Endpoint string `json:"endpoint,omitempty"`
	Key      string `json:"key,omitempty"` // "${secret:NAME}"; never the key itself when this app wrote it
}

// The words of Settings.Web and Space.Web.
const (
	On  = "on"
	Off = "off"
)

// Limits are what the programs of one call can use up; 0: the default.
type Limits struct {
	MemoryMB  int64 `json:"memory_mb,omitempty"`
	Processes int   `json:"processes,omitempty"`
}

// Check refuses what is no limit.
func (l Limits) Check() error {
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

// Parse makes the guard's rules of the written ones. origin says where they stand, in
// errors. One that cannot be read is an error, so that it is never lost unseen.
func (r Rules) Parse(origin string) ([]guard.Rule, error) {
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

// SetSpace sets what holds for one space, by its real path. Empty settings leave no
// entry.
func (s *Settings) SetSpace(dir string, own Space) {
	if own.Mode == "" && own.Network == nil && own.Web == "" && own.Caps == (Caps{}) && len(own.Roots) == 0 && len(own.Servers) == 0 {
		delete(s.PerSpace, dir)
		return
	}
	if s.PerSpace == nil {
		s.PerSpace = map[string]Space{}
	}
	s.PerSpace[dir] = own
}

// List returns the list of an outcome, to be changed in place.
func (r *Rules) List(outcome guard.Outcome) (*[]string, error) {
	switch outcome {
	case guard.Deny:
		return &r.Deny, nil
	case guard.Ask:
		return &r.Ask, nil
	case guard.Allow:
		return &r.Allow, nil
	}
	return nil, fmt.Errorf("%q is not what a rule can say: write deny, ask or allow", outcome)
}

// Journal say how long the record is kept (docs/spec/13-journal.md); 0: the
// usual, below 0: no limit.
type Journal struct {
	KeepDays int   `json:"keep_days,omitempty"` // runs that ended longer ago go; usually 90
	MaxMB    int64 `json:"max_mb,omitempty"`    // the oldest runs go until it is no larger; usually 2048
}

const (
	keepDays = 90
	keepMB   = 2048
)

// Retention says how long and how large the record may be; 0: no limit.
func (j Journal) Retention() (maxAge time.Duration, maxBytes int64) {
	days, megabytes := int64(j.KeepDays), j.MaxMB
	if days == 0 {
		days = keepDays
	}
	if megabytes == 0 {
		megabytes = keepMB
	}
	return time.Duration(max(days, 0)) * 24 * time.Hour, max(megabytes, 0) << 20
}

// Dialogs says when a call that asks comes as a native dialog, and not in the open window.
type Dialogs string

// When.
const (
	DialogsUsual  Dialogs = "usual"  // what its author or a built-in rule wants asked; all else while the window is not in front
	DialogsAlways Dialogs = "always" // each
	DialogsAway   Dialogs = "away"   // while the window is not in front
	DialogsNever  Dialogs = "never"
)

// known reports whether it is one of them.
func (d Dialogs) known() bool {
	return slices.Contains([]Dialogs{DialogsUsual, DialogsAlways, DialogsAway, DialogsNever}, d)
}

// Or is the word that counts: DialogsUsual for one that is not known.
func (d Dialogs) Or() Dialogs {
	if d.known() {
		return d
	}
	return DialogsUsual
}

// SetDialogs chooses when a call that asks comes as a native dialog.
func (f *File) SetDialogs(when Dialogs) error {
	if !when.known() {
		return fmt.Errorf("dialogs cannot be %q: write usual, always, away or never", when)
	}
	_, err := f.Update(func(s *Settings) error { s.Dialogs = when; return nil })
	return err
}

// languages are what a window can be told to speak; "" is the system's.
var languages = []string{"", "en", "de"}

// SetLanguage chooses what the window speaks; "" is the system's language.
func (f *File) SetLanguage(language string) error {
	if !slices.Contains(languages, language) {
		return fmt.Errorf("there is no language %q: there are en and de, and \"\" for the system's", language)
	}
	_, err := f.Update(func(s *Settings) error { s.Language = language; return nil })
	return err
}

// SetTheme chooses light, dark, or the system's.
func (f *File) SetTheme(theme string) error {
	if !slices.Contains([]string{"system", "light", "dark"}, theme) {
		return fmt.Errorf("there is no theme %q: there are system, light and dark", theme)
	}
	_, err := f.Update(func(s *Settings) error { s.Theme = theme; return nil })
	return err
}
