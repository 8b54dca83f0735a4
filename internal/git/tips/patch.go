package tips

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/lazy"
)

// isPatch reports whether a file of a git folder is a patch that git am, or a rebase that goes by patches, still has to apply.
func isPatch(name string) bool {
	base, ok := strings.CutPrefix(filepath.ToSlash(name), "rebase-apply/")
	return ok && (base == "patch" || strings.Trim(base, "0123456789") == "" && len(base) >= 4)
}

// packedMail is a mail whose text can only be read when it is unpacked.
var packedMail = lazy.Regexp(`(?i)content-transfer-encoding:[^\n]*(?:\n[ \t][^\n]*)*base64`)

// fileLine begins a line of a patch that names a file.
var fileLine = lazy.Regexp(`(?m)^(?:diff --git |--- |\+\+\+ |rename (?:from|to) |copy (?:from|to) |Index: )(.+)$`)

// touched are the files that count and that a patch may change, as far below the top of the work tree as git may take it to count from (-p), and below a
// folder that its options name.
func touched(text, options string, counts func(name string) bool) (list []string) {
	into := []string{""}
	for _, option := range strings.FieldsFunc(options, func(c rune) bool { return c <= ' ' || c == '\'' }) {
		if dir, ok := strings.CutPrefix(option, "--directory="); ok {
			into = append(into, dir)
		}
	}
	quoted := strings.ReplaceAll(text, "=\r\n", "") // as a mail may have lines cut
	quoted = unescaped().ReplaceAllStringFunc(strings.ReplaceAll(quoted, "=\n", ""), func(sign string) string {
		code, err := strconv.ParseUint(sign[1:], 16, 8)
		if err != nil {
			return sign
		}
		return string([]byte{byte(code)})
	})
	for _, source := range []string{text, quoted} {
		for _, line := range fileLine().FindAllStringSubmatch(source, -1) {
			for _, name := range namesOf(line[1]) {
				for _, dir := range into {
					for rest := name; rest != ""; _, rest, _ = strings.Cut(rest, "/") {
						if file := path.Join(dir, rest); counts(file) && !slices.Contains(list, file) {
							list = append(list, file)
						}
					}
				}
			}
		}
	}
	return list
}

// unescaped are signs of a mail that stand there as numbers.
var unescaped = lazy.Regexp(`=[0-9A-Fa-f]{2}`)

// namesOf are the files that a line of a patch may name: one in quotes, the whole of it, or each word.
func namesOf(text string) (names []string) {
	text = strings.TrimRight(text, "\r")
	if before, _, ok := strings.Cut(text, "\t"); ok { // a time stands behind it
		text = before
	}
	for rest := text; strings.Contains(rest, `"`); {
		_, rest, _ = strings.Cut(rest, `"`)
		if quoted, err := strconv.QuotedPrefix(`"` + rest); err == nil {
			if name, err := strconv.Unquote(quoted); err == nil {
				names = append(names, name)
			}
			rest = rest[len(quoted)-1:]
		}
	}
	return append(append(names, text), strings.Fields(text)...)
}
