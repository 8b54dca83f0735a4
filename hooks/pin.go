package hooks

import (
	"path"
	"path/filepath"
	"strings"

	"handrail/internal/render"
)

// repoint writes the copy of each script in place of the words of command that
// name the script: the whole word, however it is quoted. Words with a
// placeholder or an expansion in them name nothing plainly and stay. dir is the
// space's folder: a script may be named by its absolute path.
func repoint(command, dir string, copies map[string]string) string {
	if len(copies) == 0 {
		return command
	}
	var out strings.Builder
	rest := command
	for rest != "" {
		n, plain, literal := nextWord(rest)
		if n == 0 { // what parts words
			out.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		raw := rest[:n]
		if to, ok := copies[inSpace(plain, dir)]; ok && literal {
			if quoted, err := render.Argv([]string{to}); err == nil {
				raw = quoted
			}
		}
		out.WriteString(raw)
		rest = rest[n:]
	}
	return out.String()
}

// inSpace is a word as the path of a file of the space; "" if it is none.
func inSpace(word, dir string) string {
	name := filepath.FromSlash(word)
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return ""
		}
		name = rel
	}
	return path.Clean(filepath.ToSlash(name))
}

// nextWord measures the word at the start of s: its bytes with quotes, its text
// without, and whether that text is plain. Words part where the shell's do, and
// at = so that NAME=script is found; what it cannot read is one word to the end.
func nextWord(s string) (n int, plain string, literal bool) {
	const parting = " \t\r\n;|&()<>={}`,"
	var text strings.Builder
	literal = true
	for n < len(s) {
		c := s[n]
		switch {
		case strings.HasPrefix(s[n:], "{{"):
			end := strings.Index(s[n:], "}}")
			if end < 0 {
				return len(s), "", false
			}
			literal = false
			n += end + 2
		case strings.IndexByte(parting, c) >= 0:
			return n, text.String(), literal && n > 0
		case c == '\\' && n+1 < len(s):
			text.WriteByte(s[n+1])
			n += 2
		case c == '\'' || c == '"':
			inside, length := quoted(s[n:])
			if length == 0 {
				return len(s), "", false
			}
			if c == '"' && strings.ContainsAny(inside, "$`\\{") || strings.Contains(inside, "{{") {
				literal = false
			}
			text.WriteString(inside)
			n += length
		case c == '$' || c == '*' || c == '?' || c == '[' || c == '~':
			literal = false
			n++
		default:
			text.WriteByte(c)
			n++
		}
	}
	return n, text.String(), literal
}

// quoted is what stands between the quotes at the start of s, and the length
// with them; 0 if they are not closed.
func quoted(s string) (inside string, length int) {
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && s[0] == '"':
			i++
		case s[i] == s[0]:
			return s[1:i], i + 1
		}
	}
	return "", 0
}
