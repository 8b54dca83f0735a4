package agent

import (
	"errors"
	"fmt"
	"strings"

	"handrail/agent/llm"
	"handrail/internal/picture"
	"handrail/internal/quote"
	"handrail/tools"
)

// seen is what an image for a model has to fit into: the services take 5 MB of base64, and of many
// images in one request none beyond 2,000 pixels. What most models see is smaller still.
var seen = picture.Bounds{Side: 2000, Bytes: 3_750_000}

// resultFor writes a result as the model reads it: the error first, then what
// there is of content. The pipeline has fitted the content already; this fits
// what another Caller may have returned (docs/spec/15-results.md).
func resultFor(p *pending, r tools.Result) llm.Result {
	out := llm.Result{CallID: p.model, Name: acceptable(p.call.Tool, "unnamed"), Text: quoted(r, r.Content)}
	if r.Error != nil {
		out.IsError = true
		out.Text = fmt.Sprintf("Error (%s): %s", r.Error.Code, r.Error.ForModel())
		if (r.Error.Code == tools.ExecutionFailed || r.Error.Code == tools.NotFound) && len(r.Meta.Origins) > 0 { // such as what a server says of its failure
			told := *r.Error
			told.Message = "it failed, and says:"
			out.Text = fmt.Sprintf("Error (%s): %s\n\n%s", told.Code, told.ForModel(), quoted(r, r.Error.Message))
		}
		if r.Content != "" {
			out.Text += "\n\n" + quoted(r, r.Content)
		}
	}
	var notes []string
	for _, part := range r.Parts {
		image, note := imageFor(part)
		if image.Data != nil {
			out.Images = append(out.Images, image)
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	if len(notes) > 0 {
		out.Text = strings.TrimLeft(out.Text+"\n"+strings.Join(notes, "\n"), "\n")
	}
	if blank(out.Text) && len(out.Images) == 0 {
		out.Text = "(no output)"
	}
	if p.told != "" {
		out.Text, _ = tools.Fit(out.Text, tools.ContentLimit-len(p.told)-4)
		out.Text += "\n\n[" + p.told + "]"
	}
	out.Text, _ = tools.Fit(strings.ToValidUTF8(out.Text, "\uFFFD"), tools.ContentLimit)
	return out
}

// quoted is text of a result as a model may read it: what others have written of it stands between marks.
func quoted(r tools.Result, text string) string { return quotedFrom(r.Meta.Origins, text) }

// quotedFrom is text that holds the words of others, between marks; without origins, the text.
func quotedFrom(from []tools.Origin, text string) string {
	if len(from) == 0 || blank(text) {
		return text
	}
	const most = 3
	var names []string
	for _, o := range from[:min(len(from), most)] {
		names = append(names, o.String())
	}
	if more := len(from) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	text, _ = tools.Fit(quote.Visible(text), tools.ContentLimit-quote.Overhead-1024) // what is written out is longer
	return quote.Block(strings.Join(names, ", "), text)
}

// imageFor is a part of a result as a model may see it, and what it is told of that. Every model that sees images takes
// the kinds that picture knows. Without data it is not shown.
func imageFor(part tools.Part) (llm.Image, string) {
	if !strings.HasPrefix(part.MIME, "image/") {
		return llm.Image{}, fmt.Sprintf("[%d bytes of %s, which cannot be shown to a model]", len(part.Data), part.MIME)
	}
	was, _ := picture.Of(part.Data)
	data, kind, err := picture.Fit(part.Data, seen)
	switch {
	case errors.As(err, new(picture.TooBig)):
		return llm.Image{}, fmt.Sprintf("[an image of %d × %d pixels, too large to be shown to you. Make a copy of at most %d pixels each way, and read that]", kind.Width, kind.Height, seen.Side)
	case err != nil:
		return llm.Image{}, fmt.Sprintf("[%d bytes of %s, which cannot be shown to a model: %v]", len(part.Data), part.MIME, err)
	case kind != was:
		return llm.Image{MIME: kind.MIME, Data: data}, fmt.Sprintf("[you see the image at %d × %d pixels; it has %d × %d]", kind.Width, kind.Height, was.Width, was.Height)
	}
	return llm.Image{MIME: kind.MIME, Data: data}, ""
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// acceptable makes a name of what servers accept: [A-Za-z0-9_-]{1,64}. It
// returns otherwise where nothing is left.
func acceptable(name, otherwise string) string {
	clean := strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-':
			return c
		}
		return '_'
	}, name)
	if len(clean) > 64 {
		clean = clean[:64]
	}
	if strings.Trim(clean, "_") == "" {
		return otherwise
	}
	return clean
}

// names are the ids of calls that a conversation has: no two may be the same.
type names map[string]bool

func namesOf(history []llm.Message) names {
	n := names{}
	for _, m := range history {
		for _, c := range m.Calls {
			n[c.ID] = true
		}
	}
	return n
}

// claim returns id if servers accept it and the conversation does not have it,
// else one made of otherwise.
func (n names) claim(id, otherwise string) string {
	if id == "" || acceptable(id, "") != id || n[id] {
		id = acceptable(otherwise, "call")
	}
	for base, i := id, 2; n[id]; i++ {
		suffix := fmt.Sprintf("_%d", i)
		id = base[:min(len(base), 64-len(suffix))] + suffix
	}
	n[id] = true
	return id
}
