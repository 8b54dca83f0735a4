package scaffold

import (
	"errors"
	"fmt"

	"handrail/internal/jsonfile"
)

// parseObject reads a JSON object and takes two levels of it apart. Errors follow the
// file's name in a sentence.
func parseObject(text string) (jsonfile.Value, error) {
	v, err := jsonfile.Parse([]byte(text), 1, jsonfile.Options{Levels: 2})
	at, _ := errors.AsType[*jsonfile.Error](err)
	switch {
	case v.Kind != 0 && v.Kind != jsonfile.Object:
		return v, errors.New("must be a JSON object: it starts with {")
	case at != nil && at.Reason == jsonfile.Malformed:
		return v, fmt.Errorf("is not valid JSON: line %d: %s", at.Line, at.Detail)
	default:
		return v, err
	}
}

// last is the members of an object in their order; of a name that is given twice the last
// one, which counts in every reader of JSON.
func last(object jsonfile.Value) []jsonfile.Member {
	at := map[string]int{}
	for i, m := range object.Members {
		at[m.Name] = i
	}
	var last []jsonfile.Member
	for i, m := range object.Members {
		if at[m.Name] == i {
			last = append(last, m)
		}
	}
	return last
}

// lastOf is the member of a name that counts.
func lastOf(object jsonfile.Value, name string) (found jsonfile.Member, ok bool) {
	for _, m := range object.Members {
		if m.Name == name {
			found, ok = m, true
		}
	}
	return found, ok
}
