package bash

import (
	"slices"
	"strings"
	"unicode"
)

// takesAddresses reports whether a command of git's is given addresses of repositories.
func takesAddresses(name string) bool {
	return slices.Contains([]string{"archive", "clone", "config", "fetch", "fetch-pack", "ls-remote", "pull", "push", "remote", "remote-ext", "request-pull", "send-pack", "submodule", "subtree", "fast-import"}, name)
}

// gitAddresses follows what the addresses among the words of a command of git's have git start. So do the values of
// settings, which name the address that a later command means.
func gitAddresses(l *launch, name string, args []Word) {
	if !takesAddresses(name) {
		return
	}
	for i, a := range args {
		gitAddress(l, a.Text)
		if _, value, ok := strings.Cut(a.Text, "="); ok && strings.HasPrefix(a.Text, "-") { // --repo=, --remote=
			gitAddress(l, value)
		}
		switch {
		case name == "clone" && (a.Text == "-c" || a.Text == "--config") && i+1 < len(args): // key=value
			_, value, _ := strings.Cut(args[i+1].Text, "=")
			gitAddress(l, value)
		case name == "clone" && strings.HasPrefix(a.Text, "--config="):
			_, value, _ := strings.Cut(strings.TrimPrefix(a.Text, "--config="), "=")
			gitAddress(l, value)
		case name == "config" && addressOfKey(a.Text) != "":
			gitAddress(l, addressOfKey(a.Text))
		case name == "remote-ext" && i == 1: // a helper, called by its own name
			gitAddress(l, "ext::"+a.Text)
		}
	}
}

// addressOfKey is the address that stands in the name of a setting, as in url.BASE.insteadOf; "" if none does.
func addressOfKey(key string) string {
	const section = "url."
	if at := strings.LastIndexByte(key, '.'); at > len(section) && strings.EqualFold(key[:len(section)], section) {
		return key[len(section):at]
	}
	return ""
}

// gitAddress follows an address of the form ext::COMMAND, which git runs, also behind another transport, as in
// gcrypt::ext::COMMAND. Other transports run a program git-remote-NAME that somebody has installed, as any command of git's may.
func gitAddress(l *launch, text string) {
	transport, address, ok := strings.Cut(text, "::")
	if !ok || transport == "" || strings.ContainsFunc(transport, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.+", r)
	}) {
		return
	}
	if strings.EqualFold(transport, "ext") {
		l.w.read(quoteAll(extWords(address)), l.st.clone(), l.w.judged || l.c.Value)
		return
	}
	gitAddress(l, address)
}

// extWords are the words of a command behind ext::, as git-remote-ext splits it: at spaces, where "% " is a space of a
// word, %% a percent sign, and %s and %S the service that is asked for, which git fills in. %G and %V, which stand alone in a
// word, say something to the program and are no words.
func extWords(text string) (words []Word) {
	var b strings.Builder
	some := false
	end := func() {
		if some {
			words = append(words, Word{Text: b.String(), Known: true})
		}
		b.Reset()
		some = false
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == ' ':
			end()
			continue
		case text[i] != '%' || i+1 == len(text):
			b.WriteByte(text[i])
		default:
			i++
			switch text[i] {
			case 's':
				b.WriteString("upload-pack")
			case 'S':
				b.WriteString("git-upload-pack")
			case 'G', 'V':
				for i+1 < len(text) && text[i+1] != ' ' {
					i++
				}
				continue
			default: // a space, a percent sign
				b.WriteByte(text[i])
			}
		}
		some = true
	}
	end()
	return words
}
