package spoken

import "maps"

// Sentences are what the page says in German of what Go tells it by codes, with places as the English ones have them. Its copy of
// them is frontend/src/words/de/said.json.
type Sentences struct {
	Clause  map[string]string `json:"clause"`
	Caller  map[string]string `json:"caller"`
	Decider map[string]string `json:"decider"`
}

// ForPage are all sentences of the page.
func ForPage() Sentences {
	s := Sentences{Clause: map[string]string{}, Caller: maps.Clone(callers), Decider: maps.Clone(deciders)}
	for code, sentence := range all() {
		s.Clause[string(code)] = sentence
	}
	return s
}

// OwnTexts are the German of texts of our own, by their English.
func OwnTexts() map[string]string { return maps.Clone(own) }
