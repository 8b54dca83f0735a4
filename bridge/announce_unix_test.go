//go:build unix && !darwin

package bridge

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/godbus/dbus/v5"

	"handrail/bridge/bridgetest"
	"handrail/internal/proc"
	"handrail/tools"
)

// notices is a notification service that keeps what it is told.
type notices struct {
	shown  chan string
	closed chan uint32
}

func (n *notices) GetCapabilities() ([]string, *dbus.Error) {
	return []string{"body-markup"}, nil
}

func (n *notices) Notify(_ string, _ uint32, _, title, text string, _ []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	n.shown <- title + ": " + text
	return 7, nil
}

func (n *notices) CloseNotification(id uint32) *dbus.Error {
	n.closed <- id
	return nil
}

func startNotices(t *testing.T, env []string) *notices {
	t.Helper()
	conn, err := dbus.Connect(proc.Getenv(env, "DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	n := &notices{shown: make(chan string, 8), closed: make(chan uint32, 8)}
	if err := conn.Export(n, notifyPath, notifyName); err != nil {
		t.Fatal(err)
	}
	if reply, err := conn.RequestName(notifyName, dbus.NameFlagDoNotQueue); err != nil || reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatal(reply, err)
	}
	return n
}

// answering is a Confirmer whose person answers when told to.
type answering chan tools.Answer

func (a answering) Confirm(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	select {
	case answer := <-a:
		return answer, nil
	case <-ctx.Done():
		return tools.Answer{}, ctx.Err()
	}
}

func TestAnnouncer(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartQuietBus()
	service := startNotices(t, screen.Env())
	front := false
	person := make(answering)
	a := &Announcer{Dialogs: New(Config{Env: screen.Env()}), InFront: func() bool { return front }, Next: person}
	q := deployQuestion()
	q.Caller.Name = "<b>kim</b>"

	asked := answerOf(t.Context(), a, q)
	text := <-service.shown
	if !strings.HasPrefix(text, "Handrail needs your answer: The agent ") || !strings.Contains(text, "&lt;b&gt;kim") || !strings.Contains(text, "deploy") || strings.Contains(text, "scripts/deploy.sh") {
		t.Errorf("the notification is %q", text)
	}
	person <- tools.Answer{Verdict: tools.RunOnce}
	if got := <-asked; got.err != nil || got.answer.Verdict != tools.RunOnce {
		t.Errorf("got %+v", got)
	}
	if id := <-service.closed; id != 7 {
		t.Errorf("the notification %d was taken back", id)
	}

	ctx, cancel := context.WithCancel(t.Context())
	asked = answerOf(ctx, a, q)
	<-service.shown
	cancel()
	if got := <-asked; !errors.Is(got.err, context.Canceled) || <-service.closed != 7 {
		t.Errorf("a question that is taken back: %+v", got)
	}

	front = true
	asked = answerOf(t.Context(), a, q)
	person <- tools.Answer{Verdict: tools.Deny}
	if got := <-asked; got.answer.Verdict != tools.Deny || len(service.shown) != 0 {
		t.Errorf("with the window in front: %+v, and %d notifications", got, len(service.shown))
	}

	deaf := &Announcer{Dialogs: New(Config{}), InFront: func() bool { return false }, Next: person}
	asked = answerOf(t.Context(), deaf, q)
	person <- tools.Answer{Verdict: tools.Deny}
	if got := <-asked; got.err != nil || got.answer.Verdict != tools.Deny {
		t.Errorf("without a bus: %+v", got)
	}
}

// filling is a Former whose person answers when told to.
type filling chan tools.FormAnswer

func (f filling) Fill(ctx context.Context, _ tools.Form) (tools.FormAnswer, error) {
	select {
	case answer := <-f:
		return answer, nil
	case <-ctx.Done():
		return tools.FormAnswer{}, ctx.Err()
	}
}

// A form that waits while the window is out of sight is told of, without a word of
// the server's; with the window in front, and without a bus, it just waits.
func TestFormAnnouncer(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartQuietBus()
	service := startNotices(t, screen.Env())
	front := false
	person := make(filling)
	a := &FormAnnouncer{Dialogs: New(Config{Env: screen.Env()}), InFront: func() bool { return front }, Next: person}
	fill := func(ctx context.Context, a *FormAnnouncer) chan error {
		done := make(chan error, 1)
		go func() {
			answer, err := a.Fill(ctx, askedForm())
			if err == nil && answer.Action != tools.Decline {
				err = errors.New("another answer: " + string(answer.Action))
			}
			done <- err
		}()
		return done
	}
	done := fill(t.Context(), a)
	text := <-service.shown
	if !strings.Contains(text, "The server “notes &lt;b&gt;x&lt;/b&gt;” asks you something, while notes__add runs") || strings.Contains(text, "all is well") {
		t.Errorf("the notification is %q", text)
	}
	person <- tools.FormAnswer{Action: tools.Decline}
	if err := <-done; err != nil || <-service.closed != 7 {
		t.Error(err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	done = fill(ctx, a)
	<-service.shown
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || <-service.closed != 7 {
		t.Errorf("a form that is taken back: %v", err)
	}

	front = true
	done = fill(t.Context(), a)
	person <- tools.FormAnswer{Action: tools.Decline}
	if err := <-done; err != nil || len(service.shown) != 0 {
		t.Errorf("with the window in front: %v, and %d notifications", err, len(service.shown))
	}
	done = fill(t.Context(), &FormAnnouncer{Dialogs: New(Config{}), InFront: func() bool { return false }, Next: person})
	person <- tools.FormAnswer{Action: tools.Decline}
	if err := <-done; err != nil {
		t.Errorf("without a bus: %v", err)
	}
}
