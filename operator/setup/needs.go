package setup

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/catalog"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/secrets"
	"handrail/operator/paths"
	"handrail/operator/servers"
	"handrail/operator/settings"
)

// A Need is something that a well-known server lacks as it is set, and that the person may
// let it have. Nothing of it is taken unless they do (docs/spec/08-mcp.md).
type Need struct {
	ID   string `json:"id"`   // names it among those of the server
	Text string `json:"text"` // what is done: "reach api.github.com (GitHub's API)"

	do    func(set *settings.Server)
	value *lack  // it is a value of the person's
	bring *kept  // a file in which the server, or a copy of it, has kept something
	into  string // where bring is copied to, as the settings name it
}

// lack is a value that only the person has.
type lack struct {
	variable, why string
	secret        string // under which it is kept
	plain         bool   // it is no secret
}

// Lacks is the variable for which only the person has a value, what that is, and the secret that it
// gets; "" for other needs.
func (n Need) Lacks() (variable, why, secret string) {
	if n.value == nil {
		return "", "", ""
	}
	return n.value.variable, n.value.why, n.value.secret
}

// needsOf are the needs of a server under this name, if the catalog knows it.
func (d *Desk) needsOf(name string, set settings.Server) (known catalog.Server, list []Need) {
	if set.Command == "" {
		return known, nil
	}
	known, pkg, ok := catalog.Find(set.Command, set.Args)
	if !ok {
		return known, nil
	}
	add := func(n Need) {
		if !slices.ContainsFunc(list, func(o Need) bool { return o.ID == n.ID }) {
			list = append(list, n)
		}
	}
	network, err := sandbox.ParseNetwork(set.NetworkWords())
	names, nerr := d.previewNames()
	if err != nil || nerr != nil {
		return known, nil // it says so itself
	}
	reach := func(host, why string) {
		if host != "" && !reaches(network, host) {
			add(reachNeed(host, why))
		}
	}
	for _, n := range known.Needs {
		switch {
		case n.Reach != "":
			reach(n.Reach, n.Why)
		case n.HostOf == "arguments":
			for _, arg := range set.Args {
				if strings.Contains(arg, "://") {
					reach(catalog.HostIn(arg), n.Why)
				}
			}
		case n.HostOf != "":
			reach(catalog.HostIn(set.Env[n.HostOf]), n.Why)
		case n.Variable != "":
			if !n.Optional && !given(d, set, n.Variable) && (n.Unless == "" || !given(d, set, n.Unless)) {
				secret := names.name(name+"."+n.Variable, "") // one that is there was kept for another server
				add(Need{ID: "value:" + n.Variable, Text: fmt.Sprintf("its variable %s (%s)", n.Variable, n.Why), value: &lack{n.Variable, n.Why, secret, n.Plain}, do: func(s *settings.Server) {
					s.Env = with(s.Env, n.Variable, secrets.Reference(secret))
				}})
			}
		case n.Read != "":
			if hasFolder(d, n.Read) && !slices.Contains(slices.Concat(set.Read, set.Write), n.Read) {
				add(Need{ID: "read:" + n.Read, Text: fmt.Sprintf("read %s (%s)", n.Read, n.Why), do: func(s *settings.Server) { s.Read = append(slices.Clone(s.Read), n.Read) }})
			}
		case n.WriteOf != "":
			for _, need := range writeNeeds(d, set, n) {
				add(need)
			}
		case n.Write != "":
			if hasFolder(d, n.Write) && !slices.Contains(set.Write, n.Write) {
				add(Need{ID: "write:" + n.Write, Text: fmt.Sprintf("change %s (%s)", n.Write, n.Why), do: func(s *settings.Server) { s.Write = append(slices.Clone(s.Write), n.Write) }})
			}
		case n.Argument != "":
			if !slices.Contains(set.Args, n.Argument) {
				add(Need{ID: "argument:" + n.Argument, Text: fmt.Sprintf("start with %s: %s", n.Argument, n.Why), do: func(s *settings.Server) { s.Args = append(slices.Clone(s.Args), n.Argument) }})
			}
		case n.Set != "" && !given(d, set, n.Set):
			add(setNeed(d, n, name, set, pkg))
		}
	}
	return known, list
}

// reaches reports whether a network leads to a host of the catalog already.
func reaches(n sandbox.Network, host string) bool {
	if n.Mode == sandbox.On {
		return true
	}
	return n.Has(host) || host != string(sandbox.On) && n.With(sandbox.Network{Mode: sandbox.Hosts, Hosts: []string{host}}).String() == n.String()
}

func reachNeed(host, why string) Need {
	text := fmt.Sprintf("reach %s (%s)", host, why)
	switch host {
	case string(sandbox.On):
		text = fmt.Sprintf("reach every host (%s)", why)
	case string(sandbox.Loopback):
		text = fmt.Sprintf("reach services on this machine (%s)", why)
	}
	return Need{ID: "reach:" + host, Text: text, do: func(s *settings.Server) {
		if host == string(sandbox.On) {
			s.Network = settings.Words{host}
			return
		}
		s.Network = append(slices.DeleteFunc(slices.Clone(s.NetworkWords()), func(w string) bool { return w == string(sandbox.Off) }), host)
	}}
}

// setNeed is a variable with a value that is known, and what the server has kept where it looks without it.
func setNeed(d *Desk, n catalog.Need, name string, set settings.Server, pkg string) Need {
	out := Need{ID: "set:" + n.Set, Text: fmt.Sprintf("set %s to %s: %s", n.Set, n.Value, n.Why), do: func(s *settings.Server) { s.Env = with(s.Env, n.Set, n.Value) }}
	if n.Bring == "" || pkg == "" {
		return out
	}
	out.into = n.Value
	if out.bring = keptBy(d, servers.Found{Name: name, From: servers.FromSettings, Settings: set}, pkg, n.Bring); out.bring != nil {
		out.Text += fmt.Sprintf("; what it has kept in %s is copied there", out.bring.path())
	}
	return out
}

// writeNeeds are the folders that a variable or the arguments name, and a file that can be changed only elsewhere.
func writeNeeds(d *Desk, set settings.Server, n catalog.Need) (list []Need) {
	for _, dir := range foldersOf(d, set, n.WriteOf) {
		list = append(list, Need{ID: "write:" + dir, Text: fmt.Sprintf("change %s (%s)", dir, n.Why), do: func(s *settings.Server) { s.Write = append(slices.Clone(s.Write), dir) }})
	}
	if file := closedFile(d, set, n.WriteOf); file != "" {
		list = append(list, moveNeed(n.WriteOf, file))
	}
	return list
}

// moveNeed is a file that a variable names, and that can be changed only where the server has a folder: it is copied there.
func moveNeed(variable, file string) Need {
	dir, name := filepath.Split(file)
	into := servers.InDataText(name)
	return Need{
		ID:    "move:" + variable,
		Text:  fmt.Sprintf("work with a copy of %s in its own data folder, since no server may change what lies directly in %s (%s)", file, filepath.Clean(dir), variable),
		do:    func(s *settings.Server) { s.Env = with(s.Env, variable, into) },
		bring: &kept{filepath.Clean(dir), name}, into: into,
	}
}

// closedFile is the file that a variable names, if a server may have it and not the folder that it lies in, as one
// directly in the home folder: it can be read there, and neither changed nor replaced.
func closedFile(d *Desk, set settings.Server, variable string) string {
	path := filepath.Clean(paths.Expand(d.c.Home, set.Env[variable]))
	info, err := os.Lstat(path)
	if err != nil || !filepath.IsAbs(path) || !info.Mode().IsRegular() || strings.Contains(path, "$") || !d.c.Servers.Grantable(path) || d.c.Servers.Grantable(filepath.Dir(path)) {
		return ""
	}
	return path
}

// given reports whether a server has a variable or argument: in its settings, or of the person's
// environment as far as servers get that.
func given(d *Desk, set settings.Server, name string) bool {
	if strings.HasPrefix(name, "-") {
		return slices.ContainsFunc(set.Args, func(arg string) bool { return arg == name || strings.HasPrefix(arg, name+"=") })
	}
	_, ok := set.Env[name]
	return ok || proc.Getenv(proc.SafeEnv(d.c.Environ.Vars), name) != ""
}

// foldersOf are the folders of the person that a variable or the arguments name, or in which the file
// lies that is named, as far as the server may not change them yet.
func foldersOf(d *Desk, set settings.Server, of string) (list []string) {
	words := []string{set.Env[of]}
	if of == "arguments" {
		words = set.Args
	}
	for _, word := range words {
		if _, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(word, "-") {
			word = value
		}
		path := filepath.Clean(paths.Expand(d.c.Home, word))
		if !filepath.IsAbs(path) || strings.Contains(word, "${") {
			continue
		}
		if !paths.IsFolder(path) {
			path = filepath.Dir(path)
		}
		var written []string
		for _, w := range append(slices.Clone(set.Write), list...) {
			written = append(written, paths.Expand(d.c.Home, w))
		}
		if paths.IsFolder(path) && !paths.Within(path, written) && d.c.Servers.Grantable(path) {
			list = append(list, path)
		}
	}
	return list
}

// hasFolder reports whether the person has a folder.
func hasFolder(d *Desk, path string) bool { return paths.IsFolder(paths.Expand(d.c.Home, path)) }

// with is a map with one more value.
func with(values map[string]string, name, value string) map[string]string {
	out := maps.Clone(values)
	if out == nil {
		out = map[string]string{}
	}
	out[name] = value
	return out
}

// Needs says what a server lacks, as the catalog knows it: the server's name there, and what the
// person may let it have; "" if it is not known.
func (d *Desk) Needs(name string, set settings.Server) (known string, list []Need) {
	s, list := d.needsOf(name, opened(d, set))
	return s.Name, list
}

// opened are settings in which what needs a host is filled in: an address with a password is kept as a
// secret. They are only looked at.
func opened(d *Desk, set settings.Server) settings.Server {
	expand := func(text string) string {
		if len(secrets.References(text)) == 0 {
			return text
		}
		if whole, err := d.c.Secrets.Expand(text); err == nil && catalog.HostIn(whole) != "" && strings.Contains(whole, "://") {
			return whole
		}
		return text
	}
	set.Args = slices.Clone(set.Args)
	for i := range set.Args {
		set.Args[i] = expand(set.Args[i])
	}
	set.Env = maps.Clone(set.Env)
	for name := range set.Env {
		set.Env[name] = expand(set.Env[name])
	}
	return set
}

// Take gives a server what the person lets it have of Needs, by their IDs. An ID that is none of
// them any more is an error.
func (d *Desk) Take(name string, set settings.Server, ids []string) (settings.Server, error) {
	_, list := d.needsOf(name, opened(d, set))
	for _, id := range ids {
		i := slices.IndexFunc(list, func(n Need) bool { return n.ID == id })
		if i < 0 {
			return set, fmt.Errorf("it no longer needs %q: review it again", id)
		}
		list[i].do(&set)
	}
	return set, nil
}

// SaveTaking is Save of a server that is given what the person lets it have of Needs.
func (d *Desk) SaveTaking(ctx context.Context, name string, set settings.Server, ids []string, plain bool) (Receipt, error) {
	taken, err := d.Take(name, set, ids)
	if err != nil {
		return Receipt{}, err
	}
	saved, err := d.Save(ctx, name, taken, plain)
	if err != nil {
		return saved, err
	}
	return saved, bringOver(d, name, set, ids)
}

// bringOver copies what a copy of a server has kept, as far as the person wants
// it. Nothing that is there is overwritten. set is the server before Take.
func bringOver(d *Desk, name string, set settings.Server, ids []string) error {
	_, list := d.needsOf(name, set)
	for _, need := range list {
		if need.bring == nil || !slices.Contains(ids, need.ID) {
			continue
		}
		to, err := d.c.Servers.InData(servers.Found{Name: name, From: servers.FromSettings, Settings: set}, need.into)
		if err != nil {
			return err
		}
		if err := need.bring.copyTo(to); err != nil {
			return fmt.Errorf("what it has kept in %s could not be copied: %w", need.bring.path(), err)
		}
	}
	return nil
}

// duplicates reports whether a server that was found is one that there is already: also if that
// was let have what the catalog says.
func duplicates(found, old settings.Server) bool {
	return found.Duplicates(old) || found.Duplicates(bare(old, found))
}

// bare are settings without what Take may have added to those that were found.
func bare(set, found settings.Server) settings.Server {
	known, _, ok := catalog.Find(set.Command, set.Args)
	if !ok {
		return set
	}
	env := maps.Clone(set.Env)
	for _, n := range known.Needs {
		value, there := env[n.Variable+n.Set]
		_, had := found.Env[n.Variable+n.Set]
		switch {
		case n.Argument != "" && !slices.Contains(found.Args, n.Argument):
			set.Args = slices.DeleteFunc(slices.Clone(set.Args), func(a string) bool { return a == n.Argument })
		case there && !had && (n.Set != "" && value == n.Value || n.Variable != "" && (n.Plain || len(secrets.References(value)) == 1)):
			delete(env, n.Variable+n.Set)
		case n.WriteOf != "" && found.Env[n.WriteOf] != "" && env[n.WriteOf] == servers.InDataText(filepath.Base(found.Env[n.WriteOf])):
			env[n.WriteOf] = found.Env[n.WriteOf]
		}
	}
	set.Env = env
	return set
}
