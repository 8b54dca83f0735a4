package pinning

import (
	"regexp"
	"strings"

	"handrail/internal/lazy"
)

// argumentsAt is what stands between the parentheses that open there; without them, to the end of the
// statement.
func argumentsAt(text string, open int) string {
	depth, quote := 0, byte(0)
	bare := text[open] != '(' && text[open] != '['
	for i := open; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			if depth--; depth == 0 && !bare {
				return text[open+1 : i]
			} else if depth < 0 {
				return text[open:i]
			}
		case bare && depth == 0 && (c == ';' || c == '\n'):
			return text[open:i]
		}
	}
	return text[min(open+1, len(text)):]
}

// split are the elements of a list of arguments.
func split(arguments string) (list []string) {
	depth, quote, from := 0, byte(0), 0
	add := func(to int) {
		if one := strings.TrimSpace(arguments[from:to]); one != "" {
			list = append(list, one)
		}
		from = to + 1
	}
	for i := 0; i < len(arguments); i++ {
		c := arguments[i]
		switch {
		case quote != 0 && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == ',' && depth == 0:
			add(i)
		}
	}
	if from <= len(arguments) {
		add(len(arguments))
	}
	return list
}

// A value is a literal of a script; known is false if it is none.
type value struct {
	text  string
	known bool
	mixed bool // something that is known only when it runs stands in it, as $x
}

var (
	quoted       = lazy.Regexp("(?s)^([rRuUbBfF]{0,2})(?:\"\"\"(.*)\"\"\"|'''(.*)'''|\"((?:[^\"\\\\]|\\\\.)*)\"|'((?:[^'\\\\]|\\\\.)*)'|`((?:[^`\\\\]|\\\\.)*)`)$")
	interpolated = lazy.Regexp(`[#$]\{[^}]*\}`)
	braces       = lazy.Regexp(`\{[^}]*\}`)
	odd          = lazy.Regexp(`\\[^nt"'\\$@]`)
	named        = lazy.Regexp(`^(?:\w+\s*=[^=]|\w+:\s|:\w+\s*=>|\{|\*\*|function\b|async\b|\(?[\w, ]*\)?\s*=>)`)
	plainName    = lazy.Regexp(`^[$@]?[A-Za-z_]\w*$`)
	unpack       = strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`, `\'`, `'`, `\\`, `\`, `\$`, `$`, `\@`, `@`)
)

// literal reads a literal of any of the languages.
func literal(element string) (value, bool) {
	m := quoted().FindStringSubmatch(strings.TrimSpace(element))
	if m == nil || odd().MatchString(element) {
		return value{}, false
	}
	v := value{text: unpack.Replace(strings.Join(m[2:], "")), known: true}
	text := interpolated().ReplaceAllString(v.text, "$$x")
	if strings.ContainsAny(m[1], "fF") {
		text = braces().ReplaceAllString(text, "$$x")
	}
	v.mixed = text != v.text || m[5] == "" && strings.ContainsAny(text, "$@")
	v.text = text
	return v, true
}

// commandOf is the shell text of what a call with these arguments starts.
func commandOf(text, program string, elements []string) string {
	if program == "node" && len(elements) > 1 && !strings.HasPrefix(elements[1], "[") && elements[0] != `"node"` {
		elements = elements[:1]
	}
	if len(elements) == 0 {
		return ""
	}
	var words []string
	alone := 0
	for _, element := range elements {
		element = resolved(text, element)
		if len(words) > 0 && named().MatchString(element) || named().MatchString(element) && strings.Contains(element, "=") && !strings.HasPrefix(element, "[") && !strings.HasPrefix(element, "(") {
			continue
		}
		if (strings.HasPrefix(element, "[") || strings.HasPrefix(element, "(")) && len(element) > 1 {
			for _, one := range split(element[1 : len(element)-1]) {
				words = append(words, word(one))
			}
			alone += 2
			continue
		}
		words = append(words, word(element))
		alone++
	}
	if v, ok := literal(resolved(text, elements[0])); ok && alone == 1 {
		return v.text
	}
	return strings.Join(words, " ")
}

// word is an element as a word of shell text.
func word(element string) string {
	v, ok := literal(element)
	switch {
	case element == "sys.executable" || element == "process.execPath":
		return "python3"
	case !ok && ownFolder().MatchString(element):
		return "/own/folder" // nobody writes beside its private copy
	case !ok:
		return `"$x"`
	case v.mixed:
		return `"` + strings.NewReplacer(`"`, `\"`, "`", "").Replace(v.text) + `"`
	}
	return "'" + strings.ReplaceAll(v.text, "'", `'\''`) + "'"
}

// resolved is what a variable is set to, if the script sets it once and changes it nowhere.
func resolved(text, element string) string {
	element = strings.TrimSpace(element)
	if !plainName().MatchString(element) {
		return element
	}
	name := regexp.QuoteMeta(element)
	set := lazy.Regexp(`(?m)(?:^|[;{\s])`+name+`[ \t]*=[ \t]*([^=\s])`)().FindAllStringSubmatchIndex(text, -1)
	bare := regexp.QuoteMeta(strings.TrimLeft(element, "$@"))
	if len(set) != 1 || lazy.Regexp(`[$@]?\b`+bare+`\s*(?:\.\s*(?:append|insert|extend|push|unshift|splice|concat)\b|\[|\+=|\.=|<<)|(?:push|unshift|splice)\s*\(?\s*@`+bare)().MatchString(text) {
		return element
	}
	from := set[0][2]
	switch text[from] {
	case '[':
		return "[" + argumentsAt(text, from) + "]"
	case '(':
		return "(" + argumentsAt(text, from) + ")"
	}
	line, _, _ := strings.Cut(text[from:], "\n")
	return strings.TrimRight(line, "; \t\r")
}
