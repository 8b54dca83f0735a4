package pinning

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"handrail/internal/lazy"
)

// A language says how its scripts load others. It is a search for words, and no reading of the
// language.
type language struct {
	program, ending string                // of the first line, and of the name
	imports         func() *regexp.Regexp // what names a module or a file, in one of its groups
	files           []string              // how the file of a module may be called: %s is its name
	here            bool                  // modules are also looked for in the folder that the script runs in
	elsewhere       func() *regexp.Regexp // lines that load from a folder, or change where modules are looked for
}

func languages() []language {
	return []language{
		{"python", ".py", pythonImport, []string{"%s.py", "%s/__init__.py", "%s", "%s.so"}, false, pythonFinds},
		{"node", ".js", nodeImport, []string{"%s", "%s.js", "%s.mjs", "%s.cjs", "%s.json", "%s/index.js"}, false, nodeFinds},
		{"node", ".mjs", nodeImport, []string{"%s"}, false, nodeFinds},
		{"node", ".cjs", nodeImport, []string{"%s", "%s.js", "%s.cjs", "%s.json", "%s/index.js"}, false, nodeFinds},
		{"node", ".ts", nodeImport, []string{"%s", "%s.ts", "%s.js", "%s/index.ts"}, false, nodeFinds},
		{"ruby", ".rb", rubyImport, []string{"%s", "%s.rb"}, false, rubyFinds},
		{"perl", ".pl", nil, nil, false, perlFinds},
		{"php", ".php", nil, nil, false, phpFinds},
		{"lua", ".lua", luaImport, []string{"%s", "%s.lua", "%s/init.lua"}, true, luaFinds},
	}
}

var (
	pythonImport = lazy.Regexp(`(?m)^\s*(?:from\s+(\.*[\w.]*)\s+import|import\s+([\w.]+))`)
	pythonFinds  = lazy.Regexp(`(?m)^.*(?:\bsys(?:["']\s*\))?\.path\b\s*(?:\.|\[|\+?=)|\bfrom\s+sys\s+import\b.*\bpath\b|\b(?:run_path|SourceFileLoader|spec_from_file_location)\s*\().*$`)
	nodeImport   = lazy.Regexp(`(?:\brequire\s*\(|\bimport\s*\(|\bfrom|\bimport)\s*["'](\.{1,2}/[^"']+)["']`)
	nodeFinds    = lazy.Regexp(`(?m)^.*(?:\b(?:require|import|createRequire)\s*\(.*(?:\bcwd\s*\(|SPACE_DIR|PROJECT_DIR)|\bmodule\.paths\b).*$`)
	rubyImport   = lazy.Regexp(`\brequire_relative\s*\(?\s*["']([^"']+)["']`)
	rubyFinds    = lazy.Regexp(`(?m)^.*(?:\brequire\b\s*\(?\s*["']\.|\bload\b\s*\(?\s*["'](?:\.|\w)|\$LOAD_PATH|\$:\s*(?:<<|\.)).*$`)
	perlFinds    = lazy.Regexp(`(?m)^.*(?:\buse\s+lib\b|\b(?:do|require)\s*\(?\s*["'](?:\.|\w)|@INC\b).*$`)
	phpFinds     = lazy.Regexp(`(?m)^.*\b(?:include|require)(?:_once)?\s*\(?\s*["'](?:\.|\w).*$`)
	luaImport    = lazy.Regexp(`\brequire\s*\(?\s*["']([\w./-]+)["']`)
	luaFinds     = lazy.Regexp(`(?m)^.*(?:\b(?:dofile|loadfile)\s*\(\s*["'](?:\.|\w)|\bpackage\.c?path\b).*$`)
	ownFolder    = lazy.Regexp(`__file__|__dir__|__FILE__|__DIR__|FindBin|import\.meta|__dirname|["']/(?:usr|opt)/`)
)

// Modules says what a script of the space that runs from a private copy loads of the space, in the
// languages that are known: its copy has nothing beside it that the command does not name, and the folder
// that it runs in is the space. pinned reports whether a file runs from a copy as well.
func (r *Reader) Modules(script, text string, pinned func(name string) bool) (list []Loose) {
	first, _, _ := strings.Cut(text, "\n")
	for _, l := range languages() {
		if strings.HasPrefix(first, "#!") && !strings.Contains(first, l.program) || !strings.HasPrefix(first, "#!") && !strings.HasSuffix(script, l.ending) {
			continue
		}
		for _, line := range l.elsewhere().FindAllString(text, 3) {
			if line = strings.TrimSpace(line); !ownFolder().MatchString(line) && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "//") {
				list = append(list, Loose{Command: script + ": " + short(line), Why: "it loads code from a folder, which an agent may change"})
			}
		}
		if l.imports != nil {
			list = append(list, r.imported(script, text, l, pinned)...)
		}
		list = append(list, r.started(script, text, l.program)...)
		break
	}
	return list
}

// imported are the modules of the space that a script names.
func (r *Reader) imported(script, text string, l language, pinned func(name string) bool) (list []Loose) {
	for _, m := range l.imports().FindAllStringSubmatch(text, -1) {
		name := strings.Join(m[1:], "")
		at := strings.TrimLeft(name, ".")
		if l.program == "python" || l.program == "lua" && !strings.Contains(name, "/") {
			at, _, _ = strings.Cut(at, ".")
		} else {
			at = name
		}
		folders := []string{path.Dir(script)}
		if l.here {
			folders = append(folders, ".")
		}
		for _, folder := range folders {
			for _, form := range l.files {
				file := path.Join(folder, strings.ReplaceAll(form, "%s", at))
				_, err := os.Stat(filepath.Join(r.dir, filepath.FromSlash(file)))
				if at == "" || err != nil || pinned(file) || r.closed(file, []string{r.dir}) || len(list) >= most {
					continue
				}
				list = append(list, Loose{Command: script + ": " + name, Why: "it loads " + file + " of the space, which the command does not name, so that no copy of it is made"})
				break
			}
		}
	}
	return list
}
