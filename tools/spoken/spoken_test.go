package spoken_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"handrail/tools"
	"handrail/tools/spoken"
)

var update = flag.Bool("update", false, "write what the page says")

// A sample is what a code says in German with some parameters.
type sample struct {
	Args []string `json:"args"`
	Text string   `json:"text"`
}

// The page says in German what stands here, and has no other words for it.
func TestThePageSaysTheSame(t *testing.T) {
	written(t, filepath.Join("words", "de", "said.json"), spoken.ForPage())
}

// written holds that a file of the page is what Go says.
func written(t *testing.T, name string, value any) {
	t.Helper()
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(value); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", "..", "frontend", "src", name)
	if *update {
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, text.Bytes()) {
		t.Errorf("%s is not what Go says now (%v): go test ./tools/spoken -update", file, err)
	}
}

// Every code has a German sentence, which names all that the English one does, and is another one.
func TestEveryClauseIsGerman(t *testing.T) {
	codes := tools.ClauseCodes()
	if have := slices.Sorted(maps.Keys(spoken.ForPage().Clause)); len(have) != len(codes) {
		t.Errorf("%d codes have %d sentences", len(codes), len(have))
	}
	// What is not said differently: only what others say, or what both languages call it.
	samples := map[tools.ClauseCode]sample{}
	same := []tools.ClauseCode{tools.InWords, tools.AllOf, tools.ListOf, tools.AmountOneToken}
	for _, code := range codes {
		count, list := code.Places()
		if list {
			count += 2
		}
		args := append([]string{}, []string{"alpha", "beta", "gamma", "delta"}[:count]...)
		c := tools.Say(code, args...)
		german := spoken.German.Clause(c, "no sentence")
		for _, arg := range args {
			if !strings.Contains(german, arg) {
				t.Errorf("%s: %q does not name %q", code, german, arg)
			}
		}
		if german == "no sentence" || strings.ContainsAny(german, "{}") || german == c.String() && count+len(args) == 0 && !slices.Contains(same, code) {
			t.Errorf("%s: %q is %q", code, c.String(), german)
		}
		if got := spoken.English.Clause(c, c.String()); got != c.String() {
			t.Errorf("%s is %q in English", code, got)
		}
		samples[code] = sample{args, german}
	}
	written(t, filepath.Join("testing", "recorded", "clauses.json"), samples) // by which the page's own way to fill the places is held
}

func TestWhatIsSaid(t *testing.T) {
	walls := tools.Say(tools.WhyRunsProgram).With(tools.Say(tools.WhyUnwalled, "no Landlock"))
	tomorrow := tools.Say("of-tomorrow", "x")
	de, en := spoken.German, spoken.English
	for _, c := range []struct{ got, want string }{
		{de.Reason(tools.Because(walls, tools.Say(tools.InTurn, "sure?")), "x"), "es führt ein Programm aus, und dieser Rechner hält Programme nicht im Bereich (no Landlock); und sure?"},
		{en.Reason(tools.Because(walls), "the text"), "the text"},
		{de.Reason(tools.Because(walls, tomorrow), "the text"), "the text"},
		{de.Reason(nil, "the text"), "the text"},
		{de.Clause(tools.Say(tools.WhyOnlyReading).With(tomorrow), "the text"), "the text"},
		{de.Clause(tools.Clause{}, "the text"), "the text"},
		{de.Clause(tools.Say(tools.TitleRun, "npm test {0} %s"), "x"), "Ausführen: npm test {0} %s"},
		{de.Clause(tools.Say(tools.AmountTokens, "1,234,567.5"), "x"), "1.234.567,5 Tokens"},
		{de.Own("Deny"), "Ablehnen"}, {en.Own("Deny"), "Deny"}, {spoken.Tongue("").Own("Handrail: deny %s", "100%"), "Handrail: deny 100%"},
		{de.Own("Handrail: deny %s", "a%sb"), "Handrail: a%sb ablehnen"},
		{de.Refusal("it is required"), "es muss ausgefüllt werden"}, {en.Refusal("it is required"), "it is required"}, {de.Refusal("x"), "x"},
		{de.Effect(tools.EffectWrite), "schreiben"}, {de.Effect("of-tomorrow"), "of-tomorrow"}, {en.Effect(tools.EffectWrite), "write"},
		{de.Caller(tools.Caller{Kind: tools.CallerAgent, Name: "guide", CalledBy: "lead"}), "Der Agent „guide“ (aufgerufen von „lead“)"},
		{de.Caller(tools.Caller{Name: "guide"}), "Der Agent „guide“"},
		{de.Caller(tools.Caller{Kind: tools.CallerMCP, Name: "Claude", Token: "laptop"}), "Ein Programm mit dem Token „laptop“, das sich „Claude“ nennt,"},
		{de.Caller(tools.Caller{Kind: tools.CallerMCP, Name: `x“ nennt: „{1}"`}), "Ein Programm, das sich „x' nennt: '{1}'“ nennt,"},
		{de.Caller(tools.Caller{Kind: tools.CallerPerson}), "Sie"}, {en.Caller(tools.Caller{Kind: tools.CallerPerson}), "You"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// Every text of our own that a dialog or a notification shows has German with the same places, and no German is left over.
func TestEveryOwnTextIsGerman(t *testing.T) {
	shown := map[string]string{}
	root := filepath.Join("..", "..")
	for _, folder := range []string{".", "bridge", "window", "operator/pages"} {
		for text, at := range ownTexts(t, filepath.Join(root, folder)) {
			shown[text] = at
		}
	}
	if len(shown) < 100 {
		t.Errorf("only %d texts are found", len(shown))
	}
	verbs := regexp.MustCompile(`%[a-z]`)
	german := spoken.OwnTexts()
	for text, at := range shown {
		said, known := german[text]
		if !known {
			t.Errorf("%s: %q has no German", at, text)
			continue
		}
		if !slices.Equal(verbs.FindAllString(said, -1), verbs.FindAllString(text, -1)) {
			t.Errorf("%q has other places than %q", said, text)
		}
		if said == text && text != "OK" && text != "Text" {
			t.Errorf("%q is no German", said)
		}
		if strings.ContainsAny(said, "”\"!") || strings.Contains(said, "...") {
			t.Errorf("%q is not written as CONTRIBUTING.md has it", said)
		}
	}
	for text := range german {
		if shown[text] == "" {
			t.Errorf("%q is shown nowhere", text)
		}
	}
}

// What is read back of a refusal is still said somewhere, and its German has the same places.
func TestRefusalsAreSaid(t *testing.T) {
	said := map[string]bool{}
	root := filepath.Join("..", "..")
	for _, folder := range []string{"tools", "tools/builtin", "tools/command", "tools/web", "internal/confine", "pipeline", "operator/walls", "operator/skills", "operator/web", "operator"} {
		for _, text := range literals(t, filepath.Join(root, folder)) {
			said[text] = true
		}
	}
	places := regexp.MustCompile(`\{(\d)#?\}`)
	for format, german := range spoken.Refusals() {
		if !said[format] {
			t.Errorf("%q is said nowhere", format)
		}
		english := spoken.Places(format)
		for _, place := range places.FindAllString(german, -1) {
			if !strings.Contains(strings.NewReplacer("#}", "}", "q}", "}").Replace(english), place) {
				t.Errorf("%q has a place that %q does not have", german, english)
			}
		}
		if strings.ContainsAny(german, "”\"!%") || german == english {
			t.Errorf("%q is not written as CONTRIBUTING.md has it", german)
		}
	}
	if got := spoken.Places("%q has %d bytes (%.100s)%s"); got != "{0q} has {1#} bytes ({2}){3}" {
		t.Errorf("%q", got)
	}
}

// literals are all texts in the sources of a folder, or in those that have this name.
func literals(t *testing.T, folder string, name ...string) (out []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, append(name, "*.go")[0]))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				text, _ := strconv.Unquote(l.Value)
				out = append(out, text)
			}
			return true
		})
	}
	return out
}

// ownTexts are the first arguments of all calls of Own in a folder: literals, or constants of it.
func ownTexts(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var parsed []*ast.File
	constants := map[string]string{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
		ast.Inspect(f, func(n ast.Node) bool {
			if v, ok := n.(*ast.ValueSpec); ok && len(v.Names) == 1 && len(v.Values) == 1 {
				if l, ok := v.Values[0].(*ast.BasicLit); ok && l.Kind == token.STRING {
					constants[v.Names[0].Name], _ = strconv.Unquote(l.Value)
				}
			}
			return true
		})
	}
	out := map[string]string{}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if name, ok := call.Fun.(*ast.SelectorExpr); !ok || name.Sel.Name != "Own" || len(call.Args) == 0 {
				return true
			}
			text := ""
			switch arg := call.Args[0].(type) {
			case *ast.BasicLit:
				text, _ = strconv.Unquote(arg.Value)
			case *ast.Ident:
				text = constants[arg.Name]
			}
			at := set.Position(call.Pos()).String()
			if text == "" {
				t.Errorf("%s: what is said is neither a literal nor a constant of the package", at)
			}
			out[text] = at
			return true
		})
	}
	return out
}
