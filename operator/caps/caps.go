// Package caps counts what agents use, and has them wait for the person where that is as much as the person has set
// (docs/spec/14-agents.md#caps).
package caps

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/journal/sqlite"
	"handrail/operator/settings"
	"handrail/tools"
)

// nearly is the part of a cap at which the person is told.
const nearly = 0.8

// Config is what a Meter needs.
type Config struct {
	History *sqlite.History
	States  *sqlite.States
	Ask     func(ctx context.Context, q tools.Question) (tools.Answer, error)
	Notice  func(level, format string, args ...any)
	Now     func() time.Time // nil: time.Now
}

// A Meter counts for all spaces of this process; what is used of a day is counted over all processes. It is safe for
// concurrent use.
type Meter struct {
	c Config

	mu    sync.Mutex
	runs  map[string]*run
	told  map[string]bool // what was said, of a day
	asked chan struct{}   // holds one while the person is asked: the answer may count for the others
}

// run is one that goes on.
type run struct {
	began  time.Time
	waited time.Duration  // for the person
	more   map[string]int // how often more was let, by measure
	told   map[string]bool
}

// New makes a Meter.
func New(c Config) *Meter {
	if c.Now == nil {
		c.Now = time.Now
	}
	return &Meter{c: c, runs: map[string]*run{}, told: map[string]bool{}, asked: make(chan struct{}, 1)}
}

// A Use is a run that is about to use more.
type Use struct {
	Run     string // of the agent whom the person has asked, also where a sub-agent works for it
	Session string
	Space   string
	Caller  tools.Caller
	All     settings.Caps // of all spaces
	Own     settings.Caps // of this one
}

// A ReachedError is the end of a run that has used as much as the person has set.
type ReachedError struct {
	What string // "the run has used its 100 calls"
	Why  string // why it did not go on
}

// Error implements error.
func (e *ReachedError) Error() string {
	return fmt.Sprintf("%s, and %s. Say \"continue\" to let it go on, or change the cap", e.What, e.Why)
}

// A limit is one cap on one measure.
type limit struct {
	of      string // whose: "the run", "today's runs", "today's runs in shop"
	key     string // of the day's state; "": of the run
	in      string // the space's name, of what began there today; "": of all
	measure string // calls, minutes, tokens, dollars
	most    float64
	used    float64
}

// Wait returns when a run may use more: at once, unless a cap is reached; then the person is asked. A *ReachedError says
// that they have not let it go on.
func (m *Meter) Wait(ctx context.Context, u Use) error {
	if u.All == (settings.Caps{}) && u.Own == (settings.Caps{}) {
		return nil
	}
	for {
		limits, err := m.limits(ctx, u)
		if err != nil {
			return err
		}
		reached, err := m.reached(ctx, u, limits)
		if err != nil || reached == nil {
			return err
		}
		if err := m.ask(ctx, u, *reached); err != nil {
			return err
		}
	}
}

// Room reports whether a run that has ended may use more without anybody being asked.
func (m *Meter) Room(ctx context.Context, u Use) (bool, error) {
	if u.All == (settings.Caps{}) && u.Own == (settings.Caps{}) {
		return true, nil
	}
	defer m.Forget(u.Run)
	limits, err := m.limits(ctx, u)
	if err != nil {
		return false, err
	}
	reached, err := m.reached(ctx, u, limits)
	return reached == nil && err == nil, err
}

// Forget forgets a run that has ended.
func (m *Meter) Forget(id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.runs, id)
}

// of is what is known of a run. m.mu is held.
func (m *Meter) of(id string) *run {
	r := m.runs[id]
	if r == nil {
		r = &run{began: m.c.Now(), more: map[string]int{}, told: map[string]bool{}}
		m.runs[id] = r
	}
	return r
}

// limits are the caps that count, with what is used of each.
func (m *Meter) limits(ctx context.Context, u Use) (list []limit, err error) {
	now := m.c.Now()
	m.mu.Lock()
	lasted := now.Sub(m.of(u.Run).began) - m.of(u.Run).waited
	m.mu.Unlock()
	day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	for _, x := range []struct {
		cap         settings.Cap
		of, key, in string
		spent       func() (sqlite.Spent, error)
	}{
		{u.All.Run, "the run", "", "", func() (sqlite.Spent, error) { return m.c.History.SpentBy(ctx, u.Run) }},
		{u.Own.Run, "the run", "", "", func() (sqlite.Spent, error) { return m.c.History.SpentBy(ctx, u.Run) }},
		{u.All.Day, "what began today", "all", "", func() (sqlite.Spent, error) { return m.c.History.SpentSince(ctx, "", day, now) }},
		{u.Own.Day, "what began today in " + filepath.Base(u.Space), u.Space, filepath.Base(u.Space), func() (sqlite.Spent, error) { return m.c.History.SpentSince(ctx, u.Space, day, now) }},
	} {
		if x.cap == (settings.Cap{}) {
			continue
		}
		s, err := x.spent()
		if err != nil {
			return nil, err
		}
		if x.key == "" {
			s.Time = lasted
		}
		for _, l := range []limit{
			{x.of, x.key, x.in, "calls", float64(x.cap.Calls), float64(s.Calls)},
			{x.of, x.key, x.in, "minutes", x.cap.Minutes, s.Time.Minutes()},
			{x.of, x.key, x.in, "tokens", float64(x.cap.Tokens), float64(s.Tokens)},
			{x.of, x.key, x.in, "dollars", x.cap.Cost, s.Cost},
		} {
			if l.most > 0 {
				list = append(list, l)
			}
		}
	}
	return list, nil
}

// reached is the first limit that is reached, with what the person has let be used beyond it; what is nearly
// reached is told once.
func (m *Meter) reached(ctx context.Context, u Use, list []limit) (*limit, error) {
	for _, l := range list {
		more, err := m.more(ctx, u, l)
		if err != nil {
			return nil, err
		}
		one := l.most
		if l.most *= float64(1 + more); l.used >= l.most {
			return &l, nil
		}
		if l.used >= l.most-(1-nearly)*one {
			m.tell(u, l)
		}
	}
	return nil, nil
}

func (m *Meter) tell(u Use, l limit) {
	m.mu.Lock()
	told := m.told
	if l.key == "" {
		told = m.of(u.Run).told
	}
	key := strings.Join([]string{l.key, l.measure, m.today(), amount(l.most, l.measure)}, "\x00")
	known := told[key]
	told[key] = true
	m.mu.Unlock()
	if !known {
		m.c.Notice("warning", "%s has used %s of its %s", l.of, part(l), amount(l.most, l.measure))
	}
}

// capKind is the kind of state that says how often more was let be used of a day.
const capKind = "caps"

// letMore is what is kept of a day.
type letMore struct {
	Day  string         `json:"day"`
	More map[string]int `json:"more"`
}

func (m *Meter) today() string { return m.c.Now().Format(time.DateOnly) }

// more is how often more was let be used.
func (m *Meter) more(ctx context.Context, u Use, l limit) (int, error) {
	if l.key == "" {
		m.mu.Lock()
		defer m.mu.Unlock()
		return m.of(u.Run).more[l.measure], nil
	}
	text, _, err := m.c.States.State(ctx, capKind, l.key)
	if err != nil {
		return 0, err
	}
	return m.read(text).More[l.measure], nil
}

// read reads what is kept of today.
func (m *Meter) read(text string) letMore {
	var kept letMore
	if json.Unmarshal([]byte(text), &kept) != nil || kept.Day != m.today() || kept.More == nil {
		kept = letMore{Day: m.today(), More: map[string]int{}}
	}
	return kept
}

// allow lets as much more be used as the cap says.
func (m *Meter) allow(ctx context.Context, u Use, l limit) error {
	if l.key == "" {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.of(u.Run).more[l.measure]++
		return nil
	}
	return m.c.States.ChangeState(ctx, capKind, l.key, func(old string) string {
		kept := m.read(old)
		kept.More[l.measure]++
		raw, err := json.Marshal(kept)
		if err != nil {
			return old // a map of numbers has no error
		}
		return string(raw)
	})
}

// ask asks the person whether as much more may be used.
func (m *Meter) ask(ctx context.Context, u Use, l limit) error {
	select {
	case m.asked <- struct{}{}:
		defer func() { <-m.asked }()
	case <-ctx.Done(): // such as a run that is stopped while another one asks
		return ctx.Err()
	}
	limits, err := m.limits(ctx, u)
	if err != nil {
		return err
	}
	now, err := m.reached(ctx, u, limits) // another call may have been answered meanwhile
	if err != nil || now == nil || now.measure != l.measure || now.of != l.of {
		return err
	}
	l = *now
	what := fmt.Sprintf("%s has used its %s", l.of, amount(l.most, l.measure))
	text, because := tools.Say(tools.TextCap).With(amountOf(l.used, l.measure)), tools.Because(tools.Say(tools.WhyCap))
	began := m.c.Now()
	answer, err := m.c.Ask(ctx, tools.Question{
		ID: u.Run + "/" + l.key + "/" + l.measure + "/" + strconv.FormatFloat(l.most, 'f', -1, 64), Run: u.Run, Session: u.Session, Space: u.Space, Caller: u.Caller,
		Preview: tools.Preview{
			Detail: text.String(), Wording: text,
			Digest: tools.Digest("cap", u.Run, l.key, l.measure, amount(l.most, l.measure)),
		}.Titled(titleOf(l)),
		Reason: because.String(), Because: because, During: true, Present: true, Limit: tools.AnswerLimit, Yes: tools.Say(tools.YesGoOn).String(),
	})
	m.mu.Lock()
	m.of(u.Run).waited += m.c.Now().Sub(began)
	m.mu.Unlock()
	switch {
	case err != nil && ctx.Err() != nil:
		return err
	case err != nil:
		return &ReachedError{What: what, Why: "nobody could be asked"}
	case answer.Where == tools.WhereFixed && answer.Verdict == tools.Deny:
		return &ReachedError{What: what, Why: "--confirm deny answers every question with a no"}
	case answer.Where == tools.WhereFixed:
		return &ReachedError{What: what, Why: "nobody was there to be asked"}
	case answer.Verdict == tools.RunOnce:
		return m.allow(context.WithoutCancel(ctx), u, l)
	case answer.Verdict == tools.Expire:
		return &ReachedError{What: what, Why: "nobody answered in time"}
	case answer.Decider().Kind != tools.ByPerson:
		return &ReachedError{What: what, Why: "nobody was there to be asked"}
	}
	return &ReachedError{What: what, Why: "you did not let it go on"}
}

// part is how much of a cap is used, without the measure where the whole has the same.
func part(l limit) string {
	used := amount(l.used, l.measure)
	number, measure, _ := strings.Cut(used, " ")
	if strings.TrimSuffix(measure, "s") == strings.TrimSuffix(l.measure, "s") && l.used > 0 {
		return number
	}
	return used
}

// titleOf is the title of the question about a cap that is reached.
func titleOf(l limit) tools.Clause {
	most := amountOf(l.most, l.measure)
	switch {
	case l.key == "":
		return tools.Say(tools.AskCapRun).With(most)
	case l.in == "":
		return tools.Say(tools.AskCapDay).With(most)
	}
	return tools.Say(tools.AskCapSpace, l.in).With(most)
}

// amount is a number with its measure, as people read it.
func amount(n float64, measure string) string { return amountOf(n, measure).String() }

// amountOf is amount, as a clause.
func amountOf(n float64, measure string) tools.Clause {
	switch measure {
	case "dollars":
		if n > 0 && n < 0.01 {
			return tools.Say(tools.AmountDollars, strconv.FormatFloat(n, 'g', 2, 64))
		}
		return tools.Say(tools.AmountDollars, strconv.FormatFloat(n, 'f', 2, 64))
	case "minutes":
		if n > 0 && n < 1 {
			return tools.Say(tools.AmountSeconds, strconv.FormatFloat(n*60, 'f', 0, 64))
		}
		return tools.Say(tools.AmountMinutes, strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0"))
	}
	text := strconv.FormatInt(int64(n), 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	one, many := tools.AmountOne, tools.AmountCalls
	if measure == "tokens" {
		one, many = tools.AmountOneToken, tools.AmountTokens
	}
	if n == 1 {
		return tools.Say(one)
	}
	return tools.Say(many, text)
}
