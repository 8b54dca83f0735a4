package guard

import (
	"path/filepath"
	"strings"

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

// isRunner reports whether a path is such a file, by its name alone: links to one are files of other names.
func isRunner(path string) bool {
	path = strings.ToLower(filepath.ToSlash(path))
	dir, name := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
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
		for _, t := range targetsOf(c) {
			if t.Known && isRunner("/"+t.Text) && c.Name() != "rm" && c.Name() != "unlink" {
				return filepath.Base(t.Text)
			}
		}
	}
	return ""
}
