// Package setup is where the person sets up MCP servers: drafts them, saves, changes
// and imports them, and moves their secrets out of the settings.
package setup

import (
	"context"
	"errors"
	"fmt"

	"handrail/internal/secrets"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/tools"
)

// Config is what a Desk is given.
type Config struct {
	Home     string // the person's home folder
	Environ  settings.Environ
	Settings *settings.File
	Secrets  *secrets.Store
	Redact   *secrets.Redactor
	Looks    servers.Looks
	// Servers are those of all spaces.
	Servers *servers.Pool
	// Open are those of the spaces that are open.
	Open func() []*servers.Set
	// Changed makes the settings count in every open space, and tells faces of it.
	Changed func(context.Context) error
}

// A Desk is where the person's own servers are saved. It is safe for concurrent use.
type Desk struct{ c Config }

// New makes a Desk.
func New(c Config) *Desk { return &Desk{c: c} }

// Saved are the servers of the settings, by name, as they stand there.
func (d *Desk) Saved() (map[string]settings.Server, error) {
	all, _, err := d.c.Settings.Load()
	return all.Tools.Servers, err
}

// A Receipt is what became of settings that were saved.
type Receipt struct {
	Name string `json:"name"`
	// Secrets are the names of secrets that stood in the settings and are kept now
	// where secrets are, as ${secret:NAME}.
	Secrets []string `json:"secrets"`
}

// Save puts a server into the settings, in place of one of that name, for every
// space. What looks secret is kept where secrets are, unless plain says to leave it.
// Settings that cannot work are an error that says what is wrong, and nothing is
// changed.
func (d *Desk) Save(ctx context.Context, name string, set settings.Server, plain bool) (Receipt, error) {
	if why := set.Problem(name); why != "" {
		return Receipt{}, fmt.Errorf("the server %q was not saved: %s", name, why)
	}
	draft := Draft{Settings: set}
	if !plain {
		names, err := d.names()
		if err != nil {
			return Receipt{Name: name}, err
		}
		draft = d.drafter(name, names, parts{}).draft(set)
	}
	return Receipt{Name: name, Secrets: draft.Names()}, d.save(ctx, name, draft, nil)
}

// drafter makes the draft of a server; left are the parts that stay as they are.
func (d *Desk) drafter(server string, names *namer, left parts) *drafter {
	return &drafter{server: server, looks: d.c.Looks, text: d.c.Redact.Text, names: names, left: left}
}

// names finds names for what is about to be kept.
func (d *Desk) names() (*namer, error) {
	n, err := d.previewNames()
	if n != nil {
		n.value = d.c.Secrets.Get
	}
	return n, err
}

// previewNames finds the names that secrets would get; it asks no keyring.
func (d *Desk) previewNames() (*namer, error) {
	kept, err := d.c.Secrets.List()
	if err != nil {
		return nil, err
	}
	return &namer{kept: kept, given: map[string]string{}}, nil
}

// keep keeps the secrets of a draft.
func (d *Desk) keep(draft Draft) error {
	for _, s := range draft.Secrets {
		if err := d.c.Secrets.Set(s.Name, s.value); err != nil {
			return fmt.Errorf("couldn't store the value of %s as a secret, so your settings are unchanged: %w", s.Place, err)
		}
	}
	return nil
}

// save keeps the secrets of a draft, writes its settings, and has them count in every
// space. may, if it is not nil, sees what stands there just before; its error leaves
// it so.
func (d *Desk) save(ctx context.Context, name string, draft Draft, may func(old settings.Server, there bool) error) error {
	if err := d.keep(draft); err != nil {
		return err
	}
	set, old, another := draft.Settings, settings.Server{}, false
	_, err := d.c.Settings.Update(func(all *settings.Settings) error {
		if all.Tools.Servers == nil {
			all.Tools.Servers = map[string]settings.Server{}
		}
		var there bool
		old, there = all.Tools.Servers[name]
		if may != nil {
			if err := may(old, there); err != nil {
				return err
			}
		}
		another = there && !old.Identity().SameProgram(set.Identity())
		all.Tools.Servers[name] = set
		return nil
	})
	if err != nil {
		return err
	}
	if another { // what it has is not what the last one of that name had
		if err := d.c.Servers.Forget(ctx, name); err != nil {
			return err
		}
		if old.URL != set.URL {
			if err := d.c.Servers.ForgetSignIn(ctx, name, old); err != nil {
				return err
			}
		}
	}
	return d.c.Changed(ctx)
}

// Remove takes a server out of the settings and ends it everywhere. Secrets that it
// names are kept: others may name them, too. What signing in to it gave is forgotten.
// One of a space's own file is taken out of that file by hand.
func (d *Desk) Remove(ctx context.Context, name string) error {
	var old settings.Server
	_, err := d.c.Settings.Update(func(all *settings.Settings) error {
		var ok bool
		if old, ok = all.Tools.Servers[name]; !ok {
			return tools.Advise(tools.Action{Kind: tools.ListServers}, "your settings have no server %q; a space's own server is removed in its %s", name, servers.FromSpace)
		}
		delete(all.Tools.Servers, name)
		return nil
	})
	if err != nil {
		return err
	}
	if err := d.c.Servers.Forget(ctx, name); err != nil {
		return err
	}
	// The server ends first: one that runs could renew its token meanwhile.
	return errors.Join(d.c.Changed(ctx), d.c.Servers.ForgetSignIn(ctx, name, old))
}

// missing lists the secrets that a saved server names and that are not kept.
func (d *Desk) missing(server string) (out []string) {
	all, err := d.Saved()
	if err != nil {
		return nil
	}
	kept, err := d.c.Secrets.List()
	if err != nil {
		return nil
	}
	for _, name := range all[server].SecretNames() {
		if _, there := kept[name]; !there {
			out = append(out, name)
		}
	}
	return out
}
