package guard

import (
	"path"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// destroysData looks for statements that drop or empty tables in a script that
// has a database client in it.
func (sf *safety) destroysData(s *bash.Script) []finding {
	clients := map[string]string{} // the program, by its kind
	packed := false                // a client's text may stand in a shell's, in a container
	var found []finding
	texts := s.Texts
	for _, c := range s.All() {
		kind, name := clientOf(c)
		if kind == "" || sf.isScratch(c) {
			continue
		}
		clients[kind] = name
		packed = packed || kindOf(c.Name()) == ""
		for _, value := range bash.GluedValues(c.Args) {
			texts = append(texts[:len(texts):len(texts)], bash.Word{Text: value})
		}
		if kind == kindAdmin && (strings.HasPrefix(name, "dropdb") || slices.ContainsFunc(c.Args, func(a bash.Word) bool { return a.Text == "drop" })) {
			found = append(found, finding{rule: ruleDrop, reason: tools.Say(tools.WhyDeletesDatabase, name)})
		}
		if restores(c.Name(), c.Args[1:]) {
			found = append(found, finding{rule: ruleDrop, reason: tools.Say(tools.WhyEmptiesDatabase, name)})
		}
		if kind == kindKeys && slices.ContainsFunc(c.Args, func(a bash.Word) bool { return !a.Known }) && deletesKeys(c.Args) && listsAllKeys(s) {
			found = append(found, finding{rule: ruleDelete, reason: tools.Say(tools.WhyDeletesKeys, name)})
		}
	}
	if len(clients) == 0 {
		return nil
	}
	for _, t := range texts {
		if !s.Spend(len(t.Text)/8 + 1) {
			return found
		}
		if name := clients[kindKeys]; name != "" && flushes(t) {
			found = append(found, finding{rule: ruleDrop, reason: tools.Say(tools.WhyEmptiesDatabase, name)})
		}
		if name := clients[kindDocuments]; name != "" && dropsDocuments(t.Text) {
			found = append(found, finding{rule: ruleDrop, reason: tools.Say(tools.WhyDropsDocuments, name)})
		}
		if name := clients[kindSQL]; name != "" {
			found = append(found, destroyedBy(s, name, t.Text, packed)...)
		}
	}
	return found
}

// isScratch reports whether sqlite3 works on a database that begins and ends with it, or lies in the room's own temporary folder, and on no other: it
// is told of none, and reads no file.
func (sf *safety) isScratch(c bash.Command) bool {
	if c.Name() != "sqlite3" || len(c.Reads) > 0 && !c.In.Known {
		return false
	}
	args := c.Args[1:]
	for len(args) > 0 && args[0].Known && slices.Contains(sqliteFlags, strings.TrimLeft(args[0].Text, "-")) && strings.HasPrefix(args[0].Text, "-") {
		args = args[1:]
	}
	if len(args) == 0 || len(args) == 1 && !c.In.Known { // what it is told is known
		return false
	}
	if args[0].Text != ":memory:" && (strings.HasPrefix(args[0].Text, "file:") || !opensTemp(sf, args[0], c.Dirs)) {
		return false
	}
	told := slices.Clone(args[1:])
	if len(told) == 0 {
		told = []bash.Word{{Text: c.In.Text, Known: true}}
	}
	return !slices.ContainsFunc(told, func(a bash.Word) bool {
		text := strings.ToLower(strings.TrimSpace(a.Text))
		return !a.Known || a.Glob || strings.HasPrefix(text, "-") || strings.HasPrefix(text, ".") || strings.Contains(text, "\n.") || strings.Contains(text, "attach") || strings.Contains(text, "writefile") || strings.Contains(text, "load_extension")
	})
}

// opensTemp reports whether a program that opens what a word names opens something in the room's temporary folder: no link leads out of it, nor does the
// script lay one.
func opensTemp(sf *safety, t bash.Word, dirs []string) bool {
	if sf.made == nil || sf.made.moves || sf.made.unknown || len(sf.made.laid) > 0 || !sf.temporary([]bash.Word{t}, dirs) {
		return false
	}
	return !slices.ContainsFunc(dirs, func(dir string) bool {
		to, ok := sf.place.target(followed(t), dir)
		return !ok || !sf.place.roomTemp(to)
	})
}

// sqliteFlags are options of sqlite3 that say only how it shows what it finds.
var sqliteFlags = []string{"header", "noheader", "column", "json", "csv", "line", "list", "box", "table", "markdown", "batch", "bail", "readonly", "quote", "tabs"}

// The kinds of programs that send a database what they are told.
const (
	kindSQL       = "sql"
	kindKeys      = "keys"
	kindDocuments = "documents"
	kindAdmin     = "admin"
)

// clientOf is the database client that a command starts, in a container, too; "" if it is
// none.
func clientOf(c bash.Command) (kind, name string) {
	if len(c.Args) == 0 {
		return "", ""
	}
	if kind := kindOf(c.Name()); kind != "" {
		return kind, c.Name()
	}
	inside := slices.Contains([]string{"docker", "podman", "nerdctl", "kubectl", "oc", "docker-compose", "podman-compose", "heroku", "fly", "flyctl"}, c.Name())
	if !inside {
		return "", ""
	}
	for _, a := range c.Args[1:] {
		for word := range strings.FieldsFuncSeq(a.Text, func(r rune) bool { return strings.ContainsRune(" \t\n;|&()`$'\":", r) }) {
			if kind := kindOf(path.Base(word)); kind != "" {
				return kind, path.Base(word)
			}
		}
	}
	return "", ""
}

// restores reports whether a program empties what it fills: a restore that cleans, an import that deletes.
func restores(program string, args []bash.Word) bool {
	switch bash.ClientName(program) {
	case "pg_restore":
		return slices.ContainsFunc(args, isLetterOption("c", "--clean"))
	case "mysqlimport", "mariadb-import":
		return slices.ContainsFunc(args, isLetterOption("D", "--delete"))
	case "mongorestore":
		return slices.ContainsFunc(args, func(a bash.Word) bool { return a.Text == "--drop" || a.Text == "--drop=true" })
	}
	return false
}

// kindOf is the kind of a database client.
func kindOf(program string) string {
	switch name := bash.ClientName(program); {
	case program == "":
		return ""
	case bash.IsDatabase(program):
		return kindSQL
	case slices.Contains([]string{"redis-cli", "valkey-cli", "keydb-cli", "iredis"}, name):
		return kindKeys
	case slices.Contains([]string{"mongosh", "mongo"}, name):
		return kindDocuments
	case slices.Contains([]string{"dropdb", "mysqladmin", "mariadb-admin", "pg_restore", "mysqlimport", "mariadb-import", "mongorestore"}, name):
		return kindAdmin
	}
	return ""
}

// destroyedBy looks at one text that a client may be told.
func destroyedBy(s *bash.Script, client, text string, packed bool) (found []finding) {
	if putTogether(text) {
		found = append(found, finding{rule: ruleUnread, reason: tools.Say(tools.WhyPutTogether, client)})
	}
	for _, as := range dialects(text) {
		r := sqlReader{dialect: as, spend: s.Spend}
		for _, statement := range r.statements(text) {
			rule, what := destroys(statement, s.Spend)
			for _, inner := range r.code(statement, packed) { // what a statement makes of its strings
				for _, statement := range (&sqlReader{dialect: as, spend: s.Spend}).statements(inner) {
					if what.None() {
						rule, what = destroys(statement, s.Spend)
					}
				}
			}
			if !what.None() {
				found = append(found, finding{rule: rule, reason: tools.Say(tools.WhyTold, client).With(what)})
			}
		}
	}
	return found
}

// putTogether reports whether a client makes statements of the results of others, or of its
// own variables.
func putTogether(text string) bool {
	return strings.Contains(text, `\gexec`) || strings.Contains(text, `\set`) && strings.Contains(text, ":")
}

// deletesKeys reports whether a client of a store of keys is told to delete some.
func deletesKeys(args []bash.Word) bool {
	return slices.ContainsFunc(args, func(a bash.Word) bool { return strings.EqualFold(a.Text, "del") || strings.EqualFold(a.Text, "unlink") })
}

// listsAllKeys reports whether a script asks a store for all its keys.
func listsAllKeys(s *bash.Script) bool {
	return slices.ContainsFunc(s.Commands, func(c bash.Command) bool {
		scan := bash.HasFlag(c.Args, "--scan") && !slices.ContainsFunc(c.Args, func(a bash.Word) bool {
			return strings.HasPrefix(a.Text, "--pattern") && !strings.HasSuffix(a.Text, "=*")
		})
		all := slices.ContainsFunc(c.Args, func(a bash.Word) bool { return a.Text == "*" || a.Text == "--pattern=*" })
		keys := slices.ContainsFunc(c.Args, func(a bash.Word) bool { return strings.EqualFold(a.Text, "keys") || a.Text == "--scan" })
		return kindOf(c.Name()) == kindKeys && (scan || keys && all)
	})
}

// flushes reports whether a text has a word that empties a store of keys.
func flushes(text bash.Word) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text.Text), func(c rune) bool { return c < 'a' || c > 'z' }), func(word string) bool {
		return word == "flushall" || word == "flushdb"
	})
}

// dropsDocuments reports whether code for a store of documents drops or empties what it holds.
func dropsDocuments(code string) bool {
	flat := strings.NewReplacer(" ", "", "\t", "", "\n", "", `"`, "", "'", "", "`", "").Replace(code)
	return slices.ContainsFunc([]string{"dropDatabase", ".drop(", "[drop](", "{drop:", ".deleteMany({})", ".remove({})", ".deleteMany()", ".remove()"}, func(s string) bool {
		return strings.Contains(flat, s)
	})
}
