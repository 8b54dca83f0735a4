package client

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/proc"
	"handrail/internal/proc/room"
	"handrail/mcp"
	"handrail/tools"
)

// roomKeeper has one room for all programs.
type roomKeeper struct{ walls *proc.Walls }

func (k roomKeeper) Enter(context.Context, proc.Errand) (proc.Stay, error) { return k, nil }
func (k roomKeeper) Walls() *proc.Walls                                    { return k.walls }
func (roomKeeper) Leave(proc.Outcome) (string, error)                      { return "", nil }

// roomFor builds a room around a folder.
func roomFor(t *testing.T, dir string) proc.House {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h, err := room.NewHelper(self)
	if err != nil {
		t.Fatal(err)
	}
	c := proc.WallsConfig{Helper: h, MustRoom: true}
	c.Profile.Write = []string{dir}
	c.Profile.Read = []string{filepath.Dir(self)}
	w, err := proc.OpenWalls(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = w.Close()
		_ = h.Close()
	})
	return proc.House{Keeper: roomKeeper{w}}
}

// A server in a room: it is spoken to, and ends, as anywhere.
func TestAServerInARoom(t *testing.T) {
	s := peerServer(t, "good")
	c := clientOf(t, s, func(c *Config) { c.House = roomFor(t, s.Dir) })
	c.connected()
	pid := c.Status().PID
	if pid == 0 || !lives(pid) {
		t.Errorf("its number is %d", pid)
	}
	if a := c.answered("echo", "{}"); textOf(a) != "echo" {
		t.Errorf("%+v", a)
	}
	err := c.fails("leaves a child")
	wantError(t, err, tools.Unavailable, "ended with exit code 0", "the child is")
	if a := c.answered("echo", "{}"); textOf(a) != "echo" {
		t.Errorf("%+v", a)
	}
	c.Stop()
	if lives(pid) {
		t.Error("it lives on")
	}
	if pids := peersLeft(t, s.Dir); len(pids) > 0 {
		t.Errorf("processes are left: %v", pids)
	}
	wantError(t, func() error { _, err := c.Call(t.Context(), mcp.CallRequest{Resource: "x://"}, nil); return err }(), tools.Unavailable, "stopped")
}

// peersLeft lists the processes that run in a folder.
func peersLeft(t *testing.T, dir string) []string {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/cwd")
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, link := range links {
		if cwd, err := os.Readlink(link); err == nil && strings.HasPrefix(cwd, dir) {
			left = append(left, link)
		}
	}
	return left
}

// A program that the room does not show is not started, and the reason says so.
func TestAServerThatTheRoomDoesNotShow(t *testing.T) {
	hidden := filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(hidden, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := mcp.Server{Name: "peer", Command: hidden, Dir: t.TempDir(), Env: []string{"PATH=/usr/bin:/bin"}}
	c := clientOf(t, s, func(c *Config) { c.House = roomFor(t, s.Dir) })
	wantError(t, c.Connect(t.Context()), tools.Unavailable, `the server "peer" was not started`, "walls")
}
