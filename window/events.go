package window

import (
	"handrail/operator"
	"handrail/operator/news"
)

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
		out.Delta = &DeltaView{Session: e.Delta.Session, Run: e.Delta.Run, Text: e.Delta.Text}
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
