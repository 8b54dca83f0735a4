package asking

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/operator/news"
	"handrail/tools"
)

// What the person writes where a server asks for a secret is known as one before the
// server has it; the rest of the form is not.
func TestFormsThatAskForSecrets(t *testing.T) {
	learned := map[string]string{}
	d := NewDesk(Config{
		Publish: func(news.Event) {}, Name: func(string) string { return "Shop" },
		Learn: func(name, value string) { learned[value] = name },
	})
	if d.Form() != nil {
		t.Error("a desk without a face shows forms")
	}
	d.ShowThrough(func(tools.Former) tools.Former {
		return answering(`{"apiKey":"kq7Zr2-vv91","pin":48216059,"color":"aquamarine"}`)
	})
	f := tools.Form{Server: "peer", Schema: json.RawMessage(`{"type":"object","properties":{"apiKey":{"type":"string"},"pin":{"type":"integer"},"color":{"type":"string"}}}`)}
	if a, err := d.Form()(t.Context(), f); err != nil || !strings.Contains(string(a.Content), "kq7Zr2-vv91") {
		t.Fatalf("the server gets %s, %v", a.Content, err)
	}
	if diff := cmp.Diff(map[string]string{"kq7Zr2-vv91": "peer form", "48216059": "peer form"}, learned); diff != "" {
		t.Errorf("learned (-want +got):\n%s", diff)
	}
}

// An answering is a face whose person fills in the same each time.
type answering string

func (a answering) Fill(context.Context, tools.Form) (tools.FormAnswer, error) {
	return tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(a)}, nil
}
