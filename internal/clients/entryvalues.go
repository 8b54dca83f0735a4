package clients

import (
	"strconv"
	"time"
)

// value is what stands under a key, if it is of this kind. Of another kind it is
// noted and left out.
func (e *entry) value(key string, want kind) *node {
	n := e.n.get(key)
	if n == nil {
		return nil
	}
	e.used = append(e.used, key)
	if n.kind == isOther { // null
		return nil
	}
	if n.kind != want {
		e.s.note("%q is left out: it must be %s, not %s", key, want, n.kind)
		return nil
	}
	return n
}

func (e *entry) yes(key string) bool {
	n := e.value(key, isBool)
	return n != nil && n.text == "true"
}

// text is a text. Anything else refuses the server, because it may be what it
// runs.
func (e *entry) text(key string) string {
	n := e.n.get(key)
	if n == nil {
		return ""
	}
	e.used = append(e.used, key)
	switch n.kind {
	case isText:
		return n.text
	case isOther:
		return ""
	}
	e.s.refuse("%q must be a text, not %s", key, n.kind)
	return ""
}

// plain is a value as a text: numbers and booleans as they are written.
func (e *entry) plain(n *node, what string) (string, bool) {
	switch n.kind {
	case isText:
		return n.text, true
	case isNumber, isBool:
		e.s.note("%s is %s there, and becomes a text", what, n.kind)
		return n.text, true
	}
	return "", false
}

// list is a list of texts.
func (e *entry) list(key string) (out []string) {
	n := e.n.get(key)
	if n == nil || n.kind == isOther {
		e.used = append(e.used, key)
		return nil
	}
	e.used = append(e.used, key)
	if n.kind != isList {
		e.s.refuse("%q must be a list of texts, not %s", key, n.kind)
		return nil
	}
	for i, item := range n.items {
		text, ok := e.plain(item, key+" "+strconv.Itoa(i+1))
		if !ok {
			e.s.refuse("%q must be a list of texts, but its item %d is %s", key, i+1, item.kind)
			return nil
		}
		out = append(out, text)
	}
	return out
}

// table is a table of texts. A null takes a variable away, which we cannot.
func (e *entry) table(key string) map[string]string {
	n := e.value(key, isTable)
	if n == nil {
		return nil
	}
	members, twice := n.once()
	for _, name := range twice {
		e.s.note("%s %q is there more than once; the last one counts", key, name)
	}
	var out map[string]string
	for _, m := range members {
		text, ok := e.plain(m.value, key+" "+m.name)
		if !ok {
			e.s.note("%s %q is left out: it is %s", key, m.name, m.value.kind)
			continue
		}
		set(&out, m.name, text)
	}
	return out
}

// names is Codex' list of variables: texts, or tables with a name.
func (e *entry) names(key string) (out []string) {
	n := e.value(key, isList)
	if n == nil {
		return nil
	}
	for _, item := range n.items {
		switch name := item.get("name"); {
		case item.kind == isText:
			out = append(out, item.text)
		case name != nil && name.kind == isText:
			out = append(out, name.text)
		default:
			e.s.note("an item of %q is left out: it names no variable", key)
		}
	}
	return out
}

// timeout reads how long a call may take, at most a day.
func (e *entry) timeout(key string, unit time.Duration) {
	n := e.value(key, isNumber)
	if n == nil {
		return
	}
	f, err := strconv.ParseFloat(n.text, 64)
	if err != nil || f <= 0 || f > float64(24*time.Hour/unit) {
		e.s.note("%q is left out: a call takes up to a day", key)
		return
	}
	if unit == time.Millisecond && f < 1000 {
		e.s.note("%q is taken as %s seconds: in so many thousandths of a second no call would be done", key, n.text)
		unit = time.Second
	}
	e.s.Timeout = time.Duration(f * float64(unit))
}
