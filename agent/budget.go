package agent

import (
	"fmt"
	"unicode/utf8"

	"handrail/agent/llm"
)

// DefaultWindow is how many tokens a model is taken to read where nobody says.
const DefaultWindow = 100_000

// How a conversation is estimated and shortened.
const (
	bytesPerToken = 4    // corrected by what the server counts
	imageTokens   = 1600 // of one image, at most
	messageTokens = 8    // around each message
	keepHead      = 240  // bytes of a shortened result
	keepTail      = 120
	lastResult    = 8 << 10 // bytes that each of the newest results keeps at least
)

// A budget keeps a conversation within a model's window. It shortens old
// results of tools, then long inputs of old calls, and never the words of the
// person. It shortens much at once and then for good: a conversation whose
// beginning changes at every turn is not found in the provider's cache.
type budget struct {
	limit  int     // tokens that the conversation may have
	factor float64 // tokens that the server counts for one estimated
	last   int     // the estimate of the last request
}

// newBudget leaves room for the answer.
func newBudget(window, maxTokens int) budget {
	if window <= 0 {
		window = DefaultWindow
	}
	room := maxTokens
	if room <= 0 {
		room = min(8192, window/4)
	}
	return budget{limit: window - min(room, window/2), factor: 1}
}

// learn corrects the estimate by what the server has counted.
func (b *budget) learn(u llm.Usage) {
	if n := u.Context(); n > 0 && b.last > 0 {
		b.factor = min(4, max(0.25, float64(n)/float64(b.last)))
	}
}

// fit shortens the history if the request would not fit. It reports whether
// it did.
func (b *budget) fit(history []llm.Message, req llm.Request) bool {
	b.last = estimate(history, req)
	if b.tokens(b.last) <= b.limit {
		return false
	}
	return b.cut(history, req, b.limit*6/10)
}

// shrink shortens further, after the server has refused the request. It
// reports whether there was something to shorten.
func (b *budget) shrink(history []llm.Message, req llm.Request) bool {
	b.limit = min(b.limit, b.tokens(estimate(history, req))) * 6 / 10
	return b.cut(history, req, b.limit)
}

func (b *budget) tokens(estimated int) int { return int(float64(estimated) * b.factor) }

// cut shortens, oldest first, until at most target tokens are left.
func (b *budget) cut(history []llm.Message, req llm.Request, target int) bool {
	before := estimate(history, req)
	left := before
	enough := func() bool { return b.tokens(left) <= target }
	last := lastResults(history)
	for i := range history {
		if i != last && !enough() {
			left -= shortenResults(history[i].Results, keepHead+keepTail)
		}
	}
	for i := range history {
		if i < last-1 && !enough() {
			left -= shortenCalls(&history[i])
		}
	}
	if last >= 0 && !enough() {
		left -= shortenResults(history[last].Results, lastResult)
	}
	b.last = left
	return left < before
}

// lastResults is the place of the newest results, or -1.
func lastResults(history []llm.Message) int {
	for i := len(history) - 1; i >= 0; i-- {
		if history[i].Role == llm.Results {
			return i
		}
	}
	return -1
}

// shortenResults cuts each result to about keep bytes and takes out the
// images. It returns how many tokens that saves, by estimate.
func shortenResults(results []llm.Result, keep int) int {
	saved := 0
	for i := range results {
		r := &results[i]
		before := resultTokens(*r)
		if len(r.Text) > keep+200 { // the note is not worth less
			head, tail := r.Text[:floor(r.Text, keep*2/3)], r.Text[floor(r.Text, len(r.Text)-keep/3):]
			r.Text = fmt.Sprintf("%s\n[… %d bytes of this older result were left out; call the tool again to see them …]\n%s",
				head, len(r.Text)-len(head)-len(tail), tail)
		}
		if images := len(r.Images); images > 0 && keep < lastResult {
			r.Images = nil
			r.Text += fmt.Sprintf("\n[images that were here, %d, were left out; call the tool again to see them]", images)
		}
		saved += before - resultTokens(*r)
	}
	return saved
}

// shortenCalls cuts the long strings in the inputs of an answer's calls.
func shortenCalls(m *llm.Message) int {
	saved := 0
	for i := range m.Calls {
		c := &m.Calls[i]
		if len(c.Arguments) <= keepHead+keepTail {
			continue
		}
		short, _ := shorten(c.Object(), keepHead, 0, func(s string) string {
			return fmt.Sprintf("%s [… %d bytes were left out]", s[:floor(s, keepHead/2)], len(s)-floor(s, keepHead/2))
		})
		if len(short) < len(c.Arguments) {
			saved += (len(c.Arguments) - len(short)) / bytesPerToken
			c.Arguments = string(short)
			m.Opaque = llm.Opaque{} // it is no longer the answer that was signed
		}
	}
	return saved
}

// floor moves i down to the start of a character.
func floor(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

func resultTokens(r llm.Result) int {
	return len(r.Text)/bytesPerToken + len(r.Images)*imageTokens + messageTokens
}

func toolTokens(t llm.Tool) int {
	return (len(t.Name)+len(t.Description)+len(t.Schema))/bytesPerToken + messageTokens
}

// estimate guesses how many tokens a request has.
func estimate(history []llm.Message, req llm.Request) int {
	n := len(req.System) / bytesPerToken
	for _, t := range req.Tools {
		n += toolTokens(t)
	}
	for _, m := range history {
		n += (len(m.Text)+len(m.Opaque.Data))/bytesPerToken + len(m.Images)*imageTokens + messageTokens
		for _, c := range m.Calls {
			n += (len(c.Name)+len(c.Arguments))/bytesPerToken + messageTokens
		}
		for _, r := range m.Results {
			n += resultTokens(r)
		}
	}
	return n
}

// A Price says what a model costs, in US dollars for a million tokens.
type Price struct{ Input, Output, CacheRead, CacheWrite float64 }

// Cost is what the server itself says, or else what the price makes of the
// tokens; 0 if neither is known. There is no built-in list of prices: it would
// be wrong within weeks and look exact.
func (p *Price) Cost(u llm.Usage) float64 {
	if u.Cost > 0 || p == nil {
		return u.Cost
	}
	const million = 1_000_000
	return (float64(u.Input)*p.Input + float64(u.Output)*p.Output + float64(u.CacheRead)*p.CacheRead + float64(u.CacheWrite)*p.CacheWrite) / million
}
