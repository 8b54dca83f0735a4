package operator

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"handrail/internal/secrets"
	"handrail/operator/settings"
)

// A ServerForm is a server as the person fills it in by hand.
type ServerForm struct {
	Name     string
	Settings settings.Server // without the values that are to be secret
	// Transport is how a remote server is spoken to: "http", "sse" or "", which
	// tries both.
	Transport string
	// SecretEnv and SecretHeaders are kept where secrets are; the settings name them.
	SecretEnv, SecretHeaders map[string]string

	// Of ChangeServer only: variables and headers, by name, that have the value of a
	// saved one, named by it, or a new secret in the place of that one's; and
	// SavedForm.Digest of what is changed.
	KeptEnv, KeptHeaders map[string]string
	Was                  string
}

// DraftServer shows what AddServer would make of a form: also why it would be
// refused. Nothing is saved or started.
func (s *Space) DraftServer(ctx context.Context, f ServerForm) (ImportServer, error) {
	if err := ctx.Err(); err != nil {
		return ImportServer{}, err
	}
	name := f.Name
	if name == "" {
		name = "server"
	}
	set, _, err := f.settings(name, func(name, _ string) (string, error) { return name, nil })
	if err != nil {
		return ImportServer{}, err
	}
	there, err := s.thereAlready()
	if err != nil {
		return ImportServer{}, err
	}
	return s.draftOf(name, set, there)
}

// draftOf shows what settings would be, beside servers that are there.
func (s *Space) draftOf(name string, set settings.Server, there map[string]settings.Server) (ImportServer, error) {
	shown := set // without what no text may say: the profile, below, is the form's
	shown.Internal, shown.Network, shown.Read, shown.Write, shown.Timeout = nil, nil, nil, nil, 0
	raw, err := json.Marshal(map[string]map[string]settings.Server{"mcpServers": {name: shown}})
	if err != nil {
		return ImportServer{}, err
	}
	read := s.pasted(string(raw))
	if read.Err != nil || len(read.Servers) != 1 {
		return ImportServer{}, fmt.Errorf("the server %q cannot be read as it is filled in: %w", name, read.Err)
	}
	draft := s.preview(read, read.Servers[0], &importNames{there: there, given: map[string]settings.Server{}, ids: map[string]string{}})
	if draft.Refused == "" {
		draft.Refused = set.Problem(draft.Name)
	}
	if draft.Refused == "" {
		// Other programs' settings know no profile: it is the form's.
		p := s.profileOf(foundServer{Name: draft.Name, From: FromSettings, Settings: set})
		draft.Profile = []string{p.Reads, p.Writes, p.Reaches}
		for _, note := range p.Notes {
			if !slices.Contains(draft.Warnings, note) {
				draft.Warnings = append(draft.Warnings, note)
			}
		}
	}
	return draft, nil
}

// AddServer saves a server that was filled in, under the name that DraftServer has
// shown: nothing is overwritten.
func (s *Space) AddServer(ctx context.Context, f ServerForm) (Imported, error) {
	draft, err := s.DraftServer(ctx, f)
	if err != nil {
		return Imported{}, err
	}
	done := Imported{ID: draft.ID, Name: draft.Name, Outcome: ImportRefused, Why: draft.Refused}
	switch {
	case draft.Refused != "":
		return done, nil
	case draft.Same != "":
		done.Name, done.Outcome = draft.Same, ImportSame
		return done, nil
	}
	set, kept, err := f.settings(draft.Name, s.o.freeSecret)
	if err != nil {
		return done, err
	}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		if err := s.o.SetSecret(name, kept[name]); err != nil {
			return done, fmt.Errorf("the value of %s could not be kept as a secret, and the server was not saved: %w", name, err)
		}
		done.Secrets = append(done.Secrets, name)
	}
	// The person has said of each variable and header whether it is a secret; the draft
	// has shown what is hidden of the rest.
	names, err := s.o.keepArgs(draft.Name, &set)
	if done.Secrets = append(done.Secrets, names...); err != nil {
		return done, fmt.Errorf("the server was not saved: %w", err)
	}
	if _, err := s.o.SaveServer(ctx, draft.Name, set, true); err != nil {
		return done, err
	}
	done.Outcome = ImportAdded
	return done, nil
}

// settings are those that would be saved, and the values of the secrets that they
// name; free finds a name for a value.
func (f ServerForm) settings(server string, free func(name, value string) (string, error)) (settings.Server, map[string]string, error) {
	set, kept := f.Settings, map[string]string{}
	set.Transport = settings.ParseTransport(f.Transport)
	hide := func(values, secret map[string]string) (map[string]string, error) {
		out := map[string]string{}
		maps.Copy(out, values)
		for _, key := range slices.Sorted(maps.Keys(secret)) {
			name, err := free(server+"."+key, secret[key])
			if err != nil {
				return nil, err
			}
			out[key], kept[name] = secrets.Reference(name), secret[key]
		}
		return out, nil
	}
	var err error
	if set.Env, err = hide(set.Env, f.SecretEnv); err != nil {
		return set, nil, err
	}
	set.Headers, err = hide(set.Headers, f.SecretHeaders)
	return set, kept, err
}
