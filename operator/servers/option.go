package servers

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"

	"handrail/internal/sandbox"
	"handrail/operator/settings"
)

// An Option is what Options.Set changes of a server; nil fields stay.
type Option struct {
	Internal, Disabled *bool
	Network            *[]string // no words: what its command needs by itself
	Read, Write        *[]string // absolute paths, or below "~/"
}

// Options are what the person allows the servers of a space, and switches.
type Options struct{ s *Set }

// Set changes what the person may say of a server of this space: one of
// the settings is changed in every space, one of the space's own file in this one,
// and the file stays as it is. What cannot be is an error, and nothing is changed.
func (o Options) Set(ctx context.Context, name string, option Option) error {
	f, err := o.s.Find(name)
	if err != nil {
		return err
	}
	if err := o.check(option); err != nil {
		return err
	}
	_, err = o.s.pool.c.Settings.Update(func(all *settings.Settings) error {
		if f.From == FromSettings {
			all.Tools.Servers[name] = option.apply(all.Tools.Servers[name])
			return nil
		}
		own := all.PerSpace[o.s.c.Dir]
		own.Servers = maps.Clone(own.Servers)
		if own.Servers == nil {
			own.Servers = map[string]settings.Server{}
		}
		old, now := own.Servers[name], o.identityOf(name)
		if old.For != now { // what was opened to another program is not opened to this one
			old = old.Restrictions()
		}
		old = option.apply(old)
		old.For = now
		own.Servers[name] = old
		if all.PerSpace == nil {
			all.PerSpace = map[string]settings.Space{}
		}
		all.PerSpace[o.s.c.Dir] = own
		return nil
	})
	if err != nil {
		return err
	}
	return o.s.pool.c.Changed(ctx)
}

// Reset takes back what the server was allowed beside what its command needs, and what was refused it: it is asked
// about anew.
func (o Options) Reset(ctx context.Context, name string) error {
	f, err := o.s.Find(name)
	if err != nil {
		return err
	}
	none := []string{}
	if err := o.Set(ctx, name, Option{Network: &none, Read: &none, Write: &none}); err != nil {
		return err
	}
	return o.s.pool.c.Store.SetState(ctx, noKind, o.s.Pins().name(f), "")
}

// identityOf names the server that the space's own file has under a name.
func (o Options) identityOf(name string) string {
	for _, d := range o.s.c.Declared().Servers {
		if d.Name == name {
			return declaredSettings(d).Identity().Key()
		}
	}
	return ""
}

// apply changes settings as the option says.
func (p Option) apply(set settings.Server) settings.Server {
	if p.Internal != nil {
		set.Internal = p.Internal
	}
	if p.Disabled != nil {
		set.Disabled = *p.Disabled
	}
	if p.Network != nil {
		if set.Network = settings.Words(*p.Network); len(*p.Network) == 0 {
			set.Network = nil
		}
	}
	if p.Read != nil {
		set.Read = *p.Read
	}
	if p.Write != nil {
		set.Write = *p.Write
	}
	return set
}

// check refuses what a server cannot be given.
func (o Options) check(option Option) error {
	if option.Network != nil {
		if _, err := sandbox.ParseNetwork(*option.Network); err != nil {
			return fmt.Errorf("nothing was changed: %w", err)
		}
	}
	for _, list := range []*[]string{option.Read, option.Write} {
		if list == nil {
			continue
		}
		for _, path := range *list {
			if _, why := o.s.profiles.grantable(path); why == "it doesn't exist" {
				return fmt.Errorf("nothing was changed: %s doesn't exist", path)
			} else if why != "" {
				return fmt.Errorf("nothing was changed: the server can't be given access to %s, because %s", path, why)
			}
		}
	}
	return nil
}

// Allow lets a server reach and touch more than before: hosts as
// sandbox.ParseNetwork reads them, and files or folders.
func (o Options) Allow(ctx context.Context, name string, hosts, read, write []string) (Profile, error) {
	f, err := o.s.Find(name)
	if err != nil {
		return Profile{}, err
	}
	if f.Settings.Command == "" {
		return Profile{}, fmt.Errorf("the server %q runs on another machine, so its access can't be set here", name)
	}
	var option Option
	if len(hosts) > 0 {
		words := slices.Clone(f.Settings.NetworkWords())
		for _, h := range hosts {
			if h == string(sandbox.Off) || h == string(sandbox.On) {
				words = []string{h}
			} else {
				words = append(slices.DeleteFunc(words, func(w string) bool { return w == string(sandbox.Off) || w == h }), h)
			}
		}
		option.Network = &words
	}
	option.Read, option.Write = morePaths(f.Settings.Read, read), morePaths(f.Settings.Write, write)
	made := o.s.profiles.makeMissing(write)
	if err := o.Set(ctx, name, option); err != nil {
		for _, dir := range made {
			_ = os.Remove(dir) // it is empty
		}
		return Profile{}, err
	}
	if f, err = o.s.Find(name); err != nil {
		return Profile{}, err
	}
	return o.s.Profile(f), nil
}

// morePaths are paths with others added; nil: nothing is.
func morePaths(list, more []string) *[]string {
	if len(more) == 0 {
		return nil
	}
	out := slices.Clone(list)
	for _, path := range more {
		if !slices.Contains(out, path) {
			out = append(out, path)
		}
	}
	return &out
}
