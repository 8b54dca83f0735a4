package schema

import "encoding/json"

// plain reports whether a schema is of the usual words in their usual forms only,
// so that it surely compiles in every dialect and need not be compiled before it is
// needed: a server with thousands of tools is listed at once. Whatever is not known
// here is not plain.
func plain(v any) bool {
	s, ok := v.(map[string]any)
	if !ok {
		return false
	}
	for word, value := range s {
		if !plainWord(word, value) {
			return false
		}
	}
	return true
}

func plainWord(word string, value any) bool {
	switch word {
	case "type":
		switch value {
		case TypeString, TypeNumber, TypeInteger, TypeBoolean, TypeArray, TypeObject, "null":
			return true
		}
		return false
	case "title", "description":
		_, ok := value.(string)
		return ok
	case "default":
		return true
	case "pattern":
		expr, ok := value.(string)
		if !ok {
			return false
		}
		_, err := NewPattern(expr)
		return err == nil
	case "minimum", "maximum":
		_, ok := value.(json.Number)
		return ok
	case "additionalProperties":
		_, ok := value.(bool)
		return ok || plain(value)
	case "items":
		return plain(value)
	case "properties":
		all, ok := value.(map[string]any)
		for _, p := range all {
			ok = ok && plain(p)
		}
		return ok
	case "required", "enum":
		return plainList(word, value)
	}
	return false
}

// plainList reports whether a list has something in it and nothing twice, and of
// required only names.
func plainList(word string, value any) bool {
	list, ok := value.([]any)
	if !ok || len(list) == 0 {
		return false
	}
	seen := make(map[string]bool, len(list))
	for _, e := range list {
		name, ok := e.(string)
		if !ok || seen[word+name] {
			return false
		}
		seen[word+name] = true
	}
	return true
}
