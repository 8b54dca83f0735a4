package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// want reports whether a value has the kind that the field needs, and rejects
// the tool if not.
func (r *handReader) want(kind jsonKind, field string, n node) bool {
	if n.kind == kind {
		return true
	}
	r.reject(field, n.line, fmt.Sprintf(textType, field, kind, n.kind), "")
	return false
}

func (r *handReader) text(to *string, field string, n node) {
	if r.want(kindText, field, n) {
		*to = n.text
	}
}

func (r *handReader) flag(to *bool, field string, n node) {
	if r.want(kindBool, field, n) {
		*to = n.yes
	}
}

func (r *handReader) choice(to *string, of []string, field string, n node) {
	if !r.want(kindText, field, n) {
		return
	}
	if !slices.Contains(of, n.text) {
		r.reject(field, n.line, fmt.Sprintf("%s must be one of %s, not %q", field, strings.Join(of, ", "), n.text), "")
		return
	}
	*to = n.text
}

// number reads a finite number.
func (r *handReader) number(field string, n node) (float64, bool) {
	if !r.want(kindNumber, field, n) {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.text, 64)
	if err != nil || math.IsInf(f, 0) {
		r.reject(field, n.line, fmt.Sprintf("%s is the number %.40s, which is too large to count with", field, n.text), "")
		return 0, false
	}
	return f, true
}

// amount reads a number of at least 1; what is more than most is clamped.
func (r *handReader) amount(to *float64, most float64, field string, n node) {
	f, ok := r.number(field, n)
	switch {
	case !ok:
	case f < 1:
		r.reject(field, n.line, fmt.Sprintf("%s must be at least 1, not %s", field, n.text), "")
	default:
		*to = f
		if f > most {
			r.warn(field, n.line, fmt.Sprintf("%s is clamped to %.0f", field, most), "")
		}
	}
}

func (r *handReader) bound(to **float64, field string, n node) {
	if f, ok := r.number(field, n); ok {
		*to = &f
	}
}

// texts reads a list of texts.
func (r *handReader) texts(field string, n node) ([]string, bool) {
	var list []string
	for _, item := range n.items {
		if !r.want(kindText, field, item) {
			return nil, false
		}
		list = append(list, item.text)
	}
	return list, true
}

// command reads the argv. Each element keeps its line.
func (r *handReader) command(field string, n node) {
	plain := n.kind == kindList && len(n.items) > 0
	for _, item := range n.items {
		plain = plain && item.kind == kindText
	}
	if !plain {
		r.reject(field, n.line, textCommand, "write it as a list of texts: [\"git\", \"status\"]")
		return
	}
	if len(n.items) > maxHandElements {
		r.reject(field, n.line, fmt.Sprintf("command has %d elements; at most %d are accepted", len(n.items), maxHandElements), "")
		return
	}
	for i, item := range n.items {
		r.hand.Command = append(r.hand.Command, item.text)
		r.lines[elementField(i)] = item.line
	}
}

func elementField(i int) string { return fmt.Sprintf("command[%d]", i) }

// env reads the variables that the hand sets.
func (r *handReader) env(field string, n node) {
	if !r.want(kindObject, field, n) {
		return
	}
	for _, m := range n.twice() {
		r.reject(field+"."+m.key, m.line, fmt.Sprintf(textTwice, field+"."+m.key), "remove one")
	}
	r.hand.Env = map[string]string{}
	for _, m := range n.members {
		name := field + "." + m.key
		r.variable(name, m.key, m.line)
		if !r.want(kindText, name, m.value) {
			continue
		}
		if strings.ContainsRune(m.value.text, 0) {
			r.reject(name, m.value.line, fmt.Sprintf("the value of env key '%s' has a NUL byte in it, which no program can be given", m.key), "")
		}
		if why := secretTrouble(m.value.text); why != "" {
			r.reject(name, m.value.line, fmt.Sprintf("the value of env key '%s' %s", m.key, why), "")
		}
		r.hand.Env[m.key] = m.value.text
	}
}

// variable checks the name of a variable that is set or inherited.
func (r *handReader) variable(field, name string, line int) {
	switch {
	case !variableForm.MatchString(name):
		r.reject(field, line, fmt.Sprintf(textEnvName, name), "use letters, digits and _")
	case forbiddenInHands(name):
		r.reject(field, line, fmt.Sprintf(textEnvKey, name), "it decides which program runs or what it runs first")
	}
}

func (r *handReader) inherit(field string, n node) {
	switch {
	case n.kind == kindBool && n.yes:
		r.hand.InheritEnv.All = true
	case n.kind == kindBool:
	case n.kind == kindList:
		names, ok := r.texts(field, n)
		if !ok {
			return
		}
		for i, name := range names {
			r.variable(field, name, n.items[i].line)
		}
		r.hand.InheritEnv.Names = names
	default:
		r.reject(field, n.line, fmt.Sprintf(textType, field, "true or a list of names", n.kind), "")
	}
}

func (r *handReader) network(field string, n node) {
	list := []string{n.text}
	switch n.kind {
	case kindText:
	case kindList:
		var ok bool
		if list, ok = r.texts(field, n); !ok {
			return
		}
	default:
		r.reject(field, n.line, fmt.Sprintf(textType, field, "off, on or a list of hosts", n.kind), "")
		return
	}
	for _, host := range list {
		named := host == "on" || host == "off"
		if named && len(list) > 1 || !named && !isHost(host) {
			r.reject(field, n.line, fmt.Sprintf("network has %q in it, which is no host", host), `write "on", "off", or a list of hosts such as ["api.example.com"]`)
			return
		}
	}
	r.hand.Network = list
}

// isHost reports whether s could be the name of a host, with or without a port.
func isHost(s string) bool {
	return strings.Contains(strings.Trim(s, ".*:"), ".") && len(s) <= 255 && !strings.ContainsFunc(s, func(c rune) bool {
		return c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(".-_*:[]", c)
	}) || s == "localhost" || strings.HasPrefix(s, "localhost:")
}

func (r *handReader) params(field string, n node) {
	if !r.want(kindObject, field, n) {
		return
	}
	for _, m := range n.twice() {
		r.reject(field+"."+m.key, m.line, fmt.Sprintf(textTwice, field+"."+m.key), "remove one")
	}
	if len(n.members) > maxHandParams {
		r.reject(field, n.line, fmt.Sprintf("there are %d params; at most %d are accepted", len(n.members), maxHandParams), "")
		return
	}
	r.hand.Params = map[string]HandParam{}
	for _, m := range n.members {
		name := field + "." + m.key
		r.lines[name] = m.line
		if !variableForm.MatchString(m.key) || len(m.key) > idLimit {
			r.reject(name, m.line, fmt.Sprintf(textParamName, m.key), fmt.Sprintf("use letters, digits and _, no digit first, at most %d", idLimit))
			continue
		}
		if !r.want(kindObject, name, m.value) {
			continue
		}
		r.param = HandParam{}
		r.object(r.p.params, name+".", m.value)
		if _, given := m.value.get("type"); !given {
			r.reject(name+".type", m.line, fmt.Sprintf("param '%s' has no type", m.key), "write string, number or boolean")
		}
		r.hand.Params[m.key] = r.param
	}
}

func (r *handReader) defaultValue(field string, n node) {
	switch n.kind {
	case kindText:
		r.param.Default = n.text
	case kindBool:
		r.param.Default = n.yes
	case kindNumber:
		if f, ok := r.number(field, n); ok {
			r.param.Default = f
		}
	default:
		r.reject(field, n.line, fmt.Sprintf(textType, field, "a text, a number, true or false", n.kind), "")
	}
}
