package operator

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"handrail/internal/secrets"
)

// A SecretInfo says that there is a secret, or that one is named and missing. A
// value is never told.
type SecretInfo struct {
	Name   string   `json:"name"`
	Kept   string   `json:"kept"`    // keychain, file; "" if it is named and not kept here
	UsedBy []string `json:"used_by"` // what names it: "settings models.providers.anthropic.key", "tool deploy of Shop"
}

// Secrets lists the secrets that are kept and those that are named somewhere, by
// name. Tools are those of the spaces that are open. It asks no keyring.
func (o *Operator) Secrets() ([]SecretInfo, error) {
	kept, err := o.secrets.List()
	if err != nil {
		return nil, err
	}
	users := o.secretUsers()
	names := slices.Concat(slices.Collect(maps.Keys(kept)), slices.Collect(maps.Keys(users)))
	slices.Sort(names)
	out := []SecretInfo{}
	for _, name := range slices.Compact(names) {
		used := users[name]
		if used == nil {
			used = []string{}
		}
		out = append(out, SecretInfo{Name: name, Kept: kept[name], UsedBy: used})
	}
	return out, nil
}

// SecretsPlace says in words where secrets are kept, and whether that is as safe
// as it should be. It may wait for the keyring.
func (o *Operator) SecretsPlace() (text string, safe bool) { return o.secrets.Where() }

// SetSecret keeps a secret in place of one of that name. It is used from the next
// call on. The error never holds the value.
func (o *Operator) SetSecret(name, value string) error { return o.secrets.Set(name, value) }

// RemoveSecret forgets a secret. One that something still names is not removed
// unless anyway says so: what names it would fail. One that is not there is an
// error.
func (o *Operator) RemoveSecret(name string, anyway bool) error {
	all, err := o.Secrets()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(s SecretInfo) bool { return s.Name == name && s.Kept != "" })
	if at < 0 { // it may be one of a time before there was a list
		if _, err := o.secrets.Get(name); err != nil {
			return err
		}
	}
	if used := o.secretUsers()[name]; len(used) > 0 && !anyway {
		return fmt.Errorf("the secret %q is used by %s, which would fail without it: remove it there first, or delete it anyway", name, strings.Join(used, ", "))
	}
	return o.secrets.Delete(name)
}

// secretUsers says what names each secret.
func (o *Operator) secretUsers() map[string][]string {
	users := map[string][]string{}
	add := func(text, who string) {
		for _, name := range secrets.References(text) {
			if !slices.Contains(users[name], who) {
				users[name] = append(users[name], who)
			}
		}
	}
	if raw, err := os.ReadFile(o.settings.Path()); err == nil {
		var all any
		if json.Unmarshal(raw, &all) == nil { // broken settings name nothing
			eachText(all, "", func(path, text string) { add(text, "settings "+path) })
		}
	}
	o.mu.Lock()
	open := slices.Collect(maps.Values(o.spaces))
	o.mu.Unlock()
	slices.SortFunc(open, func(a, b *Space) int { return strings.Compare(a.dir, b.dir) })
	for _, s := range open {
		space := s.current.Load().space
		for _, t := range space.Tools {
			for _, name := range slices.Sorted(maps.Keys(t.Spec.Environment)) {
				add(t.Spec.Environment[name], fmt.Sprintf("tool %s of %s", t.Spec.ID, space.Name))
			}
		}
		for _, h := range space.Hands {
			for _, name := range slices.Sorted(maps.Keys(h.Env)) {
				add(h.Env[name], fmt.Sprintf("hand %s of %s", h.Name, space.Name))
			}
		}
	}
	return users
}

// eachText calls do with each text in a JSON value and where it stands.
func eachText(v any, path string, do func(path, text string)) {
	switch v := v.(type) {
	case string:
		do(strings.TrimPrefix(path, "."), v)
	case []any:
		for i, item := range v {
			eachText(item, fmt.Sprintf("%s[%d]", path, i), do)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			eachText(v[key], path+"."+key, do)
		}
	}
}
