package builtin

import (
	"maps"
	"slices"
	"strings"
)

// fileTypes says which names a type of grep stands for: endings, or whole
// names where there is no dot in front. All are in lower case.
func fileTypes() map[string][]string {
	return map[string][]string{
		"c": {".c", ".h"}, "cpp": {".cpp", ".cc", ".cxx", ".hpp", ".hh", ".hxx", ".h", ".inl"},
		"cs": {".cs"}, "css": {".css", ".scss", ".sass", ".less"}, "csv": {".csv", ".tsv"}, "dart": {".dart"},
		"docker": {"dockerfile", ".dockerfile"}, "elixir": {".ex", ".exs"}, "go": {".go"}, "haskell": {".hs"},
		"html": {".html", ".htm", ".xhtml"}, "java": {".java"}, "js": {".js", ".mjs", ".cjs", ".jsx"},
		"json": {".json", ".jsonc", ".json5"}, "kotlin": {".kt", ".kts"}, "lua": {".lua"},
		"make": {"makefile", "gnumakefile", ".mk"}, "md": {".md", ".mdx", ".markdown"}, "perl": {".pl", ".pm"},
		"php": {".php"}, "proto": {".proto"}, "py": {".py", ".pyi"}, "r": {".r"}, "ruby": {".rb", "rakefile", "gemfile"},
		"rust": {".rs"}, "scala": {".scala", ".sc"}, "sh": {".sh", ".bash", ".zsh"}, "sql": {".sql"}, "svelte": {".svelte"},
		"swift": {".swift"}, "tf": {".tf", ".tfvars"}, "toml": {".toml"}, "ts": {".ts", ".tsx", ".mts", ".cts"}, "txt": {".txt"},
		"vue": {".vue"}, "xml": {".xml", ".xsd", ".xsl", ".svg"}, "yaml": {".yaml", ".yml"}, "zig": {".zig"},
	}
}

// typeNames finds the names of a type, by its name, another name of it, or one
// of its endings.
func typeNames(want string) ([]string, bool) {
	want = strings.ToLower(strings.TrimPrefix(want, "."))
	other := map[string]string{
		"javascript": "js", "typescript": "ts", "python": "py", "golang": "go", "markdown": "md", "shell": "sh", "bash": "sh",
		"rb": "ruby", "rs": "rust", "c++": "cpp", "csharp": "cs", "terraform": "tf", "text": "txt", "yml": "yaml", "kt": "kotlin",
	}
	if name, ok := other[want]; ok {
		want = name
	}
	types := fileTypes()
	if names, ok := types[want]; ok {
		return names, true
	}
	for _, names := range types {
		if slices.Contains(names, "."+want) {
			return []string{"." + want}, true
		}
	}
	return nil, false
}

// isOfType reports whether a file's name is one of those of a type.
func isOfType(base string, names []string) bool {
	base = strings.ToLower(base)
	return slices.ContainsFunc(names, func(n string) bool {
		return base == n || strings.HasPrefix(n, ".") && strings.HasSuffix(base, n)
	})
}

// allTypes lists the types in order.
func allTypes() []string { return slices.Sorted(maps.Keys(fileTypes())) }
