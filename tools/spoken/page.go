package spoken

import (
	"maps"
	"strconv"
	"strings"

	"handrail/tools"
)

// Sentences are what the page says in German of what Go tells it by codes, with places as the English ones have them. Its copy of
// them is frontend/src/words/de/said.json.
type Sentences struct {
	Clause map[string]string `json:"clause"`
	// English are the English of clauses by their codes, with which the page reads what Go says without a code.
	English map[string]string `json:"english"`
	Caller  map[string]string `json:"caller"`
	Decider map[string]string `json:"decider"`
	// Refusal are the German of what tools say when they refuse or fail, by the English: see refusals.
	Refusal map[string]string `json:"refusal"`
	// Told are the German of what else Go says in sentences, by the English: see told.
	Told  map[string]string `json:"told"`
	Label map[string]string `json:"label"`
	Tool  map[string]Tool   `json:"tool"`
	Input Inputs            `json:"input"`
}

// Inputs are what our own tools call their inputs and say of them, by the name and by the English.
type Inputs struct {
	Name map[string]string `json:"name"`
	Text map[string]string `json:"text"`
}

// ForPage are all sentences of the page.
func ForPage() Sentences {
	s := Sentences{Clause: map[string]string{}, English: english(), Caller: maps.Clone(callers), Decider: maps.Clone(deciders), Refusal: map[string]string{}, Told: map[string]string{}, Label: Labels(), Tool: Toolbox(), Input: Inputs{Name: maps.Clone(inputNames), Text: maps.Clone(inputTexts)}}
	for code, sentence := range all() {
		s.Clause[string(code)] = sentence
	}
	for format, german := range refusals {
		s.Refusal[Places(format)] = german
	}
	for format, german := range told() {
		s.Told[Places(format)] = german
	}
	return s
}

// ownText is how much a clause says by itself, in bytes, at the least, to be known again in a text.
const ownText = 10

// english are the clauses that can be known again: no title of a call, and nothing that says hardly more than its places.
func english() map[string]string {
	out := map[string]string{}
	for _, code := range tools.ClauseCodes() {
		count, list := code.Places()
		if list || strings.HasPrefix(string(code), "title-") || strings.HasPrefix(string(code), "text-") {
			continue
		}
		places := []string{"{0}", "{1}", "{2}", "{3}"}[:count]
		text := tools.Say(code, places...).String()
		own := text
		for _, place := range places {
			own = strings.ReplaceAll(own, place, "")
		}
		least := ownText
		if strings.HasPrefix(text, "{") && !strings.HasPrefix(string(code), "of-") { // "{0} is told to {1}" would be found in much that is none
			least = 2 * ownText
		}
		if len(own) >= least {
			out[string(code)] = text
		}
	}
	return out
}

// Places is a format of fmt as the page reads it back: {0} for the first verb, {0#} where that writes a number, {0q} where it quotes.
func Places(format string) string {
	var b strings.Builder
	for n := 0; ; n++ {
		before, rest, found := strings.Cut(format, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		verb := strings.IndexAny(rest, "sdqvfw")
		kind := ""
		switch rest[verb] {
		case 'd':
			kind = "#"
		case 'q':
			kind = "q"
		}
		b.WriteString("{" + strconv.Itoa(n) + kind + "}")
		format = rest[verb+1:]
	}
}

// Refusal is what is wrong with something, whose English is text; the text itself where it names something, or has no German.
func (t Tongue) Refusal(text string) string {
	if german, known := refusals[text]; known && t == German {
		return german
	}
	return text
}

// Refusals are the German of what tools say when they refuse or fail, by the formats in the source.
func Refusals() map[string]string { return maps.Clone(refusals) }

// OwnTexts are the German of texts of our own, by their English.
func OwnTexts() map[string]string { return maps.Clone(own) }
