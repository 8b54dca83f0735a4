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

func TestLooksSecret(t *testing.T) {
	tests := []struct {
		name, value string
		want        bool
	}{
		{"GITHUB_TOKEN", "x", true},
		{"github_token", "x", true},
		{"NPM_TOKENS", "x", true},
		{"AWS_SECRET_ACCESS_KEY", "x", true},
		{"AWS_ACCESS_KEY_ID", "x", true},
		{"CLIENT_SECRET", "x", true},
		{"PGPASSWORD", "x", true},
		{"MYSQL_PWD", "x", true},
		{"DB_PASS", "x", true},
		{"SSH_PASSPHRASE", "x", true},
		{"OPENAI_API_KEY", "x", true},
		{"OPENAI_APIKEY", "x", true},
		{"SIGNING.KEY", "x", true},
		{"GOOGLE_APPLICATION_CREDENTIALS", "x", true},
		{"NPM_CONFIG__AUTH", "x", true},
		{"GITHUB_PAT", "x", true},
		{"SENTRY_DSN", "x", true},
		{"DATABASE_URL", "postgres://me:pw@db/x", true},
		{"DATABASE_URL", "postgres://me@db/x", false},
		{"DATABASE_URL", "postgres://db/x", false},
		{"https_proxy", "http://me:pw@proxy:1", false},
		{"BROKEN_URL", "http://%zz:a@b", false},
		{"PWD", "/x", false},
		{"OLDPWD", "/x", false},
		{"PATH", "/x", false},
		{"KEYBOARD", "us", false},
		{"MONKEY", "x", false},
		{"GIT_AUTHOR_NAME", "x", false},
		{"COMPASS", "x", false},
		{"PATTERN", "x", false},
		{"", "x", false},
	}
	for _, tt := range tests {
		if got := LooksSecret(tt.name, tt.value); got != tt.want {
			t.Errorf("LooksSecret(%q, %q) = %v, want %v", tt.name, tt.value, got, tt.want)
		}
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
