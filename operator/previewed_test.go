package operator

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"handrail/tools"
)

// What the person writes where a server asks for a secret is known as one before the
// server has it; the rest of the form is not.
func TestFormsThatAskForSecrets(t *testing.T) {
	s := openFiles(t, nil)
	s.o.former = answering(`{"apiKey":"kq7Zr2-vv91","pin":48216059,"color":"aquamarine"}`)
	f := tools.Form{Server: "peer", Schema: json.RawMessage(`{"type":"object","properties":{"apiKey":{"type":"string"},"pin":{"type":"integer"},"color":{"type":"string"}}}`)}
	if a, err := s.o.form()(t.Context(), f); err != nil || !strings.Contains(string(a.Content), "kq7Zr2-vv91") {
		t.Fatalf("the server gets %s, %v", a.Content, err)
	}
	got := s.o.Secrets().Redact("kq7Zr2-vv91 48216059 aquamarine")
	if strings.Contains(got, "kq7") || strings.Contains(got, "48216059") || !strings.Contains(got, "aquamarine") {
		t.Errorf("it is told as %q", got)
	}
}

// An answering is a face whose person fills in the same each time.
type answering string

func (a answering) Fill(context.Context, tools.Form) (tools.FormAnswer, error) {
	return tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(a)}, nil
}
