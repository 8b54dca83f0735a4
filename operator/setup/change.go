package setup

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"handrail/internal/secrets"
	"handrail/operator/servers"
	"handrail/operator/settings"
)

// A Saved is a server of the person's settings, to be filled into a form.
type Saved struct {
	// Settings are as they stand there, without the values of Env and Headers.
	Settings     settings.Server
	Env, Headers []servers.Var // sorted; what is secret has its reference at most
	Digest       string        // of what stands there: see Form.Was
	Problem      string        // why it cannot be used as it stands; "" if it can
}

// errChangedMeanwhile refuses a form that was filled from what does not stand any more.
var errChangedMeanwhile = errors.New("its settings changed while you were editing: review them and try again")

// Saved is what a form that changes a server of the settings begins with. One of the
// space's own file is an error that says where it stands.
func (e *Editor) Saved(name string) (Saved, error) {
	set, err := e.editable(name)
	if err != nil {
		return Saved{}, err
	}
	out := Saved{Settings: set.Readable(), Digest: set.Digest(), Problem: set.Problem(name)}
	out.Env, out.Headers = e.desk.c.Looks.Vars(out.Settings.Env), e.desk.c.Looks.Vars(out.Settings.Headers)
	out.Settings.Env, out.Settings.Headers = nil, nil
	return out, nil
}

// editable are the settings of a server that Change may change.
func (e *Editor) editable(name string) (settings.Server, error) {
	all, err := e.desk.Saved()
	if err != nil {
		return settings.Server{}, err
	}
	if set, ok := all[name]; ok {
		return set, nil
	}
	f, err := e.c.Servers.Find(name)
	if err != nil {
		return settings.Server{}, err
	}
	return settings.Server{}, fmt.Errorf("the server %q is declared in %s in this space: edit it there", name, f.File())
}

// DraftChange shows what Change would make of a form: also what else it does, and why
// it would be refused. Same is the name if nothing would change. Nothing is saved, and
// nothing is started or ended.
func (e *Editor) DraftChange(ctx context.Context, f Form) (Preview, error) {
	old, err := e.editable(f.Name)
	if err != nil {
		return Preview{}, err
	}
	names, err := e.desk.previewNames()
	if err != nil {
		return Preview{}, err
	}
	draft := e.change(f, old, names)
	p, err := e.showForm(f.Name, f.Name, draft)
	if err != nil {
		return Preview{}, err
	}
	switch set := draft.Settings; {
	case old.Digest() != f.Was:
		p.Refused = errChangedMeanwhile.Error()
	case p.Refused == "":
		p.Refused = set.Problem(f.Name)
	}
	if draft.Settings.Digest() == old.Digest() {
		p.Same = f.Name
	}
	p.Warnings = append(e.changeNotes(ctx, f.Name, old, draft.Settings), p.Warnings...)
	return p, nil
}

// change makes the draft of a server that is changed.
func (e *Editor) change(f Form, old settings.Server, names *namer) Draft {
	set, kept := f.replacing(e.desk.c.Looks, old, names)
	// The person has said of each variable and header whether it is a secret. Arguments
	// that nobody has touched stay as they are.
	left := parts{variables: true, client: true, arguments: old.Identity().SameProgram(set.Identity())}
	draft := e.desk.drafter(f.Name, names, left).draft(set)
	draft.add(kept)
	return draft
}

// Change saves a server of the settings as the person has changed it, under its name,
// for every space; what no form shows stays. Where it ran, or tried to, it is started
// anew. What was changed since the form was filled is not overwritten.
func (e *Editor) Change(ctx context.Context, f Form) (Result, error) {
	old, err := e.editable(f.Name)
	if err != nil {
		return Result{}, err
	}
	done := Result{Name: f.Name, Outcome: Refused}
	if old.Digest() != f.Was {
		done.Why = errChangedMeanwhile.Error()
		return done, nil
	}
	names, err := e.desk.names()
	if err != nil {
		return done, err
	}
	draft := e.change(f, old, names)
	if done.Why = draft.Settings.Problem(f.Name); done.Why != "" {
		return done, nil
	}
	if draft.Settings.Digest() == old.Digest() {
		done.Outcome = Same
		return done, nil
	}
	tried := slices.DeleteFunc(e.desk.c.Open(), func(s *servers.Set) bool { return !s.Tried(f.Name) })
	err = e.desk.save(ctx, f.Name, draft, func(now settings.Server, there bool) error {
		if !there || now.Digest() != f.Was {
			return errChangedMeanwhile
		}
		return nil
	})
	if errors.Is(err, errChangedMeanwhile) {
		done.Why = errChangedMeanwhile.Error()
		return done, nil
	}
	if err != nil {
		return done, err
	}
	for _, set := range tried {
		set.Start(f.Name)
	}
	done.Outcome, done.Secrets, done.Missing = Changed, draft.Names(), e.desk.missing(f.Name)
	return done, nil
}

// replacing are the settings that would be saved in place of old, and the secrets that
// they name anew.
func (f Form) replacing(looks servers.Looks, old settings.Server, names *namer) (settings.Server, []Secret) {
	old = old.Readable()
	f.Settings.Env, f.SecretEnv = keptValues(f.Settings.Env, f.SecretEnv, f.KeptEnv, old.Env, looks.Shown)
	f.Settings.Headers, f.SecretHeaders = keptValues(f.Settings.Headers, f.SecretHeaders, f.KeptHeaders, old.Headers, looks.Shown)
	form, kept := f.draft(f.Name, names)
	form.Env, form.Headers = inPlace(form.Env, f.SecretEnv, f.KeptEnv, old.Env), inPlace(form.Headers, f.SecretHeaders, f.KeptHeaders, old.Headers)
	set := old
	set.Command, set.Args, set.Dir, set.Env = form.Command, form.Args, form.Dir, form.Env
	set.URL, set.Transport, set.Headers, set.Timeout = form.URL, form.Transport, form.Headers, form.Timeout
	if form.IsInternal() != old.IsInternal() {
		set.Internal = form.Internal
	}
	if form.Transport != old.Transport {
		set.Type = "" // it would say the old one
	}
	return set, kept
}

// keptValues are a form's variables or headers with the values that stay. A value that
// looks secret and stands in the settings itself becomes a secret, as the draft says.
// Of a new value, what stands before the saved one's secret is taken off: see inPlace.
func keptValues(plain, secret, kept, old map[string]string, looks func(name, value string) bool) (outPlain, outSecret map[string]string) {
	outPlain, outSecret = map[string]string{}, map[string]string{}
	maps.Copy(outPlain, plain)
	maps.Copy(outSecret, secret)
	for name, was := range kept {
		value, ok := old[was]
		typed, anew := secret[name]
		before, _ := AroundSecret(value)
		switch {
		case !ok: // the form is not of these settings, and is refused
		case anew && len(typed) > len(before) && strings.EqualFold(typed[:len(before)], before):
			outSecret[name] = typed[len(before):]
		case anew:
		case value != "" && !settings.HasPlaceholder(value) && looks(was, value):
			outSecret[name] = value
		default:
			outPlain[name] = value
		}
	}
	return outPlain, outSecret
}

// inPlace puts references to new secrets where those of the saved values stood, as
// behind "Bearer ".
func inPlace(values, secret, kept, old map[string]string) map[string]string {
	for name, was := range kept {
		if _, anew := secret[name]; anew {
			before, after := AroundSecret(old[was])
			values[name] = before + values[name] + after
		}
	}
	return values
}

// AroundSecret is what stands before and behind the one secret that a value names;
// nothing if it names none or several.
func AroundSecret(value string) (before, after string) {
	names := secrets.References(value)
	if len(names) != 1 {
		return "", ""
	}
	before, after, _ = strings.Cut(value, secrets.Reference(names[0]))
	return before, after
}

// changeNotes say what else a change does.
func (e *Editor) changeNotes(ctx context.Context, name string, old, set settings.Server) (out []string) {
	if old.Broken != "" {
		out = append(out, "saving replaces settings that can't be read: "+old.Broken)
	}
	if !old.Readable().Identity().SameProgram(set.Identity()) || old.Broken != "" {
		out = append(out, "a new command, arguments or address make it a different server: your approvals are removed, and the tools it lists next count as approved")
	}
	if old.URL != set.URL && old.URL != "" {
		if in, err := e.c.Servers.SignIns().State(ctx, name); err == nil && in.In {
			out = append(out, "you will be signed out of its old address")
		}
		if host := hostOf(set.URL); host != "" && host != hostOf(old.URL) && (len(set.Headers) > 0 || set.OAuthClientSecret != "" || set.OAuthPrivateKey != "") {
			out = append(out, "its headers and sign-in credentials will be sent to "+host)
		}
	}
	for _, secret := range set.DroppedSecrets(old) {
		out = append(out, fmt.Sprintf("it no longer uses the secret %s, which stays stored: remove that secret if nothing else needs it", secret))
	}
	return out
}

// hostOf is the host of an address; "" if it has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
