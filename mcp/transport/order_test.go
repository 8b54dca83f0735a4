package transport

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/tools"
)

const orderedForm = `{"type":"object","properties":{"zebra":{"type":"string"},"apple":{"type":"integer"},"mango":{"type":"boolean"}},"required":["mango"]}`

func fieldNames(t *testing.T, raw json.RawMessage) (out []string) {
	t.Helper()
	schema, err := tools.ReadForm(raw)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range schema.Fields() {
		out = append(out, f.Name)
	}
	return out
}

// A form has the server's order behind mcp-go, and what must be given first where the
// order is not known.
func TestFormsKeepTheirOrder(t *testing.T) {
	request := `{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"<Who>?","requestedSchema":` + orderedForm + `}}`
	for name, c := range map[string]struct {
		message string
		want    []string
	}{
		"kept":      {string(keepOrder([]byte(request))), []string{"zebra", "apple", "mango"}},
		"not known": {request, []string{"mango", "apple", "zebra"}},
	} {
		var r struct {
			Params protocol.ElicitationParams `json:"params"`
		}
		if err := json.Unmarshal([]byte(c.message), &r); err != nil {
			t.Fatal(err)
		}
		raw, err := InOrder(r.Params.RequestedSchema)
		if err != nil || r.Params.Message != "<Who>?" {
			t.Errorf("%s: %v, %+v", name, err, r.Params)
		}
		if diff := cmp.Diff(c.want, fieldNames(t, raw)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The guard of a program's output keeps the order.
func TestGuardKeepsTheOrderOfForms(t *testing.T) {
	request := `{"jsonrpc":"2.0","id":"f1","method":"elicitation/create","params":{"requestedSchema":` + orderedForm + `}}`
	passed, _, _, _ := guardJudges(t, strings.NewReader(request+"\n"))
	if diff := cmp.Diff([]string{string(keepOrder([]byte(request)))}, passed); diff != "" || !strings.Contains(passed[0], orderKey) {
		t.Error(diff, passed)
	}
}

// What is no form, or none that ReadForm takes, is left as it is.
func TestKeepOrderLeavesTheRest(t *testing.T) {
	for _, message := range []string{
		``, `{`, `{"method":"ping","id":1}`, `{"method":"ping","params":{"text":"elicitation/create"}}`,
		`{"method":"elicitation/create","params":{"mode":"url","url":"https://example.com"}}`,
		`{"method":"elicitation/create","params":{"requestedSchema":null}}`,
		`{"method":"elicitation/create","params":{"requestedSchema":{"properties":[]}}}`,
		`{"method":"elicitation/create","params":{"requestedSchema":{"properties":{"a":{},"a":{}}}}}`,
	} {
		if got := string(keepOrder([]byte(message))); got != message {
			t.Errorf("%s\nbecame\n%s", message, got)
		}
	}
}

// A stream of events is the same but for its forms, however it comes in pieces.
func TestOrderKeeperStream(t *testing.T) {
	request := `{"id":1,"jsonrpc":"2.0","method":"elicitation/create","params":{"requestedSchema":` + orderedForm + `}}`
	text := "event: message\r\ndata: {\"id\":7}\r\n\r\n: still here\n\ndata:" + request + "\n\nid: 3\ndata: last, without an end"
	want := strings.Replace(text, "data:"+request, "data: "+string(keepOrder([]byte(request))), 1)
	for name, r := range map[string]io.Reader{
		"at once": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text)), "with its end": iotest.DataErrReader(strings.NewReader(text)),
	} {
		got, err := io.ReadAll(iotest.HalfReader(&orderKeeper{ReadCloser: io.NopCloser(r)}))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s", name, err, cmp.Diff(want, string(got)))
		}
	}
}
