package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"handrail/internal/terminal"
	"handrail/tools"
	"handrail/tools/spoken"
)

// What can be typed instead of a value.
const (
	typedDecline = "!decline"
	typedCancel  = "!cancel"
)

// A FormTerminal shows a server's form on a terminal. It implements tools.Former.
type FormTerminal struct {
	Terminal *Terminal
	Open     func(ctx context.Context, url string) error // shows a page in the browser
}

// Fill implements tools.Former.
func (t *FormTerminal) Fill(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	s, err := newFormSheet(f, spoken.English)
	if err != nil {
		return tools.FormAnswer{}, err
	}
	release, err := t.Terminal.acquire(ctx)
	if err != nil {
		return tools.FormAnswer{}, err
	}
	defer release()
	limit := f.Limit
	if limit <= 0 {
		limit = tools.AnswerLimit
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	answer, err := t.converse(within, s)
	switch {
	case ctx.Err() != nil:
		t.Terminal.say("\nWithdrawn.\n")
		return tools.FormAnswer{}, ctx.Err()
	case errors.Is(err, errDeclined):
		t.Terminal.say("Declined.\n")
		return tools.FormAnswer{Action: tools.Decline}, nil
	case errors.Is(err, errClosed), errors.Is(err, io.EOF), errors.Is(err, context.DeadlineExceeded):
		t.Terminal.say("\nNothing is sent.\n")
		return tools.FormAnswer{Action: tools.Cancel}, nil
	case err != nil:
		return tools.FormAnswer{}, fmt.Errorf("the terminal cannot be asked: %w", err)
	}
	return answer, nil
}

func (t *FormTerminal) converse(ctx context.Context, s formSheet) (tools.FormAnswer, error) {
	who, warning := s.heading()
	t.Terminal.say("\n%s\n%s\n%s", who, warning, lines(s.message))
	if s.form.URL != "" {
		return t.page(ctx, s)
	}
	t.Terminal.say("%s declines, %s closes it.\n", typedDecline, typedCancel)
	content := map[string]json.RawMessage{}
	for _, f := range s.schema.Fields() {
		value, err := t.field(ctx, s, f)
		if err != nil {
			return tools.FormAnswer{}, err
		}
		if value != nil {
			content[f.Name] = value
		}
	}
	t.Terminal.say("\nYou have filled in:\n%s", lines(rows(s.filled(content), dialogColumns)))
	if err := t.sure(ctx, "Send it to the server"); err != nil {
		return tools.FormAnswer{}, err
	}
	raw, err := json.Marshal(content)
	return tools.FormAnswer{Action: tools.Accept, Content: raw}, err
}

// field asks for one field until the answer fits.
func (t *FormTerminal) field(ctx context.Context, s formSheet, f tools.FormField) (json.RawMessage, error) {
	t.Terminal.say("\n%s\n%s%s\n", wanted, lines(s.words(f)), s.rule(f))
	if f.Kind == tools.FieldChoice && len(f.Options) <= mostLines {
		for i, name := range optionNames(f, spoken.English) {
			t.Terminal.say("%3d  %s\n", i+1, name)
		}
	}
	for {
		text, err := t.line(ctx)
		if err != nil {
			return nil, err
		}
		if text == "" && f.Default != nil {
			return f.Default, nil
		}
		value, err := f.FromText(text)
		if err == nil {
			return value, nil
		}
		t.Terminal.say("Not yet: %s\n", oneLine(err.Error(), dialogColumns))
	}
}

// page shows a URL whole and opens it with a typed y.
func (t *FormTerminal) page(ctx context.Context, s formSheet) (tools.FormAnswer, error) {
	t.Terminal.say("It asks you to open this page:\n%s", lines(rows(terminal.Visible(s.form.URL), dialogColumns)))
	if err := t.sure(ctx, "Open it in your browser"); err != nil {
		return tools.FormAnswer{}, err
	}
	if err := t.Open(ctx, s.form.URL); err != nil {
		return tools.FormAnswer{}, err
	}
	return tools.FormAnswer{Action: tools.Accept}, nil
}

// sure asks for a typed y. Anything else declines.
func (t *FormTerminal) sure(ctx context.Context, what string) error {
	t.Terminal.say("%s? y: yes, N: decline ", what)
	text, err := t.line(ctx)
	if word := strings.ToLower(text); err == nil && word != "y" && word != "yes" {
		err = errDeclined
	}
	return err
}

// line reads one line.
func (t *FormTerminal) line(ctx context.Context) (string, error) {
	for {
		t.Terminal.say("> ")
		line, err := t.Terminal.keys.line(ctx)
		if errors.Is(err, errStale) {
			t.Terminal.say("(typed before the question was here; please answer again)\n")
			continue
		}
		if err != nil {
			return "", err
		}
		switch text := strings.TrimSpace(line); text {
		case typedDecline:
			return "", errDeclined
		case typedCancel:
			return "", errClosed
		default:
			return text, nil
		}
	}
}
