package operator

import (
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/operator/settings"
)

// masked stands for a value that looks secret.
const masked = "••••"

// importValues are variables or headers as a preview shows them, and the names
// under which values would be kept.
func (o *Operator) importValues(server string, values map[string]string, looks func(name, value string) bool, kept []string) ([]ImportValue, []string) {
	var out []ImportValue
	for _, name := range slices.Sorted(maps.Keys(values)) {
		v := ImportValue{Name: name, Value: values[name]}
		if v.Value != "" && !placeholder.MatchString(v.Value) && looks(name, v.Value) {
			v.Value, v.Secret = masked, secretLetters.ReplaceAllString(server+"."+name, "-")
			kept = append(kept, v.Secret)
		} else {
			v.Value = o.redact.Text(v.Value)
		}
		out = append(out, v)
	}
	return out, kept
}

// hidden are arguments and an address without what looks secret.
type hidden struct {
	command   string
	args      []string // with references
	url       string   // likewise
	shownArgs []string // with masks
	shownURL  string
	names     []string          // of the secrets
	values    map[string]string // by name
}

// secretFlag is an argument that holds a value behind its name.
var secretFlag = regexp.MustCompile(`^(-{0,2}[A-Za-z][A-Za-z0-9_.-]*[=:])(.+)$`) // compiled once, never changed

// hideArgs parts arguments and address from what looks secret in them. Everybody on
// the machine can see arguments while a program runs; that stays so, but the
// settings do not hold the values any more.
func (o *Operator) hideArgs(server string, set settings.Server) hidden {
	h := hidden{command: o.redact.Text(set.Command), values: map[string]string{}}
	name := func(what string) string {
		n := secretLetters.ReplaceAllString(server+"."+what, "-")
		for i := 2; h.values[n] != ""; i++ {
			n = fmt.Sprintf("%s-%d", secretLetters.ReplaceAllString(server+"."+what, "-"), i)
		}
		h.names = append(h.names, n)
		return n
	}
	add := func(front, what, value string) {
		n := name(what)
		h.values[n] = value
		h.args = append(h.args, front+secrets.Reference(n))
		h.shownArgs = append(h.shownArgs, front+masked)
	}
	for i, arg := range set.Args {
		flag := ""
		if i > 0 && strings.HasPrefix(set.Args[i-1], "-") && !strings.Contains(set.Args[i-1], "=") {
			flag = strings.TrimLeft(set.Args[i-1], "-")
		}
		parts := secretFlag.FindStringSubmatch(arg)
		switch {
		case placeholder.MatchString(arg):
			h.args, h.shownArgs = append(h.args, arg), append(h.shownArgs, arg)
		case parts != nil && !strings.HasPrefix(parts[2], "//") && o.looksSecretArg(strings.Trim(parts[1], "-=:"), parts[2]):
			add(parts[1], strings.Trim(parts[1], "-=:"), parts[2])
		case flag != "" && !strings.HasPrefix(arg, "-") && o.looksSecretArg(flag, arg):
			add("", flag, arg)
		case o.redact.Text(arg) != arg || looks.Key(arg):
			add("", fmt.Sprintf("arg%d", i+1), arg)
		default:
			h.args, h.shownArgs = append(h.args, arg), append(h.shownArgs, arg)
		}
	}
	h.hideURL(o, set.URL, name)
	return h
}

// looksSecretArg reports whether the value of an option looks secret. An option that
// names a file or a switch is none.
func (o *Operator) looksSecretArg(name, value string) bool {
	if strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.HasPrefix(value, "./") {
		return false
	}
	return o.looksSecretValue(strings.ReplaceAll(name, "-", "_"), value) || looks.Header(name) && len(value) > 3
}

// secretSpot is where an address may hold a secret: before its host, and in values
// behind names in its query and its fragment.
var (
	userInfo   = regexp.MustCompile(settings.UserInfoPattern)                          // compiled once, never changed
	secretSpot = regexp.MustCompile(settings.UserInfoPattern + `|[?&#][^=&#]+=[^&#]+`) // compiled once, never changed
)

// hideURL takes the values whose names look secret out of an address. What stands before
// its host is shown by a mask only: such an address is not saved, see Problem.
func (h *hidden) hideURL(o *Operator, address string, name func(string) string) {
	done := 0
	for _, at := range secretSpot.FindAllStringIndex(address, -1) {
		spot := address[at[0]:at[1]]
		if userInfo.MatchString(spot) {
			h.url, h.shownURL, done = spot, spot[:strings.Index(spot, "//")+2]+masked+"@", at[1]
			continue
		}
		cut := strings.IndexByte(spot, '=') + 1
		what, value := spot[1:cut-1], spot[cut:]
		plain, err := url.QueryUnescape(value)
		if strings.Contains(value, "${") || !o.looksSecretValue(what, value) && (err != nil || !o.looksSecretValue(what, plain)) {
			continue
		}
		n := name(what)
		h.values[n] = value // as it stands in the address
		front := address[done : at[0]+cut]
		h.url, h.shownURL, done = h.url+front+secrets.Reference(n), h.shownURL+front+masked, at[1]
	}
	h.url += address[done:]
	h.shownURL = o.redact.Text(h.shownURL + address[done:])
}

// keepArgs puts what looks secret in arguments and address where secrets are kept,
// and references in its place. It tells the names.
func (o *Operator) keepArgs(server string, set *settings.Server) (kept []string, err error) {
	h := o.hideArgs(server, *set)
	set.Args, set.URL = h.args, h.url
	for _, name := range h.names {
		free, err := o.freeSecret(name, h.values[name])
		if err != nil {
			return kept, err
		}
		if err := o.SetSecret(free, h.values[name]); err != nil {
			return kept, fmt.Errorf("a value of its arguments could not be kept as a secret: %w", err)
		}
		kept = append(kept, free)
		if free != name {
			*set = set.ReplaceText(secrets.Reference(name), secrets.Reference(free))
		}
	}
	if value := set.OAuthClientSecret; value != "" && !placeholder.MatchString(value) {
		name, err := o.freeSecret(server+".client_secret", value)
		if err != nil {
			return kept, err
		}
		if err := o.SetSecret(name, value); err != nil {
			return kept, fmt.Errorf("its OAuth client secret could not be kept: %w", err)
		}
		set.OAuthClientSecret = secrets.Reference(name)
		kept = append(kept, name)
	}
	return kept, nil
}
