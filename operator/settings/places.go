package settings

import (
	"fmt"
	"path/filepath"

	"handrail/internal/jsonfile"
	"handrail/internal/lockfile"
	"handrail/pipeline/guard"
)

// rulePlace is a rule by its outcome and its index in that list.
type rulePlace struct {
	outcome guard.Outcome
	n       int
}

// ruleLines finds the line of each rule in a JSON file. under names the keys that
// lead to the object with deny, ask and allow. What cannot be read has no lines.
func ruleLines(raw []byte, under ...string) map[rulePlace]int {
	lines := map[rulePlace]int{}
	found, _ := jsonfile.Parse(raw, 1, jsonfile.Options{Levels: len(under) + 2}) // what stands before a mistake has its lines
	for _, key := range under {
		m, _ := found.Get(key)
		found = m.Value
	}
	for _, list := range found.Members {
		count := 0
		for _, item := range list.Value.Items {
			if item.Kind == jsonfile.Text {
				lines[rulePlace{guard.Outcome(list.Name), count}] = item.Line
				count++
			}
		}
	}
	return lines
}

// PlaceRules sets the file, as "name:line", of each rule that was read from raw. under
// names the keys that lead to the object with deny, ask and allow. The rules are in the
// order of Rules.Parse.
func PlaceRules(rules []guard.Rule, name string, raw []byte, under ...string) []guard.Rule {
	lines, seen := ruleLines(raw, under...), map[guard.Outcome]int{}
	for i, r := range rules {
		if line, ok := lines[rulePlace{r.Outcome, seen[r.Outcome]}]; ok {
			rules[i].File = fmt.Sprintf("%s:%d", name, line)
		}
		seen[r.Outcome]++
	}
	return rules
}

// Place sets the file and line of each rule of the settings. All of them must be
// there: one that could not be read has moved the others.
func (f *File) Place(rules []guard.Rule) []guard.Rule {
	raw, err := lockfile.Read(f.path)
	if err != nil {
		return rules // there are no lines, then
	}
	if plain, err := jsonfile.Plain(raw); err == nil {
		raw = plain
	}
	return PlaceRules(rules, filepath.Base(f.path), raw, "rules")
}
