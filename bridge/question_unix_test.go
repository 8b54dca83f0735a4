//go:build unix && !darwin

package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"handrail/bridge/bridgetest"
	"handrail/tools"
)

// architect calls a tool as an agent does.
func architect(space string) tools.Call {
	return tools.Call{Space: space, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "architect"}}
}

func TestAskQuestion(t *testing.T) {
	screen := bridgetest.Start(t)
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	const list = `{"title":"Which <b>one</b>?","message":"%s & <i>this</i> \\n","options":["-x <b>first</b>","sec|ond %d","third\u202e\n"]}`
	const yesNo = `{"title":"Go on?","message":"All of it."}`
	for _, test := range []struct {
		name, input, want string
		keys              []string
	}{
		{"an option that looks like markup and a flag", list, `{"answer":"-x \u003cb\u003efirst\u003c/b\u003e"}`, []string{"Down", "Return"}},
		{"an option with a separator", list, `{"answer":"sec|ond %d"}`, []string{"Down", "Down", "Return"}},
		{"an option with what is not seen", list, `{"answer":"third` + "\u202e" + `\n"}`, []string{"Down", "Down", "Down", "Return"}},
		{"nothing picked", list, `{"cancelled":true,"reason":"the person gave no answer"}`, []string{"Escape"}},
		{"the list is closed", list, `{"cancelled":true,"reason":"the person gave no answer"}`, []string{"alt+F4"}},
		{"yes", yesNo, `{"answer":"Yes"}`, []string{"Tab", "Return"}},
		{"no has the keyboard", yesNo, `{"answer":"No"}`, []string{"Return"}},
		{"closed", yesNo, `{"cancelled":true,"reason":"the person gave no answer"}`, []string{"Escape"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			done := run(t, source, architect(""), "ask_question", test.input)
			screen.Window(`The agent "architect" asks: `)
			screen.Picture(t.ArtifactDir() + "/question.png")
			screen.Press(test.keys...)
			if got := content(t, screen, done); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// What an agent writes stands in the dialog as it was written, with who asks in our words.
func TestQuestionTextIsLiteral(t *testing.T) {
	screen := bridgetest.Start(t)
	bus := screen.StartBus()
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	title := strings.Repeat("<b>%s</b>", 22) // 198 bytes: cut with a mark
	done := run(t, source, architect(""), "ask_question", `{"title":"`+title+`","message":"<b>Bold</b> & %s %n \\n \u202e","options":["_a & <i>b</i>","c"]}`)
	screen.Window(`The agent "architect" asks: <b>%s</b><b>`)
	screen.Picture(t.ArtifactDir() + "/question.png")
	text := strings.Join(bus.Texts("zenity"), "\n")
	for _, want := range []string{"<b>Bold</b> & %s %n \\n ⟨U+202E⟩\n", `The agent "architect" says this, through Handrail.`, "…"} {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog does not show %q; it shows\n%s", want, text)
		}
	}
	screen.Press("Escape")
	content(t, screen, done)
}

// A dialog that is taken back is gone from the screen.
func TestQuestionIsTakenBack(t *testing.T) {
	screen := bridgetest.Start(t)
	source, err := NewSource(SourceConfig{Dialogs: New(Config{Env: screen.Env()}), Grant: noGrant, Within: nowhere, Secrets: noSecrets{}})
	if err != nil {
		t.Fatal(err)
	}
	act, err := prepare(t, source, architect(""), "ask_question", `{"title":"Go on?","message":"m","options":["a"]}`)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		_, err := act.Run(ctx, tools.Discard{})
		done <- err
	}()
	screen.Window("Go on?")
	cancel()
	var withdrawn *tools.Error
	if err := <-done; !errors.As(err, &withdrawn) || withdrawn.Code != tools.Cancelled {
		t.Errorf("got %v, want %s", err, tools.Cancelled)
	}
	if screen.Windows("Go on?") != 0 {
		t.Error("the dialog is still open")
	}
}

// What nobody answers in ten minutes is a result; a dialog that hangs ends with its limit.
func TestQuestionThatNobodyAnswers(t *testing.T) {
	got, err := answered("", fmt.Errorf("picker: %w", errLate))
	if want := (Answered{Cancelled: true, Reason: "nobody answered within 10 min"}); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestOptionLines(t *testing.T) {
	long := strings.Repeat("x", 100)
	got, err := optionLines([]string{long + "a" + long, long + "b" + long})
	if err != nil || len(got) != 2 || got[0] == got[1] || !strings.Contains(got[0], "…") || width(got[1]) > messageColumns {
		t.Errorf("got %q, %v: want two lines that differ, cut with a mark", got, err)
	}
	ten := make([]string, mostOptions)
	for i := range ten {
		ten[i] = fmt.Sprint("option ", i)
	}
	if _, err := optionLines(ten); err != nil {
		t.Errorf("%d options: %v", mostOptions, err)
	}
	for name, options := range map[string][]string{"too many": append([]string{"one more"}, ten...), "empty": {" "}, "the same": {"a", "a"}} {
		if _, err := optionLines(options); tools.AsError(err).Code != tools.InvalidArgs {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A title of 10,000 characters is refused before anything is shown.
func TestTitleThatIsFarTooLong(t *testing.T) {
	s := headless(t)
	for _, tool := range s.tools {
		in := map[string]string{"title": strings.Repeat("<b>%s\u202e", 2000), "message": "m"}
		raw, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tool.Info().Input.Check(raw); err == nil {
			t.Errorf("%s takes a title of %d bytes", tool.Info().Name, len(in["title"]))
		}
	}
}
