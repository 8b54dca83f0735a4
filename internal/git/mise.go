package git

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"handrail/internal/lazy"
)

// miseFiles are the settings of mise that count in a folder, as far as their names are known; each further environment has its own.
var miseFiles = []string{
	"mise.toml", ".mise.toml", "mise.local.toml", ".mise.local.toml", "mise/config.toml", ".mise/config.toml", ".config/mise.toml", ".config/mise/config.toml",
	"mise/config.local.toml", ".mise/config.local.toml", ".config/mise.local.toml", ".config/mise/config.local.toml",
}

// IsEntered reports whether a folder with an entry of this name has the shell that enters it read what it says: direnv's, or mise's.
func IsEntered(name string) bool {
	plain := strings.TrimPrefix(name, ".")
	return name == fileOfEnvrc || plain == "mise" || strings.HasPrefix(plain, "mise.") && strings.HasSuffix(plain, ".toml")
}

// miseIn are the settings of mise in a folder, also those of one environment.
func miseIn(f *finder, top string) (files []string) {
	for _, name := range miseFiles {
		files = append(files, filepath.Join(top, filepath.FromSlash(name)))
	}
	for _, dir := range []string{"", "mise", ".mise", ".config", ".config/mise", ".config/mise/conf.d", "mise/conf.d", ".mise/conf.d"} {
		at := filepath.Join(top, filepath.FromSlash(dir))
		if kind, ok := f.see(at, dir == ""); !ok || !kind.IsDir() {
			continue
		}
		own := strings.Contains(dir, "mise")
		for _, e := range list(at) {
			name := strings.TrimPrefix(e.Name(), ".")
			if file := filepath.Join(at, e.Name()); strings.HasSuffix(name, ".toml") && (own || strings.HasPrefix(name, "mise.")) && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}

var (
	miseLine = lazy.Regexp(`(?m)^\s*(?:env\.)?(_\.source|_\.file|_\.path|enter|leave|cd)\s*=\s*(.*)$`)
	quoted   = lazy.Regexp(`"([^"]*)"|'([^']*)'`)
	executed = lazy.Regexp(`exec\s*\(\s*command\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	readFile = lazy.Regexp(`read_file\s*\(\s*path\s*=\s*(?:"([^"]*)"|'([^']*)')`)
)

// miseOf reads settings of mise, as far as they name what it runs, or reads for variables, in the shell that enters the folder.
func miseOf(text string) (e envrc) {
	for _, m := range executed().FindAllStringSubmatch(text, -1) {
		e.texts = append(e.texts, m[1]+m[2])
	}
	for _, m := range readFile().FindAllStringSubmatch(text, -1) {
		e.files = append(e.files, ofRoot(m[1]+m[2]))
	}
	var all map[string]any
	if toml.Unmarshal([]byte(text), &all) == nil {
		miseValue(&e, "", all)
		return e
	}
	for _, m := range miseLine().FindAllStringSubmatch(text, -1) { // mise would not read it, either, as it is
		for _, q := range quoted().FindAllStringSubmatch(m[2], -1) {
			miseNamed(&e, strings.TrimPrefix("env."+m[1], "env.env."), q[1]+q[2])
		}
	}
	return e
}

// miseValue reads what stands under a key.
func miseValue(e *envrc, key string, value any) {
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			miseValue(e, strings.TrimPrefix(key+"."+name, "."), value[name])
		}
	case []any:
		for _, one := range value {
			miseValue(e, key, one)
		}
	case string:
		miseNamed(e, key, value)
	}
}

// miseNamed reads one text under a key, which has no part for lists.
func miseNamed(e *envrc, key, text string) {
	if rest, ok := strings.CutPrefix(key, "env.mise."); ok { // another word for it
		key = "env._." + rest
	}
	name := ofRoot(text)
	plain := strings.TrimSuffix(strings.TrimSuffix(key, ".path"), ".value")
	if key == "env._.path" {
		plain = key
	}
	switch {
	case plain == "env._.source", plain == "env._.file", plain == "env_file":
		if strings.ContainsAny(name, "*?[") {
			e.patterns = append(e.patterns, name)
		} else {
			e.files = append(e.files, name)
		}
	case plain == "env._.path", plain == "env_path":
		e.folders = append(e.folders, name)
	case plain == "env._.python.venv" && key != "env._.python.venv.python":
		e.folders = append(e.folders, path.Join(name, "bin"))
	case plain == "task_config.includes":
		e.folders = append(e.folders, name)
	case strings.HasPrefix(key, "tools."):
		if at, ok := strings.CutPrefix(text, "path:"); ok {
			e.folders = append(e.folders, path.Join(ofRoot(at), "bin"))
		}
	case strings.HasPrefix(key, "hooks."), strings.HasPrefix(key, "watch_files."), strings.HasPrefix(key, "env.enter"), strings.HasPrefix(key, "env.leave"), strings.HasPrefix(key, "env.cd"):
		e.texts = append(e.texts, name)
	case strings.HasPrefix(key, "env."):
		e.assigned(strings.TrimPrefix(plain, "env."), name)
	}
}

// ofRoot is a name without what stands for the folder of the settings.
func ofRoot(name string) string {
	name = strings.TrimSpace(name)
	for _, root := range []string{"{{config_root}}", "{{ config_root }}", "{{cwd}}", "{{ cwd }}", "{{env.PWD}}", "{{ env.PWD }}"} {
		if rest, ok := strings.CutPrefix(name, root); ok {
			return strings.TrimPrefix(rest, "/")
		}
	}
	return name
}
