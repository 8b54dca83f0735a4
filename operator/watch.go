package operator

import (
	"sync"

	"handrail/journal"
)

// An Event is what a face hears of. Kind says which field is set.
type Event struct {
	Kind    EventKind
	Journal *Recorded
	Delta   *Delta
	Output  *Output
	Ask     *Pending
	Form    *PendingForm
	Space   *Space
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
	OnClients  EventKind = "clients" // a program that uses our tools has come or gone: read Operator.Clients again
	OnServers  EventKind = "servers" // something about the servers of Space has changed: read Space.Servers again
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
}

// Output is a piece of what a running call prints.
type Output struct {
	Run, Call, Stream, Text string
}

// A Notice is something to tell that belongs to no call.
type Notice struct {
	Level string // info, warning, error
	Text  string
	Run   string // the run that it is about; "" if it is about none
}

// A hub hands events to everyone who listens, to each in order. A slow
// listener holds up nobody.
type hub struct {
	mu        sync.Mutex
	listeners map[*listener]bool
}

type listener struct {
	mu     sync.Mutex
	ready  *sync.Cond
	queue  []Event
	closed bool
}

// listen calls hear for every event from now on, one at a time. The returned
// function ends it; hear is not called after it has returned, unless it was
// called from within hear.
func (h *hub) listen(hear func(Event)) (stop func()) {
	l := &listener{}
	l.ready = sync.NewCond(&l.mu)
	h.mu.Lock()
	if h.listeners == nil {
		h.listeners = map[*listener]bool{}
	}
	h.listeners[l] = true
	h.mu.Unlock()
	go l.run(hear)
	return func() {
		h.mu.Lock()
		delete(h.listeners, l)
		h.mu.Unlock()
		l.mu.Lock()
		l.closed = true
		l.ready.Broadcast()
		l.mu.Unlock()
	}
}

func (l *listener) run(hear func(Event)) {
	for {
		l.mu.Lock()
		for len(l.queue) == 0 && !l.closed {
			l.ready.Wait()
		}
		if l.closed {
			l.mu.Unlock()
			return
		}
		batch := l.queue
		l.queue = nil
		l.mu.Unlock()
		for _, e := range batch {
			hear(e)
		}
	}
}

// publish hands the event to every listener. It never waits.
func (h *hub) publish(e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.listeners {
		l.mu.Lock()
		l.queue = append(l.queue, e)
		l.ready.Signal()
		l.mu.Unlock()
	}
}
