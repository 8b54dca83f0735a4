package guard

import (
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// judgeSelf asks before our own command line is used to answer in the person's
// place: to trust, to let pass what asks, to change rules, hooks or secrets. Behind
// walls it cannot reach our settings; where there are none it could.
func judgeSelf(name string, args []bash.Word, _ bash.Command) (finding, bool) {
	if name != "handrail" && name != "handrail-desktop" && name != "handrail.exe" {
		return finding{}, false
	}
	answers := map[string][]string{
		"space": {"trust", "distrust", "restore", "network"}, "rules": {"add", "revoke"}, "grants": {"revoke"},
		"hooks": {"enable", "disable"}, "secrets": {"set", "remove"}, "tools": {"on", "off"},
		"channels": {"add", "remove", "test"}, "outbox": {"retry", "drop"},
		"machines": {"server", "pair", "unpair"}, "inbox": {"allow", "deny"}, "origins": {"clear"},
	}
	verb := ""
	for _, a := range args {
		switch {
		case !a.Known, strings.HasPrefix(a.Text, "--confirm"), a.Text == "allow":
			return finding{rule: ruleSelf, reason: tools.Say(tools.WhySelf)}, true
		case slices.Contains(answers[verb], a.Text):
			return finding{rule: ruleSelf, reason: tools.Say(tools.WhySelfAnswers, verb+" "+a.Text)}, true
		case answers[a.Text] != nil:
			verb = a.Text
		}
	}
	return finding{}, false
}
