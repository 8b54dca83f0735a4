//go:build unix && !darwin

package bridge

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode"

	"handrail/bridge/bridgetest"
	"handrail/tools"
	"handrail/tools/spoken"
)

// A germanQuestion is one in which all that is ours has a code, and what is not is a name.
func germanQuestion() tools.Question {
	always := tools.Say(tools.AlwaysSpace).With(tools.Say(tools.CoverExactly))
	because := tools.Because(tools.Say(tools.WhyRunsProgram).With(tools.Say(tools.WhyNoWalls)))
	deed := tools.Say(tools.DoesFolder, "./cache")
	p := tools.Preview{Detail: "rm -r ./cache\nls", Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/x"}}, Folder: "/home/ada/web"}.
		Titled(tools.Say(tools.TitleRun, "rm -r ./cache")).Asking(tools.Say(tools.AskHeaders, "a.example"))
	return tools.Question{
		ID: "1", Caller: tools.Caller{Kind: tools.CallerMCP, Name: "Ada"}, Tool: "bash", Space: "/home/ada/web2", Chat: "Ordnung", Machine: "laptop",
		Marked: []int{1}, Preview: p, Because: because, Reason: because.String(), Would: []string{deed.String()}, Deeds: []tools.Clause{deed},
		Came:   []tools.Passage{{From: tools.Origin{Kind: tools.FromServer, Name: "mail"}, When: time.Date(2026, 1, 2, 15, 4, 0, 0, time.Local), Parts: []tools.PassagePart{{Text: "./cache", Same: true}}}},
		Offers: []tools.Offer{{ID: "act/space", Label: always.String(), Says: always}},
	}
}

func germanDialogs(screen *bridgetest.Screen) *Dialogs {
	return New(Config{Env: screen.Env(), Language: func() string { return "de" }})
}

func TestAGermanSheet(t *testing.T) {
	s := newSheet(germanQuestion(), dialogColumns, spoken.German)
	got := s.heading + "\n" + strings.Join(s.about, "\n") + "\n" + lines(s.all())
	want := `Ein Programm, das sich „Ada“ nennt, möchte bash ausführen
„Ausführen: rm -r ./cache“
Auf Ihrem Rechner: laptop
Chat: „Ordnung“
Bereich: /home/ada/web2
Ordner: /home/ada/web
Grund der Frage: es führt ein Programm aus, und dieser Rechner hat keine Sandbox dafür; es
    sendet Header des Agenten an a.example (Zeile 1, unten mit ▶ markiert)
▶ rm -r ./cache
│ ls

Es würde
│ den Ordner ./cache löschen

Gelesen vom Server mail, 15:04:
│ ⟦./cache⟧
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	q := germanQuestion()
	q.Would, q.Deeds = nil, nil
	if got := effectList(q, spoken.German); got != "schreiben /x\n" {
		t.Errorf("%q", got)
	}
	q.Caller = tools.Caller{Kind: tools.CallerPerson}
	if got := newSheet(q, dialogColumns, spoken.German).heading; got != "Sie haben bash aufgerufen" {
		t.Errorf("%q", got)
	}
	q.Marked = nil
	q.During, q.Preview = true, q.Preview.Titled(tools.Say(tools.AskReach, "mail").With(tools.Words("smtp.example.com")))
	q.Preview.Detail, q.Preview.Wording = "The server mail wants", tools.Say(tools.TextGit, "core.pager")
	s = newSheet(q, dialogColumns, spoken.German)
	if s.heading != "Darf sich der Server mail mit smtp.example.com verbinden?" || s.about[0] != "Sie haben bash aufgerufen" || !strings.HasPrefix(lines(s.detail), "│ Ein Programm dieses Aufrufs hat eingestellt") {
		t.Errorf("%+v", s)
	}
	if got := title(q, spoken.German); got != "Handrail: eine Frage, während bash läuft — Ordnung — web2" {
		t.Errorf("%q", got)
	}
	text, whole := Plain(germanQuestion()) // what another program shows is English
	if !whole || !strings.Contains(text, "asks to run bash") {
		t.Errorf("%q", text)
	}
}

// A dialog is German with all that its buttons lead to, and what is pressed there counts.
func TestAGermanDialog(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: germanDialogs(screen)}
	a := ask(t.Context(), confirmer, germanQuestion())
	screen.Window("Handrail: bash ausführen?")
	screen.Picture(filepath.Join(t.ArtifactDir(), "question.png"))
	screen.Press("Tab", "Tab", "Tab", "Return")
	screen.Window("Handrail: immer erlauben?")
	screen.Picture(filepath.Join(t.ArtifactDir(), "always.png"))
	screen.Press("Down", "Return")
	a.wait(screen)
	if a.err != nil || a.answer.Verdict != tools.RunOnce || a.answer.Offer != "act/space" {
		t.Errorf("%+v, %v", a.answer, a.err)
	}
	a = ask(t.Context(), confirmer, germanQuestion())
	screen.Window("Handrail: bash ausführen?")
	screen.Press("shift+Tab", "Return")
	screen.Window("Handrail: bash ablehnen")
	screen.Type("nein")
	screen.Press("Return")
	a.wait(screen)
	if a.err != nil || a.answer.Verdict != tools.Deny || a.answer.Reason != "nein" {
		t.Errorf("%+v, %v", a.answer, a.err)
	}
	q := germanQuestion()
	q.Yes = tools.Say(tools.YesKeep).String()
	a = ask(t.Context(), confirmer, q)
	screen.Window("Handrail: bash ausführen?")
	screen.Press("Tab", "Return")
	if got := a.verdict(t, screen); got != tools.RunOnce {
		t.Errorf("its own yes: %s", got)
	}
}

// What the person answers to an agent's question is what the agent reads, in its language.
func TestAGermanAnswerIsReadInEnglish(t *testing.T) {
	screen := bridgetest.Start(t)
	source, err := NewSource(SourceConfig{Dialogs: germanDialogs(screen), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		keys []string
		want string
	}{{[]string{"Return"}, `{"answer":"No"}`}, {[]string{"Tab", "Return"}, `{"answer":"Yes"}`}, {[]string{"Escape"}, `{"cancelled":true,"reason":"the person gave no answer"}`}} {
		screen := screen.With(t)
		done := run(t, source, architect(""), "ask_question", `{"title":"Weiter","message":"Weiter?"}`)
		screen.Window("Der Agent „architect“ fragt: Weiter")
		screen.Picture(t.ArtifactDir() + "/agent.png")
		screen.Press(test.keys...)
		if got := content(t, screen, done); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	screen = screen.With(t)
	done := run(t, source, architect(t.TempDir()), "show_file_picker", `{"title":"Berichte","directory":true,"change":true}`)
	screen.Window("Der Agent „architect“ bittet um einen Ordner zum Lesen und Ändern in diesem Chat: Berichte")
	screen.Picture(t.ArtifactDir() + "/picker.png")
	screen.Press("Escape")
	if got := content(t, screen, done); !strings.Contains(got, "the person chose nothing") {
		t.Errorf("%s", got)
	}
}

func TestGermanNotifications(t *testing.T) {
	q, de := germanQuestion(), spoken.German
	if got := announcement(q, de); got != "Ein Programm, das sich „Ada“ nennt, möchte bash ausführen.\nSehen Sie es in Handrail an: Es läuft erst, wenn Sie antworten." {
		t.Errorf("%q", got)
	}
	q.Caller = tools.Caller{Kind: tools.CallerPerson}
	if got := announcement(q, de); !strings.HasPrefix(got, "Ein Aufruf von bash wartet auf Ihre Antwort.") {
		t.Errorf("%q", got)
	}
	if got := formAnnouncement(tools.Form{Server: "mail", Tool: "mail__send"}, de); !strings.HasPrefix(got, "Der Server „mail“ fragt Sie etwas, während mail__send läuft.") {
		t.Errorf("%q", got)
	}
	if got := signature(tools.Caller{Name: "guide"}, de); got != "Der Agent „guide“ sagt das über Handrail." {
		t.Errorf("%q", got)
	}
}

// No dialog has a text of our own that is said in English whoever reads it: where a dialog is made, every literal with
// letters goes through Tongue.Own.
func TestNoDialogHasEnglishOfItsOwn(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	set, made := token.NewFileSet(), 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			l, ok := n.(*ast.CompositeLit)
			if !ok || !isDialog(l.Type) {
				return true
			}
			made++
			ast.Inspect(l, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr:
					return !strings.HasSuffix(name(n.Fun), "Own")
				case *ast.BasicLit:
					if n.Kind == token.STRING && strings.ContainsFunc(strings.ReplaceAll(n.Value, `\n`, ""), unicode.IsLetter) {
						t.Errorf("%s: %s is said in English only", set.Position(n.Pos()), n.Value)
					}
				case *ast.Ident:
					if strings.HasPrefix(n.Name, "button") || n.Name == "lineSkip" || n.Name == "itWould" || n.Name == "wanted" {
						t.Errorf("%s: %s is said in English only", set.Position(n.Pos()), n.Name)
					}
				}
				return true
			})
			return false
		})
	}
	if made < 15 {
		t.Errorf("only %d dialogs are found", made)
	}
}

// isDialog reports whether a type is that of a dialog or a part of one.
func isDialog(typ ast.Expr) bool {
	if list, ok := typ.(*ast.ArrayType); ok {
		typ = list.Elt
	}
	switch name(typ) {
	case "question", "choice", "entry", "notice", "block", "Card", "Button":
		return true
	}
	return false
}

// name is the last part of a name.
func name(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.Ident:
		return of.Name
	case *ast.SelectorExpr:
		return of.Sel.Name
	}
	return ""
}
