package operator

import (
	"context"
	"path/filepath"

	"handrail/operator/news"
	"handrail/operator/paths"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/command"
)

// HandsReference is the authoring reference of ctxnest.json, as
// describe_hands_schema gives it.
func HandsReference() string { return command.HandsReference() }

// handProvisions lists the hands of a space: those that can be called, and with
// the reason those that cannot.
func handProvisions(c command.Config, l *loaded) []tools.Provision {
	space := l.space
	var fine []command.Hand
	var held []tools.Provision
	for _, h := range space.Hands {
		why := l.heldIn("hand", h.Name, command.HandsFile)
		if why == "" || h.Disabled {
			fine = append(fine, h)
			continue
		}
		held = append(held, tools.Provision{Source: command.NewHandSource(c, space.ID, []command.Hand{h}), State: tools.Held, Reason: why})
	}
	p := tools.Provision{Source: command.NewHandSource(c, space.ID, fine)}
	for _, h := range space.Hands {
		if h.Disabled {
			p.Rejected = append(p.Rejected, tools.Entry{
				Info:  tools.Info{Name: h.Name, Title: h.Name, Description: h.Description, Source: "hand", File: command.HandsFile},
				State: tools.Disabled, Reason: "its author has disabled it in " + command.HandsFile,
			})
		}
	}
	for _, r := range space.RejectedHands {
		p.Rejected = append(p.Rejected, tools.Entry{
			Info: tools.Info{Name: r.Name, Title: r.Name, Source: "hand", File: command.HandsFile}, Reason: r.Reason,
		})
	}
	return append([]tools.Provision{p}, held...)
}

// handTools are the tools around hands. Every space has them; they stand right
// behind the built-in ones, so that no definition of a space takes their names.
func (s *Space) handTools() (tools.Source, error) {
	return command.HandTools(command.HandControl{
		List: s.listHands,
		Reload: func(ctx context.Context) error {
			if err := s.reload(ctx); err != nil {
				return err
			}
			s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
			return nil
		},
		Check: s.checkProject, Register: s.registerProject,
	})
}

// listHands tells an agent what hands there are. Disabled ones it does not see
// (docs/spec/07-hands.md#fields).
func (s *Space) listHands(context.Context) (command.HandListing, error) {
	now := s.current.Load()
	l := command.HandListing{Project: now.space.ID, File: command.HandsFile}
	byName := map[string]command.Hand{}
	for _, h := range now.space.Hands {
		byName[h.Name] = h
	}
	for _, e := range now.registry.Entries() {
		h, ok := byName[e.Info.Name]
		if e.Info.Source != "hand" || e.Tool == nil || !ok {
			continue
		}
		l.Hands = append(l.Hands, command.HandLine{
			Name: e.Qualified, Description: e.Info.Description, Danger: e.Info.Danger, Confirm: e.Info.Confirm, State: e.State, Reason: e.Reason, Params: h.Params,
		})
	}
	for _, r := range now.space.RejectedHands {
		l.Rejected = append(l.Rejected, command.HandRejected(r))
	}
	return l, nil
}

// checkProject finds the folder that an agent means by a path, and why it may
// not be a space.
func (s *Space) checkProject(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.dir, path)
	}
	if err := spaces.Refusal(path, s.o.c.Home, s.o.c.Dirs.Config, s.o.c.Dirs.Data); err != nil {
		return "", err
	}
	return paths.Real(path)
}

// registerProject opens a folder as a space. It trusts nothing.
func (s *Space) registerProject(ctx context.Context, dir string) (command.HandProject, error) {
	added, err := s.o.AddSpace(ctx, dir)
	if err != nil {
		return command.HandProject{}, err
	}
	p := command.HandProject{Project: added.Declared().ID, Folder: added.dir, Trusted: added.Trust() != Untrusted, Hands: len(added.Declared().Hands)}
	if !p.Trusted {
		p.Note = "the person must look at what it can run and trust it before any of it runs: in the window, or with `handrail space trust`"
	}
	return p, nil
}
