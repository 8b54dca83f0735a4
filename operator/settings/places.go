package settings

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

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
	dec := json.NewDecoder(bytes.NewReader(raw))
	var keys []string // of the objects and lists that are open; "" where there is none
	var depth []bool  // likewise: an object
	count := 0
	for {
		token, err := dec.Token()
		if err != nil {
			return lines
		}
		object := len(depth) > 0 && depth[len(depth)-1]
		switch t := token.(type) {
		case json.Delim:
			if t == '{' || t == '[' {
				depth, keys = append(depth, t == '{'), append(keys, "")
				count = 0
				continue
			}
			depth, keys = depth[:len(depth)-1], keys[:len(keys)-1]
			if len(keys) > 0 && depth[len(depth)-1] {
				keys[len(keys)-1] = ""
			}
			continue
		case string:
			if object && keys[len(keys)-1] == "" {
				keys[len(keys)-1] = t
				continue
			}
			if at := len(under); !object && len(keys) == at+2 && equalKeys(keys[:at], under) {
				lines[rulePlace{guard.Outcome(keys[at]), count}] = 1 + bytes.Count(raw[:dec.InputOffset()], []byte("\n"))
				count++
				continue
			}
		}
		if object {
			keys[len(keys)-1] = ""
		}
	}
}

func equalKeys(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
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
	raw, err := os.ReadFile(f.path)
	if err != nil {
		return rules // there are no lines, then
	}
	return PlaceRules(rules, filepath.Base(f.path), raw, "rules")
}
