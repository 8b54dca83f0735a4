package outbox

import (
	"net/http"
	"strings"
	"testing"

	"handrail/internal/channels"
)

// listed is the channel ops as it is listed.
func (b *bench) listed(t *testing.T) Listed {
	t.Helper()
	list, err := b.List(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range list {
		if l.Name == "ops" {
			return l
		}
	}
	t.Fatal("the channel is not listed")
	return Listed{}
}

// last fails the test unless the channel's last message ended so.
func (b *bench) last(t *testing.T, state, reason string) {
	t.Helper()
	got := b.listed(t).Last
	if got.State != state || got.At.IsZero() != (state == "") || !strings.Contains(got.Reason, reason) || reason == "" && got.Reason != "" {
		t.Errorf("the last message: %+v, want %q, %q", got, state, reason)
	}
}

// A channel says what became of its last message, also of one that was dropped, and of a test; one that was changed has none.
func TestLastResult(t *testing.T) {
	b := newBench(t)
	b.last(t, "", "")
	b.submit(t, "a")
	b.last(t, Sent, "")
	b.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	refused := b.submit(t, "b")
	b.last(t, Failed, "403")
	if err := b.Drop(t.Context(), refused.ID); err != nil {
		t.Fatal(err)
	}
	b.last(t, Failed, "403")
	b.answers(func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = conn.Close()
		}
	})
	b.submit(t, "c")
	b.last(t, Unknown, "ended before")
	b.answers(func(http.ResponseWriter, *http.Request) {})
	if out := b.Test(t.Context(), "ops", "", "test"); out.End != channels.Sent {
		t.Fatalf("%+v", out)
	}
	b.last(t, Sent, "")
	b.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	if out := b.Test(t.Context(), "ops", "", "test"); out.End != channels.Later {
		t.Fatalf("%+v", out)
	}
	b.last(t, Failed, "503") // a test is not tried again
	b.submit(t, "d")
	b.last(t, Queued, "503")
}

// keep takes every secret.
type keep struct{}

// Set implements Secrets.
func (keep) Set(string, string) error { return nil }

// What was before the person changed a channel says nothing of it now; nor does what another one of its name had.
func TestAChangedChannelHasNoResult(t *testing.T) {
	b := newBench(t)
	b.submit(t, "a")
	b.last(t, Sent, "")
	url := "${secret:tg}"
	if err := b.Save(t.Context(), "ops", channels.Channel{Type: "webhook", URL: url}, keep{}); err != nil {
		t.Fatal(err)
	}
	b.last(t, "", "")
	if out := b.Test(t.Context(), "ops", "", "test"); out.End == channels.Sent {
		t.Fatalf("%+v", out)
	}
	if b.listed(t).Last.State != Failed {
		t.Errorf("%+v", b.listed(t).Last)
	}
	if err := b.Remove(t.Context(), "ops"); err != nil {
		t.Fatal(err)
	}
	b.configure(t, map[string]any{"type": "webhook", "url": url})
	b.last(t, "", "")
}

// The host of a webhook is shown, and nothing else of its address, which can be a secret.
func TestHostOfAWebhook(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct {
		channel map[string]any
		want    string
	}{
		{map[string]any{"type": "webhook", "url": b.server.URL + "/SECRET?key=SECRET"}, strings.TrimPrefix(b.server.URL, "http://")},
		{map[string]any{"type": "slack", "url": "https://hooks.slack.com/services/SECRET"}, "hooks.slack.com"},
		{map[string]any{"type": "webhook", "url": "${secret:missing}"}, ""},
		{map[string]any{"type": "telegram", "token": "t", "chat_id": "1"}, ""},
	} {
		b.configure(t, c.channel)
		if got := b.listed(t).Host; got != c.want {
			t.Errorf("%v: %q, want %q", c.channel, got, c.want)
		}
	}
}
