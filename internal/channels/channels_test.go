package channels

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A seen request, as a service got it.
type seen struct {
	method, path, auth string
	header             http.Header
	body               string
}

// serve answers as a service does, and notes what it got.
func serve(t *testing.T, status int, header map[string]string, answer string) (address string, got *[]seen) {
	t.Helper()
	got = &[]seen{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*got = append(*got, seen{r.Method, r.URL.EscapedPath(), r.Header.Get("Authorization"), r.Header, string(body)})
		for key, value := range header {
			w.Header().Set(key, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, answer)
	}))
	t.Cleanup(s.Close)
	return s.URL, got
}

// of is a channel of each kind that sends to a server.
func of(kind, address string) Channel {
	switch kind {
	case "telegram":
		return Channel{Type: kind, Server: address, Token: "7:SECRET-KEY", ChatID: "-1001"}
	case "slack":
		return Channel{Type: kind, URL: address + "/services/SECRET-KEY"}
	case "slack-app":
		return Channel{Type: "slack", Server: address, Token: "xoxb-SECRET-KEY", ChatID: "C1"}
	case "discord":
		return Channel{Type: kind, URL: address + "/api/webhooks/1/SECRET-KEY"}
	case "matrix":
		return Channel{Type: kind, Server: address, Token: "SECRET-KEY", ChatID: "!room:example.org"}
	case "ntfy":
		return Channel{Type: kind, Server: address, Token: "SECRET-KEY", ChatID: "alerts"}
	}
	return Channel{Type: "webhook", URL: address + "/SECRET-KEY", Headers: map[string]string{"X-Key": "SECRET-KEY"}}
}

func kinds() []string {
	return []string{"telegram", "slack", "slack-app", "discord", "matrix", "ntfy", "webhook"}
}

// Each service gets what it documents, with markup of its own taken literally.
func TestWhatServicesGet(t *testing.T) {
	const text = "*bold* <!channel> & @everyone"
	for kind, want := range map[string]struct{ method, path, auth, body string }{
		"telegram":  {"POST", "/bot7:SECRET-KEY/sendMessage", "", `{"chat_id":"-1001","link_preview_options":{"is_disabled":true},"text":"*bold* <!channel> & @everyone"}`},
		"slack":     {"POST", "/services/SECRET-KEY", "", `{"mrkdwn":false,"text":"*bold* &lt;!channel&gt; &amp; @everyone","unfurl_links":false,"unfurl_media":false}`},
		"slack-app": {"POST", "/api/chat.postMessage", "Bearer xoxb-SECRET-KEY", `{"channel":"C1","link_names":false,"mrkdwn":false,"parse":"none","text":"*bold* &lt;!channel&gt; &amp; @everyone","unfurl_links":false,"unfurl_media":false}`},
		"discord":   {"POST", "/api/webhooks/1/SECRET-KEY", "", `{"allowed_mentions":{"parse":[]},"content":"\\*bold\\* \\<!channel\\> & \\@everyone","flags":4}`},
		"matrix":    {"PUT", "/_matrix/client/v3/rooms/%21room:example.org/send/m.room.message/handrail-m_1", "Bearer SECRET-KEY", `{"body":"*bold* <!channel> & @everyone","msgtype":"m.text"}`},
		"ntfy":      {"POST", "/alerts", "Bearer SECRET-KEY", text},
		"webhook":   {"POST", "/SECRET-KEY", "", `{"id":"m_1","text":"*bold* <!channel> & @everyone"}`},
	} {
		t.Run(kind, func(t *testing.T) {
			address, got := serve(t, 200, nil, `{"ok":true}`)
			c := of(kind, address)
			if out := NewSender("test", nil).Send(t.Context(), c, Message{ID: "m_1", ChatID: c.ChatID, Text: text}); out != (Outcome{End: Sent}) {
				t.Fatalf("it ended with %+v", out)
			}
			r := (*got)[0]
			body := r.body
			if kind != "ntfy" {
				var all any
				if err := json.Unmarshal([]byte(body), &all); err != nil {
					t.Fatal(err)
				}
				body = marshal(t, all)
			}
			path := strings.ReplaceAll(r.path, "%3A", ":")
			if len(*got) != 1 || r.method != want.method || path != want.path || r.auth != want.auth || body != want.body {
				t.Errorf("it got %s %s %s %s", r.method, r.path, r.auth, body)
			}
		})
	}
}

func marshal(t *testing.T, v any) string {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

// What becomes of a message by each answer; no reason tells the channel's key or address.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		status int
		header map[string]string
		answer string
		end    End
		wait   time.Duration
	}{
		{429, map[string]string{"Retry-After": "90"}, "", Later, 90 * time.Second},
		{429, nil, `{"ok":false,"description":"Too Many Requests","parameters":{"retry_after":7}}`, Later, 7 * time.Second},
		{429, nil, `{"message":"You are being rate limited.","retry_after":1.5}`, Later, 1500 * time.Millisecond},
		{429, map[string]string{"Retry-After": "99999999999999999999"}, "", Later, longestWait},
		{429, map[string]string{"Retry-After": "-5"}, "nonsense", Later, 0},
		{503, map[string]string{"Retry-After": "1"}, "", Later, time.Second},
		{500, nil, "", Later, 0},
		{502, nil, "", Later, 0},
		{408, nil, "", Later, 0},
		{401, nil, `{"error":"invalid_auth"}`, Failed, 0},
		{404, nil, "<html>", Failed, 0},
		{301, map[string]string{"Location": "https://elsewhere.example/SECRET-KEY"}, "", Failed, 0},
		{307, map[string]string{"Location": "/again"}, "", Failed, 0},
	} {
		for _, kind := range kinds() {
			t.Run(fmt.Sprint(kind, c.status, c.wait), func(t *testing.T) {
				address, got := serve(t, c.status, c.header, c.answer)
				channel := of(kind, address)
				out := NewSender("test", nil).Send(t.Context(), channel, Message{ID: "m_1", ChatID: channel.ChatID, Text: "x"})
				if out.End != c.end || out.Wait != c.wait || len(*got) != 1 {
					t.Errorf("it ended with %+v after %d requests", out, len(*got))
				}
				if strings.Contains(out.Reason, "SECRET") || strings.Contains(out.Reason, "127.0.0.1") || out.Reason == "" {
					t.Errorf("its reason is %q", out.Reason)
				}
			})
		}
	}
	address, _ := serve(t, 504, nil, "")
	if out := NewSender("test", nil).Send(t.Context(), of("webhook", address), Message{Text: "x"}); out.End != Unknown {
		t.Errorf("who stands between does not know: %+v", out)
	}
	for kind, want := range map[string]End{"telegram": Failed, "slack-app": Failed, "webhook": Sent} {
		address, _ := serve(t, 200, nil, `{"ok":false,"description":"chat not found","error":"channel_not_found"}`)
		if out := NewSender("test", nil).Send(t.Context(), of(kind, address), Message{Text: "x"}); out.End != want {
			t.Errorf("%s: a refusal with status 200 ended with %+v", kind, out)
		}
	}
}

// A message that was taken without an answer may have gone, but where the service knows it again it is tried again.
func TestNoAnswer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = conn.Close()
		}
	}))
	t.Cleanup(s.Close)
	for _, kind := range kinds() {
		want := Unknown
		if kind == "matrix" {
			want = Later
		}
		if out := NewSender("test", nil).Send(t.Context(), of(kind, s.URL), Message{Text: "x"}); out.End != want || strings.Contains(out.Reason, "SECRET") {
			t.Errorf("%s ended with %+v", kind, out)
		}
	}
	s.Close()
	for _, kind := range kinds() {
		if out := NewSender("test", nil).Send(t.Context(), of(kind, s.URL), Message{Text: "x"}); out.End != Later || strings.Contains(out.Reason, "SECRET") || strings.Contains(out.Reason, "127.0.0.1") {
			t.Errorf("%s, refused, ended with %+v", kind, out)
		}
	}
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if out := NewSender("test", nil).Send(ctx, of("webhook", silent.URL), Message{Text: "x"}); out.End != Unknown {
		t.Errorf("without an answer in time: %+v", out)
	}
}

// smtp answers as a mail server: what replies says at each command, else as usual. "" drops the connection.
func smtp(t *testing.T, replies map[string]string) (port int, got func() string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	letters := make(chan string, 10)
	usual := map[string]string{"EHLO": "250-here\r\n250 8BITMIME", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on", ".": "250 taken", "QUIT": "221 bye", "NOOP": "250 ok", "RSET": "250 ok"}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go speak(conn, usual, replies, letters)
		}
	}()
	return l.Addr().(*net.TCPAddr).Port, func() string {
		select {
		case letter := <-letters:
			return letter
		default:
			return ""
		}
	}
}

func speak(conn net.Conn, usual, replies map[string]string, letters chan<- string) {
	defer conn.Close()
	in := bufio.NewScanner(conn)
	fmt.Fprint(conn, "220 here ESMTP\r\n")
	reading, letter := false, ""
	for in.Scan() {
		command := strings.ToUpper(strings.TrimSpace(in.Text()))
		if reading && command != "." {
			letter += in.Text() + "\n"
			continue
		}
		if command != "." && len(command) > 4 {
			command = command[:4]
		}
		if reading {
			letters <- letter
		}
		reply, ok := replies[command]
		if !ok {
			reply = usual[command]
		}
		if reply == "" {
			return
		}
		reading = command == "DATA" && strings.HasPrefix(reply, "354")
		fmt.Fprint(conn, reply+"\r\n")
	}
}

func TestMail(t *testing.T) {
	for name, c := range map[string]struct {
		replies map[string]string
		end     End
	}{
		"taken":        {nil, Sent},
		"later":        {map[string]string{"RCPT": "451 try again"}, Later},
		"refused":      {map[string]string{"RCPT": "550 nobody of that name"}, Failed},
		"full":         {map[string]string{".": "452 no room"}, Later},
		"spam":         {map[string]string{".": "554 no"}, Failed},
		"no answer":    {map[string]string{".": ""}, Unknown},
		"gone before":  {map[string]string{"DATA": ""}, Later},
		"not polite":   {map[string]string{"QUIT": ""}, Sent},
		"reset breaks": {map[string]string{"RSET": ""}, Sent},
	} {
		t.Run(name, func(t *testing.T) {
			port, got := smtp(t, c.replies)
			channel := Channel{Type: "email", Host: "127.0.0.1", Port: port, Security: "none", From: "agent@example.com", ChatID: "ada@example.com"}
			out := NewSender("test", nil).Send(t.Context(), channel, Message{ID: "m_1", ChatID: channel.ChatID, Text: "Fünf Zeilen\n.\n<b>x</b>"})
			if out.End != c.end {
				t.Errorf("it ended with %+v", out)
			}
			if letter := got(); c.end == Sent && (!strings.Contains(letter, "To: <ada@example.com>") || !strings.Contains(letter, "<b>x</b>") || !strings.Contains(letter, "text/plain") || !strings.Contains(letter, "m_1")) {
				t.Errorf("the letter is %s", letter)
			}
		})
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	_ = l.Close()
	channel := Channel{Type: "email", Host: "127.0.0.1", Port: port, From: "agent@example.com", ChatID: "ada@example.com", Username: "u", Password: "SECRET-KEY"}
	if out := NewSender("test", nil).Send(t.Context(), channel, Message{ChatID: channel.ChatID, Text: "x"}); out.End != Later || strings.Contains(out.Reason, "SECRET") {
		t.Errorf("nobody there: %+v", out)
	}
	port, got := smtp(t, nil) // it offers no TLS
	channel.Port = port
	if out := NewSender("test", nil).Send(t.Context(), channel, Message{ChatID: channel.ChatID, Text: "x"}); out.End != Failed || got() != "" {
		t.Errorf("without encryption: %+v", out)
	}
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		says string // "": nothing is wrong
	}{
		"telegram":       {`{"type":"telegram","token":"${secret:tg}","chat_id":"1"}`, ""},
		"no type":        {`{"token":"x"}`, "its type is"},
		"another type":   {`{"type":"pigeon"}`, "there are telegram, slack"},
		"no token":       {`{"type":"telegram","chat_id":"1"}`, `needs "token"`},
		"nothing":        {`{"type":"telegram"}`, `Telegram needs "token" and "chat_id"`},
		"misspelt":       {`{"type":"telegram","tokn":"x","chatid":"1"}`, `Telegram needs "token" and "chat_id"; nothing reads its "chatid" and "tokn"`},
		"mail, all":      {`{"type":"email","chat_id":"b","security":"lots","port":70000}`, `E-mail needs "host" and "from"; "chat_id" must be one address, such as ada@example.com; "security" is "lots", and it can be starttls, tls or none; "port" must be a number from 1 to 65535`},
		"two addresses":  {`{"type":"ntfy","server":"ftp://x"}`, `ntfy needs "chat_id"; "server": it must be an address`},
		"a list":         {`[1]`, "an object"},
		"a number":       {`{"type":"telegram","token":7}`, `"token" must not be a number`},
		"http far":       {`{"type":"webhook","url":"http://example.com/x"}`, "use https"},
		"http near":      {`{"type":"webhook","url":"http://192.168.1.5/x"}`, ""},
		"http far by IP": {`{"type":"ntfy","chat_id":"t","server":"http://8.8.8.8"}`, "use https"},
		"password":       {`{"type":"webhook","url":"https://a:b@example.com/x"}`, "name and a password"},
		"no address":     {`{"type":"discord","url":"hello"}`, "https://"},
		"slack both":     {`{"type":"slack","url":"https://x/y","token":"t","chat_id":"c"}`, "either"},
		"slack app":      {`{"type":"slack","token":"t"}`, "chat_id"},
		"mail":           {`{"type":"email","host":"mail.example.com","from":"a@example.com","chat_id":"b@example.com"}`, ""},
		"mail to nobody": {`{"type":"email","host":"mail.example.com","from":"a@example.com","chat_id":"b"}`, "one address"},
		"mail plain":     {`{"type":"email","host":"mail.example.com","from":"a@example.com","chat_id":"b@example.com","security":"none"}`, "own network"},
	} {
		t.Run(name, func(t *testing.T) {
			var channel Channel
			if err := json.Unmarshal([]byte(c.raw), &channel); err != nil {
				t.Fatalf("a bad channel breaks the file: %v", err)
			}
			err := channel.Check()
			if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
				t.Errorf("it says %v, want %q", err, c.says)
			}
			if again, err := json.Marshal(channel); channel.Broken != "" && (err != nil || string(again) != c.raw) {
				t.Errorf("it was kept as %s, %v", again, err)
			}
		})
	}
	for name, ok := range map[string]bool{"ops": true, "a-b_1": true, "desktop": false, "": false, "Ops": false, "a b": false, "a*": false, strings.Repeat("a", 33): false} {
		if err := CheckName(name); (err == nil) != ok {
			t.Errorf("the name %q: %v", name, err)
		}
	}
}

func TestTargets(t *testing.T) {
	one := Channel{Type: "telegram", ChatID: "1", ChatIDs: []string{"2"}}
	anyone := Channel{Type: "telegram", ChatID: "1", ChatIDs: []string{"*"}}
	for _, c := range []struct {
		channel Channel
		chat    string
		want    string // "": refused
	}{
		{one, "", "1"},
		{one, "1", "1"},
		{one, "2", "2"},
		{one, "3", ""},
		{anyone, "3", "3"},
		{anyone, "3\n4", ""},
		{anyone, "3 4", ""},
		{Channel{Type: "discord", ChatIDs: []string{"*"}}, "3", ""},
		{Channel{Type: "slack", URL: "x", ChatIDs: []string{"*"}}, "3", ""},
	} {
		got, err := c.channel.Target(c.chat)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q of %+v: %q, %v", c.chat, c.channel, got, err)
		}
	}
}

// Below, at and above what each service takes, as the text is sent.
func TestLimits(t *testing.T) {
	for _, k := range Kinds() {
		c := Channel{Type: k.Type}
		if err := c.TooLong(strings.Repeat("x", k.Most)); err != nil {
			t.Errorf("%s at its limit: %v", k.Type, err)
		}
		for _, text := range []string{strings.Repeat("x", k.Most+1), strings.Repeat("x", 1<<20)} {
			if err := c.TooLong(text); err == nil || !strings.Contains(err.Error(), fmt.Sprint(k.Most)) {
				t.Errorf("%s with %d: %v", k.Type, len(text), err)
			}
		}
	}
	if err := (Channel{Type: "discord"}).TooLong(strings.Repeat("*", 1001)); err == nil {
		t.Error("signs of markup take two characters")
	}
	if err := (Channel{Type: "telegram"}).TooLong(strings.Repeat("🚂", 2049)); err == nil {
		t.Error("Telegram counts such signs twice")
	}
}

func TestFill(t *testing.T) {
	c := Channel{Type: "webhook", URL: "${secret:a}", Headers: map[string]string{"K": "${secret:b}"}}
	got, err := c.Fill(func(text string) (string, error) { return "filled " + text, nil })
	if err != nil || got.URL != "filled ${secret:a}" || got.Headers["K"] != "filled ${secret:b}" || c.Headers["K"] != "${secret:b}" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := c.Fill(func(string) (string, error) { return "", errors.New("no") }); err == nil {
		t.Error("a secret that is missing is filled in")
	}
}
