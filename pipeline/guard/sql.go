package guard

import (
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
)

// databaseClients are programs that send a database what they are told.
func databaseClients() []string {
	return []string{
		"psql", "pgcli", "mysql", "mysqlsh", "mycli", "mariadb", "sqlite3", "sqlite", "litecli", "sqlcmd", "mssql-cli", "tsql", "isql", "duckdb", "usql",
		"clickhouse", "clickhouse-client", "clickhouse-local", "cockroach", "cqlsh", "trino", "presto", "beeline", "hive", "impala-shell", "spark-sql",
		"bq", "snowsql", "snow", "sqlplus", "sql", "db2", "influx", "vsql", "nzsql", "turso",
	}
}

// destroysData looks for statements that drop or empty tables in a script that
// has a database client in it.
func destroysData(s *bash.Script) []finding {
	client, keys := "", ""
	var found []finding
	texts := s.Texts
	for _, c := range s.Commands {
		name := c.Name()
		if slices.Contains([]string{"docker", "podman", "nerdctl", "kubectl", "oc"}, name) { // what runs in a container
			if i := slices.IndexFunc(c.Args, func(a bash.Word) bool { return slices.Contains(databaseClients(), a.Text) }); i > 0 {
				name = c.Args[i].Text
			}
		}
		switch {
		case slices.Contains(databaseClients(), name):
			client = name
			texts = append(texts[:len(texts):len(texts)], gluedValues(c.Args)...)
		case slices.Contains([]string{"redis-cli", "valkey-cli", "keydb-cli"}, name):
			keys = name
		case name == "dropdb", name == "mysqladmin" && slices.ContainsFunc(c.Args, func(a bash.Word) bool { return a.Text == "drop" }):
			found = append(found, finding{rule: ruleDrop, reason: name + " deletes a database"})
		case (name == "mongosh" || name == "mongo") && slices.ContainsFunc(c.Args, func(a bash.Word) bool {
			return strings.Contains(a.Text, "dropDatabase") || strings.Contains(a.Text, ".drop(")
		}):
			found = append(found, finding{rule: ruleDrop, reason: name + " drops what a database holds"})
		}
	}
	if keys != "" && slices.ContainsFunc(texts, flushes) {
		found = append(found, finding{rule: ruleDrop, reason: keys + " empties a database"})
	}
	if client == "" {
		return found
	}
	for _, t := range texts {
		for _, escapes := range []bool{false, true} { // dialects differ in what a backslash does in a string
			for _, statement := range statements(t.Text, escapes) {
				if rule, what := destroys(statement); what != "" {
					found = append(found, finding{rule: rule, reason: client + " is told to " + what})
				}
			}
		}
	}
	return found
}

// gluedValues are what options have for values in their own words: -eTEXT, -e=TEXT,
// --execute=TEXT. As a whole such a word begins with what is a comment in SQL.
func gluedValues(args []bash.Word) (values []bash.Word) {
	for _, a := range args {
		if _, value, ok := strings.Cut(a.Text, "="); ok && strings.HasPrefix(a.Text, "-") {
			values = append(values, bash.Word{Text: value, Known: a.Known})
		}
		for n := 2; n < min(len(a.Text), 5) && strings.HasPrefix(a.Text, "-") && !strings.HasPrefix(a.Text, "--"); n++ { // -e, or behind others: -Be
			values = append(values, bash.Word{Text: a.Text[n:], Known: a.Known})
		}
	}
	return values
}

// flushes reports whether a text has a word that empties a store of keys.
func flushes(text bash.Word) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text.Text), func(c rune) bool { return c < 'a' || c > 'z' }), func(word string) bool {
		return word == "flushall" || word == "flushdb"
	})
}

// A sqlToken is a word of a statement, upper case, with how deep in brackets it
// stands.
type sqlToken struct {
	text  string
	depth int
}

// statements splits SQL into statements and words, without comments and strings.
// Comments that MySQL runs, and PostgreSQL's dollar quotes, are read as code.
func statements(text string, escapes bool) [][]sqlToken {
	var all [][]sqlToken
	var now []sqlToken
	depth := 0
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case strings.HasPrefix(text[i:], "--") || c == '#' && (i == 0 || text[i-1] == '\n' || text[i-1] == ' '):
			i = skipTo(text, i, "\n")
		case strings.HasPrefix(text[i:], "/*!"):
			i += 3
			for i < len(text) && text[i] >= '0' && text[i] <= '9' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			i = skipTo(text, i+2, "*/")
		case c == '\'' || c == '"' || c == '`':
			i = skipString(text, i, escapes)
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
func destroys(words []sqlToken) (rule, what string) {
	for i, w := range words {
		next, after := "", ""
		if i+1 < len(words) {
			next = words[i+1].text
		}
		if i+2 < len(words) {
			after = words[i+2].text
		}
		switch {
		case w.text == "DROP" && slices.Contains([]string{"DATABASE", "SCHEMA", "TABLE", "TABLESPACE", "OWNED", "KEYSPACE", "COLLECTION"}, next),
			w.text == "DROP" && slices.Contains([]string{"TEMPORARY", "TEMP", "FOREIGN", "EXTERNAL"}, next) && after == "TABLE":
			return ruleDrop, "drop " + strings.ToLower(next)
		case w.text == "TRUNCATE" && i == 0 && next != "", w.text == "TRUNCATE" && next == "TABLE":
			return ruleDrop, "truncate " + strings.ToLower(next)
		case w.text == "DELETE" && next == "FROM" || w.text == "DELETE" && i == 0 && (after == "FROM" || next != ""):
			if !whereFollows(words[i:], w.depth) {
				return ruleDelete, "delete every row: there is no WHERE"
			}
		}
	}
	return "", ""
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
