package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// The limits of what is kept for being shown again, in the whole app.
const (
	cachePages = 200
	cacheBytes = 32 << 20
)

// A cache keeps pages that their server can call unchanged. A session sees only what it has
// fetched itself.
type cache struct {
	mu    sync.Mutex
	pages map[pageKey]*page
	order []pageKey // the one that was used last stands last
	bytes int
}

type pageKey struct{ session, address string }

// A page is an answer with what names its version.
type page struct{ Response }

// again is the page as the answer to another request.
func (p *page) again(u *url.URL) *Response {
	r := p.Response
	r.URL, r.Cached = u, true
	return &r
}

func cacheable(r Request) bool {
	return r.Method == http.MethodGet && len(r.Header) == 0 && r.Body == ""
}

// prepare has a request ask whether a known page has changed.
func (c *cache) prepare(r Request, request *http.Request) *page {
	if !cacheable(r) {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := pageKey{r.Session, r.URL.String()}
	known := c.pages[key]
	if known == nil {
		return nil
	}
	c.order = append(slices.DeleteFunc(c.order, func(k pageKey) bool { return k == key }), key)
	if tag := known.Header.Get("ETag"); tag != "" {
		request.Header.Set("If-None-Match", tag)
	} else {
		request.Header.Set("If-Modified-Since", known.Header.Get("Last-Modified"))
	}
	return known
}

// keep keeps an answer, and drops the oldest ones for it.
func (c *cache) keep(r Request, got *Response) {
	if !cacheable(r) || got.Status != http.StatusOK {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	key := pageKey{r.Session, r.URL.String()}
	c.drop(key)
	named := got.Header.Get("ETag") != "" || got.Header.Get("Last-Modified") != ""
	if !named || got.Cut || strings.Contains(strings.ToLower(got.Header.Get("Cache-Control")), "no-store") {
		return
	}
	if c.pages == nil {
		c.pages = map[pageKey]*page{}
	}
	c.pages[key] = &page{*got}
	c.order = append(c.order, key)
	for c.bytes += len(got.Body); len(c.order) > cachePages || c.bytes > cacheBytes; {
		c.drop(c.order[0])
	}
}

// drop forgets a page. c.mu is held.
func (c *cache) drop(key pageKey) {
	known := c.pages[key]
	if known == nil {
		return
	}
	c.bytes -= len(known.Body)
	delete(c.pages, key)
	c.order = slices.DeleteFunc(c.order, func(k pageKey) bool { return k == key })
}
