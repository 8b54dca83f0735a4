package operator

import (
	"context"
	"fmt"

	other "handrail/internal/clients"
	"handrail/internal/secrets"
	"handrail/operator/paths"
	"handrail/operator/settings"
)

// What becomes of a choice.
const (
	ImportAdded   = "added"
	ImportSame    = "same"    // it was there already
	ImportRefused = "refused" // see Imported.Why
	ImportChanged = "changed" // of ChangeServer
)

// Import adds servers that FindImports has shown to the person's settings. The
// other programs' files are read again and not touched; one that is not what was
// shown is refused, and so is one whose name another server has: nothing is
// overwritten. One that fails does not hold up the others.
func (s *Space) Import(ctx context.Context, choices []ImportChoice) ([]Imported, error) {
	files, err := s.found()
	if err != nil {
		return nil, err
	}
	return s.importFrom(ctx, files, choices)
}

// ImportFile adds servers that ReadImports has shown.
func (s *Space) ImportFile(ctx context.Context, file string, choices []ImportChoice) ([]Imported, error) {
	return s.importFrom(ctx, []other.File{other.ReadAny(s.o.world(nil), file)}, choices)
}

// ImportPasted adds servers that PasteImports has shown.
func (s *Space) ImportPasted(ctx context.Context, text string, choices []ImportChoice) ([]Imported, error) {
	return s.importFrom(ctx, []other.File{s.pasted(text)}, choices)
}

func (s *Space) importFrom(ctx context.Context, files []other.File, choices []ImportChoice) ([]Imported, error) {
	if err := paths.NotFromRoom("servers import"); err != nil {
		return nil, err
	}
	previews, err := s.previews(ctx, files)
	if err != nil {
		return nil, err
	}
	shown, raw := map[string]ImportServer{}, map[string]other.Server{}
	for i, f := range files {
		for j, c := range f.Servers {
			p := previews[i].Servers[j]
			shown[p.ID], raw[p.ID] = p, c
		}
	}
	out := []Imported{}
	for _, choice := range choices {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		p, ok := shown[choice.ID]
		done := Imported{ID: choice.ID, Name: p.Name, Outcome: ImportRefused}
		switch {
		case !ok:
			done.Why = "it is not there any more: look again"
		case p.Digest != choice.Digest:
			done.Why = "it has changed since it was shown: look again"
		case p.Refused != "":
			done.Why = p.Refused
		default:
			done = s.importOne(ctx, p, raw[choice.ID], choice)
		}
		out = append(out, done)
	}
	return out, nil
}

// importOne saves one server.
func (s *Space) importOne(ctx context.Context, p ImportServer, c other.Server, choice ImportChoice) Imported {
	done := Imported{ID: p.ID, Name: p.Name, Outcome: ImportRefused}
	if choice.Name != "" {
		done.Name = choice.Name
	}
	set := s.importSettings(c)
	there, err := s.thereAlready()
	if err != nil {
		done.Why = err.Error()
		return done
	}
	if old, taken := there[done.Name]; taken {
		if set.Duplicates(old) {
			done.Outcome = ImportSame
		} else {
			done.Why = fmt.Sprintf("there is another server %q: give this one another name", done.Name)
		}
		return done
	}
	if why := set.Problem(done.Name); why != "" {
		done.Why = why
		return done
	}
	set.Internal = &choice.InternalOnly
	err = s.o.answerAsks(&set, c.Asks, choice.Answers, &done)
	if err == nil {
		var saved SavedServer
		saved, err = s.o.SaveServer(ctx, done.Name, set, choice.Plain)
		done.Secrets = append(done.Secrets, saved.Secrets...)
	}
	if err != nil {
		done.Why = err.Error()
		return done
	}
	done.Outcome = ImportAdded
	done.Missing = s.o.missingSecrets(done.Name)
	return done
}

// answerAsks keeps what the person has answered to what the other program would
// have asked. A secret of that name that is there already is not changed.
func (o *Operator) answerAsks(set *settings.Server, asks []other.Ask, answers map[string]string, done *Imported) error {
	for _, a := range asks {
		value, ok := answers[a.Secret]
		if !ok || value == "" {
			continue
		}
		name, err := o.freeSecret(a.Secret, value)
		if err != nil {
			return err
		}
		if err := o.SetSecret(name, value); err != nil {
			return fmt.Errorf("the value of %s could not be kept as a secret: %w", a.Secret, err)
		}
		done.Secrets = append(done.Secrets, name)
		if name != a.Secret {
			*set = set.ReplaceText(secrets.Reference(a.Secret), secrets.Reference(name))
		}
	}
	return nil
}

// missingSecrets are those that a saved server names and that are not kept.
func (o *Operator) missingSecrets(server string) (out []string) {
	all, err := o.SavedServers()
	if err != nil {
		return nil
	}
	kept, err := o.secrets.List()
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
