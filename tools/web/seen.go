package web

import (
	"crypto/sha256"
	"encoding/json"
	"html"
	"net/url"
	"slices"
	"strings"
	"sync"

	"handrail/internal/builtins"
	"handrail/tools"
)

// What is remembered of sessions: an address is 16 bytes.
const (
	seenSessions  = 200
	seenAddresses = 5_000 // of one session
	seenText      = 1 << 20
)

// Seen remembers, per session, which addresses stood in what the person typed and in text
// that came in, and at which hosts they have agreed to look. An address that the agent has put
// together itself is none of these: whatever is in it would be sent. Seen is safe for
// concurrent use.
type Seen struct {
	mu       sync.Mutex
	sessions map[string]*sightings
	order    []string // the session that was used last stands last
}

// NewSeen makes a Seen that knows nothing.
func NewSeen() *Seen { return &Seen{sessions: map[string]*sightings{}} }

type sightings struct {
	known  few // in what the person typed, or in text that came in
	said   few // by the agent first: that it comes back from a tool says nothing
	hosts  few
	closed bool // the agent has said so many that not all are known: what comes in counts no more
}

// A few are names, at most seenAddresses of them; the oldest go.
type few struct {
	has   map[[16]byte]bool
	order [][16]byte
}

func (f *few) add(name string) {
	key := keyOf(name)
	if f.has[key] {
		return
	}
	if f.has == nil {
		f.has = map[[16]byte]bool{}
	}
	if len(f.order) == seenAddresses {
		delete(f.has, f.order[0])
		f.order = f.order[1:]
	}
	f.has[key] = true
	f.order = append(f.order, key)
}

func (f *few) holds(name string) bool { return f.has[keyOf(name)] }

func keyOf(name string) [16]byte {
	sum := sha256.Sum256([]byte(name))
	return [16]byte(sum[:16])
}

// of is what is known of a session. s.mu is held.
func (s *Seen) of(session string) *sightings {
	if at := slices.Index(s.order, session); at >= 0 {
		s.order = append(slices.Delete(s.order, at, at+1), session)
		return s.sessions[session]
	}
	if len(s.order) == seenSessions {
		delete(s.sessions, s.order[0])
		s.order = s.order[1:]
	}
	s.order = append(s.order, session)
	s.sessions[session] = &sightings{}
	return s.sessions[session]
}

// Typed notes the addresses in what the person has typed. They need not write https://.
func (s *Seen) Typed(session, text string) {
	found := append(addressesIn(text), bare(text)...)
	if session == "" || len(found) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.of(session)
	for _, a := range found {
		all.known.add(a)
	}
}

// Called notes what an agent says in a call, before the call runs.
func (s *Seen) Called(call tools.Call) {
	if call.Session == "" || call.Caller.Kind == tools.CallerPerson {
		return
	}
	var input any
	if json.Unmarshal(call.Input, &input) != nil {
		return
	}
	var found []string
	each(input, func(text string) { found = append(found, addressesIn(text)...) })
	if len(found) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.of(call.Session)
	for _, a := range found {
		all.closed = all.closed || len(all.said.order) == seenAddresses
		all.said.add(a)
	}
}

// each hands over every text of a JSON value.
func each(value any, text func(string)) {
	switch v := value.(type) {
	case string:
		text(v)
	case []any:
		for _, part := range v {
			each(part, text)
		}
	case map[string]any:
		for key, part := range v {
			text(key)
			each(part, text)
		}
	}
}

// Came notes the addresses in what a call has brought. What programs print that the agent has
// written itself is no text that came in: it could print any address. Nor is what another
// agent answers: these are a model's words.
func (s *Seen) Came(call tools.Call, result tools.Result) {
	facts, _ := builtins.Of(tools.Canonical(call.Tool))
	if len(facts.OutputOf) > 0 { // it gives what another tool has brought
		origin, known := builtins.Of(result.Meta.OutputOf)
		if !known {
			return
		}
		facts = origin
	}
	found := addressesIn(result.Content)
	if call.Session == "" || facts.Subject == builtins.Commands || facts.Delegates || len(found) == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.of(call.Session)
	for _, a := range found {
		if !all.closed && !all.said.holds(a) {
			all.known.add(a)
		}
	}
}

// Knows reports whether the whole address has been typed or has come in.
func (s *Seen) Knows(session string, u *url.URL) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.sessions[session]
	return all != nil && all.known.holds(u.String())
}

// Agree notes that the person has agreed to look at a host.
func (s *Seen) Agree(session, host string) {
	if session == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.of(session).hosts.add(host)
}

// Agreed reports whether the person has agreed to look at a host in this session.
func (s *Seen) Agreed(session, host string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.sessions[session]
	return all != nil && all.hosts.holds(host)
}

// addressesIn are those in a text, as ParseAddress writes them: what stands between spaces and
// quotes, with and without the signs that may belong to the sentence around it.
func addressesIn(text string) []string {
	text = text[:min(len(text), seenText)]
	if strings.Contains(text, `\/`) || strings.Contains(text, `\u0026`) { // JSON
		text += "\n" + strings.NewReplacer(`\/`, "/", `\u0026`, "&").Replace(text)
	}
	var out []string
	for rest := text; ; {
		at := strings.Index(rest, "://")
		if at < 0 {
			return out
		}
		start := at
		for start > 0 && at-start < 5 && isLetter(rest[start-1]) {
			start--
		}
		end := len(rest)
		if n := strings.IndexFunc(rest[at:], isEnd); n >= 0 {
			end = at + n
		}
		out = append(out, readings(rest[start:end])...)
		rest = rest[end:]
	}
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isEnd(r rune) bool {
	return r <= ' ' || strings.ContainsRune("<>\"'`|\\^{}\u00a0\u2028\u2029\u200b“”„«»’", r)
}

// readings are the addresses that a word of a text may mean.
func readings(word string) []string {
	texts := []string{word, strings.TrimRight(word, ".,;:!?)]}*_~")}
	if at := strings.IndexAny(word, ")]"); at > 0 {
		texts = append(texts, word[:at])
	}
	for _, t := range texts {
		if plain := html.UnescapeString(t); plain != t {
			texts = append(texts, plain)
		}
	}
	var out []string
	for _, t := range texts {
		if u, err := ParseAddress(t); err == nil && !slices.Contains(out, u.String()) {
			out = append(out, u.String())
		}
	}
	return out
}

// bare are the addresses that a person writes without https://.
func bare(text string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(text[:min(len(text), seenText)], isEnd) {
		word = strings.TrimLeft(strings.TrimRight(word, ".,;:!?)]}*_~"), "([*_~")
		host := word
		if at := strings.IndexAny(word, "/?#:"); at >= 0 {
			host = word[:at]
		}
		last := host[strings.LastIndexByte(host, '.')+1:]
		if last == host || len(last) < 2 || strings.Contains(word, "://") || strings.IndexFunc(last, func(r rune) bool { return r < 0x80 && !isLetter(byte(r)) }) >= 0 {
			continue
		}
		for _, scheme := range []string{"https://", "http://"} {
			if u, err := ParseAddress(scheme + word); err == nil {
				out = append(out, u.String())
			}
		}
	}
	return out
}
