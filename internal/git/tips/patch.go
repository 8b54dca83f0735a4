package tips

import (
	"maps"
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
	into := append(foldersOf(options), "")
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

// optionsOfPatches is the file that says how git am applies the patches that are left.
const optionsOfPatches = "rebase-apply/apply-opt"

// foldersOf are those that options of git apply put before the files of a patch, as git writes and reads them: each in quotes, and by as much of its
// name as tells it.
func foldersOf(options string) (list []string) {
	words := strings.Fields(options)
	if strings.Contains(options, "'") {
		words = strings.FieldsFunc(strings.ReplaceAll(options, `'\''`, "\x00"), func(c rune) bool { return c == '\'' })
	}
	for i, word := range words {
		word = strings.TrimSpace(strings.ReplaceAll(word, "\x00", "'"))
		if !strings.HasPrefix(word, "--d") {
			continue
		}
		if _, dir, ok := strings.Cut(word, "="); ok {
			list = append(list, dir)
			continue
		}
		for _, next := range words[i+1:] {
			if next = strings.TrimSpace(next); next != "" {
				list = append(list, strings.ReplaceAll(next, "\x00", "'"))
				break
			}
		}
	}
	return list
}

// repatched are the files that count and that patches may change which stayed as they were, while what says how they are applied did not.
func (b *bringing) repatched() (list []Bringing) {
	now, before := b.after.laids[optionsOfPatches], b.before.laids[optionsOfPatches]
	if now == before || !b.before.stops("rebase-apply") {
		return nil
	}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(b.after.laids)) {
		if text := b.after.laids[name]; isPatch(name) && text == b.before.laids[name] {
			files = append(files, touched(text, now, b.counts)...)
		}
	}
	if len(files) == 0 {
		return nil
	}
	slices.Sort(files)
	return []Bringing{{Name: optionsOfPatches, Paths: slices.Compact(files), Why: "makes a patch that was there one"}}
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
