package llm

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"handrail/internal/secrets/looks"
)

// A fault is what a server says went wrong. Servers of the same protocol say
// it in many shapes.
type fault struct {
	message string
	kind    string // "overloaded_error", "invalid_request_error"
	code    string // "context_length_exceeded", "429"
}

// statusError explains an answer whose status is not 2xx.
func (g Guard) statusError(res *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, errorLimit))
	_ = res.Body.Close()
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		to := "another address"
		if loc, err := res.Location(); err == nil {
			to = loc.Scheme + "://" + loc.Host + loc.Path
		}
		return &Error{Kind: BadRequest, Provider: g.Provider, Status: res.StatusCode,
			Message: fmt.Sprintf("%s sends us on to %s", g.address(), g.clean(to)),
			Hint:    "If you trust it, set that address in Settings, Models: your key is not sent to it automatically"}
	}
	e := g.Fault(res.StatusCode, body)
	e.RetryAfter = retryAfter(res.Header, time.Now())
	switch res.Header.Get("X-Should-Retry") {
	case "false":
		e.Final = true
	case "true":
		if !e.Passing() {
			e.Kind = ServerFailed
		}
	}
	return e
}

// Fault explains what a server says in an error body or in an error event of a
// stream, where there is no status and it is 0.
func (g Guard) Fault(status int, body []byte) *Error {
	said := parseFault(body)
	stands := status
	if stands == 0 {
		stands = statusOf(said)
	}
	e := &Error{Kind: kindOf(stands, said), Provider: g.Provider, Status: status, Message: g.clean(said.message)}
	if e.Message == "" {
		e.Message = g.plain(status, string(body))
	}
	e.Hint = hint(e.Kind, g.Provider)
	return e
}

// plain describes an error body that is not JSON.
func (g Guard) plain(status int, body string) string {
	if strings.Contains(strings.ToLower(body), "<html") || strings.HasPrefix(strings.TrimSpace(body), "<") {
		return "the server answered with a web page" + g.pageTitle(body)
	}
	if text := g.clean(body); text != "" {
		return text
	}
	if text := http.StatusText(status); text != "" {
		return strings.ToLower(text)
	}
	return "the server failed and did not say why"
}

// pageTitle is the title of a web page, quoted, or nothing.
func (g Guard) pageTitle(page string) string {
	lower := strings.ToLower(page)
	from := strings.Index(lower, "<title>")
	to := strings.Index(lower, "</title>")
	if from < 0 || to < from || len(lower) != len(page) {
		return ""
	}
	if title := g.clean(page[from+len("<title>") : to]); title != "" {
		return fmt.Sprintf(" (%q)", title)
	}
	return ""
}

// parseFault finds the message in the shapes that servers use: an object with
// "error" as object or text, one in a list, or an object with "message" or "detail".
func parseFault(body []byte) fault {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var outer map[string]json.RawMessage
	if json.Unmarshal(body, &outer) != nil {
		return fault{}
	}
	f := fault{message: text(outer["message"]), kind: text(outer["type"]), code: text(outer["code"])}
	if f.message == "" {
		f.message = text(outer["detail"])
	}
	inner, ok := outer["error"]
	if !ok {
		return f
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(inner, &object) != nil || object == nil {
		if s := text(inner); s != "" {
			f.message = s
		}
		return f
	}
	f.kind, f.code = text(object["type"]), text(object["code"])
	if f.message = text(object["message"]); f.message == "" {
		f.message = text(object["metadata"])
	}
	return f
}

// text is a JSON string's value, or a number or object as it is written.
func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if t := strings.TrimSpace(string(raw)); t != "null" {
		return t
	}
	return ""
}

// statusOf is the status that an error event of a stream stands for.
func statusOf(f fault) int {
	switch f.kind {
	case "overloaded_error":
		return 529
	case "rate_limit_error":
		return http.StatusTooManyRequests
	case "authentication_error":
		return http.StatusUnauthorized
	case "permission_error":
		return http.StatusForbidden
	case "not_found_error":
		return http.StatusNotFound
	case "invalid_request_error", "request_too_large":
		return http.StatusBadRequest
	case "billing_error":
		return http.StatusPaymentRequired
	}
	if n, err := strconv.Atoi(f.code); err == nil && n >= 400 && n <= 599 {
		return n
	}
	return http.StatusInternalServerError
}

// kindOf classifies a failure by its status and by what the server says.
func kindOf(status int, f fault) Kind {
	if tooLong(f) {
		return ContextTooLong
	}
	switch {
	case f.code == "insufficient_quota" || f.kind == "insufficient_quota" || f.kind == "billing_error" || status == http.StatusPaymentRequired:
		return Quota
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Auth
	case status == http.StatusNotFound || f.code == "model_not_found":
		return UnknownModel
	case status == http.StatusRequestEntityTooLarge:
		return ContextTooLong
	case status == http.StatusTooManyRequests:
		return RateLimited
	case status == http.StatusServiceUnavailable || status == 529 || f.kind == "overloaded_error":
		return Overloaded
	case status >= 500 || status == http.StatusRequestTimeout || status == http.StatusConflict:
		return ServerFailed
	}
	return BadRequest
}

// tooLong knows the words in which servers say that a conversation is too long.
func tooLong(f fault) bool {
	if f.code == "context_length_exceeded" || f.kind == "exceed_context_size_error" || f.kind == "request_too_large" {
		return true
	}
	said := strings.ToLower(f.message)
	for _, words := range []string{
		"prompt is too long", "maximum context length", "context length exceeded", "context window",
		"exceeds the available context size", "exceed context limit", "input is too long", "input token count",
	} {
		if strings.Contains(said, words) {
			return true
		}
	}
	return false
}

// retryAfter reads how long the server asks to wait; 0 if it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		return seconds(ms / 1000)
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil {
		return seconds(s)
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

// seconds is a duration of s seconds, between 0 and a year.
func seconds(s float64) time.Duration {
	if math.IsNaN(s) || s <= 0 {
		return 0
	}
	return time.Duration(min(s, 365*24*3600) * float64(time.Second))
}

// clean makes one short line of a server's words, without the key.
func (g Guard) clean(s string) string {
	if len(g.Secret) >= 8 {
		s = strings.ReplaceAll(s, g.Secret, "[key]")
	}
	s = looks.HideQuoted(s, "[key]")
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	s = strings.Join(strings.Fields(s), " ")
	if runes := []rune(s); len(runes) > 500 {
		s = string(runes[:500]) + "…"
	}
	return s
}
