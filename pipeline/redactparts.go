package pipeline

import (
	"encoding/base64"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"handrail/tools"
)

// redactParts takes secrets out of what a result has beside its text, for whoever gets it: models, programs that are served, the command line.
func redactParts(redact Redact, list []tools.Part) []tools.Part {
	out := append([]tools.Part(nil), list...)
	for i, p := range out {
		out[i] = tools.Part{MIME: redact.Text(p.MIME), Data: redactData(redact, p.MIME, p.Data)}
	}
	return out
}

// redactData takes secrets out of data. A picture or a sound is left as it is, if it is one: text is none, whatever it is called.
func redactData(redact Redact, mime string, data []byte) []byte {
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(mime)), "/")
	if len(data) == 0 || (kind == "image" || kind == "audio") && !utf8.Valid(data) {
		return data
	}
	was := string(data)
	if told := redact.Text(was); told != was {
		return []byte(told)
	}
	return data
}

// redactPiece takes secrets out of a piece of an answer. Its data is taken as the bytes that it is: a mark within base64 is none that could be
// read.
func redactPiece(redact Redact, raw json.RawMessage) json.RawMessage {
	var piece map[string]json.RawMessage
	var kind, mime string
	if json.Unmarshal(raw, &piece) != nil || json.Unmarshal(piece["type"], &kind) != nil {
		return redact.JSON(raw)
	}
	switch kind {
	case "image", "audio":
		_ = json.Unmarshal(piece["mimeType"], &mime) // else it has none
		if mime == "" {
			mime = kind + "/"
		}
		return redactWithout(redact, raw, piece, "data", mime)
	case "resource":
		var resource map[string]json.RawMessage
		if json.Unmarshal(piece["resource"], &resource) != nil || resource["blob"] == nil {
			return redact.JSON(raw)
		}
		_ = json.Unmarshal(resource["mimeType"], &mime)
		inner := redactWithout(redact, piece["resource"], resource, "blob", mime)
		delete(piece, "resource")
		return withField(redact, raw, piece, "resource", inner)
	}
	return redact.JSON(raw)
}

// redactStructured takes secrets out of a structured answer. The messages of a prompt hold pieces.
func redactStructured(redact Redact, raw json.RawMessage) json.RawMessage {
	var object map[string]json.RawMessage
	var messages []map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil || json.Unmarshal(object["messages"], &messages) != nil {
		return redact.JSON(raw)
	}
	list := make([]json.RawMessage, 0, len(messages))
	for _, m := range messages {
		content := m["content"]
		if content == nil {
			return redact.JSON(raw)
		}
		whole, err := json.Marshal(m)
		if err != nil {
			return redact.JSON(raw)
		}
		delete(m, "content")
		list = append(list, withField(redact, whole, m, "content", redactPiece(redact, content)))
	}
	all, err := json.Marshal(list)
	if err != nil {
		return redact.JSON(raw)
	}
	delete(object, "messages")
	return withField(redact, raw, object, "messages", all)
}

// redactWithout takes secrets out of an object, one field of which is base64. raw is the object.
func redactWithout(redact Redact, raw json.RawMessage, object map[string]json.RawMessage, field, mime string) json.RawMessage {
	var text string
	if json.Unmarshal(object[field], &text) != nil {
		return redact.JSON(raw)
	}
	data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("-", "+", "_", "/", " ", "", "\n", "", "\r", "", "\t", "").Replace(text), "="))
	if err != nil { // it is nobody's data
		return redact.JSON(raw)
	}
	kept := object[field]
	if told := redactData(redact, mime, data); string(told) != string(data) {
		kept, _ = json.Marshal(base64.StdEncoding.EncodeToString(told)) // a text always marshals
	}
	delete(object, field)
	return withField(redact, raw, object, field, kept)
}

// withField takes secrets out of an object, and gives it a field that has none. raw is the object with the field.
func withField(redact Redact, raw json.RawMessage, object map[string]json.RawMessage, field string, value json.RawMessage) json.RawMessage {
	rest, err := json.Marshal(object)
	told := map[string]json.RawMessage{}
	if err != nil || json.Unmarshal(redact.JSON(rest), &told) != nil {
		return redact.JSON(raw)
	}
	told[field] = value
	whole, err := json.Marshal(told)
	if err != nil {
		return redact.JSON(raw)
	}
	return whole
}
