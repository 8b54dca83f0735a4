// Package window is what the page may ask of the app: one bound struct for each
// noun, the plain views that cross to TypeScript, and the functions that fill
// them. It knows no window system: main hands it a Desktop, so that all of it
// compiles, and is tested, without one.
//
// Every exported method of a bound struct can be called from the page; so nothing
// else of them is exported. Wails writes frontend/wailsjs of them, which types the
// page (frontend/src/backend/wire.ts and asked.ts): what a method, a view or a field of it means
// stands here, and only here. Of every view: times are RFC 3339 text ("" = not yet),
// "" means none, and a list is never null. Methods have one to five lines and no
// context. One that refuses returns an error that says what, why and what to do; what
// becomes of a tool call is no error: it comes as events.
package window

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"handrail/internal/frame"
	"handrail/operator"
	"handrail/operator/chats"
	"handrail/operator/news"
	"handrail/operator/pages"
	"handrail/operator/serving"
	"handrail/tools/spoken"
)

// A Desktop is what the window needs of the system that shows it.
type Desktop interface {
	// ChooseFolder asks for a folder with the system's dialog; "" if the person cancels.
	ChooseFolder(title string) (string, error)
	// ChooseFiles asks for files that are there; none if the person cancels.
	ChooseFiles(title string) ([]string, error)
	// ChooseFile asks for the name of a file to write; "" if the person cancels.
	ChooseFile(title, name string) (string, error)
	// OpenURL shows a page in the person's browser.
	OpenURL(url string)
	// OpenFile opens a file, by its absolute path, with the person's own program for such files.
	OpenFile(path string) error
	// PageScreen shows pages of spaces; nil: nothing here can.
	PageScreen() pages.Screen
	// Raise brings the window before the person.
	Raise()
	// Emit tells the page an event.
	Emit(e AppEvent)
	// Minimised reports whether the window is put away by the person.
	Minimised() bool
	// Zoom shows the page in a size, in percent; false: nothing here can, and the page does it.
	Zoom(percent int) bool
	// Hide puts the window away; Raise brings it back.
	Hide()
	// Quit ends the app. Nothing asks any more.
	Quit()
	// Notify shows a notification, which may be clicked on. One that cannot be shown is left.
	Notify(title, text string, clicked func())
}

// A Window answers the page. It is bound before the app is open, and opened once.
type Window struct{ app *app }

// app is what every bound struct answers from.
type app struct {
	ctx     context.Context // of the window: the page's calls carry none
	desk    Desktop
	version string
	o       *operator.Operator
	chats   *chats.Chats
	picks   *chats.Picks
	drops   chan dropping // the last one that was not taken
	clients *serving.Clients
	pages   *pages.Shelf
	failure atomic.Pointer[error] // why the app could not be opened; nil: it could
	person  frame.Presence
	frame   framing
	zooms   atomic.Bool  // the desktop shows the page in its size
	typed   atomic.Int64 // when the person has last typed, in ns since 1970
	ends    sync.Map     // of rehearsals that go on, by their keys: context.CancelFunc
	unhear  func()
}

// tongue is the language in which the person reads, as it is set now.
func (a *app) tongue() spoken.Tongue {
	if a.o == nil {
		return spoken.Tongue(frame.Language(""))
	}
	set, _, _ := a.o.Settings().Load() // a broken file sets nothing
	return spoken.Tongue(frame.Language(set.Language))
}

// New makes a window that answers nothing yet.
func New(version string) *Window {
	return &Window{app: &app{version: version, drops: make(chan dropping, 1), frame: framing{open: make(chan struct{}), ready: make(chan struct{}), shown: make(chan struct{}, 1)}}}
}

// Bound are the structs whose methods the page calls. While the bindings are
// generated, Told is one of them.
func (w *Window) Bound(generating bool) []any {
	if generating {
		return append(w.Bound(false), &Told{})
	}
	a := w.app
	return []any{
		&Spaces{a}, &Frame{a}, &Chats{a}, &Kept{a}, &Runs{a}, &Tools{a}, &Hands{a}, &Definitions{a}, &Hooks{a}, &Questions{a}, &Rules{a}, &Trust{a}, &Secrets{a}, &Servers{a}, &Setup{a},
		&Programs{a}, &Walls{a}, &Settings{a}, &Memory{a}, &Pages{a}, &Channels{a}, &Web{a}, &Machines{a}, &Undo{a}, &Rehearsals{a},
	}
}

// Open lets the window answer from an app, or say why there is none: broken. ctx
// lives as long as the window.
func (w *Window) Open(ctx context.Context, desk Desktop, o *operator.Operator, broken error) {
	a := w.app
	a.ctx, a.desk, a.o = ctx, desk, o
	defer close(a.frame.open)
	w.Fail(broken)
	a.person.Minimised = desk.Minimised
	if o == nil {
		return
	}
	a.unhear = o.News().Listen(func(e news.Event) {
		if v, ok := appEvent(o, e); ok {
			desk.Emit(v)
		}
	})
	set, _, _ := o.Settings().Load() // a broken file counts as none: its page says so
	a.zooms.Store(desk.Zoom(set.Zoom.Percent()))
	operator.OutboxOf(o).Start()
	a.frame.unhear = o.News().Listen(a.tellEnds)
	a.chats = chats.New(o)
	chats.Entitle(a.chats)
	a.picks = chats.NewPicks(a.chats)
	a.pages = pages.New(o, func() pages.Tongue { return a.tongue() })
	a.clients = serving.New(o, serving.Config{})
	_ = a.clients.Listen(ctx) // it tells the window what is wrong
}

// Fail has the page told why the app does not work.
func (w *Window) Fail(err error) {
	if err != nil {
		w.app.failure.Store(&err)
	}
}

// Close stops telling the page what happens.
func (w *Window) Close() {
	for _, unhear := range []func(){w.app.unhear, w.app.frame.unhear} {
		if unhear != nil {
			unhear()
		}
	}
	if w.app.pages != nil {
		w.app.pages.Close()
	}
}

// broken is why the app could not be opened, nil if it could.
func (a *app) broken() error {
	if failure := a.failure.Load(); failure != nil {
		return *failure
	}
	return nil
}

// OpenChat brings the window before the person, with a chat of a space.
func (w *Window) OpenChat(space, session string) {
	w.app.raise()
	w.app.desk.Emit(AppEvent{Kind: news.OnOpen, Space: space, Session: session})
}

// InFront reports whether the person can see the window and is in it.
func (w *Window) InFront() bool { return w.app.person.InFront() }

// Busy reports whether closing the window would cut something short.
func (w *Window) Busy() bool { return w.app.working() }

// Typed is when the person has last typed in the window, as the page has told.
func (w *Window) Typed() time.Time { return time.Unix(0, w.app.typed.Load()) }

// each makes a list of views; it is never nil.
func each[T, V any](list []T, view func(T) V) []V {
	out := make([]V, 0, len(list))
	for _, item := range list {
		out = append(out, view(item))
	}
	return out
}

// aWord is what may begin with a capital at the beginning of a clause.
var aWord = regexp.MustCompile(`^\pL+(?:'|[.,;:!?]*(?:\s|$))`)

// sentence begins a clause with a capital, if it begins with a word: a key such as
// allowed_tools, a file and a rule stay as they are.
func sentence(clause string) string {
	if !aWord.MatchString(clause) {
		return clause
	}
	first, size := utf8.DecodeRuneInString(clause)
	return string(unicode.ToUpper(first)) + clause[size:]
}

// named is sentence of a clause that may begin with a name, which stays as it is.
func named(name, clause string) string {
	if name != "" && strings.HasPrefix(clause, name+" ") {
		return clause
	}
	return sentence(clause)
}

func timeText(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

// viewOf is the view of what was found, or the error.
func viewOf[T, V any](found T, err error, view func(T) V) (V, error) {
	if err != nil {
		var none V
		return none, err
	}
	return view(found), nil
}

// NoticeView is something to tell that belongs to no call.
type NoticeView struct {
	Level Level  `json:"level"`
	Text  string `json:"text"`
	// The run that it is about; "" = none.
	Run string `json:"run"`
	// The skill that came up in that run: then the text says why, and what it brings up; "" = it is about none.
	Skill string `json:"skill"`
}

// DeltaView is a piece of a growing reply.
type DeltaView struct {
	Session string `json:"session"`
	Run     string `json:"run"`
	Text    string `json:"text"`
	// It is what the model thinks before it answers.
	Thinking bool `json:"thinking"`
	// There is no piece: the model is asked again, and the pieces of this answer before it are taken back.
	Again bool `json:"again,omitempty"`
}

// OutputView is a piece of what a call prints.
type OutputView struct {
	Run    string `json:"run"`
	Call   string `json:"call"`
	Stream Stream `json:"stream"`
	Text   string `json:"text"`
}

// AppEvent is the one payload of the one event; Kind says which field is set.
type AppEvent struct {
	Kind     news.EventKind `json:"kind"`
	Space    string         `json:"space,omitempty"`
	Session  string         `json:"session"`
	Journal  *EventView     `json:"journal,omitempty"`
	Delta    *DeltaView     `json:"delta,omitempty"`
	Output   *OutputView    `json:"output,omitempty"`
	Question *QuestionView  `json:"question,omitempty"`
	Form     *FormView      `json:"form,omitempty"`
	Changed  *SpaceView     `json:"changed,omitempty"`
	Chat     *SessionView   `json:"chat,omitempty"`
	Notice   *NoticeView    `json:"notice,omitempty"`
}

// appEvent is the one payload of the one event. It is false where the event is about
// a space that was closed meanwhile.
func appEvent(o *operator.Operator, e news.Event) (AppEvent, bool) {
	out := AppEvent{Kind: e.Kind}
	switch {
	case e.Journal != nil:
		v := eventView(e.Journal.Event)
		out.Journal, out.Space, out.Session = &v, e.Journal.Space, e.Journal.Session
	case e.Delta != nil:
		out.Delta = &DeltaView{Session: e.Delta.Session, Run: e.Delta.Run, Text: e.Delta.Text, Thinking: e.Delta.Thinking, Again: e.Delta.Again}
	case e.Output != nil:
		out.Output = &OutputView{Run: e.Output.Run, Call: e.Output.Call, Stream: Stream(e.Output.Stream), Text: e.Output.Text}
	case e.Ask != nil:
		v := questionView(*e.Ask)
		out.Question = &v
	case e.Form != nil:
		v := formView(*e.Form)
		out.Form = &v
	case e.Folder != "":
		s, err := o.Space(e.Folder)
		if err != nil {
			return out, false
		}
		v := spaceView(s)
		out.Changed = &v
	case e.Session != nil:
		v := sessionView(*e.Session)
		out.Chat = &v
	case e.Notice != nil:
		out.Notice = &NoticeView{Level: Level(e.Notice.Level), Text: withAction(e.Notice.Text, e.Notice.Action), Run: e.Notice.Run, Skill: e.Notice.Skill}
	}
	return out, true
}

// Told has a method that returns what the page is told: Wails describes to the page
// what methods return, and nothing else. It is bound while the bindings are generated,
// and never called.
type Told struct{}

// Event is an event as the page hears it.
func (*Told) Event() AppEvent { return AppEvent{} }
