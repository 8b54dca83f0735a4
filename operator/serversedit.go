package operator

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"handrail/internal/secrets"
	"handrail/mcp"
	"handrail/operator/settings"
)

// A SavedForm is a server of the person's settings, to be filled into a form.
type SavedForm struct {
	// Settings are as they stand there, without the values of Env and Headers.
	Settings     settings.Server
	Env, Headers []ServerVar // sorted; what is secret has its reference at most
	Digest       string      // of what stands there: see ServerForm.Was
	Problem      string      // why it cannot be used as it stands; "" if it can
}

// errChangedMeanwhile refuses a form that was filled from what does not stand any more.
var errChangedMeanwhile = errors.New("it was changed meanwhile: look again, and change it anew")

// SavedServerForm is what a form that changes a server of the settings begins with.
// One of the space's own file is an error that says where it stands.
func (s *Space) SavedServerForm(name string) (SavedForm, error) {
	set, err := s.editable(name)
	if err != nil {
		return SavedForm{}, err
	}
	out := SavedForm{Settings: set.Readable(), Digest: set.Digest(), Problem: set.Problem(name)}
	out.Env, out.Headers = s.o.serverVars(out.Settings.Env, s.o.isSecretVar), s.o.serverVars(out.Settings.Headers, s.o.isSecretVar)
	out.Settings.Env, out.Settings.Headers = nil, nil
	return out, nil
}

// editable are the settings of a server that ChangeServer may change.
func (s *Space) editable(name string) (settings.Server, error) {
	all, err := s.o.SavedServers()
	if err != nil {
		return settings.Server{}, err
	}
	if set, ok := all[name]; ok {
		return set, nil
	}
	f, err := s.foundServer(name)
	if err != nil {
		return settings.Server{}, err
	}
	return settings.Server{}, fmt.Errorf("the server %q stands in %s of this space: change it there, by hand", name, f.file())
}

// DraftChange shows what ChangeServer would make of a form: also what else it does,
// and why it would be refused. Same is the name if nothing would change. Nothing is
// saved, and nothing is started or ended.
func (s *Space) DraftChange(ctx context.Context, f ServerForm) (ImportServer, error) {
	old, err := s.editable(f.Name)
	if err != nil {
		return ImportServer{}, err
	}
	taken, err := s.o.secrets.List()
	if err != nil {
		return ImportServer{}, err
	}
	set, _, err := f.over(s.o, old, func(want, _ string) (string, error) { return unusedName(taken, want), nil })
	if err != nil {
		return ImportServer{}, err
	}
	draft, err := s.draftOf(f.Name, set, nil)
	if err != nil {
		return ImportServer{}, err
	}
	draft.Name, draft.Taken = f.Name, "" // it keeps its name, whatever it is
	switch {
	case old.Digest() != f.Was:
		draft.Refused = errChangedMeanwhile.Error()
	case draft.Refused == "":
		draft.Refused = set.Problem(f.Name)
	}
	if set.Digest() == old.Digest() {
		draft.Same = f.Name
	}
	draft.Warnings = append(s.changeNotes(ctx, f.Name, old, set), draft.Warnings...)
	return draft, nil
}

// ChangeServer saves a server of the settings as the person has changed it, under
// its name, for every space; what no form shows stays. Where it ran, or tried to, it is
// started anew. What was changed since the form was filled is not overwritten.
func (s *Space) ChangeServer(ctx context.Context, f ServerForm) (Imported, error) {
	old, err := s.editable(f.Name)
	if err != nil {
		return Imported{}, err
	}
	done := Imported{Name: f.Name, Outcome: ImportRefused}
	if old.Digest() != f.Was {
		done.Why = errChangedMeanwhile.Error()
		return done, nil
	}
	set, kept, err := f.over(s.o, old, s.o.freeSecret)
	if err != nil {
		return done, err
	}
	if done.Why = set.Problem(f.Name); done.Why != "" {
		return done, nil
	}
	if set.Digest() == old.Digest() {
		done.Outcome = ImportSame
		return done, nil
	}
	for _, name := range slices.Sorted(maps.Keys(kept)) {
		if err := s.o.SetSecret(name, kept[name]); err != nil {
			return done, fmt.Errorf("the value of %s could not be kept as a secret, and the server is left as it was: %w", name, err)
		}
		done.Secrets = append(done.Secrets, name)
	}
	if !old.Identity().SameProgram(set.Identity()) { // arguments that nobody has touched stay as they are
		client := set.OAuthClientSecret
		set.OAuthClientSecret = ""
		names, err := s.o.keepArgs(f.Name, &set)
		if done.Secrets = append(done.Secrets, names...); err != nil {
			return done, fmt.Errorf("the server is left as it was: %w", err)
		}
		set.OAuthClientSecret = client
	}
	again := s.o.serverRuns(f.Name)
	err = s.o.putServer(ctx, f.Name, set, func(now settings.Server, there bool) error {
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
	for _, one := range again {
		if v, err := one.server(f.Name); err == nil { // else it says why it is not used
			go v.start()
		}
	}
	done.Outcome, done.Missing = ImportChanged, s.o.missingSecrets(f.Name)
	return done, nil
}

// serverRuns are the open spaces in which a server runs or has tried to, and those
// that could not use it.
func (o *Operator) serverRuns(name string) (out []*Space) {
	for _, s := range o.Spaces() {
		v, err := s.server(name)
		if err == nil {
			if state := v.status().State; state == mcp.Idle || state == mcp.Stopped {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// over are the settings that would be saved in place of old, and the values of the
// secrets that they name anew; free finds a name for a value.
func (f ServerForm) over(o *Operator, old settings.Server, free func(name, value string) (string, error)) (settings.Server, map[string]string, error) {
	old = old.Readable()
	f.Settings.Env, f.SecretEnv = keptValues(f.Settings.Env, f.SecretEnv, f.KeptEnv, old.Env, o.isSecretVar)
	f.Settings.Headers, f.SecretHeaders = keptValues(f.Settings.Headers, f.SecretHeaders, f.KeptHeaders, old.Headers, o.isSecretVar)
	form, kept, err := f.settings(f.Name, free)
	if err != nil {
		return old, nil, err
	}
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
	return set, kept, nil
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
		case value != "" && !placeholder.MatchString(value) && looks(was, value):
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
func (s *Space) changeNotes(ctx context.Context, name string, old, set settings.Server) (out []string) {
	if old.Broken != "" {
		out = append(out, "what of its settings cannot be read is replaced by what stands here: "+old.Broken)
	}
	if !old.Readable().Identity().SameProgram(set.Identity()) || old.Broken != "" {
		out = append(out, "with another command, other arguments or another address it is another server: what its tools were when you approved them is forgotten, and they are taken as it lists them next")
	}
	if old.URL != set.URL && old.URL != "" {
		if in, err := s.o.SignedIn(ctx, s.dir, name); err == nil && in.In {
			out = append(out, "you are signed out of its old address, and what signing in gave is forgotten")
		}
		if host := hostOf(set.URL); host != "" && host != hostOf(old.URL) && (len(set.Headers) > 0 || set.OAuthClientSecret != "") {
			out = append(out, "what it is sent with every request goes to "+host+" from now on: the headers, and what it is known by where it signs you in")
		}
	}
	for _, secret := range set.DroppedSecrets(old) {
		out = append(out, fmt.Sprintf("it no longer names the secret %s, which stays kept: remove it with your secrets if nothing else needs it", secret))
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

// unusedName is the name that a new secret would get.
func unusedName(taken map[string]string, want string) string {
	want = secretLetters.ReplaceAllString(want, "-")
	want = want[:min(len(want), 60)] // as freeSecret has it
	name := want
	for n := 2; ; n++ {
		if _, there := taken[name]; !there {
			return name
		}
		name = fmt.Sprintf("%s-%d", want, n)
	}
}
