package proc

import (
	"runtime"
	"strings"

	"handrail/internal/secrets/looks"
)

// CleanEnv returns the clean base of an environment
// (docs/spec/12-processes.md): what a program needs to run at all, taken from
// env, and nothing else. It is what hands and hooks get before their own
// variables.
func CleanEnv(env []string) []string {
	base := []string{"PATH", "HOME", "USER", "LANG", "TZ", "TMPDIR", "HANDRAIL_IDEMPOTENCY_KEY"}
	if runtime.GOOS == "windows" {
		base = append(base, "SystemRoot", "PATHEXT", "TEMP", "USERPROFILE")
	}
	return keep(env, func(name, _ string) bool {
		for _, b := range base {
			if sameName(name, b) {
				return true
			}
		}
		return false
	})
}

// SafeEnv returns env, the person's own, without secrets and without doors out
// of the room: what bash, spawn and custom tools get (docs/spec/12-processes.md).
func SafeEnv(env []string) []string {
	return keep(env, func(name, value string) bool {
		return !looks.Secret(name, value) && !isDoor(name)
	})
}

// SetEnv returns env with one variable set; an earlier one of that name goes.
func SetEnv(env []string, name, value string) []string {
	kept := keep(env, func(n, _ string) bool { return !sameName(n, name) })
	return append(kept, name+"="+value)
}

// keep filters env into a new slice. Entries without a name are dropped.
func keep(env []string, want func(name, value string) bool) []string {
	kept := make([]string, 0, len(env)+1)
	for _, v := range env {
		name, value, ok := strings.Cut(v, "=")
		if ok && name != "" && want(name, value) {
			kept = append(kept, v)
		}
	}
	return kept
}

// isDoor reports whether a variable shows the way to something that acts for
// the person from outside: a display, a message bus, an agent that holds keys,
// a terminal that takes commands.
func isDoor(name string) bool {
	switch name {
	case "DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY", "ICEAUTHORITY", "SESSION_MANAGER",
		"SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "GNOME_KEYRING_CONTROL", "XDG_RUNTIME_DIR",
		"AT_SPI_BUS_ADDRESS", "TMUX", "TMUX_PANE", "STY", "KITTY_LISTEN_ON", "SWAYSOCK", "I3SOCK":
		return true
	}
	return strings.HasPrefix(name, "DBUS_")
}
