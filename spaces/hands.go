package spaces

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/tools/command"
)

// hands loads the tools of ctxnest.json (docs/spec/07-hands.md). One bad tool
// is left out alone; a missing file declares nothing.
func (l *loader) hands() {
	data, ok := l.files.read(command.HandsFile, MaxDefinition)
	if !ok {
		return
	}
	l.space.declares(command.HandsFile)
	hands, problems := command.ParseHands(data, command.HandsFile)
	for _, p := range problems {
		severity := Error
		if p.Minor {
			severity = Warning
		}
		l.problems.add(p.File, p.Line, severity, "%s", p)
	}
	l.space.Hands, l.space.RejectedHands = hands.List, hands.Rejected
	sum := digest(data)
	texts := handTexts(data)
	looked := map[string]naming{} // what was looked for already, by word and folder
	for _, h := range hands.List {
		var named naming
		for _, w := range argvWords(h.Command) {
			key := fmt.Sprint(h.WorkingDir, "\x00", w.runs, w.text)
			n, again := looked[key]
			if !again {
				n = l.scripts.named([]word{w}, h.WorkingDir)
				looked[key] = n
			}
			named.scripts, named.absent, named.looked = append(named.scripts, n.scripts...), append(named.absent, n.absent...), append(named.looked, n.looked...)
		}
		loose := l.scripts.loose(&named, l.loose.argv(h.Command, h.WorkingDir))
		l.problems.reportLoose(loose, command.HandsFile, h.Line, h.Name, h.Network, h.Acts() && !h.Confirm && says(texts[h.Name], "confirm"))
		l.space.addPart(Item{
			Kind: "hand", Name: h.Name, File: command.HandsFile, SHA256: sum, Detail: handDetail(h) + looseWords(loose, strings.Join(h.Command, " ")), Rights: handRights(h), Scripts: named.scripts, Absent: named.absent,
		}, textOr(texts[h.Name], data))
	}
}

// handTexts are the definitions of a ctxnest.json by name, as they are written.
// Of a file that is not plain JSON there are none: then its whole text stands for
// each of its hands.
func handTexts(data []byte) map[string]json.RawMessage {
	o, err := parseObject(trimBOM(data), 1)
	if err != nil {
		return nil
	}
	m, _ := o.get("tools")
	tools, err := parseObject(m.value, m.valueLine)
	if err != nil {
		return nil
	}
	texts := map[string]json.RawMessage{}
	for _, t := range tools {
		texts[t.key] = t.value
	}
	return texts
}

// says reports whether a definition has a field.
func says(definition json.RawMessage, field string) bool {
	o, err := parseObject(definition, 1)
	if err != nil {
		return false
	}
	_, ok := o.get(field)
	return ok
}

func textOr(text json.RawMessage, otherwise []byte) []byte {
	if text == nil {
		return otherwise
	}
	return text
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
	return detail + placeWords(h.WorkingDir, h.Network)
}
