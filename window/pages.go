package window

import (
	"handrail/operator/pages"
)

// Pages are the pages of a space, as the page asks for them.
type Pages struct{ *app }

// Pages lists the pages of a space, in the order of its manifest.
func (a *Pages) Pages(space string) ([]PageView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	return each(pages.List(s), pageView), nil
}

// OpenPage opens a page in a window of its own. It fails if nothing here can show one, or
// the page is not what the person has trusted.
func (a *Pages) OpenPage(space, id string) error {
	s, err := a.o.Space(space)
	if err != nil {
		return err
	}
	screen := a.desk.PageScreen()
	if err := screen.Check(); err != nil {
		return err
	}
	page, err := a.pages.Open(a.ctx, s, id)
	if err == nil {
		a.o.Go(func() { a.showPage(page, screen) })
	}
	return err
}

// showPage shows a page until it is closed.
func (a *app) showPage(page *pages.Session, screen pages.Screen) {
	if err := page.Show(a.ctx, screen); err != nil {
		a.o.News().Notice("error", "The page %s couldn't be shown: %v", page.Page(), err)
	}
}

// PageView is a page of a space.
type PageView struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	File string `json:"file"`
	Icon string `json:"icon"`
	// Names and globs of the tools that it may call.
	Tools []string `json:"tools"`
	// It lists no tools, so it has those of the desktop.
	Desktop bool `json:"desktop"`
	// Why it can't be opened; "" = it can.
	Why string `json:"why"`
}

func pageView(p pages.Page) PageView {
	return PageView{ID: p.ID, Name: p.Name, File: p.File, Icon: p.Icon, Tools: each(p.Tools, func(t string) string { return t }), Desktop: p.Tools == nil, Why: p.Why}
}
