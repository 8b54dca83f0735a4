package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/tools"
)

// How long a host that has had enough is left alone: as long as it says, within these.
const (
	usualPause  = 30 * time.Second
	longestHold = time.Hour
	mostPauses  = 1000
)

// pauses are the hosts that have asked to be left alone, and until when.
type pauses struct {
	mu    sync.Mutex
	until map[string]time.Time
}

// check refuses a request to a host that is left alone.
func (p *pauses) check(u *url.URL, now time.Time) error {
	p.mu.Lock()
	until, ok := p.until[u.Host]
	if ok && !now.Before(until) {
		delete(p.until, u.Host)
		ok = false
	}
	p.mu.Unlock()
	if !ok {
		return nil
	}
	left := until.Sub(now)
	return tools.Errorf(tools.Unavailable, "%s has asked for a pause, so nothing is sent to it for another %d s: go on with something else, and come back then", u.Host, int64((left+time.Second-1)/time.Second))
}

// note begins a pause if the answer asks for one, and says how long it is.
func (p *pauses) note(u *url.URL, got *http.Response, now time.Time) time.Duration {
	wait, told := retryAfter(got.Header.Get("Retry-After"), now)
	if !told && got.StatusCode == http.StatusTooManyRequests {
		wait, told = windows(got.Header)
	}
	switch {
	case got.StatusCode == http.StatusTooManyRequests && !told:
		wait = usualPause
	case got.StatusCode == http.StatusTooManyRequests:
	case told && (got.StatusCode == http.StatusServiceUnavailable || got.StatusCode == http.StatusPaymentRequired):
	default:
		return 0
	}
	if wait = min(wait, longestHold); wait <= 0 {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.until == nil || len(p.until) >= mostPauses { // so many hosts ask at once only if somebody makes them
		p.until = map[string]time.Time{}
	}
	p.until[u.Host] = now.Add(wait)
	return wait
}

// retryAfter reads how long a server wants to be left alone: seconds, or a time.
func retryAfter(text string, now time.Time) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if seconds, err := strconv.ParseUint(text, 10, 32); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	if at, err := http.ParseTime(text); err == nil {
		return at.Sub(now), true
	}
	return 0, false
}

// windows is the longest wait of the windows in which nothing more may be asked, where a server counts them as Brave's does:
// "X-RateLimit-Remaining: 0, 900", "X-RateLimit-Reset: 1, 1419704". Other servers write a time there, which is none.
func windows(h http.Header) (wait time.Duration, told bool) {
	remaining, reset := strings.Split(h.Get("X-RateLimit-Remaining"), ","), strings.Split(h.Get("X-RateLimit-Reset"), ",")
	if len(remaining) != len(reset) {
		return 0, false
	}
	for i := range remaining {
		left, err := strconv.Atoi(strings.TrimSpace(remaining[i]))
		seconds, bad := strconv.ParseUint(strings.TrimSpace(reset[i]), 10, 32)
		if err != nil || bad != nil || seconds > 31*24*60*60 {
			return 0, false
		}
		if left <= 0 {
			wait, told = max(wait, time.Duration(seconds)*time.Second), true
		}
	}
	return wait, told
}
