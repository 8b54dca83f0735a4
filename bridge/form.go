package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"handrail/bridge/opener"
	"handrail/internal/terminal"
	"handrail/tools"
)

// The buttons of a form's dialogs.
const (
	buttonSend    = "Send"
	buttonNext    = "Next"
	buttonDecline = "Decline"
	buttonYes     = "Yes"
	buttonNo      = "No"
)

// lineSkip stands in a list for no choice at all.
const lineSkip = "(leave it open)"

// mostLines is how many choices a dialog lists.
const mostLines = 40

// A FormDialog shows a server's form by native dialogs, one field at a time. It
// implements tools.Former. Each dialog names the server, and its words stand
// there literally. Closing one, or letting the limit pass, is "cancel"
// (docs/spec/08-mcp.md).
type FormDialog struct {
	Dialogs *Dialogs
	Open    func(ctx context.Context, url string) error // shows a page in the browser
}

// Fill implements tools.Former. What a dialog cannot show whole is an error: it
// belongs into the window.
func (d *FormDialog) Fill(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	limit := f.Limit
	if limit <= 0 {
		limit = tools.AnswerLimit
	}
	s, err := newFormSheet(f, d.Dialogs.tongue())
	if err != nil {
		return tools.FormAnswer{}, err
	}
	if n := len(s.message); n > dialogLines {
		return tools.FormAnswer{}, fmt.Errorf("what the server %q says has %d lines, more than the %d a dialog can show: use the window", f.Server, n, dialogLines)
	}
	release, err := d.Dialogs.acquire(ctx)
	if err != nil {
		return tools.FormAnswer{}, err
	}
	defer release()
	r := formRun{d: d, s: s, end: time.Now().Add(limit)}
	answer, err := r.fill(ctx)
	switch {
	case errors.Is(err, errDeclined):
		return tools.FormAnswer{Action: tools.Decline}, nil
	case errors.Is(err, errClosed), errors.Is(err, errLate):
		return tools.FormAnswer{Action: tools.Cancel}, nil
	}
	return answer, err
}

// errDeclined says that the person does not want to tell the server.
var errDeclined = errors.New("the person declined")

// A formRun is one form on its way through its dialogs.
type formRun struct {
	d   *FormDialog
	s   formSheet
	end time.Time
}

// left is what is left of the limit.
func (r *formRun) left() (time.Duration, error) {
	if left := time.Until(r.end); left > 0 {
		return left, nil
	}
	return 0, errLate
}

func (r *formRun) fill(ctx context.Context) (tools.FormAnswer, error) {
	if r.s.form.URL != "" {
		return r.page(ctx)
	}
	content := map[string]json.RawMessage{}
	fields := r.s.schema.Fields()
	for i, f := range fields {
		value, err := r.field(ctx, i, f)
		if err != nil {
			return tools.FormAnswer{}, err
		}
		if value != nil {
			content[f.Name] = value
		}
	}
	if len(fields) != 1 { // with one field its own button has sent it
		if err := r.send(ctx, content); err != nil {
			return tools.FormAnswer{}, err
		}
	}
	raw, err := json.Marshal(content)
	return tools.FormAnswer{Action: tools.Accept, Content: raw}, err
}

// page asks whether a page may be opened, whole URL in sight.
func (r *formRun) page(ctx context.Context) (tools.FormAnswer, error) {
	u, err := url.Parse(r.s.form.URL)
	if err != nil {
		return tools.FormAnswer{}, errors.New("the page of the form has no sound URL")
	}
	yes := r.s.in.Own("Open %s", oneLine(u.Host, 60))
	blocks := append(r.s.blocks(), block{plain, r.s.in.Own("It asks you to open this page of %s:", oneLine(u.Host, 80))}, block{code, lines(rows(terminal.Visible(r.s.form.URL), dialogColumns))})
	pressed, err := r.ask(ctx, question{title: r.s.title(""), blocks: trimmed(blocks), yes: yes, no: r.s.in.Own(buttonDecline)})
	switch {
	case err != nil:
		return tools.FormAnswer{}, err
	case pressed != yes:
		return tools.FormAnswer{}, errDeclined
	}
	if err := r.d.Open(ctx, r.s.form.URL); err != nil {
		return tools.FormAnswer{}, err
	}
	return tools.FormAnswer{Action: tools.Accept}, nil
}

func (r *formRun) ask(ctx context.Context, q question) (string, error) {
	limit, err := r.left()
	if err != nil {
		return "", err
	}
	q.limit = limit
	return r.d.Dialogs.desktop.ask(ctx, q)
}

// send shows what was filled in, before it goes.
func (r *formRun) send(ctx context.Context, content map[string]json.RawMessage) error {
	blocks := r.s.blocks()
	if filled := rows(r.s.filled(content), dialogColumns); len(filled) > dialogLines {
		blocks = append(blocks, block{plain, r.s.in.Own("You have filled in %d fields.", len(content))})
	} else if len(filled) > 0 {
		blocks = append(blocks, block{plain, r.s.in.Own("You have filled in:")}, block{code, lines(filled)})
	}
	pressed, err := r.ask(ctx, question{title: r.s.in.Own("Send this to the server %s?", oneLine(r.s.form.Server, 50)), blocks: trimmed(blocks), yes: r.s.in.Own(buttonSend), no: r.s.in.Own(buttonDecline)})
	if err == nil && pressed != r.s.in.Own(buttonSend) {
		err = errDeclined
	}
	return err
}

// field asks for one field until the answer fits. nil: it is left open.
func (r *formRun) field(ctx context.Context, i int, f tools.FormField) (json.RawMessage, error) {
	n := len(r.s.schema.Fields())
	title := r.s.title(r.s.in.Own(" (%d of %d)", i+1, n))
	t := r.s.in
	yes := t.Own(buttonNext)
	if n == 1 {
		yes = t.Own(buttonSend)
	}
	for problem := ""; ; {
		blocks := append(r.s.blocks(), r.s.about(f)...)
		if problem != "" {
			blocks = append(blocks, block{heading, problem})
		}
		limit, err := r.left()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		switch {
		case f.Kind == tools.FieldBoolean:
			return r.yesOrNo(ctx, f, title, blocks)
		case f.Kind == tools.FieldChoice && len(f.Options) <= mostLines:
			return r.choice(ctx, f, choice{title: title, blocks: trimmed(blocks), yes: yes, no: t.Own("Cancel"), limit: limit})
		}
		text, ok, err := r.d.Dialogs.desktop.write(ctx, entry{title: title, blocks: trimmed(blocks), yes: yes, no: t.Own(buttonDecline), limit: limit})
		if err == nil && !ok {
			err = errDeclined
		}
		if err != nil {
			return nil, err
		}
		if strings.TrimSpace(text) == "" && f.Default != nil {
			return f.Default, nil
		}
		if value, err = f.FromText(text); err == nil {
			return value, nil
		}
		problem = oneLine(t.Own("Not yet: %s", t.Refusal(err.Error())), dialogColumns)
		title = r.s.title(t.Own(" again (%d of %d)", i+1, n))
	}
}

// yesOrNo asks for a boolean. No has the keyboard.
func (r *formRun) yesOrNo(ctx context.Context, f tools.FormField, title string, blocks []block) (json.RawMessage, error) {
	q := question{title: title, blocks: trimmed(blocks), yes: r.s.in.Own(buttonYes), no: r.s.in.Own(buttonNo), more: []string{r.s.in.Own(buttonDecline)}}
	switch pressed, err := r.ask(ctx, q); {
	case err != nil:
		return nil, err
	case pressed == q.yes:
		return json.RawMessage("true"), nil
	case pressed == q.no:
		return json.RawMessage("false"), nil
	}
	return nil, errDeclined
}

// choice lets the person pick a line. None picked is "cancel".
func (r *formRun) choice(ctx context.Context, f tools.FormField, c choice) (json.RawMessage, error) {
	t := r.s.in
	names := optionNames(f, t)
	c.lines = slices.Clone(names)
	if !f.Required {
		c.lines = append(c.lines, t.Own(lineSkip))
	}
	c.lines = append(c.lines, "("+t.Own(buttonDecline)+")")
	line, err := r.d.Dialogs.desktop.pickOne(ctx, c)
	at := slices.Index(names, line)
	switch {
	case err != nil:
		return nil, err
	case at >= 0:
		return json.Marshal(f.Options[at].Value)
	case line == t.Own(lineSkip):
		return nil, nil
	case line == "":
		return nil, errClosed
	}
	return nil, errDeclined
}

// ChainFormers asks the formers in order: the next one only if nobody could be
// asked by the one before. If none can, the error holds every reason.
func ChainFormers(formers ...tools.Former) tools.Former { return formerChain(formers) }

type formerChain []tools.Former

// Fill implements tools.Former.
func (c formerChain) Fill(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	var reasons []error
	for _, next := range c {
		a, err := next.Fill(ctx, f)
		if err == nil {
			return a, nil
		}
		if ctx.Err() != nil {
			return tools.FormAnswer{}, ctx.Err()
		}
		reasons = append(reasons, err)
	}
	return tools.FormAnswer{}, nobody(reasons)
}

// OpenBrowser shows a page of the web in the person's browser, in the session that
// env describes. It is called by the person's own act only. The error says why it
// cannot.
func OpenBrowser(ctx context.Context, env []string, page string) error {
	u, err := url.Parse(page)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return errors.New("this isn't a web page, so it is not opened")
	}
	if err := opener.New(env, noRoots).Open(ctx, u.String()); err != nil {
		return fmt.Errorf("the browser cannot be opened: %w", err)
	}
	return nil
}

// noRoots is for what the person does where agents' folders are not known.
func noRoots() []string { return nil }
