//go:build unix && !darwin

package bridge

import (
	"fmt"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"handrail/bridge/bridgetest"
	"handrail/internal/proc"
	"handrail/tools"
)

// shower is a notification service whose notifications can be clicked on.
type shower struct {
	conn      *dbus.Conn
	abilities []string
	made      uint32
	shown     chan []string // the actions of each
}

// GetCapabilities is the specification's.
func (s *shower) GetCapabilities() ([]string, *dbus.Error) { return s.abilities, nil }

// Notify is the specification's.
func (s *shower) Notify(_ string, _ uint32, _, _, _ string, actions []string, _ map[string]dbus.Variant, _ int32) (uint32, *dbus.Error) {
	s.made++
	s.shown <- actions
	return s.made, nil
}

// tell sends a signal of the specification's, as a service does: to all.
func (s *shower) tell(t *testing.T, conn *dbus.Conn, name string, id uint32, what any) {
	t.Helper()
	if err := conn.Emit(notifyPath, notifyName+"."+name, id, what); err != nil {
		t.Fatal(err)
	}
}

func connected(t *testing.T, env []string) *dbus.Conn {
	t.Helper()
	conn, err := dbus.Connect(proc.Getenv(env, "DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

func startShower(t *testing.T, env []string, abilities ...string) *shower {
	t.Helper()
	s := &shower{conn: connected(t, env), abilities: abilities, shown: make(chan []string, 2*mostClicks)}
	if err := s.conn.Export(s, notifyPath, notifyName); err != nil {
		t.Fatal(err)
	}
	if reply, err := s.conn.RequestName(notifyName, dbus.NameFlagDoNotQueue); err != nil || reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatal(reply, err)
	}
	return s
}

// clickable is a source whose clicks are heard.
func clickable(t *testing.T, env []string) (*Source, chan string) {
	t.Helper()
	opened := make(chan string, 4)
	source, err := NewSource(SourceConfig{
		Dialogs: New(Config{Env: env}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{},
		OpenChat: func(call tools.Call) { opened <- call.Session },
	})
	if err != nil {
		t.Fatal(err)
	}
	return source, opened
}

func chatOf(session string) tools.Call {
	return tools.Call{Session: session, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "kim"}}
}

// waiting waits until so many notifications wait for a click.
func waiting(t *testing.T, s *Source, n int) {
	t.Helper()
	if !bridgetest.Eventually(func() bool { return len(s.dialogs.desktop.clicks) == n }) {
		t.Fatalf("%d notifications wait for a click, want %d", len(s.dialogs.desktop.clicks), n)
	}
}

// A click opens the chat that the notification came from: that one, once, and by the word of the service alone.
func TestAClickOpensTheChat(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartQuietBus()
	service := startShower(t, screen.Env(), "body", "actions")
	source, opened := clickable(t, screen.Env())
	for _, session := range []string{"one", "two", "three"} {
		if err := source.Notify(t.Context(), chatOf(session), "done"); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(<-service.shown); got != "[default Open the chat]" {
			t.Errorf("its actions are %s", got)
		}
	}
	stranger := connected(t, screen.Env())
	service.tell(t, stranger, "ActionInvoked", 1, "default")
	service.tell(t, service.conn, "ActionInvoked", 99, "default")
	service.tell(t, service.conn, "NotificationClosed", 3, uint32(2))
	waiting(t, source, 2)
	service.tell(t, service.conn, "ActionInvoked", 2, "default")
	if got := <-opened; got != "two" {
		t.Errorf("the chat %q was opened", got)
	}
	waiting(t, source, 1)
	service.tell(t, service.conn, "ActionInvoked", 2, "default")
	service.tell(t, service.conn, "ActionInvoked", 1, "other")
	waiting(t, source, 0)
	if len(opened) != 0 {
		t.Errorf("the chat %q was opened, too", <-opened)
	}
}

// Where nothing can be opened, nothing is waited for: a service without actions, a caller without a chat, too many at once.
func TestClicksThatOpenNothing(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartQuietBus()
	service := startShower(t, screen.Env(), "body", "actions")
	source, _ := clickable(t, screen.Env())
	actions := func(call tools.Call) string {
		t.Helper()
		if err := source.Notify(t.Context(), call, "done"); err != nil {
			t.Fatal(err)
		}
		select {
		case got := <-service.shown:
			return fmt.Sprint(got)
		case <-time.After(30 * time.Second):
			t.Fatal("nothing was shown")
		}
		return ""
	}
	person := tools.Call{Session: "one", Caller: tools.Caller{Kind: tools.CallerPerson}}
	if got := actions(person); got != "[]" {
		t.Errorf("of the person's own call: %s", got)
	}
	for i := range mostClicks + 1 {
		if got, want := actions(chatOf("one")), map[bool]string{true: "[]", false: "[default Open the chat]"}[i == mostClicks]; got != want {
			t.Errorf("number %d: %s, want %s", i, got, want)
		}
	}
	_ = service.conn.Close() // the service has gone, and the bus is there
	plain := startShower(t, screen.Env(), "body")
	source, _ = clickable(t, screen.Env())
	service = plain
	if got := actions(chatOf("one")); got != "[]" {
		t.Errorf("of a service without actions: %s", got)
	}
	waiting(t, source, 0)
}
