package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"handrail/internal/jsonfile"
)

// edited is the text of the file after a change of the settings, before and after which they are these objects. What
// the change leaves alone stays as it is written. The new text is read back, and is no answer if it says anything else
// than it should.
func (f *File) edited(raw []byte, before, after jsonfile.Value) ([]byte, error) {
	text, marked := bytes.CutPrefix(raw, []byte(jsonfile.Mark))
	if jsonfile.OnlyComments(text) {
		text = []byte(strings.TrimLeft(strings.TrimRight(string(text), " \t\r\n")+"\n{}\n", "\n"))
	}
	document, err := jsonfile.ParseDocument(text)
	if err != nil {
		return nil, f.unfit(text, err)
	}
	e := edit{draft: document.Draft(), text: text}
	if err := e.object(nil, document.Value(), before, after, reflect.TypeFor[Settings]()); err != nil {
		return nil, f.unfit(text, err)
	}
	out := e.draft.Text()
	if marked {
		out = append([]byte(jsonfile.Mark), out...)
	}
	read, _, err := f.parse(out)
	if err != nil || !bytes.Equal(normal(object(read)), normal(after)) {
		return nil, fmt.Errorf("the settings in %s are written in a way that this change does not fit into; change them in the file: it is left as it is", f.path)
	}
	return out, nil
}

// unfit is the error of a text that cannot be changed, with its place.
func (f *File) unfit(text []byte, err error) error {
	if placed, ok := errors.AsType[*jsonfile.Error](err); ok {
		return fmt.Errorf("the settings in %s cannot be changed, because of %s: it %w; the file is left as it is", f.path, place(text, placed.Offset), placed)
	}
	return fmt.Errorf("the settings in %s cannot be changed: %w; the file is left as it is", f.path, err)
}

// object are settings as they would be written anew.
func object(s Settings) jsonfile.Value {
	raw, err := json.Marshal(s)
	if err != nil {
		return jsonfile.Value{}
	}
	v, _ := jsonfile.Parse(raw, 1, jsonfile.Options{}) // it was written a moment ago
	return v
}

// normal is what is read of settings that were written: servers are spelt in several ways.
func normal(v jsonfile.Value) []byte {
	var s Settings
	if json.Unmarshal(v.Raw, &s) != nil {
		return v.Raw
	}
	out, _ := jsonfile.Sorted(object(s).Raw)
	return out
}

// An edit changes a text where settings differ.
type edit struct {
	draft *jsonfile.Draft
	text  []byte
}

// object changes the object at a path, which stands in the file as node: from before to after. kind is what it is read
// into. What the file has and before has not is nothing that this version understands.
func (e *edit) object(path []string, node, before, after jsonfile.Value, kind reflect.Type) error {
	for _, m := range after.Members {
		was, had := before.Get(m.Name)
		if had && bytes.Equal(was.Value.Raw, m.Value.Raw) {
			continue
		}
		there, found, err := e.member(node, m.Name, kind)
		if err != nil {
			return err
		}
		at := append(slices.Clone(path), there.Name)
		if found && there.Value.Kind == jsonfile.Object && m.Value.Kind == jsonfile.Object {
			err = e.object(at, there.Value, was.Value, m.Value, inside(kind, m.Name))
		} else {
			err = e.draft.Set(at, m.Value)
		}
		if err != nil {
			return err
		}
	}
	for _, m := range before.Members {
		if _, still := after.Get(m.Name); still {
			continue
		}
		if err := e.remove(path, node, m, kind); err != nil {
			return err
		}
	}
	return nil
}

// remove takes out what the settings had and have no more. Of an object that has a place of its own in the settings,
// which nobody has named, what is not understood stays.
func (e *edit) remove(path []string, node jsonfile.Value, was jsonfile.Member, kind reflect.Type) error {
	there, found, err := e.member(node, was.Name, kind)
	if err != nil || !found {
		return err
	}
	at := append(slices.Clone(path), there.Name)
	if of := inside(kind, was.Name); !isStruct(kind) || of == nil || there.Value.Kind != jsonfile.Object {
		return e.draft.Remove(at)
	} else if err := e.object(at, there.Value, was.Value, jsonfile.Value{}, of); err != nil {
		return err
	}
	return e.draft.Prune(at)
}

// member finds a name in an object of the file as encoding/json does: with small and capital letters alike, where the
// name is one of ours. Its Name is how it is written there.
func (e *edit) member(node jsonfile.Value, name string, kind reflect.Type) (m jsonfile.Member, found bool, err error) {
	m.Name = name
	for _, one := range node.Members {
		if alike := one.Name == name || isStruct(kind) && strings.EqualFold(one.Name, name); !alike {
			continue
		}
		if found {
			return m, true, fmt.Errorf("%q is there twice, at %s and at %s; remove one of them first", name, place(e.text, m.Start), place(e.text, one.Start))
		}
		m, found = one, true
	}
	return m, found, nil
}

func isStruct(t reflect.Type) bool { return t != nil && t.Kind() == reflect.Struct }

// inside is what the value of a name is read into, if that has names of its own; nil otherwise.
func inside(t reflect.Type, name string) reflect.Type {
	if t == nil {
		return nil
	}
	var of reflect.Type
	switch t.Kind() {
	case reflect.Map:
		of = t.Elem()
	case reflect.Struct:
		if i := slices.Index(keysOf(t), name); i >= 0 {
			of = t.Field(i).Type
		}
	}
	if of == nil || of.Kind() != reflect.Struct && of.Kind() != reflect.Map {
		return nil
	}
	return of
}

// repeated says which names come twice: of two lists of rules, only the last one would count.
func (f *File) repeated(raw []byte) (warnings []string) {
	v, err := jsonfile.Parse(raw, 1, jsonfile.Options{})
	if err != nil {
		return nil
	}
	var look func(v jsonfile.Value)
	look = func(v jsonfile.Value) {
		for _, again := range v.Repeats() {
			warnings = append(warnings, fmt.Sprintf("%s: %q is there twice, on line %d and on line %d: the last one counts; remove one of them", f.path, again.Name, again.First, again.Line))
		}
		for _, m := range v.Members {
			look(m.Value)
		}
		for _, item := range v.Items {
			look(item)
		}
	}
	look(v)
	return warnings
}
