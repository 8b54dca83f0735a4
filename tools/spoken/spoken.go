// Package spoken says what Handrail says to people in their language. The German of it all stands here, once: native dialogs and
// notifications have it from here, and so has the page, whose copy of the clauses a test writes
// (docs/decisions/1005-german-in-go.md). Models, terminals and the record read English.
package spoken

import (
	"fmt"
	"maps"
	"strings"

	"handrail/tools"
)

// A Tongue is a language, as HTML names it. Any but German is English.
type Tongue string

// The languages.
const (
	English Tongue = "en"
	German  Tongue = "de"
)

// Code names the language, as HTML does.
func (t Tongue) Code() string {
	if t == German {
		return string(German)
	}
	return string(English)
}

// Own is a text of our own, which is given in English, with its arguments as fmt has them.
func (t Tongue) Own(english string, args ...any) string {
	text := english
	if german, known := own[english]; known && t == German {
		text = german
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Clause is a clause, whose English is text; the text itself where it has no code.
func (t Tongue) Clause(c tools.Clause, text string) string {
	if t != German || c.None() {
		return text
	}
	if said, whole := c.By(sentence); whole {
		return said
	}
	return text
}

// Reason is a reason, whose English is text; the text itself where not all of it has codes.
func (t Tongue) Reason(r tools.Reason, text string) string {
	var said []string
	for _, c := range r {
		one, whole := c.By(sentence)
		if !whole {
			return text
		}
		said = append(said, one)
	}
	if t != German || len(said) == 0 {
		return text
	}
	return strings.Join(said, "; ")
}

// Effect is what is done to the target of an effect: "write".
func (t Tongue) Effect(kind tools.EffectKind) string {
	if german, known := effects[kind]; known && t == German {
		return german
	}
	return string(kind)
}

// Caller names who makes a call, as the subject of a sentence that goes on.
func (t Tongue) Caller(c tools.Caller) string {
	if t != German {
		return c.String()
	}
	kind, after := string(c.Kind), ""
	switch {
	case c.Kind == tools.CallerMCP:
		after = "," // it ends a clause
		if c.Token != "" {
			kind = "tokenMcp"
		}
	case c.Kind == tools.CallerPerson, c.Kind == tools.CallerPage:
	case c.CalledBy != "":
		kind = "calledAgent"
	default:
		kind = string(tools.CallerAgent)
	}
	if server, is := c.App(); is {
		kind, c.Name = "appPage", server
	}
	other := c.CalledBy
	if c.Token != "" {
		other = c.Token
	}
	// A name cannot end its quotes and go on in our words.
	quoted := strings.NewReplacer("„", "'", "“", "'", "”", "'", `"`, "'")
	said := strings.NewReplacer("{0}", quoted.Replace(c.Name), "{1}", quoted.Replace(other)).Replace(callers[kind])
	return said + after
}

// sentence is the German of a code.
func sentence(code tools.ClauseCode) (template string, known bool) {
	for _, table := range []map[tools.ClauseCode]string{clauses, titles, asks} {
		if template, known = table[code]; known {
			return template, true
		}
	}
	return "", false
}

// all are the German of all codes.
func all() map[tools.ClauseCode]string {
	out := maps.Clone(clauses)
	maps.Copy(out, titles)
	maps.Copy(out, asks)
	return out
}
