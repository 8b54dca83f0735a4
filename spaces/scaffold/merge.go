package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"handrail/internal/jsonfile"
	"handrail/tools/command"
)

// existing is the ctxnest.json that is there, with how it is written. Text is
// only ever put into it, never taken out.
type existing struct {
	text    string
	there   bool
	hands   *jsonfile.Document // the text without a byte order mark
	version bool
	tools   bool
	names   map[string]bool
	argvs   map[string]string // the argv as JSON: the hand that has it
}

// mark is the byte order mark that some editors put before UTF-8.
const mark = "\ufeff"

// readHands reads ctxnest.json. The error says, behind the file's name, why
// nothing can be added to it.
func readHands(text string, there bool) (existing, error) {
	e := existing{text: text, there: there, names: map[string]bool{}, argvs: map[string]string{}}
	if !there {
		return e, nil
	}
	text = strings.TrimPrefix(text, mark)
	switch {
	case !utf8.ValidString(text):
		return e, errors.New("is not valid UTF-8; save it as UTF-8")
	case len(strings.Trim(text, " \t\r\n")) == 0:
		return e, errors.New("is empty; remove it, or write {} into it")
	}
	top, err := parseObject(text)
	if err == nil {
		e.hands, err = jsonfile.ParseDocument([]byte(text))
	}
	if err != nil {
		return e, fmt.Errorf("%w; fix it first", err)
	}
	return e, e.declared(top)
}

// declared reads the version and the hands that are there.
func (e *existing) declared(top jsonfile.Value) error {
	if again := top.Repeats(); len(again) > 0 {
		return fmt.Errorf("gives %s twice; remove one", shown(again[0].Name))
	}
	if m, ok := top.Get("version"); ok {
		if e.version = true; string(m.Value.Raw) != `"1"` {
			return errors.New(`has a version that is not the text "1"; fix it first`)
		}
	}
	m, ok := top.Get("tools")
	if !ok {
		return nil
	}
	if m.Value.Kind != jsonfile.Object {
		return errors.New("has tools that are no object of hands: tools must be a JSON object: it starts with {")
	}
	e.tools = true
	if !e.version && len(m.Value.Members) > 0 { // with one added, hands that nobody looked at would come to life
		return errors.New(`has hands and no version, so none of them is used; add "version": "1" first`)
	}
	for _, m := range m.Value.Members {
		var h struct {
			Command []string `json:"command"`
		}
		e.names[m.Name] = true
		if json.Unmarshal(m.Value.Raw, &h) == nil {
			e.argvs[argvKey(h.Command)] = m.Name
		}
	}
	return nil
}

// argvKey is an argv without its parameters, to find a hand that does the same.
func argvKey(argv []string) string {
	fixed := slices.DeleteFunc(slices.Clone(argv), func(s string) bool { return s == "--" || strings.Contains(s, "{{") })
	return strings.Join(fixed, "\x00")
}

// has says why a draft is not added; "" if it is new.
func (e *existing) has(d draft) string {
	if e.names[d.name] {
		return fmt.Sprintf("%s has a hand named %s already", FileName, d.name)
	}
	if same, ok := e.argvs[argvKey(d.hand.Command)]; ok {
		return fmt.Sprintf("%s does the same with %s already", FileName, shown(same))
	}
	return ""
}

// add puts hands at the end of the tools and returns the new text, and what was
// put in, in order.
func (e *existing) add(hands []Proposed) (string, []jsonfile.Edit, error) {
	list := make([]jsonfile.Field, len(hands))
	for i, h := range hands {
		list[i] = jsonfile.Field{Name: h.Name, Value: fieldsOf(h.Hand)}
	}
	var edits []jsonfile.Edit
	var more []jsonfile.Field
	if !e.version {
		more = append(more, jsonfile.Field{Name: "version", Value: command.HandsVersion})
	}
	if !e.tools {
		more = append(more, jsonfile.Field{Name: "tools", Value: list})
	}
	if !e.there {
		return string(jsonfile.New(more...)), nil, nil
	}
	for _, put := range []struct {
		path   []string
		fields []jsonfile.Field
		due    bool
	}{{[]string{"tools"}, list, e.tools}, {nil, more, len(more) > 0}} {
		if !put.due {
			continue
		}
		one, err := e.hands.Insert(put.path, put.fields...)
		if err != nil {
			return "", nil, err
		}
		edits = append(edits, one...)
	}
	for i := range edits { // their offsets are those of the text without its mark
		edits[i].Start += len(e.text) - len(strings.TrimPrefix(e.text, mark))
		edits[i].End = edits[i].Start
	}
	return string(jsonfile.Apply([]byte(e.text), edits...)), edits, nil
}

// fieldsOf is a hand as it is written: one line for each field and each parameter.
func fieldsOf(h command.Hand) []jsonfile.Field {
	fields := written(encode(h))
	for i, f := range fields {
		if f.Name == "params" {
			raw, _ := f.Value.(json.RawMessage) // as written says
			fields[i].Value = written(raw)
		}
	}
	return fields
}

// written are the members of an object, each on its line.
func written(object []byte) []jsonfile.Field {
	members, err := jsonfile.ReadObject(object, 1)
	if err != nil {
		return nil // what is encoded here is an object
	}
	fields := make([]jsonfile.Field, len(members))
	for i, m := range members {
		fields[i] = jsonfile.Field{Name: m.Name, Value: m.Value.Raw}
	}
	return fields
}

// encode writes a hand as JSON without the escapes that only HTML needs.
func encode(h command.Hand) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(h); err != nil {
		return nil // texts, numbers and switches always can be
	}
	return bytes.TrimSpace(b.Bytes())
}
