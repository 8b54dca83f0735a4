package pages

import (
	"bytes"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"handrail/internal/web"
)

//go:embed wrapper.html
var wrapperText string

//go:embed wrapper.js
var wrapperScript string

// speakersScript is how the wrapper speaks with the document, of whichever kind.
//
//go:embed speakers.js
var speakersScript string

// mostRequest is how large a call of a page may be, in bytes.
const mostRequest = 8 << 20

// handle answers one request. Without a key there is nothing here, and what a page of elsewhere could
// send is not answered. The viewer sends all that it asks for through here, as to a
// proxy: we answer for ourselves alone, and make no tunnel.
func (s *Session) handle(w http.ResponseWriter, r *http.Request) {
	if web.Foreign(r, s.host) != "" || r.Method == http.MethodConnect || r.URL.Scheme != "" && r.URL.Scheme != "http" {
		http.Error(w, "not here", http.StatusMisdirectedRequest)
		return
	}
	h := w.Header()
	for name, text := range map[string]string{
		"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-DNS-Prefetch-Control": "off",
		"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Origin-Agent-Cluster": "?1",
		"Permissions-Policy":      "camera=(), microphone=(), geolocation=(), display-capture=(), clipboard-read=(), clipboard-write=(), usb=(), serial=(), hid=(), bluetooth=(), midi=(), payment=(), fullscreen=(), publickey-credentials-get=(), screen-wake-lock=(), xr-spatial-tracking=(), idle-detection=(), local-fonts=(), storage-access=(), browsing-topics=(), gamepad=(), autoplay=()",
		"Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
	} {
		h.Set(name, text)
	}
	kind, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	known := keysOf(s)
	switch {
	case r.Method == http.MethodGet && kind == "o" && same(key, known.open):
		s.wrapper(w)
	case r.Method == http.MethodGet && kind == "f" && same(key, known.frame):
		s.frame(w, r)
	case r.Method == http.MethodPost && same(r.Header.Get("X-Handrail-Key"), known.call) && r.Header.Get("Origin") == "http://"+s.host:
		s.request(w, r, r.URL.Path)
	default:
		http.NotFound(w, r)
	}
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// wrapper is our own page around the frame: it has the key, and the frame never sees it. It is handed out once.
func (s *Session) wrapper(w http.ResponseWriter) {
	s.mu.Lock()
	before := s.opened
	s.opened = true
	known := s.keys
	s.mu.Unlock()
	if before {
		http.Error(w, s.shelf.tongue().Own("This page was opened already. Open it again in Handrail."), http.StatusGone)
		return
	}
	shape, err := template.New("wrapper").Parse(wrapperText)
	if err != nil {
		http.Error(w, "the page can't be shown", http.StatusInternalServerError)
		return
	}
	frame, nonce := "http://"+s.host+"/f/"+known.frame, rand.Text()
	tongue := s.shelf.tongue()
	words := wrapperWords(tongue)
	var text bytes.Buffer
	err = shape.Execute(&text, map[string]any{
		"Language": tongue.Code(), "Opening": words["opening"], "Title": s.title + " (" + s.where() + ") – Handrail", "Nonce": nonce, "Script": template.JS(speakersScript + wrapperScript), //nolint:gosec // G203: our own script
		"Facts": map[string]any{"key": known.call, "frame": frame, "theme": s.theme(), "most": mostAtOnce, "app": s.shows.facts(), "words": words},
	})
	if err != nil {
		http.Error(w, "the page can't be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", fmt.Sprintf(
		"default-src 'none'; script-src 'nonce-%s'; style-src 'nonce-%s'; connect-src 'self'; frame-src %s; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; webrtc 'block'", nonce, nonce, frame))
	_, _ = w.Write(text.Bytes()) // whoever has gone need not read it
}

// frame is the page itself, as it is trusted at this moment.
func (s *Session) frame(w http.ResponseWriter, r *http.Request) {
	data, sum, err := s.shows.read(r.Context())
	if err != nil {
		s.look()
		http.Error(w, s.shelf.tongue().Own("The page can't be shown now."), http.StatusForbidden)
		return
	}
	doc, err := newDocument(data, s.shows.script(), "http://"+s.host)
	if err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	s.mu.Lock()
	s.sum = sum
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", doc.policy)
	_, _ = w.Write(doc.text)
}

// request is what the wrapper asks.
func (s *Session) request(w http.ResponseWriter, r *http.Request, path string) {
	switch path {
	case "/call":
		var c callRequest
		if json.NewDecoder(http.MaxBytesReader(w, r.Body, mostRequest)).Decode(&c) != nil || c.ID == "" {
			http.Error(w, "the call can't be read", http.StatusBadRequest)
			return
		}
		s.call(c)
		w.WriteHeader(http.StatusAccepted)
	case "/leave":
		s.renew()
		w.WriteHeader(http.StatusNoContent)
	case "/events":
		s.events(w, r)
	default:
		http.NotFound(w, r)
	}
}

// events tells the wrapper what to show, and the results of calls, a line each. The page is open as long as somebody
// listens here.
func (s *Session) events(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	before := s.heard
	s.heard = true
	s.mu.Unlock()
	if before {
		http.Error(w, "somebody listens already", http.StatusConflict)
		return
	}
	defer s.cancel()
	w.Header().Set("Content-Type", "application/x-ndjson")
	to, lines := http.NewResponseController(w), json.NewEncoder(w)
	s.look()
	last := ""
	for {
		var line reply
		select {
		case line = <-s.out:
		case <-s.moved:
			next, other := s.now()
			said := next.Type + next.Text
			if !other && last == said {
				continue
			}
			line, last = next, said
		case <-r.Context().Done():
			return
		}
		if lines.Encode(line) != nil || to.Flush() != nil {
			return
		}
	}
}

// theme is the colours of the page: ours, then those of the space's author.
func (s *Session) theme() map[string]any {
	set, _, err := s.shelf.o.Settings().Load()
	scheme := "system"
	if err == nil && set.Theme != "" {
		scheme = set.Theme
	}
	return map[string]any{
		"scheme":  scheme,
		"light":   map[string]string{"background": "#ffffff", "text": "#1c1c1a", "muted": "#6b6b66", "edge": "#c4c4bf", "accent": "#2f6f4f"},
		"dark":    map[string]string{"background": "#18181a", "text": "#ececea", "muted": "#a0a09a", "edge": "#44444a", "accent": "#7cc49c"},
		"colours": s.space.Declared().Manifest.Colours(),
	}
}
