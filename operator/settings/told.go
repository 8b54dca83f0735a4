package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"handrail/internal/jsonfile"
	"handrail/internal/secrets/looks"
)

// Told is the text of a settings file for others to read: what it holds under a name that tells a secret, or as an argument behind such an
// option, is mark. What names a secret, or a variable, stays. An error is one of text that cannot be read: then nothing of it can be told.
func Told(raw []byte, mark string) (string, error) {
	hidden, err := plainSecrets(raw, mark)
	if err != nil {
		return "", err
	}
	for _, value := range hidden {
		raw = bytes.ReplaceAll(raw, []byte(value), []byte(mark))
		if quoted, err := json.Marshal(value); err == nil { // as it is written, with escapes
			raw = bytes.ReplaceAll(raw, bytes.Trim(quoted, `"`), []byte(mark))
		}
	}
	if left, err := plainSecrets(raw, mark); err != nil || len(left) > 0 { // written with other escapes
		return "", errors.Join(err, errors.New("a secret in it is written so that it could not be taken out"))
	}
	return string(raw), nil
}

// plainSecrets are the texts of settings that look secret, but for the mark.
func plainSecrets(raw []byte, mark string) (list []string, err error) {
	plain, err := jsonfile.Plain(raw)
	if err != nil {
		return nil, err
	}
	var all any
	if err := json.Unmarshal(plain, &all); err != nil {
		return nil, errors.New("the settings cannot be read")
	}
	visit(all, "", func(name, value string) {
		InQuery(value, func(name, value string) string {
			if len(value) >= 4 && !strings.Contains(value, "${") && !strings.Contains(value, mark) && (looks.Header(name) || looks.Secret(name, value)) {
				list = append(list, value)
			}
			return value
		})
		if len(value) >= 4 && !HasPlaceholder(value) && !strings.Contains(value, mark) && (looks.Header(name) || looks.Secret(name, value)) {
			list = append(list, value)
		}
	})
	return list, nil
}

// visit tells each text of a value, with the name under which it stands: that of a member, or of an option of a program.
func visit(value any, name string, tell func(name, value string)) {
	switch value := value.(type) {
	case map[string]any:
		for name, v := range value {
			visit(v, name, tell)
		}
	case []any:
		last := ""
		for _, v := range value {
			text, ok := v.(string)
			if !ok {
				visit(v, name, tell)
				continue
			}
			option, after, has := strings.Cut(text, "=")
			switch {
			case has && strings.HasPrefix(option, "-"):
				tell(option, after)
			case !strings.HasPrefix(text, "-") && strings.HasPrefix(last, "-"):
				tell(last, text)
			default:
				tell(name, text)
			}
			last = text
		}
	case string:
		tell(name, value)
	}
}

// InQuery is an address with something else in the place of the values in its query and its fragment; all other text stays as it is.
func InQuery(address string, instead func(name, value string) string) string {
	begin := strings.IndexAny(address, "?#")
	if begin < 0 {
		return address
	}
	var out strings.Builder
	out.WriteString(address[:begin])
	for rest := address[begin:]; rest != ""; {
		end := len(rest)
		if at := strings.IndexAny(rest[1:], "&#"); at >= 0 {
			end = at + 1
		}
		name, value, ok := strings.Cut(rest[1:end], "=")
		if out.WriteString(rest[:1] + name); ok {
			if value != "" {
				value = instead(name, value)
			}
			out.WriteString("=" + value)
		}
		rest = rest[end:]
	}
	return out.String()
}
