package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Caps bound what agents use before they wait for the person (docs/spec/14-agents.md#caps).
type Caps struct {
	Run Cap `json:"run,omitzero"` // of one run, with its sub-agents
	Day Cap `json:"day,omitzero"` // of all runs that began on this day, by the machine's clock
}

// A Cap bounds one time. 0 is no bound.
type Cap struct {
	Calls   int     `json:"calls,omitempty"`   // of tools
	Minutes float64 `json:"minutes,omitempty"` // that runs go on
	Tokens  int     `json:"tokens,omitempty"`  // that models read and write
	Cost    float64 `json:"cost,omitempty"`    // US dollars, where it is known: see Models.Prices
}

// Check refuses what is no such setting.
func (c Caps) Check() error {
	for _, one := range []Cap{c.Run, c.Day} {
		if one.Calls < 0 || one.Minutes < 0 || one.Tokens < 0 || one.Cost < 0 {
			return errors.New("caps in the settings: a cap cannot be less than nothing; 0 is none")
		}
	}
	return nil
}

// A Price is what a model costs, in US dollars for a million tokens.
type Price struct {
	Input      float64 `json:"input,omitempty"`
	Output     float64 `json:"output,omitempty"`
	CacheRead  float64 `json:"cache_read,omitempty"`
	CacheWrite float64 `json:"cache_write,omitempty"`
}

// capWarnings say which caps do not count as they are written: a slip would be a cap that nobody keeps.
func capWarnings(path string, s Settings, raw []byte) (warnings []string) {
	type written struct {
		Caps map[string]map[string]any `json:"caps"`
	}
	var file struct {
		written
		PerSpace map[string]written `json:"per_space"`
	}
	_ = json.Unmarshal(raw, &file) // it was read as Settings before
	check := func(where string, caps Caps, all map[string]map[string]any) {
		if err := caps.Check(); err != nil {
			warnings = append(warnings, fmt.Sprintf("%s: %s%v", path, where, err))
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if known := keysOf(reflect.TypeFor[Caps]()); !slices.Contains(known, key) {
				warnings = append(warnings, fmt.Sprintf("%s: %scaps have a key %q, which is not known%s", path, where, key, meant(key, known)))
			}
			for _, name := range slices.Sorted(maps.Keys(all[key])) {
				if known := keysOf(reflect.TypeFor[Cap]()); !slices.Contains(known, name) {
					warnings = append(warnings, fmt.Sprintf("%s: %scaps.%s have a key %q, which is not known%s", path, where, key, name, meant(name, known)))
				}
			}
		}
	}
	check("", s.Caps, file.Caps)
	for _, dir := range slices.Sorted(maps.Keys(s.PerSpace)) {
		check("for "+dir+", ", s.PerSpace[dir].Caps, file.PerSpace[dir].Caps)
	}
	return warnings
}
