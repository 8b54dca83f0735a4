package operator

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/proc"
	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/mcp"
	"handrail/operator/paths"
)

// placeholder is what stands in a server's settings for something that is known
// only when it is started: ${NAME}, ${NAME:-else}, ${env:NAME}, ${secret:NAME},
// ${workspaceFolder}. Everything else stays as it is written.
var placeholder = regexp.MustCompile(`\$\{((?:(?:env|secret|input):)?[A-Za-z_][A-Za-z0-9._-]*)(:-[^}]*)?\}`) // compiled once, never changed

// fill puts into text what its placeholders stand for. what says whose text it is,
// for the error about something that is missing.
func (s *Space) fill(what, text string) (string, error) {
	var problem error
	out := placeholder.ReplaceAllStringFunc(text, func(m string) string {
		parts := placeholder.FindStringSubmatch(m)
		name, other := parts[1], parts[2]
		value, err := s.valueOf(name, m)
		if err == nil {
			return value
		}
		if other != "" {
			return strings.TrimPrefix(other, ":-")
		}
		if problem == nil {
			problem = fmt.Errorf("%s needs %w", what, err)
		}
		return ""
	})
	return out, problem
}

// valueOf is what one placeholder stands for.
func (s *Space) valueOf(name, written string) (string, error) {
	kind, rest, found := strings.Cut(name, ":")
	switch {
	case found && kind == "secret":
		return s.o.secrets.Need(rest)
	case found && kind == "input":
		return "", fmt.Errorf("%s, which another program would ask for: keep it with `handrail secrets set %s`, and write %s", written, rest, secrets.Reference(rest))
	case found:
		name = rest
	}
	switch name {
	case "workspaceFolder", "workspaceRoot":
		return s.dir, nil
	case "userHome":
		return s.o.c.Home, nil
	case "pathSeparator":
		return string(filepath.Separator), nil
	}
	if value := proc.Getenv(s.o.c.Environ.Vars, name); value != "" {
		return value, nil
	}
	return "", fmt.Errorf("the variable %s, which is not set in your environment: set it there, or keep it with `handrail secrets set %s` and write %s", name, name, secrets.Reference(name))
}

// resolve makes of a server's settings what can be started. The error names what
// is missing, and what to do.
func (s *Space) resolve(f foundServer) (mcp.Server, error) {
	set := f.Settings
	out := mcp.Server{Name: f.Name, Transport: set.Transport, Timeout: set.CallTimeout()}
	var err error
	fill := func(what, text string) string {
		if err != nil {
			return ""
		}
		var value string
		value, err = s.fill(what, text)
		return value
	}
	out.URL = fill("its url", set.URL)
	for _, name := range slices.Sorted(maps.Keys(set.Headers)) {
		if out.Headers == nil {
			out.Headers = map[string]string{}
		}
		value := fill("its header "+name, set.Headers[name])
		out.Headers[name] = value
		if looks.Header(name) {
			s.o.learnHeader(f.Name+" "+name, value)
		}
	}
	if set.Command != "" {
		out.Command = s.o.homeless(fill("its command", set.Command))
		for i, arg := range set.Args {
			out.Args = append(out.Args, fill(fmt.Sprintf("its argument %d", i+1), arg))
		}
		out.Env = s.serverEnv(f, fill)
		out.Dir = s.serverDir(f, fill("its cwd", set.Dir))
	}
	return out, err
}

// serverEnv is the whole environment of a server: the person's without secrets and
// doors, where its own data goes, and its own variables (docs/spec/12-processes.md).
func (s *Space) serverEnv(f foundServer, fill func(what, text string) string) []string {
	env := proc.SafeEnv(s.o.c.Environ.Vars)
	data := s.serverData(f.Name)
	env = proc.SetEnv(env, "XDG_STATE_HOME", filepath.Join(data, "state"))
	env = proc.SetEnv(env, "HANDRAIL_SERVER_DATA", data)
	if f.Settings.Runner() == "pipx" {
		env = proc.SetEnv(env, "PIPX_HOME", filepath.Join(data, "pipx"))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Settings.Env)) {
		value := fill("its variable "+name, f.Settings.Env[name])
		s.o.told(name, value)
		env = proc.SetEnv(env, name, value)
	}
	return env
}

// serverDir is the folder that a server starts in. One of the space's own file
// starts in the space, as its author means it; one of the settings in its own data
// folder, where no file of the space is taken for its own (npx and its like look
// around where they start).
func (s *Space) serverDir(f foundServer, dir string) string {
	switch dir = s.o.homeless(dir); {
	case dir == "" && f.From == FromSettings:
		return s.serverData(f.Name)
	case dir == "":
		return s.dir
	case filepath.IsAbs(dir):
		return filepath.Clean(dir)
	}
	return filepath.Join(s.dir, filepath.FromSlash(dir))
}

// homeless is a path with the home folder for "~".
func (o *Operator) homeless(path string) string {
	if path == "~" {
		return o.c.Home
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok && o.c.Home != "" {
		return filepath.Join(o.c.Home, filepath.FromSlash(rest))
	}
	return path
}

// serverData is the folder that a server may keep its own things in: one for each
// server and space.
func (s *Space) serverData(name string) string {
	return filepath.Join(s.o.c.Dirs.Data, "servers", paths.FolderName(s.dir), serverFolder(name))
}

// serverFolder is the name of a server's folder, another one for each server also
// where a file system takes "A" for "a": capitals are told by their places behind
// "__", which no server's name holds.
func serverFolder(name string) string {
	var capitals uint64 // a name has at most 64 characters
	for i := range len(name) {
		if name[i] >= 'A' && name[i] <= 'Z' {
			capitals |= 1 << i
		}
	}
	if capitals == 0 {
		return name
	}
	return strings.ToLower(name) + "__" + strconv.FormatUint(capitals, 16)
}

// makeServerData makes that folder.
func (s *Space) makeServerData(name string) (string, error) {
	dir := s.serverData(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("the folder for what the server %q keeps: %w", name, err)
	}
	return filepath.EvalSymlinks(dir)
}

// learnHeader makes known what must not be written or told: the value of a header,
// and what stands in it behind a word such as Bearer.
func (o *Operator) learnHeader(name, value string) {
	o.redact.Add(name, value)
	if _, rest, ok := strings.Cut(value, " "); ok {
		o.redact.Add(name, strings.TrimSpace(rest))
	}
}
