package cli

import (
	"fmt"
	"slices"
	"text/tabwriter"
	"time"

	"handrail/operator/permits"
)

// grantsCmd is what the person has granted.
type grantsCmd struct {
	List   grantsListCmd   `cmd:"" default:"1" help:"List what you always allow, in all spaces."`
	Revoke grantsRevokeCmd `cmd:"" help:"Revoke a grant. It takes effect at once, everywhere."`
	Widen  grantsWidenCmd  `cmd:"" help:"Let every chat of a space use a file or folder that you picked for one."`
}

type grantsListCmd struct{}

// Run lists grants of every kind, the newest first.
func (grantsListCmd) Run(s *session) (err error) {
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := o.Permits().Grants(s.ctx)
	if err != nil {
		return err
	}
	if s.app.JSON {
		if list == nil {
			list = []permits.GrantLine{}
		}
		return s.print(map[string]any{"grants": list})
	}
	if len(list) == 0 {
		fmt.Fprintln(s.Stdout, "Nothing is always allowed.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "GRANT\tWHAT\tSPACE\tCREATED\tUNTIL\tUSED")
	for _, g := range list {
		space, until, used := g.Space, "you revoke it", "not counted"
		if space == "" {
			space = "every space"
		}
		if !g.Until.IsZero() {
			until = g.Until.Local().Format(time.DateTime)
		}
		if g.Session != "" && g.Until.IsZero() {
			until = "the session ends"
		}
		if g.Session != "" && g.Kind == permits.PathGrant {
			space += ", one chat"
		}
		if g.Counted {
			used = fmt.Sprint(g.Count)
			if g.Count > 0 {
				used += ", last " + g.Last.Local().Format(time.DateTime)
			}
		}
		what := granted(g)
		if g.Idle != "" {
			what += " (not in effect: " + g.Idle + ")"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", g.ID, clean(what), clean(space), g.Made.Local().Format(time.DateTime), until, used)
	}
	return w.Flush()
}

type grantsRevokeCmd struct {
	ID string `arg:"" help:"The grant's id, as grants list shows it."`
}

// Run takes a grant back.
func (c grantsRevokeCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	line, err := grantLine(s, o.Permits(), c.ID)
	if err != nil {
		return err
	}
	if err := o.Permits().RevokeGrant(s.ctx, c.ID); err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Revoked: %s.\n", clean(granted(line)))
	return nil
}

type grantsWidenCmd struct {
	ID string `arg:"" help:"The grant's id, as grants list shows it."`
}

// Run lets every chat use what was picked for one.
func (c grantsWidenCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	line, err := grantLine(s, o.Permits(), c.ID)
	if err != nil {
		return err
	}
	if err := o.Permits().WidenPath(s.ctx, c.ID); err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "Widened to every chat of %s: %s.\n", clean(line.Space), clean(granted(line)))
	return nil
}

// grantLine is a grant by its id; an empty one if there is none, about which whoever changes it says so.
func grantLine(s *session, book *permits.Book, id string) (permits.GrantLine, error) {
	list, err := book.Grants(s.ctx)
	at := slices.IndexFunc(list, func(g permits.GrantLine) bool { return g.ID == id })
	if err != nil || at < 0 {
		return permits.GrantLine{}, err
	}
	return list[at], nil
}

// granted words what a grant allows.
func granted(g permits.GrantLine) string {
	if g.Tool != "" {
		return g.Tool + ": " + g.Label
	}
	return g.Label
}
