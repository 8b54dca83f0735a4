// Package cgroup has the person's systemd hold a process, and all that it starts, in a
// control group, where the person has one to give. There the kernel counts what nobody
// sees from outside: memfds, System V segments, and the buffers of pipes and sockets
// (docs/spec/12-processes.md, docs/decisions/0680).
package cgroup

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/godbus/dbus/v5"
)

// Limits are what all that is in a group may have together.
type Limits struct {
	Memory int64 // bytes; and half as much again on disk
	Tasks  int   // threads
}

// holdWait is how long a process may take to get into its group. Systemd takes a few
// milliseconds.
const holdWait = 500 * time.Millisecond

// Socket is where the systemd of the person listens whose runtime folder it is
// (XDG_RUNTIME_DIR); "" if none does.
func Socket(runtime string) string {
	socket := filepath.Join(runtime, "systemd", "private")
	if info, err := os.Stat(socket); runtime == "" || err != nil || info.Mode()&os.ModeSocket == 0 {
		return ""
	}
	return socket
}

// A Group is a control group with limits.
type Group struct{ dir, kills string }

// ErrUnlimited says that systemd gives groups here, and may not limit memory in them.
var ErrUnlimited = errors.New("systemd may not limit memory here")

// Hold puts a process into a new group of the systemd at the socket. What the process
// starts from then on is in it, too; it goes when nothing is left in it. The error says
// why nothing is held.
func Hold(ctx context.Context, socket string, pid int, l Limits) (*Group, error) {
	ctx, cancel := context.WithTimeout(ctx, holdWait)
	defer cancel()
	conn, err := dbus.Dial("unix:path="+dbus.EscapeBusAddressValue(socket), dbus.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.Auth([]dbus.Auth{dbus.AuthExternal(strconv.Itoa(os.Getuid()))}); err != nil { // no bus stands between us: nobody is greeted
		return nil, err
	}
	name := fmt.Sprintf("handrail-room-%d.scope", pid)
	if err := start(ctx, conn, name, pid, l); err != nil {
		return nil, err
	}
	return wait(ctx, pid, name)
}

// wait waits until a process is in its group, and memory is limited there: systemd takes
// limits that it cannot set, and sets them one by one.
func wait(ctx context.Context, pid int, name string) (*Group, error) {
	why := errors.New("systemd did not put it into its group in time")
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		if g, ok := find(pid, name); ok {
			if g.limited() {
				return g, nil
			}
			why = ErrUnlimited
		}
		select {
		case <-ctx.Done():
			return nil, why
		case <-time.After(pause):
		}
	}
}

// start asks for the group. What systemd calls a scope is a group around processes that
// it has not started.
func start(ctx context.Context, conn *dbus.Conn, name string, pid int, l Limits) error {
	type property struct {
		Name  string
		Value dbus.Variant
	}
	type auxiliary struct {
		Name       string
		Properties []property
	}
	properties := []property{
		{"Description", dbus.MakeVariant("Programs of Handrail")},
		{"PIDs", dbus.MakeVariant([]uint32{uint32(pid)})}, //nolint:gosec // a number of the system's
		{"Slice", dbus.MakeVariant("app.slice")},
		{"CollectMode", dbus.MakeVariant("inactive-or-failed")},
		{"MemoryMax", dbus.MakeVariant(uint64(l.Memory))},         //nolint:gosec // more than 0
		{"MemorySwapMax", dbus.MakeVariant(uint64(l.Memory / 2))}, //nolint:gosec // likewise
		{"TasksMax", dbus.MakeVariant(uint64(l.Tasks))},           //nolint:gosec // likewise
		{"Delegate", dbus.MakeVariant(true)},                      // when memory runs out the kernel ends one program, not systemd all
	}
	manager := conn.Object("org.freedesktop.systemd1", "/org/freedesktop/systemd1")
	return manager.CallWithContext(ctx, "org.freedesktop.systemd1.Manager.StartTransientUnit", 0, name, "fail", properties, []auxiliary{}).Err
}

// find looks for the group of a process by its name. There are two kinds of control
// groups: one tree for all that is counted, and the older one with a tree for each.
func find(pid int, name string) (*Group, bool) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/cgroup", pid))
	if err != nil {
		return nil, false
	}
	var whole string
	for line := range strings.Lines(string(raw)) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) != 3 || filepath.Base(parts[2]) != name {
			continue
		}
		switch parts[1] {
		case "memory":
			return &Group{filepath.Join("/sys/fs/cgroup/memory", parts[2]), "memory.oom_control"}, true
		case "":
			whole = parts[2]
		}
	}
	return &Group{filepath.Join("/sys/fs/cgroup", whole), "memory.events"}, whole != ""
}

// limited reports whether the group limits memory.
func (g *Group) limited() bool {
	for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
		raw, err := os.ReadFile(filepath.Join(g.dir, name))
		if err != nil {
			continue
		}
		if n, err := strconv.ParseInt(strings.TrimSpace(string(raw)), 10, 64); err == nil && n < 1<<60 { // "max" is none
			return true
		}
	}
	return false
}

// Killed is how many programs of the group the kernel has ended because there was no
// memory left in it.
func (g *Group) Killed() int {
	if g == nil {
		return 0
	}
	raw, err := os.ReadFile(filepath.Join(g.dir, g.kills))
	if err != nil {
		return 0 // the group is gone
	}
	for line := range strings.Lines(string(raw)) {
		if word, rest, _ := strings.Cut(line, " "); word == "oom_kill" {
			n, _ := strconv.Atoi(strings.TrimSpace(rest)) // the kernel's own word
			return n
		}
	}
	return 0
}
