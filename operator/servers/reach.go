package servers

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
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
	mostNamed = 12
)

// alwaysOffer names the lasting yes.
const alwaysOffer = "server"

// A reachDesk asks the person about hosts for one server. It is safe for concurrent use.
type reachDesk struct {
	v *server

	mu      sync.Mutex
	calls   []tools.Call         // that run, the last one last
	ended   chan struct{}        // closed when the last of them has ended; nil while none runs
	allowed map[string]time.Time // hosts that were allowed while they run, by when
	refused map[string]bool      // hosts that the person has refused, for as long as this app runs
	closed  error                // why nothing more is asked while they run
	asked   int                  // how many questions were
	pending *reachQuestion       // the one that stands
	next    []string             // hosts that came meanwhile
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
	if d.refused == nil {
		d.refused = d.keptNo()
	}
	if len(d.calls) == 0 {
		d.ended, d.allowed, d.closed, d.asked = make(chan struct{}), map[string]time.Time{}, nil, 0
	}
	d.calls = append(d.calls, call)
}

func (d *reachDesk) leave(call tools.Call) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = slices.DeleteFunc(d.calls, func(c tools.Call) bool { return c.ID == call.ID })
	if len(d.calls) == 0 && d.ended != nil {
		close(d.ended)
		d.ended = nil
	}
}

// target is how a place is called in settings: a host of the web without its port.
func target(host string, port int) string {
	if port == 443 || port == 80 {
		return host
	}
	return net.JoinHostPort(host, strconv.Itoa(port))
}

// asks reports whether an attempt to reach a place could end in a question, or in what was
// allowed: a name that is asked for is there then.
func (d *reachDesk) asks(host string, port int) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, known := d.known(target(host, port))
	return !known || !d.allowed[target(host, port)].IsZero()
}

// known is what counts for a place, if that is known. The caller holds d.mu.
func (d *reachDesk) known(at string) (err error, known bool) { //nolint:revive // the error is the answer
	switch {
	case !d.allowed[at].IsZero() && len(d.calls) > 0:
		return nil, true
	case d.refused[at]:
		return errors.New("you refused that"), true
	case len(d.calls) == 0:
		return errors.New("no call of it runs that could ask"), true
	case d.closed != nil:
		return d.closed, true
	}
	return nil, false
}

// reach waits until it is known whether the server may reach a place. ctx is one connection's:
// the question outlives it, since programs give up and try again while the person reads.
func (d *reachDesk) reach(ctx context.Context, host string, port int) error {
	at := target(host, port)
	for {
		d.mu.Lock()
		if err, known := d.known(at); known {
			d.mu.Unlock()
			return err
		}
		q := d.pending
		switch {
		case q == nil:
			q = d.pose(at)
		case !slices.Contains(q.targets, at) && !slices.Contains(d.next, at):
			if len(d.next) >= mostAsked {
				d.mu.Unlock()
				return fmt.Errorf("it wants more than %d hosts at once", mostAsked)
			}
			d.next = append(d.next, at)
		}
		d.mu.Unlock()
		select {
		case <-q.answered:
		case <-ctx.Done():
			return errors.New("you haven't decided yet")
		}
	}
}

// pose puts a question about a place, and all that came while another one stood. The caller holds d.mu.
func (d *reachDesk) pose(at string) *reachQuestion {
	q := &reachQuestion{targets: append([]string{at}, slices.DeleteFunc(d.next, func(o string) bool {
		_, known := d.known(o)
		return known || o == at
	})...), answered: make(chan struct{})}
	d.next, d.asked, d.pending = nil, d.asked+1, q
	call, ended := d.calls[len(d.calls)-1], d.ended
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
		for _, at := range q.targets {
			d.allowed[at] = time.Now()
		}
		if d.asked >= mostQuestions {
			d.closed = errors.New("it wants many hosts, one after the other")
		}
	case answer.Verdict == tools.Expire:
		d.closed = errors.New("the question was not answered in time")
	case answer.Where == tools.WhereNobody || answer.Where == tools.WhereFixed:
		d.closed = errors.New(cmp.Or(answer.Reason, "nobody could be asked"))
	default:
		for _, at := range q.targets {
			d.refused[at] = true
		}
		d.keepNo()
		d.closed = errors.New("you refused another host for this call")
	}
}

// wait waits until no question stands, or ctx ends: a server that did not wait for the answer has
// ended its call, and its caller is told what was answered.
func (d *reachDesk) wait(ctx context.Context) {
	for {
		d.mu.Lock()
		q := d.pending
		d.mu.Unlock()
		if q == nil {
			return
		}
		select {
		case <-q.answered:
		case <-ctx.Done():
			return
		}
	}
}

// allowedSince are the places that were allowed since a moment.
func (d *reachDesk) allowedSince(since time.Time) (list []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for at, when := range d.allowed {
		if !when.Before(since) {
			list = append(list, at)
		}
	}
	slices.Sort(list)
	return list
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

// reachQuestionOf is what the person is asked.
func reachQuestionOf(server string, call tools.Call, targets []string) tools.Question {
	what, label := targets[0], "Always let "+server+" reach "+targets[0]
	var effects []tools.Effect
	for _, at := range targets {
		effects = append(effects, tools.Effect{Kind: tools.EffectReach, Target: at})
	}
	detail := fmt.Sprintf("The server %s wants to connect to %s, which you have not allowed it yet. Its connection waits for your answer.\n\n", server, what)
	if len(targets) > 1 {
		what, label = fmt.Sprintf("%d hosts", len(targets)), "Always let "+server+" reach these hosts"
		shown := targets[:min(len(targets), mostNamed)]
		detail = fmt.Sprintf("The server %s wants to connect to %d hosts that you have not allowed it yet:\n  %s\n", server, len(targets), strings.Join(shown, "\n  "))
		if more := len(targets) - len(shown); more > 0 {
			detail += fmt.Sprintf("and %d more. Many hosts at once are unusual: if you don't expect this, refuse.\n", more)
		}
		detail += "\nIts connections wait for your answer.\n\n"
	}
	detail += "It can send there whatever it can read, and what its tools are given. If you allow it once, that counts until the calls of it that run now have ended."
	return tools.Question{
		ID: call.ID + "/reach/" + tools.Digest(targets...), Run: call.Run, Session: call.Session, Tool: call.Tool, Space: call.Space, Caller: call.Caller,
		Preview: tools.Preview{
			Title: fmt.Sprintf("May %s reach %s?", server, what), Detail: detail, Effects: effects, Digest: tools.Digest(append([]string{"reach", server}, targets...)...),
		},
		Reason: "its server reaches " + what, Present: true, Limit: tools.AnswerLimit, Yes: "Allow once",
		Offers: []tools.Offer{{ID: alwaysOffer, Label: label, Scope: "pattern", Until: "everywhere"}},
	}
}

// Reach implements walls.Servers: it may wait for the person.
func (l Lodgers) Reach(ctx context.Context, st *walls.Stay, host string, port int) error {
	v, why := l.asked(st, host, port)
	if v == nil {
		return why
	}
	return v.desk.reach(ctx, host, port)
}

// Askable implements walls.Servers.
func (l Lodgers) Askable(st *walls.Stay, host string) (ports []int) {
	common := []int{443, 80, 3306, 5432, 6379, 27017} // the web, and databases
	if network, err := l.network(st); err == nil {
		common = append(common, network.Ports()...)
	}
	for _, port := range common {
		v, why := l.asked(st, host, port)
		if (v == nil && why == nil || v != nil && v.desk.asks(host, port)) && !slices.Contains(ports, port) {
			ports = append(ports, port)
		}
	}
	return ports
}

// network is what the server in a room may reach as it is set now.
func (l Lodgers) network(st *walls.Stay) (sandbox.Network, error) {
	v, err := l.s.server(st.Errand().Server)
	if err != nil {
		return sandbox.Network{Mode: sandbox.Off}, err
	}
	return l.s.c.Walls().ServerNetwork(v.found().Settings.NetworkWords())
}

// asked is the server that the person can be asked for about a place. Without one, and without an
// error, the server may reach the place as it is set now.
func (l Lodgers) asked(st *walls.Stay, host string, port int) (*server, error) {
	e := st.Errand()
	v, err := l.s.server(e.Server)
	if err != nil {
		return nil, err
	}
	network, err := l.network(st)
	if err != nil {
		return nil, err
	}
	closed := fmt.Errorf("the server %s may reach: %s", e.Server, network)
	switch {
	case e.Trial || v.live() == nil: // or one that was replaced
		return nil, closed
	case network.Allows(host, port, nil):
		return nil, nil //nolint:nilnil // nobody has to be asked
	case l.s.pool.c.Network != nil || inner(host): // the command line has the last word
		return nil, closed
	}
	if why := l.s.c.Denied(e.Server, target(host, port)); why != "" {
		return nil, errors.New(why)
	}
	return v, nil
}

// inner reports whether a host is this machine or its link: nobody is asked on the way for what
// these tell.
func inner(host string) bool {
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost")
	}
	return ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast()
}
