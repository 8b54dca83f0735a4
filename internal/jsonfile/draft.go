package jsonfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// A Draft is a document that is changed value by value. What is not changed stays byte for byte, and so does each
// comment, unless the value goes in which it stands.
type Draft struct {
	document *Document // as it was read; errors have their places in its text
	root     hujson.Value
	style    *style
}

// Draft begins to change the document, which stays as it is.
func (d *Document) Draft() *Draft {
	root, err := hujson.Parse(closed(d.text)) // its own Clone loses commas behind last values
	if err != nil {
		root = d.root // it was parsed before
	}
	return &Draft{document: d, root: root, style: d.style()}
}

// Text is the document as it is now.
func (f *Draft) Text() []byte {
	text := f.root.Pack()
	if before := f.document.text; len(closed(before)) > len(before) {
		return bytes.TrimSuffix(text, []byte("\n"))
	}
	return text
}

// Set has the object at the path before the last name, which must be there, give this name a value. One that is there
// is changed in place: of a list those items, and of an object those members, that differ.
//
// An error is an *Error: something on the way is no object, or is there twice.
func (f *Draft) Set(path []string, value Value) error {
	o, indent, err := f.object(path[:len(path)-1])
	if err != nil {
		return err
	}
	name := path[len(path)-1]
	at, err := f.document.member(o, name)
	if err != nil {
		return err
	}
	if at < 0 {
		f.add(o, name, value, indent)
		return nil
	}
	m := &o.Members[at]
	return f.become(&m.Value, value, indentAfter(m.Name.BeforeExtra, indent))
}

// Remove takes the member at a path out, if it is there. Comments around it stay.
func (f *Draft) Remove(path []string) error {
	o, indent, err := f.object(path[:len(path)-1])
	if err != nil {
		return err
	}
	at, err := f.document.member(o, path[len(path)-1])
	if err == nil && at >= 0 {
		f.cut(o, at, indent)
	}
	return err
}

// Prune takes the object at a path out, if nothing is left in it, not even a comment.
func (f *Draft) Prune(path []string) error {
	o, _, err := f.object(path)
	if err != nil || len(o.Members) > 0 || !blank(o.AfterExtra) {
		return err
	}
	return f.Remove(path)
}

// object is the object at a path, with the indentation of the line on which it begins.
func (f *Draft) object(path []string) (o *hujson.Object, indent string, err error) {
	v := &f.root
	indent = indentAfter(v.BeforeExtra, "")
	for i := 0; ; i++ {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil, "", f.document.wrong(NotObject, v.StartOffset, "%q is not an object, so nothing can be put into it; fix it first", strings.Join(path[:i], "."))
		}
		if i == len(path) {
			return o, indent, nil
		}
		at, err := f.document.member(o, path[i])
		if err != nil {
			return nil, "", err
		}
		if at < 0 {
			return nil, "", f.document.wrong(NotObject, v.StartOffset, "there is no %q to change", strings.Join(path[:i+1], "."))
		}
		indent = indentAfter(o.Members[at].Name.BeforeExtra, indent)
		v = &o.Members[at].Value
	}
}

// become has v say what value says.
func (f *Draft) become(v *hujson.Value, value Value, indent string) error {
	switch of := v.Value.(type) {
	case *hujson.Object:
		if value.Kind == Object {
			return f.becomeObject(of, value, indent)
		}
	case *hujson.Array:
		if value.Kind == List && (len(of.Elements) > 0 || !blank(of.AfterExtra)) {
			return f.becomeList(of, value.Items, indent)
		}
	}
	v.Value = f.written(value, indent, f.style.eol == "")
	return nil
}

func (f *Draft) becomeObject(o *hujson.Object, value Value, indent string) error {
	for i := len(o.Members) - 1; i >= 0; i-- {
		name, ok := o.Members[i].Name.Value.(hujson.Literal)
		if !ok {
			continue
		}
		if _, err := f.document.member(o, name.String()); err != nil {
			return err
		}
		if _, still := value.Get(name.String()); !still {
			f.cut(o, i, indent)
		}
	}
	for _, m := range value.Members {
		at, err := f.document.member(o, m.Name)
		if err != nil {
			return err
		}
		if at < 0 {
			f.add(o, m.Name, m.Value, indent)
			continue
		}
		there := &o.Members[at]
		if err := f.become(&there.Value, m.Value, indentAfter(there.Name.BeforeExtra, indent)); err != nil {
			return err
		}
	}
	return nil
}

// add puts a member at the end of an object, which begins on a line of this indentation.
func (f *Draft) add(o *hujson.Object, name string, value Value, indent string) {
	p := place{after: &o.AfterExtra, style: f.style, outer: indent}
	if n := len(o.Members); n > 0 {
		p.first, p.last, p.comma = o.Members[0].Name.BeforeExtra, o.Members[n-1].Name.BeforeExtra, &o.Members[n-1].Value.AfterExtra
	} else {
		p.empty, p.lines = true, f.style.eol != ""
	}
	before, after, inner := p.end(len(o.Members))
	gap := hujson.Extra(" ")
	if n := len(o.Members); n > 0 && len(o.Members[n-1].Value.BeforeExtra) == 0 {
		gap = nil
	}
	o.Members = append(o.Members, hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: before, Value: hujson.Literal(literal(name))},
		Value: hujson.Value{BeforeExtra: gap, Value: f.written(value, inner, !p.lines), AfterExtra: after},
	})
}

// cut takes a member out of an object, which begins on a line of this indentation.
func (f *Draft) cut(o *hujson.Object, at int, indent string) {
	m := o.Members[at]
	right := &o.AfterExtra
	if at+1 < len(o.Members) {
		right = &o.Members[at+1].Name.BeforeExtra
	}
	left := m.Name.BeforeExtra
	*right = f.style.kept(left, slices.Concat(m.Name.AfterExtra, m.Value.BeforeExtra, m.Value.AfterExtra), *right, at == 0 && at+1 < len(o.Members), indentAfter(left, indent))
	last := at > 0 && at+1 == len(o.Members)
	o.Members = slices.Delete(o.Members, at, at+1)
	if last {
		endAt(&o.Members[at-1].Value.AfterExtra, &o.AfterExtra, m.Value.AfterExtra != nil)
	}
	if len(o.Members) == 0 && blank(o.AfterExtra) {
		o.AfterExtra = nil
	}
}

// endAt makes a value the last one of its list or object, with a comma behind it or none.
func endAt(extra, after *hujson.Extra, comma bool) {
	switch {
	case comma && *extra == nil:
		*extra = hujson.Extra{}
	case !comma && *extra != nil:
		*after = slices.Concat(*extra, *after)
		*extra = nil
	}
}
