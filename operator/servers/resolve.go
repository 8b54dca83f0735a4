package servers

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/proc"
	"handrail/internal/secrets"
	"handrail/internal/secrets/looks"
	"handrail/mcp"
	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/tools"
)

// dataVariable names the data folder of a server to its program, and in its settings.
const dataVariable = "HANDRAIL_SERVER_DATA"

// A resolver fills in what the settings of a space's servers leave open.
type resolver struct {
	pool *Pool
	dir  string // the space's folder
	data string // where the servers of its own file keep their own things

	settingsData string // where those of the settings do, in every space
}

// newResolver makes the resolver of the space in dir. What this process lets servers reach in
// the place of what their settings say gives those a folder of its own: no data goes from
// programs with some rights to programs with others.
func newResolver(p *Pool, dir string) resolver {
	top := filepath.Join(p.c.Dirs.Data, "servers")
	r := resolver{pool: p, dir: dir, data: filepath.Join(top, paths.FolderName(dir)), settingsData: filepath.Join(top, FromSettings)}
	if p.c.Network != nil {
		r.settingsData = filepath.Join(top, FromSettings+" "+paths.FolderName(strings.Join(p.c.Network, " ")))
	}
	return r
}

// fill puts into text of a server what its placeholders stand for. what says which text it is,
// for the error about something that is missing.
func (r resolver) fill(f Found, what, text string) (string, error) {
	out, err := settings.FillPlaceholders(text, func(name, written string) (string, error) { return r.valueOf(f, name, written) })
	if errors.Is(err, secrets.ErrNotFound) {
		return out, fmt.Errorf("%s: %w", what, err)
	}
	if err != nil {
		return out, fmt.Errorf("%s needs %w", what, err)
	}
	return out, nil
}

// valueOf is what one placeholder stands for.
func (r resolver) valueOf(f Found, name, written string) (string, error) {
	kind, rest, found := strings.Cut(name, ":")
	switch {
	case found && kind == "secret":
		value, err := r.pool.c.Secrets.Need(rest)
		return value, settings.AdviseSecret(err)
	case found && kind == "input":
		return "", tools.Advise(tools.Action{Kind: tools.SetSecret, Subject: rest}, "%s, which another program would ask for: keep it as the secret %s, and write %s", written, rest, secrets.Reference(rest))
	case found:
		name = rest
	}
	switch name {
	case "workspaceFolder", "workspaceRoot":
		return r.dir, nil
	case "userHome":
		return r.pool.c.Home, nil
	case dataVariable:
		return r.dataFolder(f), nil
	case "pathSeparator":
		return string(filepath.Separator), nil
	}
	if value := proc.Getenv(r.pool.c.Environ.Vars, name); value != "" {
		return value, nil
	}
	return "", tools.Advise(tools.Action{Kind: tools.SetSecret, Subject: name}, "the variable %s, which is not set in your environment: set it there, or keep it as a secret and write %s", name, secrets.Reference(name))
}

// resolve makes of a server's settings what can be started. The error names what
// is missing, and what to do.
func (r resolver) resolve(f Found) (mcp.Server, error) {
	set := f.Settings
	out := mcp.Server{Name: f.Name, Transport: set.Transport, Timeout: set.CallTimeout()}
	var err error
	fill := func(what, text string) string {
		if err != nil {
			return ""
		}
		var value string
		value, err = r.fill(f, what, text)
		return value
	}
	r.pool.learnWords(f.Name, set)
	out.URL = fill("its url", set.URL)
	r.pool.learnAddress(f.Name, set.URL, out.URL)
	for _, name := range slices.Sorted(maps.Keys(set.Headers)) {
		if out.Headers == nil {
			out.Headers = map[string]string{}
		}
		value := fill("its header "+name, set.Headers[name])
		out.Headers[name] = value
		if looks.Header(name) {
			r.pool.learnHeader(f.Name+" "+name, value)
		}
	}
	if set.Command != "" {
		out.Command = paths.Expand(r.pool.c.Home, fill("its command", set.Command))
		for i, arg := range set.Args {
			out.Args = append(out.Args, fill(fmt.Sprintf("its argument %d", i+1), arg))
		}
		own, wrong := r.ownPath()
		err = errors.Join(err, wrong)
		out.Env = r.environ(f, own, fill)
		out.Dir = r.startDir(f, fill("its cwd", set.Dir))
	}
	return out, err
}

// environ is the whole environment of a server: the person's without secrets and
// doors, where its own data goes, and its own variables (docs/spec/12-processes.md).
func (r resolver) environ(f Found, path string, fill func(what, text string) string) []string {
	env := proc.SetEnv(proc.SafeEnv(r.pool.c.Environ.Vars), "PATH", path)
	data := r.dataFolder(f)
	env = proc.SetEnv(env, "XDG_STATE_HOME", filepath.Join(data, "state"))
	env = proc.SetEnv(env, dataVariable, data)
	if f.Settings.Runner() == "pipx" {
		env = proc.SetEnv(env, "PIPX_HOME", filepath.Join(data, "pipx"))
	}
	for _, name := range slices.Sorted(maps.Keys(f.Settings.Env)) {
		value := fill("its variable "+name, f.Settings.Env[name])
		r.pool.c.Learn(name, value)
		env = proc.SetEnv(env, name, value)
	}
	return env
}

// ownPath is the person's PATH with the folders that an agent or a server could write last: a server has keys, and a name in its settings
// means the person's program first.
func (r resolver) ownPath() (string, error) {
	ground, err := r.pool.c.Ground()
	if err != nil {
		return "", fmt.Errorf("it cannot be told which programs are yours and not an agent's: %w", err)
	}
	path := proc.Getenv(r.pool.c.Environ.Vars, "PATH")
	dirs := filepath.SplitList(ground.CleanPath(path))
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) && !slices.Contains(dirs, filepath.Clean(dir)) {
			dirs = append(dirs, filepath.Clean(dir))
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator)), nil
}

// startDir is the folder that a server starts in. One of the space's own file
// starts in the space, as its author means it; one of the settings in its own data
// folder, where no file of the space is taken for its own (npx and its like look
// around where they start).
func (r resolver) startDir(f Found, dir string) string {
	switch dir = paths.Expand(r.pool.c.Home, dir); {
	case dir == "" && f.From == FromSettings:
		return r.dataFolder(f)
	case dir == "":
		return r.dir
	case filepath.IsAbs(dir):
		return filepath.Clean(dir)
	}
	return filepath.Join(r.dir, filepath.FromSlash(dir))
}

// dataFolder is the folder that a server may keep its own things in: one for each server of
// the settings, in all spaces, and one for each server of a space's own file.
func (r resolver) dataFolder(f Found) string {
	name := folderName(f.Name) + "@" + programKey(f.Settings)
	if f.From == FromSettings {
		return filepath.Join(r.settingsData, name)
	}
	return filepath.Join(r.data, name)
}

// programKey names the program of a server, in whatever version and with whatever options: another
// one that gets its name does not get its data.
func programKey(set settings.Server) string {
	words := []string{filepath.Base(filepath.ToSlash(set.Command))}
	verbs := []string{"/c", "npx", "bunx", "pnpx", "uvx", "run", "exec", "x", "dlx", "tool"} // what is run comes behind these
	for _, arg := range set.Args {
		if strings.HasPrefix(arg, "-") { // before the program, it may be the program: -c CODE
			if !slices.Contains([]string{"-y", "--yes", "-q", "--quiet", "--"}, arg) {
				words = append(words, arg)
			}
			continue
		}
		if at := strings.LastIndexByte(arg, '@'); at > 0 && set.Runner() != "" {
			arg = arg[:at] // without its version
		}
		if words = append(words, arg); set.Runner() == "" || !slices.Contains(verbs, arg) {
			break
		}
	}
	program := strings.Join(words, " ")
	sum := sha256.Sum256([]byte(program))
	return hex.EncodeToString(sum[:4])
}

// folderName is the name of a server's folder, another one for each server also
// where a file system takes "A" for "a": capitals are told by their places behind
// "__", which no server's name holds.
func folderName(name string) string {
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

// makeData makes that folder.
func (r resolver) makeData(f Found) (string, error) {
	dir := r.dataFolder(f)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("can't create the data folder of the server %q: %w", f.Name, err)
	}
	return filepath.EvalSymlinks(dir)
}
