package secrecy

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"handrail/internal/secrets"
)

// users says what names each secret.
func (k *Keeper) users() map[string][]string {
	users := map[string][]string{}
	add := func(text, who string) {
		for _, name := range secrets.References(text) {
			if !slices.Contains(users[name], who) {
				users[name] = append(users[name], who)
			}
		}
	}
	if raw, err := os.ReadFile(k.c.Settings); err == nil {
		var all any
		if json.Unmarshal(raw, &all) == nil { // broken settings name nothing
			eachText(all, "", func(path, text string) { add(text, "settings "+path) })
		}
	}
	for _, space := range k.c.Spaces() {
		for _, t := range space.Tools {
			for _, name := range slices.Sorted(maps.Keys(t.Spec.Environment)) {
				add(t.Spec.Environment[name], fmt.Sprintf("tool %s of %s", t.Spec.ID, space.Name))
			}
		}
		for _, h := range space.Hands {
			for _, name := range slices.Sorted(maps.Keys(h.Env)) {
				add(h.Env[name], fmt.Sprintf("hand %s of %s", h.Name, space.Name))
			}
		}
	}
	return users
}

// eachText calls do with each text in a JSON value and where it stands.
func eachText(v any, path string, do func(path, text string)) {
	switch v := v.(type) {
	case string:
		do(strings.TrimPrefix(path, "."), v)
	case []any:
		for i, item := range v {
			eachText(item, fmt.Sprintf("%s[%d]", path, i), do)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			eachText(v[key], path+"."+key, do)
		}
	}
}
