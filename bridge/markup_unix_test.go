//go:build unix && !darwin

package bridge

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"handrail/internal/terminal"
)

// Whatever the text is, the markup is well formed, has no tags but ours, holds
// no backslash that zenity could read, and says exactly the text.
func FuzzMarkup(f *testing.F) {
	for _, s := range []string{"plain", "<b>x</b>", "&lt;&#60;", `a\nb\101`, "]]>", "<!-- x", "%s \"'", "a\nb", "\x00\x1b"} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, name, detail string) {
		name, detail = terminal.Visible(name), terminal.Visible(detail)
		got := markup([]block{{heading, name}, {plain, name}, {code, detail}})
		if strings.ContainsRune(got, '\\') {
			t.Fatalf("a backslash is left: %q", got)
		}
		var text strings.Builder
		tags := 0
		decoder := xml.NewDecoder(strings.NewReader("<markup>" + got + "</markup>"))
		for {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("not well formed: %v: %q", err, got)
			}
			switch token := token.(type) {
			case xml.CharData:
				text.Write(token)
			case xml.StartElement:
				tags++
			case xml.EndElement:
			default:
				t.Fatalf("markup holds a %T: %q", token, got)
			}
		}
		if tags != 3 { // markup, b, tt
			t.Fatalf("%d tags: %q", tags, got)
		}
		want := name + "\n" + name + "\n" + detail
		if said := strings.ReplaceAll(text.String(), leftToRight, ""); said != want {
			t.Fatalf("it says %q, want %q", said, want)
		}
	})
}
