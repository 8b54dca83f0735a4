package client

import (
	"encoding/json"
	"testing"
)

// What Handrail says in _meta no server says for it: in no letters, and wherever a _meta stands.
func TestNoServerSignsForHandrail(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"_meta":{"handrail":{"tool":"x"},"their.own/key":1},"content":[]}`:                                            `{"_meta":{"their.own/key":1},"content":[]}`,
		`{"content":[{"type":"text","text":"a","_meta":{"Handrail":1,"HANDRAIL/x":2,"handrail.error":3}}]}`:             `{"content":[{"_meta":{},"text":"a","type":"text"}]}`,
		`{"content":[{"type":"resource","resource":{"uri":"x:a","text":"a","_meta":{"\u0068andrail":1}}}]}`:             `{"content":[{"resource":{"_meta":{},"text":"a","uri":"x:a"},"type":"resource"}]}`,
		`{"messages":[{"role":"user","content":{"type":"text","text":"a","_Meta":{"handrail":1}}}],"n":12345678901234}`: `{"messages":[{"content":{"_Meta":{},"text":"a","type":"text"},"role":"user"}],"n":12345678901234}`,
		`{"content":[{"type":"text","text":"\"_meta\": {\"handrail\": 1}"}],  "handrail":1}`:                            `{"content":[{"type":"text","text":"\"_meta\": {\"handrail\": 1}"}],  "handrail":1}`,
	} {
		if got := string(withoutOurs(json.RawMessage(in))); got != want {
			t.Errorf("of %s stays %s, want %s", in, got, want)
		}
	}
}
