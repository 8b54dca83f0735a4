package setup

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	other "handrail/internal/clients"
	"handrail/internal/secrets"
	"handrail/operator/servers"
	"handrail/operator/settings"
)

// EditorConfig is what an Editor is given of its space.
type EditorConfig struct {
	Dir     string // the space's folder
	Servers *servers.Set
	// Found are the servers as the space was last read.
	Found func() []servers.Found
}

// An Editor adds, changes and imports servers, as seen from one space: it shows what
// they could touch there, and which names are free.
type Editor struct {
	desk *Desk
	c    EditorConfig
}

// Editor makes the Editor of a space.
func (d *Desk) Editor(c EditorConfig) *Editor { return &Editor{desk: d, c: c} }

// A Form is a server as the person fills it in by hand.
type Form struct {
	Name     string
	Settings settings.Server // without the values that are to be secret
	// Transport is how a remote server is spoken to: "http", "sse" or "", which
	// tries both.
	Transport string
	// SecretEnv and SecretHeaders are kept where secrets are; the settings name them.
	SecretEnv, SecretHeaders map[string]string

	// Of Add only: what the server is let have of the preview's Needs, by their IDs.
	Take []string

	// Of Change only: variables and headers, by name, that have the value of a saved
	// one, named by it, or a new secret in the place of that one's; and Saved.Digest of
	// what is changed.
	KeptEnv, KeptHeaders map[string]string
	Was                  string
}

// Draft shows what Add would make of a form: also why it would be refused. Nothing is
// saved or started.
func (e *Editor) Draft(ctx context.Context, f Form) (Preview, error) {
	names, err := e.desk.previewNames()
	if err != nil {
		return Preview{}, err
	}
	p, _, err := e.draft(ctx, f, names)
	return p, err
}

// draft makes the draft of a server that is added, and shows it.
func (e *Editor) draft(ctx context.Context, f Form, names *namer) (Preview, Draft, error) {
	if err := ctx.Err(); err != nil {
		return Preview{}, Draft{}, err
	}
	there, err := e.there()
	if err != nil {
		return Preview{}, Draft{}, err
	}
	want := f.Name
	if want == "" {
		want = "server"
	}
	// Whether another server is the same is asked of references: any values do.
	trial, _ := f.draft(want, &namer{given: map[string]string{}})
	name, taken, same, _ := newServerNames(there).name("", want, trial)
	set, kept := f.draft(name, names)
	// The person has said of each variable and header whether it is a secret.
	draft := e.desk.drafter(name, names, parts{variables: true}).draft(set)
	draft.add(kept)
	p, err := e.showForm(want, name, draft)
	p.Taken, p.Same = taken, same
	if _, note := Direct(f.Settings); note != "" {
		p.Warnings = append([]string{note}, p.Warnings...)
	}
	return p, draft, err
}

// showForm shows the draft of a form, as it would be read of a file. want is the name
// that was filled in, name the one that it gets.
func (e *Editor) showForm(want, name string, draft Draft) (Preview, error) {
	set := draft.Settings
	text := set // without what no text may say: the profile, below, is the form's
	text.Internal, text.Network, text.Read, text.Write, text.Timeout = nil, nil, nil, nil, 0
	raw, err := json.Marshal(map[string]map[string]settings.Server{"mcpServers": {want: text}})
	if err != nil {
		return Preview{}, err
	}
	world := e.desk.world(nil)
	world.Form = true
	read := other.ReadText(world, "the form", raw)
	if read.Err != nil || len(read.Servers) != 1 {
		return Preview{}, fmt.Errorf("the server %q isn't filled in correctly: %w", want, read.Err)
	}
	p := found(read, read.Servers[0])
	p.Name = name
	p = e.show(p, draft, e.imported(read.Servers[0]))
	if p.Refused == "" {
		p.Refused = set.Problem(name)
	}
	if p.Refused == "" {
		// Other programs' settings know no profile: it is the form's.
		profile := e.c.Servers.Profile(servers.Found{Name: name, From: servers.FromSettings, Settings: set})
		p.Profile = []string{profile.Reads, profile.Writes, profile.Reaches}
		for _, note := range profile.Notes {
			if !slices.Contains(p.Warnings, note.Text) {
				p.Warnings = append(p.Warnings, note.Text)
			}
		}
	}
	return p, nil
}

// Add saves a server that was filled in, under the name that Draft has shown: nothing
// is overwritten.
func (e *Editor) Add(ctx context.Context, f Form) (Result, error) {
	names, err := e.desk.names()
	if err != nil {
		return Result{}, err
	}
	p, draft, err := e.draft(ctx, f, names)
	if err != nil {
		return Result{}, err
	}
	done := Result{ID: p.ID, Name: p.Name, Outcome: Refused, Why: p.Refused}
	switch {
	case p.Refused != "":
		return done, nil
	case p.Same != "":
		done.Name, done.Outcome = p.Same, Same
		return done, nil
	}
	as := draft.Settings
	if draft.Settings, err = e.desk.Take(p.Name, as, f.Take); err != nil {
		done.Why = err.Error()
		return done, nil //nolint:nilerr // it is shown as why the form was refused
	}
	if err := e.desk.save(ctx, p.Name, draft, nil); err != nil {
		return done, err
	}
	if err := bringOver(e.desk, p.Name, as, f.Take); err != nil {
		return done, err
	}
	done.Outcome, done.Secrets = Added, draft.Names()
	return done, nil
}

// draft are the settings that would be saved, and the secrets that the person has
// filled in.
func (f Form) draft(server string, names *namer) (settings.Server, []Secret) {
	var kept []Secret
	set := f.Settings
	set.Transport = settings.ParseTransport(f.Transport)
	hide := func(values, secret map[string]string, place string) map[string]string {
		out := map[string]string{}
		maps.Copy(out, values)
		for _, key := range slices.Sorted(maps.Keys(secret)) {
			name := names.name(server+"."+key, secret[key])
			out[key] = secrets.Reference(name)
			kept = append(kept, Secret{Name: name, Place: place + key, value: secret[key]})
		}
		return out
	}
	set.Env = hide(set.Env, f.SecretEnv, "")
	set.Headers = hide(set.Headers, f.SecretHeaders, "header ")
	set, _ = Direct(set)
	return set, kept
}

// add adds secrets that the settings name already, before the others.
func (d *Draft) add(list []Secret) { d.Secrets = append(list, d.Secrets...) }
