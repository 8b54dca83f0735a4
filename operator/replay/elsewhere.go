package replay

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/operator/origins"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
	"handrail/tools/web"
)

// ElsewhereConfig says which recorded calls go through the guard's last step again, and by what.
type ElsewhereConfig struct {
	Since          time.Time
	Extra, Without []string // as in Config
}

// An Outflow is what would have asked because of text from elsewhere, by the rules and grants as they are now. Nothing ran, nobody
// was asked, and nothing was counted.
type Outflow struct {
	Calls    int // of agents and served programs
	After    int // of these: their conversation had read text from elsewhere
	Ways     int // of these: a way out for it
	Asks     int // of these: they would ask
	Anyway   int // of these: they would ask without such text, too
	Then     int // how many have asked because of it when they were made
	Groups   []OutGroup
	Silenced []Silencer
	Left     []LeftOut // what could not be judged again
}

// An OutGroup counts calls that would ask by one source and one way. A call whose conversation has read text of several sources
// is in several groups.
type OutGroup struct {
	Source      string // in words
	Way         string // as a grant keeps it
	Calls       int
	Alone       int      // of these, those that this group's answer alone would silence
	Then        int      // have asked because of such text when they were made
	Tools       []string // that were called, sorted
	First, Last time.Time
	Call, Run   string // the newest
	What        string // it would have done
	Why         string // it is a way out
	Label       string // the lasting answer that would let such text leave by it
	Rules       []string
}

// A Silencer counts calls that would ask if the person had not said that such text may leave.
type Silencer struct {
	Label string // of the grant; "" is a rule
	Calls int
}

// Elsewhere holds the recorded calls of the space against the guard's last step, in the order in which they were made: with what
// their conversations had read, and had named, by then.
func Elsewhere(ctx context.Context, o *operator.Operator, s *operator.Space, c ElsewhereConfig) (Outflow, error) {
	r, err := newReplayer(s, Config{Extra: c.Extra, Without: c.Without})
	if err != nil {
		return Outflow{}, err
	}
	runs, sessions, err := runsSince(ctx, o.Store().History(), r.dir, c.Since)
	if err != nil {
		return Outflow{}, err
	}
	out := outflow{replayer: r, since: c.Since, runs: runs, groups: map[[2]string]*OutGroup{}, silenced: map[string]int{}, left: map[string]LeftOut{}, labels: map[string]string{}}
	for _, g := range r.guard.Grants() {
		out.labels[g.ID] = g.Label
	}
	const page = 500
	for _, session := range sessions {
		talk := newTalk(session)
		for after := int64(0); ; {
			events, err := o.Store().History().SessionEvents(ctx, session, after, page)
			if err != nil {
				return Outflow{}, err
			}
			for _, ev := range events {
				out.event(talk, ev)
			}
			if len(events) < page {
				break
			}
			after = events[len(events)-1].Seq
		}
	}
	return out.sum(), nil
}

// runsSince are the runs of a space that were begun since, or went on then, and their sessions.
func runsSince(ctx context.Context, h *sqlite.History, dir string, since time.Time) (runs map[string]journal.Run, sessions []string, err error) {
	runs = map[string]journal.Run{}
	for cursor := ""; ; {
		page, next, err := h.Runs(ctx, sqlite.RunsQuery{Space: dir, Cursor: cursor, Limit: 500})
		if err != nil {
			return nil, nil, err
		}
		for _, run := range page {
			if run.Started.Before(since) && !run.Ended.IsZero() && run.Ended.Before(since) || run.Session == "" {
				continue
			}
			runs[run.ID] = run
			if !slices.Contains(sessions, run.Session) {
				sessions = append(sessions, run.Session)
			}
		}
		if cursor = next; cursor == "" {
			return runs, sessions, nil
		}
	}
}

// A talk is a conversation as far as its record was read.
type talk struct {
	session string
	seen    *web.Seen
	book    *origins.Book
	calls   map[string]*made
}

func newTalk(session string) *talk {
	seen := web.NewSeen()
	return &talk{session: session, seen: seen, book: origins.New(seen), calls: map[string]*made{}}
}

// A made is a call of a talk.
type made struct {
	call    tools.Call
	kept    bool // its input is
	judged  bool
	left    *guard.Verdict // on what its programs have left; nil: nothing that acts later
	content string
}

// An outflow adds up what would ask.
type outflow struct {
	*replayer
	since    time.Time
	runs     map[string]journal.Run // those that count
	labels   map[string]string      // of grants, by their ids
	total    Outflow
	groups   map[[2]string]*OutGroup
	silenced map[string]int
	left     map[string]LeftOut
}

// event takes over what an event says of a conversation, and judges a call where its act stands.
func (o *outflow) event(t *talk, ev journal.Event) {
	c := t.calls[ev.Call]
	switch ev.Kind {
	case journal.Prompted:
		d, ok := dataOf[journal.PromptedData](ev)
		if !ok {
			break
		}
		var told []tools.Origin
		if json.Unmarshal(d.Origins, &told) == nil {
			t.book.Add(t.session, told...)
		}
		if d.From == "" {
			t.seen.Typed(t.session, d.Text)
			t.book.Typed(t.session, d.Text)
		}
	case journal.Called:
		if d, ok := dataOf[journal.CalledData](ev); ok {
			caller := tools.Caller{Kind: tools.CallerKind(d.Caller), Name: d.Name, ID: o.runs[ev.Run].Agent}
			call := tools.Call{ID: ev.Call, Tool: d.Tool, Input: d.Input, Caller: caller, Session: t.session, Run: ev.Run, Space: o.dir}
			t.calls[ev.Call] = &made{call: call, kept: d.Size == 0}
			t.seen.Called(call)
		}
	case journal.Changed:
		if d, ok := dataOf[journal.ChangedData](ev); ok && c != nil {
			c.call.Input, c.kept = d.Input, true
		}
	case journal.Snapshot:
		if d, ok := dataOf[journal.SnapshotData](ev); ok && c != nil && len(d.Acts) > 0 {
			o.judgeLeft(t, c, d.Acts, ev)
		}
	case journal.Asked, journal.Blocked, journal.Started:
		if c != nil && c.left != nil && ev.Kind == journal.Asked && !hasAct(ev.Data) {
			o.askedThen(c)
		}
		if c != nil && !c.judged && hasAct(ev.Data) {
			c.judged = true
			o.judge(t, c, ev)
		}
	case journal.Finished:
		if d, ok := dataOf[journal.FinishedData](ev); ok && c != nil {
			c.content = d.Content
		}
	case journal.Returned:
		if c != nil {
			c.came(t, ev)
			c.content, c.call.Input = "", nil // what it has left running may still write
		}
	default:
	}
}

// came notes what a call has brought.
func (c *made) came(t *talk, ev journal.Event) {
	d, ok := dataOf[journal.ReturnedData](ev)
	if !ok {
		return
	}
	var meta struct {
		Origins []tools.Origin `json:"origins"`
	}
	if json.Unmarshal(d.Meta, &meta) == nil && c.call.Caller.Kind != tools.CallerPerson {
		t.book.Add(t.session, meta.Origins...)
	}
	content := d.Content
	if d.Same {
		content = c.content
	}
	t.seen.Came(c.call, tools.Result{Content: content})
}

func dataOf[T any](ev journal.Event) (d T, ok bool) { return d, json.Unmarshal(ev.Data, &d) == nil }

// hasAct reports whether the data of an event has an act.
func hasAct(data []byte) bool { return strings.Contains(string(data), `"act":{`) }

// leave counts a call that cannot be judged again.
func (o *outflow) leave(call, reason string) {
	l := o.left[reason]
	l.Reason, l.First = reason, max(l.First, call)
	l.Calls++
	o.left[reason] = l
}

// judge takes the guard's last step with a recorded act.
func (o *outflow) judge(t *talk, c *made, ev journal.Event) {
	kind := c.call.Caller.Kind
	if _, here := o.runs[ev.Run]; !here || ev.Time.Before(o.since) || kind != tools.CallerAgent && kind != tools.CallerMCP {
		return
	}
	o.total.Calls++
	from := t.book.Read(t.session)
	if len(from) == 0 {
		return
	}
	o.total.After++
	act, _, err := journal.Judged(ev.Data)
	e, there := o.entries[act.Tool]
	switch {
	case err != nil:
		o.leave(ev.Call, "its record cannot be read")
	case act.Omitted != "":
		o.leave(ev.Call, "its act is not kept: "+omittedSort(act.Omitted))
	case !there || e.State != tools.Ready || e.Tool == nil:
		o.leave(ev.Call, "its tool is not there any more")
	case !c.kept:
		o.leave(ev.Call, "its input is not kept, because it is too large")
	default:
		p := pipeline.PreviewOf(act, e)
		v := o.guard.Judge(c.call, e, p)
		v = o.guard.Elsewhere(v, guard.Outward{Call: c.call, Entry: e, Preview: p, Input: c.call.Input, From: from, Words: t.book.Words(t.session)})
		o.count(c, act, v, ev)
	}
}

// judgeLeft judges what the programs of a call have left that acts later, and that nothing in its act told.
func (o *outflow) judgeLeft(t *talk, c *made, acts []string, ev journal.Event) {
	from := t.book.Read(t.session)
	e, there := o.entries[c.call.Tool]
	if _, here := o.runs[ev.Run]; !here || ev.Time.Before(o.since) || len(from) == 0 || !there {
		return
	}
	var left []guard.Left
	var names []string
	for _, one := range acts {
		way, path, _ := strings.Cut(one, " ")
		left = append(left, guard.Left{Path: path, Way: guard.WayOf(way, path)})
		names = append(names, path)
	}
	v := guard.Aftermath(o.guard, guard.Outward{Call: c.call, Entry: e, Preview: tools.Preview{Folder: o.dir}, From: from, Words: t.book.Words(t.session)}, left)
	c.left = &v
	o.count(c, journal.ActData{Tool: e.Qualified, Title: "Keep " + strings.Join(names, ", ")}, v, ev)
}

// askedThen counts that the person was asked about what a call has left.
func (o *outflow) askedThen(c *made) {
	o.total.Then++
	for _, from := range c.left.From {
		if g := o.groups[[2]string{from.Key(), c.left.Way.Name}]; g != nil {
			g.Then++
		}
	}
	c.left = nil
}

// count adds a call that is a way out.
func (o *outflow) count(c *made, act journal.ActData, v guard.Verdict, ev journal.Event) {
	then := act.Stage == guard.FromElsewhere.Name() && act.Verdict == string(guard.Ask)
	if then {
		o.total.Then++
	}
	if v.Way.Name == "" {
		return
	}
	o.total.Ways++
	if len(v.From) == 0 {
		by := map[string]bool{}
		for _, id := range v.Also {
			by[o.labels[id]] = true
		}
		if len(by) == 0 {
			by[""] = true
		}
		for label := range by {
			o.silenced[label]++
		}
		return
	}
	o.total.Asks++
	if v.Stage != guard.FromElsewhere {
		o.total.Anyway++
	}
	for _, from := range v.From {
		key := [2]string{from.Key(), v.Way.Name}
		g := o.groups[key]
		if g == nil {
			from.Via = ""
			g = &OutGroup{Source: from.String(), Way: v.Way.Name, First: ev.Time, Label: guard.LabelElsewhere([]tools.Origin{from}, v.Way).String()}
			o.groups[key] = g
		}
		g.Calls++
		if len(v.From) == 1 && v.Stage == guard.FromElsewhere {
			g.Alone++
		}
		if then {
			g.Then++
		}
		if !slices.Contains(g.Tools, act.Tool) {
			g.Tools = append(g.Tools, act.Tool)
			if rule := guard.RuleFor(act.Tool, from); rule != "" {
				g.Rules = append(g.Rules, rule)
			}
		}
		if ev.Time.Before(g.First) {
			g.First = ev.Time
		}
		if !ev.Time.Before(g.Last) {
			g.Last, g.Call, g.Run, g.What, g.Why = ev.Time, c.call.ID, ev.Run, whatOf(act), v.Way.Why.String()
		}
	}
}

// sum is the whole, the most frequent first.
func (o *outflow) sum() Outflow {
	out := o.total
	for _, g := range o.groups {
		slices.Sort(g.Tools)
		slices.Sort(g.Rules)
		out.Groups = append(out.Groups, *g)
	}
	slices.SortFunc(out.Groups, func(a, b OutGroup) int {
		return cmp.Or(b.Calls-a.Calls, strings.Compare(a.Source+"\x00"+a.Way, b.Source+"\x00"+b.Way))
	})
	for label, n := range o.silenced {
		out.Silenced = append(out.Silenced, Silencer{label, n})
	}
	slices.SortFunc(out.Silenced, func(a, b Silencer) int { return cmp.Or(b.Calls-a.Calls, strings.Compare(a.Label, b.Label)) })
	out.Left = leftOf(o.left)
	return out
}
