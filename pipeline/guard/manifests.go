package guard

import (
	"encoding/json"
	"maps"
	"net/url"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"handrail/internal/lazy"
)

// A manifest compares two versions of a file of some name that starts something where a line of it says so: it reports whether both
// start the same.
type manifest func(before, now string) bool

// manifests are files that are changed every day, and that start something only by some of what they say: see Unnamed. Those of
// runners start something by all.
var manifests = map[string]manifest{
	"pyproject.toml": samePyproject, "cargo.toml": sameCargo, "setup.cfg": sameINI, "pytest.ini": sameINI, "cmakelists.txt": sameCMake,
	"composer.json": sameComposer, "gemfile": sameGemfile,
	"package-lock.json": lock(`"(?:resolved|version)"\s*:\s*"([^"]*)"`), "npm-shrinkwrap.json": lock(`"(?:resolved|version)"\s*:\s*"([^"]*)"`),
	"yarn.lock": lock(`(?m)^\s+"?resolved"?:?\s+"?([^"\s]+)|@(\w[\w+]*:[^"\s]+)`), "pnpm-lock.yaml": lock(`(?:tarball|repo)['"]?:\s*['"]?([^'"\s,}]+)`),
	"cargo.lock": lock(`(?m)^source\s*=\s*"([^"]*)"`), "poetry.lock": lock(`(?m)^url\s*=\s*"([^"]*)"`),
	"uv.lock": lock(`(?:url|registry|git)\s*=\s*"([^"]*)"`), "gemfile.lock": lock(`(?m)^\s*remote:\s*(\S+)`),
}

// configs are how the names of files of code begin that a usual word runs, and of which people don't know that.
var configs = []string{"jest.config.", "vitest.config."}

// isManifest reports whether a file starts something by some of what it says, or is such a file of code.
func isManifest(file string) bool {
	name := strings.ToLower(filepath.Base(file))
	return manifests[name] != nil || slices.ContainsFunc(configs, func(c string) bool { return strings.HasPrefix(name, c) })
}

// required is what says which package of a registry is needed, in which version; an address names no registry.
var required = lazy.Regexp(`^[\w.-]*(\[[\w., -]*\])?\s*([<>=!~^*\d(][^@/:]*)?(;[^@/]*)?$`)

// plainKeys are what a table of a package says of it from a registry.
var plainKeys = []string{"version", "features", "optional", "default-features", "workspace", "package", "extras", "markers", "python"}

// fromIndex reports whether all that a list or table of packages has anew is in a registry.
func fromIndex(before, now any) bool {
	switch now := now.(type) {
	case nil:
		return true
	case string:
		return required().MatchString(now)
	case []any:
		was, _ := before.([]any)
		return !slices.ContainsFunc(now, func(one any) bool {
			return !slices.ContainsFunc(was, func(w any) bool { return reflect.DeepEqual(w, one) }) && !fromIndex(nil, one)
		})
	case map[string]any:
		was, _ := before.(map[string]any)
		for name, one := range now {
			table, is := one.(map[string]any)
			switch {
			case was != nil && reflect.DeepEqual(was[name], one):
			case is && slices.ContainsFunc(slices.Collect(maps.Keys(table)), func(k string) bool { return !slices.Contains(plainKeys, k) }):
				return false
			case !is && !fromIndex(nil, one):
				return false
			}
		}
		return true
	}
	return false
}

// tables reads two versions of a TOML file; one that is not there is empty.
func tables(before, now string) (a, b map[string]any, ok bool) {
	a, b = map[string]any{}, map[string]any{}
	return a, b, toml.Unmarshal([]byte(before), &a) == nil && toml.Unmarshal([]byte(now), &b) == nil
}

// tableAt is the table at a path, which is "" for the whole.
func tableAt(table map[string]any, path ...string) map[string]any {
	for _, key := range path {
		table, _ = table[key].(map[string]any)
	}
	return table
}

// drop takes keys out of a table.
func drop(table map[string]any, keys ...string) {
	for _, key := range keys {
		delete(table, key)
	}
}

// dropPackages takes lists of packages out of both versions, where all that is new there is in a registry.
func dropPackages(a, b map[string]any, keys ...string) {
	for _, key := range keys {
		if fromIndex(a[key], b[key]) {
			drop(a, key)
			drop(b, key)
		}
	}
}

// same compares what is left of two tables. Tables that are empty by now say nothing.
func same(a, b map[string]any) bool { return reflect.DeepEqual(pruned(a), pruned(b)) }

func pruned(table map[string]any) map[string]any {
	out := map[string]any{}
	for key, value := range table {
		if below, ok := value.(map[string]any); ok {
			if value = pruned(below); len(below) == 0 || len(value.(map[string]any)) == 0 {
				continue
			}
		}
		out[key] = value
	}
	return out
}

func sameCargo(before, now string) bool {
	a, b, ok := tables(before, now)
	if !ok {
		return false
	}
	for _, t := range []map[string]any{a, b} {
		drop(tableAt(t, "package"), "name", "version", "authors", "description", "edition", "license", "license-file", "keywords", "categories", "repository", "homepage", "documentation", "readme", "rust-version", "publish", "exclude", "include", "metadata")
		drop(tableAt(t, "workspace"), "members", "exclude", "resolver", "package", "lints")
		drop(t, "features", "lints", "lib", "bin", "example", "test", "bench", "badges", "profile")
	}
	deps := []string{"dependencies", "dev-dependencies", "build-dependencies"}
	dropPackages(a, b, deps...)
	dropPackages(tableAt(a, "workspace"), tableAt(b, "workspace"), "dependencies")
	for name := range tableAt(b, "target") {
		dropPackages(tableAt(a, "target", name), tableAt(b, "target", name), deps...)
	}
	return same(a, b)
}

// sameComposer compares what is not the list of packages that Composer itself writes; from where they come stands elsewhere in the file.
func sameComposer(before, now string) bool {
	a, b := map[string]any{}, map[string]any{}
	if before != "" && json.Unmarshal([]byte(before), &a) != nil || json.Unmarshal([]byte(now), &b) != nil {
		return false
	}
	for _, t := range []map[string]any{a, b} {
		drop(t, "name", "description", "version", "license", "authors", "keywords", "homepage", "type", "require", "require-dev", "minimum-stability", "prefer-stable")
	}
	return same(a, b)
}

// plainGem is a line of a Gemfile that names a package of the registry, with versions, or says nothing.
var plainGem = lazy.Regexp(`^\s*(#.*|source ["']https://rubygems\.org/?["']|gem ["'][\w.-]+["'](\s*,\s*["'][\w.<>=~! ]*["'])*)?\s*$`)

// sameGemfile compares the lines that could start something: a Gemfile is Ruby.
func sameGemfile(before, now string) bool {
	lines := func(text string) (list []string) {
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\r\n"); !plainGem().MatchString(line) {
				list = append(list, line)
			}
		}
		return list
	}
	return slices.Equal(lines(before), lines(now))
}

// backends are what builds of Python are made by.
var backends = []any{"setuptools.build_meta", "hatchling.build", "poetry.core.masonry.api", "flit_core.buildapi", "pdm.backend", "maturin", "uv_build"}

func samePyproject(before, now string) bool {
	a, b, ok := tables(before, now)
	if !ok {
		return false
	}
	if build := tableAt(b, "build-system"); slices.Contains(backends, build["build-backend"]) && build["backend-path"] == nil && fromIndex(tableAt(a, "build-system")["requires"], build["requires"]) {
		drop(a, "build-system")
		drop(b, "build-system")
	}
	about := []string{"name", "version", "description", "readme", "requires-python", "license", "license-files", "authors", "maintainers", "keywords", "classifiers", "urls", "dynamic", "packages"}
	for _, t := range []map[string]any{a, b} {
		drop(tableAt(t, "project"), about...)
		drop(tableAt(t, "tool", "poetry"), append(about, "homepage", "repository", "documentation", "include", "exclude", "package-mode")...)
		drop(tableAt(t, "tool"), "ruff", "black", "isort", "coverage", "pyright", "basedpyright", "flake8", "codespell")
		if mypy := tableAt(t, "tool", "mypy"); mypy["plugins"] == nil {
			drop(tableAt(t, "tool"), "mypy")
		}
	}
	dropPackages(tableAt(a, "project"), tableAt(b, "project"), "dependencies")
	for name := range tableAt(b, "project", "optional-dependencies") {
		dropPackages(tableAt(a, "project", "optional-dependencies"), tableAt(b, "project", "optional-dependencies"), name)
	}
	for name := range tableAt(b, "dependency-groups") {
		dropPackages(tableAt(a, "dependency-groups"), tableAt(b, "dependency-groups"), name)
	}
	dropPackages(tableAt(a, "tool", "poetry"), tableAt(b, "tool", "poetry"), "dependencies", "dev-dependencies")
	for name := range tableAt(b, "tool", "poetry", "group") {
		dropPackages(tableAt(a, "tool", "poetry", "group", name), tableAt(b, "tool", "poetry", "group", name), "dependencies")
	}
	dropPackages(tableAt(a, "tool", "uv"), tableAt(b, "tool", "uv"), "dev-dependencies")
	return same(a, b)
}

// quietKeys and quietSections say nothing that starts anything.
var (
	quietKeys     = []string{"markers", "minversion", "xfail_strict", "asyncio_mode", "timeout", "norecursedirs", "testpaths", "name", "description", "long_description", "author", "author_email", "url", "license", "classifiers", "keywords", "packages", "install_requires", "python_requires", "include_package_data", "zip_safe"}
	quietSections = []string{"flake8", "isort", "pycodestyle", "pydocstyle", "bdist_wheel", "coverage:run", "coverage:report"}
)

// sameINI compares the keys of two files, without those that start nothing.
func sameINI(before, now string) bool { return maps.Equal(keysOf(before), keysOf(now)) }

func keysOf(text string) map[string]string {
	out := map[string]string{}
	section, key := "", ""
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" || trimmed[0] == '#' || trimmed[0] == ';':
		case trimmed[0] == '[':
			section, key = strings.Trim(trimmed, "[]"), ""
		case (line[0] == ' ' || line[0] == '\t') && key != "":
			out[key] += "\n" + trimmed
		default:
			name, value, _ := strings.Cut(trimmed, "=")
			if other, rest, ok := strings.Cut(trimmed, ":"); ok && len(other) < len(name) {
				name, value = other, rest
			}
			key = section + "\x00" + strings.ToLower(strings.TrimSpace(name))
			out[key] = strings.TrimSpace(value)
		}
	}
	maps.DeleteFunc(out, func(key, value string) bool {
		section, name, _ := strings.Cut(key, "\x00")
		if strings.Contains(value, "://") || strings.Contains(value, "@") {
			return name != "install_requires" && slices.Contains(quietKeys, name)
		}
		return slices.Contains(quietSections, section) || slices.Contains(quietKeys, name) || section == "metadata" && name == "version" && !strings.Contains(value, "attr:")
	})
	return out
}

// plainCalls are commands of CMake that start nothing.
var plainCalls = []string{"project", "cmake_minimum_required", "add_executable", "add_library", "target_link_libraries", "target_sources", "target_include_directories", "target_compile_features", "target_compile_definitions", "target_compile_options", "add_subdirectory", "enable_testing", "option", "list", "message", "if", "elseif", "else", "endif", "foreach", "endforeach", "set", "unset", "string", "and", "or", "not"}

// cmakeCall is how a command of CMake begins, and cmakeTool a variable of CMake's own.
var (
	cmakeCall = lazy.Regexp(`([A-Za-z_]\w*)[ \t\r\n]*\(`)
	cmakeTool = lazy.Regexp(`^[ \t\r\n]*(CMAKE_|CTEST_|ENV\{)`)
)

// sameCMake compares the commands that could start something.
func sameCMake(before, now string) bool { return slices.Equal(callsOf(before), callsOf(now)) }

func callsOf(text string) (list []string) {
	for _, m := range cmakeCall().FindAllStringSubmatchIndex(text, -1) {
		name, rest := strings.ToLower(text[m[2]:m[3]]), text[m[1]:]
		setsTool := (name == "set" || name == "list" || name == "string") && cmakeTool().MatchString(rest)
		if slices.Contains(plainCalls, name) && !setsTool {
			continue
		}
		end, _, _ := strings.Cut(rest, "\n\n")
		if at := strings.IndexByte(rest, ')'); at >= 0 {
			end = rest[:at]
		}
		list = append(list, name+"("+end)
	}
	return list
}

// registries are where package managers fetch from unless told otherwise.
var registries = []string{"registry.npmjs.org", "registry.yarnpkg.com", "npm.jsr.io", "index.crates.io", "static.crates.io", "files.pythonhosted.org", "pypi.org", "rubygems.org", "registry+https://github.com/rust-lang/crates.io-index"}

// lock compares the hosts of the addresses that a list of locked packages names. Another version of what comes from the same host is
// what such a list is for.
func lock(addresses string) manifest {
	pattern := lazy.Regexp(addresses)
	return func(before, now string) bool {
		known := hostsIn(pattern().FindAllStringSubmatch(before, -1))
		for _, host := range hostsIn(pattern().FindAllStringSubmatch(now, -1)) {
			if !slices.Contains(known, host) && !slices.Contains(registries, host) {
				return false
			}
		}
		return true
	}
}

func hostsIn(matches [][]string) (list []string) {
	for _, m := range matches {
		for _, address := range m[1:] {
			whole, _, _ := strings.Cut(address, "#")
			if slices.Contains(registries, whole) {
				continue
			}
			u, err := url.Parse(address)
			if err != nil || u.Host == "" || strings.Contains(u.Scheme, "git") {
				if err == nil && u.Host == "" && !strings.Contains(address, ":") { // a version
					continue
				}
				list = append(list, whole)
				continue
			}
			list = append(list, strings.ToLower(u.Hostname()))
		}
	}
	return list
}
