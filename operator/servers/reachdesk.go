package servers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/internal/sandbox"
	"handrail/operator/walls"
	"handrail/tools"
)

// The person is asked about a host that a server in use does not reach, and the connection waits
// (docs/decisions/0445-a-host-is-asked-about-on-the-way.md).

const (
	// mostQuestions is how many questions are asked while calls of one server run.
	mostQuestions = 3
	// mostAsked is how many hosts one question is about; further ones are refused.
	mostAsked = 200
	// mostNamed is how many of them it shows.
	mostNamed = 8
	// mostRefused is how often the person may say no within refusedWithin before nothing more is asked.
	mostRefused   = 3
	refusedWithin = 10 * time.Minute
)

// alwaysOffer names the lasting yes.
const alwaysOffer = "server"

// A reachDesk asks the person about hosts for one server. It is safe for concurrent use.
type reachDesk struct {
	v *server

	mu      sync.Mutex
	calls   []tools.Call           // that run, the last one last
	ended   chan struct{}          // closed when the last of them has ended; nil while none runs
	allowed map[string]*reachGrant // by the place
	refused map[string]bool        // places that the person has refused, now or earlier
	given   map[string]time.Time   // places that were allowed while they run, or ran last
	noes    []time.Time            // when they last said no
	closed  error                  // why nothing more is asked while they run
	asked   int                    // how many questions were
	pending *reachQuestion         // the one that stands
	next    []string               // places that came meanwhile
}

// A reachGrant is a yes, which holds for the calls that ran when it was given.
type reachGrant struct {
	calls map[string]bool // by their IDs
	ended chan struct{}   // closed when the last of them has ended
}

// A reachQuestion is one that stands.
type reachQuestion struct {
	targets  []string
	answered chan struct{} // closed when it is answered or taken back
}

// enter counts a call, and leave one that has ended.
func (d *reachDesk) enter(call tools.Call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.calls) == 0 {
		if d.v != nil {
			d.refused = d.keptNo() // the person may have taken it back, also in another program
		}
		d.ended, d.allowed, d.given, d.closed, d.asked = make(chan struct{}), map[string]*reachGrant{}, map[string]time.Time{}, nil, 0
	}
	d.calls = append(d.calls, call)
}

func (d *reachDesk) leave(call tools.Call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = slices.DeleteFunc(d.calls, func(c tools.Call) bool { return c.ID == call.ID })
	for at, g := range d.allowed {
		if delete(g.calls, call.ID); len(g.calls) == 0 {
			delete(d.allowed, at)
			close(g.ended)
		}
	}
	if len(d.calls) == 0 && d.ended != nil {
		close(d.ended)
		d.ended = nil
	}
}

// target is how a place is called in settings: a host of the web without its port. "" if settings
// cannot name it alone: a word of theirs, or no host.
func target(host string, port int) string {
	at := host
	if port != 443 && port != 80 {
		at = net.JoinHostPort(host, strconv.Itoa(port))
	}
	if !settable(at) {
		return ""
	}
	return at
}

// settable reports whether settings can name a place alone: it is no word of theirs.
func settable(at string) bool {
	n, err := sandbox.ParseNetwork([]string{at})
	host, _, _ := strings.Cut(at, ":")
	return err == nil && n.Mode == sandbox.Hosts && !slices.Contains([]string{string(sandbox.On), string(sandbox.Off), string(sandbox.Loopback), sandbox.Registry}, host) && !strings.Contains(host, "*")
}

// asks reports whether an attempt to reach a place could end in a question, in what was allowed, or in a
// no that who calls is told of: a name that is asked for is there then, and the gate sees who wants it.
func (d *reachDesk) asks(at string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	g, _, known := d.known(at)
	return !known || g != nil || len(d.calls) > 0
}

// known is what counts for a place, if that is known: a grant, or why there is none. The caller
// holds d.mu.
func (d *reachDesk) known(at string) (g *reachGrant, why error, known bool) { //nolint:revive // the error is an answer
	switch g := d.allowed[at]; {
	case g != nil:
		return g, nil, true
	case d.refused[at]:
		return nil, errors.New("you refused that"), true
	case d.asker() == nil:
		return nil, errors.New("no call of it runs that could ask"), true
	case d.closed != nil:
		return nil, d.closed, true
	case len(d.noes) >= mostRefused && time.Since(d.noes[len(d.noes)-mostRefused]) < refusedWithin:
		return nil, fmt.Errorf("you have refused it %d hosts within %d minutes", mostRefused, int(refusedWithin.Minutes())), true
	}
	return nil, nil, false
}

// asker is the call for which the person is asked: the last one that somebody wants an answer to. nil if there
// is none. The caller holds d.mu.
func (d *reachDesk) asker() *tools.Call {
	for i := range slices.Backward(d.calls) {
		if !d.calls[i].Quiet {
			return &d.calls[i]
		}
	}
	return nil
}

// reach waits until it is known whether the server may reach a place, and says until when. ctx is
// one connection's: the question outlives it, since programs give up and try again while the person reads.
func (d *reachDesk) reach(ctx context.Context, at string) (until <-chan struct{}, err error) {
	for {
		d.mu.Lock()
		if g, why, known := d.known(at); known {
			d.mu.Unlock()
			if g == nil {
				return nil, why
			}
			return g.ended, nil
		}
		q := d.pending
		switch {
		case q == nil:
			q = d.pose(at)
		case !slices.Contains(q.targets, at) && !slices.Contains(d.next, at):
			if len(d.next) >= mostAsked {
				d.mu.Unlock()
				return nil, fmt.Errorf("it wants more than %d hosts at once", mostAsked)
			}
			d.next = append(d.next, at)
		}
		d.mu.Unlock()
		select {
		case <-q.answered:
		case <-ctx.Done():
			return nil, errors.New("you haven't decided yet")
		}
	}
}

// pose puts a question about a place, and all that came while another one stood. The caller holds d.mu.
func (d *reachDesk) pose(at string) *reachQuestion {
	q := &reachQuestion{targets: append([]string{at}, slices.DeleteFunc(d.next, func(o string) bool {
		_, _, known := d.known(o)
		return known || o == at
	})...), answered: make(chan struct{})}
	d.next, d.asked, d.pending = nil, d.asked+1, q
	call, ended := *d.asker(), d.ended
	ctx, cancel := context.WithCancel(d.v.set.pool.c.Context)
	d.v.set.ending.Go(func() {
		defer cancel()
		select {
		case <-ended:
		case <-q.answered:
		case <-d.v.set.closing:
		}
	})
	d.v.set.ending.Go(func() {
		resume := d.hold()
		defer resume()
		answer, err := d.ask(ctx, call, q.targets)
		if err == nil && answer.Verdict == tools.RunOnce && answer.Offer == alwaysOffer {
			_, err = d.v.set.Options().Allow(ctx, d.v.found().Name, q.targets, nil, nil)
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		d.settle(q, answer, err)
		d.pending = nil
		close(q.answered)
	})
	return q
}

// settle keeps what was answered. The caller holds d.mu.
func (d *reachDesk) settle(q *reachQuestion, answer tools.Answer, err error) {
	switch {
	case err != nil:
		d.closed = fmt.Errorf("nobody could be asked: %w", err)
	case answer.Verdict == tools.RunOnce:
		if len(d.calls) == 0 {
			return // all that it was for has ended
		}
		for _, at := range q.targets {
			g := &reachGrant{calls: map[string]bool{}, ended: make(chan struct{})}
			for _, c := range d.calls {
				g.calls[c.ID] = true
			}
			d.allowed[at], d.given[at] = g, time.Now()
		}
		if d.asked >= mostQuestions {
			d.closed = errors.New("it wants many hosts, one after the other")
		}
	case answer.Verdict == tools.Expire:
		d.closed = errors.New("the question was not answered in time")
	case answer.Where == tools.WhereClient: // it may only have gone away
		d.closed = errors.New("the program that asks has said no")
	case answer.Where == tools.WhereNobody || answer.Where == tools.WhereFixed:
		d.closed = errors.New(cmp.Or(answer.Reason, "nobody could be asked"))
	default:
		for _, at := range q.targets {
			d.refused[at] = true
		}
		d.noes = append(d.noes, time.Now())
		d.keepNo()
		d.closed = errors.New("you refused another host for this call")
	}
}

// wait waits while a question stands that may explain what a call has come to, or until ctx
// ends: a server that did not wait for the answer has ended its call, and its caller is told what was
// answered.
func (d *reachDesk) wait(ctx context.Context, failed bool, text string) {
	for {
		d.mu.Lock()
		q := d.pending
		d.mu.Unlock()
		if q == nil || !failed && !slices.ContainsFunc(q.targets, func(at string) bool { return blames(text, at) }) {
			return
		}
		select {
		case <-q.answered:
		case <-ctx.Done():
			return
		}
	}
}

// blames reports whether a text names a place, or the network, as what went wrong.
func blames(text, at string) bool {
	host, _, _ := strings.Cut(at, ":")
	named, network := walls.Blames(strings.ToLower(text), host)
	return named || network
}

// answeredSince are the places that were allowed since a moment, those that are refused, and those
// that are asked about.
func (d *reachDesk) answeredSince(since time.Time) (allowed []string, refused map[string]bool, open []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, when := range d.given {
		if !when.Before(since) {
			allowed = append(allowed, at)
		}
	}
	slices.Sort(allowed)
	if d.pending != nil {
		open = slices.Concat(d.pending.targets, d.next)
	}
	return allowed, maps.Clone(d.refused), open
}

// noKind is where the journal's database keeps the hosts that the person has refused a server,
// under the name of its pins. What settings allow counts before it.
const noKind = "mcp-no-hosts"

// A noNote is what is kept there. Another program under the same name is asked about anew.
type noNote struct {
	For   string   `json:"for"`
	Hosts []string `json:"hosts"`
}

// keptNo are the hosts that the person has refused.
func (d *reachDesk) keptNo() map[string]bool {
	list := map[string]bool{}
	text, _, err := d.v.set.pool.c.Store.State(context.Background(), noKind, d.v.set.Pins().name(d.v.found()))
	var kept noNote
	if err != nil || json.Unmarshal([]byte(text), &kept) != nil || kept.For != d.v.found().Settings.Identity().Key() {
		return list
	}
	for _, host := range kept.Hosts {
		list[host] = true
	}
	return list
}

// keepNo keeps them, for later. The caller holds d.mu.
func (d *reachDesk) keepNo() {
	const most = 500
	hosts := slices.Sorted(maps.Keys(d.refused))
	raw, err := json.Marshal(noNote{d.v.found().Settings.Identity().Key(), hosts[:min(len(hosts), most)]})
	if err == nil {
		_ = d.v.set.pool.c.Store.SetState(context.Background(), noKind, d.v.set.Pins().name(d.v.found()), string(raw)) // else it is asked again
	}
}

// hold lets the clocks of the server's calls stand still until resume.
func (d *reachDesk) hold() (resume func()) {
	if c := d.v.live(); c != nil {
		return c.Hold()
	}
	return func() {}
}

// ask puts the question, and notes it in the call's record.
func (d *reachDesk) ask(ctx context.Context, call tools.Call, targets []string) (tools.Answer, error) {
	answer, _, err := d.v.set.pool.c.Asking.Ask(ctx, call.ID, reachQuestionOf(d.v.found().Name, call, targets))
	return answer, err
}
