// Package origins knows where the text of each conversation comes from, and what the person has named in it
// (docs/spec/16-in-and-out.md). The record has the same of every result: a conversation that goes on in another
// process is told of it again.
package origins

import (
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/tools"
	"handrail/tools/web"
)

// What is remembered.
const (
	mostSessions = 500     // with all that was typed; of older ones, only what they have read
	mostOrigins  = 100     // of one conversation; then nothing is told apart any more
	mostTyped    = 1 << 20 // bytes of what the person has written in one
	mostOfSite   = 20      // addresses of one site that are taken from text that came in: a list of them is no alphabet
)

// tooMany stands for the origins of a conversation that has more than are told apart.
var tooMany = tools.Origin{Kind: "many", Name: "more places than are told apart"}

// A Book has the conversations of all spaces. It is safe for concurrent use.
type Book struct {
	seen *web.Seen

	mu       sync.Mutex
	sessions map[string]*conversation
	order    []string // the one that was used last stands last
}

type conversation struct {
	origins []tools.Origin
	typed   string                     // in lower case
	taken   map[string]map[string]bool // addresses that stood in text that came in, by web.Site
	came    []came                     // the newest text of each origin
	refused []tools.Origin             // whose text the person does not let leave, until they write again
	bases   []string                   // commits that were checked out before anything was read; none: nobody knows
	begun   bool                       // they were looked for
	old     bool                       // what was typed and taken is forgotten
}

// New makes a Book. seen knows the addresses of conversations.
func New(seen *web.Seen) *Book { return &Book{seen: seen, sessions: map[string]*conversation{}} }

// of is what is known of a conversation. b.mu is held.
func (b *Book) of(session string) *conversation {
	if at := slices.Index(b.order, session); at >= 0 {
		b.order = slices.Delete(b.order, at, at+1)
	} else if len(b.order) == mostSessions {
		oldest := b.sessions[b.order[0]]
		oldest.typed, oldest.taken, oldest.came, oldest.old = "", nil, nil, true
		b.order = b.order[1:]
	}
	b.order = append(b.order, session)
	c := b.sessions[session]
	if c == nil {
		c = &conversation{}
		b.sessions[session] = c
	}
	if c.taken == nil {
		c.taken = map[string]map[string]bool{}
	}
	return c
}

// Typed notes what the person has written.
func (b *Book) Typed(session, text string) {
	if session == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.of(session)
	c.refused = nil
	if all := c.typed + "\n" + strings.ToLower(text); len(all) <= mostTyped {
		c.typed = all
	}
}

// Add notes where text that a conversation has read comes from.
func (b *Book) Add(session string, from ...tools.Origin) {
	if session == "" || len(from) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.of(session)
	for _, o := range from {
		switch {
		case holds(c.origins, o) || slices.Contains(c.origins, tooMany):
		case len(c.origins) == mostOrigins:
			c.origins = append(c.origins, tooMany)
		default:
			c.origins = append(c.origins, o)
		}
	}
}

// holds reports whether an origin is in a list, by whichever file it came.
func holds(list []tools.Origin, o tools.Origin) bool {
	return slices.ContainsFunc(list, func(have tools.Origin) bool { return have.Key() == o.Key() })
}

// Read lists where from else than from the person and the space a conversation has text.
func (b *Book) Read(session string) []tools.Origin {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.sessions[session]; c != nil {
		return slices.Clone(c.origins)
	}
	return nil
}

// begin notes which commits were checked out when a conversation began: before it has read anything, or never.
func (b *Book) begin(session string, heads func() []string) {
	if session == "" {
		return
	}
	b.mu.Lock()
	c := b.of(session)
	begun := c.begun || len(c.origins) > 0
	c.begun = true
	b.mu.Unlock()
	if begun {
		return
	}
	bases := heads()
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.of(session); len(c.origins) == 0 {
		c.bases = bases
	}
}

// bases are the commits of begin.
func (b *Book) bases(session string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.sessions[session]; c != nil {
		return c.bases
	}
	return nil
}

// keep remembers text that came in, to be shown.
func (b *Book) keep(session string, from []tools.Origin, text string) {
	if session == "" || len(from) == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(session).keep(from, text, time.Now())
}

// Refuse notes that the person does not let text of some origins leave a conversation.
func (b *Book) Refuse(session string, from []tools.Origin) {
	if session == "" {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	c := b.of(session)
	c.refused = append(c.refused, from...)
}

// Refused lists the origins of Refuse, until the person writes again.
func (b *Book) Refused(session string) []tools.Origin {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.sessions[session]; c != nil {
		return slices.Clone(c.refused)
	}
	return nil
}

// Words is what has been named in a conversation.
func (b *Book) Words(session string) Words { return Words{b, session} }

// Words are what one conversation has named. They are guard.Words.
type Words struct {
	b       *Book
	session string
}

// Said implements guard.Words: the word stands in what the person has written, by itself.
func (w Words) Said(word string) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	if word == "" {
		return false
	}
	w.b.mu.Lock()
	defer w.b.mu.Unlock()
	c := w.b.sessions[w.session]
	if c == nil {
		return false
	}
	for rest, at := c.typed, 0; ; {
		i := strings.Index(rest[at:], word)
		if i < 0 {
			return false
		}
		start := at + i
		if !continues(rest, start-1) && !continues(rest, start+len(word)) {
			return true
		}
		at = start + 1
	}
}

// continues reports whether the byte at i belongs to the word beside it.
func continues(text string, i int) bool {
	if i < 0 || i >= len(text) {
		return false
	}
	c := text[i]
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c >= 0x80
}

// Known implements guard.Words.
func (w Words) Known(address string) bool {
	u, err := web.ParseAddress(address)
	if err != nil || !w.b.seen.Knows(w.session, u) {
		return false
	}
	w.b.mu.Lock()
	defer w.b.mu.Unlock()
	c := w.b.of(w.session)
	if strings.Contains(c.typed, strings.ToLower(address)) {
		return true
	}
	if c.old {
		return false
	}
	site := web.Site(u.Hostname())
	taken := c.taken[site]
	if taken == nil {
		taken = map[string]bool{}
		c.taken[site] = taken
	}
	if !taken[u.String()] && len(taken) >= mostOfSite {
		return false
	}
	taken[u.String()] = true
	return true
}
