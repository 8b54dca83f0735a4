package clients

import (
	"bytes"
	"errors"
	"slices"

	"handrail/internal/jsonfile"
)

// jsonFile is a parsed file of JSON with comments.
type jsonFile struct {
	text     []byte             // without a byte order mark
	document *jsonfile.Document // nil: there is nothing but white space
}

// parseJSON reads JSON with comments and trailing commas. An error is an *Error
// without a file.
func parseJSON(text []byte) (*jsonFile, error) {
	if blank(text) {
		return &jsonFile{text: text}, nil
	}
	document, err := jsonfile.ParseDocument(text)
	if err != nil {
		return nil, placedAt(text, err, "it ")
	}
	return &jsonFile{text: text, document: document}, nil
}

// placedAt is an error of jsonfile with its line and column. subject begins its sentence.
func placedAt(text []byte, err error, subject string) error {
	at, ok := errors.AsType[*jsonfile.Error](err)
	if !ok {
		return err
	}
	line, column := newLines(text).at(at.Offset)
	return &Error{Line: line, Column: column, Text: subject + at.Error()}
}

// node is the file's content.
func (f *jsonFile) node() *node {
	if f.document == nil {
		return &node{kind: isTable, line: 1}
	}
	return nodeOf(f.document.Value())
}

func nodeOf(v jsonfile.Value) *node {
	n := &node{line: v.Line}
	switch v.Kind {
	case jsonfile.Object:
		n.kind = isTable
		for _, m := range v.Members {
			n.members = append(n.members, member{name: m.Name, line: m.Line, value: nodeOf(m.Value)})
		}
	case jsonfile.List:
		n.kind = isList
		for _, item := range v.Items {
			n.items = append(n.items, nodeOf(item))
		}
	case jsonfile.Text:
		n.kind, n.text = isText, v.Text()
	case jsonfile.Number:
		n.kind, n.text = isNumber, v.Text()
	case jsonfile.Bool:
		n.kind, n.text = isBool, v.Text()
	default:
		n.text = v.Text()
	}
	return n
}

// put makes the text with our entry in the list at a path. there says that there is one:
// what else is in it stays.
func (f *jsonFile) put(path []string, entry []jsonfile.Field, there bool) ([]byte, error) {
	ours := jsonfile.Field{Name: OurName, Value: entry}
	if f.document == nil {
		return jsonfile.New(jsonfile.Field{Name: path[0], Value: []jsonfile.Field{ours}}), nil
	}
	listed, err := f.document.Has(path...)
	if err != nil {
		return nil, placedAt(f.text, err, "")
	}
	var edits []jsonfile.Edit
	switch {
	case there:
		edits, err = f.document.Replace(append(path, OurName), slices.DeleteFunc(entry, func(v jsonfile.Field) bool { return v.Name == "type" })...)
	case listed:
		edits, err = f.document.Insert(path, ours)
	default:
		edits, err = f.document.Insert(nil, jsonfile.Field{Name: path[0], Value: []jsonfile.Field{ours}})
	}
	if err != nil {
		return nil, placedAt(f.text, err, "")
	}
	return jsonfile.Apply(f.text, edits...), nil
}

// remove takes our entry out of the list at a path.
func (f *jsonFile) remove(path []string) ([]jsonfile.Edit, error) {
	edits, err := f.document.Remove(path, OurName)
	if err != nil {
		return nil, placedAt(f.text, err, "")
	}
	return edits, nil
}

func blank(text []byte) bool { return len(bytes.Trim(text, " \t\r\n")) == 0 }
