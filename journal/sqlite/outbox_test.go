package sqlite

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

func message(text string) OutMessage {
	now := time.Now()
	return OutMessage{Channel: "ops", Content: text, Space: "/s", Session: "s", Sender: "you", Created: now, Due: now, Deadline: now.Add(time.Hour)}
}

func put(t *testing.T, s *Store, m OutMessage) OutMessage {
	t.Helper()
	m, err := s.Outbox().Put(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func stateOf(t *testing.T, s *Store, id string) string {
	t.Helper()
	m, err := s.Outbox().Message(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return m.State
}

// Of two processes with one outbox, each message belongs to one, the oldest first.
func TestOutboxIsClaimedOnce(t *testing.T) {
	path := journalIn(t)
	a, b := open(t, Config{Path: path}), open(t, Config{Path: path})
	for _, text := range []string{"1", "2", "3"} {
		put(t, a, message(text))
	}
	first, err := a.Outbox().Claim(t.Context(), 2)
	if err != nil || len(first) != 2 || first[0].Content != "1" || first[1].Content != "2" {
		t.Fatalf("claimed %v, %v", first, err)
	}
	rest, err := b.Outbox().Claim(t.Context(), 5)
	if err != nil || len(rest) != 1 || rest[0].Content != "3" {
		t.Fatalf("the other claimed %v, %v", rest, err)
	}
	for _, s := range []*Store{a, b} {
		if none, err := s.Outbox().Claim(t.Context(), 5); err != nil || len(none) > 0 {
			t.Errorf("claimed again: %v, %v", none, err)
		}
	}
	if done, err := b.Outbox().Drop(t.Context(), first[0].ID); err != nil || done {
		t.Errorf("what another process sends was dropped: %t, %v", done, err)
	}
	m := first[0]
	m.State, m.Tries = OutSent, 1
	if _, err := a.Outbox().Note(t.Context(), Step{Done: &m, Start: first[1].ID}); err != nil {
		t.Fatal(err)
	}
	if got, err := b.Outbox().Message(t.Context(), m.ID); err != nil || got.State != OutSent || got.Content != "" {
		t.Errorf("the message that was sent is %+v, %v: its text shall not be kept", got, err)
	}
	if got := stateOf(t, b, first[1].ID); got != OutSending {
		t.Errorf("the one that is being sent is %s", got)
	}
}

// A call that is repeated with its key puts no second message.
func TestOutboxKnowsKeys(t *testing.T) {
	s := open(t, Config{Path: journalIn(t)})
	m := message("once")
	m.Key = "handrail:r:1:1:abc"
	first := put(t, s, m)
	m.Content = "twice"
	if again := put(t, s, m); again.ID != first.ID || again.Content != "once" {
		t.Errorf("the repeated call put %+v", again)
	}
}

// The last message that there is room for, and the one beyond it.
func TestOutboxIsBounded(t *testing.T) {
	path := journalIn(t)
	s := open(t, Config{Path: path})
	put(t, s, message("first"))
	err := s.db.change(t.Context(), false, func() error {
		_, err := s.db.conn.ExecContext(t.Context(), `INSERT INTO outbox (id, key, channel, chat, content, size, space, session, sender, state, owner, boot, created, due, deadline, changed, tries, reason)
			WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ?) SELECT 'x' || i, '', 'ops', '', 'text', 4, '', '', '', 'failed', '', '', 0, 0, 0, 0, 1, 'why' FROM c`, OutMost-2)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	put(t, s, message("the 10,000th"))
	if _, err := s.Outbox().Put(t.Context(), message("the 10,001st")); !errors.Is(err, ErrOutboxFull) {
		t.Errorf("one too many: %v", err)
	}
	if done, err := s.Outbox().Drop(t.Context(), "x1"); err != nil || !done {
		t.Fatalf("drop: %t, %v", done, err)
	}
	put(t, s, message("there is room again"))

	bytes := open(t, Config{Path: journalIn(t)})
	large := message(string(make([]byte, OutMostBytes-1)))
	put(t, bytes, large)
	put(t, bytes, message("x"))
	if _, err := bytes.Outbox().Put(t.Context(), message("x")); !errors.Is(err, ErrOutboxFull) {
		t.Errorf("a byte too many: %v", err)
	}
}

// What a process that has died was sending is unknown, and what it had not begun to send is sent by others.
func TestOutboxOfADeadProcess(t *testing.T) {
	path := journalIn(t)
	s := open(t, Config{Path: path})
	for _, text := range []string{"begun", "claimed", "waits"} {
		put(t, s, message(text))
	}
	other, said := start(t, "outbox", path)
	if !said.Scan() || said.Text() != "begun" {
		t.Fatalf("the other process says %q", said.Text())
	}
	if err := s.Outbox().Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Outbox().Messages(t.Context(), false); err != nil || list[0].State != OutSending {
		t.Fatalf("the other lives, and its message is %+v, %v", list[0], err)
	}
	kill(t, other)
	if err := s.Outbox().Recover(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := s.Outbox().Messages(t.Context(), true)
	if err != nil || len(list) != 3 {
		t.Fatal(list, err)
	}
	claimed := OutQueued
	if bootID() == "" {
		claimed = OutUnknown // it may be that the machine went down
	}
	for i, want := range []string{OutUnknown, claimed, OutQueued} {
		if list[i].State != want {
			t.Errorf("%q is %s, want %s", list[i].Content, list[i].State, want)
		}
	}
	// Of another start of the machine nobody knows what was lost.
	got, err := s.Outbox().Claim(t.Context(), 1)
	if err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	owner := s.owner.id
	err = s.db.change(t.Context(), false, func() error {
		if _, err := s.db.conn.ExecContext(t.Context(), "UPDATE outbox SET boot = 'earlier' WHERE id = ?", got[0].ID); err != nil {
			return err
		}
		return s.outbox.abandon(t.Context(), owner)
	})
	if state := stateOf(t, s, got[0].ID); err != nil || state != OutUnknown {
		t.Errorf("after the machine went down, what was claimed is %s, %v", state, err)
	}
	if done, err := s.Outbox().Requeue(t.Context(), got[0].ID, time.Now().Add(time.Hour)); err != nil || !done || stateOf(t, s, got[0].ID) != OutQueued {
		t.Errorf("the person's retry: %t, %v", done, err)
	}
}

// helpOutbox claims two messages, begins to send one, and waits to be killed.
func helpOutbox(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, Config{Path: path})
	if err != nil {
		return err
	}
	got, err := s.Outbox().Claim(ctx, 2)
	if err != nil || len(got) != 2 {
		return fmt.Errorf("claimed %v, %w", got, err)
	}
	if _, err := s.Outbox().Note(ctx, Step{Start: got[0].ID}); err != nil {
		return err
	}
	fmt.Println("begun")
	select {}
}

// What waits is held back, also what a process has claimed and not begun to send; what is on its way is not touched.
func TestHold(t *testing.T) {
	path := journalIn(t)
	ctx := t.Context()
	a, b := open(t, Config{Path: path}), open(t, Config{Path: path})
	for _, id := range []string{"m_1", "m_2", "m_3"} {
		if _, err := a.Outbox().Put(ctx, OutMessage{ID: id, Channel: "ops", Content: id, Created: time.Now(), Due: time.Now(), Deadline: time.Now().Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
	}
	claimed, err := a.Outbox().Claim(ctx, 2)
	if err != nil || len(claimed) != 2 {
		t.Fatalf("%+v, %v", claimed, err)
	}
	if begun, err := a.Outbox().Note(ctx, Step{Start: claimed[0].ID}); !begun || err != nil {
		t.Fatal(begun, err)
	}
	if held, sending, err := b.Outbox().Hold(ctx, "you stopped it"); held != 2 || sending != 1 || err != nil {
		t.Fatalf("%d held, %d on their way, %v", held, sending, err)
	}
	done := claimed[0]
	done.State = OutSent
	if begun, err := a.Outbox().Note(ctx, Step{Done: &done, Start: claimed[1].ID}); begun || err != nil {
		t.Errorf("a message that is held back is sent: %t, %v", begun, err)
	}
	late := claimed[1]
	late.State = OutQueued
	if _, err := a.Outbox().Note(ctx, Step{Done: &late}); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{claimed[0].ID: OutSent, claimed[1].ID: OutFailed} {
		if m, err := b.Outbox().Message(ctx, id); err != nil || m.State != want || want == OutFailed && m.Reason != "you stopped it" {
			t.Errorf("%s is %+v, %v", id, m, err)
		}
	}
}
