package spaces

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/tools/command"
)

// hands loads the tools of ctxnest.json (SPEC 7). One bad tool is left out
// alone; a missing file declares nothing.
func (l *loader) hands() {
	data, ok := l.read(command.HandsFile, maxDefinition)
	if !ok {
		return
	}
	l.space.declared = true
	hands, problems := command.ParseHands(data, command.HandsFile)
	for _, p := range problems {
		severity := Error
		if p.Minor {
			severity = Warning
		}
		l.problem(p.File, p.Line, severity, "%s", p)
	}
	l.space.Hands, l.space.RejectedHands = hands.List, hands.Rejected
	sum := digest(data)
	looked := map[string]bool{} // words that were looked for already, by folder
	for _, h := range hands.List {
		l.item(Item{Kind: "hand", Name: h.Name, File: command.HandsFile, SHA256: sum, Detail: handDetail(h)})
		l.namedScripts(slices.DeleteFunc(argvWords(h.Command), func(w word) bool {
			key := fmt.Sprint(h.WorkingDir, "\x00", w.runs, w.text)
			again := looked[key]
			looked[key] = true
			return again
		}), h.WorkingDir)
	}
}

// handDetail says what a hand would run, and what it is given beside the clean
// environment.
func handDetail(h command.Hand) string {
	detail := strings.Join(h.Command, " ")
	for _, name := range slices.Sorted(maps.Keys(h.Env)) {
		detail += fmt.Sprintf(" [%s=%s]", name, h.Env[name])
	}
	switch {
	case h.InheritEnv.All:
		detail += " [with your environment]"
	case len(h.InheritEnv.Names) > 0:
		detail += fmt.Sprintf(" [with your %s]", strings.Join(h.InheritEnv.Names, ", "))
	}
	if len(h.Network) > 0 {
		detail += " [network: " + strings.Join(h.Network, ", ") + "]"
	}
	return detail
}
