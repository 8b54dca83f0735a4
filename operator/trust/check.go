package trust

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/spaces"
	"handrail/tools"
)

// NoticeChanges tells the person of definitions that are no longer what they
// trusted since a program ran. They are held back already when it returns.
func (k *Keeper) NoticeChanges(ctx context.Context, tool string) {
	before, began := k.State(), time.Now()
	if before.Level() == Untrusted {
		return
	}
	if !before.space.Touched() {
		switch {
		case before.Own():
			k.activity.know(began, before.heldFiles())
		case before.Level() == NotNeeded && !before.space.Declares():
			noteBare(ctx, k, began)
		}
		return
	}
	if err := k.refresh(ctx); err != nil {
		k.c.Notice("error", "couldn't reload %s after %s ran: %v", k.c.Dir, tool, err)
		return
	}
	now := k.State()
	if before.level == NotNeeded && now.Level() == Untrusted {
		k.c.Notice("warning", "%v", tools.Advise(tools.Action{Kind: tools.TrustSpace}, "A program that %s ran created definitions in %s. They have no effect until you trust the space.", tool, filepath.Base(k.c.Dir)))
		return
	}
	var names []string
	for _, d := range now.changes {
		if !slices.ContainsFunc(before.changes, func(b Deviation) bool {
			return b.Key == d.Key && b.Status == d.Status && b.Item.Digest == d.Item.Digest && b.Item.Exec == d.Item.Exec
		}) {
			names = append(names, fmt.Sprintf("%s (%s %s)", d.File, d.Name, d.Status))
		}
	}
	if len(names) > 0 {
		k.c.Notice("warning", "%v", tools.Advise(tools.Action{Kind: tools.RestoreChanges}, "While a program of %s ran, this changed in %s and is held back: %s.", tool, filepath.Base(k.c.Dir), strings.Join(names, ", ")))
	}
}

// CheckPin refuses a tool, hand or server that is no longer what s has seen, or that
// is held back. A watch may be late; this is asked right before a call is settled
// and right before it runs.
func (k *Keeper) CheckPin(ctx context.Context, s State, item Key) error {
	if s.level != Trusted {
		return nil
	}
	needs := s.needs[item]
	changed, err := s.space.Changed(needs...)
	if err != nil {
		return err
	}
	if len(changed) == 0 || len(needs) == 0 {
		return nil
	}
	if err := k.refresh(ctx); err != nil {
		return err
	}
	now := k.State()
	if now.Level() == Untrusted {
		return tools.Advise(tools.Action{Kind: tools.TrustSpace}, "%s changed, and this space is not trusted as it is now", changed[0].File)
	}
	if why := now.held[item]; why != "" {
		return tools.Advise(review, "%s", why)
	}
	if !slices.EqualFunc(needs, now.needs[item], spaces.Item.Same) {
		return fmt.Errorf("%s changed before this call could run: make the call again", changed[0].File)
	}
	return nil
}

// needsOf are, for each tool, hand and server, the items that must not have changed when
// it runs: its definition and the scripts that it names.
func needsOf(items []spaces.Item) map[Key][]spaces.Item {
	scripts := map[string]spaces.Item{}
	for _, i := range items {
		if i.Kind == "script" {
			scripts[i.File] = i
		}
	}
	needs := map[Key][]spaces.Item{}
	for _, i := range items {
		if i.Kind != "tool" && i.Kind != "hand" && i.Kind != "server" {
			continue
		}
		list := []spaces.Item{i}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(i.Scripts))) {
			if script, ok := scripts[name]; ok {
				list = append(list, script)
			}
		}
		needs[KeyOf(i)] = list
	}
	return needs
}
