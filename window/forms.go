package window

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"handrail/operator/news"
	"handrail/tools"
)

// Forms lists the forms of servers that wait for the person. They come oldest first.
func (a *Questions) Forms() ([]FormView, error) {
	return each(a.o.Asking().Forms().List(), formView), a.broken
}

// FormShown starts the clock of a form.
func (a *Questions) FormShown(form string) (FormView, error) {
	shown, err := a.o.Asking().Forms().Shown(form)
	return viewOf(shown, err, formView)
}

// AnswerForm sends what the person has filled in, or says what does not fit. content
// is a JSON object as text; "" says that the page was opened. A form that was answered
// badly goes on waiting.
func (a *Questions) AnswerForm(form, content string) ([]ViolationView, error) {
	return formProblems(a.o.Asking().Forms().Answer(form, json.RawMessage(content)))
}

// DeclineForm tells the server that the person does not want to say it. It is harmless
// if the form is closed.
func (a *Questions) DeclineForm(form string) { a.o.Asking().Forms().Decline(form) }

// FormView is what a server wants to know.
type FormView struct {
	ID     string `json:"id"`
	Server string `json:"server"`
	// Qualified; "" = none runs.
	Tool      string `json:"tool"`
	Call      string `json:"call"`
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	// The server's own words.
	Message string `json:"message"`
	// What Handrail has to say of it, in whole sentences; "" = nothing.
	Warning string `json:"warning"`
	// JSON Schema as text; "" with an address.
	Schema string `json:"schema"`
	// A page to open instead.
	URL     string `json:"url"`
	Host    string `json:"host"`
	Expires string `json:"expires"`
	// closed: answered, taken back or run out.
	State FormState `json:"state"`
}

func formView(f news.PendingForm) FormView {
	v := FormView{
		ID: f.ID, Server: f.Server, Tool: f.Tool, Call: f.Call, Space: f.Space, SpaceName: f.SpaceName, Message: f.Message, Warning: f.Warning, Schema: string(f.Schema), URL: f.URL,
		Expires: timeText(f.Expires), State: "waiting",
	}
	if f.URL != "" {
		v.Schema, v.Host = "", hostOf(f.URL)
	}
	if f.Done {
		v.State = "closed"
	}
	return v
}

// hostOf is the host of an address; the address itself if it has none.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return address
	}
	return u.Host
}

// formProblems are what is wrong with single fields of an answer; any other error
// stays one.
func formProblems(err error) ([]ViolationView, error) {
	out := []ViolationView{}
	var all interface{ Unwrap() []error }
	one := (*tools.FieldError)(nil)
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &all):
		for _, e := range all.Unwrap() {
			if errors.As(e, &one) {
				out = append(out, fieldProblem(one))
			}
		}
	case errors.As(err, &one):
		out = append(out, fieldProblem(one))
	}
	if len(out) > 0 {
		return out, nil
	}
	return out, err
}

func fieldProblem(e *tools.FieldError) ViolationView {
	return ViolationView{Path: "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(e.Field), Message: e.Text}
}
