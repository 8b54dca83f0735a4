package afar_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/internal/channels"
)

// A phone is a stand-in for Telegram and Matrix, with the person at the other end.
type phone struct {
	*testing.T
	mu    sync.Mutex
	got   []string // what they were sent
	wrote []string // what they, or others, wrote: as the service has it
	more  chan struct{}
	fail  int // status of what is sent; 0: all is well
}

func phoneOf(t *testing.T) (*phone, string) {
	t.Helper()
	p := &phone{T: t, more: make(chan struct{})}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	return p, server.URL
}

func (p *phone) changed() {
	close(p.more)
	p.more = make(chan struct{})
}

// send has the service get a message, as a person or somebody else has written it.
func (p *phone) send(entry string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wrote = append(p.wrote, entry)
	p.changed()
}

// until waits for something.
func (p *phone) until(what string, is func() bool) {
	p.Helper()
	limit := time.After(time.Minute)
	for {
		p.mu.Lock()
		done, more := is(), p.more
		p.mu.Unlock()
		if done {
			return
		}
		select {
		case <-more:
		case <-limit:
			p.Fatalf("waited for %s: %q", what, p.got)
		}
	}
}

// message is the nth message that the person was sent.
func (p *phone) message(n int) string {
	p.Helper()
	p.until("a message", func() bool { return len(p.got) > n })
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got[n]
}

// code finds the code in a message.
func (p *phone) code(text string) string {
	p.Helper()
	found := regexp.MustCompile(`(?m)^(?:approve|deny) ([2-9A-Z]{8})$`).FindStringSubmatch(text)
	if found == nil {
		p.Fatalf("no code in %q", text)
	}
	return found[1]
}

func (p *phone) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/sendMessage"), strings.Contains(path, "/send/m.room.message/"), path == "/hook":
		raw, _ := io.ReadAll(r.Body)
		var m struct{ Text, Body string }
		_ = json.Unmarshal(raw, &m)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.fail != 0 {
			w.WriteHeader(p.fail)
			return
		}
		p.got = append(p.got, m.Text+m.Body)
		p.changed()
		_, _ = fmt.Fprint(w, `{"ok":true}`)
	case strings.HasSuffix(path, "/getUpdates"):
		offset, _ := strconv.Atoi(q.Get("offset"))
		list, first := p.after(r.Context(), max(offset-1, 0), q.Get("timeout") != "0")
		var out []string
		for i, text := range list {
			out = append(out, fmt.Sprintf(`{"update_id":%d,"message":%s}`, first+i+1, text))
		}
		_, _ = fmt.Fprintf(w, `{"ok":true,"result":[%s]}`, strings.Join(out, ","))
	case strings.HasSuffix(path, "/whoami"):
		_, _ = fmt.Fprint(w, `{"user_id":"@bot:e"}`)
	case strings.HasSuffix(path, "/joined_members"):
		_, _ = fmt.Fprint(w, `{"joined":{"@bot:e":{},"@kim:e":{}}}`)
	case strings.HasSuffix(path, "/sync"):
		since, _ := strconv.Atoi(q.Get("since"))
		list, first := p.after(r.Context(), since, q.Get("timeout") != "0")
		_, _ = fmt.Fprintf(w, `{"next_batch":"%d","rooms":{"join":{"!room:e":{"timeline":{"events":[%s]}}}}}`, first+len(list), strings.Join(list, ","))
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (p *phone) after(ctx context.Context, n int, wait bool) (list []string, first int) {
	for {
		p.mu.Lock()
		list, more := p.wrote[min(n, len(p.wrote)):], p.more
		p.mu.Unlock()
		if len(list) > 0 || !wait {
			return list, n
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil, n
		}
	}
}

// chats are the two services, with how a person writes there.
func chatsOf(address string) map[string]struct {
	c     channels.Channel
	write func(text string) string
	eve   func(text string) string
} {
	telegram := func(from int) func(string) string {
		return func(text string) string {
			return fmt.Sprintf(`{"text":%q,"from":{"id":%d},"chat":{"id":%d,"type":"private"}}`, text, from, from)
		}
	}
	matrix := func(who string) func(string) string {
		return func(text string) string {
			return fmt.Sprintf(`{"type":"m.room.message","sender":%q,"content":{"msgtype":"m.text","body":%q}}`, who, text)
		}
	}
	return map[string]struct {
		c     channels.Channel
		write func(text string) string
		eve   func(text string) string
	}{
		"telegram": {channels.Channel{Type: "telegram", Server: address, Token: "7:T", ChatID: "42"}, telegram(42), telegram(43)},
		"matrix":   {channels.Channel{Type: "matrix", Server: address, Token: "T", ChatID: "!room:e"}, matrix("@kim:e"), matrix("@bot:e")},
	}
}
