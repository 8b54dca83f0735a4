package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"handrail/internal/jsonfile"
)

// want reports whether a value has the kind that the field needs, and rejects
// the tool if not.
func (r *handReader) want(kind jsonfile.Kind, field string, n jsonfile.Value) bool {
	if n.Kind == kind {
		return true
	}
	r.notes.reject(field, n.Line, fmt.Sprintf(textType, field, kind, n.Kind), "")
	return false
}

func (r *handReader) text(to *string, field string, n jsonfile.Value) {
	if r.want(jsonfile.Text, field, n) {
		*to = n.Text()
	}
}

func (r *handReader) flag(to *bool, field string, n jsonfile.Value) {
	if r.want(jsonfile.Bool, field, n) {
		*to = n.True()
	}
}

func (r *handReader) choice(to *string, of []string, field string, n jsonfile.Value) {
	if !r.want(jsonfile.Text, field, n) {
		return
	}
	if !slices.Contains(of, n.Text()) {
		r.notes.reject(field, n.Line, fmt.Sprintf("%s must be one of %s, not %q", field, strings.Join(of, ", "), n.Text()), "")
		return
	}
	*to = n.Text()
}

// number reads a finite number.
func (r *handReader) number(field string, n jsonfile.Value) (float64, bool) {
	if !r.want(jsonfile.Number, field, n) {
		return 0, false
	}
	f, err := strconv.ParseFloat(n.Text(), 64)
	if err != nil || math.IsInf(f, 0) {
		r.notes.reject(field, n.Line, fmt.Sprintf("%s is the number %.40s, which is too large to count with", field, n.Text()), "")
		return 0, false
	}
	return f, true
}

// amount reads a number of at least 1; what is more than most is clamped.
func (r *handReader) amount(to *float64, most float64, field string, n jsonfile.Value) {
	f, ok := r.number(field, n)
	switch {
	case !ok:
	case f < 1:
		r.notes.reject(field, n.Line, fmt.Sprintf("%s must be at least 1, not %s", field, n.Text()), "")
	default:
		*to = f
		if f > most {
			r.notes.warn(field, n.Line, fmt.Sprintf("%s is clamped to %.0f", field, most), "")
		}
	}
}

func (r *handReader) bound(to **float64, field string, n jsonfile.Value) {
	if f, ok := r.number(field, n); ok {
		*to = &f
	}
}

// texts reads a list of texts.
func (r *handReader) texts(field string, n jsonfile.Value) ([]string, bool) {
	var list []string
	for _, item := range n.Items {
		if !r.want(jsonfile.Text, field, item) {
			return nil, false
		}
		list = append(list, item.Text())
	}
	return list, true
}

// command reads the argv. Each element keeps its line.
func (r *handReader) command(field string, n jsonfile.Value) {
	plain := n.Kind == jsonfile.List && len(n.Items) > 0
	for _, item := range n.Items {
		plain = plain && item.Kind == jsonfile.Text
	}
	if !plain {
		r.notes.reject(field, n.Line, textCommand, "write it as a list of texts: [\"git\", \"status\"]")
		return
	}
	if len(n.Items) > maxHandElements {
		r.notes.reject(field, n.Line, fmt.Sprintf("command has %d elements; at most %d are accepted", len(n.Items), maxHandElements), "")
		return
	}
	for i, item := range n.Items {
		r.hand.Command = append(r.hand.Command, item.Text())
		r.notes.lines[elementField(i)] = item.Line
	}
}

func elementField(i int) string { return fmt.Sprintf("command[%d]", i) }

// env reads the variables that the hand sets.
func (r *handReader) env(field string, n jsonfile.Value) {
	if !r.want(jsonfile.Object, field, n) {
		return
	}
	for _, m := range n.Repeats() {
		r.notes.reject(field+"."+m.Name, m.Line, fmt.Sprintf(textTwice, field+"."+m.Name), "remove one")
	}
	r.hand.Env = map[string]string{}
	for _, m := range n.Members {
		name := field + "." + m.Name
		r.variable(name, m.Name, m.Line)
		if !r.want(jsonfile.Text, name, m.Value) {
			continue
		}
		if strings.ContainsRune(m.Value.Text(), 0) {
			r.notes.reject(name, m.Value.Line, fmt.Sprintf("the value of env key '%s' has a NUL byte in it, which no program can be given", m.Name), "")
		}
		if why := secretTrouble(m.Value.Text()); why != "" {
			r.notes.reject(name, m.Value.Line, fmt.Sprintf("the value of env key '%s' %s", m.Name, why), "")
		}
		r.hand.Env[m.Name] = m.Value.Text()
	}
}

// variable checks the name of a variable that is set or inherited.
func (r *handReader) variable(field, name string, line int) {
	switch {
	case !variableForm.MatchString(name):
		r.notes.reject(field, line, fmt.Sprintf(textEnvName, name), "use letters, digits and _")
	case forbiddenInHands(name):
		r.notes.reject(field, line, fmt.Sprintf(textEnvKey, name), "it decides which program runs or what it runs first")
	}
}

func (r *handReader) inherit(field string, n jsonfile.Value) {
	switch {
	case n.Kind == jsonfile.Bool && n.True():
		r.hand.InheritEnv.All = true
	case n.Kind == jsonfile.Bool:
	case n.Kind == jsonfile.List:
		names, ok := r.texts(field, n)
		if !ok {
			return
		}
		for i, name := range names {
			r.variable(field, name, n.Items[i].Line)
		}
		r.hand.InheritEnv.Names = names
	default:
		r.notes.reject(field, n.Line, fmt.Sprintf(textType, field, "true or a list of names", n.Kind), "")
	}
}

func (r *handReader) network(field string, n jsonfile.Value) {
	list := []string{n.Text()}
	switch n.Kind {
	case jsonfile.Text:
	case jsonfile.List:
		var ok bool
		if list, ok = r.texts(field, n); !ok {
			return
		}
	default:
		r.notes.reject(field, n.Line, fmt.Sprintf(textType, field, "off, on or a list of hosts", n.Kind), "")
		return
	}
	for _, host := range list {
		named := host == "on" || host == "off"
		if named && len(list) > 1 || !named && !isHost(host) {
			r.notes.reject(field, n.Line, fmt.Sprintf("network has %q in it, which is no host", host), `write "on", "off", or a list of hosts such as ["api.example.com"]`)
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

func (r *handReader) params(field string, n jsonfile.Value) {
	if !r.want(jsonfile.Object, field, n) {
		return
	}
	for _, m := range n.Repeats() {
		r.notes.reject(field+"."+m.Name, m.Line, fmt.Sprintf(textTwice, field+"."+m.Name), "remove one")
	}
	if len(n.Members) > maxHandParams {
		r.notes.reject(field, n.Line, fmt.Sprintf("there are %d params; at most %d are accepted", len(n.Members), maxHandParams), "")
		return
	}
	r.hand.Params = map[string]HandParam{}
	for _, m := range n.Members {
		name := field + "." + m.Name
		r.notes.lines[name] = m.Line
		if !variableForm.MatchString(m.Name) || len(m.Name) > idLimit {
			r.notes.reject(name, m.Line, fmt.Sprintf(textParamName, m.Name), fmt.Sprintf("use letters, digits and _, no digit first, at most %d", idLimit))
			continue
		}
		if !r.want(jsonfile.Object, name, m.Value) {
			continue
		}
		r.param = HandParam{}
		r.object(r.p.params, name+".", m.Value)
		if _, given := m.Value.Get("type"); !given {
			r.notes.reject(name+".type", m.Line, fmt.Sprintf("param '%s' has no type", m.Name), "write string, number or boolean")
		}
		r.hand.Params[m.Name] = r.param
	}
}

func (r *handReader) defaultValue(field string, n jsonfile.Value) {
	switch n.Kind {
	case jsonfile.Text:
		r.param.Default = n.Text()
	case jsonfile.Bool:
		r.param.Default = n.True()
	case jsonfile.Number:
		if f, ok := r.number(field, n); ok {
			r.param.Default = f
		}
	default:
		r.notes.reject(field, n.Line, fmt.Sprintf(textType, field, "a text, a number, true or false", n.Kind), "")
	}
}
