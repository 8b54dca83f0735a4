package asking

import (
	"context"
	"encoding/json"
	"sync"

	"handrail/operator/news"
	"handrail/tools"
)

// Config is what a Desk is given.
type Config struct {
	Publish func(news.Event)         // tells faces of every change of a question or form
	Name    func(dir string) string  // what people call a space
	Learn   func(name, value string) // notes a secret, so that it is taken out of texts
}

// A Desk is where the person is asked: about calls, and for what servers want to
// know. It is safe for concurrent use.
type Desk struct {
	learn     func(name, value string)
	questions *Questions
	forms     *Forms

	mu        sync.RWMutex // guards what follows
	confirmer tools.Confirmer
	former    tools.Former                              // nil: no face shows forms
	chats     func(session string) string               // what the person calls it; nil: nobody knows
	missed    func(ctx context.Context, session string) // hears of a question that has expired
}

// NewDesk returns a desk at which nobody can be asked before AskThrough.
func NewDesk(c Config) *Desk {
	return &Desk{
		learn:     c.Learn,
		questions: NewQuestions(func(p news.Pending) { c.Publish(news.Event{Kind: news.OnQuestion, Ask: &p}) }, c.Name),
		forms:     NewForms(func(f news.PendingForm) { c.Publish(news.Event{Kind: news.OnForm, Form: &f}) }, c.Name),
	}
}

// Questions is the window's list of calls that wait for the person.
func (d *Desk) Questions() *Questions { return d.questions }

// Forms is the window's list of servers' forms that wait for the person.
func (d *Desk) Forms() *Forms { return d.forms }

// AskThrough puts wrap around the way in which the person is asked about calls, in
// every space. The first wrap gets nil.
func (d *Desk) AskThrough(wrap func(tools.Confirmer) tools.Confirmer) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.confirmer = wrap(d.confirmer)
}

// ShowThrough puts wrap around the way in which the person is shown forms. The first
// wrap gets nil, and so does each as long as no face shows any.
func (d *Desk) ShowThrough(wrap func(tools.Former) tools.Former) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.former = wrap(d.former)
}

// OfChats has questions name their chats, "" where there is none, and tells of those that expire.
func (d *Desk) OfChats(name func(session string) string, missed func(ctx context.Context, session string)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.chats, d.missed = name, missed
}

// Confirm implements tools.Confirmer: it asks in the way that stands at that moment.
func (d *Desk) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	d.mu.RLock()
	confirmer, chats, missed := d.confirmer, d.chats, d.missed
	d.mu.RUnlock()
	if q.Chat == "" && q.Session != "" && chats != nil {
		q.Chat = chats(q.Session)
	}
	answer, err := confirmer.Confirm(ctx, q)
	if err == nil && answer.Verdict == tools.Expire && q.Session != "" && missed != nil {
		missed(ctx, q.Session)
	}
	return answer, err
}

// Form is how servers ask the person for something, in the way that stands at that moment;
// nil where no face shows forms.
func (d *Desk) Form() func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	now := func() tools.Former {
		d.mu.RLock()
		defer d.mu.RUnlock()
		return d.former
	}
	if now() == nil {
		return nil
	}
	return func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
		if f.Limit <= 0 {
			f.Limit = tools.AnswerLimit
		}
		answer, err := now().Fill(ctx, f)
		d.learnSecrets(f, answer)
		return answer, err
	}
}

// learnSecrets notes what the person has written into fields that ask for secrets,
// before the server has it: what the server says of it is neither written nor shown.
func (d *Desk) learnSecrets(f tools.Form, answer tools.FormAnswer) {
	var values map[string]json.RawMessage
	if answer.Action != tools.Accept || f.URL != "" || json.Unmarshal(answer.Content, &values) != nil {
		return
	}
	schema, err := tools.ReadForm(f.Schema)
	if err != nil {
		return // nothing was shown then
	}
	for _, field := range schema.Secrets() {
		var text string
		if raw := values[field.Name]; json.Unmarshal(raw, &text) != nil {
			text = string(raw) // a number
		}
		d.learn(f.Server+" form", text)
	}
}
