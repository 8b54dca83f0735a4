package guard

import (
	"slices"
	"strings"

	"handrail/tools"
)

// A sqlToken is a word of a statement, upper case, with how deep in brackets it
// stands.
type sqlToken struct {
	text  string
	depth int
}

// A dialect is how a database reads what others read otherwise.
type dialect struct {
	escapes bool // a backslash escapes in a string
	hash    bool // # begins a comment, and -- only before a blank
}

// dialects are those in which a text could mean different things.
func dialects(text string) []dialect {
	list := []dialect{{hash: true}}
	if strings.Contains(text, "#") || strings.Contains(text, "--") {
		list = append(list, dialect{})
	}
	if strings.Contains(text, `\`) {
		for _, d := range list {
			list = append(list, dialect{escapes: true, hash: d.hash})
		}
	}
	return list
}

// A sqlReader splits SQL.
type sqlReader struct {
	dialect
	spend   func(int) bool
	strings []string // of the statements, in order
}

// code are the texts that a statement runs as statements: strings of one that executes,
// or prepares, and all where a shell in a container reads them first.
func (r *sqlReader) code(words []sqlToken, packed bool) []string {
	if packed {
		return r.strings
	}
	for _, w := range words {
		if slices.Contains([]string{"EXECUTE", "EXEC", "PREPARE", "IMMEDIATE", "SP_EXECUTESQL", "DBLINK", "DBLINK_EXEC", "QUERY_TO_XML", "EVAL"}, w.text) {
			return r.strings
		}
	}
	return nil
}

// statements splits SQL into statements and words, without comments and strings.
// Comments that MySQL runs, and PostgreSQL's dollar quotes, are read as code.
func (r *sqlReader) statements(text string) [][]sqlToken {
	var all [][]sqlToken
	var now []sqlToken
	depth := 0
	for i := 0; i < len(text); {
		c := text[i]
		from := i
		switch {
		case strings.HasPrefix(text[i:], "--") && (!r.hash || i+2 == len(text) || text[i+2] <= ' '), r.hash && c == '#' && (i == 0 || text[i-1] == '\n' || text[i-1] == ' '):
			i = skipTo(text, i, "\n")
		case strings.HasPrefix(text[i:], "/*!"), strings.HasPrefix(text[i:], "/*M!"):
			i += 3
			if text[i-1] == 'M' {
				i++
			}
			for i < len(text) && text[i] >= '0' && text[i] <= '9' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			i = skipTo(text, i+2, "*/")
		case c == '\'' || c == '"' || c == '`':
			end := skipString(text, i, r.escapes)
			if end == i+1 && !r.spend(len(text)/64) { // it never ends
				return append(all, now)
			}
			if end > i+2 {
				r.strings = append(r.strings, text[i+1:end-1])
			}
			i = end
		case c == ';':
			all, now, depth = append(all, now), nil, 0
			i++
		case c == '(':
			depth++
			i++
		case c == ')':
			depth--
			i++
		case sqlLetter(c):
			start := i
			for i < len(text) && sqlLetter(text[i]) {
				i++
			}
			now = append(now, sqlToken{strings.ToUpper(text[start:i]), depth})
		default:
			i++
		}
		if !r.spend(1 + (i-from)/16) {
			return append(all, now)
		}
	}
	return append(all, now)
}

func sqlLetter(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 0x80
}

// skipTo is the place behind the next end.
func skipTo(text string, i int, end string) int {
	if at := strings.Index(text[i:], end); at >= 0 {
		return i + at + len(end)
	}
	return len(text)
}

// skipString is the place behind a string; one that never ends is no string.
func skipString(text string, i int, escapes bool) int {
	quote := text[i]
	for j := i + 1; j < len(text); j++ {
		switch {
		case escapes && text[j] == '\\' && quote != '`':
			j++
		case text[j] == quote:
			return j + 1
		}
	}
	return i + 1
}

// destroys says what a statement drops or empties.
func destroys(words []sqlToken, spend func(int) bool) (rule string, what tools.Clause) {
	for i, w := range words {
		next, after := "", ""
		if i+1 < len(words) {
			next = words[i+1].text
		}
		if i+2 < len(words) {
			after = words[i+2].text
		}
		switch {
		case w.text == "DROP" && slices.Contains([]string{"DATABASE", "SCHEMA", "TABLE", "TABLESPACE", "OWNED", "KEYSPACE", "COLLECTION", "COLUMNFAMILY", "MEASUREMENT", "SERIES", "BUCKET", "MATERIALIZED"}, next),
			w.text == "DROP" && slices.Contains([]string{"TEMPORARY", "TEMP", "FOREIGN", "EXTERNAL"}, next) && after == "TABLE":
			return ruleDrop, tools.Say(tools.DoesDrop, strings.ToLower(next))
		case w.text == "TRUNCATE" && i == 0 && next != "", w.text == "TRUNCATE" && next == "TABLE":
			return ruleDrop, tools.Say(tools.DoesTruncate, strings.ToLower(next))
		case w.text == "DELETE" && next == "FROM" || w.text == "DELETE" && i == 0 && (after == "FROM" || next != ""):
			if !spend(len(words) - i) {
				return "", tools.Clause{}
			}
			if !whereFollows(words[i:], w.depth) {
				return ruleDelete, tools.Say(tools.DoesDeleteRows)
			}
		}
	}
	return "", tools.Clause{}
}

// whereFollows reports whether the statement's own WHERE follows: not that of a
// query in brackets, nor one behind the brackets in which the statement stands.
func whereFollows(words []sqlToken, depth int) bool {
	for _, w := range words {
		if w.depth < depth {
			return false
		}
		if w.text == "WHERE" && w.depth == depth {
			return true
		}
	}
	return false
}
