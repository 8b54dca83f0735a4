package cli

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"handrail/operator/chats"
	"handrail/operator/news"
)

// chatsCmd is the conversations that were had.
type chatsCmd struct {
	List    chatsListCmd    `cmd:"" default:"withargs" help:"List the chats of the space: pinned ones first, then the latest."`
	Search  chatsSearchCmd  `cmd:"" help:"Search what was said in chats, in all spaces."`
	Rename  chatsRenameCmd  `cmd:"" help:"Give a chat a name; an empty one brings back its first words."`
	Pin     chatsPinCmd     `cmd:"" help:"List a chat first, or with --undo no longer."`
	Archive chatsArchiveCmd `cmd:"" help:"Leave a chat out of lists, or with --undo no longer. Nothing of it is deleted."`
	Delete  chatsDeleteCmd  `cmd:"" help:"Delete what was said in a chat. The record of its calls stays."`
}

type chatsListCmd struct {
	All bool `help:"Also list archived chats."`
}

// chatLine is a chat in JSON.
type chatLine struct {
	ID       string    `json:"id"`
	Space    string    `json:"space"`
	Title    string    `json:"title"`
	Agent    string    `json:"agent"`
	Updated  time.Time `json:"updated"`
	Running  string    `json:"running,omitempty"`
	Pinned   bool      `json:"pinned,omitempty"`
	Archived bool      `json:"archived,omitempty"`
}

func chatLineOf(c news.Session) chatLine {
	return chatLine{ID: c.ID, Space: c.Space, Title: c.Title, Agent: c.Agent, Updated: c.Updated, Running: c.Running, Pinned: c.Pinned, Archived: c.Archived}
}

// Run lists the chats of the space.
func (c chatsListCmd) Run(s *session) (err error) {
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all, err := chats.New(o.Operator).List(s.ctx, space.Dir())
	if err != nil {
		return err
	}
	lines := []chatLine{}
	for _, one := range all {
		if c.All || !one.Archived {
			lines = append(lines, chatLineOf(one))
		}
	}
	if s.app.JSON {
		return s.print(map[string]any{"chats": lines})
	}
	if len(lines) == 0 {
		fmt.Fprintln(s.Stdout, "No chats here.")
		return nil
	}
	w := tabwriter.NewWriter(s.Stdout, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "CHAT\tLAST\tNOTE\tTITLE")
	for _, l := range lines {
		var notes []string
		for note, is := range map[string]bool{"pinned": l.Pinned, "archived": l.Archived, "running": l.Running != ""} {
			if is {
				notes = append(notes, note)
			}
		}
		slices.Sort(notes)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", l.ID, l.Updated.Local().Format("2006-01-02 15:04"), orDash(strings.Join(notes, ", ")), cut(clean(l.Title), 80))
	}
	return w.Flush()
}

type chatsSearchCmd struct {
	Words []string `arg:"" help:"What to search: all of these words."`
	Here  bool     `help:"Search this space only."`
	Limit int      `default:"20" help:"List at most this many places."`
}

// hitLine is a place that a search has found, in JSON.
type hitLine struct {
	Chat  chatLine  `json:"chat"`
	Run   string    `json:"run"`
	Time  time.Time `json:"time"`
	Agent bool      `json:"by_agent"`
	Text  string    `json:"text"`
}

// Run searches chats.
func (c chatsSearchCmd) Run(s *session) (err error) {
	if c.Limit < 1 {
		return usagef("--limit is a number from 1")
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	q := chats.SearchQuery{Words: strings.Join(c.Words, " "), Limit: c.Limit}
	if c.Here {
		q.Space = space.Dir()
	}
	hits, err := chats.Search(s.ctx, chats.New(o.Operator), q)
	if err != nil {
		return err
	}
	if s.app.JSON {
		lines := make([]hitLine, 0, len(hits))
		for _, h := range hits {
			lines = append(lines, hitLine{Chat: chatLineOf(h.Chat), Run: h.Said.Run, Time: h.Said.Time, Agent: h.ByAgent, Text: h.Before + h.Match + h.After})
		}
		return s.print(map[string]any{"found": lines})
	}
	if len(hits) == 0 {
		fmt.Fprintln(s.Stdout, "Nothing was found.")
	}
	for _, h := range hits {
		who := "you"
		if h.ByAgent {
			who = h.Chat.Agent
		}
		fmt.Fprintf(s.Stdout, "%s  %s  %s  %s\n    %s: %s\n", h.Chat.ID, h.Said.Time.Local().Format("2006-01-02 15:04"), clean(h.Chat.Space), cut(clean(h.Chat.Title), 60), clean(who), clean(h.Before+h.Match+h.After))
	}
	return nil
}

type chatsRenameCmd struct {
	Chat string `arg:"" help:"The chat's id, as chats list shows it."`
	Name string `arg:"" help:"Its name, one line of at most 200 characters."`
}

// Run names a chat.
func (c chatsRenameCmd) Run(s *session) error {
	return markChat(s, c.Chat, func(m *chats.Marks) { m.Title = c.Name })
}

type chatsPinCmd struct {
	Chat string `arg:"" help:"The chat's id, as chats list shows it."`
	Undo bool   `help:"Pin it no longer."`
}

// Run pins a chat.
func (c chatsPinCmd) Run(s *session) error {
	return markChat(s, c.Chat, func(m *chats.Marks) { m.Pinned = !c.Undo })
}

type chatsArchiveCmd struct {
	Chat string `arg:"" help:"The chat's id, as chats list shows it."`
	Undo bool   `help:"List it again."`
}

// Run archives a chat.
func (c chatsArchiveCmd) Run(s *session) error {
	return markChat(s, c.Chat, func(m *chats.Marks) { m.Archived = !c.Undo })
}

type chatsDeleteCmd struct {
	Chat string `arg:"" help:"The chat's id, as chats list shows it."`
	Yes  bool   `help:"Don't ask."`
}

// Run deletes a chat.
func (c chatsDeleteCmd) Run(s *session) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	all := chats.New(o)
	d, err := chats.DeletionOf(s.ctx, all, c.Chat)
	if err != nil {
		return usage{err}
	}
	fmt.Fprintf(s.Stderr, "%s: %s\nTo be deleted for good: what was said (messages of yours: %d), pictures (%d), copies of what you attached (%d), what you have not sent.\n",
		d.Chat.ID, cut(clean(d.Chat.Title), 80), d.Messages, d.Pictures, d.Copies)
	if d.Rehearsed {
		fmt.Fprintln(s.Stderr, "It was only rehearsed: what it would change is dropped.")
	}
	fmt.Fprintf(s.Stderr, "What stays: the files it changed, and the record of its calls (%d), which goes with old runs.\n", d.Calls)
	if d.Branches > 0 {
		fmt.Fprintf(s.Stderr, "Chats were branched from it (%d): what they begin with stays until they are deleted as well.\n", d.Branches)
	}
	if !c.Yes {
		if err := s.yes("Delete it?", "deleted"); err != nil {
			return err
		}
	}
	if err := chats.Delete(s.ctx, all, c.Chat, false); err != nil {
		return err
	}
	fmt.Fprintln(s.Stderr, "Deleted.")
	return nil
}

// markChat changes what the person has said of a chat.
func markChat(s *session, id string, change func(*chats.Marks)) (err error) {
	if err := whose(); err != nil {
		return err
	}
	o, err := s.open()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	now, err := chats.Mark(s.ctx, chats.New(o), id, change)
	if err != nil {
		return usage{err}
	}
	if s.app.JSON {
		return s.print(chatLineOf(now))
	}
	fmt.Fprintf(s.Stderr, "%s: %s\n", now.ID, cut(clean(now.Title), 80))
	return nil
}
