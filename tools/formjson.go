package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/internal/jsonfile"
)

// members are the members of an object and their names in order. A name that is
// there twice is refused: readers disagree about which one counts.
func members(raw json.RawMessage) (map[string]json.RawMessage, []string, error) {
	v, err := jsonfile.Parse(raw, 1, jsonfile.Options{Levels: 1})
	if at, ok := errors.AsType[*jsonfile.Error](err); ok && at.Reason == jsonfile.Trailing {
		return nil, nil, errors.New("something follows the JSON object")
	}
	if err != nil || v.Kind != jsonfile.Object {
		return nil, nil, errors.New("it is no JSON object")
	}
	if again := v.Repeats(); len(again) > 0 {
		return nil, nil, fmt.Errorf("%q is there twice", clipped(again[0].Name))
	}
	out, names := map[string]json.RawMessage{}, []string(nil)
	for _, m := range v.Members {
		out[m.Name], names = m.Value.Raw, append(names, m.Name)
	}
	return out, names, nil
}

// onlyKeys refuses keywords that we do not know: what they ask for could not be
// kept to. Those that begin with x- ask for nothing.
func onlyKeys(keys map[string]json.RawMessage, known string) error {
	all := strings.Fields(known)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(all, key) && !strings.HasPrefix(key, "x-") {
			return fmt.Errorf("%q is nothing that a form may have", clipped(key))
		}
	}
	return nil
}

func orEmpty(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("{}")
	}
	return raw
}

// textOf is a JSON text; "" if it is none.
func textOf(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s) // then it is none
	return s
}

func words(raw json.RawMessage, most int) (string, error) {
	s := textOf(raw)
	if raw != nil && s == "" && string(raw) != `""` {
		return "", errors.New("it is no text")
	}
	if len(s) > most {
		return "", fmt.Errorf("it has %d bytes; at most %d are accepted", len(s), most)
	}
	return s, nil
}

func texts(raw json.RawMessage) ([]string, error) {
	if raw == nil {
		return nil, nil
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, errors.New("it is no list")
	}
	out := make([]string, len(list))
	for i, one := range list {
		if len(one) == 0 || one[0] != '"' {
			return nil, errors.New("one of them is no text")
		}
		out[i] = textOf(one)
	}
	return out, nil
}

// clipped is text of the server's for a sentence.
func clipped(s string) string {
	if runes := []rune(s); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	return s
}
