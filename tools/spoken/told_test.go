package spoken_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"handrail/internal/builtins"
	"handrail/tools/spoken"
)

// sources is where what is told stands.
var sources = []string{
	"spaces", "tools", "tools/command", "hooks", "internal/render", "internal/schema", "internal/jsonfile", "internal/sandbox", "internal/proc", "internal/secrets", "bridge", "agent", "journal",
	"operator", "operator/doctor", "operator/trust", "operator/hookstate", "operator/settings", "operator/browsing", "operator/models", "operator/permits", "operator/definitions", "operator/chats",
	"operator/memories", "operator/rehearsal", "operator/undo", "operator/walls", "operator/proxies", "operator/servers", "operator/setup", "operator/serving", "operator/hands", "operator/skills", "operator/replay", "operator/origins",
	"internal/pins", "operator/history", "operator/outbox", "operator/programs", "operator/subagents", "internal/channels", "pipeline/guard", "internal/clients", "spaces/scaffold", "tools/web", "internal/web", "internal/snapshot", "mcp", "mcp/client", "mcp/transport", "window", "operator/pages",
}

// system are texts of the operating system, which stand in no source of ours.
var system = []string{"open %s: no such file or directory", "open %s: permission denied", "no such file or directory", "permission denied", "operation not permitted", "no space left on device", "file does not exist"}

// joined are texts that the source makes of others: a schema's input that is a field here, a constant within a text, a count of a word.
var joined = []string{"missing required field %q", "version must be the string \"1\"", "1 tool", "Programs can reach: off. Held by a network namespace.",
	"1 file and %d folders with all in them", "1 file and 1 folder with all in it", "%d files and 1 folder with all in it", "%d files and %d folders with all in them",
	"With %s it starts the browser without its own sandbox, which can't be made inside Handrail's.",
	"because the folder that it lies in, as your home folder, is never opened to a server: move the file into a folder of its own, name it there in the server's settings, and let the server change that folder",
	"install it, or give its full path as the server's command",
	"install it and start it, or give its full path as the server's command",
	"install what it belongs to, or give its full path as the server's command",
	"install uv, which brings it, or give its full path as the server's command",
	"install Node.js, which brings it, or give its full path as the server's command",
	"install Python, which brings it, or give its full path as the server's command",
	"it is not valid JSON: %s",
	"%s runs %s, which changed since you trusted it", "%s runs %s, which was removed after you trusted this space", "%s runs %s, which is new and not reviewed yet",
	"what it runs changes something outside this folder, so you are asked each time", "its name says that it changes something outside this folder, so you are asked each time",
	"it destroys something, so you are asked each time", "it asks for the rights of another account, and has no terminal for a password, so you are asked each time",
	"the call would go on, and a warning would be noted", "the call would go on, and a warning would be noted: %s", "the model would get the content, and a warning would be noted", "the model would get the content, and a warning would be noted: %s",
	"the call would be refused, and the run would stop", "the call would be refused, and the run would stop: %s", "the content would be withheld, and the run would stop", "the content would be withheld, and the run would stop: %s",
	"it is new and not reviewed yet", "it was removed after you trusted this space", "it changed since you trusted it"}

// What is read back is still said somewhere, and its German has the same places. A text that several literals make is said where each of its parts is.
func TestToldIsSaid(t *testing.T) {
	var said []string
	for _, folder := range sources {
		said = append(said, literals(t, filepath.Join("..", "..", folder))...)
	}
	said = append(said, reasonsOfServers()...)
	whole := map[string]bool{}
	for _, text := range said {
		whole[text] = true
	}
	contained := func(part string) bool {
		return slices.ContainsFunc(said, func(text string) bool { return strings.Contains(text, part) })
	}
	seen := map[string]bool{}
	places := regexp.MustCompile(`\{(\d)[#w&]?\}`)
	for _, table := range spoken.Tables() {
		for format, german := range table {
			if _, refused := spoken.Refusals()[format]; refused || seen[format] {
				t.Errorf("%q stands in two tables", format)
			}
			seen[format] = true
			if !whole[format] && !slices.Contains(system, format) && !slices.Contains(joined, format) {
				for _, part := range ownParts(format) {
					if !contained(part) {
						t.Errorf("%q: %q is said nowhere", format, part)
					}
				}
			}
			english := strings.NewReplacer("#}", "}", "q}", "}").Replace(spoken.Places(format))
			for _, place := range places.FindAllStringSubmatch(german, -1) {
				if !strings.Contains(english, "{"+place[1]+"}") {
					t.Errorf("%q has a place that %q does not have", german, english)
				}
			}
			if german == "" || german == format || strings.ContainsAny(german, "”!") || strings.Contains(german, "...") || strings.Contains(german, "%") {
				t.Errorf("%q: %q is not written as CONTRIBUTING.md has it", format, german)
			}
		}
	}
	if len(seen) < 500 {
		t.Errorf("only %d texts are read back", len(seen))
	}
}

// ownParts are what a format says by itself, without what joins it to others.
func ownParts(format string) (parts []string) {
	secrets := []string{"kept in this system's keychain; ", "kept in this system's keychain", "kept in the encrypted file "} // the doctor's "kept %s", and what secrets say
	for _, part := range regexp.MustCompile(`\{\d[#q]?\}`).Split(spoken.Places(format), -1) {
		if slices.Contains(secrets, part) {
			parts = append(parts, "kept %s")
			part = strings.TrimPrefix(part, "kept ")
		}
		for _, clause := range regexp.MustCompile(`[.;] `).Split(part, -1) {
			if clause = strings.Trim(clause, " :;,.()"); len(clause) > 3 {
				parts = append(parts, clause)
			}
		}
	}
	return parts
}

// known reports whether a text of the source is read back; what joins it to others does not count.
func known(text string) bool {
	tables := append(spoken.Tables(), spoken.Refusals())
	for _, form := range []string{text, strings.TrimLeft(text, " ;"), text + "%s", strings.TrimSuffix(text, " ") + " %s", "%s " + text} {
		for _, table := range tables {
			if table[form] != "" {
				return true
			}
		}
	}
	return spoken.Labels()[text] != ""
}

// Every problem that the definitions of a space, and their tools and hands, can have is German.
func TestEveryProblemIsGerman(t *testing.T) {
	// What other packages say is theirs: rarer than what definitions say themselves.
	asides := regexp.MustCompile(`^[^A-Za-z]*(%[a-z][^A-Za-z]*)*$`)
	found := 0
	for _, folder := range []string{"spaces", "tools/command"} {
		for _, p := range problemTexts(t, filepath.Join("..", "..", folder)) {
			if asides.MatchString(p.text) {
				continue
			}
			found++
			if !known(p.text) && !slices.Contains(inEnglish, p.text) {
				t.Errorf("%s: %q has no German", p.at, p.text)
			}
		}
	}
	if found < 150 {
		t.Errorf("only %d problems are found", found)
	}
}

// inEnglish are what the test reads otherwise than it is said.
var inEnglish = []string{"command: ", "version must be the string \"\""}

// Every row of the doctor is German: its area, its name, its text and its advice.
func TestEveryFindingIsGerman(t *testing.T) {
	same := []string{"Handrail", "PATH", "Web", "bash", "git", "node", "python3", "ok", "warning", "error", "off", "area", "state", "name", "nobody", "--network", "yes", "no", "tool", "", "settings.json", ".", ", ", ": ", "%d %s"}
	found := 0
	for _, text := range literals(t, filepath.Join("..", "..", "operator", "doctor")) {
		if slices.Contains(same, text) || strings.HasPrefix(text, "handrail/") || regexp.MustCompile(`^[a-z/]+$`).MatchString(text) && spoken.Labels()[text] == "" && slices.Contains([]string{"context", "fmt", "path/filepath", "slices", "strings", "time"}, text) {
			continue
		}
		found++
		if strings.HasPrefix(text, "json:") || text == "kept %s" { // what secrets say goes on with it
			continue
		}
		if !known(text) {
			t.Errorf("%q has no German", text)
		}
	}
	if found < 70 {
		t.Errorf("only %d texts are found", found)
	}
}

// Every action that the window words is German.
func TestEveryActionIsGerman(t *testing.T) {
	said := literals(t, filepath.Join("..", "..", "window"), "actions.go")
	if len(said) < 40 {
		t.Errorf("only %d texts are found", len(said))
	}
	for _, text := range said {
		if strings.Contains(text, " ") && !known(text) {
			t.Errorf("%q has no German", text)
		}
	}
}

// Why a page or an app is not opened is German. What a page itself is told is none of it: its author reads that.
func TestWhyAPageIsNotOpenedIsGerman(t *testing.T) {
	author := []string{"the page already waits for %d calls: wait for one of them", "the page made %d calls in %d seconds: call less often", "the page is not what is trusted any more, so it can't call tools", "the page can't be shown", "the call can't be read"}
	found := 0
	for _, text := range literals(t, filepath.Join("..", "..", "operator", "pages")) {
		if !regexp.MustCompile(`^(this|the|pages) .* `).MatchString(text) || slices.Contains(author, text) {
			continue
		}
		if found++; !known(text) && !known(strings.TrimSuffix(text, "%s")+"%w") {
			t.Errorf("%q has no German", text)
		}
	}
	if found < 20 {
		t.Errorf("only %d texts are found", found)
	}
}

// Every tool of our own has a German name, and says in German what it does.
func TestEveryToolIsGerman(t *testing.T) {
	german := spoken.Toolbox()
	names := deskTools(t)
	if len(names) < 9 {
		t.Errorf("of the desktop's tools only %q are found", names)
	}
	for _, row := range builtins.All() {
		names = append(names, row.Name)
	}
	for _, name := range names {
		if said := german[name]; said.Title == "" || said.Text == "" {
			t.Errorf("the tool %s has no German", name)
		}
		delete(german, name)
	}
	for name := range german {
		t.Errorf("there is no tool %s", name)
	}
}

// deskTools are the names of the desktop's tools, as package bridge has them.
func deskTools(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "bridge", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isNamed(call.Fun, "info") {
				names = append(names, formatOf(call.Args[0], nil))
			}
			return true
		})
	}
	return names
}

type problemText struct{ at, text string }

// problemTexts are the formats of problems in a folder: what is added to a list of them, or made into one.
func problemTexts(t *testing.T, folder string) (out []problemText) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	constants := constantsIn(parsed)
	for _, f := range parsed {
		take := func(at ast.Expr) {
			if text := formatOf(at, constants); text != "" {
				out = append(out, problemText{set.Position(at.Pos()).String(), text})
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				for _, at := range problemArgs(n) {
					take(at)
				}
			case *ast.CompositeLit:
				name, _ := n.Type.(*ast.Ident)
				for i, e := range n.Elts {
					pair, keyed := e.(*ast.KeyValueExpr)
					switch {
					case keyed && isNamed(pair.Key, "Text", "Reason") && name != nil && strings.HasSuffix(name.Name, "Problem"):
						take(pair.Value)
					case keyed && isNamed(pair.Key, "Text") && n.Type == nil:
						take(pair.Value)
					case !keyed && i == 1 && name != nil && name.Name == "placedError":
						take(e)
					}
				}
			}
			return true
		})
	}
	return out
}

// problemArgs are the arguments of a call that are formats of problems.
func problemArgs(call *ast.CallExpr) []ast.Expr {
	var name string
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	case *ast.Ident:
		name = fun.Name
	}
	args := call.Args
	switch {
	case name == "add" && len(args) > 3:
		return args[3:4]
	case name == "broken" && len(args) == 1:
		return args
	case name == "note" && len(args) >= 2:
		return args[1:2]
	case (name == "reject" || name == "refuse" || name == "warn") && len(args) == 4:
		return args[2:]
	case name == "append" && len(args) == 2 && isNamed(args[0], "faults"):
		return args[1:]
	}
	return nil
}

func isNamed(e ast.Expr, names ...string) bool {
	id, ok := e.(*ast.Ident)
	return ok && slices.Contains(names, id.Name)
}

// formatOf is the format of a text: a literal, a constant, what Sprintf or Advise makes one of, or how a sum begins; "" of others.
func formatOf(e ast.Expr, constants map[string]string) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.Ident:
		return constants[e.Name]
	case *ast.BinaryExpr:
		if left, right := formatOf(e.X, constants), formatOf(e.Y, constants); left != "" {
			if _, literal := e.Y.(*ast.BasicLit); literal {
				return left + right
			}
			return left
		}
	case *ast.CallExpr:
		fun, ok := e.Fun.(*ast.SelectorExpr)
		switch {
		case !ok:
		case fun.Sel.Name == "Sprintf" && len(e.Args) > 0:
			return formatOf(e.Args[0], constants)
		case fun.Sel.Name == "Advise" && len(e.Args) > 1:
			return formatOf(e.Args[1], constants)
		}
	}
	return ""
}

// constantsIn are the texts of a package's constants.
func constantsIn(files []*ast.File) map[string]string {
	out := map[string]string{}
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == len(v.Values) {
				for i, name := range v.Names {
					if text := formatOf(v.Values[i], out); text != "" {
						out[name.Name] = text
					}
				}
			}
			return true
		})
	}
	return out
}
