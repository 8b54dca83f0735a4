package clients

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"

	"gopkg.in/yaml.v3"
)

// yamlFile is a parsed file of YAML.
type yamlFile struct {
	root  *node
	text  []byte
	top   *yaml.Node // nil if the file holds nothing
	lines lines
}

func (f *yamlFile) node() *node { return f.root }

// mostYAML is how many values of a file are read: names that stand for others may make one
// small file a large one.
const mostYAML = 100_000

// parseYAML reads YAML. An error is an *Error without a file.
func parseYAML(text []byte) (*yamlFile, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		e := &Error{Text: "it is not valid YAML: " + err.Error()}
		if m := regexp.MustCompile(`line (\d+)`).FindStringSubmatch(err.Error()); m != nil {
			e.Line, _ = strconv.Atoi(m[1]) // digits
			e.Column = 1
		}
		return nil, e
	}
	f := &yamlFile{root: &node{kind: isTable}, text: text, lines: newLines(text)}
	if len(doc.Content) > 0 {
		left := mostYAML
		root, err := nodeOfYAML(doc.Content[0], &left)
		if err != nil {
			return nil, &Error{Text: err.Error()}
		}
		f.root, f.top = root, doc.Content[0]
	}
	return f, nil
}

// nodeOfYAML is a value as the others are.
func nodeOfYAML(y *yaml.Node, left *int) (*node, error) {
	if *left--; *left < 0 {
		return nil, fmt.Errorf("it has more than %d values", mostYAML)
	}
	n := &node{line: y.Line, text: y.Value}
	switch y.Kind {
	case yaml.AliasNode:
		if y.Alias == nil || y.Alias == y {
			return nil, errors.New("a name in it stands for itself")
		}
		return nodeOfYAML(y.Alias, left)
	case yaml.SequenceNode:
		n.kind = isList
		for _, item := range y.Content {
			child, err := nodeOfYAML(item, left)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, child)
		}
	case yaml.MappingNode:
		n.kind = isTable
		for i := 0; i+1 < len(y.Content); i += 2 {
			child, err := nodeOfYAML(y.Content[i+1], left)
			if err != nil {
				return nil, err
			}
			n.members = append(n.members, member{name: y.Content[i].Value, line: y.Content[i].Line, value: child})
		}
	default:
		n.kind = map[string]kind{"!!str": isText, "!!int": isNumber, "!!float": isNumber, "!!bool": isBool}[y.ShortTag()]
	}
	return n, nil
}
