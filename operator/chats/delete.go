package chats

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/permits"
	"handrail/operator/rehearsal"
)

// A Deletion is what goes when a chat is deleted, and what stays (docs/spec/13-journal.md#chats).
type Deletion struct {
	Chat      news.Session
	Messages  int  // of the person, with the answers to them
	Pictures  int  // of results
	Copies    int  // of what was dropped or pasted
	Rehearsed bool // what it would change was neither kept nor dropped: that goes, too
	Calls     int  // their record stays
	Branches  int  // chats that were branched from it: what they begin with stays with them
}

// A deletion is a Deletion with what is to go.
type deletion struct {
	Deletion
	chat *Chat
	said sqlite.Saying
	dirs []string // of copies
}

// DeletionOf says what Delete would do. It changes nothing.
func DeletionOf(ctx context.Context, all *Chats, id string) (Deletion, error) {
	d, err := deletionOf(ctx, all, id)
	return d.Deletion, err
}

func deletionOf(ctx context.Context, all *Chats, id string) (d deletion, err error) {
	if d.chat, err = all.Find(ctx, id); err != nil {
		return d, err
	}
	if d.said, err = sqlite.Sayings(ctx, all.o.Store(), id); err != nil {
		return d, err
	}
	if d.dirs, err = copiesOf(ctx, all, id, d.said.Texts); err != nil {
		return d, err
	}
	s := d.chat.Session()
	_, gone := operator.RehearsalsOf(all.o).Get(s.Rehearsal)
	d.Deletion = Deletion{
		Chat: s, Messages: d.said.Messages, Pictures: len(d.said.Pictures), Copies: len(d.dirs), Calls: d.said.Calls, Branches: d.said.Branches,
		Rehearsed: s.Rehearsal != "" && (!s.Over || gone == nil),
	}
	return d, nil
}

// copiesOf are the folders of copies that only this chat was given.
func copiesOf(ctx context.Context, all *Chats, session string, texts []string) (dirs []string, err error) {
	top := attachedIn(all.o)
	list, err := os.ReadDir(top)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		dir := filepath.Join(top, e.Name())
		named := false
		for _, text := range texts {
			named = named || strings.Contains(text, dir+string(filepath.Separator))
		}
		if !named {
			continue
		}
		others, err := permits.PickedBy(ctx, all.o.Permits(), dir, session)
		if err != nil {
			return nil, err
		}
		if !others {
			dirs = append(dirs, dir)
		}
	}
	return dirs, nil
}

// Delete deletes a chat: what was said in it, pictures of its results, copies of what was attached, what it would change if it was only rehearsed,
// and what the person has set of it. The record of its calls stays, and files that it has changed. A chat whose agent works is stopped first if stop
// says so, else refused.
func Delete(ctx context.Context, all *Chats, id string, stop bool) error {
	c, err := all.Find(ctx, id)
	if err != nil {
		return err
	}
	if stop {
		stopChat(c)
	}
	if c.Session().Running != "" {
		return errAtWork
	}
	d, err := deletionOf(ctx, all, id)
	if err != nil {
		return err
	}
	if s := c.Session(); s.Rehearsal != "" {
		if !s.Over {
			if _, err := EndRehearsal(ctx, c); err != nil {
				return err
			}
		}
		if err := operator.RehearsalsOf(all.o).Drop(s.Rehearsal); err != nil && !errors.Is(err, rehearsal.ErrUnknown) {
			return err
		}
	}
	if err := sqlite.Forget(ctx, all.o.Store(), id, marksKind, unsentKind); err != nil {
		return err
	}
	all.mu.Lock()
	delete(all.open, id)
	delete(all.bases, id)
	delete(all.dry, id)
	all.mu.Unlock()
	// The words are gone, which cannot be taken back: what is left below says so by itself.
	errs := []error{permits.ForgetSession(ctx, all.o.Permits(), id)}
	for _, dir := range d.dirs {
		errs = append(errs, os.RemoveAll(dir))
	}
	for _, picture := range d.said.Pictures {
		errs = append(errs, all.o.History().DropPicture(picture))
	}
	gone := c.Session()
	gone.Gone, gone.Title = true, ""
	all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &gone})
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("what was said is deleted, but not everything else: %w", err)
	}
	return nil
}

// stopChat ends the runs that go on, and waits until they have ended.
func stopChat(c *Chat) {
	c.mu.Lock()
	var runs []going
	for _, g := range c.going {
		runs = append(runs, g)
	}
	c.mu.Unlock()
	for _, g := range runs {
		g.close(nil)
		<-g.done
	}
}

// gone says that a chat was deleted; nil: it was not.
func gone(ctx context.Context, all *Chats, id string) error {
	_, deleted, err := all.o.Store().States().State(ctx, sqlite.ChatGone, id)
	if err == nil && deleted {
		return fmt.Errorf("there is no chat %q: it was deleted", id)
	}
	return err
}
