package spaces

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/adrg/frontmatter"
)

// A document is a Markdown file: what its front matter says, and the rest.
type document struct {
	hasMatter bool
	matter    object
	body      string
	bodyLine  int // the line on which body starts; 0: there is none
}

// parseDocument reads a Markdown file with YAML front matter between two lines
// of three dashes. A file that does not start with such a line has none.
func parseDocument(data []byte) (document, error) {
	data = trimBOM(data)
	if !utf8.Valid(data) {
		return document{}, &placedError{0, "is not valid UTF-8; save it as UTF-8"}
	}
	block, found, err := matterBlock(data)
	if err != nil {
		return document{}, err
	}
	if !found {
		doc := document{}
		doc.takeBody(string(data), 1)
		return doc, nil
	}
	var fields map[string]yamlNode
	rest, err := frontmatter.Parse(bytes.NewReader(data), &fields)
	if err != nil {
		return document{}, yamlError(err, len(block)+2)
	}
	keys, err := topLevelKeys(block)
	if err != nil {
		return document{}, err
	}
	doc := document{hasMatter: true}
	doc.takeBody(string(rest), len(block)+3)
	for _, k := range withHidden(keys, fields) {
		node, known := fields[k.key]
		if !known {
			continue
		}
		value, err := node.asValue()
		written, werr := node.asWritten()
		if err := errors.Join(err, werr); err != nil {
			return document{}, &placedError{k.line, fmt.Sprintf("%s: cannot be read as text, a number, a switch, a list or an object", k.key)}
		}
		k.value, k.written, k.valueLine = value, written, k.line
		doc.matter = append(doc.matter, k)
	}
	return doc, nil
}

// takeBody keeps the text that starts on the line first, without the blank lines
// around it.
func (d *document) takeBody(text string, first int) {
	if d.body = strings.TrimSpace(text); d.body != "" {
		d.bodyLine = first + strings.Count(text[:strings.Index(text, d.body)], "\n")
	}
}

// matterBlock finds the lines between the dashes. They start on line 2.
func matterBlock(data []byte) (block []string, found bool, err error) {
	lines := strings.Split(string(data), "\n")
	if strings.TrimSpace(lines[0]) != "---" {
		return nil, false, nil
	}
	for i := 1; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "---" {
			return lines[1:i], true, nil
		}
	}
	return nil, false, &placedError{1, "starts a front matter with --- but never ends it; put a line with --- after its last field"}
}

// topLevelKeys finds the keys that stand at the left margin, with their lines.
func topLevelKeys(block []string) ([]member, error) {
	var keys []member
	seen := map[string]int{}
	for i, line := range block {
		name, _, found := strings.Cut(line, ":")
		if !found || strings.ContainsAny(line[:1], " \t#-:") {
			continue
		}
		key := strings.Trim(strings.TrimSpace(name), `"'`)
		if earlier, twice := seen[key]; twice {
			return nil, &placedError{i + 2, fmt.Sprintf("gives %q twice, first on line %d; remove one", key, earlier)}
		}
		seen[key] = i + 2
		rest := strings.TrimSpace(line[len(name)+1:])
		keys = append(keys, member{
			key: key, line: i + 2, items: itemLines(block, i+1),
			block: strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, ">"),
		})
	}
	return keys, nil
}

// itemLines finds the lines of the elements of a list in YAML's long form: those
// that start with a dash, at the margin of the first. i is the line behind the key,
// counted from 0.
func itemLines(block []string, i int) []int {
	var items []int
	margin := -1
	for ; i < len(block); i++ {
		line := strings.TrimLeft(block[i], " ")
		indent := len(block[i]) - len(line)
		dash := strings.HasPrefix(line, "- ") || strings.TrimSpace(line) == "-"
		switch {
		case dash && margin < 0:
			margin = indent
			fallthrough
		case dash && indent == margin:
			items = append(items, i+2)
		case indent == 0 && line != "" && line[0] != '#':
			return items
		}
	}
	return items
}

// withHidden adds the keys that do not stand at the left margin of a line of their
// own, as in {id: a, name: b}. Their line is the first one.
func withHidden(keys []member, fields map[string]yamlNode) []member {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.ContainsFunc(keys, func(m member) bool { return m.key == name }) {
			keys = append(keys, member{key: name, line: 2})
		}
	}
	return keys
}

// yamlError finds the line in an error of the YAML parser, which counts from the
// first line after the dashes and leaves the number out where it is that line.
// last is the line of the closing dashes.
func yamlError(err error, last int) error {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "yaml: "), "unmarshal errors:")
	text, line := strings.TrimSpace(text), 2
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if digits, words, ok := strings.Cut(rest, ": "); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				line, text = min(n+1, last), words
			}
		}
	}
	if strings.Contains(text, "into map[string]spaces.yamlNode") {
		return &placedError{line, "has a front matter that is not made of fields; write a line for each, like id: my-id"}
	}
	return &placedError{line, "has a front matter that is not valid YAML: " + strings.Join(strings.Fields(text), " ")}
}
