// Package secrecy is the person's secrets: which there are, what names them, and what
// takes them out of everything that is written or shown.
package secrecy

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/spaces"
)

// Config is what a Keeper is given.
type Config struct {
	Data     string   // the folder of the app's data
	Home     string   // the person's home folder: no secret, whatever names it
	User     string   // the person's name: likewise
	Vars     []string // the person's environment
	Settings string   // the path of settings.json, which names secrets
	// Spaces are the open spaces as they are declared, in order: their tools and hands
	// name secrets.
	Spaces func() []*spaces.Space
}

// A Keeper has the person's secrets. It is safe for concurrent use.
type Keeper struct {
	c      Config
	store  *secrets.Store
	redact *secrets.Redactor
}

// New returns a keeper. It reads nothing yet: the keychain may ask the person, and is
// read with the first secret that is needed (docs/spec/02-settings.md).
func New(c Config) *Keeper {
	k := &Keeper{c: c}
	k.redact = secrets.NewRedactor(func() {
		k.redact.AddEnv(c.Vars, k.Looks)
		k.store.Learn()
	})
	k.store = secrets.Open(c.Data, func(name, value string) { k.redact.Add(name, value) })
	return k
}

// Store is where the secrets are.
func (k *Keeper) Store() *secrets.Store { return k.store }

// Redactor is what takes secrets out of texts.
func (k *Keeper) Redactor() *secrets.Redactor { return k.redact }

// Looks reports whether a variable of an environment holds a secret. The person's own
// name and folder are none, whatever they are called.
func (k *Keeper) Looks(name, value string) bool {
	return value != k.c.Home && value != k.c.User && looks.Secret(name, value)
}

// Learn redacts from now on what an author gives to a program under a name that looks
// secret, wherever it came from.
func (k *Keeper) Learn(name, value string) {
	k.redact.AddEnv([]string{name + "=" + value}, k.Looks)
}

// Redact returns text without secrets: for what a face prints that does not come from
// the journal, such as an error.
func (k *Keeper) Redact(text string) string { return k.redact.Text(text) }

// Writer returns a writer to w that takes secrets out of what it is given. The caller
// closes it, which writes what was held back.
func (k *Keeper) Writer(w io.Writer) io.WriteCloser { return k.redact.Stream(w) }

// Live is Writer for what somebody reads while it is written: it holds back no more than it must.
func (k *Keeper) Live(w io.Writer) io.WriteCloser { return k.redact.Live(w) }

// A Secret says that there is a secret, or that one is named and missing. A value is
// never shown.
type Secret struct {
	Name   string   `json:"name"`
	Kept   string   `json:"kept"`    // keychain, file; "" if it is named and not kept here
	UsedBy []string `json:"used_by"` // what names it: "settings models.providers.anthropic.key", "tool deploy of Shop"
}

// List lists the secrets that are kept and those that are named somewhere, by name.
// Tools are those of the spaces that are open. It asks no keychain.
func (k *Keeper) List() ([]Secret, error) {
	kept, err := k.store.List()
	if err != nil {
		return nil, err
	}
	users := k.users()
	names := slices.Concat(slices.Collect(maps.Keys(kept)), slices.Collect(maps.Keys(users)))
	slices.Sort(names)
	out := []Secret{}
	for _, name := range slices.Compact(names) {
		used := users[name]
		if used == nil {
			used = []string{}
		}
		out = append(out, Secret{Name: name, Kept: kept[name], UsedBy: used})
	}
	return out, nil
}

// Where says in words where secrets are kept, and whether that is as safe as it should
// be. It may wait for the keychain.
func (k *Keeper) Where() (text string, safe bool) { return k.store.Where() }

// Set keeps a secret of the person's in place of one of that name. It is used from the next call on.
// The error never holds the value. Handrail's own, such as the keys of this machine, are not set by it.
func (k *Keeper) Set(name, value string) error {
	if err := secrets.CheckName(name); err != nil {
		return err
	}
	return k.store.Set(name, value)
}

// CheckName is nil if the person may set a secret of that name.
func (k *Keeper) CheckName(name string) error { return secrets.CheckName(name) }

// Kept reports whether there is a secret of that name. It asks no keychain.
func (k *Keeper) Kept(name string) (bool, error) {
	all, err := k.store.List()
	return all[name] != "", err
}

// Add keeps a secret under a name that none has; else the error is secrets.ErrTaken.
// The error never holds the value.
func (k *Keeper) Add(name, value string) error {
	if err := secrets.CheckName(name); err != nil {
		return err
	}
	return k.store.Add(name, value)
}

// Remove forgets a secret. One that something still names is not removed unless anyway
// says so: what names it would fail. One that is not there is an error.
func (k *Keeper) Remove(name string, anyway bool) error {
	all, err := k.List()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(s Secret) bool { return s.Name == name && s.Kept != "" })
	if at < 0 { // it may be one of a time before there was a list
		if _, err := k.store.Get(name); err != nil {
			return err
		}
	}
	if used := k.users()[name]; len(used) > 0 && !anyway {
		return fmt.Errorf("the secret %q is used by %s, which would fail without it: remove it there first, or delete it anyway", name, strings.Join(used, ", "))
	}
	return k.store.Delete(name)
}
