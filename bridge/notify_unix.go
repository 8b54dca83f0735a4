//go:build unix && !darwin

package bridge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"

	"handrail/internal/proc"
)

// The notification service of the session bus (freedesktop.org, Desktop
// Notifications Specification 1.2).
const (
	notifyName = "org.freedesktop.Notifications"
	notifyPath = dbus.ObjectPath("/org/freedesktop/Notifications")
)

// busVariable says where the session bus is.
const busVariable = "DBUS_SESSION_BUS_ADDRESS"

// busAddress is where the session bus is, or "". Only sockets count: an
// address of another kind could name a program to run.
func busAddress(env []string) string {
	for part := range strings.SplitSeq(proc.Getenv(env, busVariable), ";") {
		if strings.HasPrefix(part, "unix:") {
			return part
		}
	}
	if dir := proc.Getenv(env, "XDG_RUNTIME_DIR"); dir != "" {
		socket := filepath.Join(dir, "bus")
		if info, err := os.Stat(socket); err == nil && info.Mode()&os.ModeSocket != 0 {
			return "unix:path=" + dbus.EscapeBusAddressValue(socket)
		}
	}
	return ""
}

// FixBus has this process and all that it starts use the session bus that there is, and start none: libraries start one by
// looking for dbus-launch on PATH, where an agent may have written it, or run a program that the address names
// (docs/decisions/1063-no-bus-is-started.md). Call it before anything else.
func FixBus() {
	var open []string
	for part := range strings.SplitSeq(os.Getenv(busVariable), ";") {
		if kind, _, _ := strings.Cut(part, ":"); kind == "unix" || kind == "tcp" || kind == "nonce-tcp" {
			open = append(open, part)
		}
	}
	address := cmp.Or(strings.Join(open, ";"), busAddress(os.Environ()), busAddress([]string{fmt.Sprintf("XDG_RUNTIME_DIR=/run/user/%d", os.Getuid())}), "disabled:")
	_ = os.Setenv(busVariable, address) // it fails for names only
}

// notifies is nil if there is a session bus. Whether somebody shows
// notifications on it is only known when one is sent.
func (d *desktop) notifies() error {
	if d.bus == "" {
		return &UnavailableError{NoDisplay, "no notification can be shown: there is no session bus (DBUS_SESSION_BUS_ADDRESS is empty); start Handrail from a desktop session"}
	}
	return nil
}

// notify shows a notification and does not wait for it to be read. Where the
// service reads the text as markup, the text is escaped; nothing in it is ever
// markup. A click is waited for meanwhile, where the service tells of clicks.
func (d *desktop) notify(ctx context.Context, title, text string, clicked func()) error {
	if clicked != nil {
		select {
		case d.clicks <- struct{}{}:
			return d.notifyAndListen(ctx, title, text, clicked)
		default: // so many are waited for that this one's click opens nothing
		}
	}
	conn, _, err := d.send(ctx, title, text, nil)
	if err != nil {
		return err
	}
	return conn.Close()
}

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
		hit := awaitClick(signals, owner, id)
		_ = conn.Close() // it has told all that it had to
		<-d.clicks
		if hit {
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

// announceWithin is how long the notification service may take to answer.
const announceWithin = 2 * time.Second

// announce shows a notification until ctx ends, and takes it back then. It is sent
// whole even if ctx ends meanwhile: without its answer nobody could take it back.
func (d *desktop) announce(ctx context.Context, title, text string) error {
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), announceWithin)
	defer cancel()
	conn, id, err := d.send(within, title, text, nil)
	if err != nil {
		return err
	}
	defer conn.Close()
	<-ctx.Done()
	within, cancel = context.WithTimeout(context.WithoutCancel(ctx), announceWithin)
	defer cancel()
	return conn.Object(notifyName, notifyPath).CallWithContext(within, notifyName+".CloseNotification", 0, id).Err
}

// send shows a notification and returns its id, and the connection that it came
// by, which the caller closes: some desktops take a notification back with it. listen
// is called before it is shown, if the service tells of clicks; nil: it cannot be clicked on.
func (d *desktop) send(ctx context.Context, title, text string, listen func(conn *dbus.Conn) error) (_ *dbus.Conn, id uint32, err error) {
	conn, err := dbus.Connect(d.bus, dbus.WithContext(context.WithoutCancel(ctx)))
	if err != nil {
		return nil, 0, fmt.Errorf("no notification could be shown: the session bus does not answer: %w", err)
	}
	defer func() {
		if err != nil {
			_ = conn.Close() // the first error says what is wrong
		}
	}()
	service := conn.Object(notifyName, notifyPath)
	var abilities []string
	if err := service.CallWithContext(ctx, notifyName+".GetCapabilities", 0).Store(&abilities); err != nil {
		return nil, 0, notifyError(err)
	}
	if slices.Contains(abilities, "body-markup") {
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text) // GNOME knows names only
	}
	actions := []string{}
	if listen != nil && slices.Contains(abilities, "actions") {
		if err := listen(conn); err != nil {
			return nil, 0, notifyError(err)
		}
		actions = []string{clickAction, d.tongue().Own("Open the chat")}
	}
	const soon int32 = -1 // the service decides when it goes
	hints := map[string]dbus.Variant{"desktop-entry": dbus.MakeVariant("handrail")}
	call := service.CallWithContext(ctx, notifyName+".Notify", 0,
		"Handrail", uint32(0), "", title, text, actions, hints, soon)
	if err := call.Store(&id); err != nil {
		return nil, 0, notifyError(err)
	}
	return conn, id, nil
}

// notifyError says what to do where no notification service runs.
func notifyError(err error) error {
	var refused dbus.Error
	if errors.As(err, &refused) && refused.Name == "org.freedesktop.DBus.Error.ServiceUnknown" {
		return &UnavailableError{NoProgram, "no notification could be shown: this desktop runs no notification service; start one, such as dunst"}
	}
	return fmt.Errorf("no notification could be shown: %w", err)
}
