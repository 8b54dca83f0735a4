package caps_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/caps"
	"handrail/operator/settings"
	"handrail/tools"
)

// A meter is one with a journal, a clock that stands and a person.
type meter struct {
	*testing.T
	*caps.Meter
	store  *sqlite.Store
	now    time.Time
	asked  []string
	notes  []string
	answer func(q tools.Question) (tools.Answer, error)
	mu     sync.Mutex
}

func meterOf(t *testing.T) *meter {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Config{Path: filepath.Join(t.TempDir(), "journal.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	m := &meter{T: t, store: store, now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.Local)}
	m.Meter = m.again()
	return m
}

// again is the meter of another process.
func (m *meter) again() *caps.Meter {
	return caps.New(caps.Config{
		History: m.store.History(), States: m.store.States(), Now: func() time.Time { return m.now },
		Ask: func(_ context.Context, q tools.Question) (tools.Answer, error) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.asked = append(m.asked, q.Preview.Title)
			return m.answer(q)
		},
		Notice: func(_, format string, args ...any) {
			m.mu.Lock()
			defer m.mu.Unlock()
			m.notes = append(m.notes, fmt.Sprintf(format, args...))
		},
	})
}

// begin begins a run of an agent at the meter's time.
func (m *meter) begin(id, space, parent string) {
	m.Helper()
	if err := m.store.Begin(m.Context(), journal.Run{ID: id, Session: "s", Space: space, Origin: journal.FromChat, Started: m.now, Parent: parent}); err != nil {
		m.Fatal(err)
	}
}

// uses records calls, tokens and dollars of a run.
func (m *meter) uses(run string, calls, tokens int, cost float64) {
	m.Helper()
	events := []journal.Event{journal.New(run, "", journal.Replied, journal.RepliedData{Input: tokens, Cost: cost})}
	for range calls {
		events = append(events, journal.New(run, "c", journal.Called, journal.CalledData{Tool: "x"}))
	}
	if err := m.store.Record(m.Context(), events...); err != nil {
		m.Fatal(err)
	}
}

func yes(tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "window"}, nil
}

func no(tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.Deny, Where: "window"}, nil
}

func (m *meter) wait(u caps.Use) string {
	m.Helper()
	err := m.Wait(m.Context(), u)
	if err != nil && !errors.As(err, new(*caps.ReachedError)) {
		m.Fatal(err)
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// Each measure asks when it is used up, and tells before; a yes lets as much again be used.
func TestEachMeasure(t *testing.T) {
	for name, x := range map[string]struct {
		cap   settings.Cap
		use   func(m *meter, part int) // a tenth of the cap
		title string
		told  string
	}{
		"calls":   {settings.Cap{Calls: 10}, func(m *meter, n int) { m.uses("r", n, 0, 0) }, "The run has used its 10 calls. Go on?", "the run has used 8 of its 10 calls"},
		"tokens":  {settings.Cap{Tokens: 10_000}, func(m *meter, n int) { m.uses("r", 0, n*1000, 0) }, "The run has used its 10,000 tokens. Go on?", "the run has used 8,000 of its 10,000 tokens"},
		"cost":    {settings.Cap{Cost: 1}, func(m *meter, n int) { m.uses("r", 0, 0, float64(n)/10) }, "The run has used its $1.00. Go on?", "the run has used $0.80 of its $1.00"},
		"minutes": {settings.Cap{Minutes: 5}, func(m *meter, n int) { m.now = m.now.Add(time.Duration(n) * 30 * time.Second) }, "The run has used its 5 minutes. Go on?", "the run has used 4 of its 5 minutes"},
	} {
		t.Run(name, func(t *testing.T) {
			m := meterOf(t)
			m.answer = yes
			m.begin("r", "/s", "")
			u := caps.Use{Run: "r", Space: "/s", All: settings.Caps{Run: x.cap}}
			for i, part := range []int{0, 7, 1, 1, 1, 1, 6, 1} { // used: 0, 7, 8, 9, 10, 11, 17, 18
				x.use(m, part)
				if why := m.wait(u); why != "" {
					t.Fatalf("step %d: %s", i, why)
				}
			}
			if len(m.asked) != 1 || m.asked[0] != x.title || len(m.notes) != 2 || m.notes[0] != x.told {
				t.Fatalf("asked %q, told %q", m.asked, m.notes)
			}
			x.use(m, 2)
			m.answer = no
			if why := m.wait(u); !strings.Contains(why, "you did not let it go on") || !strings.Contains(why, "continue") {
				t.Errorf("a no says %q", why)
			}
		})
	}
}

// A no that was given beforehand is said to be one; a yes that was given beforehand is none.
func TestAnAnswerThatWasGivenBeforehand(t *testing.T) {
	for verdict, want := range map[tools.Verdict]string{tools.Deny: "--confirm deny answers every question with a no", tools.RunOnce: "nobody was there to be asked"} {
		m := meterOf(t)
		m.answer = func(tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: verdict, Where: tools.WhereFixed}, nil
		}
		m.begin("r", "/s", "")
		m.uses("r", 1, 0, 0)
		if why := m.wait(caps.Use{Run: "r", Space: "/s", All: settings.Caps{Run: settings.Cap{Calls: 1}}}); !strings.Contains(why, want) {
			t.Errorf("%s: %q", verdict, why)
		}
	}
}

// What sub-agents use is their caller's; what other spaces use is not this one's, and what began yesterday not today's.
func TestWhoseItIs(t *testing.T) {
	m := meterOf(t)
	m.answer = no
	m.now = m.now.Add(-24 * time.Hour)
	m.begin("old", "/s", "")
	m.uses("old", 100, 100, 0)
	m.now = m.now.Add(24 * time.Hour)
	m.begin("r", "/s", "")
	m.begin("sub", "/s", "r")
	m.begin("other", "/o", "")
	m.uses("r", 2, 20, 0)
	m.uses("sub", 3, 30, 0)
	m.uses("other", 4, 40, 0)
	use := func(all, own settings.Caps) string {
		return m.wait(caps.Use{Run: "r", Space: "/s", All: all, Own: own})
	}
	for name, x := range map[string]struct {
		all, own settings.Caps
		reached  bool
	}{
		"none":                    {settings.Caps{}, settings.Caps{}, false},
		"calls of the run":        {settings.Caps{Run: settings.Cap{Calls: 5}}, settings.Caps{}, true},
		"more calls than those":   {settings.Caps{Run: settings.Cap{Calls: 6}}, settings.Caps{}, false},
		"tokens of the run":       {settings.Caps{}, settings.Caps{Run: settings.Cap{Tokens: 50}}, true},
		"tokens, once":            {settings.Caps{}, settings.Caps{Run: settings.Cap{Tokens: 51}}, false},
		"calls of today":          {settings.Caps{Day: settings.Cap{Calls: 9}}, settings.Caps{}, true},
		"more than today's":       {settings.Caps{Day: settings.Cap{Calls: 10}}, settings.Caps{}, false},
		"calls of today, here":    {settings.Caps{}, settings.Caps{Day: settings.Cap{Calls: 5}}, true},
		"more than today's, here": {settings.Caps{}, settings.Caps{Day: settings.Cap{Calls: 6}}, false},
		"tokens of today":         {settings.Caps{Day: settings.Cap{Tokens: 90}}, settings.Caps{}, true},
		"more tokens":             {settings.Caps{Day: settings.Cap{Tokens: 91}}, settings.Caps{}, false},
	} {
		if why := use(x.all, x.own); (why != "") != x.reached {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// What the person lets be used of a day counts in all processes, and until midnight.
func TestADayInSeveralProcesses(t *testing.T) {
	m := meterOf(t)
	m.begin("r", "/s", "")
	m.uses("r", 10, 0, 0)
	u := caps.Use{Run: "r", Space: "/s", All: settings.Caps{Day: settings.Cap{Calls: 10}}}
	m.answer = yes
	if why := m.wait(u); why != "" || len(m.asked) != 1 {
		t.Fatalf("%q, asked %q", why, m.asked)
	}
	m.Meter = m.again()
	if why := m.wait(u); why != "" || len(m.asked) != 1 {
		t.Fatalf("in another process: %q, asked %q", why, m.asked)
	}
	m.now = m.now.Add(24 * time.Hour)
	m.begin("r2", "/s", "")
	m.uses("r2", 10, 0, 0)
	u.Run = "r2"
	m.answer = no
	if why := m.wait(u); why == "" {
		t.Error("what was let on one day counts on the next")
	}
}

// Nobody who is not there lets anything go on, and calls at once are one question.
func TestWhoAnswers(t *testing.T) {
	m := meterOf(t)
	m.begin("r", "/s", "")
	m.uses("r", 10, 0, 0)
	u := caps.Use{Run: "r", Space: "/s", All: settings.Caps{Run: settings.Cap{Calls: 10}}}
	for want, answer := range map[string]func(tools.Question) (tools.Answer, error){
		"nobody was there": func(tools.Question) (tools.Answer, error) {
			return tools.Answer{Verdict: tools.RunOnce, Where: tools.WhereFixed}, nil
		},
		"nobody could be asked":   func(tools.Question) (tools.Answer, error) { return tools.Answer{}, errors.New("no display") },
		"nobody answered in time": func(tools.Question) (tools.Answer, error) { return tools.Answer{Verdict: tools.Expire}, nil },
	} {
		m.answer = answer
		if why := m.wait(u); !strings.Contains(why, want) {
			t.Errorf("it ends with %q, want %q", why, want)
		}
	}
	m.asked, m.answer = nil, yes
	var work sync.WaitGroup
	for range 20 {
		work.Go(func() {
			if why := m.wait(u); why != "" {
				t.Error(why)
			}
		})
	}
	work.Wait()
	if len(m.asked) != 1 {
		t.Errorf("asked %d times", len(m.asked))
	}
}

// A run that is stopped while another one asks does not wait for that one's answer.
func TestARunIsStoppedWhileAnotherAsks(t *testing.T) {
	m := meterOf(t)
	m.begin("r", "/s", "")
	m.uses("r", 10, 0, 0)
	u := caps.Use{Run: "r", Space: "/s", All: settings.Caps{Run: settings.Cap{Calls: 10}}}
	standing, answered := make(chan struct{}), make(chan struct{})
	m.answer = func(q tools.Question) (tools.Answer, error) {
		close(standing)
		<-answered
		return no(q)
	}
	var work sync.WaitGroup
	work.Go(func() { _ = m.Wait(t.Context(), u) })
	<-standing
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond) // in which it comes to wait for the other
	defer cancel()
	if err := m.Wait(ctx, u); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it ends with %v", err)
	}
	close(answered)
	work.Wait()
}
