package pipeline

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"handrail/tools"
)

// knowing is a Redact that knows one secret, as it is and in base64 that begins with it.
type knowing struct {
	nothingSecret
	value string
}

func (k knowing) Text(text string) string {
	coded := base64.RawStdEncoding.EncodeToString([]byte(k.value))
	return strings.NewReplacer(k.value, "[secret x]", coded[:len(coded)-1], "[secret x]").Replace(text)
}

func (k knowing) JSON(raw json.RawMessage) json.RawMessage {
	return json.RawMessage(k.Text(string(raw)))
}

// The data beside a result's text has no secret for anybody, and what programs are served stays base64. Pictures stay as they are.
func TestDataIsRedactedAsWhatItIs(t *testing.T) {
	t.Parallel()
	k := knowing{value: "hunter22"}
	b64 := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for name, c := range map[string]struct{ mime, data, want string }{
		"a text":               {"text/plain", "hunter22 is it", "[secret x] is it"},
		"bytes":                {"application/octet-stream", "\xff\x00hunter22", "\xff\x00[secret x]"},
		"without a type":       {"", "x=hunter22", "x=[secret x]"},
		"a text named picture": {"image/png", "hunter22", "[secret x]"},
		"a picture":            {"image/png", "\x89PNG hunter22", "\x89PNG hunter22"},
		"nothing":              {"text/plain", "a", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			piece := `{"type":"resource","resource":{"uri":"x://hunter22","mimeType":"` + c.mime + `","blob":"` + b64(c.data) + `"}}`
			if kind, _, _ := strings.Cut(c.mime, "/"); kind == "image" {
				piece = `{"type":"image","mimeType":"` + c.mime + `","data":"` + b64(c.data) + `"}`
			}
			r := redactResult(k, tools.Result{
				Parts:    []tools.Part{{MIME: c.mime, Data: []byte(c.data)}},
				Original: &tools.Original{Pieces: []json.RawMessage{json.RawMessage(piece)}, Structured: json.RawMessage(`{"messages":[{"role":"user","content":` + piece + `}],"note":"hunter22"}`)},
			})
			if got := string(r.Parts[0].Data); got != c.want {
				t.Errorf("the part is %q, want %q", got, c.want)
			}
			for _, told := range []string{string(r.Original.Pieces[0]), string(r.Original.Structured)} {
				if !strings.Contains(told, `"`+b64(c.want)+`"`) || strings.Contains(told, "hunter22") {
					t.Errorf("programs are given %s", told)
				}
			}
		})
	}
}
