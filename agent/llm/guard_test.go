package llm

import (
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

const secret = "sk-test-0123456789abcdef"

// ask sends one request to a handler through a Guard and reads the whole answer.
func ask(t *testing.T, g Guard, h http.HandlerFunc) (string, error) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	g.Base, g.Streams = srv.URL+"/v1", true
	return get(t, g, srv.URL)
}

func get(t *testing.T, g Guard, url string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Api-Key", secret)
	res, err := g.Do(req, Client(nil).Do)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	return string(raw), err
}

func TestGuardExplainsStatuses(t *testing.T) {
	cases := []struct {
		name   string
		status int
		header map[string]string
		body   string
		kind   Kind
		after  time.Duration
		says   string
		hint   string
	}{
		{name: "wrong key", status: 401, body: `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key"}}`, kind: Auth, says: "invalid x-api-key (HTTP 401)", hint: "models.providers.p.key"},
		{name: "key quoted back", status: 401, body: `{"error":{"message":"Incorrect API key provided: ` + secret + `."}}`, kind: Auth, says: "Incorrect API key provided: [key]"},
		{name: "another key quoted back", status: 403, body: `{"error":"Bearer abcdefghijkl is wrong, sk-proj-abcdefghijklmnop too"}`, kind: Auth, says: "p: [key] is wrong, [key] too"},
		{name: "429 with seconds", status: 429, header: map[string]string{"Retry-After": "7"}, body: `{"error":{"type":"rate_limit_error","message":"slow down"}}`, kind: RateLimited, after: 7 * time.Second, says: "slow down"},
		{name: "429 with milliseconds", status: 429, header: map[string]string{"Retry-After-Ms": "250", "Retry-After": "1"}, kind: RateLimited, after: 250 * time.Millisecond, says: "too many requests (HTTP 429)"},
		{name: "429 without", status: 429, kind: RateLimited, says: "too many requests"},
		{name: "429 with nonsense", status: 429, header: map[string]string{"Retry-After": "soon"}, kind: RateLimited, says: "too many requests"},
		{name: "429 with a past date", status: 429, header: map[string]string{"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}, kind: RateLimited, says: "too many requests"},
		{name: "no credit", status: 429, body: `{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}`, kind: Quota, says: "exceeded your current quota", hint: "Add credit"},
		{name: "payment", status: 402, kind: Quota, says: "payment required"},
		{name: "500", status: 500, body: `{"error":{"message":"oops"}}`, kind: ServerFailed, says: "oops (HTTP 500)"},
		{name: "500 empty", status: 500, kind: ServerFailed, says: "internal server error"},
		{name: "502 page", status: 502, body: "<html><head><title>502 Bad Gateway</title></head></html>", kind: ServerFailed, says: `a web page ("502 Bad Gateway")`},
		{name: "503", status: 503, body: `{"detail":"loading model"}`, kind: Overloaded, says: "loading model"},
		{name: "529", status: 529, body: `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, kind: Overloaded, says: "Overloaded (HTTP 529)"},
		{name: "wrong model", status: 404, body: `{"error":{"message":"model 'x' not found, try pulling it first","type":"api_error"}}`, kind: UnknownModel, says: "model 'x' not found", hint: "Choose a model"},
		{name: "wrong path", status: 404, body: "404 page not found\n", kind: UnknownModel, says: "404 page not found", hint: "models.providers.p.url"},
		{name: "too long, by code", status: 400, body: `{"error":{"message":"m","code":"context_length_exceeded"}}`, kind: ContextTooLong, says: "m"},
		{name: "too long, by words", status: 400, body: `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 210000 tokens > 200000 maximum"}}`, kind: ContextTooLong, says: "prompt is too long"},
		{name: "too long, llama.cpp", status: 400, body: `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`, kind: ContextTooLong, says: "exceeds the available context size"},
		{name: "too large", status: 413, kind: ContextTooLong, says: "request entity too large"},
		{name: "bad request in a list", status: 400, body: `[{"error":{"code":400,"message":"Invalid JSON payload","status":"INVALID_ARGUMENT"}}]`, kind: BadRequest, says: "Invalid JSON payload (HTTP 400)"},
		{name: "error as text", status: 400, body: `{"error":"no tools here"}`, kind: BadRequest, says: "no tools here"},
		{name: "not UTF-8", status: 400, body: "a\xff\x00b\r\nc", kind: BadRequest, says: "p: a\uFFFD b c (HTTP 400)"},
		{name: "null error", status: 400, body: `{"error":null,"message":"said here"}`, kind: BadRequest, says: "said here"},
		{name: "redirect", status: 302, header: map[string]string{"Location": "https://else.where.example/x?key=1"}, kind: BadRequest, says: "sends us on to https://else.where.example/x (HTTP 302)", hint: "your key is not sent to it"},
		{name: "do not retry", status: 503, header: map[string]string{"X-Should-Retry": "false"}, kind: Overloaded, says: "service unavailable"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, Guard{Provider: "p", Secret: secret}, func(w http.ResponseWriter, _ *http.Request) {
				for k, v := range c.header {
					w.Header().Set(k, v)
				}
				w.WriteHeader(c.status)
				fmt.Fprint(w, c.body)
			})
			e := AsError(err)
			if e == nil {
				t.Fatalf("got %v", err)
			}
			if e.Kind != c.kind || e.Status != c.status || e.RetryAfter != c.after {
				t.Errorf("kind %s, status %d, after %s", e.Kind, e.Status, e.RetryAfter)
			}
			if !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), c.hint) {
				t.Errorf("says %q", err)
			}
			if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, e), secret) {
				t.Error("the key is in the error")
			}
			if wantFinal := c.header["X-Should-Retry"] == "false"; e.Final != wantFinal {
				t.Errorf("final %v", e.Final)
			}
		})
	}
}

func TestGuardLongMessagesAreCut(t *testing.T) {
	for _, n := range []int{499, 500, 501, 100_000} {
		e := Guard{}.Fault(400, []byte(strings.Repeat("é", n)))
		if got := len([]rune(e.Message)); got != min(n, 500)+btoi(n > 500) {
			t.Errorf("%d characters became %d", n, got)
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestGuardRefusesWhatIsNoStream(t *testing.T) {
	cases := []struct {
		name, media, body string
		kind              Kind
		says              string
	}{
		{"a web page", "text/html; charset=utf-8", "<html><title>Router</title></html>", BadRequest, `answered with a web page ("Router")`},
		{"an error with status 200", "application/json", `{"error":{"message":"busy","code":503}}`, Overloaded, "busy"},
		{"an answer at once", "application/json", `{"choices":[]}`, BadRequest, "did not stream"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := ask(t, Guard{Provider: "p"}, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.media)
				fmt.Fprint(w, c.body)
			})
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestGuardBoundsTheAnswer(t *testing.T) {
	for _, n := range []int{100, 101} {
		if got, err := ask(t, Guard{Limit: 101}, func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, strings.Repeat("x", n))
		}); err != nil || len(got) != n {
			t.Errorf("%d bytes of 101: %d, %v", n, len(got), err)
		}
	}
	_, err := ask(t, Guard{Limit: 101}, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 102)) })
	if e := AsError(err); e == nil || e.Kind != BrokenStream || e.Passing() {
		t.Errorf("above the limit: %v", err)
	}
}

func TestGuardEndsASilentAnswer(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	_, err := ask(t, Guard{Provider: "p", Idle: 20 * time.Millisecond}, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "data: x\n\n")
		w.(http.Flusher).Flush()
		<-release
	})
	if !errors.Is(err, BrokenStream) || !strings.Contains(err.Error(), "stalled for 20ms") {
		t.Errorf("got %v", err)
	}
}

func TestGuardExplainsACutAnswer(t *testing.T) {
	_, err := ask(t, Guard{Provider: "p"}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		fmt.Fprint(w, "half")
	})
	if !errors.Is(err, BrokenStream) || !errors.Is(err, io.ErrUnexpectedEOF) || !AsError(err).Passing() {
		t.Errorf("got %v", err)
	}
}

func TestGuardExplainsThatNothingListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + l.Addr().String()
	_ = l.Close()
	_, err = get(t, Guard{Provider: "ollama", Base: "http://u:pass@" + l.Addr().String() + "/v1"}, url)
	e := AsError(err)
	if e == nil || e.Kind != Network || e.Passing() || !strings.Contains(err.Error(), "start the server") {
		t.Errorf("got %v", err)
	}
	if strings.Contains(err.Error(), "pass@") {
		t.Errorf("the address's password is in %v", err)
	}
}
