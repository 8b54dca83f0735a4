package mcp

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a client gets beside the text, hooks and the record see, too.
func TestNothingPassesUnseen(t *testing.T) {
	piece := func(raw string) Content {
		c := Content{Kind: KindText, Text: "benign", Raw: json.RawMessage(raw)}
		if strings.Contains(raw, `"image"`) {
			c = Content{Kind: KindImage, MIME: "image/png", Data: []byte("x"), Raw: json.RawMessage(raw)}
		}
		return c
	}
	for name, a := range map[string]*Answer{
		"_meta":               {Content: []Content{piece(`{"type":"text","text":"benign","_meta":{"x":"HIDDEN"}}`)}},
		"a name in _meta":     {Content: []Content{piece(`{"type":"text","text":"benign","_meta":{"HIDDEN":null}}`)}},
		"another text":        {Content: []Content{piece(`{"type":"text","text":"HIDDEN"}`)}},
		"of a picture":        {Content: []Content{piece(`{"type":"image","data":"eA==","mimeType":"image/png","_meta":{"x":"HIDDEN"}}`)}},
		"the name of a link":  {Content: []Content{{Kind: KindLink, URI: "x:", Name: "title", Raw: json.RawMessage(`{"type":"resource_link","uri":"x:","title":"title","name":"HIDDEN"}`)}}},
		"an annotation":       {Content: []Content{piece(`{"type":"text","text":"benign","annotations":{"audience":["HIDDEN"]}}`)}},
		"a structured result": {Content: []Content{piece(`{"type":"text","text":"benign"}`)}, Structured: json.RawMessage(`{"a":"HIDDEN"}`)},
		"a name in one":       {Content: []Content{piece(`{"type":"text","text":"benign"}`)}, Structured: json.RawMessage(`{"HIDDEN":true}`)},
	} {
		r, err := a.result("x")
		if err != nil || !strings.Contains(r.Seen(), "HIDDEN") || strings.Contains(r.Content, "HIDDEN") {
			t.Errorf("%s: %q, %v", name, r.Seen(), err)
		}
	}
	for name, a := range map[string]*Answer{
		"a text":           {Content: []Content{piece(`{"type":"text","text":"benign","annotations":{"audience":["user"],"priority":1}}`)}},
		"a picture":        {Content: []Content{piece(`{"type":"image","data":"eA==","mimeType":"image/png"}`)}},
		"the same as text": {Content: []Content{{Kind: KindText, Text: `{"a": 1}`, Raw: TextPiece(`{"a": 1}`)}}, Structured: json.RawMessage(`{"a":1}`)},
		"structured alone": {Structured: json.RawMessage(`{"a":1}`)},
	} {
		if r, err := a.result("x"); err != nil || r.Seen() != r.Content {
			t.Errorf("%s is told twice: %q, %v", name, r.Seen(), err)
		}
	}
}
