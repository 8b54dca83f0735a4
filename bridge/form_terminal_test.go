package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"handrail/tools"
)

// A form on a terminal: each line is an answer, what does not fit is asked again,
// and nothing goes before the person has said so.
func TestFormOnATerminal(t *testing.T) {
	form := tools.Form{
		Server: "notes", Message: "Who?\x1b[2J", Limit: 0,
		Schema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","maximum":3},"days":{"type":"array","items":{"type":"string","enum":["mo","tu"]}},"note":{"type":"string","default":"none"}},"required":["n"]}`),
	}
	fill := []string{"> ", "7\n", "Not yet: it may be at most 3", "", "> ", "2\n", "  2  tu", "", "> ", "1, 2\n", "Nothing written: none", "", "> ", "\n", "Send it to the server?", ""}
	for name, c := range map[string]struct {
		steps []string // what is expected, and what is typed then
		form  tools.Form
		want  string
	}{
		"sent":       {append(fill, "> ", "y\n"), form, `accept {"days":["mo","tu"],"n":2,"note":"none"}`},
		"not sent":   {append(fill, "> ", "\n"), form, "decline "},
		"declined":   {[]string{"> ", "!decline\n"}, form, "decline "},
		"cancelled":  {[]string{"> ", "!cancel\n"}, form, "cancel "},
		"a page":     {[]string{"https://example.com/x", "", "> ", "y\n"}, tools.Form{Server: "notes", URL: "https://example.com/x"}, "accept "},
		"not opened": {[]string{"> ", "n\n"}, tools.Form{Server: "notes", URL: "https://example.com/x"}, "decline "},
	} {
		t.Run(name, func(t *testing.T) {
			p := newTTY(t)
			former := &FormTerminal{Terminal: p.terminal, Open: func(_ context.Context, url string) error {
				if url != "https://example.com/x" {
					return errors.New("another page")
				}
				return nil
			}}
			type result struct {
				answer tools.FormAnswer
				err    error
			}
			done := make(chan result, 1)
			go func() {
				a, err := former.Fill(t.Context(), c.form)
				done <- result{a, err}
			}()
			if c.form.Message != "" {
				p.expect(t, "This is the server's question, not Handrail's.")
				p.expect(t, "Who?⟨U+001B⟩[2J")
			}
			for i := 0; i < len(c.steps); i += 2 {
				p.expect(t, c.steps[i])
				if c.steps[i+1] != "" {
					p.write(t, c.steps[i+1])
				}
			}
			got := <-done
			if text := string(got.answer.Action) + " " + string(got.answer.Content); got.err != nil || text != c.want {
				t.Errorf("got %q, %v, want %q", text, got.err, c.want)
			}
		})
	}
}
