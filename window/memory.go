package window

import (
	"handrail/operator"
	"handrail/operator/holdings"
	"handrail/operator/memories"
	"handrail/operator/pages"
)

// Memory is what the agents of a space remember, as the page asks for it.
type Memory struct{ *app }

// Memory shows what is remembered. It fails where the file is none that could be a memory.
func (a *Memory) Memory(space string) (MemoryView, error) { return a.memory(space, nil) }

// ReplaceMemory puts a text in the place of the paragraph number at, from 0, which was as told; "" forgets it. It fails
// if that paragraph is not there any more.
func (a *Memory) ReplaceMemory(space string, at int, was, text string) (MemoryView, error) {
	return a.memory(space, func(b *memories.Book) error { return b.Replace(a.ctx, at, was, text) })
}

// SaveMemory puts a text in the place of the whole memory whose digest was read. It fails if it is another by now.
func (a *Memory) SaveMemory(space, text, digest string) (MemoryView, error) {
	return a.memory(space, func(b *memories.Book) error { return b.Save(a.ctx, text, digest) })
}

// memory changes what a space remembers, if change is not nil, and shows it.
func (a *Memory) memory(space string, change func(*memories.Book) error) (MemoryView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return MemoryView{}, err
	}
	book := operator.MemoriesOf(s)
	if change != nil {
		if err := change(book); err != nil {
			return MemoryView{}, err
		}
	}
	c, err := book.Read(a.ctx)
	return viewOf(c, err, memoryView)
}

// MemoryView is what is remembered.
type MemoryView struct {
	// All of it, as Markdown.
	Text   string `json:"text"`
	Digest string `json:"digest"`
	// Bytes that it has, and that agents may fill.
	Used int `json:"used"`
	Most int `json:"most"`
	// Its paragraphs, in order.
	Paragraphs []ParagraphView `json:"paragraphs"`
}

// ParagraphView is one thing that is remembered.
type ParagraphView struct {
	Text string `json:"text"`
	// When it was noted; "" = it was written by hand, or longer ago than the record goes.
	When    string `json:"when"`
	Run     string `json:"run"`
	Session string `json:"session"`
	// The agent or program that noted it; "" = you did.
	By string `json:"by"`
}

func memoryView(c memories.Contents) MemoryView {
	return MemoryView{Text: c.Text, Digest: c.Digest, Used: len(c.Text), Most: c.Most, Paragraphs: each(c.Memories, func(m memories.Memory) ParagraphView {
		return ParagraphView{Text: m.Text, When: timeText(m.When), Run: m.Run, Session: m.Session, By: m.By}
	})}
}

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

// OpenApp opens the app by which a server shows what a call has come to, in a window of its own.
func (a *Pages) OpenApp(call string) error {
	was, err := a.o.History().Call(a.ctx, call)
	if err != nil {
		return err
	}
	s, err := a.o.Space(was.Space)
	if err != nil {
		return err
	}
	screen := a.desk.PageScreen()
	if err := screen.Check(); err != nil {
		return err
	}
	page, err := a.pages.OpenApp(a.ctx, s, call)
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

// HoldingsView is what is kept on this machine, and how long the record is. -1 = no bound.
type HoldingsView struct {
	Parts    []HeldPartView `json:"parts"`
	KeepDays int            `json:"keepDays"`
	MaxMB    int64          `json:"maxMB"`
}

// HeldPartView is a kind of what is kept.
type HeldPartView struct {
	Part  holdings.Part `json:"part"`
	Bytes int64         `json:"bytes"`
}

// HeldView is what would be deleted.
type HeldView struct {
	Runs  int    `json:"runs"`
	Chats int    `json:"chats"`
	Since string `json:"since"`
	// Of them, for which nothing is deleted.
	Running int `json:"running"`
}
