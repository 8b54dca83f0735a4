package operator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/sandbox"
	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/operator/news"
	"handrail/operator/settings"
	"handrail/pipeline/guard"
)

// SavedServers are the servers of the settings, by name, as they stand there.
func (o *Operator) SavedServers() (map[string]settings.Server, error) {
	settings, _, err := o.settings.Load()
	return settings.Tools.Servers, err
}

// SaveServer puts a server into the settings, in place of one of that name, for
// every space. Values of its env and headers that look secret are kept where
// secrets are, unless plain says to leave them. Settings that cannot work are an
// error that says what is wrong, and nothing is changed.
func (o *Operator) SaveServer(ctx context.Context, name string, set settings.Server, plain bool) (SavedServer, error) {
	if why := set.Problem(name); why != "" {
		return SavedServer{}, fmt.Errorf("the server %q is not saved: %s", name, why)
	}
	out := SavedServer{Name: name}
	if !plain {
		var err error
		if set, out.Secrets, err = o.hideSecrets(name, set); err != nil {
			return out, err
		}
		kept, err := o.keepArgs(name, &set)
		if out.Secrets = append(out.Secrets, kept...); err != nil {
			return out, err
		}
	}
	return out, o.putServer(ctx, name, set, nil)
}

// putServer writes a server into the settings and has it count in every space. may,
// if it is not nil, sees what stands there just before; its error leaves it so.
func (o *Operator) putServer(ctx context.Context, name string, set settings.Server, may func(old settings.Server, there bool) error) error {
	other, old := false, settings.Server{}
	_, err := o.settings.Update(func(all *settings.Settings) error {
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
		other = there && !old.Identity().SameProgram(set.Identity())
		all.Tools.Servers[name] = set
		return nil
	})
	if err != nil {
		return err
	}
	if other { // what it has is not what the last one of that name had
		if err := o.forgetServer(ctx, name); err != nil {
			return err
		}
		if old.URL != set.URL {
			if err := o.forgetSignIn(ctx, name, old); err != nil {
				return err
			}
		}
	}
	return o.serversSet(ctx)
}

// RemoveServer takes a server out of the settings and ends it everywhere. Secrets
// that it names are kept: others may name them, too. What signing in to it gave is
// forgotten. One of a space's own file is taken out of that file by hand.
func (o *Operator) RemoveServer(ctx context.Context, name string) error {
	var old settings.Server
	_, err := o.settings.Update(func(all *settings.Settings) error {
		var ok bool
		if old, ok = all.Tools.Servers[name]; !ok {
			return fmt.Errorf("your settings have no server %q; `handrail servers list` shows those there are. One of a space is taken out of its %s", name, FromSpace)
		}
		delete(all.Tools.Servers, name)
		return nil
	})
	if err != nil {
		return err
	}
	if err := o.forgetServer(ctx, name); err != nil {
		return err
	}
	// The server ends first: one that runs could renew its token meanwhile.
	return errors.Join(o.serversSet(ctx), o.forgetSignIn(ctx, name, old))
}

// serversSet takes the settings over into every open space.
func (o *Operator) serversSet(ctx context.Context) error {
	err := o.rulesChanged(ctx)
	for _, s := range o.Spaces() {
		o.hub.Publish(news.Event{Kind: news.OnServers, Folder: s.dir})
	}
	return err
}

// SetServerOption changes what the person may say of a server of this space: one of
// the settings is changed in every space, one of the space's own file in this one,
// and the file stays as it is. What cannot be is an error, and nothing is changed.
func (s *Space) SetServerOption(ctx context.Context, name string, option ServerOption) error {
	f, err := s.foundServer(name)
	if err != nil {
		return err
	}
	if err := s.checkOption(option); err != nil {
		return err
	}
	_, err = s.o.settings.Update(func(all *settings.Settings) error {
		if f.From == FromSettings {
			all.Tools.Servers[name] = option.apply(all.Tools.Servers[name])
			return nil
		}
		own := all.PerSpace[s.dir]
		own.Servers = maps.Clone(own.Servers)
		if own.Servers == nil {
			own.Servers = map[string]settings.Server{}
		}
		old, now := own.Servers[name], s.identityOf(name)
		if old.For != now { // what was opened to another program is not opened to this one
			old = old.Restrictions()
		}
		old = option.apply(old)
		old.For = now
		own.Servers[name] = old
		if all.PerSpace == nil {
			all.PerSpace = map[string]settings.Space{}
		}
		all.PerSpace[s.dir] = own
		return nil
	})
	if err != nil {
		return err
	}
	return s.o.serversSet(ctx)
}

// identityOf names the server that the space's own file has under a name.
func (s *Space) identityOf(name string) string {
	for _, d := range s.current.Load().space.Servers {
		if d.Name == name {
			return declaredSettings(d).Identity().Key()
		}
	}
	return ""
}

// apply changes settings as the option says.
func (o ServerOption) apply(set settings.Server) settings.Server {
	if o.Internal != nil {
		set.Internal = o.Internal
	}
	if o.Disabled != nil {
		set.Disabled = *o.Disabled
	}
	if o.Network != nil {
		if set.Network = settings.Words(*o.Network); len(*o.Network) == 0 {
			set.Network = nil
		}
	}
	if o.Read != nil {
		set.Read = *o.Read
	}
	if o.Write != nil {
		set.Write = *o.Write
	}
	return set
}

// checkOption refuses what a server cannot be given.
func (s *Space) checkOption(option ServerOption) error {
	if option.Network != nil {
		if _, err := sandbox.ParseNetwork(*option.Network); err != nil {
			return fmt.Errorf("the server is left as it was: %w", err)
		}
	}
	for _, list := range []*[]string{option.Read, option.Write} {
		if list == nil {
			continue
		}
		for _, path := range *list {
			if _, why := s.grantable(path); why == "not there" {
				return fmt.Errorf("the server is left as it was: %s is not there", path)
			} else if why != "" {
				return fmt.Errorf("the server is left as it was: %s cannot be opened to it, because %s", path, why)
			}
		}
	}
	return nil
}

// AllowServer lets a server reach and touch more than before: hosts as
// sandbox.ParseNetwork reads them, and files or folders.
func (s *Space) AllowServer(ctx context.Context, name string, hosts, read, write []string) (ServerProfile, error) {
	f, err := s.foundServer(name)
	if err != nil {
		return ServerProfile{}, err
	}
	if f.Settings.Command == "" {
		return ServerProfile{}, fmt.Errorf("the server %q runs elsewhere: what it reaches is not for this machine to say", name)
	}
	var option ServerOption
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
	option.Read, option.Write = s.morePaths(f.Settings.Read, read), s.morePaths(f.Settings.Write, write)
	if err := s.SetServerOption(ctx, name, option); err != nil {
		return ServerProfile{}, err
	}
	if f, err = s.foundServer(name); err != nil {
		return ServerProfile{}, err
	}
	return s.profileOf(f), nil
}

// morePaths are paths with others added; nil: nothing is.
func (s *Space) morePaths(list, more []string) *[]string {
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

// foundServer finds an entry, also of a server that cannot be used.
func (s *Space) foundServer(name string) (foundServer, error) {
	for _, f := range s.current.Load().servers {
		if f.Name == name && !f.Shadowed {
			return f, nil
		}
	}
	return foundServer{}, fmt.Errorf("there is no server %q; `handrail servers list` shows those there are", name)
}

// AskTool says whether every call of a server's tool asks the person, whatever
// their rules allow: it puts an ask rule for exactly that tool into the settings, or
// takes it out. name is the qualified one.
func (o *Operator) AskTool(ctx context.Context, name string, ask bool) error {
	settings, _, err := o.settings.Load()
	if err != nil {
		return err
	}
	switch there := slices.Contains(settings.Rules.Ask, name); {
	case ask == there:
		return nil
	case ask:
		return o.AddRule(ctx, guard.Ask, name)
	}
	return o.RevokeRule(ctx, guard.Ask, name)
}

// hideSecrets puts values that look secret where secrets are kept, and references
// in their place.
func (o *Operator) hideSecrets(server string, set settings.Server) (settings.Server, []string, error) {
	var kept []string
	hide := func(values map[string]string, looks func(name, value string) bool) (map[string]string, error) {
		out := maps.Clone(values)
		for _, name := range slices.Sorted(maps.Keys(values)) {
			value := values[name]
			if value == "" || placeholder.MatchString(value) || !looks(name, value) {
				continue
			}
			secret, err := o.freeSecret(server+"."+name, value)
			if err != nil {
				return nil, err
			}
			prefix := ""
			if scheme, rest, ok := strings.Cut(value, " "); ok && (strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "Basic") || strings.EqualFold(scheme, "Token")) {
				prefix, value = scheme+" ", strings.TrimSpace(rest)
			}
			if err := o.SetSecret(secret, value); err != nil {
				return nil, fmt.Errorf("the value of %s could not be kept as a secret: %w", name, err)
			}
			kept = append(kept, secret)
			out[name] = prefix + secrets.Reference(secret)
		}
		return out, nil
	}
	var err error
	if set.Env, err = hide(set.Env, o.looksSecretValue); err != nil {
		return set, kept, err
	}
	set.Headers, err = hide(set.Headers, func(name, value string) bool { return looks.Header(name) || o.looksSecretValue(name, value) })
	return set, kept, err
}

func (o *Operator) looksSecretValue(name, value string) bool {
	if value == "true" || value == "false" || len(value) < 4 {
		return false
	}
	return o.looksSecret(name, value)
}

// secretLetters are those that the name of a secret may not have.
var secretLetters = regexp.MustCompile(`[^A-Za-z0-9._-]+`) // compiled once, never changed

// freeSecret is a name for a secret that no other secret has, unless it has this very
// value: what another one names must not change under it.
func (o *Operator) freeSecret(want, value string) (string, error) {
	want = secretLetters.ReplaceAllString(want, "-")
	if len(want) > 60 {
		want = want[:60]
	}
	kept, err := o.secrets.List()
	if err != nil {
		return "", err
	}
	name := want
	for n := 2; ; n++ {
		if _, taken := kept[name]; !taken {
			return name, nil
		}
		if old, err := o.secrets.Get(name); err == nil && (old == value || strings.HasSuffix(value, " "+old)) {
			return name, nil
		}
		name = fmt.Sprintf("%s-%d", want, n)
	}
}

// serverVars are variables or headers as lists show them.
func (o *Operator) serverVars(values map[string]string, looks func(name, value string) bool) []ServerVar {
	var out []ServerVar
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := ServerVar{Name: name, Value: values[name]}
		v.Secret = len(secrets.References(v.Value)) > 0
		if !v.Secret && !placeholder.MatchString(v.Value) && looks(name, v.Value) {
			v.Secret, v.Value = true, ""
		}
		out = append(out, v)
	}
	return out
}

// isSecretVar reports whether a variable or header of a server looks secret.
func (o *Operator) isSecretVar(name, value string) bool {
	return o.looksSecretValue(name, value) || looks.Header(name) || looks.Secret(name, value)
}
