package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"handrail/operator/origins"
	"handrail/pipeline/guard"
	"handrail/tools"
	"handrail/tools/web"
)

// manySteps is how many times a step is taken in one measurement.
const manySteps = 200

// measureElsewhere takes the time of the guard's last step (docs/spec/16-in-and-out.md) beside the judgement before it, and of finding what
// an input has in common with what came in beside reading that once.
func measureElsewhere(ctx context.Context, _ bench) ([]line, error) {
	judge := newStep(ctx)
	quiet, loud := judge.step("quiet"), judge.step("loud")
	before := func() error { return judge.times(func() guard.Verdict { return judge.judged() }) }
	if v := judge.taken("loud"); len(v.From) == 0 {
		return nil, fmt.Errorf("the step asks nothing after text from elsewhere: %s by %s: %s", v.Outcome, v.By, v.Reason)
	}
	samples, err := turns(40, before, quiet, loud)
	if err != nil {
		return nil, err
	}
	least := samples[0].median() / manySteps
	without, with := samples[1].median()/manySteps-least, samples[2].median()/manySteps-least
	found, err := judge.common(ctx)
	if err != nil {
		return nil, err
	}
	return []line{
		{what: "what the step adds to a call, nothing from elsewhere", ours: without, floor: "the verdict before it", least: least, aim: "at most 20 µs", met: without <= 20*time.Microsecond},
		{what: "the same, after 1 MB from elsewhere", ours: with, floor: "the verdict before it", least: least, aim: "at most 200 µs", met: with <= 200*time.Microsecond},
		found,
	}, nil
}

// A stepped is a guard with a conversation that has read nothing, and one that has read a megabyte.
type stepped struct {
	guard *guard.Guard
	book  *origins.Book
	place origins.Place
	text  string
	entry tools.Entry
	act   tools.Preview
	input json.RawMessage
}

func newStep(ctx context.Context) *stepped {
	seen := web.NewSeen()
	s := &stepped{
		guard: guard.New(guard.Config{Roots: func() []string { return []string{"/space"} }, Home: "/home/kim", Walls: func() string { return "" }}),
		book:  origins.New(seen),
		entry: tools.Entry{Info: tools.Info{Name: "send", Source: "mcp:mail", SideEffect: true, Claimed: true}, Qualified: "mail__send", State: tools.Ready},
		act:   tools.Preview{Folder: "/space", Digest: "x", Detail: "mail__send", Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "mail.example.com"}}},
		input: json.RawMessage(`{"to":"ann@example.com","subject":"The fair","body":"` + strings.Repeat("Stands open at nine, see https://fair3.example.org/10. ", 20) + `"}`),
	}
	s.place = origins.Place{Book: s.book, Redact: strings.Clone}
	s.text = notes(1 << 20)
	server, call := tools.Entry{Info: tools.Info{Source: "mcp:notes"}}, tools.Call{Session: "loud"}
	seen.Came(call, tools.Result{Content: s.text})
	s.place.Came(ctx, call, server, tools.Preview{}, tools.Result{Content: s.text})
	return s
}

// notes are some bytes of text whose lines differ.
func notes(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "%d: the stand of Ann opens at %d, see https://fair%d.example.org/%d or ask stand%d@example.org.\n", i, i%24, i%7, i, i)
	}
	return b.String()[:size]
}

func (s *stepped) judged() guard.Verdict {
	return s.guard.Judge(tools.Call{Space: "/space"}, s.entry, s.act)
}

func (s *stepped) times(do func() guard.Verdict) error {
	for range manySteps {
		if v := do(); v.Outcome != guard.Ask && v.Outcome != guard.Allow {
			return fmt.Errorf("the verdict is %s by %s: %s", v.Outcome, v.By, v.Reason)
		}
	}
	return nil
}

// step is the judgement with the step after it, as the door takes it.
func (s *stepped) step(session string) subject {
	return func() error { return s.times(func() guard.Verdict { return s.taken(session) }) }
}

func (s *stepped) taken(session string) guard.Verdict {
	call := tools.Call{Space: "/space", Session: session, Caller: tools.Caller{Kind: tools.CallerAgent}}
	return s.guard.Elsewhere(s.judged(), guard.Outward{
		Call: call, Entry: s.entry, Preview: s.act, Input: s.input, From: s.place.Read(session), Words: s.place.Words(session),
	})
}

// common takes the time of finding what an input has in common with ten megabytes that came in from forty servers.
func (s *stepped) common(ctx context.Context) (line, error) {
	const servers, each = 40, 256 << 10
	all := notes(servers * each)
	for i := range servers {
		server := tools.Entry{Info: tools.Info{Source: fmt.Sprintf("mcp:notes%d", i)}}
		s.place.Came(ctx, tools.Call{Session: "flood"}, server, tools.Preview{}, tools.Result{Content: all[i*each : (i+1)*each]})
	}
	from := s.place.Read("flood")
	input, err := json.Marshal(map[string]string{"to": "ann@example.com", "body": all[len(all)-5000 : len(all)-1000]})
	if err != nil {
		return line{}, err
	}
	find := func() error {
		passages := s.place.Passages("flood", from, input)
		if len(passages) == 0 {
			return fmt.Errorf("nothing in common was found among %d sources", len(from))
		}
		return nil
	}
	read := func() error {
		if strings.Count(strings.ToLower(all), "stand") == 0 {
			return fmt.Errorf("the text is empty")
		}
		return nil
	}
	samples, err := turns(20, find, read)
	if err != nil {
		return line{}, err
	}
	took := samples[0].median()
	return line{what: "finding what is in common, after 10 MB", ours: took, floor: "reading them once", least: samples[1].median(), aim: "at most 50 ms", met: took <= 50*time.Millisecond, remark: "the newest 2 MB are looked through"}, nil
}
