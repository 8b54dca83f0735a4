package message

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/channels"
	"handrail/tools"
	"handrail/tools/toolstest"
)

// A desktop notes what it shows.
type desktop struct {
	shown []string
	err   error
}

func (d *desktop) Notifies() error { return d.err }

func (d *desktop) Notify(_ context.Context, _ tools.Call, text string) error {
	d.shown = append(d.shown, text)
	return nil
}

func toolOf(t *testing.T, c Config) tools.Tool {
	t.Helper()
	c.Channels = func() (map[string]channels.Channel, error) {
		return map[string]channels.Channel{
			"ops": {Type: "telegram", Token: "${secret:tg}", ChatID: "-1001", ChatIDs: []string{"-2002"}},
			"bad": {Type: "telegram"},
		}, nil
	}
	if c.Secret == nil {
		c.Secret = func(text string) bool { return strings.Contains(text, "hunter2") }
	}
	s, err := NewSource(c)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Tools(t.Context())
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	return list[0]
}

func prepare(t *testing.T, tool tools.Tool, in map[string]any) (tools.Invocation, error) {
	t.Helper()
	raw, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := tool.Info().Input.Check(raw)
	if err != nil {
		t.Fatal(err)
	}
	return tool.Prepare(t.Context(), tools.Call{Key: "k"}, checked)
}

func TestContract(t *testing.T) {
	tool := toolOf(t, Config{Submit: func(context.Context, tools.Call, Message) (Report, error) { return Report{End: channels.Sent}, nil }})
	toolstest.Run(t, toolstest.Case{Tool: tool, Input: `{"channel":"ops","content":"a"}`, Other: `{"channel":"ops","content":"b"}`, Folder: t.TempDir()})
}

// The preview has channel, target and the whole text; what cannot be seen is not sent.
func TestPreview(t *testing.T) {
	var sent Message
	tool := toolOf(t, Config{Submit: func(_ context.Context, call tools.Call, m Message) (Report, error) {
		sent = m
		if call.Key != "k" {
			t.Errorf("the key is %q", call.Key)
		}
		return Report{End: channels.Sent}, nil
	}})
	long := strings.Repeat("words ", 600)
	inv, err := prepare(t, tool, map[string]any{"channel": "ops", "chat_id": "-2002", "content": "<b>\u202eevil\u200b\x1b[2J " + long})
	if err != nil {
		t.Fatal(err)
	}
	p := inv.Preview()
	text := strings.TrimSpace("<b>evil[2J " + long)
	if p.Detail != "By ops (Telegram, to -2002):\n\n"+text || len(p.Effects) != 1 || p.Effects[0] != (tools.Effect{Kind: tools.EffectSend, Target: "ops -2002"}) || strings.Contains(p.Detail, "secret") {
		t.Errorf("the preview is %+v", p)
	}
	r, err := inv.Run(t.Context(), tools.Discard{})
	if err != nil || r.Content != "Sent by ops." || sent != (Message{Channel: "ops", Chat: "-2002", Text: text}) {
		t.Errorf("%+v, %v: sent %+v", r, err, sent)
	}
	if inv, err = prepare(t, tool, map[string]any{"channel": "ops", "content": "x"}); err != nil || inv.Preview().Effects[0].Target != "ops" {
		t.Errorf("its usual place: %v, %v", inv, err)
	}
}

func TestRefusals(t *testing.T) {
	tool := toolOf(t, Config{})
	for name, c := range map[string]struct {
		in   map[string]any
		code tools.Code
		says string
	}{
		"empty":         {map[string]any{"channel": "ops", "content": ""}, tools.InvalidArgs, "nothing to send"},
		"blank":         {map[string]any{"channel": "ops", "content": " \n\u200b\x1b"}, tools.InvalidArgs, "nothing to send"},
		"1 MB":          {map[string]any{"channel": "ops", "content": strings.Repeat("x", 1<<20)}, tools.TooLarge, "Telegram takes 4096"},
		"no channel":    {map[string]any{"channel": "nope", "content": "x"}, tools.NotFound, "desktop, bad, ops"},
		"bad channel":   {map[string]any{"channel": "bad", "content": "x"}, tools.Unavailable, `needs "token"`},
		"another chat":  {map[string]any{"channel": "ops", "chat_id": "7", "content": "x"}, tools.PermissionDenied, "its own chat only"},
		"a secret":      {map[string]any{"channel": "ops", "content": "it is hunter2"}, tools.PermissionDenied, "holds a secret"},
		"hidden secret": {map[string]any{"channel": "ops", "content": "it is hun\u200bter2"}, tools.PermissionDenied, "holds a secret"},
		"no desktop":    {map[string]any{"channel": "desktop", "content": "x"}, tools.Unavailable, "no desktop"},
		"desktop chat":  {map[string]any{"channel": "desktop", "chat_id": "1", "content": "x"}, tools.InvalidArgs, "leave chat_id out"},
		"long desktop":  {map[string]any{"channel": "desktop", "content": strings.Repeat("x", 1001)}, tools.TooLarge, "1000"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := prepare(t, tool, c.in)
			var e *tools.Error
			if !errors.As(err, &e) || e.Code != c.code || !strings.Contains(e.Message, c.says) || strings.Contains(e.Message, "hunter2") {
				t.Errorf("it says %v", err)
			}
		})
	}
}

// A channel and a text are needed; the chat is not.
func TestInput(t *testing.T) {
	var form struct{ Required []string }
	if err := json.Unmarshal(toolOf(t, Config{}).Info().Input.JSON(), &form); err != nil || !slices.Equal(form.Required, []string{"channel", "content"}) {
		t.Errorf("needed are %q, %v", form.Required, err)
	}
}

// What an agent is told of each end.
func TestReports(t *testing.T) {
	next := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for end, want := range map[channels.End]string{
		channels.Sent:    "Sent by ops.",
		channels.Later:   "Queued as m_1, not sent yet: because. It will be tried again by itself, at 2026-01-02T03:04:05Z next and until 2026-01-03T03:04:05Z, while Handrail runs: do not send it again.",
		channels.Unknown: "unknown whether the message m_1 was sent: because. It will not be sent again by itself: ask the person before you repeat it",
		channels.Failed:  "not sent: because",
	} {
		tool := toolOf(t, Config{Submit: func(context.Context, tools.Call, Message) (Report, error) {
			return Report{End: end, ID: "m_1", Reason: "because", Next: next, Until: next.Add(24 * time.Hour)}, nil
		}})
		inv, err := prepare(t, tool, map[string]any{"channel": "ops", "content": "x"})
		if err != nil {
			t.Fatal(err)
		}
		r, err := inv.Run(t.Context(), tools.Discard{})
		got := r.Content
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q", end, got)
		}
	}
	tool := toolOf(t, Config{Submit: func(context.Context, tools.Call, Message) (Report, error) { return Report{}, ErrFull }})
	inv, err := prepare(t, tool, map[string]any{"channel": "ops", "content": "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inv.Run(t.Context(), tools.Discard{}); err == nil || !strings.Contains(err.Error(), "the outbox is full") {
		t.Errorf("a full outbox says %v", err)
	}
}

func TestDesktop(t *testing.T) {
	d := &desktop{}
	tool := toolOf(t, Config{Desktop: d})
	inv, err := prepare(t, tool, map[string]any{"channel": "desktop", "content": "<b>done</b>"})
	if err != nil || !inv.Preview().Reads {
		t.Fatal(inv, err)
	}
	if r, err := inv.Run(t.Context(), tools.Discard{}); err != nil || !strings.Contains(r.Content, "Shown") || len(d.shown) != 1 || d.shown[0] != "<b>done</b>" {
		t.Errorf("%+v, %v: %q", r, err, d.shown)
	}
	d.err = errors.New("there is no session bus")
	if _, err := prepare(t, tool, map[string]any{"channel": "desktop", "content": "x"}); err == nil || !strings.Contains(err.Error(), "no session bus") {
		t.Errorf("without a bus: %v", err)
	}
}
