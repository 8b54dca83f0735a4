package operator

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
	"handrail/operator/settings"
)

// FindImports reads the files in which other programs on this machine keep their
// servers: the person's own, and those of this space and of the others on the
// list. A broken file is listed with its problem and holds nothing up. Nothing is
// started or written. This space's own .mcp.json is not among them: its servers
// are there already.
func (s *Space) FindImports(ctx context.Context) ([]ImportFile, error) {
	found, err := s.found()
	if err != nil {
		return nil, err
	}
	return s.previews(ctx, found)
}

// ReadImports reads servers from one file, of any program and any shape.
func (s *Space) ReadImports(ctx context.Context, file string) (ImportFile, error) {
	out, err := s.previews(ctx, []other.File{other.ReadAny(s.o.world(nil), file)})
	if err != nil {
		return ImportFile{}, err
	}
	return out[0], nil
}

// PasteImports reads servers from a text that the person has pasted.
func (s *Space) PasteImports(ctx context.Context, text string) (ImportFile, error) {
	out, err := s.previews(ctx, []other.File{s.pasted(text)})
	if err != nil {
		return ImportFile{}, err
	}
	return out[0], nil
}

func (s *Space) pasted(text string) other.File {
	return other.ReadText(s.o.world(nil), "the text", []byte(text))
}

// found reads what there is.
func (s *Space) found() ([]other.File, error) {
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return nil, err
	}
	projects := []string{s.dir}
	for _, dir := range settings.Spaces {
		if real, err := filepath.EvalSymlinks(dir); err == nil && !slices.Contains(projects, real) {
			projects = append(projects, real)
		}
	}
	own := filepath.Join(s.dir, FromSpace)
	return slices.DeleteFunc(other.Find(s.o.world(projects)), func(f other.File) bool { return f.File == own }), nil
}

// world is where other programs of the person keep their files.
func (o *Operator) world(projects []string) other.World {
	return other.NewWorld(o.c.Home, o.c.Environ.Getenv, projects)
}

// previews makes previews of files: the names that are free go to the first that
// want them.
func (s *Space) previews(ctx context.Context, files []other.File) ([]ImportFile, error) {
	there, err := s.thereAlready()
	if err != nil {
		return nil, err
	}
	n := &importNames{there: there, given: map[string]settings.Server{}, ids: map[string]string{}}
	out := []ImportFile{}
	for _, f := range files {
		file := ImportFile{Program: f.ID(), Title: f.Title, File: f.File, Project: f.Project, Notes: f.Notes, Servers: []ImportServer{}}
		if f.Err != nil {
			file.Problem = f.Err.Error()
			file.Line, file.Column = other.Where(f.Err)
		}
		for _, c := range f.Servers {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			file.Servers = append(file.Servers, s.preview(f, c, n))
		}
		out = append(out, file)
	}
	return out, nil
}

// thereAlready are the servers of the settings and of this space, by name.
func (s *Space) thereAlready() (map[string]settings.Server, error) {
	saved, err := s.o.SavedServers()
	if err != nil {
		return nil, err
	}
	out := map[string]settings.Server{}
	for _, f := range s.current.Load().servers {
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

// importSettings are what would be saved, with every secret still in it.
func (s *Space) importSettings(c other.Server) settings.Server {
	set := pastedSettings(c)
	if c.Project != "" && c.Project != s.dir && set.Dir != "" && paths.Within(set.Dir, []string{c.Project}) {
		set.Read = []string{set.Dir} // its own program is there
	}
	return set
}

// preview says what would become of one server.
func (s *Space) preview(f other.File, c other.Server, n *importNames) ImportServer {
	set := s.importSettings(c)
	p := ImportServer{
		ID: importID(f, c), Digest: importDigest(c), Original: c.Name, Line: c.Line, Project: c.Project,
		Kind: importKind(set), Dir: set.Dir, Disabled: c.Disabled, Warnings: c.Notes, Refused: c.Refused,
	}
	p.Name, p.Taken, p.Same, p.Repeats = n.name(p.ID, c.Name, set)
	for _, a := range c.Asks {
		p.Asks = append(p.Asks, ImportAsk{Secret: a.Secret, Prompt: a.Prompt, Value: a.Value})
	}
	h := s.o.hideArgs(p.Name, set)
	p.Command, p.Args, p.URL, p.Secrets = h.command, h.shownArgs, h.shownURL, h.names
	p.Env, p.Secrets = s.o.importValues(p.Name, set.Env, s.o.looksSecretValue, p.Secrets)
	p.Headers, p.Secrets = s.o.importValues(p.Name, set.Headers, s.o.isSecretVar, p.Secrets)
	if p.Refused == "" {
		p.Refused = set.Problem(p.Name)
	}
	if p.Refused != "" {
		return p
	}
	profile := s.profileOf(foundServer{Name: p.Name, From: FromSettings, Settings: set})
	p.Profile = []string{profile.Reads, profile.Writes, profile.Reaches}
	p.Warnings = slices.Concat(p.Warnings, profile.Notes, s.importWarnings(set))
	if set.Command != "" {
		p.Found = s.o.foundProgram(set)
		if p.Found == "" {
			p.Warnings = append(p.Warnings, fmt.Sprintf("the program %s is not found on PATH (%s): install it, or give its full path as its command", set.Command, s.o.c.Environ.From))
		}
	}
	return p
}

// importKind is how a server is spoken to, in a word.
func importKind(set settings.Server) string {
	switch {
	case set.Command != "":
		return "stdio"
	case set.Transport != "":
		return string(set.Transport)
	}
	return "remote"
}

// foundProgram is where a server's program is, "" if it is nowhere.
func (o *Operator) foundProgram(set settings.Server) string {
	path := proc.Getenv(o.c.Environ.Vars, "PATH")
	if own, ok := set.Env["PATH"]; ok && !strings.Contains(own, "${") {
		path = own
	}
	name := o.homeless(set.Command)
	if strings.ContainsAny(name, `/\`) && !filepath.IsAbs(name) && set.Dir != "" {
		name = filepath.Join(set.Dir, name)
	}
	found, err := proc.Look(name, path)
	if err != nil {
		return ""
	}
	return found
}

// importWarnings say what else the person should know.
func (s *Space) importWarnings(set settings.Server) (out []string) {
	if u, err := url.Parse(set.URL); err == nil && u.Scheme == "http" {
		if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			out = append(out, "its address is http, not https: what is sent there can be read on the way")
		}
	}
	if set.Dir != "" && !strings.Contains(set.Dir, "${") {
		if info, err := os.Stat(s.o.homeless(set.Dir)); filepath.IsAbs(s.o.homeless(set.Dir)) && (err != nil || !info.IsDir()) {
			out = append(out, fmt.Sprintf("its folder %s is not there", set.Dir))
		}
	}
	return out
}
