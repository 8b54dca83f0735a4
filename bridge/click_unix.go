//go:build unix && !darwin

package bridge

import (
	"context"
	"fmt"
	"time"

	"github.com/godbus/dbus/v5"
)

// clickAction is what the specification calls a click on a notification itself.
const clickAction = "default"

// How many notifications may wait for a click, each with a connection of its own, and how long one does. Services keep
// them in a list for much longer; a click there does nothing then.
const (
	mostClicks  = 20
	clickWithin = 2 * time.Hour
)

// notifyAndListen shows a notification and calls clicked if the person clicks on it. The caller has taken a token.
func (d *desktop) notifyAndListen(ctx context.Context, title, text string, clicked func()) error {
	var signals chan *dbus.Signal
	var owner string
	conn, id, err := d.send(ctx, title, text, func(conn *dbus.Conn) error {
		// Any program of the session may send us such a signal: only the service's own counts.
		if err := conn.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.GetNameOwner", 0, notifyName).Store(&owner); err != nil {
			return fmt.Errorf("ask who shows notifications: %w", err)
		}
		signals = make(chan *dbus.Signal, 16)
		conn.Signal(signals)
		return conn.AddMatchSignalContext(ctx, dbus.WithMatchSender(notifyName), dbus.WithMatchObjectPath(notifyPath), dbus.WithMatchInterface(notifyName))
	})
	if err != nil || signals == nil {
		<-d.clicks
		if err != nil {
			return err
		}
		return conn.Close()
	}
	go func() {
		defer func() { <-d.clicks }()
		defer conn.Close()
		if awaitClick(signals, owner, id) {
			clicked()
		}
	}()
	return nil
}

// awaitClick waits until a notification is clicked on, closed, or too old.
func awaitClick(signals <-chan *dbus.Signal, owner string, id uint32) bool {
	late := time.NewTimer(clickWithin)
	defer late.Stop()
	for {
		select {
		case <-late.C:
			return false
		case s, ok := <-signals:
			if !ok { // the bus has gone
				return false
			}
			if s.Sender != owner || s.Path != notifyPath || len(s.Body) != 2 || s.Body[0] != id {
				continue
			}
			switch s.Name {
			case notifyName + ".ActionInvoked":
				return s.Body[1] == clickAction
			case notifyName + ".NotificationClosed":
				return false
			}
		}
	}
}
