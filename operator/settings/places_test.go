package settings

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// pageOf is where in the window each key of settings.json has its place: the file of the page, below frontend/src/features, and
// what in it changes or shows the key. A key without a place is one that people have to find in a manual.
var pageOf = map[string]struct{ file, word string }{
	"language":             {"settings/look.tsx", "setLanguage"},
	"models.default":       {"settings/models.tsx", "setDefaultModel"},
	"models.providers":     {"settings/add-provider.tsx", "addProvider"},
	"models.prices":        {"settings/caps.tsx", "texts.caps.cost"}, // only told of: set by handrail caps price
	"tools.mcp_servers":    {"servers/add-form.tsx", "addServer"},
	"tools.web_fetch":      {"settings/web-hosts.tsx", "allowPages"},
	"tools.web_search":     {"settings/web-search.tsx", "setSearch"},
	"rules.deny":           {"rules/own-rules.tsx", "addRule"},
	"rules.ask":            {"rules/own-rules.tsx", "addRule"},
	"rules.allow":          {"rules/own-rules.tsx", "addRule"},
	"rules.builtin":        {"rules/rules-page.tsx", "setBuiltin"},
	"mode":                 {"settings/defaults.tsx", "save({ mode"},
	"per_space.mode":       {"rules/mode-form.tsx", "setMode"},
	"per_space.roots":      {"walls/walls-page.tsx", "revokeGrant"},
	"per_space.network":    {"walls/network-form.tsx", "setNetwork"},
	"per_space.web":        {"walls/web-choice.tsx", "turnWeb"},
	"per_space.caps":       {"settings/caps.tsx", "setCap"},
	"per_space.servers":    {"servers/profile-form.tsx", "setServerProfile"},
	"spaces":               {"spaces/space-list.tsx", "removeSpace"},
	"theme":                {"settings/look.tsx", "setTheme"},
	"zoom":                 {"settings/look.tsx", "zoom.to"},
	"dialogs":              {"settings/asking.tsx", "setDialogs"},
	"hide_from":            {"settings/look.tsx", "setHideFrom"},
	"quiet_ends":           {"settings/look.tsx", "setQuietEnds"},
	"plain_titles":         {"settings/look.tsx", "setPlainTitles"},
	"off":                  {"tools/not-there.tsx", "setToolOff"},
	"allow_unattended":     {"settings/defaults.tsx", "unattended: on"},
	"network":              {"settings/defaults.tsx", "network: next"},
	"web":                  {"settings/web.tsx", "turnWeb"},
	"proxy.url":            {"settings/proxy.tsx", "setProxy"},
	"proxy.login":          {"settings/proxy.tsx", "login"},
	"proxy.no_proxy":       {"settings/proxy.tsx", "direct"},
	"limits.memory_mb":     {"settings/defaults.tsx", "memoryMB"},
	"limits.processes":     {"settings/defaults.tsx", "processes"},
	"journal.keep_days":    {"settings/holdings.tsx", "keepRecord"},
	"journal.max_mb":       {"settings/holdings.tsx", "keepRecord"},
	"caps.run":             {"settings/caps.tsx", "setCap"},
	"caps.day":             {"settings/caps.tsx", "setCap"},
	"snapshots.keep_days":  {"settings/storage.tsx", "keepDays"},
	"snapshots.max_mb":     {"settings/storage.tsx", "maxMB"},
	"snapshots.max_calls":  {"settings/storage.tsx", "maxCalls"},
	"snapshots.secrets":    {"settings/storage.tsx", "secrets"},
	"channels":             {"settings/channel-form.tsx", "saveChannel"},
	"machines.url":         {"settings/machine-server.tsx", "url"},
	"machines.credentials": {"settings/machine-server.tsx", "credentials"},
	"machines.ca":          {"settings/machine-server.tsx", "ca"},
	"machines.name":        {"settings/machine-server.tsx", "name"},
	"machines.record":      {"settings/machine-server.tsx", "record"},
}

// keysBelow are the keys of settings: of an object that has a type of its own here, the keys in it.
func keysBelow(prefix string, t reflect.Type) (out []string) {
	for i, key := range keysOf(t) {
		kind := t.Field(i).Type
		if key == "-" {
			continue
		}
		switch {
		case prefix == "" && key == "per_space":
			out = append(out, keysBelow("per_space.", kind.Elem())...)
		case prefix == "" && kind.Kind() == reflect.Struct:
			out = append(out, keysBelow(key+".", kind)...)
		default:
			out = append(out, prefix+key)
		}
	}
	return out
}

// Every setting has its place in the window, and there is none that no setting has.
func TestEverySettingHasItsPlaceInTheWindow(t *testing.T) {
	keys := keysBelow("", reflect.TypeFor[Settings]())
	for _, key := range keys {
		if _, ok := pageOf[key]; !ok {
			t.Errorf("%s has no place in the window: give it one, and name it here", key)
		}
	}
	for key, at := range pageOf {
		if !slices.Contains(keys, key) {
			t.Errorf("%s is no setting any more", key)
		}
		text, err := os.ReadFile(filepath.Join("..", "..", "frontend", "src", "features", at.file))
		if err != nil || !strings.Contains(string(text), at.word) {
			t.Errorf("%s: no %q in %s, %v", key, at.word, at.file, err)
		}
	}
}
