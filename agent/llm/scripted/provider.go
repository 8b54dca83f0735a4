package scripted

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"handrail/agent/llm"
)

// Config makes a Provider.
type Config struct {
	Name   string        // what the settings call it; "" is "scripted"
	Script *Script       // see Parse
	Delay  time.Duration // pause before each word where a turn has no delay_ms; 0: all at once
}

// A Provider plays a Script. It is safe for concurrent use.
type Provider struct{ cfg Config }

// New makes a provider of a script.
func New(cfg Config) *Provider {
	if cfg.Name == "" {
		cfg.Name = "scripted"
	}
	return &Provider{cfg: cfg}
}

// Name implements llm.Provider.
func (p *Provider) Name() string { return p.cfg.Name }

// Stream implements llm.Provider: it plays the turn that is due.
func (p *Provider) Stream(ctx context.Context, req llm.Request) iter.Seq2[llm.Event, error] {
	return func(yield func(llm.Event, error) bool) {
		number := answers(req.Messages)
		t := turn{Text: fmt.Sprintf("The script is over: it had %d turns.", p.cfg.Script.Len())}
		if number < p.cfg.Script.Len() {
			t = p.cfg.Script.turns[number]
		}
		play := player{ctx: ctx, yield: yield, delay: p.cfg.Delay, number: number + 1}
		if t.DelayMS != nil {
			play.delay = time.Duration(*t.DelayMS) * time.Millisecond
		}
		if err := play.turn(p.cfg.Name, t); err != nil {
			yield(nil, err)
		}
	}
}

// Over reports whether a conversation has had every turn of the script.
func (p *Provider) Over(said []llm.Message) bool { return answers(said) >= p.cfg.Script.Len() }

// Suggested is what the person may say next, by the turn that was played last.
func (p *Provider) Suggested(said []llm.Message) []string {
	last := min(answers(said), p.cfg.Script.Len()) - 1
	if last < 0 {
		return nil
	}
	return p.cfg.Script.turns[last].Suggest
}

// answers is how many turns of a conversation were the model's.
func answers(said []llm.Message) int {
	n := 0
	for _, m := range said {
		if m.Role == llm.Assistant {
			n++
		}
	}
	return n
}

// A player plays one turn. left is set when the reader has gone.
type player struct {
	ctx    context.Context // of this Stream
	yield  func(llm.Event, error) bool
	delay  time.Duration
	number int
	left   bool
}

// turn plays t. Its error is what the answer breaks off with.
func (p *player) turn(provider string, t turn) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	if t.Retry != nil {
		wait := time.Duration(t.Retry.WaitMS) * time.Millisecond
		p.send(llm.Retry{Wait: wait, Try: 2, Reason: t.Retry.Reason})
		if err := p.pause(wait); err != nil {
			return err
		}
	}
	for _, word := range strings.SplitAfter(t.Thinking, " ") {
		if err := p.say(llm.ThinkingDelta{Text: word}, word); err != nil {
			return err
		}
	}
	for _, word := range strings.SplitAfter(t.Text, " ") {
		if err := p.say(llm.TextDelta{Text: word}, word); err != nil {
			return err
		}
	}
	if t.Error != nil && !p.left {
		return &llm.Error{Kind: t.Error.Kind, Provider: provider, Message: t.Error.Message}
	}
	for i, c := range t.Calls {
		if err := p.call(i, c); err != nil {
			return err
		}
	}
	if t.Usage != (usage{}) {
		p.send(llm.Used{Usage: llm.Usage{Input: t.Usage.Input, Output: t.Usage.Output}})
	}
	stop := llm.StopReason(t.Stop)
	if stop == "" && len(t.Calls) > 0 {
		stop = llm.StopCalls
	} else if stop == "" {
		stop = llm.StopEnd
	}
	p.send(llm.Stop{Reason: stop})
	return nil
}

func (p *player) call(i int, c call) error {
	if err := p.pause(p.delay); err != nil {
		return err
	}
	id := c.ID
	if id == "" {
		id = fmt.Sprintf("call_%d_%d", p.number, i+1)
	}
	args := c.text()
	p.send(llm.CallStart{Index: i, ID: id, Name: c.Name})
	p.send(llm.CallDelta{Index: i, Arguments: args})
	p.send(llm.CallDone{Index: i, Call: llm.Call{ID: id, Name: c.Name, Arguments: args}})
	return nil
}

// say sends a piece of text after a pause; an empty piece is skipped.
func (p *player) say(ev llm.Event, piece string) error {
	if piece == "" {
		return nil
	}
	if err := p.pause(p.delay); err != nil {
		return err
	}
	p.send(ev)
	return nil
}

func (p *player) send(ev llm.Event) {
	if !p.left {
		p.left = !p.yield(ev, nil)
	}
}

// pause waits, unless the reader has gone. Its error is ctx's, which ends a
// turn that has no pause, too.
func (p *player) pause(d time.Duration) error {
	if p.left {
		return nil
	}
	if err := p.ctx.Err(); err != nil || d <= 0 {
		return err
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.ctx.Done():
		return p.ctx.Err()
	case <-timer.C:
		return nil
	}
}
