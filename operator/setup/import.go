package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"

	other "handrail/internal/clients"
	"handrail/internal/secrets"
	"handrail/operator/paths"
	"handrail/operator/settings"
)

// What becomes of a choice.
const (
	Added   = "added"
	Same    = "same"    // it was there already
	Refused = "refused" // see Result.Why
	Changed = "changed" // of Editor.Change
)

// Import adds servers that Find has shown to the person's settings. The
// other programs' files are read again and not touched; one that is not what was
// shown is refused, and so is one whose name another server has: nothing is
// overwritten. One that fails does not hold up the others.
func (e *Editor) Import(ctx context.Context, choices []Choice) ([]Result, error) {
	files, err := e.files()
	if err != nil {
		return nil, err
	}
	return e.importFrom(ctx, files, choices)
}

// ImportFile adds servers that ReadFile has shown.
func (e *Editor) ImportFile(ctx context.Context, file string, choices []Choice) ([]Result, error) {
	return e.importFrom(ctx, []other.File{other.ReadAny(e.desk.world(nil), file)}, choices)
}

// ImportText adds servers that ReadText has shown.
func (e *Editor) ImportText(ctx context.Context, text string, choices []Choice) ([]Result, error) {
	return e.importFrom(ctx, []other.File{e.pasted(text)}, choices)
}

func (e *Editor) importFrom(ctx context.Context, files []other.File, choices []Choice) ([]Result, error) {
	if err := paths.NotFromRoom("servers import"); err != nil {
		return nil, err
	}
	previews, err := e.previews(ctx, files)
	if err != nil {
		return nil, err
	}
	shown, raw := map[string]Preview{}, map[string]other.Server{}
	for i, f := range files {
		for j, c := range f.Servers {
			p := previews[i].Servers[j]
			shown[p.ID], raw[p.ID] = p, c
		}
	}
	out := []Result{}
	for _, choice := range choices {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		p, ok := shown[choice.ID]
		done := Result{ID: choice.ID, Name: p.Name, Outcome: Refused}
		switch {
		case !ok:
			done.Why = "it no longer exists: refresh and choose again"
		case p.Digest != choice.Digest:
			done.Why = "it changed after you saw it: refresh and review it again"
		case p.Refused != "":
			done.Why = p.Refused
		default:
			done = e.importOne(ctx, p, raw[choice.ID], choice)
		}
		out = append(out, done)
	}
	return out, nil
}

// importOne saves one server.
func (e *Editor) importOne(ctx context.Context, p Preview, c other.Server, choice Choice) Result {
	done := Result{ID: p.ID, Name: p.Name, Outcome: Refused}
	if choice.Name != "" {
		done.Name = choice.Name
	}
	set := e.imported(c)
	there, err := e.there()
	if err != nil {
		done.Why = err.Error()
		return done
	}
	if old, taken := there[done.Name]; taken {
		if duplicates(set, old) {
			done.Outcome = Same
		} else {
			done.Why = fmt.Sprintf("there is already a server %q: give this one another name", done.Name)
		}
		return done
	}
	if why := set.Problem(done.Name); why != "" {
		done.Why = why
		return done
	}
	set.Internal = &choice.InternalOnly
	as := set
	set, asks, err := taking(e.desk, p.Name, set, choice)
	if err == nil {
		err = e.desk.answer(&set, asks, choice.Answers, &done)
	}
	if err == nil {
		err = errors.Join(ownNames(e.desk, &set, c.Asks, choice.Answers), e.desk.answer(&set, c.Asks, choice.Answers, &done))
	}
	if err == nil {
		err = bringOver(e.desk, done.Name, as, choice.Take)
	}
	if err == nil {
		var saved Receipt
		saved, err = e.desk.Save(ctx, done.Name, set, choice.Plain)
		done.Secrets = append(done.Secrets, saved.Secrets...)
	}
	if err != nil {
		done.Why = err.Error()
		return done
	}
	done.Outcome = Added
	done.Missing = e.desk.missing(done.Name)
	return done
}

// ownNames gives what a text asks for, and the person has not answered, names that no secret has: the
// text chose the names, and gets no secret that was kept for another server.
func ownNames(d *Desk, set *settings.Server, asks []other.Ask, answers map[string]string) error {
	names, err := d.names()
	if err != nil {
		return err
	}
	for _, a := range asks {
		if answers[a.Secret] != "" {
			continue
		}
		if name := names.name(a.Secret, ""); name != a.Secret {
			*set = set.ReplaceText(secrets.Reference(a.Secret), secrets.Reference(name))
		}
	}
	return nil
}

// taking gives a server what the choice lets it have, and references to the values that it lacks;
// asks are those that are still to be kept.
func taking(d *Desk, name string, set settings.Server, choice Choice) (out settings.Server, asks []other.Ask, err error) {
	ids := slices.Clone(choice.Take)
	_, needs := d.needsOf(name, set)
	for _, n := range needs {
		if n.value == nil {
			continue
		}
		ids = append(ids, n.ID)
		asks = append(asks, other.Ask{Secret: n.value.secret})
	}
	if out, err = d.Take(name, set, ids); err != nil {
		return out, nil, err
	}
	for _, n := range needs {
		if n.value == nil || !n.value.plain {
			continue
		}
		if value := choice.Answers[n.value.secret]; value != "" {
			out.Env = with(out.Env, n.value.variable, value)
			asks = slices.DeleteFunc(asks, func(a other.Ask) bool { return a.Secret == n.value.secret })
		}
	}
	return out, asks, nil
}

// answer keeps what the person has answered to what the other program would have
// asked. A secret of that name that is there already is not changed.
func (d *Desk) answer(set *settings.Server, asks []other.Ask, answers map[string]string, done *Result) error {
	names, err := d.names()
	if err != nil {
		return err
	}
	for _, a := range asks {
		value, ok := answers[a.Secret]
		if !ok || value == "" {
			continue
		}
		name := names.name(a.Secret, value)
		if err := d.c.Secrets.Set(name, value); err != nil {
			return fmt.Errorf("couldn't store the value of %s as a secret: %w", a.Secret, err)
		}
		done.Secrets = append(done.Secrets, name)
		if name != a.Secret {
			*set = set.ReplaceText(secrets.Reference(a.Secret), secrets.Reference(name))
		}
	}
	return nil
}
