// Package news tells faces what happens in the app.
package news

import (
	"fmt"
	"time"

	"handrail/journal"
	"handrail/tools"
)

// An Event is one thing that faces hear of. Kind says which field is set.
type Event struct {
	Kind    EventKind
	Journal *Recorded
	Delta   *Delta
	Output  *Output
	Ask     *Pending
	Form    *PendingForm
	Folder  string // of the space that Kind is about
	Session *Session
	Notice  *Notice
}

// EventKind tells events for faces apart.
type EventKind string

// The kinds of events for faces.
const (
	OnJournal  EventKind = "journal"
	OnDelta    EventKind = "delta"
	OnOutput   EventKind = "output"
	OnQuestion EventKind = "question"
	OnForm     EventKind = "form" // a server's form waits for the person, or waits no longer
	OnSpace    EventKind = "space"
	OnSession  EventKind = "session"
	OnNotice   EventKind = "notice"
	OnClients  EventKind = "clients" // a program that uses our tools has come or gone: read serving.Clients again
	OnOpen     EventKind = "open"    // the person wants to see the chat of Session, wherever they are
	OnLink     EventKind = "link"    // an address asks to open a folder: the person decides
	OnClosing  EventKind = "closing" // the window is to be closed while agents work: the person decides
	OnServers  EventKind = "servers" // something about the servers of the space has changed: read Space.Servers again
)

// Recorded is an event of the journal with where it belongs.
type Recorded struct {
	Space   string
	Session string // "" if it is not of a chat
	Event   journal.Event
}

// A Delta is a piece of a reply that is still growing. The journal has the
// whole reply when it is finished.
type Delta struct {
	Session, Run, Text string
	Thinking           bool // it is what the model thinks before it answers
	Again              bool // there is no piece: the model is asked again, and the pieces before this one are taken back
}

// Output is a piece of what a running call prints.
type Output struct {
	Run, Call, Stream, Text string
}

// A Notice is something to tell that belongs to no call.
type Notice struct {
	Level  string // info, warning, error
	Text   string
	Action tools.Action // what a person can do about it, if anything
	Run    string       // the run that it is about; "" if it is about none
	Skill  string       // the skill that came up in that run: then Text says why, and what it brings up; "": it is about none
}

// String is the notice in one sentence, or a clause.
func (n Notice) String() string {
	switch {
	case n.Skill == "":
		return n.Text
	case n.Text == "":
		return fmt.Sprintf("the skill %s is up for this turn", n.Skill)
	}
	return fmt.Sprintf("the skill %s is up for this turn: %s", n.Skill, n.Text)
}

// QuestionState says what became of a question in the window's list.
type QuestionState string

// The states of a question.
const (
	Waiting   QuestionState = "waiting"
	Answered  QuestionState = "allowed"
	Refused   QuestionState = "declined"
	TimedOut  QuestionState = "expired"
	Withdrawn QuestionState = "withdrawn" // answered elsewhere, or the run was cancelled
)

// A Pending is a question as the window lists it.
type Pending struct {
	tools.Question
	SpaceName string
	Asked     time.Time
	Expires   time.Time // zero until the window has shown it: then the clock starts
	State     QuestionState
	Ended     string      // of one that was withdrawn: who has answered it elsewhere, in words; "": that is not known here
	Dialog    DialogState // it is asked in a native dialog, and not in the window
}

// DialogState says how far a question is that is asked in a native dialog.
type DialogState string

// The states of a question in a dialog. The zero one is none: it is asked in the window.
const (
	NoDialog     DialogState = ""
	DialogComing DialogState = "coming" // it comes up as soon as it takes no keys from the person
	DialogOpen   DialogState = "open"
)

// A PendingForm is a form of a server's as the window lists it.
type PendingForm struct {
	tools.Form
	SpaceName string
	Asked     time.Time
	Expires   time.Time // zero until the window has shown it: then the clock starts
	Done      bool      // it waits no longer: it was answered, is too late, or was taken back
	Action    tools.FormAction
}

// A Session is a chat as lists show it.
type Session struct {
	ID      string
	Space   string
	Title   string // as the person has named it; else the first words of the first prompt
	Agent   string // agent id
	Model   string // "provider/name"
	Updated time.Time
	Running string // the run that goes on, or ""
	Cut     string // the last run, if it was cut and can go on; else ""

	Pinned   bool // it stands first in lists
	Archived bool // lists leave it out unless they are asked for it
	Missed   bool // a question of it has expired, and the person has not looked at it since

	Rehearsal string // it is only rehearsed, under this name; "": it acts
	Over      bool   // likewise: it has ended, and nothing more is said in it

	Gone bool // it was deleted
}
