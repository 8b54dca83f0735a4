package render

import "strings"

// Locale returns env with a character set in which no letter ends in the byte of
// a backslash. bash reads a script by its locale: in Shift JIS, Big5 and GBK the
// backslash that keeps a $ quiet can be half of a letter, and the $ is heard.
// UTF-8 and C are kept as they are; anything else becomes C.UTF-8 for characters
// (C where the system does not know it) and stays for messages and numbers.
// Whoever runs a rendered command gives it an environment that went through here.
func Locale(env []string) []string {
	out := make([]string, 0, len(env)+1)
	var all, ctype, lang string
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		switch name {
		case "LC_ALL":
			all = value
		case "LC_CTYPE":
			ctype = value
		case "LANG":
			lang = value
		}
	}
	rules := all
	if rules == "" {
		rules = ctype
	}
	if rules == "" {
		rules = lang
	}
	if harmless(rules) {
		return append(out, env...)
	}
	for _, v := range env {
		name, value, _ := strings.Cut(v, "=")
		switch name {
		case "LC_CTYPE":
		case "LC_ALL": // it would win over LC_CTYPE
			if lang == "" {
				out = append(out, "LANG="+value)
			}
		default:
			out = append(out, v)
		}
	}
	return append(out, "LC_CTYPE=C.UTF-8")
}

// harmless reports whether the locale's characters are those of UTF-8 or ASCII.
func harmless(locale string) bool {
	if locale == "" || locale == "C" || locale == "POSIX" {
		return true
	}
	_, charset, found := strings.Cut(locale, ".")
	charset, _, _ = strings.Cut(charset, "@")
	charset = strings.ToLower(strings.ReplaceAll(charset, "-", ""))
	return found && charset == "utf8"
}
