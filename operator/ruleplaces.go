package operator

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"handrail/pipeline/guard"
)

// rulePlace is where the nth rule of an outcome stands.
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

// placed says of each rule in which line of the file it stands. The rules are in
// the order of RuleSettings.rules.
func placed(rules []guard.Rule, name string, lines map[rulePlace]int) []guard.Rule {
	seen := map[guard.Outcome]int{}
	for i, r := range rules {
		if line, ok := lines[rulePlace{r.Outcome, seen[r.Outcome]}]; ok {
			rules[i].File = fmt.Sprintf("%s:%d", name, line)
		}
		seen[r.Outcome]++
	}
	return rules
}

// placed is the same for the rules of the settings. All of them must be there: one
// that could not be read has moved the others.
func (f *settingsFile) placed(rules []guard.Rule) []guard.Rule {
	raw, err := os.ReadFile(f.path)
	if err != nil {
		return rules // there are no lines, then
	}
	return placed(rules, filepath.Base(f.path), ruleLines(raw, "rules"))
}
