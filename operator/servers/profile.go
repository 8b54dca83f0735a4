package servers

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"handrail/internal/catalog"
	"handrail/internal/plain"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/secrets"
	"handrail/mcp"
	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// profiles know what servers of a space may touch.
type profiles struct {
	pool     *Pool
	roots    func() []string // what programs of the space may change
	resolver resolver
}

// folders are what a server may touch beyond the space, as absolute paths that
// exist: what is set, and, of a server that the person has set up, what its
// arguments name. Too wide ones are left out: notes say so.
func (p profiles) folders(f Found) (read, write, named []string, notes []tools.Note) {
	granted := func(list []string, word string) (out []string) {
		for _, path := range list {
			real, why := p.grantable(path)
			if why != "" {
				notes = append(notes, note(tools.Action{}, "It can't %s %s, although its settings list it: %s.", word, path, why))
				continue
			}
			out = append(out, real)
		}
		return out
	}
	private := slices.DeleteFunc(slices.Clone(f.Settings.Write), func(path string) bool { return path == proc.SharedTemp })
	write = outermost(granted(private, "write"), nil)
	read = outermost(granted(f.Settings.Read, "read"), write)
	for _, n := range p.pathsNamed(f) {
		path, by := n.path, n.by
		if n.program {
			path = p.programFolder(path)
		}
		if paths.Within(path, append(p.roots(), p.resolver.dataFolder(f))) {
			continue
		}
		switch real, why := p.grantable(path); {
		case why == "it doesn't exist", slices.Contains(named, real):
		case why != "":
			notes = append(notes, note(tools.Action{}, "%s %s, but it can't access that: %s.", by, path, why))
		case paths.Within(real, append(slices.Clone(read), write...)) || p.readable(real):
		case f.From != FromSettings:
			notes = append(notes, note(tools.Action{Kind: tools.AllowServerRead, Subject: f.Name, Detail: path}, "%s %s, which is outside the space.", by, path))
		default:
			named = append(named, real)
		}
	}
	if len(private) < len(f.Settings.Write) { // nothing real lies below it
		write = append(write, proc.SharedTemp)
	}
	return read, write, named, notes
}

// served are the folders outside the space that a server is there for: what its arguments name,
// and what it was given to read and to write, as far as it may touch them.
func (p profiles) served(f Found, open []string) (list []string) {
	named := slices.Concat(f.Settings.Read, f.Settings.Write)
	for _, n := range p.pathsNamed(f) {
		named = append(named, n.path)
	}
	data := p.resolver.dataFolder(f)
	for _, path := range named {
		real, why := p.grantable(path)
		if paths.Within(path, []string{data}) {
			if own := p.ownPlace(data, path); own != "" && !slices.Contains(list, own) {
				list = append(list, own)
			}
			continue
		}
		if info, err := os.Stat(real); why != "" || err != nil || !info.IsDir() || paths.Within(real, p.roots()) || slices.Contains(list, real) {
			continue
		}
		if paths.Within(real, open) || p.readable(real) {
			list = append(list, real)
		}
	}
	return list
}

// ownPlace makes a folder in a server's data folder that its settings name as one, and returns where it
// is; "" if it is a file, or cannot be made. Nothing outside of the data folder is touched.
func (p profiles) ownPlace(data, path string) string {
	rel, err := filepath.Rel(data, path)
	if err != nil || filepath.Ext(rel) != "" && rel != "." {
		return ""
	}
	root, err := plain.OpenRoot(data)
	if err != nil {
		return ""
	}
	defer root.Close()
	if err := root.MkdirAll(rel, 0o700); err != nil {
		return ""
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil || !paths.Within(real, []string{data}) {
		return ""
	}
	return real
}

// A namedPath is a path that a server's settings name.
type namedPath struct {
	by, path string // by is the words that say where
	program  bool   // a file is taken for its program, with the folder that belongs to it
}

// pathsNamed are the paths that a server's command, arguments and variables name.
func (p profiles) pathsNamed(f Found) (list []namedPath) {
	for _, arg := range append([]string{f.Settings.Command}, f.Settings.Args...) {
		if path, ok := p.pathIn(f, arg); ok {
			list = append(list, namedPath{"Its arguments name", path, true})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Settings.Env)) {
		if path, ok := p.pathIn(f, f.Settings.Env[name]); ok {
			list = append(list, namedPath{"Its variable " + name + " names", path, false})
		}
	}
	return list
}

// pathIn is the absolute path in an argument or variable: all of it, or what stands behind
// its "=". Secrets are not looked up for it.
func (p profiles) pathIn(f Found, arg string) (string, bool) {
	if len(secrets.References(arg)) == 0 {
		if filled, err := p.resolver.fill(f, "", arg); err == nil {
			arg = filled
		}
	}
	if _, value, ok := strings.Cut(arg, "="); ok && strings.HasPrefix(arg, "-") {
		arg = value
	}
	arg = paths.Expand(p.pool.c.Home, strings.TrimPrefix(arg, "file://"))
	if !filepath.IsAbs(arg) {
		return "", false
	}
	return filepath.Clean(arg), true
}

// programFolder is the folder that a program lies in with all that belongs to it, if
// path is a file: node_modules, a virtual environment, the folder of its project,
// else the folder that it is in. The path of a folder stays, and so does that of a
// file that could only be opened with too much else.
func (p profiles) programFolder(path string) string {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return path
	}
	const modules = "/node_modules/"
	if before, _, found := strings.Cut(filepath.ToSlash(path), modules); found {
		return filepath.FromSlash(before + strings.TrimSuffix(modules, "/"))
	}
	dir := filepath.Dir(path)
	if p.tooWide(dir) {
		return path
	}
	for at := dir; !p.tooWide(at); at = filepath.Dir(at) {
		for _, mark := range []string{"pyvenv.cfg", "package.json", "pyproject.toml", "setup.py", "deno.json", "go.mod", "Cargo.toml", "pom.xml", "build.gradle", "Gemfile", "composer.json"} {
			if paths.IsFile(filepath.Join(at, mark)) {
				return at
			}
		}
	}
	return dir
}

// tooWide reports whether a folder is one that no program is given whole.
func (p profiles) tooWide(dir string) bool {
	_, why := p.grantable(dir)
	return why != ""
}

// readable reports whether programs of the space can read a path anyway: the
// system's, and what doctor lists.
func (p profiles) readable(real string) bool {
	readable := sandbox.Readable(p.pool.c.Home, "", nil)
	return paths.Within(real, readable) || !slices.ContainsFunc([]string{p.pool.c.Home, "/home", "/root", "/run", "/tmp", "/var/tmp", "/media", "/mnt", "/srv"}, func(hidden string) bool {
		return hidden != "" && paths.Within(real, []string{hidden})
	}) && slices.ContainsFunc(sandbox.SystemFolders(), func(system string) bool { return paths.Within(real, []string{system}) })
}

// grantable is the real path of a file or folder that a server may be let to, or
// why it cannot be.
func (p profiles) grantable(path string) (real, why string) {
	path = paths.Expand(p.pool.c.Home, path)
	if !filepath.IsAbs(path) {
		return "", "it is not a full path: start it with / or ~/"
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", "it doesn't exist"
	}
	if link := p.plantedLink(path, real); link != "" {
		return "", fmt.Sprintf("the link %s leads there, which an agent or a server may have made: name the place itself", link)
	}
	for _, own := range []string{p.pool.c.Dirs.Config, p.pool.c.Dirs.Data} {
		if paths.Within(real, []string{own}) {
			return "", "it is Handrail's own folder"
		}
		if paths.Within(own, []string{real}) {
			return "", "it is too broad: choose a folder in it"
		}
	}
	if filepath.Dir(real) == real || p.pool.c.Home != "" && paths.Within(p.pool.c.Home, []string{real}) {
		return "", "it is too broad: choose a folder in it"
	}
	return real, ""
}

// plantedLink is a link on the way to a path that agents or servers could have put there: what was
// allowed is the place that stood there then. "" if there is none.
func (p profiles) plantedLink(path, real string) string {
	if filepath.Clean(path) == real {
		return "" // no link is on the way
	}
	ground, err := p.pool.c.Ground()
	if err != nil {
		return path // it is not known who made it
	}
	return ground.LinkOn(path)
}

// makeMissing makes folders that are not there, and that a server may be given, and returns those
// that it has made, the innermost first. What cannot be made is refused later like all that does
// not exist.
func (p profiles) makeMissing(list []string) (made []string) {
	for _, path := range list {
		path = filepath.Clean(paths.Expand(p.pool.c.Home, path))
		top := missingTop(path)
		if !filepath.IsAbs(path) || top == "" {
			continue
		}
		real, err := filepath.EvalSymlinks(filepath.Dir(top))
		if err != nil || paths.Within(real, []string{p.pool.c.Dirs.Config, p.pool.c.Dirs.Data}) || p.plantedLink(filepath.Dir(top), real) != "" {
			continue
		}
		if os.MkdirAll(path, 0o700) != nil {
			continue
		}
		for dir := path; len(dir) >= len(top); dir = filepath.Dir(dir) {
			made = append(made, dir)
		}
	}
	return made
}

// missingTop is the outermost part of a clean path that is not there; "" if all is.
func missingTop(path string) (top string) {
	for ; filepath.Dir(path) != path; path = filepath.Dir(path) {
		if _, err := os.Lstat(path); err == nil {
			return top
		}
		top = path
	}
	return top
}

// Outside reports whether the server can change or reach more than the space and what its command needs.
func (p Profile) Outside() bool {
	return len(p.Write) > 0 || slices.ContainsFunc(p.Network, func(word string) bool {
		return word != sandbox.Registry && word != string(sandbox.Off) && word != string(sandbox.Loopback)
	})
}

// startsWith explains the argument that a well-known server needs to work inside the walls, such as a browser's; "" if it has none.
func startsWith(set settings.Server) string {
	known, _, _ := catalog.Find(set.Command, set.Args)
	for _, n := range known.Needs {
		if n.Argument != "" && slices.Contains(set.Args, n.Argument) {
			return " With " + n.Argument + " it " + n.Why + "."
		}
	}
	return ""
}

// of says what a server may touch.
func (p profiles) of(f Found) Profile {
	set := f.Settings
	var stale []tools.Note
	if f.Stale {
		stale = append(stale, note(about(tools.AllowServer, f.Name), "What you allowed for a server of this name doesn't apply: %s now has another program or address under that name.", FromSpace))
	}
	if set.Command == "" {
		out := remoteProfile(set)
		out.Notes = stale
		return out
	}
	out := Profile{Network: set.NetworkWords(), Own: set.Network != nil}
	out.Read, out.Write, out.Named, out.Notes = p.folders(f)
	out.Notes = append(stale, out.Notes...)
	out.Reads = "It can read the system, this space and your tool chains; nothing else in your home folder."
	if more := slices.Concat(out.Read, out.Named, out.Write); len(more) > 0 {
		out.Reads = fmt.Sprintf("It can read the system, this space and your tool chains, and %s; nothing else in your home folder.", inWords(more))
	}
	out.Reads += startsWith(set)
	out.Writes = "It can change this space and its own data folder; nothing else."
	if len(out.Write) > 0 {
		out.Writes = fmt.Sprintf("It can change this space and its own data folder, and %s; nothing else.", inWords(out.Write))
	}
	out.Reaches = reachWords(out.Network)
	if p.pool.c.Network != nil {
		out.Reaches = "It can reach what --network says: " + strings.Join(p.pool.c.Network, ", ") + "."
	}
	switch r := set.Runner(); {
	case r == "docker" || r == "podman":
		out.Notes = append(out.Notes, note(tools.Action{}, "It starts containers, but programs here can't reach %s's socket, which would give them all your rights, so it won't start. Use the server's own program or its url.", r))
	case r != "" && set.Network != nil && !slices.Contains(set.Network, sandbox.Registry) && !slices.Contains(set.Network, string(sandbox.On)):
		out.Notes = append(out.Notes, note(tools.Action{}, "Its program is fetched by %s from the package registries, which it can't reach: it works only if it is already downloaded.", r))
	}
	if why := p.pool.c.Unwalled(); why != "" {
		out.Notes = append(out.Notes, note(tools.Action{Kind: tools.ReadDoctor}, "None of this is enforced here: %s.", why))
	} else if runtime.GOOS == "windows" {
		out.Notes = append(out.Notes, note(tools.Action{}, "Handrail can't limit what it reads and reaches on this system."))
	}
	return out
}

// remoteProfile is that of a server that runs elsewhere.
func remoteProfile(set settings.Server) Profile {
	return Profile{
		Reads:   "It runs on another machine and can't read anything here. It gets only the input of its tools.",
		Writes:  "It can't change anything here.",
		Reaches: "The input of its tools is sent to " + mcp.HostIn(set.URL) + ".",
	}
}

// reachWords says in a sentence what a network lets through.
func reachWords(words []string) string {
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		return "It can't reach anything."
	}
	switch n.Mode {
	case sandbox.On:
		return "It can reach every host."
	case sandbox.Loopback:
		return "It can reach services on this machine, and no other host."
	case sandbox.Hosts:
		var hosts []string
		for _, w := range n.Words() {
			switch w {
			case sandbox.Registry:
				w = "the package registries"
			case string(sandbox.Loopback):
				w = "services on this machine"
			}
			hosts = append(hosts, w)
		}
		return "It can reach " + inWords(hosts) + ", and no other host."
	}
	return "It can't reach any host."
}

// inWords are the parts of a list as a sentence has them.
func inWords(list []string) string {
	switch len(list) {
	case 0:
		return ""
	case 1:
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
