package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/internal/channels"
	"handrail/journal/sqlite"
	"handrail/operator/outbox"
	"handrail/operator/settings"
)

// measureOutbox takes the time in which a full outbox is sent to a webhook on this machine, beside bare requests with the
// same text.
func measureOutbox(ctx context.Context, b bench) (lines []line, err error) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	defer server.Close()
	const text = "a message of some words"
	dir := filepath.Join(b.work, "outbox")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(file, fmt.Appendf(nil, `{"channels":{"ops":{"type":"webhook","url":%q}}}`, server.URL), 0o600); err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(dir, "journal.db")})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	for range sqlite.OutMost {
		now := time.Now()
		if _, err := store.Outbox().Put(ctx, outbox.Message{Channel: "ops", Content: text, Created: now, Due: now, Deadline: now.Add(time.Hour)}); err != nil {
			return nil, err
		}
	}
	plain := func(s string) (string, error) { return s, nil }
	book := outbox.New(outbox.Config{
		Context: ctx, Go: func(work func()) { go work() }, Store: store.Outbox(), States: store.States(), Settings: settings.Open(file), Sender: channels.NewSender("bench", nil),
		Fill: plain, Redact: func(s string) string { return s }, Notice: func(string, string, ...any) {},
	})
	began := time.Now()
	if err := book.Drain(ctx); err != nil {
		return nil, err
	}
	ours := time.Since(began)
	if left, err := book.Messages(ctx, false); err != nil || len(left) > 0 {
		return nil, errors.Join(err, fmt.Errorf("%d messages were not sent", len(left)))
	}
	began = time.Now()
	for range sqlite.OutMost {
		got, err := http.Post(server.URL, "application/json", strings.NewReader(`{"text":"`+text+`"}`)) //nolint:noctx // the floor is as bare as it can be
		if err != nil {
			return nil, err
		}
		_ = got.Body.Close() // it is empty
	}
	return []line{{
		what: "10,000 queued messages sent to a webhook", ours: ours, floor: "10,000 bare requests", least: time.Since(began),
		aim: "1,000 a second", met: ours < 10*time.Second, remark: fmt.Sprintf("%.0f a second", sqlite.OutMost/ours.Seconds()),
	}}, nil
}
