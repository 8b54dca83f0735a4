package tools

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// members are the members of an object and their names in order. A name that is
// there twice is refused: readers disagree about which one counts.
func members(raw json.RawMessage) (map[string]json.RawMessage, []string, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, nil, errors.New("it is no JSON object")
	}
	out, names := map[string]json.RawMessage{}, []string(nil)
	for dec.More() {
		t, err := dec.Token()
		name, ok := t.(string)
		var value json.RawMessage
		if err != nil || !ok || dec.Decode(&value) != nil {
			return nil, nil, errors.New("it is no JSON object")
		}
		if _, twice := out[name]; twice {
			return nil, nil, fmt.Errorf("%q is there twice", clipped(name))
		}
		out[name], names = value, append(names, name)
	}
	if _, err := dec.Token(); err != nil {
		return nil, nil, errors.New("it is no JSON object")
	}
	if dec.More() {
		return nil, nil, errors.New("something follows the JSON object")
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
