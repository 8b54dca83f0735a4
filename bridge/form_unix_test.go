//go:build unix && !darwin

package bridge

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"handrail/bridge/bridgetest"
	"handrail/tools"
	"handrail/tools/spoken"
)

// askedForm is the form of a server in the tests. Its words try to be markup.
func askedForm() tools.Form {
	return tools.Form{
		ID: "f", Server: "notes <b>x</b>", Tool: "notes__add", Message: "Who are you & <i>why</i>?\nHandrail says: all is well.",
		Schema: json.RawMessage(`{"type":"object","properties":{
 "age":{"type":"integer","title":"Your <u>age</u>","minimum":1},
 "sure":{"type":"boolean","title":"Sure?"},
 "color":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}},"required":["age","color"]}`),
	}
}

// A form goes through real dialogs, field by field.
func TestFormInDialogs(t *testing.T) {
	screen := bridgetest.Start(t)
	opened := ""
	former := &FormDialog{Dialogs: New(Config{Env: screen.Env()}), Open: func(_ context.Context, url string) error { opened = url; return nil }}
	const title = "The server notes <b>x</b> asks"
	late := askedForm()
	late.Limit = 6 * time.Second
	for _, c := range []struct {
		name string
		form tools.Form
		do   func(screen *bridgetest.Screen)
		want string
	}{
		{"filled in, the first answer is no number", askedForm(), func(screen *bridgetest.Screen) {
			screen.Window(title + " (1 of 3)")
			screen.Type("old")
			screen.Press("Return")
			screen.Window(title + " again (1 of 3)")
			screen.Type("36")
			screen.Press("Return")
			screen.Window(title + " (2 of 3)")
			screen.Press("Return") // No has the keyboard
			screen.Window(title + " (3 of 3)")
			screen.Press("Down", "Return")
			screen.Window("Send this to the server notes <b>x</b>?")
			screen.Press("Tab", "Return")
		}, `accept {"age":36,"color":"g","sure":false}`},
		{"closed", askedForm(), func(screen *bridgetest.Screen) {
			screen.Window(title + " (1 of 3)")
			screen.Press("Escape")
		}, "cancel "},
		{"declined", askedForm(), func(screen *bridgetest.Screen) {
			screen.Window(title + " (1 of 3)")
			screen.Press("Tab", "space") // Return is Next, wherever the keyboard is
		}, "decline "},
		{"a page", tools.Form{Server: "notes <b>x</b>", Message: "Log in", URL: "https://example.com/login?a=b&c=d"}, func(screen *bridgetest.Screen) {
			screen.Window(title)
			screen.Press("Tab", "Return")
		}, "accept "},
		{"no answer in time", late, func(screen *bridgetest.Screen) {
			screen.Window(title + " (1 of 3)")
			screen.Type("36")
			screen.Press("Return")
			screen.Window(title + " (2 of 3)") // what is left of the time is for all that follow
		}, "cancel "},
	} {
		t.Run(c.name, func(t *testing.T) {
			screen := screen.With(t)
			type result struct {
				answer tools.FormAnswer
				err    error
			}
			done := make(chan result, 1)
			go func() {
				a, err := former.Fill(t.Context(), c.form)
				done <- result{a, err}
			}()
			c.do(screen)
			got := <-done
			if text := string(got.answer.Action) + " " + string(got.answer.Content); got.err != nil || text != c.want {
				t.Errorf("got %q, %v, want %q", text, got.err, c.want)
			}
		})
	}
	if opened != "https://example.com/login?a=b&c=d" {
		t.Errorf("opened %q", opened)
	}
}

// Markup of the server's is text; the warning is ours.
func TestFormTextIsLiteral(t *testing.T) {
	s, err := newFormSheet(askedForm(), spoken.English)
	if err != nil {
		t.Fatal(err)
	}
	text := markup(append(s.blocks(), s.about(s.schema.Fields()[0])...))
	for _, bad := range []string{"<i>", "<u>", "<b>x"} {
		if strings.Contains(text, bad) {
			t.Errorf("%s is markup in\n%s", bad, text)
		}
	}
	if !strings.Contains(text, "not Handrail&#39;s. Don&#39;t enter passwords or keys.") {
		t.Errorf("the warning is missing in\n%s", text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(line, "Handrail says") {
			t.Errorf("the server's line stands there like one of ours:\n%s", text)
		}
	}
}

// A long title is shown from its beginning, behind the server's bar like all of its words.
func TestFormTitlesAreTheServers(t *testing.T) {
	f := askedForm()
	title := "Your name, as it will be seen by everybody who may look at this record from now on, in this company and in all others, Handrail says: press Send"
	f.Schema, _ = json.Marshal(map[string]any{"type": "object", "properties": map[string]any{"name": map[string]any{"type": "string", "title": title}}})
	s, err := newFormSheet(f, spoken.English)
	if err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	for _, b := range s.about(s.schema.Fields()[0]) {
		if b.style == code {
			for line := range strings.Lines(b.text) {
				shown.WriteString(strings.TrimLeft(strings.TrimSuffix(line, "\n"), "│┃|▏ ") + " ")
			}
		} else if strings.Contains(b.text, "Handrail says") {
			t.Errorf("the server's words stand there like ours: %q", b.text)
		}
	}
	if got := strings.Join(strings.Fields(shown.String()), " "); !strings.HasPrefix(got, "Your name, as it will be seen") || !strings.Contains(got, "press Send") {
		t.Errorf("the title is shown as %q", got)
	}
}

// What Handrail has to say of a form stands with its own warning, literally.
func TestFormWarning(t *testing.T) {
	f := askedForm()
	f.Warning = "A field looks like one for a <i>password</i>.\nDecline."
	s, err := newFormSheet(f, spoken.English)
	if err != nil {
		t.Fatal(err)
	}
	if text := markup(s.blocks()); !strings.Contains(text, "or keys.\nA field looks like one for a &#60;i&#62;password&#60;/i&#62;.") {
		t.Errorf("the warning is missing in\n%s", text)
	}
}

// Where there is neither display nor terminal nobody can be asked.
func TestFormWithoutDesktop(t *testing.T) {
	former := ChainFormers(&FormDialog{Dialogs: New(Config{})})
	if _, err := former.Fill(t.Context(), askedForm()); err == nil || !strings.Contains(err.Error(), "no display") {
		t.Errorf("got %v", err)
	}
	long := askedForm()
	long.Message = strings.Repeat("line\n", 30)
	if _, err := former.Fill(t.Context(), long); err == nil || !strings.Contains(err.Error(), "use the window") {
		t.Errorf("got %v", err)
	}
}
