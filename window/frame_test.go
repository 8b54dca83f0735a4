package window

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"handrail/internal/frame"
	"handrail/operator/chats"
	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A screenOf notes what it is told.
type screenOf struct {
	Desktop
	mu       sync.Mutex
	events   []AppEvent
	done     []string
	quits    chan struct{}
	notified chan string
	clicked  func()
	small    atomic.Bool // it is minimised
}

func newScreen() *screenOf {
	return &screenOf{quits: make(chan struct{}, 1), notified: make(chan string, 10)}
}

func (d *screenOf) note(what string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.done = append(d.done, what)
}

func (d *screenOf) did() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Join(d.done, " ")
}

func (d *screenOf) Minimised() bool { return d.small.Load() }

func (d *screenOf) Raise() { d.note("raise") }
func (d *screenOf) Zoom(percent int) bool {
	d.note(strconv.Itoa(percent) + "%")
	return true
}

func (d *screenOf) Hide() { d.note("hide") }

func (d *screenOf) Quit() {
	d.note("quit")
	d.quits <- struct{}{}
}

func (d *screenOf) Emit(e AppEvent) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.events = append(d.events, e)
}

func (d *screenOf) Notify(title, text string, clicked func()) {
	d.mu.Lock()
	d.clicked = clicked
	d.mu.Unlock()
	d.notified <- title + " | " + text
}

func (d *screenOf) last(kind news.EventKind) (AppEvent, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := len(d.events) - 1; i >= 0; i-- {
		if d.events[i].Kind == kind {
			return d.events[i], true
		}
	}
	return AppEvent{}, false
}

// framed is an open window on a bench.
func framed(t *testing.T, b *operatortest.Bench) (*Window, *screenOf) {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8") // the person reads English, whoever runs the test
	w, d := New("0"), newScreen()
	w.app.ctx, w.app.o, w.app.desk, w.app.chats = t.Context(), b.O, d, chats.New(b.O)
	w.app.person.Minimised = d.Minimised
	close(w.app.frame.open)
	t.Cleanup(b.O.News().Listen(w.app.tellEnds))
	return w, d
}

const waitsForever = `{"text":"I run it","calls":[{"name":"bash","arguments":{"command":"touch x"}}]}` + "\n" + `{"text":"Done."}` + "\n"

// atWork is a bench with a chat whose agent waits for the person; the answer lets it go on.
func atWork(t *testing.T) (b *operatortest.Bench, begin func(*Window) (session string), answer func()) {
	t.Helper()
	b = operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"ask":["bash(*)"]}}`, Files: map[string]string{"turns.jsonl": waitsForever}})
	goes := make(chan struct{})
	b.Person.Answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		select {
		case <-goes:
			return operatortest.Yes(ctx, q)
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	return b, func(w *Window) string {
		c := &Chats{w.app}
		s, err := c.NewSession(b.Dir, "")
		if err == nil {
			_, err = c.SetModel(s.ID, "scripted/turns.jsonl")
		}
		if err == nil {
			_, err = c.Send(s.ID, "Do it")
		}
		if err != nil {
			t.Fatal(err)
		}
		<-b.Person.Asked
		return s.ID
	}, sync.OnceFunc(func() { close(goes) })
}

// A window that goes on in the background ends by itself when agents are done, comes back when it is started again, and says
// that a run has ended.
func TestClosingWhileAgentsWork(t *testing.T) {
	b, begin, answer := atWork(t)
	defer answer()
	w, d := framed(t, b)
	w.Ready("", "")
	f := &Frame{w.app}
	if w.Busy() {
		t.Error("nothing goes on, and it is busy")
	}
	session := begin(w)
	go func() {
		for {
			if _, asked := d.last(news.OnClosing); asked {
				break
			}
			select {
			case <-t.Context().Done():
				return
			default:
			}
		}
		if v, err := f.Closing(); err != nil || v.Chats != 1 || v.Calls != 0 {
			t.Errorf("%+v, %v", v, err)
		}
	}()
	if !w.Busy() || !w.AskToClose() {
		t.Fatal("the page does not ask")
	}
	if err := f.CloseWindow(true); err != nil {
		t.Fatal(err)
	}
	if got := <-d.notified; !strings.HasPrefix(got, "Handrail works in the background | ") || w.InFront() {
		t.Errorf("%q", got)
	}
	if got := d.did(); !strings.HasSuffix(got, "hide") {
		t.Errorf("it did %q", got)
	}
	if err := w.Take(frame.Request{}); err != nil || !strings.HasSuffix(d.did(), "hide raise") {
		t.Errorf("started again: %q, %v", d.did(), err)
	}
	if err := f.CloseWindow(true); err != nil {
		t.Fatal(err)
	}
	<-d.notified
	answer()
	if got := <-d.notified; !strings.Contains(got, " has finished | In ") {
		t.Errorf("%q", got)
	}
	d.mu.Lock()
	clicked := d.clicked
	d.mu.Unlock()
	<-d.quits // nobody has looked
	clicked()
	if e, ok := d.last(news.OnOpen); !ok || e.Space != b.Dir || e.Session != session {
		t.Errorf("a click opens %+v", e)
	}
}

// The size of the page is kept, shown by the desktop, and nothing else than a size from 80 to 200 percent.
func TestZooming(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Settings: `{"zoom": 125}`})
	w, d := New("0"), newScreen()
	w.Open(t.Context(), d, b.O, nil)
	t.Cleanup(w.Close)
	a := &Settings{w.app}
	if v, err := a.Settings(); err != nil || v.Zoom != 125 || !v.Zooms {
		t.Errorf("%+v, %v", v, err)
	}
	if v, err := a.SetZoom(200); err != nil || v.Zoom != 200 {
		t.Errorf("%+v, %v", v, err)
	}
	for _, percent := range []int{0, 79, 201, -100} {
		if v, err := a.SetZoom(percent); err == nil || v.Zoom != 200 {
			t.Errorf("%d%%: %+v, %v", percent, v, err)
		}
	}
	if v, err := a.SetZoom(100); err != nil || v.Zoom != 100 {
		t.Errorf("%+v, %v", v, err)
	}
	if got := d.did(); got != "125% 200% 100%" {
		t.Errorf("the desktop shows it at %s", got)
	}
}

// Stopping ends it at once, and a setting keeps it silent.
func TestClosingAtOnce(t *testing.T) {
	b, begin, answer := atWork(t)
	defer answer()
	w, d := framed(t, b)
	begin(w)
	if v, err := (&Settings{w.app}).SetQuietEnds(true); err != nil || !v.QuietEnds {
		t.Errorf("%+v, %v", v, err)
	}
	w.app.person.Leave()
	if err := (&Frame{w.app}).CloseWindow(false); err != nil {
		t.Fatal(err)
	}
	<-d.quits
	answer()
	operatortest.WaitUntil(t, "the run to end", func() bool { return !w.Busy() })
	if len(d.notified) > 0 {
		t.Errorf("it says %q", <-d.notified)
	}
}

// A page that does not answer does not keep the window open.
func TestAPageThatDoesNotAsk(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	w, _ := framed(t, b)
	if w.AskToClose() {
		t.Error("nobody asks")
	}
}

// A window begins where the last one was, as far as that is there.
func TestLastPage(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"turns.jsonl": `{"text":"Yes."}` + "\n"}})
	first, _ := framed(t, b)
	c := &Chats{first.app}
	s, err := c.NewSession(b.Dir, "")
	if err != nil {
		t.Fatal(err)
	}
	dir := "#/space/" + url.PathEscape(b.Dir)
	for _, p := range []struct{ last, first, want string }{
		{"", "", ""},
		{dir + "/chat/" + s.ID, "", dir + "/chat/" + s.ID},
		{dir + "/chat/s_gone", "", dir + "/chat"},
		{dir + "/chat/s_gone?waiting", b.Dir, dir + "/chat"},
		{dir + "/tools", b.Dir, dir + "/tools"},
		{dir + "/tools", "/elsewhere", ""},
		{"#/space/%2Fgone/chat", "", ""},
		{"#/settings/models", "", "#/settings/models"},
		{"#/settings/models", b.Dir, ""},
		{"#/space/%zz", "", ""},
		{"javascript:alert(1)", "", ""},
	} {
		w, _ := framed(t, b)
		w.app.chats = first.app.chats
		w.Ready(p.first, p.last)
		if got, err := (&Frame{w.app}).LastPage(); err != nil || got != p.want {
			t.Errorf("%q, started for %q: %q, %v; want %q", p.last, p.first, got, err, p.want)
		}
		if err := (&Frame{w.app}).SetLastPage("#/x"); err != nil || w.Shown() != "#/x" {
			t.Errorf("%q, %v", w.Shown(), err)
		}
	}
}

// What another start is for is done here: a folder is opened, and an address asks.
func TestTake(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	w, d := framed(t, b)
	w.Ready("", "")
	other := filepath.Join(b.Options.Home, "other")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := w.Take(frame.Request{Folder: other}); err != nil {
		t.Fatal(err)
	}
	if e, ok := d.last(news.OnOpen); !ok || e.Space != other || e.Session != "" || d.did() != "raise" {
		t.Errorf("%+v, %q", e, d.did())
	}
	if err := w.Take(frame.Request{Folder: other + "/none"}); err == nil {
		t.Error("a folder that is not there is opened")
	}
	third := filepath.Join(b.Options.Home, "third")
	if err := os.MkdirAll(third, 0o755); err != nil {
		t.Fatal(err)
	}
	for range mostLinks + 1 {
		if err := w.Take(frame.Request{Link: "handrail://open?path=" + url.QueryEscape(third)}); err != nil {
			t.Fatal(err)
		}
	}
	f := &Frame{w.app}
	links, err := f.Links()
	if err != nil || len(links) != mostLinks || links[0].Path != third || links[0].Problem != "" {
		t.Errorf("%+v, %v", links, err)
	}
	if _, ok := d.last(news.OnLink); !ok {
		t.Error("the page is not told")
	}
	if links, err := f.Links(); err != nil || len(links) != 0 {
		t.Errorf("they are told twice: %+v, %v", links, err)
	}
	if _, err := b.O.Space(third); err == nil {
		t.Error("an address has opened a folder")
	}
}

// An address only opens a folder that is there, and says why it does not.
func TestAddresses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	operatortest.WriteFile(t, file, "x")
	good := "handrail://open?path=" + url.QueryEscape(dir)
	for _, address := range []string{good, strings.Replace(good, "open?", "open/?", 1), strings.Replace(good, "handrail", "HANDRAIL", 1), good + "%2F."} {
		if got, err := folderOf(address); err != nil || got != dir {
			t.Errorf("%s: %q, %v", address, got, err)
		}
	}
	for address, want := range map[string]string{
		"":                                  "no address of Handrail",
		"https://open?path=/tmp":            "no address of Handrail",
		"handrail://run?path=" + dir:        "can't do",
		"handrail:open?path=" + dir:         "can't do",
		"handrail:///open?path=" + dir:      "can't do",
		"handrail://a@open?path=" + dir:     "can't do",
		"handrail://open/x?path=" + dir:     "can't do",
		"handrail://open":                   "one path and nothing else",
		good + "&trust=1":                   "one path and nothing else",
		good + "&path=/etc":                 "one path and nothing else",
		good + "#x":                         "one path and nothing else",
		"handrail://open?path=%zz":          "one path and nothing else",
		"handrail://open?path=relative":     "not a whole one",
		"handrail://open?path=":             "not a whole one",
		"handrail://open?path=//srv/x":      "another machine",
		"handrail://open?path=/a%00b":       "can't be shown",
		"handrail://open?path=/a%E2%80%AEb": "can't be shown",
		"handrail://open?path=/a%FFb":       "can't be shown",
		"handrail://open?path=" + file:      "not a folder",
		good + strings.Repeat("x", 9000):    "longer than",
	} {
		if got, err := folderOf(address); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80s: %q, %v; want %q", address, got, err, want)
		}
	}
	if got := plainWords("a\u202eb\x1b" + strings.Repeat("é", 400)); strings.ContainsAny(got, "\u202e\x1b") || len([]rune(got)) != 300 {
		t.Errorf("%q", got)
	}
}

// A page that is put away tells late that nobody is in it: the end of a run is told all the same.
func TestAnEndBehindAMinimisedWindow(t *testing.T) {
	b, begin, answer := atWork(t)
	defer answer()
	w, d := framed(t, b)
	begin(w)
	d.small.Store(true)
	if w.InFront() {
		t.Error("a window that is put away is in front")
	}
	answer()
	if got := <-d.notified; !strings.Contains(got, " has finished | In ") {
		t.Errorf("%q", got)
	}
}

// Nor is an end kept from somebody who has left while it came: who was there learns a moment later that they were not.
func TestAnEndWhileThePersonLeaves(t *testing.T) {
	b, begin, answer := atWork(t)
	w, d := framed(t, b)
	begin(w)
	answer()
	operatortest.WaitUntil(t, "the run to end", func() bool { return !w.Busy() })
	w.app.person.Tell(true)
	d.small.Store(true)
	if got := <-d.notified; !strings.Contains(got, " has finished | In ") {
		t.Errorf("%q", got)
	}
}
