package proc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCleanEnv(t *testing.T) {
	env := []string{
		"PATH=/bin", "HOME=/home/a", "USER=a", "LANG=C.UTF-8", "TZ=UTC", "TMPDIR=/tmp/x", "HANDRAIL_IDEMPOTENCY_KEY=k",
		"LD_PRELOAD=/x.so", "NODE_OPTIONS=--require x", "GITHUB_TOKEN=t", "LC_ALL=C", "broken", "=C:=x", "EDITOR=vi",
	}
	want := env[:7]
	if diff := cmp.Diff(want, CleanEnv(env)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSafeEnv(t *testing.T) {
	env := []string{
		"PATH=/bin", "EDITOR=vi", "EMPTY=", "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0", "XAUTHORITY=/x", "DBUS_SESSION_BUS_ADDRESS=unix:x",
		"DBUS_ANYTHING=1", "SSH_AUTH_SOCK=/s", "XDG_RUNTIME_DIR=/run/user/1", "TMUX=/tmp/tmux", "GITHUB_TOKEN=t", "broken", "=C:=x",
		"DISPLAYED=no door", "XDG_CONFIG_HOME=/c",
	}
	want := []string{"PATH=/bin", "EDITOR=vi", "EMPTY=", "DISPLAYED=no door", "XDG_CONFIG_HOME=/c"}
	if diff := cmp.Diff(want, SafeEnv(env)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := SafeEnv(nil); len(got) != 0 {
		t.Errorf("SafeEnv(nil) = %q", got)
	}
}

func TestSetEnv(t *testing.T) {
	env := []string{"A=1", "B=2", "A=3"}
	if diff := cmp.Diff([]string{"B=2", "A=4"}, SetEnv(env, "A", "4")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := Getenv(env, "A"); got != "3" {
		t.Errorf("Getenv(A) = %q, want the later value", got)
	}
	if got := Getenv(env, "C"); got != "" {
		t.Errorf("Getenv(C) = %q", got)
	}
	if diff := cmp.Diff([]string{"A=1", "B=2", "A=3"}, env); diff != "" {
		t.Errorf("the argument was changed (-want +got):\n%s", diff)
	}
}
