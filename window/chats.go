package window

import (
	"cmp"
	"errors"
	"time"

	"handrail/journal"
	"handrail/operator/asking"
	"handrail/operator/chats"
	"handrail/operator/news"
	"handrail/tools"
)

// Chats is the conversations of a space, as the page asks for them.
type Chats struct{ *app }

// Sessions lists the chats of a space.
func (a *Chats) Sessions(space string) ([]SessionView, error) {
	list, err := a.chats.List(a.ctx, space)
	return each(list, sessionView), err
}

// NewSession begins a chat. agent "" is the first of the space.
func (a *Chats) NewSession(space, agent string) (SessionView, error) {
	chat, err := a.chats.Start(space, agent)
	return viewOf(chat, err, chatView)
}

// RehearseSession begins a chat that is only rehearsed: each call sees what those before have done, and nothing of it
// happens until the person keeps it (ReviewChat). agent "" is the first of the space.
func (a *Chats) RehearseSession(space, agent string) (SessionView, error) {
	chat, err := a.chats.Rehearse(a.ctx, space, agent)
	return viewOf(chat, err, chatView)
}

// RenameChat names a chat; "" brings back the first words of its first prompt.
func (a *Chats) RenameChat(session, name string) (SessionView, error) {
	return a.mark(session, func(m *chats.Marks) { m.Title = name })
}

// PinChat has lists show a chat first, or no longer.
func (a *Chats) PinChat(session string, on bool) (SessionView, error) {
	return a.mark(session, func(m *chats.Marks) { m.Pinned = on })
}

// ArchiveChat has lists leave a chat out, or no longer.
func (a *Chats) ArchiveChat(session string, on bool) (SessionView, error) {
	return a.mark(session, func(m *chats.Marks) { m.Archived = on })
}

// SeeChat says that the person looks at a chat: what they have missed in it is no longer marked.
func (a *Chats) SeeChat(session string) (SessionView, error) {
	return a.mark(session, func(m *chats.Marks) { m.Missed = false })
}

func (a *Chats) mark(session string, change func(*chats.Marks)) (SessionView, error) {
	s, err := chats.Mark(a.ctx, a.chats, session, change)
	return viewOf(s, err, sessionView)
}

// SearchChats finds what was said in chats of all spaces, or of one, the newest first: all of the words, the last of which may
// be the beginning of one.
func (a *Chats) SearchChats(space, words string, limit int) ([]ChatHitView, error) {
	hits, err := chats.Search(a.ctx, a.chats, chats.SearchQuery{Words: words, Space: space, Limit: min(limit, 200)})
	return each(hits, chatHitView), err
}

// SetModel chooses the model of a chat.
func (a *Chats) SetModel(session, model string) (SessionView, error) {
	chat, err := a.chats.Find(a.ctx, session)
	if err == nil {
		err = chat.SetModel(model)
	}
	return viewOf(chat, err, chatView)
}

// SetAgent chooses the agent that answers the next prompt of a chat.
func (a *Chats) SetAgent(session, agent string) (SessionView, error) {
	chat, err := a.chats.Find(a.ctx, session)
	if err == nil {
		err = chats.SetAgent(chat, agent)
	}
	return viewOf(chat, err, chatView)
}

// ContextWindow is how many tokens a chat's model reads; 0: nobody says.
func (a *Chats) ContextWindow(session string) (int, error) {
	return chats.WindowOf(a.ctx, a.chats, session)
}

// SessionEvents pages through the events of a chat. They come oldest first, with seq >
// after.
func (a *Chats) SessionEvents(session string, after int64, limit int) (EventsPageView, error) {
	return pageOf(a.chats.Events(a.ctx, session, after, limit+1))(limit)
}

// Send starts a run of a chat. It returns at once, also for a "/TOOL …" line, and
// refuses while a run is going on.
func (a *Chats) Send(session, text string) (RunView, error) {
	chat, err := a.chats.Find(a.ctx, session)
	if err != nil {
		return RunView{}, err
	}
	run, err := chat.Send(text)
	return runView(run), err
}

// CutChats lists the chats of the open spaces whose last answer was cut in the last week: the window offers them when it
// starts. They come newest first.
func (a *Chats) CutChats() ([]SessionView, error) {
	list, err := a.chats.CutSince(a.ctx, time.Now().AddDate(0, 0, -7))
	return each(list, sessionView), err
}

// Cut says how far a run came that was cut, and what the person has to decide before it goes on. It refuses one that
// cannot go on.
func (a *Chats) Cut(run string) (CutView, error) {
	cut, err := a.chats.Cut(a.ctx, run)
	gone := (*chats.ModelError)(nil)
	if errors.As(err, &gone) {
		err = nil
	}
	return viewOf(cut, err, func(c chats.Cut) CutView { return cutView(c, gone) })
}

// Resume goes on with a run that was cut, by a model, with what the person has decided of each lost call, and although
// the agent may have changed: Cut has said so. It returns at once. Nothing happens if it refuses.
func (a *Chats) Resume(run, model string, decisions []DecisionForm) (RunView, error) {
	fates := map[string]journal.Fate{}
	for _, d := range decisions {
		fates[d.Call] = d.Fate
	}
	_, going, err := a.chats.Resume(a.ctx, run, chats.Decisions{Fates: fates, By: tools.Decider{Kind: tools.ByPerson, Name: asking.Window}, Model: model, Changed: true})
	return runView(going), err
}

// Branch begins a chat that has said what another one had behind an answer of a run; turn 0 is before its prompt. The
// other chat and all files stay as they are.
func (a *Chats) Branch(run string, turn int) (SessionView, error) {
	point, err := a.chats.PointOf(a.ctx, run, turn)
	if err != nil {
		return SessionView{}, err
	}
	chat, err := a.chats.Branch(a.ctx, point)
	return viewOf(chat, err, chatView)
}

// Contents lists what a person can bring into a chat with an agent beside words: resources of servers and their
// prompts.
func (a *Chats) Contents(space, agent string) ([]ContentView, error) {
	list, err := a.chats.Contents(space, agent)
	return each(list, contentView), err
}

// ContentView is what a server has beside its tools.
type ContentView struct {
	Server    string         `json:"server"`
	Resources []ResourceView `json:"resources"`
	Prompts   []PromptView   `json:"prompts"`
}

// ResourceView is something that a server has to read.
type ResourceView struct {
	// That attach it to a message: "@notes:note://one".
	Words       string `json:"words"`
	Title       string `json:"title"`
	Description string `json:"description"`
}

// PromptView is a text that a server can make.
type PromptView struct {
	// That starts with it: "/notes__sum_up".
	Line        string         `json:"line"`
	Title       string         `json:"title"`
	Description string         `json:"description"`
	Arguments   []ArgumentView `json:"arguments"`
}

// ArgumentView is what a prompt is made from.
type ArgumentView struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"required"`
}

// SessionView is one chat of a space.
type SessionView struct {
	ID    string `json:"id"`
	Space string `json:"space"`
	// As the person has named it, else the first words of the first prompt; "" for a new one.
	Title string `json:"title"`
	// Agent id.
	Agent string `json:"agent"`
	// "provider/name" that the next prompt goes to.
	Model   string `json:"model"`
	Updated string `json:"updated"`
	// The run that is going on now, or "".
	Running string `json:"running"`
	// The last run, if it was cut and can go on; else "".
	Cut string `json:"cut"`
	// What it is rehearsed as; "" = it acts.
	Rehearsal string `json:"rehearsal"`
	// It was rehearsed, and has ended: nothing more is said in it.
	Over     bool `json:"over"`
	Pinned   bool `json:"pinned"`
	Archived bool `json:"archived"`
	// A question of it has expired, and the person has not looked at it since (SeeChat).
	Missed bool `json:"missed"`
	// It was deleted: that is told once.
	Gone bool `json:"gone"`
}

// ChatHitView is a place in a chat that a search has found.
type ChatHitView struct {
	Session string `json:"session"`
	Space   string `json:"space"`
	Title   string `json:"title"`
	// Agent id.
	Agent string `json:"agent"`
	Run   string `json:"run"`
	Seq   int64  `json:"seq"`
	Time  string `json:"time"`
	// The agent said it; else the person.
	ByAgent bool `json:"byAgent"`
	// The text around what was searched; Match "" = it does not stand there as it was typed.
	Before string `json:"before"`
	Match  string `json:"match"`
	After  string `json:"after"`
}

func chatHitView(h chats.Hit) ChatHitView {
	return ChatHitView{
		Session: h.Chat.ID, Space: h.Chat.Space, Title: h.Chat.Title, Agent: h.Chat.Agent, Run: h.Said.Run, Seq: h.Said.Seq, Time: timeText(h.Said.Time),
		ByAgent: h.ByAgent, Before: h.Before, Match: h.Match, After: h.After,
	}
}

// CutView is a run that was cut.
type CutView struct {
	Run string `json:"run"`
	// The agent's name.
	Agent string `json:"agent"`
	// The agent's file is another one than when the run began.
	Changed bool `json:"changed"`
	// "provider/name" that answered.
	Model string `json:"model"`
	// Why that model cannot go on, and what to do; "" = it can.
	Problem string         `json:"problem"`
	Lost    []LostCallView `json:"lost"`
}

// LostCallView is a call of which nobody knows whether it was done.
type LostCallView struct {
	Call string `json:"call"`
	// The name of the sub-agent that made it; "" = the chat's own agent.
	Agent string `json:"agent"`
	Tool  string `json:"tool"`
	Title string `json:"title"`
	// The title as a code, for the language of the page; absent = only title says it.
	Heading *ClauseView `json:"heading,omitempty"`
	Detail  string      `json:"detail"`
	Began   string      `json:"began"`
	// Files that its snapshot shows as changed; -1 = it has none.
	Changed int `json:"changed"`
	// It was made after the call was cut: some of that may be others' work.
	Late bool `json:"late"`
	// The end of what it printed.
	Printed string `json:"printed"`
	// False: its input is not kept, so it cannot run again.
	Repeatable bool `json:"repeatable"`
	// How it would be another act by now, a clause: run again, it asks first; "" = not, as far as is known.
	Differs string `json:"differs"`
}

// DecisionForm is what the person says of a lost call.
type DecisionForm struct {
	Call string `json:"call"`
	// happened, again or stop.
	Fate journal.Fate `json:"fate"`
}

func sessionView(s news.Session) SessionView {
	return SessionView{ID: s.ID, Space: s.Space, Title: s.Title, Agent: s.Agent, Model: s.Model, Updated: timeText(s.Updated), Running: s.Running, Cut: s.Cut, Rehearsal: s.Rehearsal, Over: s.Over, Pinned: s.Pinned, Archived: s.Archived, Missed: s.Missed, Gone: s.Gone}
}

func cutView(c chats.Cut, gone *chats.ModelError) CutView {
	v := CutView{Run: c.Run.ID, Agent: c.Agent, Changed: c.Changed, Model: c.Run.Model, Lost: each(c.Lost, lostCallView)}
	if gone != nil {
		v.Problem = sentence(withAction(gone.Error(), tools.ActionOf(gone.Why)))
	}
	return v
}

func lostCallView(l chats.LostCall) LostCallView {
	return LostCallView{
		Call: l.ID, Agent: l.Agent, Tool: l.Tool, Title: l.Title, Heading: codeView(l.Heading), Detail: l.Detail, Began: timeText(l.Began), Changed: l.Changed, Late: l.Late, Printed: l.Printed, Repeatable: l.Repeatable, Differs: l.Differs,
	}
}

func contentView(c chats.Content) ContentView {
	return ContentView{
		Server: c.Server,
		Resources: each(c.Resources, func(r chats.Resource) ResourceView {
			return ResourceView{Words: r.Words, Title: cmp.Or(r.Title, r.Name), Description: r.Description}
		}),
		Prompts: each(c.Prompts, func(p chats.Prompt) PromptView {
			return PromptView{Line: p.Line, Title: cmp.Or(p.Title, p.Name), Description: p.Description, Arguments: each(p.Arguments, argumentView)}
		}),
	}
}

func argumentView(a chats.Argument) ArgumentView {
	return ArgumentView{Name: a.Name, Description: a.Description, Required: a.Required}
}

func chatView(c *chats.Chat) SessionView { return sessionView(c.Session()) }

// headingOf is what the app has called a run, for the page to say in its language. What a person has written is theirs.
func headingOf(r journal.Run) *ClauseView {
	switch r.Origin {
	case journal.FromMCP:
		return codeView(tools.ReadClause(r.Title, tools.RunCalls))
	case journal.FromPage:
		return codeView(tools.ReadClause(r.Title, tools.RunPage))
	case journal.FromTry, journal.FromCLI:
		return codeView(tools.ReadClause(r.Title, tools.RunUndo, tools.RunKeep, tools.RunRehearse))
	}
	return nil
}
