package guard

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// PlantWay is the Name of the way by which a program makes a file that decides what runs later.
const PlantWay = "protected"

// plants is what decides what runs later and a program would plainly make. Rooms hold what is there already, and file tools ask about it anyway.
func (g *Guard) plants(call tools.Call, e tools.Entry, p tools.Preview) string {
	if p.Shell == "" {
		return ""
	}
	for _, c := range g.look(call, e, p).script.Commands {
		for _, t := range targetsOf(c) {
			for _, dir := range c.Dirs {
				at, ok := g.place.target(t, dir)
				if !ok {
					continue
				}
				if rel, ok := g.place.protects(at, false); ok {
					return rel
				}
			}
		}
	}
	return ""
}

// ScriptWay is the Name of the way by which a file is changed that holds commands which a usual word runs: npm test, make.
const ScriptWay = "scripts"

// runners are files of such commands, in small letters, and of what package managers and Git run unasked. A person who types
// the usual word runs what stands there, and outside the walls; of the sources of a program they know that they run them.
var runners = map[string]bool{
	"package.json": true, ".npmrc": true, ".pnpmfile.cjs": true, ".pnpmfile.mjs": true, ".yarnrc.yml": true, "makefile": true, "gnumakefile": true, "justfile": true, ".justfile": true,
	"taskfile.yml": true, "taskfile.yaml": true, "rakefile": true, "conftest.py": true, "setup.py": true, "noxfile.py": true, "tox.ini": true, "build.rs": true, "compose.yml": true,
	"compose.yaml": true, "docker-compose.yml": true, "docker-compose.yaml": true, ".gitattributes": true, "procfile": true, ".cargo/config.toml": true, ".bazelrc": true,
}

// isRunner reports whether a file is one of these, by its name alone: links to one are files of other names.
func isRunner(file string) bool {
	dir, name := path.Split(strings.ToLower(filepath.ToSlash(file)))
	return runners[name] || strings.HasSuffix(dir, "/.cargo/") && runners[".cargo/"+name]
}

// scripts is the name of a file with commands that an act changes, or plainly would; "": none. Taking one away runs nothing.
func (g *Guard) scripts(call tools.Call, e tools.Entry, p tools.Preview) string {
	for _, effect := range p.Effects {
		if effect.Kind == tools.EffectWrite && isRunner(effect.Target) {
			return filepath.Base(effect.Target)
		}
	}
	if p.Shell == "" {
		return ""
	}
	for _, c := range g.look(call, e, p).script.Commands {
		targets := targetsOf(c)
		if c.Name() == "find" {
			targets = found(c.Args[1:])
		}
		for _, t := range targets {
			if name := runnerOf(t); name != "" && c.Name() != "rm" && c.Name() != "unlink" {
				return name
			}
		}
	}
	return ""
}

// runnerOf is the name of a file of commands that a word of a script names, also by a pattern; "": it names none that is known.
func runnerOf(t bash.Word) string {
	switch base := path.Base(filepath.ToSlash(t.Text)); {
	case t.Glob:
		for _, name := range slices.Sorted(maps.Keys(runners)) {
			if fits, err := path.Match(strings.ToLower(base), name); fits && err == nil {
				return name
			}
		}
	case !strings.ContainsAny(base, "$`<…") && isRunner("/"+t.Text): // its folder may not be known
		return base
	}
	return ""
}

// readers are programs that only print what find has found.
var readers = []string{"cat", "grep", "head", "tail", "wc", "ls", "stat", "jq", "file", "echo", "printf", "diff", "sha256sum"}

// found are the names that a find looks for and hands to a program that could write.
func found(args []bash.Word) (names []bash.Word) {
	writes := false
	for i, a := range args[:max(len(args)-1, 0)] {
		switch next := args[i+1]; a.Text {
		case "-exec", "-execdir", "-ok", "-okdir":
			writes = writes || !slices.Contains(readers, path.Base(next.Text))
		case "-name", "-iname", "-path", "-ipath", "-wholename":
			next.Glob = next.Glob || strings.ContainsAny(next.Text, "*?[")
			names = append(names, next)
		}
	}
	if !writes {
		return nil
	}
	return names
}
