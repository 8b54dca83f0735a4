package setup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// Plain is what of a saved server looks secret and stands in the settings in plain
// text.
type Plain struct {
	Server string   `json:"server"`
	Places []string `json:"places"` // "PAY", "header X-Key", "argument 2"; never a value
}

// Text says in a sentence what stands there.
func (p Plain) Text() string {
	what := "a key"
	if n := len(p.Places); n > 1 {
		what = fmt.Sprintf("%d keys", n)
	}
	return fmt.Sprintf("the server %s stores %s in plain text: %s", p.Server, what, strings.Join(p.Places, ", "))
}

// Action is what the person can do about it.
func (p Plain) Action() tools.Action {
	return tools.Action{Kind: tools.SecureServer, Subject: p.Server}
}

// FindPlain lists the servers of the settings that hold what looks secret in plain
// text, by name. It asks no keyring.
func (d *Desk) FindPlain(all settings.Settings) (out []Plain) {
	for _, name := range slices.Sorted(maps.Keys(all.Tools.Servers)) {
		draft := d.securing(name, all.Tools.Servers[name], &namer{given: map[string]string{}})
		if len(draft.Secrets) == 0 {
			continue
		}
		p := Plain{Server: name}
		for _, s := range draft.Secrets {
			p.Places = append(p.Places, s.Place)
		}
		out = append(out, p)
	}
	return out
}

// securing is the draft of a saved server with references in place of what looks
// secret. What cannot be read stays as it is.
func (d *Desk) securing(name string, set settings.Server, names *namer) Draft {
	if set.Broken != "" {
		return Draft{Settings: set}
	}
	return (&drafter{server: name, looks: d.c.Looks, names: names}).draft(set)
}

// Plain is FindPlain of the settings as they are now.
func (d *Desk) Plain() ([]Plain, error) {
	all, _, err := d.c.Settings.Load()
	if err != nil {
		return nil, err
	}
	return d.FindPlain(all), nil
}

// mostSecured is how often Secure looks again when settings change under it.
const mostSecured = 5

// errAnotherNow stops an update of settings that are not those that were drafted.
var errAnotherNow = errors.New("the settings changed in the meantime")

// Secure moves what looks secret in the settings of servers, of all or the named ones,
// to where secrets are kept, and puts references in its place. Every value is kept
// before the settings change, and these change at once: what fails leaves them as they
// were. It returns what was moved.
func (d *Desk) Secure(ctx context.Context, only ...string) ([]Receipt, error) {
	if err := paths.NotFromRoom("servers secure"); err != nil {
		return nil, err
	}
	for range mostSecured {
		done, err := d.secure(only)
		if errors.Is(err, errAnotherNow) {
			continue
		}
		if err != nil || len(done) == 0 {
			return nil, err
		}
		return done, d.c.Changed(ctx)
	}
	return nil, fmt.Errorf("%w, %d times: try again", errAnotherNow, mostSecured)
}

// secure moves once.
func (d *Desk) secure(only []string) ([]Receipt, error) {
	saved, err := d.Saved()
	if err != nil {
		return nil, err
	}
	for _, name := range only {
		if _, ok := saved[name]; !ok {
			return nil, tools.Advise(tools.Action{Kind: tools.ListServers}, "your settings have no server %q", name)
		}
	}
	names, err := d.names()
	if err != nil {
		return nil, err
	}
	drafts := map[string]Draft{}
	var done []Receipt
	for _, name := range slices.Sorted(maps.Keys(saved)) {
		if len(only) > 0 && !slices.Contains(only, name) {
			continue
		}
		if draft := d.securing(name, saved[name], names); len(draft.Secrets) > 0 {
			drafts[name] = draft
			done = append(done, Receipt{Name: name, Secrets: draft.Names()})
		}
	}
	for _, r := range done {
		if err := d.keep(drafts[r.Name]); err != nil {
			return nil, err
		}
	}
	if len(done) == 0 {
		return nil, nil
	}
	_, err = d.c.Settings.Update(func(all *settings.Settings) error {
		for name, draft := range drafts {
			if all.Tools.Servers[name].Digest() != saved[name].Digest() {
				return errAnotherNow
			}
			all.Tools.Servers[name] = draft.Settings
		}
		return nil
	})
	return done, err
}
