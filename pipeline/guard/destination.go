package guard

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"handrail/internal/lazy"
)

// longestName is how many characters a value may have that could name where something goes: what is longer
// is what goes there.
const longestName = 120

// destination finds the first value of an input that could say where something goes and that the person has not named. Of an
// act that only reads, only addresses are such. An act that names nothing goes where its server always sends it,
// which the person has set.
func destination(input json.RawMessage, reads bool, w Words) (value string, found bool) {
	d := json.NewDecoder(bytes.NewReader(input))
	d.UseNumber()
	var v any
	if len(input) == 0 {
		return "", false
	}
	if d.Decode(&v) != nil {
		return "", true // what cannot be read could lead anywhere
	}
	return unnamed("", v, reads, w)
}

func unnamed(key string, v any, reads bool, w Words) (string, bool) {
	switch v := v.(type) {
	case string:
		return unnamedText(key, v, reads, w)
	case json.Number: // a place in a list, a number of an issue; longer ones are ids of chats and people
		if text := v.String(); !reads && len(text) > 6 && !w.Said(text) {
			return text, true
		}
	case []any:
		for _, item := range v {
			if value, found := unnamed(key, item, reads, w); found {
				return value, true
			}
		}
	case map[string]any:
		for _, name := range sortedKeys(v) {
			if !plainKey().MatchString(name) { // it is no name of the author's, but one of those whom a table is about
				if value, found := unnamedText("", name, reads, w); found {
					return value, true
				}
			}
			if value, found := unnamed(name, v[name], reads, w); found {
				return value, true
			}
		}
	}
	return "", false
}

// plainKey is a key as authors of tools name their inputs, or a place in a list.
var plainKey = lazy.Regexp(`^([A-Za-z_$][A-Za-z0-9_$-]{0,60}|[0-9]{1,6})$`)

func unnamedText(key, text string, reads bool, w Words) (string, bool) {
	text = strings.TrimSpace(text)
	found := addressesIn(text)
	for _, address := range found {
		if !knownAddress(address, reads, w) {
			return address, true
		}
	}
	key = strings.ToLower(key)
	if reads {
		return unnamedPlace(key, text, w)
	}
	said, long := slices.Contains(contents, key), strings.Contains(text, "\n") || utf8.RuneCountInString(text) > longestName
	switch {
	case text == "", len(found) == 1 && found[0] == text, w.Said(text):
		return "", false
	case long && said && !slices.Contains(oneLine, key):
		return "", false
	case long && slices.Contains(places, key):
		return shortened(text), true
	case long: // what is said; but a header may stand behind a title, and a person behind a long name
		for _, person := range mailAddress().FindAllString(text, -1) {
			if !w.Said(person) {
				return person, true
			}
		}
		if host := bareAddress().FindString(text); !said && host != "" && !w.Said(host) {
			return shortened(host), true
		}
		if !said && hostFirst().MatchString(text) {
			return shortened(text), true
		}
		return "", false
	case said && !strings.Contains(text, "@"):
		return "", false
	}
	return text, true
}

// knownAddress reports whether the person has named where an address leads, or it came in.
func knownAddress(address string, reads bool, w Words) bool {
	return w.Known(address) || reads && w.Said(hostOf(address))
}

// unnamedPlace finds an address of what only reads that is written without what says that it is one.
func unnamedPlace(key, text string, w Words) (string, bool) {
	at := text
	if !slices.Contains(addresses, key) {
		at = bareAddress().FindString(text)
	}
	if at == "" || strings.Contains(at, "://") || w.Said(at) || w.Known("https://"+at) || w.Known("http://"+at) {
		return "", false
	}
	if host, _, _ := strings.Cut(strings.TrimLeft(at, "/"), "/"); w.Said(host) {
		return "", false
	}
	return shortened(at), true
}

// shortened is the beginning of a text, for a question.
func shortened(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if r := []rune(text); len(r) > longestName {
		return string(r[:longestName]) + "…"
	}
	return text
}

// unnamedAddress finds a web address in an input that nobody has named and that did not come in.
func unnamedAddress(input json.RawMessage, w Words) (address string, found bool) {
	var v any
	if json.Unmarshal(input, &v) != nil {
		return "", false
	}
	var find func(any) bool
	find = func(v any) bool {
		switch v := v.(type) {
		case string:
			for _, one := range addressesIn(v) {
				if !w.Known(one) {
					address = one
					return true
				}
			}
		case []any:
			return slices.ContainsFunc(v, find)
		case map[string]any:
			for _, name := range sortedKeys(v) {
				if find(v[name]) {
					return true
				}
			}
		}
		return false
	}
	return address, find(v)
}

// contents are the usual names of what is said, and not to whom. What an author calls so and sends somewhere by it is
// a gap that the question about the rest of its values has to close.
var contents = []string{
	"title", "subject", "body", "text", "content", "contents", "message", "description", "comment", "summary", "note", "notes", "markdown", "html",
	"state", "status", "type", "kind", "format", "sort", "order", "direction", "priority", "color", "colour", "language", "lang", "locale", "timezone",
	"label", "labels", "tag", "tags", "reason", "commit_message", "sha",
}

// oneLine are those of contents that are no text of several lines: what stands behind a line end there is something else.
var oneLine = []string{
	"title", "subject", "state", "status", "type", "kind", "format", "sort", "order", "direction", "priority", "color", "colour", "language", "lang", "locale",
	"timezone", "label", "labels", "tag", "tags", "sha",
}

// addresses are the usual names of where something is fetched from or sent to on the web.
var addresses = []string{
	"url", "urls", "uri", "uris", "href", "link", "links", "host", "hosts", "hostname", "domain", "domains", "endpoint", "webhook", "website", "site", "server", "remote",
}

// places are the usual names of to whom and where something goes: their values count however long they are.
var places = append([]string{
	"to", "cc", "bcc", "recipient", "recipients", "email", "emails", "attendees", "participants", "members", "user", "users", "channel", "channels", "chat", "chat_id",
	"room", "address", "account", "iban", "phone",
}, addresses...)

var (
	// webAddress is an address as clients read it, which take what is nearly one: with one slash, with others, or without what comes before them.
	webAddress = lazy.Regexp(`(?i)(?:[a-z][a-z0-9+.-]*:[\\/]{2,}|\b(?:https?|ftp|wss?):[\\/]*)(?:\[[0-9a-f:.%]*\])?[^\s<>"'` + "`" + `()\[\]{}|\\]*|(?:^|[\s"'(=<])//[\w-]+(?:\.[\w-]+)+(?::\d+)?[/?#][^\s<>"'` + "`" + `()\[\]{}|]*`)
	// bareAddress is one without all of that, and with something behind the host that is told to it; or how git and ssh write one.
	bareAddress = lazy.Regexp(`(?i)(?:\b|//)(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?/?\?\S+|\b[\w.-]+@(?:[a-z0-9-]+\.)+[a-z]{2,}:\S+`)
	// hostFirst is one word that begins with a host.
	hostFirst   = lazy.Regexp(`(?i)^(?:[a-z0-9-]+\.)+[a-z]{2,}[/:?#]\S+$`)
	mailAddress = lazy.Regexp(`[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)*`)
)

// addressesIn are the web addresses in a text of an input, as they are written. What cannot be read as one, and could be by
// somebody else, is one.
func addressesIn(text string) []string {
	var out []string
	for _, word := range webAddress().FindAllString(text, -1) {
		word = strings.TrimRight(strings.TrimLeft(word, " \t\r\n\"'(=<"), ".,;:!?")
		u, err := url.Parse(word)
		switch {
		case err == nil && u.Host != "":
			out = append(out, u.String())
		case err == nil && (strings.EqualFold(u.Scheme, "file") || strings.Trim(strings.TrimPrefix(word, u.Scheme), `:/\`) == ""):
		case strings.ContainsAny(word, `:/\`) && strings.Trim(word, `:/\`) != "":
			out = append(out, word)
		}
	}
	return out
}
