package bash

import (
	"slices"
	"strings"

	"handrail/tools"
)

// IsDatabase reports whether a program sends a database the statements that it is told.
func IsDatabase(program string) bool {
	return slices.Contains([]string{
		"psql", "pgcli", "mysql", "mysqlsh", "mycli", "mariadb", "sqlite3", "sqlite", "litecli", "sqlcmd", "mssql-cli", "tsql", "isql", "duckdb", "usql",
		"clickhouse", "clickhouse-client", "clickhouse-local", "cockroach", "cqlsh", "trino", "presto", "beeline", "hive", "impala-shell", "spark-sql",
		"bq", "snowsql", "snow", "sqlplus", "sql", "db2", "influx", "vsql", "nzsql", "turso", "wrangler",
	}, ClientName(program))
}

// ClientName is the name of a program without its version: psql-16, mysql.exe.
func ClientName(program string) string {
	name := strings.TrimSuffix(strings.ToLower(program), ".exe")
	for _, known := range []string{"sqlite3", "db2"} {
		if name == known {
			return name
		}
	}
	return strings.TrimRight(name, "-.0123456789")
}

// followStatements follows what a database client is told to run on this machine: \!, .shell,
// system, TO PROGRAM, and files that are pipes.
func followStatements(l *launch, value bool) {
	texts := GluedValues(l.c.Args[1:])
	for _, a := range l.c.Args[1:] {
		texts = append(texts, a.Text)
	}
	if l.c.In.Known {
		texts = append(texts, l.c.In.Text)
	}
	for _, text := range texts {
		if !l.w.spend(len(text) / 8) {
			return
		}
		for line := range strings.SplitSeq(text, "\n") {
			if command, ok := startedBy(line); ok {
				l.w.doubt(tools.Say(tools.DoubtRunsProgram, l.name), value)
				if out := l.w.read(command, l.st.clone(), l.w.judged || value); out.known { // .read '|command': statements, perhaps
					l.w.Texts = append(l.w.Texts, Word{Text: out.text, Known: true, Value: out.value || value})
				}
			}
		}
	}
}

// startedBy is the shell text that a line of a client's statements starts.
func startedBy(line string) (string, bool) {
	if _, after, ok := strings.Cut(line, `\!`); ok {
		return after, true
	}
	first, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	switch low := strings.ToLower(first); {
	case slices.Contains([]string{".once", ".output", ".import", ".read", ".log", ".excel", ".dump"}, low) && strings.Contains(rest, "|"):
		_, command, _ := strings.Cut(rest, "|")
		return strings.TrimRight(command, `"' `), true
	case len(low) > 2 && (strings.HasPrefix(".shell", low) || strings.HasPrefix(".system", low)), low == "system" || low == "!" || low == "sh":
		return rest, true
	}
	flat := strings.ToLower(line)
	for _, mark := range []string{"program '", `'|`, `"|`} {
		if i := strings.Index(flat, mark); i >= 0 && len(flat) == len(line) {
			end := strings.LastIndexByte(line, mark[len(mark)-1])
			if mark != "program '" {
				end = strings.LastIndexByte(line, mark[0])
			}
			if start := i + len(mark); end > start {
				return line[start:end], true
			}
		}
	}
	return "", false
}

// GluedValues are what options have for values in their own words: -eTEXT, -e=TEXT,
// --execute=TEXT, and -BeTEXT behind others. As a whole such a word begins with what is a
// comment in SQL.
func GluedValues(args []Word) (values []string) {
	for _, a := range args {
		if !strings.HasPrefix(a.Text, "-") {
			continue
		}
		if _, value, ok := strings.Cut(a.Text, "="); ok {
			values = append(values, value)
		}
		for n := 2; n < min(len(a.Text), mostLetters) && a.Text[1] != '-' && isLetter(a.Text[n-1]); n++ {
			values = append(values, a.Text[n:])
		}
	}
	return values
}

// mostLetters is how many options of one letter are looked for in one word.
const mostLetters = 16

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
