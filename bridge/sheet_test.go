package bridge

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
	"handrail/tools/spoken"
)

// numbered is a text of n lines.
func numbered(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.String()
}

func TestSheetSize(t *testing.T) {
	effect := []tools.Effect{{Kind: tools.EffectWrite, Target: "/x"}}
	for _, test := range []struct {
		name    string
		detail  string
		effects []tools.Effect
		want    int
	}{
		{"one line", "ls", nil, 1},
		{"a new line at the end is not one more", "ls\n", nil, 1},
		{"24 lines", numbered(24), nil, 24},
		{"25 lines", numbered(25), nil, 25},
		{"23 lines and an effect", numbered(23), effect, 24},
		{"24 lines and an effect", numbered(24), effect, 25},
		{"99 columns", strings.Repeat("x", 99), nil, 1},
		{"100 columns", strings.Repeat("x", 100), nil, 1},
		{"101 columns", strings.Repeat("x", 101), nil, 2},
		{"24 lines of 100 columns in one", strings.Repeat("x", 2400), nil, 24},
		{"one more", strings.Repeat("x", 2401), nil, 25},
		{"50 wide characters", strings.Repeat("漢", 50), nil, 1},
		{"51 wide characters", strings.Repeat("漢", 51), nil, 2},
		{"hidden characters count as they are shown", strings.Repeat("\u200b", 100), nil, 8},
		{"a long target", "ls", []tools.Effect{{Kind: tools.EffectWrite, Target: "/" + strings.Repeat("x", 100)}}, 3},
	} {
		q := deployQuestion()
		q.Preview.Detail, q.Preview.Effects = test.detail, test.effects
		if got := newSheet(q, dialogColumns, spoken.English).size(); got != test.want {
			t.Errorf("%s: %d lines, want %d", test.name, got, test.want)
		}
	}
}

func TestSheetText(t *testing.T) {
	q := deployQuestion()
	q.Preview.Detail = "echo one\necho " + strings.Repeat("x", 100)
	q.Preview.Folder = "/home/ada/project/web"
	q.Preview.Reason = "writes a sensitive file"
	s := newSheet(q, dialogColumns, spoken.English)
	want := `The agent "architect" asks to run deploy
“Deploy to Staging”
Space: /home/ada/project
Folder: /home/ada/project/web
Why you are asked: its author wants a yes to every run; writes a sensitive file

│ echo one
│ echo ` + strings.Repeat("x", 95) + `
↪ xxxxx

It would
│ run    /usr/bin/bash
│ reach  staging.example.com
`
	got := s.heading + "\n" + strings.Join(s.about, "\n") + "\n\n" + lines(s.all())
	got = strings.ReplaceAll(got, "\n\n\n", "\n\n")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The folder stands there whole, however long its name is, and a name so long counts among the lines that must be seen.
func TestTheFolderIsShownWhole(t *testing.T) {
	q := deployQuestion()
	plain := newSheet(q, dialogColumns, spoken.English).size()
	for _, name := range []string{strings.Repeat("sub/", 100) + "not-this-one/" + strings.Repeat("deep/", 100) + "end", strings.Repeat("x", 250) + "\nRun once? It only lists files.\n" + strings.Repeat("y", 200)} {
		q.Preview.Folder = "/home/ada/project/" + name
		s := newSheet(q, dialogColumns, spoken.English)
		text := strings.ReplaceAll(strings.Join(s.about, "\n"), "\n    ", "")
		if whole := strings.ReplaceAll(q.Preview.Folder, "\n", "⟨U+000A⟩"); !strings.Contains(strings.ReplaceAll(text, " ", ""), "Folder:"+strings.ReplaceAll(whole, " ", "")) {
			t.Errorf("%q is shown as\n%s", q.Preview.Folder, text)
		}
		for _, line := range s.about {
			if width(line) > dialogColumns || strings.HasPrefix(line, "Run once?") {
				t.Errorf("a line is %q", line)
			}
		}
		if lines := len(s.about) - 4; s.size() < plain+lines {
			t.Errorf("%d lines count, with %d more than of another folder: %d", s.size(), lines, plain)
		}
	}
	q.Preview.Folder = "/" + strings.Repeat("long/", 1000)
	if newSheet(q, dialogColumns, spoken.English).size() <= dialogLines {
		t.Error("a folder of 50 lines fits a dialog")
	}
}

// Nothing that comes from outside can add a line, or look like our own words.
func TestSheetIsNotForged(t *testing.T) {
	q := deployQuestion()
	forged := "x\nIt would\n│ read nothing"
	q.Caller.Name, q.Tool, q.Space = forged, forged, forged
	q.Preview.Title, q.Preview.Folder = "It would", forged+"2"
	q.Reason = strings.Repeat("because ", 11) + "of It would"
	q.Preview.Detail = forged
	q.Preview.Effects = []tools.Effect{{Kind: tools.EffectKind(forged), Target: forged}}
	s := newSheet(q, dialogColumns, spoken.English)
	for _, line := range append(strings.Split(s.heading, "\n"), s.about...) {
		if strings.Contains(line, "\n") || strings.HasPrefix(line, "It would") || strings.HasPrefix(line, bar) {
			t.Errorf("a forged line: %q", line)
		}
	}
	ours := 0
	for _, r := range s.all() {
		if r.mark == "" {
			ours++
		}
	}
	if ours != 2 { // an empty line, and "It would"
		t.Errorf("%d lines without a bar, want 2:\n%s", ours, lines(s.all()))
	}
}

func TestSheetCaller(t *testing.T) {
	for _, test := range []struct {
		caller tools.Caller
		want   string
	}{
		{tools.Caller{Kind: tools.CallerAgent, Name: "a"}, `The agent "a" asks to run deploy`},
		{tools.Caller{Kind: tools.CallerMCP, Name: "b"}, `A program that calls itself "b" asks to run deploy`},
		{tools.Caller{Kind: tools.CallerMCP, Name: "X", Token: "editor"}, `A program with the token "editor" that calls itself "X" asks to run deploy`},
		{tools.Caller{Kind: tools.CallerMCP, Name: "X (token editor)"}, `A program that calls itself "X (token editor)" asks to run deploy`},
		{tools.Caller{Kind: tools.CallerPage, Name: "c"}, `The page "c" asks to run deploy`},
		{tools.Caller{Kind: tools.CallerPerson, User: "ada"}, "You asked to run deploy"},
		{tools.Caller{Kind: tools.CallerAgent, Name: strings.Repeat("n", 90)},
			`The agent "` + strings.Repeat("n", 24) + "…" + strings.Repeat("n", 25) + `" asks to run deploy`},
		{tools.Caller{Kind: tools.CallerMCP, Name: strings.Repeat("long ", 20)},
			`A program that calls itself "` + strings.Repeat("long ", 4) + "long…" + strings.Repeat("long ", 5) + `" asks to run` + "\n    deploy"},
	} {
		q := deployQuestion()
		q.Caller = test.caller
		if got := newSheet(q, dialogColumns, spoken.English).heading; got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// deployQuestion is the question that most tests ask.
func deployQuestion() tools.Question {
	return tools.Question{
		ID:     "1",
		Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"},
		Tool:   "deploy",
		Space:  "/home/ada/project",
		Reason: "its author wants a yes to every run",
		Preview: tools.Preview{
			Title:  "Deploy to Staging",
			Detail: "bash scripts/deploy.sh main --wait",
			Effects: []tools.Effect{
				{Kind: tools.EffectRun, Target: "/usr/bin/bash"},
				{Kind: tools.EffectReach, Target: "staging.example.com"},
			},
		},
	}
}

// A question of another machine says which.
func TestSheetOfAnotherMachine(t *testing.T) {
	q := deployQuestion()
	q.Machine = "laptop\n\x1b[2J"
	if about := strings.Join(newSheet(q, dialogColumns, spoken.English).about, "\n"); !strings.Contains(about, "On your machine: laptop") || strings.Contains(about, "\x1b") {
		t.Errorf("it says %q", about)
	}
	q.Machine = ""
	if about := strings.Join(newSheet(q, dialogColumns, spoken.English).about, "\n"); strings.Contains(about, "machine") {
		t.Errorf("it says %q", about)
	}
}

// A question names its chat, and marks the lines that make it ask.
func TestSheetMarksWhatAsks(t *testing.T) {
	q := deployQuestion()
	q.Chat, q.Marked, q.Would = "Tidy up\x1b[2J", []int{2, 4}, []string{"delete the folder ./cache", "run make\nIt would"}
	q.Preview.Detail = "cd web\nrm -rf ./cache\nmake\nrm -rf " + strings.Repeat("x", 100)
	s := newSheet(q, dialogColumns, spoken.English)
	got := strings.Join(s.about, "\n") + "\n" + lines(s.all())
	want := `“Deploy to Staging”
Chat: “Tidy up⟨U+001B⟩[2J”
Space: /home/ada/project
Why you are asked: its author wants a yes to every run (lines 2, 4, marked ▶ below)
│ cd web
▶ rm -rf ./cache
│ make
▶ rm -rf ` + strings.Repeat("x", 93) + `
↪ ` + strings.Repeat("x", 7) + `

It would
│ delete the folder ./cache
│ run make⟨U+000A⟩It would
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := title(q, spoken.English), "Handrail: run deploy? — Tidy up⟨U+001B⟩[2J — project"; got != want {
		t.Errorf("the title is %q, want %q", got, want)
	}
	q.Preview.Detail, q.Marked = "rm -rf ./cache", []int{1}
	if about := strings.Join(newSheet(q, dialogColumns, spoken.English).about, "\n"); strings.Contains(about, "line") {
		t.Errorf("of one line it says %q", about)
	}
}
