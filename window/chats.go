package window

import (
	"cmp"

	"handrail/operator/chats"
	"handrail/operator/news"
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

// SetModel chooses the model of a chat.
func (a *Chats) SetModel(session, model string) (SessionView, error) {
	chat, err := a.chats.Find(a.ctx, session)
	if err == nil {
		err = chat.SetModel(model)
	}
	return viewOf(chat, err, chatView)
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
	// The first words of the first prompt; "" for a new one.
	Title string `json:"title"`
	// Agent id.
	Agent string `json:"agent"`
	// "provider/name" that the next prompt goes to.
	Model   string `json:"model"`
	Updated string `json:"updated"`
	// The run that is going on now, or "".
	Running string `json:"running"`
}

func sessionView(s news.Session) SessionView {
	return SessionView{ID: s.ID, Space: s.Space, Title: s.Title, Agent: s.Agent, Model: s.Model, Updated: timeText(s.Updated), Running: s.Running}
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
