package llm

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// TextLimit is how many bytes of text, thinking and arguments an answer may add up to: far
// beyond what any model writes, and little beside AnswerLimit, since faces and the journal
// hold copies of it.
const TextLimit = 16 << 20

// An Answer is what a stream adds up to.
type Answer struct {
	Text     string
	Thinking string
	Calls    []Call
	Usage    Usage
	Opaque   Opaque
	Stop     StopReason
}

// Message is the answer as a part of the conversation.
func (a Answer) Message() Message {
	return Message{Role: Assistant, Text: a.Text, Calls: a.Calls, Opaque: a.Opaque}
}

// Collect reads a stream to its end and adds it up. each, if not nil, sees
// every event first. With an error the Answer holds what came before it: its
// text and usage, and no calls, for a call of a broken answer must not run. A
// stream that breaks the rules of Provider is an *Error too.
func Collect(stream iter.Seq2[Event, error], each func(Event)) (Answer, error) {
	var c collector
	for ev, err := range stream {
		if err != nil {
			return c.partial(), err
		}
		if each != nil && ev != nil {
			each(ev)
		}
		if err := c.add(ev); err != nil {
			return c.partial(), err
		}
	}
	if c.answer.Stop == "" {
		return c.partial(), c.broken("the answer ended without saying why")
	}
	c.answer.Text, c.answer.Thinking = c.text.String(), c.thinking.String()
	return c.answer, nil
}

type collector struct {
	answer         Answer
	text, thinking strings.Builder
	done           []bool // for each call that has begun
	lost           Answer // what remains of attempts before this one
	size           int    // bytes that TextLimit counts
}

// partial is what remains of a stream that broke: of several attempts, the one that came furthest.
func (c *collector) partial() Answer {
	now := Answer{Text: c.text.String(), Thinking: c.thinking.String(), Usage: c.answer.Usage}
	if len(c.lost.Text) > len(now.Text) {
		now.Text, now.Thinking = c.lost.Text, c.lost.Thinking
	}
	return now
}

func (c *collector) broken(what string) error {
	return &Error{Kind: BrokenStream, Message: what}
}

func (c *collector) add(ev Event) error {
	if c.answer.Stop != "" {
		return c.broken(fmt.Sprintf("the stream went on after its end with %T", ev))
	}
	switch ev := ev.(type) {
	case TextDelta:
		return c.write(&c.text, ev.Text)
	case ThinkingDelta:
		return c.write(&c.thinking, ev.Text)
	case CallStart:
		if ev.Index != len(c.done) {
			return c.broken(fmt.Sprintf("call %d began where call %d was due", ev.Index, len(c.done)))
		}
		c.done = append(c.done, false)
		c.answer.Calls = append(c.answer.Calls, Call{ID: ev.ID, Name: ev.Name})
	case CallDelta:
		if !c.open(ev.Index) {
			return c.broken(fmt.Sprintf("arguments for call %d, which is not open", ev.Index))
		}
		return c.count(ev.Arguments)
	case CallDone:
		if !c.open(ev.Index) {
			return c.broken(fmt.Sprintf("the end of call %d, which is not open", ev.Index))
		}
		c.done[ev.Index], c.answer.Calls[ev.Index] = true, ev.Call
	case Used:
		c.answer.Usage = c.answer.Usage.Add(ev.Usage)
	case Kept:
		c.answer.Opaque = ev.Opaque
	case Retry:
		*c = collector{answer: Answer{Usage: c.answer.Usage}, lost: c.partial()}
	case Stop:
		return c.stop(ev)
	default:
		return c.broken(fmt.Sprintf("an event of unknown type %T", ev))
	}
	return nil
}

func (c *collector) open(i int) bool { return i >= 0 && i < len(c.done) && !c.done[i] }

func (c *collector) write(to *strings.Builder, s string) error {
	if !utf8.ValidString(s) {
		return c.broken("text that is not UTF-8")
	}
	if err := c.count(s); err != nil {
		return err
	}
	to.WriteString(s)
	return nil
}

// count refuses what would make the answer larger than TextLimit.
func (c *collector) count(s string) error {
	if c.size += len(s); c.size > TextLimit {
		return tooLarge("")
	}
	return nil
}

func (c *collector) stop(ev Stop) error {
	for i, done := range c.done {
		if !done {
			return c.broken(fmt.Sprintf("the answer ended within call %d", i))
		}
	}
	if ev.Reason == "" {
		return c.broken("the answer ended without saying why")
	}
	c.answer.Stop = ev.Reason
	return nil
}
