package guard

import (
	"slices"
	"strings"
)

// judgeSelf asks before our own command line is used to answer in the person's
// place: to trust, to let pass what asks, to change rules, hooks or secrets. Behind
// walls it cannot reach our settings; where there are none it could.
func judgeSelf(name string, args []word, _ command) (finding, bool) {
	if name != "handrail" && name != "handrail-desktop" && name != "handrail.exe" {
		return finding{}, false
	}
	answers := map[string][]string{
		"space": {"trust", "distrust", "restore", "network"}, "rules": {"add", "revoke"}, "grants": {"revoke"},
		"hooks": {"enable", "disable"}, "secrets": {"set", "remove"}, "tools": {"on", "off"},
	}
	verb := ""
	for _, a := range args {
		switch {
		case !a.known, strings.HasPrefix(a.text, "--confirm"), a.text == "allow":
			return finding{rule: ruleSelf, reason: "it uses Handrail's own command line, which can answer in your place"}, true
		case slices.Contains(answers[verb], a.text):
			return finding{rule: ruleSelf, reason: "it would answer in your place: handrail " + verb + " " + a.text}, true
		case answers[a.text] != nil:
			verb = a.text
		}
	}
	return finding{}, false
}
