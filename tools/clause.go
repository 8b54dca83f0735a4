package tools

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Clause is a part of a sentence that is said to people: why the person is asked, what an act would do. It is a
// code of a closed set with its parameters, so that a face can say it in the person's language
// (docs/decisions/0988-reasons-as-codes.md). The English of it is String's: what models, the record and a terminal read.
type Clause struct {
	Code  ClauseCode `json:"code"`
	Args  []string   `json:"args,omitempty"`  // in the order of their places
	Parts []Clause   `json:"parts,omitempty"` // clauses within it: their places follow those of Args
}

// Say is what a code says with its parameters.
func Say(code ClauseCode, args ...string) Clause { return Clause{Code: code, Args: args} }

// Words is what somebody has written themselves: a rule's author, a hook, a system.
func Words(text string) Clause { return Say(InWords, text) }

// With is the clause around others.
func (c Clause) With(parts ...Clause) Clause {
	c.Parts = append(slices.Clone(c.Parts), parts...)
	return c
}

// None reports whether the clause says nothing.
func (c Clause) None() bool {
	return c.Code == "" || c.Code == InWords && strings.Join(c.Args, "") == ""
}

// String is the clause in English; of a code that this version does not know, its parameters.
func (c Clause) String() string {
	places := slices.Clone(c.Args)
	for _, part := range c.Parts {
		places = append(places, part.String())
	}
	template, known := templateOf(c.Code)
	if !known {
		return strings.Join(places, ", ")
	}
	return fill(template, places)
}

// By is the clause by other sentences than the English ones, with places as those have them. whole is false where they lack one
// for a code in it.
func (c Clause) By(sentence func(ClauseCode) (template string, known bool)) (text string, whole bool) {
	template, whole := sentence(c.Code)
	places := slices.Clone(c.Args)
	for _, part := range c.Parts {
		within, known := part.By(sentence)
		places, whole = append(places, within), whole && known
	}
	return fill(template, places), whole
}

// fill puts texts into the places of a template: {0} is the first, {1…; } all from the second on, joined by what follows the "…",
// and {0#} a number whose point and comma change places.
func fill(template string, places []string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		place, after, _ := strings.Cut(rest, "}")
		digit, between, list := strings.Cut(place, "…")
		digit, number := strings.CutSuffix(digit, "#")
		template = after
		switch at, err := strconv.Atoi(digit); {
		case err != nil || at >= len(places):
		case list:
			b.WriteString(strings.Join(places[at:], between))
		case number:
			b.WriteString(strings.NewReplacer(".", ",", ",", ".").Replace(places[at]))
		default:
			b.WriteString(places[at])
		}
	}
}

// ReadClause is the clause that a text is, of those codes that it may be: they have at most one place. Else it is words.
func ReadClause(text string, may ...ClauseCode) Clause {
	for _, code := range may {
		template, _ := templateOf(code)
		before, after, place := strings.Cut(template, "{0}")
		switch rest, ok := strings.CutPrefix(text, before); {
		case !place && text == before:
			return Say(code)
		case place && ok && len(rest) >= len(after) && strings.HasSuffix(rest, after):
			return Say(code, strings.TrimSuffix(rest, after))
		}
	}
	return Words(text)
}

// A Reason is why something is so: clauses, each of them a reason of its own.
type Reason []Clause

// Because is a reason of some clauses.
func Because(clauses ...Clause) Reason { return clauses }

// String is the reason in English.
func (r Reason) String() string { return strings.Join(Texts(r), "; ") }

// Texts are clauses in English, one by one.
func Texts(clauses []Clause) []string {
	var texts []string
	for _, c := range clauses {
		texts = append(texts, c.String())
	}
	return texts
}

// And is the reason with more clauses.
func (r Reason) And(clauses ...Clause) Reason { return slices.Concat(r, clauses) }

// Through is the clause with each text in it as change makes it: see Reason.Through.
func (c Clause) Through(change func(string) string) Clause {
	if c.None() {
		return c
	}
	return Because(c).Through(change)[0]
}

// Coded reports whether a face can say any of it in another language.
func (r Reason) Coded() bool {
	return slices.ContainsFunc(r, func(c Clause) bool { return c.Code != InWords })
}

// Through is the reason with each text in it as change makes it. Where that would say something else than change makes of the
// whole, as with a secret that stands in two of them, the whole stays in words.
func (r Reason) Through(change func(string) string) Reason {
	if !slices.ContainsFunc(r, func(c Clause) bool { return len(c.Args)+len(c.Parts) > 0 }) {
		return r
	}
	whole := change(r.String())
	var each func(Clause) Clause
	each = func(c Clause) Clause {
		out := Clause{Code: c.Code}
		for _, arg := range c.Args {
			out.Args = append(out.Args, change(arg))
		}
		for _, part := range c.Parts {
			out.Parts = append(out.Parts, each(part))
		}
		return out
	}
	var out Reason
	for _, c := range r {
		out = append(out, each(c))
	}
	if out.String() != whole {
		return Because(Words(whole))
	}
	return out
}

// reasonLimit is how many bytes of a reason are kept or sent beside its text.
const reasonLimit = 4 << 10

// Bounded is the reason if it is small and says more than its text; else nothing, and its text has to do.
func (r Reason) Bounded() Reason {
	if !r.Coded() {
		return nil
	}
	if raw, err := json.Marshal(r); err != nil || len(raw) > reasonLimit {
		return nil
	}
	return r
}

// ClauseCodes are all codes, in order.
func ClauseCodes() []ClauseCode {
	var codes []ClauseCode
	for _, table := range tables() {
		codes = slices.AppendSeq(codes, maps.Keys(table))
	}
	slices.Sort(codes)
	return codes
}

// tables are what all codes say.
func tables() []map[ClauseCode]string { return []map[ClauseCode]string{english, titles, asks} }

// templateOf is what a code says, with places for its parameters: see fill.
func templateOf(code ClauseCode) (template string, known bool) {
	for _, table := range tables() {
		if template, known = table[code]; known {
			return template, true
		}
	}
	return "", false
}

// Places is how many places the English of a code has, and whether the last of them takes all that are left.
func (c ClauseCode) Places() (count int, list bool) {
	for rest, _ := templateOf(c); ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			return count, list
		}
		digit, _, more := strings.Cut(after[:max(0, strings.IndexByte(after, '}'))], "…")
		if at, err := strconv.Atoi(digit); err == nil {
			count, list = max(count, at+1), list || more
		}
		rest = after
	}
}
