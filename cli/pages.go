package cli

import (
	"fmt"

	"handrail/operator/pages"
)

// pagesCmd is the pages of a space.
type pagesCmd struct {
	List pagesListCmd `cmd:"" default:"1" help:"List the pages of this space, and what each may call."`
	Open pagesOpenCmd `cmd:"" help:"Open a page, and wait until it is closed."`
}

type pagesListCmd struct{}

// pageLine is a page in JSON.
type pageLine struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	File   string   `json:"file"`
	Icon   string   `json:"icon,omitempty"`
	Tools  []string `json:"tools"` // null: the tools of the desktop
	Reason string   `json:"reason,omitempty"`
}

// Run lists the pages, also those that can't be opened, with the reason.
func (pagesListCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	lines, may := []pageLine{}, []string{}
	for _, p := range pages.List(space) {
		may = append(may, p.MayCall())
		lines = append(lines, pageLine{ID: p.ID, Name: p.Name, File: p.File, Icon: p.Icon, Tools: p.Tools, Reason: withAction(p.Why, p.Action)})
	}
	if s.app.JSON {
		return s.print(lines)
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stderr, "This space has no pages.")
		return nil
	}
	for i, l := range lines {
		if l.Reason != "" { // what it might call is not known before its manifest is trusted
			fmt.Fprintf(s.Stdout, "%s  %s\n   can't be opened: %s\n", clean(l.ID), clean(l.Name), clean(l.Reason))
			continue
		}
		fmt.Fprintf(s.Stdout, "%s  %s  may call %s\n", clean(l.ID), clean(l.Name), clean(may[i]))
	}
	return nil
}

type pagesOpenCmd struct {
	Name string `arg:"" help:"The page's name, as pages list has it."`
}

// Run shows a page until it is closed.
func (c pagesOpenCmd) Run(s *session) (err error) {
	o, space, err := s.openSpace("")
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := s.ShowPage.Check(); err != nil {
		return err
	}
	shelf := pages.New(o)
	defer shelf.Close()
	page, err := shelf.Open(s.ctx, space, c.Name)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, "The page %s is open until you close it.\n", clean(page.Page()))
	return page.Show(s.ctx, s.ShowPage)
}
