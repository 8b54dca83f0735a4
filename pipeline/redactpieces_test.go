package pipeline

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/tools"
)

// hider takes one word out.
type hider struct{ nothingSecret }

func (hider) JSON(raw json.RawMessage) json.RawMessage {
	return json.RawMessage(strings.ReplaceAll(string(raw), "hidden", "[secret]"))
}

func (hider) Text(text string) string { return strings.ReplaceAll(text, "hidden", "[secret]") }

// Of a picture only the data is left alone.
func TestSecretsInPieces(t *testing.T) {
	got := redactOriginal(hider{}, &tools.Original{
		Pieces: []json.RawMessage{
			json.RawMessage(`{"type":"image","data":"AAAA","mimeType":"image/png hidden","_meta":{"x":"hidden"}}`), json.RawMessage(`{"type":"text","text":"hidden","annotations":{}}`),
			json.RawMessage(`{"type":"audio","data":1,"x":"hidden"}`), json.RawMessage(`"hidden"`),
		},
		Structured: json.RawMessage(`{"a":"hidden"}`), Aside: "hidden",
	})
	raw, err := json.Marshal(got)
	if err != nil || strings.Contains(string(raw), "hidden") || !strings.Contains(string(raw), "AAAA") || len(got.Pieces) != 4 {
		t.Errorf("%s, %v", raw, err)
	}
}
