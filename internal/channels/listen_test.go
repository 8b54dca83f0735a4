package channels

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A service is a stand-in for Telegram or Matrix, to which somebody writes.
type service struct {
	mu      sync.Mutex
	wrote   []string // as the service has it, oldest first
	more    chan struct{}
	members []string
	fail    int // how many answers are errors
	status  int
}

func (s *service) write(entry string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrote = append(s.wrote, entry)
	close(s.more)
	s.more = make(chan struct{})
}

// after is what was written after n entries; it waits a while where there is nothing.
func (s *service) after(ctx context.Context, n int, wait time.Duration) ([]string, int) {
	limit := time.After(wait)
	for {
		s.mu.Lock()
		list, more := s.wrote[min(n, len(s.wrote)):], s.more
		s.mu.Unlock()
		if len(list) > 0 {
			return list, n + len(list)
		}
		select {
		case <-more:
		case <-limit:
			return nil, n
		case <-ctx.Done():
			return nil, n
		}
	}
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	failing, status, members := s.fail > 0, s.status, s.members
	s.fail--
	s.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	q := r.URL.Query()
	switch {
	case failing:
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, `{"description":"not now"}`)
	case r.URL.Path == "/bot7:SECRET-KEY/getUpdates":
		seconds, _ := strconv.Atoi(q.Get("timeout"))
		offset, _ := strconv.Atoi(q.Get("offset"))
		if offset < 0 {
			s.mu.Lock()
			offset = max(len(s.wrote), 1)
			s.mu.Unlock()
		}
		list, _ := s.after(r.Context(), offset-1, time.Duration(seconds)*time.Second)
		var out []string
		for i, m := range list {
			out = append(out, fmt.Sprintf(`{"update_id":%d,"message":%s}`, offset+i, m))
		}
		_, _ = fmt.Fprintf(w, `{"ok":true,"result":[%s]}`, strings.Join(out, ","))
	case r.Header.Get("Authorization") != "Bearer SECRET-KEY":
		w.WriteHeader(http.StatusUnauthorized)
	case strings.HasSuffix(r.URL.Path, "/account/whoami"):
		_, _ = fmt.Fprint(w, `{"user_id":"@bot:example.org"}`)
	case strings.HasSuffix(r.URL.Path, "/rooms/!room:example.org/joined_members"):
		joined := map[string]any{}
		for _, m := range members {
			joined[m] = map[string]any{}
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"joined": joined})
	case strings.HasSuffix(r.URL.Path, "/sync"):
		millis, _ := strconv.Atoi(q.Get("timeout"))
		since, err := strconv.Atoi(strings.TrimPrefix(q.Get("since"), "s"))
		s.mu.Lock()
		all := len(s.wrote)
		s.mu.Unlock()
		if err != nil {
			since = max(all-1, 0)
		}
		list, next := s.after(r.Context(), since, time.Duration(millis)*time.Millisecond)
		_, _ = fmt.Fprintf(w, `{"next_batch":"s%d","rooms":{"join":{"!room:example.org":{"timeline":{"events":[%s]}}}}}`, next, strings.Join(list, ","))
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func serviceOf(t *testing.T) (*service, string) {
	t.Helper()
	s := &service{more: make(chan struct{}), members: []string{"@bot:example.org", "@kim:example.org"}, status: http.StatusBadGateway}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return s, server.URL
}

func telegramMessage(from, chat, kind, text string) string {
	return fmt.Sprintf(`{"text":%q,"from":{"id":%s,"is_bot":%t},"chat":{"id":%s,"type":%q}}`, text, from, kind == "bot", chat, strings.Replace(kind, "bot", "private", 1))
}

func matrixMessage(sender, kind, text string) string {
	return fmt.Sprintf(`{"type":"m.room.message","sender":%q,"content":{"msgtype":%q,"body":%q}}`, sender, kind, text)
}

// What the person writes from then on is heard, and nobody else, over errors of the service.
func TestListen(t *testing.T) {
	for kind, x := range map[string]struct {
		old, mine, last string
		others          []string
	}{
		"telegram": {
			telegramMessage("42", "42", "private", "old"), telegramMessage("42", "42", "private", "one"), telegramMessage("42", "42", "private", "two"),
			[]string{telegramMessage("43", "43", "private", "eve"), telegramMessage("43", "-42", "group", "eve"), telegramMessage("42", "-42", "group", "elsewhere"), telegramMessage("42", "42", "bot", "a bot")},
		},
		"matrix": {
			matrixMessage("@kim:example.org", "m.text", "old"), matrixMessage("@kim:example.org", "m.text", "one"), matrixMessage("@kim:example.org", "m.text", "two"),
			[]string{matrixMessage("@bot:example.org", "m.text", "ours"), matrixMessage("@eve:example.org", "m.text", "eve"), matrixMessage("@kim:example.org", "m.notice", "a notice")},
		},
	} {
		t.Run(kind, func(t *testing.T) {
			s, address := serviceOf(t)
			c := of(kind, address)
			if kind == "telegram" {
				c.ChatID = "42"
			}
			s.fail = 1
			s.write(x.old)
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			ready, heard, ended := make(chan struct{}), make(chan string, 10), make(chan error, 1)
			go func() {
				ended <- NewSender("test", nil).Listen(ctx, c, func() { close(ready) }, func(text string) { heard <- text })
			}()
			<-ready
			s.write(x.mine)
			if got := <-heard; got != "one" {
				t.Errorf("heard %q", got)
			}
			for _, other := range x.others {
				s.write(other)
			}
			s.mu.Lock()
			s.fail = 1
			s.mu.Unlock()
			s.write(x.last)
			if got := <-heard; got != "two" {
				t.Errorf("heard %q", got)
			}
			stop()
			if err := <-ended; !errors.Is(err, context.Canceled) {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// Where others could answer, or nobody can be heard, that is said at once, without a secret.
func TestListenRefuses(t *testing.T) {
	s, address := serviceOf(t)
	private := of("telegram", address)
	private.ChatID = "42"
	for name, x := range map[string]struct {
		c       Channel
		members []string
		status  int
		want    string
	}{
		"a group":           {c: of("telegram", address), want: "not a private one"},
		"a name of a group": {c: Channel{Type: "telegram", Server: address, Token: "7:SECRET-KEY", ChatID: "@group"}, want: "not a private one"},
		"a wrong token":     {c: private, status: http.StatusUnauthorized, want: "status 401: not now"},
		"a third in a room": {c: of("matrix", address), members: []string{"@bot:example.org", "@kim:example.org", "@eve:example.org"}, want: "alone"},
		"an empty room":     {c: of("matrix", address), members: []string{"@bot:example.org"}, want: "alone"},
		"others in a room":  {c: of("matrix", address), members: []string{"@eve:example.org", "@kim:example.org"}, want: "alone"},
		"a webhook":         {c: of("webhook", address), want: "of its type"},
		"a broken one":      {c: Channel{Type: "telegram"}, want: "needs"},
	} {
		t.Run(name, func(t *testing.T) {
			s.mu.Lock()
			s.members, s.fail, s.status = x.members, map[bool]int{true: 1}[x.status != 0], x.status
			s.mu.Unlock()
			err := NewSender("test", nil).Listen(t.Context(), x.c, func() { t.Error("it is ready") }, func(string) {})
			var no *Refusal
			if !errors.As(err, &no) || !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "SECRET") {
				t.Errorf("%v", err)
			}
		})
	}
}

// Who comes into a room meanwhile ends it.
func TestAThirdInTheRoomEndsListening(t *testing.T) {
	s, address := serviceOf(t)
	ready, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- NewSender("test", nil).Listen(t.Context(), of("matrix", address), func() { close(ready) }, func(text string) { t.Errorf("heard %q", text) })
	}()
	<-ready
	s.mu.Lock()
	s.members = append(s.members, "@eve:example.org")
	s.mu.Unlock()
	s.write(matrixMessage("@kim:example.org", "m.text", "approve"))
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "alone") {
		t.Errorf("it ended with %v", err)
	}
}
