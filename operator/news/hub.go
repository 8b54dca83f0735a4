package news

import (
	"fmt"
	"sync"

	"handrail/tools"
)

// A Hub hands events to everyone who listens, to each in order. A slow listener
// delays nobody. It is safe for concurrent use.
type Hub struct {
	redact func(text string) string

	mu        sync.Mutex
	listeners map[*listener]bool
}

// NewHub returns a hub. redact takes secrets out of the text of notices.
func NewHub(redact func(text string) string) *Hub { return &Hub{redact: redact} }

type listener struct {
	mu     sync.Mutex
	ready  *sync.Cond
	queue  []Event
	closed bool
	last   bool          // it ends once the queue is empty
	over   chan struct{} // closed when it has ended
}

// Listen calls hear for every event from now on, one at a time. The returned
// function ends it; hear is not called after it has returned, unless it was
// called from within hear.
func (h *Hub) Listen(hear func(Event)) (stop func()) {
	l := h.listen(hear)
	return func() {
		h.forget(l)
		l.mu.Lock()
		l.closed = true
		l.ready.Broadcast()
		l.mu.Unlock()
	}
}

// Attend is Listen, but that the returned function waits until hear has had all that was published before: it is not called from within hear.
func (h *Hub) Attend(hear func(Event)) (finish func()) {
	l := h.listen(hear)
	return func() {
		h.forget(l)
		l.mu.Lock()
		l.last = true
		l.ready.Broadcast()
		l.mu.Unlock()
		<-l.over
	}
}

func (h *Hub) listen(hear func(Event)) *listener {
	l := &listener{over: make(chan struct{})}
	l.ready = sync.NewCond(&l.mu)
	h.mu.Lock()
	if h.listeners == nil {
		h.listeners = map[*listener]bool{}
	}
	h.listeners[l] = true
	h.mu.Unlock()
	go l.run(hear)
	return l
}

// forget publishes nothing more to a listener.
func (h *Hub) forget(l *listener) {
	h.mu.Lock()
	delete(h.listeners, l)
	h.mu.Unlock()
}

func (l *listener) run(hear func(Event)) {
	defer close(l.over)
	for {
		l.mu.Lock()
		for len(l.queue) == 0 && !l.closed && !l.last {
			l.ready.Wait()
		}
		if l.closed || len(l.queue) == 0 {
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

// Publish hands the event to every listener. It never waits.
func (h *Hub) Publish(e Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.listeners {
		l.mu.Lock()
		l.queue = append(l.queue, e)
		l.ready.Signal()
		l.mu.Unlock()
	}
}

// Notice tells faces something that belongs to no call. level is info, warning or
// error. An error among args that has an Action gives it to the notice.
func (h *Hub) Notice(level, format string, args ...any) {
	h.notice(Notice{Level: level, Text: fmt.Sprintf(format, args...), Action: tools.ActionIn(args)})
}

// NoticeOf tells faces something about a run.
func (h *Hub) NoticeOf(run, format string, args ...any) {
	h.notice(Notice{Level: "info", Text: fmt.Sprintf(format, args...), Run: run})
}

// SkillUp tells faces that a skill came up in a run, and why; with no skill, it is like
// NoticeOf.
func (h *Hub) SkillUp(run, skill, text string) {
	h.notice(Notice{Level: "info", Text: text, Run: run, Skill: skill})
}

func (h *Hub) notice(n Notice) {
	n.Text, n.Skill = h.redact(n.Text), h.redact(n.Skill)
	h.Publish(Event{Kind: OnNotice, Notice: &n})
}
