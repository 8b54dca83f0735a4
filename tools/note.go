package tools

import (
	"encoding/json"
	"strings"
)

// AddNote adds to a result's content what its reader has to know besides: in the field "note" where it is the JSON of a program
// that ran, which others read as JSON, else as a line below it.
func AddNote(content, note string) string {
	var object map[string]json.RawMessage
	body := strings.TrimRight(content, " \t\r\n")
	if json.Unmarshal([]byte(body), &object) == nil && len(object) > 0 {
		raw, has := object["note"]
		if !has {
			return strings.TrimRight(strings.TrimSuffix(body, "}"), " \t\r\n") + `,"note":` + jsonText(note) + "}"
		}
		var old string
		field := `"note":` + string(raw)
		if at := strings.LastIndex(body, field); at >= 0 && json.Unmarshal(raw, &old) == nil && old != "" {
			return body[:at] + `"note":` + jsonText(old+"; "+note) + body[at+len(field):]
		}
	}
	if body != "" {
		body += "\n"
	}
	return body + "[Handrail: " + note + "]"
}

func jsonText(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string is JSON
	return strings.TrimRight(b.String(), "\n")
}
