package spaces

import (
	"maps"
	"strings"
	"unicode"
)

// Limits of what brings a skill up by itself.
const (
	maxTriggers   = 100    // of one skill
	maxTrigger    = 200    // bytes of one
	triggerWithin = 20_000 // bytes of a prompt in which triggers are looked for
)

// triggers keeps the words and phrases that bring a skill up. One without a
// letter or a digit would fit everything or nothing, so it is left out.
func (r *skillReader) triggers(s *Skill, list []string, line int) {
	if len(list) > maxTriggers {
		r.problems.add(s.File, line, Warning, "has %d triggers; those behind the first %d are left out", len(list), maxTriggers)
		list = list[:maxTriggers]
	}
	for _, t := range list {
		switch {
		case len(t) > maxTrigger:
			r.problems.add(s.File, line, Warning, "has a trigger of %d bytes, which is left out; at most %d are read", len(t), maxTrigger)
			continue
		case !strings.ContainsFunc(t, isLetterOrDigit):
			r.problems.add(s.File, line, Warning, "the trigger %q is left out: it has no letter and no digit. A trigger is a word or a phrase, not a pattern", t)
			continue
		case strings.ContainsAny(t, `*\|^$[]`):
			r.problems.add(s.File, line, Warning, "the trigger %q is read as plain words: a trigger is a word or a phrase, not a pattern", t)
		}
		s.Triggers = append(s.Triggers, t)
	}
}

// Spoken is a person's prompt as triggers are held against it.
type Spoken string

// Speak reads a prompt for triggers. Only its first 20,000 bytes count.
func Speak(prompt string) Spoken {
	if len(prompt) > triggerWithin {
		prompt = strings.ToValidUTF8(prompt[:triggerWithin], "")
	}
	return Spoken(" " + spaced(prompt) + " ")
}

// Fits says which trigger of the skill the prompt has. A trigger fits where its
// words stand in the prompt one behind the other, as whole words, in capital or
// small letters and with any signs between. In writing that puts no spaces between
// words it fits anywhere.
func (k Skill) Fits(prompt Spoken) (trigger string, ok bool) {
	for _, t := range k.Triggers {
		words := spaced(t)
		if !strings.ContainsFunc(words, unspaced) {
			words = " " + words + " "
		}
		if strings.Contains(string(prompt), words) {
			return t, true
		}
	}
	return "", false
}

// spaced is a text in small letters with one space between its words. C++, C#
// and snake_case are words.
func spaced(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool {
		return !unicode.In(c, unicode.L, unicode.N, unicode.M) && c != '+' && c != '#' && c != '_'
	}), " ")
}

// unspaced reports whether a letter belongs to a writing without spaces.
func unspaced(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// Values are what the template of a skill may use: its variables, where given has
// one with that value, and what an agent's prompt may use (see PromptValues).
func (k Skill) Values(given, prompt map[string]any) map[string]any {
	all := maps.Clone(prompt)
	if all == nil {
		all = map[string]any{}
	}
	maps.Copy(all, k.Variables)
	for name, value := range given {
		if _, declared := k.Variables[name]; declared {
			all[name] = value
		}
	}
	return all
}

func isLetterOrDigit(c rune) bool { return unicode.In(c, unicode.L, unicode.N) }
