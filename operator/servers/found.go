package servers

import (
	"fmt"
	"maps"
	"slices"

	"handrail/operator/settings"
	"handrail/spaces"
	"handrail/tools"
)

// Where a server comes from.
const (
	FromSettings = "settings"
	FromSpace    = ".mcp.json"
)

// A Found is an entry of the settings or of the space's .mcp.json.
type Found struct {
	Name     string
	From     string // FromSettings or FromSpace
	Line     int    // of .mcp.json
	Settings settings.Server
	Problem  string       // why it is not used; "" if it is
	Action   tools.Action // what the person can do about the problem
	Shadowed bool         // the settings have another of that name
	Stale    bool         // options of the person's were for another program of this name, and do not count
	Held     bool         // it is not what the person has trusted
}

// Usable reports whether the server is one of the space.
func (f Found) Usable() bool { return f.Problem == "" && !f.Settings.Disabled }

// File is where the server is set: the settings, or .mcp.json with its line.
func (f Found) File() string {
	switch {
	case f.From == FromSettings:
		return "settings.json"
	case f.Line > 0:
		return fmt.Sprintf("%s:%d", FromSpace, f.Line)
	}
	return FromSpace
}

// Sources are where the servers of a space come from.
type Sources struct {
	Dir      string // of the space
	Settings settings.Settings
	Declared []spaces.Server // in the space's own file
	Trusted  bool            // the person has trusted the space
	// Held says why a server of the space's own file may not run; "" if it may.
	Held func(name string) string
}

// Find lists the servers of the settings and of the space's own file, by name: the
// settings come first where both have one.
func Find(from Sources) []Found {
	var out []Found
	saved := from.Settings.Tools.Servers
	for _, name := range slices.Sorted(maps.Keys(saved)) {
		set := saved[name].InUse()
		out = append(out, Found{Name: name, From: FromSettings, Settings: set, Problem: set.Problem(name)})
	}
	for _, d := range from.Declared {
		f := Found{Name: d.Name, From: FromSpace, Line: d.Line, Settings: declaredSettings(d)}
		options := from.Settings.PerSpace[from.Dir].Servers[d.Name]
		if options.For != f.Settings.Identity().Key() {
			f.Stale, options = options.Extends(), options.Restrictions()
		}
		f.Settings = f.Settings.WithOptions(options)
		_, f.Shadowed = saved[d.Name]
		if d.Broken != "" {
			f.Settings.Broken = d.Broken
		}
		if held := from.Held(d.Name); f.Shadowed {
			f.Problem = "a server in your settings has the same name and takes precedence: rename one of them"
		} else if like := Namesake(d.Name, out); like != "" {
			f.Problem = fmt.Sprintf("its name can't be told from that of %q in your settings: rename one of them", like)
		} else if f.Problem = f.Settings.Problem(d.Name); f.Problem == "" && held != "" {
			f.Problem, f.Held, f.Action = held, true, tools.Action{Kind: tools.ReviewChanges}
		}
		out = append(out, f)
	}
	for i := range out {
		if !from.Trusted && out[i].Problem == "" {
			out[i].Problem, out[i].Action = "this space is not trusted, so no server starts in it", tools.Action{Kind: tools.TrustSpace}
		}
	}
	return out
}

// declaredSettings are the settings of a server of the space's own file.
func declaredSettings(d spaces.Server) settings.Server {
	return settings.Server{
		Command: d.Command, Args: d.Args, Env: d.Env, Dir: d.Dir, URL: d.URL, Transport: settings.ParseTransport(d.Type), Headers: d.Headers,
		Timeout: d.Timeout, Disabled: d.Disabled, Network: d.Network,
	}
}
