package agent

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"handrail/tools"
)

// What a word of a query is worth where it stands. A word that few tools have is
// worth more than one that all of them have.
const (
	inName        = 8
	inTitle       = 5
	inServer      = 4
	inInput       = 2
	inDescription = 3
	partly        = 0.5 // "issue" for "issues", "repo" for "repository"
	minPart       = 3   // letters that two words must share to count as parts of each other
	maxQuery      = 500 // bytes of a query that are read
	maxWanted     = 20  // words of a query that count
	maxWords      = 300 // words of each text that are looked at
)

// Search returns the tools that fit a query best, at most ten, and how many fit
// in all. server, if it is not "", keeps to the tools of one server; an empty
// query then fits each of them, and none otherwise. Tools that fit equally well
// stay in their order.
func Search(entries []tools.Entry, query, server string) (best []tools.Entry, fits int) {
	if len(query) > maxQuery {
		query = query[:floor(query, maxQuery)]
	}
	wanted := slices.Compact(slices.Sorted(slices.Values(words(query))))
	wanted = wanted[:min(len(wanted), maxWanted)]
	var docs []document
	for _, e := range entries {
		if server == "" || ServerOf(e) == server {
			docs = append(docs, documentOf(e))
		}
	}
	if len(wanted) == 0 && server == "" {
		return nil, 0
	}
	rare := rarity(docs, wanted)
	var found []document
	for _, d := range docs {
		for i, w := range wanted {
			d.score += d.worth(w) * rare[i]
		}
		if d.score > 0 || len(wanted) == 0 {
			found = append(found, d)
		}
	}
	slices.SortStableFunc(found, func(a, b document) int { return cmp.Compare(b.score, a.score) })
	for _, d := range found[:min(len(found), maxFound)] {
		best = append(best, d.entry)
	}
	return best, len(found)
}

// A document is a tool as it is searched.
type document struct {
	entry tools.Entry
	parts []part
	score float64
}

// A part is words that are worth the same.
type part struct {
	worth float64
	words []string
}

func documentOf(e tools.Entry) document {
	var inputs []string
	if e.Info.Input != nil {
		for _, p := range e.Info.Input.Parameters() {
			inputs = append(inputs, p.Name)
		}
	}
	return document{entry: e, parts: []part{
		{inName, words(e.Info.Name)}, {inTitle, words(e.Info.Title)}, {inServer, words(ServerOf(e))},
		{inInput, words(strings.Join(inputs, " "))}, {inDescription, words(e.Info.Description)},
	}}
}

// worth is what a word of the query is worth here: where it stands best.
func (d document) worth(word string) float64 {
	best := 0.0
	for _, p := range d.parts {
		for _, w := range p.words {
			switch {
			case w == word:
				best = max(best, p.worth)
			case related(w, word):
				best = max(best, p.worth*partly)
			}
		}
	}
	return best
}

// related reports whether one word begins with the other.
func related(a, b string) bool {
	return min(len(a), len(b)) >= minPart && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}

// rarity is how much each wanted word counts.
func rarity(docs []document, wanted []string) []float64 {
	out := make([]float64, len(wanted))
	for i, w := range wanted {
		have := 0
		for _, d := range docs {
			if d.worth(w) > 0 {
				have++
			}
		}
		out[i] = math.Log(1 + float64(len(docs)+1)/float64(have+1))
	}
	return out
}

// words are the words of a text or a name, in small letters: "createIssue" and
// "create_issue" are create and issue.
func words(text string) []string {
	var b strings.Builder
	var before rune
	for _, c := range text {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			c = ' '
		case unicode.IsUpper(c) && unicode.IsLower(before):
			b.WriteByte(' ')
		}
		before = c
		b.WriteRune(unicode.ToLower(c))
	}
	list := strings.Fields(b.String())
	return list[:min(len(list), maxWords)]
}
