package pipeline

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"handrail/tools"
)

// Redact takes the person's secrets out of what is written, shown or given to a
// model (docs/spec/02-settings.md). What runs, what is judged and what names an
// act (its digest) stay as they are. It is safe for concurrent use.
type Redact interface {
	// Text returns text with a mark, such as [secret NAME], in place of each secret.
	Text(text string) string
	// JSON is Text for each text in JSON, which stays valid.
	JSON(raw json.RawMessage) json.RawMessage
	// Holds reports whether text holds a secret, or what looks like one.
	Holds(text string) bool
	// Stream passes text on as Text has it, whatever pieces it comes in. It holds
	// back what may still become a secret; Close writes the rest, and not w's end.
	Stream(w io.Writer) io.WriteCloser
	// Placeholder is the first mark in text that stands for a secret; "" if there
	// is none.
	Placeholder(text string) string
}

// nothingSecret is the Redact of a pipeline that was given none.
type nothingSecret struct{}

// Text implements Redact.
func (nothingSecret) Text(text string) string { return text }

// JSON implements Redact.
func (nothingSecret) JSON(raw json.RawMessage) json.RawMessage { return raw }

// Holds implements Redact.
func (nothingSecret) Holds(string) bool { return false }

// Stream implements Redact.
func (nothingSecret) Stream(w io.Writer) io.WriteCloser { return unclosed{w} }

// Placeholder implements Redact.
func (nothingSecret) Placeholder(string) string { return "" }

type unclosed struct{ io.Writer }

// Close implements io.Closer.
func (unclosed) Close() error { return nil }

// redactResult takes secrets out of a result. Content that is JSON stays JSON.
func redactResult(redact Redact, r tools.Result) tools.Result {
	r.Content = redactContent(redact, r.Content)
	r.Parts = redactParts(redact, r.Parts)
	if r.Original != nil {
		r.Original = redactOriginal(redact, r.Original)
	}
	if r.Error != nil {
		a := r.Error.Action
		a.Subject, a.Detail = redact.Text(a.Subject), redact.Text(a.Detail)
		r.Error = &tools.Error{Code: r.Error.Code, Message: redact.Text(r.Error.Message), Action: a}
	}
	return r
}

// redactOriginal takes secrets out of an answer, as out of Parts.
func redactOriginal(redact Redact, o *tools.Original) *tools.Original {
	out := &tools.Original{Aside: redact.Text(o.Aside)}
	if o.Structured != nil {
		out.Structured = redactStructured(redact, o.Structured)
	}
	for _, piece := range o.Pieces {
		out.Pieces = append(out.Pieces, redactPiece(redact, piece))
	}
	return out
}

func redactContent(redact Redact, content string) string {
	if begin := strings.TrimLeft(content, " \t\r\n"); begin != "" && (begin[0] == '{' || begin[0] == '[') {
		return string(redact.JSON(json.RawMessage(content))) // text, where it is not JSON after all
	}
	return redact.Text(content)
}

// redactPreview is a preview as it is shown. Its digest is that of the act.
func redactPreview(redact Redact, p tools.Preview) tools.Preview {
	for _, text := range []*string{&p.Title, &p.Detail, &p.Shell, &p.Folder, &p.Reason} {
		*text = redact.Text(*text)
	}
	p.Heading, p.Because = p.Heading.Through(redact.Text), p.Because.Through(redact.Text)
	p.Wording = p.Wording.Through(redact.Text)
	p.Effects = slices.Clone(p.Effects)
	for i, e := range p.Effects {
		p.Effects[i].Target = redact.Text(e.Target)
	}
	return p
}

// redactQuestion is a question as the person sees it. An input in which a secret was
// replaced cannot be edited there: the mark would be what runs.
func redactQuestion(redact Redact, q tools.Question) tools.Question {
	lines := strings.Count(q.Preview.Detail, "\n")
	q.Preview, q.Reason, q.Because = redactPreview(redact, q.Preview), redact.Text(q.Reason), q.Because.Through(redact.Text)
	if strings.Count(q.Preview.Detail, "\n") != lines { // a secret of several lines was taken out: the others have moved
		q.Marked = nil
	}
	q.Chat, q.Would, q.Deeds = redact.Text(q.Chat), slices.Clone(q.Would), slices.Clone(q.Deeds)
	for i, what := range q.Would {
		q.Would[i] = redact.Text(what)
	}
	for i, what := range q.Deeds {
		q.Deeds[i] = tools.Because(what).Through(redact.Text)[0]
	}
	if q.Input != nil && string(redact.JSON(q.Input)) != string(q.Input) {
		q.Input = nil
		if why := tools.Say(tools.WhyUneditable); q.Because != nil {
			q.Because = tools.Because(why.With(tools.Say(tools.AllOf).With(q.Because...)))
			q.Reason = q.Because.String()
		} else {
			q.Reason = why.With(tools.Words(q.Reason)).String()
		}
	}
	q.Came = slices.Clone(q.Came)
	for i, p := range q.Came {
		q.Came[i].Parts = slices.Clone(p.Parts)
		for j, part := range p.Parts {
			q.Came[i].Parts[j].Text = redact.Text(part.Text)
		}
	}
	q.Offers = slices.Clone(q.Offers)
	for i, o := range q.Offers {
		q.Offers[i].Label = redact.Text(o.Label)
	}
	return q
}

// redactStop takes secrets out of the error that ends a run.
func redactStop(redact Redact, err error) {
	var stop *Stop
	if errors.As(err, &stop) {
		stop.Reason = redact.Text(stop.Reason)
	}
}
