package window

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"handrail/internal/frame"
	"handrail/journal"
	"handrail/operator/news"
)

// Frame is the window itself, as the page asks for it: what it showed last, an address that asks to open a folder, and
// what becomes of agents when it is closed.
type Frame struct{ *app }

// framing is what the window itself has.
type framing struct {
	open   chan struct{} // closed when the app is open, or cannot be
	ready  chan struct{} // closed when the folders of the last time are open
	first  string        // the folder that the app was started for; "": none
	shown  chan struct{} // the page has asked what becomes of agents
	unhear func()

	mu         sync.Mutex
	links      []LinkView
	page       string // that was shown last
	background bool   // it goes on without being seen until agents are done
}

// LinkView is an address that asks to open a folder.
type LinkView struct {
	// As it was given.
	Address string `json:"address"`
	// The folder; "" if the address is wrong.
	Path string `json:"path"`
	// Why it opens nothing; "" = it may.
	Problem string `json:"problem"`
}

// ClosingView is what would be cut short if the window was closed.
type ClosingView struct {
	// Chats in which agents work.
	Chats int `json:"chats"`
	// Calls of the person, of pages and of other programs that go on.
	Calls int `json:"calls"`
	// Questions that wait for the person.
	Questions int `json:"questions"`
}

// Opened waits until the app is open, and says why it cannot be opened. The page asks nothing else before it: until then there
// is nothing to answer from.
func (a *Frame) Opened() error {
	<-a.frame.open
	return a.broken()
}

// Links are the addresses that ask to open a folder, each told once. Nothing is opened: the person decides, and OpenSpace does it.
func (a *Frame) Links() ([]LinkView, error) {
	a.frame.mu.Lock()
	defer a.frame.mu.Unlock()
	list := a.frame.links
	a.frame.links = nil
	return each(list, func(l LinkView) LinkView { return l }), nil
}

// LastPage is what the window showed when it was closed last, as SetLastPage was told; "" if that is not there any more, or the window was
// opened for a folder in which it was not. It waits until the folders of the last time are open.
func (a *Frame) LastPage() (string, error) {
	select {
	case <-a.frame.ready:
	case <-a.ctx.Done():
	}
	return a.lastPage(), a.broken()
}

// SetLastPage keeps what the window shows, for the next time.
func (a *Frame) SetLastPage(page string) error {
	a.frame.mu.Lock()
	defer a.frame.mu.Unlock()
	a.frame.page = page
	return nil
}

// Closing says what would be cut short, and that the person is asked what becomes of it.
func (a *Frame) Closing() (ClosingView, error) {
	select {
	case a.frame.shown <- struct{}{}:
	default:
	}
	chats, calls := a.o.Runs().AtWork()
	return ClosingView{Chats: chats, Calls: calls, Questions: len(a.o.Asking().Questions().List())}, nil
}

// CloseWindow closes the window: in the background agents go on until they are done, and then it ends by itself; else they are stopped.
func (a *Frame) CloseWindow(background bool) error {
	if background && a.working() {
		a.goOn()
		return nil
	}
	a.desk.Quit()
	return nil
}

// Ready says that the folders of the last time are open. first is the folder that the app was started for, and last what
// the window showed the last time.
func (w *Window) Ready(first, last string) {
	a := w.app
	a.frame.mu.Lock()
	a.frame.first = first
	a.frame.page = cmp.Or(a.frame.page, last)
	a.frame.mu.Unlock()
	close(a.frame.ready)
}

// Shown is what the window shows, as the page has told.
func (w *Window) Shown() string {
	w.app.frame.mu.Lock()
	defer w.app.frame.mu.Unlock()
	return w.app.frame.page
}

const (
	// asksWithin is how long the page may take to ask the person: on a busy machine it is slow, and closing at once ends agents.
	asksWithin = 15 * time.Second
	// readyWithin is how long somebody who starts Handrail again waits for the window that is there.
	readyWithin = 3 * time.Second
)

// AskToClose has the page ask what becomes of agents. It reports whether the page does that.
func (w *Window) AskToClose() bool {
	a := w.app
	select {
	case <-a.frame.shown: // of an earlier time
	default:
	}
	a.raise()
	a.desk.Emit(AppEvent{Kind: news.OnClosing})
	select {
	case <-a.frame.shown:
		return true
	case <-time.After(asksWithin):
		return false
	}
}

// Take does what another window was started for: the window comes to the front, opens a folder, or asks whether to open the one of an address.
func (w *Window) Take(r frame.Request) error {
	a := w.app
	select {
	case <-a.frame.ready:
	case <-time.After(readyWithin):
		return errors.New("Handrail is still starting: try again") //nolint:staticcheck // a name
	}
	if a.o == nil {
		return a.broken()
	}
	a.raise()
	if r.Link != "" {
		w.Ask(r.Link)
	}
	if r.Folder == "" {
		return nil
	}
	s, err := a.o.AddSpace(a.ctx, r.Folder)
	if err != nil {
		return err
	}
	s.Watch()
	a.desk.Emit(AppEvent{Kind: news.OnOpen, Space: s.Dir()})
	return nil
}

// Ask asks the person whether to open the folder of an address.
func (w *Window) Ask(address string) {
	a := w.app
	path, err := folderOf(address)
	view := LinkView{Address: plainWords(address), Path: path}
	if err != nil {
		view.Problem = err.Error()
	}
	a.frame.mu.Lock()
	if len(a.frame.links) < mostLinks {
		a.frame.links = append(a.frame.links, view)
	}
	a.frame.mu.Unlock()
	if a.desk != nil {
		a.desk.Emit(AppEvent{Kind: news.OnLink})
	}
}

const (
	// mostLinks is how many addresses wait to be asked about: a page of the web can send any number.
	mostLinks = 5
	// addressMost is how many bytes an address may have.
	addressMost = 8 << 10
)

// folderOf is the folder that an address asks to open: handrail://open?path=FOLDER, and nothing else is taken.
func folderOf(address string) (string, error) {
	if len(address) > addressMost {
		return "", fmt.Errorf("the address is longer than %d KB", addressMost>>10)
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || !strings.EqualFold(u.Scheme, "handrail"):
		return "", errors.New("it is no address of Handrail: one begins with handrail://open?path=")
	case u.Host != "open" || u.Path != "" && u.Path != "/" || u.User != nil || u.Opaque != "":
		return "", errors.New("it asks for something that addresses can't do: they only open a folder, as handrail://open?path=FOLDER")
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil || len(query) != 1 || len(query["path"]) != 1 || u.Fragment != "" {
		return "", errors.New("it must have one path and nothing else, as handrail://open?path=FOLDER")
	}
	path := query.Get("path")
	switch {
	case !utf8.ValidString(path) || strings.ContainsFunc(path, deceives):
		return "", errors.New("its path has characters that can't be shown")
	case !filepath.IsAbs(path):
		return "", errors.New("its path is not a whole one: it must begin at the root")
	case strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//"):
		return "", errors.New("its path leads to another machine")
	}
	path = filepath.Clean(path)
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s is not a folder on this machine", path)
	}
	return path, nil
}

// deceives reports a character that is not seen, or turns others around.
func deceives(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == utf8.RuneError
}

// plainWords is text as people may be shown it: its beginning, without characters that deceive.
func plainWords(text string) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if deceives(r) {
			return '\ufffd'
		}
		return r
	}, text))
	return string(runes[:min(len(runes), 300)])
}

func (a *app) working() bool {
	select {
	case <-a.frame.open:
	default:
		return false // it is closed while it opens
	}
	if a.o == nil {
		return false
	}
	chats, calls := a.o.Runs().AtWork()
	return chats+calls > 0
}

// raise brings the window before the person, also out of the background.
func (a *app) raise() {
	a.frame.mu.Lock()
	a.frame.background = false
	a.frame.mu.Unlock()
	a.desk.Raise()
}

const (
	// restsFor is how long nothing goes on when a window in the background ends: a message that waits may be sent next.
	restsFor = 5 * time.Second
	// looksEvery is how often that is looked at.
	looksEvery = 500 * time.Millisecond
)

// goOn puts the window away until agents are done, and ends it then.
func (a *app) goOn() {
	a.frame.mu.Lock()
	if a.frame.background {
		a.frame.mu.Unlock()
		return
	}
	a.frame.background = true
	a.frame.mu.Unlock()
	a.person.Leave()
	a.desk.Hide()
	t := a.tongue()
	a.desk.Notify(t.Own("Handrail works in the background"), t.Own("It quits when agents are done. Click here, or start it again, to see it."), a.raise)
	go func() {
		for rests := time.Duration(0); rests < restsFor; rests += looksEvery {
			select {
			case <-time.After(looksEvery):
			case <-a.ctx.Done():
				return
			}
			a.frame.mu.Lock()
			background := a.frame.background
			a.frame.mu.Unlock()
			if !background {
				return
			}
			if a.working() {
				rests = 0
			}
		}
		a.desk.Quit()
	}()
}

// lastPage is the page that was shown last, if it is still there.
func (a *app) lastPage() string {
	a.frame.mu.Lock()
	page, first := a.frame.page, a.frame.first
	a.frame.mu.Unlock()
	if a.o == nil || !strings.HasPrefix(page, "#/") {
		return ""
	}
	path, _, _ := strings.Cut(strings.TrimPrefix(page, "#/"), "?")
	steps := strings.Split(path, "/")
	for i, step := range steps {
		plain, err := url.PathUnescape(step)
		if err != nil {
			return ""
		}
		steps[i] = plain
	}
	if steps[0] == "settings" && first == "" {
		return page
	}
	if steps[0] != "space" || len(steps) < 2 {
		return ""
	}
	space, err := a.o.Space(steps[1])
	if err != nil || first != "" && first != space.Dir() {
		return ""
	}
	if len(steps) > 3 && steps[2] == "chat" && !a.hasChat(space.Dir(), steps[3]) {
		return "#/space/" + url.PathEscape(space.Dir()) + "/chat"
	}
	return page
}

func (a *app) hasChat(space, session string) bool {
	list, err := a.chats.List(a.ctx, space)
	for _, c := range list {
		if c.ID == session {
			return true
		}
	}
	return err != nil // who does not know shows it
}

// tellEnds tells the person of a chat's run that has ended or failed, unless they were in the window.
func (a *app) tellEnds(e news.Event) {
	if e.Journal == nil || e.Journal.Event.Kind != journal.Ended || e.Journal.Session == "" {
		return
	}
	a.o.Go(func() {
		if saw := a.person.Saw(a.ctx, e.Journal.Event.Time); !saw && a.ctx.Err() == nil {
			a.tellEnd(e.Journal.Event.Run)
		}
	})
}

func (a *app) tellEnd(id string) {
	set, _, _ := a.o.Settings().Load() // a broken file sets nothing
	if set.QuietEnds {
		return
	}
	run, err := a.o.History().FindRun(context.WithoutCancel(a.ctx), id)
	if err != nil || run.Parent != "" {
		return
	}
	if run.State != journal.Done && run.State != journal.Failed && run.State != journal.Halted {
		return // the person has stopped it, or Handrail ends
	}
	who, where := run.Agent, filepath.Base(run.Space)
	if space, err := a.o.Space(run.Space); err == nil {
		where = space.Declared().Name
		if agent, ok := space.Agent(run.Agent); ok {
			who = agent.Name
		}
	}
	space, session := run.Space, run.Session
	// What was said may be read over a shoulder: it is not in it.
	t := a.tongue()
	title := t.Own("%s could not go on", plainWords(who))
	if run.State == journal.Done {
		title = t.Own("%s has finished", plainWords(who))
	}
	a.desk.Notify(title, t.Own("In %s. Click here to see it.", plainWords(where)), func() { (&Window{a}).OpenChat(space, session) })
}
