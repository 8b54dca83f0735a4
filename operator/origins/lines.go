package origins

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/tools"
)

// shortest is how many characters a line has at least by which a text is found again in what a program prints.
const shortest = 24

// mostLines is how many bytes of files with labels are read to find their lines. Where there are more, all that programs
// print counts as theirs.
const mostLines = 32 << 20

// lines are those of a file, as it was when it was read.
type lines struct {
	size int64
	time time.Time
	all  []string
}

// Printed is whose words a program may have printed, though it has read no more than files of the space: those that its
// command names, and those of which a line stands in what it has printed. What a program has made of a file,
// such as its first bytes, is not found.
func (f *Files) Printed(ctx context.Context, command string, texts ...string) (from []tools.Origin) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return []tools.Origin{unreadable}
	}
	if f.empty() {
		return nil
	}
	named := namesIn(command)
	known := map[string][]string{} // the paths of each line
	budget := int64(mostLines)
	for path := range f.paths {
		if gitFolder(path) != "" {
			continue
		}
		if slices.ContainsFunc(f.namesOf(path), func(name string) bool {
			return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, name) })
		}) {
			from = f.add(from, path)
		}
		all, ok := f.linesOf(path, &budget)
		if named[filepath.Base(path)] || !ok {
			from = f.add(from, path)
			continue
		}
		for _, line := range all {
			known[line] = append(known[line], path)
		}
	}
	if len(known) == 0 {
		return from
	}
	for _, text := range texts {
		for _, said := range valuesOf(text) {
			for line := range strings.Lines(said) {
				for _, way := range readings(line) {
					for _, path := range known[way] {
						from = f.add(from, path)
					}
				}
			}
		}
	}
	return from
}

// namesOf are the names in a path, below the space, that are long enough to say something: whoever lists files reads them.
func (f *Files) namesOf(path string) []string {
	return slices.DeleteFunc(strings.Split(Short(f.dir, path), "/"), func(name string) bool { return utf8.RuneCountInString(name) < shortest })
}

// add adds what a file holds. f.mu is held.
func (f *Files) add(list []tools.Origin, path string) []tools.Origin {
	for _, o := range f.via(path, f.of(path)) {
		if !slices.ContainsFunc(list, func(have tools.Origin) bool { return have.Key() == o.Key() }) {
			list = append(list, o)
		}
	}
	return list
}

// linesOf are the lines of a file by which it is found again; false: there were too many to read. f.mu is held.
func (f *Files) linesOf(path string, budget *int64) ([]string, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		delete(f.lines, path)
		return nil, true
	}
	if *budget -= info.Size(); *budget < 0 {
		return nil, false
	}
	if have, ok := f.lines[path]; ok && have.size == info.Size() && have.time.Equal(info.ModTime()) {
		return have.all, true
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	one := lines{size: info.Size(), time: info.ModTime()}
	for line := range strings.Lines(string(raw)) {
		if line = bare(line); utf8.RuneCountInString(line) >= shortest {
			one.all = append(one.all, line)
		}
	}
	f.lines[path] = one
	return one.all, true
}

// bare is a line without what programs set before lines: numbers, signs of differences, space.
func bare(line string) string {
	return strings.TrimSpace(strings.TrimLeft(line, " \t\r\n+-<>|0123456789:.#*/;%"))
}

// searched is how programs that search set the place of a line before it.
var searched = regexp.MustCompile(`^\S{1,300}?[:-]\d+[:-]|^\S{1,300}?:`)

// readings are the ways to read a line that a program has printed, without what it may have set before it.
func readings(line string) []string {
	out := []string{bare(line)}
	if at := searched.FindStringIndex(line); at != nil {
		out = append(out, bare(line[at[1]:]))
	}
	return slices.DeleteFunc(out, func(s string) bool { return utf8.RuneCountInString(s) < shortest })
}

// valuesOf are the texts in a result: those of its JSON, or itself.
func valuesOf(text string) []string {
	if t := strings.TrimSpace(text); t == "" || t[0] != '{' && t[0] != '[' {
		return []string{text}
	}
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return []string{text}
	}
	var out []string
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	walk(v)
	return out
}

// namesIn are the last parts of all words of a command.
func namesIn(command string) map[string]bool {
	out := map[string]bool{}
	for _, word := range wordsOf(command) {
		out[filepath.Base(word)] = true
	}
	return out
}

// wordsOf are the words of a command, and of what stands in quotes in it.
func wordsOf(command string) []string {
	return strings.FieldsFunc(command, func(r rune) bool { return r <= ' ' || strings.ContainsRune(";|&()`$\"'<>=,{}", r) })
}
