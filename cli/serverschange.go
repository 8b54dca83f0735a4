package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/operator"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
)

type serversAddCmd struct {
	Name     string   `arg:"" help:"The server's name, or - to read JSON from standard input."`
	Command  []string `arg:"" optional:"" passthrough:"" help:"The command that starts it, with its arguments."`
	URL      string   `name:"url" help:"The address of a remote server."`
	Header   []string `help:"A header for each request, as NAME=VALUE." placeholder:"K=V" sep:"none"`
	Env      []string `help:"An environment variable, as NAME=VALUE." placeholder:"K=V" sep:"none"`
	Cwd      string   `help:"The folder to start it in."`
	Internal bool     `negatable:"" help:"Offer its tools only when a skill or an agent names them (internal_only: true)."`
	As       string   `help:"The name for a server that has none in the JSON." placeholder:"NAME"`
	Plain    bool     `help:"Keep values that look secret in the settings file."`
	Replace  bool     `help:"Replace a server with the same name."`
	Needs    bool     `help:"Also let it have what well-known servers of its kind need, as servers needs lists it."`
}

// Run adds a server, or several that stand on standard input, and says what each
// may touch.
func (c serversAddCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	list, err := c.servers(s, o.Operator)
	if err != nil {
		return usage{err}
	}
	there, err := o.Setup().Saved()
	if err != nil {
		return err
	}
	for _, p := range list {
		if _, taken := there[p.Name]; taken && !c.Replace {
			return usagef("a server %q already exists: choose another name, or add --replace", p.Name)
		}
		if p.Problem != "" {
			return usagef("server %q was not saved: %s", p.Name, p.Problem)
		}
	}
	for _, p := range list {
		if p.Settings.Internal == nil {
			p.Settings.Internal = &c.Internal
		}
		take, notes := s.chooseNeeds(o.Operator, p.Name, p.Settings, c.Needs)
		if err := s.ctx.Err(); err != nil { // Ctrl-C is no answer
			return err
		}
		saved, err := o.Setup().SaveTaking(s.ctx, p.Name, p.Settings, take, c.Plain)
		if err != nil {
			return err
		}
		p.Notes = append(p.Notes, notes...)
		old, replaced := there[p.Name]
		if gone := goneWith(old, p.Settings); len(gone) > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("the %s before also had %s; now gone", p.Name, strings.Join(gone, ", ")))
		}
		s.showSaved(space, saved, replaced, p.Notes)
	}
	return nil
}

// goneWith lists the keys of a server's settings that the new ones do not have; those
// of variables and headers one by one.
func goneWith(old, now settings.Server) (gone []string) {
	was, is := keysOf(old), keysOf(now)
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if !is[key] {
			gone = append(gone, key)
		}
	}
	return gone
}

// keysOf are the keys of a server's settings that say more than what it runs.
func keysOf(set settings.Server) map[string]bool {
	keys := map[string]bool{}
	for name := range set.Env {
		keys["env "+name] = true
	}
	for name := range set.Headers {
		keys["header "+name] = true
	}
	for key, has := range map[string]bool{
		"cwd": set.Dir != "", "timeout": set.Timeout != 0, "network": set.Network != nil, "read": len(set.Read) > 0, "write": len(set.Write) > 0,
		"disabled": set.Disabled, "internal_only false": !set.IsInternal(),
		"oauth_client_id": set.OAuthClientID != "", "oauth_client_secret": set.OAuthClientSecret != "", "oauth_scopes": len(set.OAuthScopes) > 0, "oauth_port": set.OAuthPort != 0,
		"oauth_grant": set.OAuthGrant != "", "oauth_private_key": set.OAuthPrivateKey != "",
	} {
		if has {
			keys[key] = true
		}
	}
	return keys
}

// servers are those that the command line means.
func (c serversAddCmd) servers(s *session, o *operator.Operator) ([]setup.Pasted, error) {
	if c.Name == "-" {
		text, err := s.readAll()
		if err != nil {
			return nil, err
		}
		list, err := o.Setup().Read(text)
		if err != nil {
			return nil, err
		}
		if c.As != "" {
			if len(list) != 1 {
				return nil, fmt.Errorf("--as names one server, but the JSON has %d", len(list))
			}
			list[0].Name = c.As
			list[0].Problem = list[0].Settings.Problem(c.As)
		}
		return list, nil
	}
	set := settings.Server{URL: c.URL, Dir: c.Cwd}
	command := c.Command
	if len(command) > 0 && command[0] == "--" {
		command = command[1:]
	} else if len(command) > 0 && strings.HasPrefix(command[0], "-") { // kong takes what it does not know as the command
		return nil, fmt.Errorf("servers add has no option %s: the server's command comes after --, and servers allow lets it read, write and reach more", command[0])
	}
	if len(command) > 0 {
		set.Command, set.Args = command[0], command[1:]
	}
	var err error
	if set.Env, err = pairs("--env", c.Env); err != nil {
		return nil, err
	}
	if set.Headers, err = pairs("--header", c.Header); err != nil {
		return nil, err
	}
	set, note := setup.Direct(set)
	one := setup.Pasted{Name: c.Name, Settings: set, Problem: set.Problem(c.Name)}
	if note != "" {
		one.Notes = []string{note}
	}
	return []setup.Pasted{one}, nil
}

// pairs reads NAME=VALUE.
func pairs(flag string, list []string) (map[string]string, error) {
	if len(list) == 0 {
		return nil, nil
	}
	out := map[string]string{}
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("%s needs NAME=VALUE", flag)
		}
		out[name] = value
	}
	return out, nil
}

// showSaved says what was added, and what it may touch.
func (out *printer) showSaved(space *operator.Space, saved setup.Receipt, replaced bool, notes []string) {
	what := "Added"
	if replaced {
		what = "Replaced"
	}
	fmt.Fprintf(out.env.Stderr, "%s %s.\n", what, clean(saved.Name))
	for _, note := range notes {
		fmt.Fprintf(out.env.Stderr, "Note: %s\n", clean(note))
	}
	for _, name := range saved.Secrets {
		fmt.Fprintf(out.env.Stderr, "A value that looks secret was stored as ${secret:%s}, not in the settings.\n", clean(name))
	}
	if v, err := viewOf(space, saved.Name); err == nil {
		out.showProfile(v.Profile)
		if v.Internal {
			fmt.Fprintf(out.env.Stderr, "Its tools are offered only when a skill or an agent names them. To offer them to all agents: handrail servers offer %s\n", clean(saved.Name))
		}
	}
	fmt.Fprintf(out.env.Stderr, "To test it: handrail servers test %s\n", clean(saved.Name))
}

type serversAllowCmd struct {
	Name  string   `arg:"" help:"The server's name."`
	Hosts []string `arg:"" optional:"" help:"What it may reach, in addition: hosts, registry, loopback, on; or off for nothing."`
	Read  []string `help:"A file or folder it may read." placeholder:"PATH" sep:"none"`
	Write []string `help:"A file or folder it may change." placeholder:"PATH" sep:"none"`
	Reset bool     `help:"Reset to the defaults for its command, and ask again about hosts that you refused."`
}

// Run widens what a server may touch, and says what holds then.
func (c serversAllowCmd) Run(s *session) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if c.Reset && len(c.Hosts)+len(c.Read)+len(c.Write) > 0 {
		return usagef("--reset can't be combined with hosts, files or folders: reset first, then allow")
	}
	if c.Reset {
		if err := space.Servers().Options().Reset(s.ctx, c.Name); err != nil {
			return err
		}
	}
	profile, err := space.Servers().Options().Allow(s.ctx, c.Name, c.Hosts, c.Read, c.Write)
	if err != nil {
		return err
	}
	s.showProfile(profile)
	s.sayThatItAsks(c.Name, profile)
	return nil
}

// sayThatItAsks says of a server that can act outside the space that its calls ask where no rule allows them: what ran
// unasked before it was let have more does not any longer.
func (out *printer) sayThatItAsks(name string, p servers.Profile) {
	if p.Outside() {
		fmt.Fprintf(out.env.Stderr, "Note: each call of %[1]s asks unless a rule allows it, because it can act outside the space. To allow them all: handrail rules add allow '%[1]s__*'\n", clean(name))
	}
}

type serversOnCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run turns a server on again.
func (c serversOnCmd) Run(s *session) error {
	off := false
	return s.setServer(c.Name, servers.Option{Disabled: &off}, "%s is on.\n")
}

type serversOffCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run turns a server off.
func (c serversOffCmd) Run(s *session) error {
	off := true
	return s.setServer(c.Name, servers.Option{Disabled: &off}, "%s is off.\n")
}

type serversOfferCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run offers a server's tools to every agent.
func (c serversOfferCmd) Run(s *session) error {
	internal := false
	return s.setServer(c.Name, servers.Option{Internal: &internal}, "The tools of %s are offered to all agents.\n")
}

type serversHideCmd struct {
	Name string `arg:"" help:"The server's name."`
}

// Run offers a server's tools only where they are named.
func (c serversHideCmd) Run(s *session) error {
	internal := true
	return s.setServer(c.Name, servers.Option{Internal: &internal}, "The tools of %s are offered only when a skill or an agent names them.\n")
}

// setServer changes an option of a server.
func (s *session) setServer(name string, option servers.Option, said string) (err error) {
	if err := s.notInRoom(); err != nil {
		return err
	}
	o, space, err := s.openAnywhere()
	if err != nil {
		return err
	}
	defer closing(o, &err)
	if err := space.Servers().Options().Set(s.ctx, name, option); err != nil {
		return err
	}
	fmt.Fprintf(s.Stderr, said, clean(name))
	return nil
}
