package setup

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/secrets"
	"handrail/operator/servers"
	"handrail/operator/settings"
)

// A Draft is a server as it would be saved. Settings name each of Secrets by a
// reference, and hold none of their values.
type Draft struct {
	Settings settings.Server
	Secrets  []Secret
	shown    shown
}

// A Secret is a value that is to be kept where secrets are.
type Secret struct {
	Name  string // under which it is kept
	Place string // where it stood in the settings: "PAY", "header X-Key", "argument 2"
	value string
}

// shown is what a person sees of a draft: masks stand for all that looks secret, also
// where it stays in the settings.
type shown struct {
	args         []string
	url          string
	env, headers []Value
}

// Names are those of the draft's secrets, each once.
func (d Draft) Names() (out []string) {
	for _, s := range d.Secrets {
		if !slices.Contains(out, s.Name) {
			out = append(out, s.Name)
		}
	}
	return out
}

// A namer finds names for the secrets of one draft. What another name stands for
// must not change: a name that is there is another secret's, unless this has the same
// value.
type namer struct {
	kept  map[string]string // where those are that are there, by name
	value func(name string) (string, error)
	given map[string]string // values, by name
}

// name is the name under which a value is kept.
func (n *namer) name(want, value string) string {
	want = secrets.NameOf(want)
	name := want
	for i := 2; ; i++ {
		given, mine := n.given[name]
		_, there := n.kept[name]
		if mine && given == value || !mine && (!there || n.holds(name, value)) {
			n.given[name] = value
			return name
		}
		name = fmt.Sprintf("%s-%d", want, i)
	}
}

// holds reports whether a secret that is there has the value. A namer of a preview asks
// no keyring.
func (n *namer) holds(name, value string) bool {
	if n.value == nil {
		return false
	}
	old, err := n.value(name)
	return err == nil && old == value
}

// A drafter makes a Draft: it goes once through all that may hold a secret.
type drafter struct {
	server string
	looks  servers.Looks
	// text takes what is known to be secret out of a text; nil: nothing is known.
	text  func(string) string
	names *namer
	// left says which parts stay as they are: they are masked only.
	left parts
	out  Draft
}

// parts of a server's settings.
type parts struct{ variables, arguments, client bool }

// draft makes the draft of a server.
func (d *drafter) draft(set settings.Server) Draft {
	if d.text == nil {
		d.text = func(text string) string { return text }
	}
	d.out.Settings = set
	d.out.Settings.Env, d.out.shown.env = d.variables(set.Env, "", d.looks.Variable)
	d.out.Settings.Headers, d.out.shown.headers = d.variables(set.Headers, "header ", d.looks.Header)
	if d.left.arguments { // they are masked, and nothing of them is kept
		aside := &drafter{server: d.server, looks: d.looks, text: d.text, names: &namer{given: map[string]string{}}}
		aside.arguments(set.Args)
		aside.address(set.URL)
		d.out.shown.args, d.out.shown.url = aside.out.shown.args, aside.out.shown.url
	} else {
		d.out.Settings.Args, d.out.Settings.URL = d.arguments(set.Args), d.address(set.URL)
	}
	if value := set.OAuthClientSecret; value != "" && !d.left.client && !settings.HasPlaceholder(value) {
		d.out.Settings.OAuthClientSecret = d.keep("client_secret", "oauth_client_secret", value)
	}
	if value := set.OAuthPrivateKey; value != "" && !d.left.client && !settings.HasPlaceholder(value) {
		d.out.Settings.OAuthPrivateKey = d.keep("private_key", "oauth_private_key", value)
	}
	return d.out
}

// keep has a value kept, and returns the reference that stands for it.
func (d *drafter) keep(what, place, value string) string {
	name := d.names.name(d.server+"."+what, value)
	if !slices.ContainsFunc(d.out.Secrets, func(s Secret) bool { return s.Name == name && s.Place == place }) {
		d.out.Secrets = append(d.out.Secrets, Secret{Name: name, Place: place, value: value})
	}
	return secrets.Reference(name)
}

// variables are variables or headers with references, and as they are shown.
func (d *drafter) variables(values map[string]string, place string, looks func(name, value string) bool) (map[string]string, []Value) {
	out := maps.Clone(values)
	var seen []Value
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		v := Value{Name: name, Value: d.text(value)}
		if value != "" && !settings.HasPlaceholder(value) && looks(name, value) {
			v.Value = servers.Masked
			if !d.left.variables {
				scheme, rest := schemeOf(value)
				out[name] = scheme + d.keep(name, place+name, rest)
				v.Secret = d.names.name(d.server+"."+name, rest)
			}
		}
		seen = append(seen, v)
	}
	return out, seen
}

// schemeOf parts the word of an Authorization header, with the blank behind it, from
// what is secret.
func schemeOf(value string) (scheme, rest string) {
	word, rest, ok := strings.Cut(value, " ")
	if ok && (strings.EqualFold(word, "Bearer") || strings.EqualFold(word, "Basic") || strings.EqualFold(word, "Token")) {
		return word + " ", strings.TrimSpace(rest)
	}
	return "", value
}

// arguments are arguments with references. Everybody on the machine can see arguments
// while a program runs; that stays so, but the settings do not hold the values any
// more.
func (d *drafter) arguments(list []string) (out []string) {
	before := ""
	for i, arg := range list {
		front, what, value := d.looks.Argument(before, arg)
		if before = arg; value == "" && !settings.HasPlaceholder(arg) && d.text(arg) != arg {
			value = arg
		}
		if value == "" {
			out, d.out.shown.args = append(out, arg), append(d.out.shown.args, arg)
			continue
		}
		if what == "" {
			what = fmt.Sprintf("arg%d", i+1)
		}
		out, d.out.shown.args = append(out, front+d.keep(what, fmt.Sprintf("argument %d", i+1), value)), append(d.out.shown.args, front+servers.Masked)
	}
	return out
}

// userInfo is a name or a password before the host of an address.
var userInfo = regexp.MustCompile(settings.UserInfoPattern) // compiled once, never changed

// address is an address with references in place of values whose names look secret.
// What stands before its host is masked only: such an address is not saved, see
// settings.Server.Problem.
func (d *drafter) address(text string) (out string) {
	seen := text
	if at := userInfo.FindString(text); at != "" {
		seen = at[:strings.Index(at, "//")+2] + servers.Masked + "@" + text[len(at):]
	}
	d.out.shown.url = d.text(d.looks.Query(seen, func(string, string) string { return servers.Masked }))
	return d.looks.Query(text, func(what, value string) string { return d.keep(what, "address, "+what, value) }) // as it stands in the address
}
