package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/tools"
)

// A follower prints what happens in a run while it happens.
type follower struct {
	s      *session
	events bool // print every event of the journal, for people
	once   bool // there is one prompt: who goes on does so with another command
	stop   func()

	mu    sync.Mutex
	run   string
	below map[string]subagent // sub-agents of the run, by their runs
	held  []news.Event        // came before the run's id was known
	over  chan struct{}
	inTxt bool              // the cursor stands behind text of the reply
	own   map[string]string // what came of calls that the person made, by call
	no    map[string]bool   // calls of which a refusal was printed
}

// A subagent works for the run that is followed, or for another sub-agent.
type subagent struct {
	name  string
	depth int // 1 is right below the run
}

// follow begins to listen. events prints every event, as a tour does.
func (s *session) follow(o *operator.Operator, events bool) *follower {
	f := &follower{s: s, events: events, over: make(chan struct{}), own: map[string]string{}, no: map[string]bool{}}
	f.stop = o.News().Listen(f.hear)
	return f
}

// followRun says which run to print.
func (f *follower) followRun(run string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.run, f.below = run, map[string]subagent{}
	f.over = make(chan struct{})
	held := f.held
	f.held = nil
	for _, e := range held {
		f.print(e)
	}
}

// wait waits until the run's last event has been printed.
func (f *follower) wait() {
	f.mu.Lock()
	over := f.over
	f.mu.Unlock()
	<-over
	f.mu.Lock()
	f.run = ""
	f.mu.Unlock()
}

func (f *follower) hear(e news.Event) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.run == "" {
		f.held = append(f.held, e)
		return
	}
	f.print(e)
}

// print prints one event of the run. f.mu is held.
func (f *follower) print(e news.Event) {
	switch {
	case e.Kind == news.OnDelta && e.Delta.Again && e.Delta.Run == f.run && !f.s.app.JSON:
		f.line("") // what has been printed stands; the answer begins on a line of its own
	case e.Kind == news.OnDelta && !e.Delta.Thinking && e.Delta.Run == f.run && !f.s.app.JSON:
		fmt.Fprint(f.s.Stdout, cleanText(e.Delta.Text))
		f.inTxt = !strings.HasSuffix(e.Delta.Text, "\n")
	case e.Kind == news.OnOutput && e.Output.Run == f.run && !f.s.app.JSON && !f.events:
		f.line("")
		fmt.Fprint(f.s.Stderr, cleanText(e.Output.Text))
	case e.Kind == news.OnNotice && (e.Notice.Run == "" || f.follows(e.Notice.Run)) && !f.s.app.JSON:
		f.line(f.indent(e.Notice.Run) + "· " + clean(withAction(e.Notice.String(), e.Notice.Action)))
	case e.Kind == news.OnJournal:
		f.meet(e.Journal.Event)
		if f.follows(e.Journal.Event.Run) {
			f.journal(e.Journal.Event)
		}
	}
}

// meet notes a sub-agent that begins to work for one that is followed.
func (f *follower) meet(e journal.Event) {
	if e.Kind != journal.Prompted {
		return
	}
	var d journal.PromptedData
	if json.Unmarshal(e.Data, &d) == nil && d.Parent != "" && f.follows(d.Parent) {
		f.below[e.Run] = subagent{name: d.Agent, depth: f.below[d.Parent].depth + 1}
	}
}

// follows reports whether a run is the one that is followed, or below it.
func (f *follower) follows(run string) bool {
	_, below := f.below[run]
	return run == f.run || below
}

// indent stands before the lines of a sub-agent.
func (f *follower) indent(run string) string { return strings.Repeat("  ", f.below[run].depth) }

func (f *follower) journal(e journal.Event) {
	switch {
	case f.s.app.JSON:
		_ = f.s.print(e) // a closed pipe ends the program by itself
	case f.events:
		if e.Kind == "replied" && f.inTxt {
			f.line("")
		}
		if e.Kind != "replied" || e.Run != f.run {
			f.line(f.indent(e.Run) + fmt.Sprintf("  %-9s %s", e.Kind, describe(e)))
		}
	default:
		f.brief(e)
	}
	if e.Kind == "ended" && e.Run == f.run {
		f.line("")
		close(f.over)
	}
}

// brief says of a call only what a person needs while it runs.
func (f *follower) brief(e journal.Event) {
	var d struct {
		Caller, Content, Error, Code string
		Same                         bool
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return // its data is not an object: there is nothing to say of it
	}
	_, own := f.own[e.Call]
	at := f.indent(e.Run)
	switch e.Kind {
	case "prompted", "ended":
		if who, below := f.below[e.Run]; below {
			f.line(at + "◆ " + clean(who.name) + ": " + describe(e))
		}
	case "called":
		if d.Caller == string(tools.CallerPerson) {
			f.own[e.Call] = ""
		}
	case "started":
		f.line(at + "● " + describe(e))
	case "finished":
		if own {
			f.own[e.Call] = d.Content
		}
	case "blocked", "declined", "expired":
		f.no[e.Call] = true
		f.line(at + "✕ " + describe(e))
	case "returned":
		if d.Same {
			d.Content = f.own[e.Call]
		}
		if text, program := programText(d.Content); program {
			d.Content = text
		}
		if own && d.Content != "" {
			fmt.Fprintln(f.s.Stdout, cleanText(strings.TrimRight(d.Content, "\n")))
		}
		if d.Error != "" && !f.no[e.Call] { // a refusal has been said
			f.line(at + fmt.Sprintf("✕ %s: %s", d.Code, clean(d.Error)))
		}
	case "halted":
		f.line(at + "■ " + describe(e))
	}
}

// line prints a line to standard error, on a line of its own.
func (f *follower) line(text string) {
	if f.inTxt {
		fmt.Fprintln(f.s.Stdout)
		f.inTxt = false
	}
	if text != "" {
		fmt.Fprintln(f.s.Stderr, text)
	}
}

// advised is why a run has ended, with what lets it go on here: where there is one prompt, that is another command.
func (f *follower) advised(run, reason string) string {
	if !f.once {
		return reason
	}
	return strings.Replace(reason, "Say \"continue\" to let it go on", "To let it go on: handrail run --resume "+run+" continue", 1)
}

// How long a command that was told to end may take before the process ends all the same: something may hang in a call of the
// system that no signal ends. A second signal ends it at once, but not the same one told twice, as timeout(1) does.
const (
	endsWithin = 15 * time.Second
	toldTwice  = 500 * time.Millisecond
)

// listen lets signals end the session: who is asked to terminate closes, so that an agent's run
// is cut and can go on later; an interrupt is the person's, and in a chat ends one run and not
// the conversation.
func listen(ctx context.Context, s *session, chat bool) (stop func()) {
	closing, end := context.WithCancelCause(ctx)
	told, over := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(told, syscall.SIGTERM)
	s.ctx = closing
	unhear := func() {}
	if !chat {
		signal.Notify(told, os.Interrupt)
		s.ctx, unhear = signal.NotifyContext(closing, os.Interrupt)
	}
	go func() {
		select {
		case first := <-told:
			if first != os.Interrupt {
				end(journal.ErrClosing)
			}
		case <-over:
			return
		}
		if lasts(told, over) && s.End != nil {
			s.End(ExitFailed)
		}
	}()
	s.asker.ctx = s.ctx
	return func() {
		unhear()
		signal.Stop(told)
		close(over)
		end(nil)
	}
}

// lasts waits for the end of what was told to end. It is true if that does not come, or if it is told so again.
func lasts(told <-chan os.Signal, over <-chan struct{}) bool {
	since, late := time.Now(), time.After(endsWithin)
	for {
		select {
		case <-over:
			return false
		case <-told:
			if time.Since(since) > toldTwice {
				return true
			}
		case <-late:
			return true
		}
	}
}
