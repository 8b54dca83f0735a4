package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	other "handrail/internal/clients"
	"handrail/internal/proc"
	"handrail/operator/paths"
	"handrail/operator/servers"
	"handrail/operator/settings"
)

// Find reads the files in which other programs on this machine keep their
// servers: the person's own, and those of this space and of the others on the
// list. A broken file is listed with its problem and holds nothing up. Nothing is
// started or written. This space's own .mcp.json is not among them: its servers
// are there already.
func (e *Editor) Find(ctx context.Context) ([]File, error) {
	found, err := e.files()
	if err != nil {
		return nil, err
	}
	return e.previews(ctx, found)
}

// ReadFile reads servers from one file, of any program and any shape.
func (e *Editor) ReadFile(ctx context.Context, file string) (File, error) {
	out, err := e.previews(ctx, []other.File{other.ReadAny(e.desk.world(nil), file)})
	if err != nil {
		return File{}, err
	}
	return out[0], nil
}

// ReadText reads servers from a text that the person has pasted.
func (e *Editor) ReadText(ctx context.Context, text string) (File, error) {
	out, err := e.previews(ctx, []other.File{e.pasted(text)})
	if err != nil {
		return File{}, err
	}
	return out[0], nil
}

func (e *Editor) pasted(text string) other.File {
	return other.ReadText(e.desk.world(nil), "the text", []byte(text))
}

// files reads what there is.
func (e *Editor) files() ([]other.File, error) {
	all, _, err := e.desk.c.Settings.Load()
	if err != nil {
		return nil, err
	}
	projects := []string{e.c.Dir}
	for _, dir := range all.Spaces {
		if real, err := filepath.EvalSymlinks(dir); err == nil && !slices.Contains(projects, real) {
			projects = append(projects, real)
		}
	}
	space := filepath.Join(e.c.Dir, servers.FromSpace)
	return slices.DeleteFunc(other.Find(e.desk.world(projects)), func(f other.File) bool { return f.File == space }), nil
}

// world is where other programs of the person keep their files.
func (d *Desk) world(projects []string) other.World {
	return other.NewWorld(d.c.Home, d.c.Environ.Getenv, projects)
}

// previews makes previews of files: the names that are free go to the first that
// want them.
func (e *Editor) previews(ctx context.Context, files []other.File) ([]File, error) {
	there, err := e.there()
	if err != nil {
		return nil, err
	}
	kept, err := e.desk.c.Secrets.List()
	if err != nil {
		return nil, err
	}
	n := newServerNames(there)
	out := []File{}
	for _, f := range files {
		file := File{Program: f.ID(), Title: f.Title, File: f.File, Project: f.Project, Notes: f.Notes, Servers: []Preview{}}
		if f.Err != nil {
			file.Problem = f.Err.Error()
			file.Line, file.Column = other.Where(f.Err)
		}
		for _, c := range f.Servers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			p, set := found(f, c), e.imported(c)
			p.Name, p.Taken, p.Same, p.Repeats = n.name(p.ID, c.Name, set)
			draft := e.desk.drafter(p.Name, &namer{kept: kept, given: map[string]string{}}, parts{}).draft(set)
			file.Servers = append(file.Servers, e.show(p, draft, set))
		}
		out = append(out, file)
	}
	return out, nil
}

// there are the servers of the settings and of this space, by name.
func (e *Editor) there() (map[string]settings.Server, error) {
	saved, err := e.desk.Saved()
	if err != nil {
		return nil, err
	}
	out := map[string]settings.Server{}
	for _, f := range e.c.Found() {
		out[f.Name] = f.Settings
	}
	for name, set := range saved {
		out[name] = set
	}
	return out, nil
}

// importID names a server among all files.
func importID(f other.File, c other.Server) string {
	sum := sha256.Sum256([]byte(f.ID() + "\x00" + f.File + "\x00" + c.Project + "\x00" + c.Name))
	return hex.EncodeToString(sum[:8])
}

// importDigest is what exactly was found.
func importDigest(c other.Server) string {
	c.Line = 0 // it may move
	raw, err := json.Marshal(c)
	if err != nil { // it is plain data
		return ""
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// imported are the settings that would be saved, with every secret still in them.
func (e *Editor) imported(c other.Server) settings.Server {
	set := pastedSettings(c)
	if c.Project != "" && c.Project != e.c.Dir && set.Dir != "" && paths.Within(set.Dir, []string{c.Project}) {
		set.Read = []string{set.Dir} // its own program is there
	}
	return set
}

// found is the preview of a server, as far as it is what was found.
func found(f other.File, c other.Server) Preview {
	p := Preview{
		ID: importID(f, c), Digest: importDigest(c), Original: c.Name, Line: c.Line, Project: c.Project, Disabled: c.Disabled, Warnings: c.Notes, Refused: c.Refused,
	}
	for _, a := range c.Asks {
		p.Asks = append(p.Asks, Ask{Secret: a.Secret, Prompt: a.Prompt, Value: a.Value})
	}
	return p
}

// show says what would become of a server. set are its settings before secrets were
// taken out of them.
func (e *Editor) show(p Preview, draft Draft, set settings.Server) Preview {
	p.Kind, p.Dir, p.Command = kindOf(set), set.Dir, e.desk.c.Redact.Text(set.Command)
	p.Args, p.URL, p.Env, p.Headers, p.Secrets = draft.shown.args, draft.shown.url, draft.shown.env, draft.shown.headers, draft.Names()
	if p.Refused == "" {
		p.Refused = set.Problem(p.Name)
	}
	if p.Refused != "" {
		return p
	}
	known, needs := e.desk.needsOf(p.Name, set)
	p.Known = known.Name
	for _, n := range needs {
		if n.value == nil {
			p.Needs = append(p.Needs, n)
			continue
		}
		p.Asks = append(p.Asks, Ask{Secret: n.value.secret, Prompt: fmt.Sprintf("%s: %s", n.value.variable, n.value.why)})
	}
	profile := e.c.Servers.Profile(servers.Found{Name: p.Name, From: servers.FromSettings, Settings: set})
	p.Profile = []string{profile.Reads, profile.Writes, profile.Reaches}
	for _, note := range profile.Notes {
		p.Warnings = append(p.Warnings, note.Text)
	}
	p.Warnings = append(p.Warnings, e.desk.warnings(set)...)
	if set.Command != "" {
		p.Found = e.desk.program(set)
		if p.Found == "" {
			p.Warnings = append(p.Warnings, fmt.Sprintf("the program %s was not found on PATH (%s): install it, or use its full path as the command", set.Command, e.desk.c.Environ.From))
		}
	}
	return p
}

// kindOf is how a server is spoken to, in a word.
func kindOf(set settings.Server) string {
	switch {
	case set.Command != "":
		return "stdio"
	case set.Transport != "":
		return string(set.Transport)
	}
	return "remote"
}

// program is where a server's program is, "" if it is nowhere.
func (d *Desk) program(set settings.Server) string {
	path := proc.Getenv(d.c.Environ.Vars, "PATH")
	if own, ok := set.Env["PATH"]; ok && !strings.Contains(own, "${") {
		path = own
	}
	name := paths.Expand(d.c.Home, set.Command)
	if strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name) && set.Dir != "" {
		name = filepath.Join(set.Dir, name)
	}
	found, err := proc.Look(name, path)
	if err != nil {
		return ""
	}
	return found
}

// warnings say what else the person should know.
func (d *Desk) warnings(set settings.Server) (out []string) {
	if u, err := url.Parse(set.URL); err == nil && u.Scheme == "http" {
		if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			out = append(out, "its address uses http, not https: others on the network can read what is sent")
		}
	}
	if set.Dir != "" && !strings.Contains(set.Dir, "${") {
		if info, err := os.Stat(paths.Expand(d.c.Home, set.Dir)); filepath.IsAbs(paths.Expand(d.c.Home, set.Dir)) && (err != nil || !info.IsDir()) {
			out = append(out, fmt.Sprintf("its folder %s doesn't exist", set.Dir))
		}
	}
	return out
}
