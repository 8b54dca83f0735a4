package operator

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
)

// askWait is how long one of the person's tools may take to answer.
const askWait = 8 * time.Second

// askTools asks the person's own tools how they are set up, each by its argument
// vector, in the home folder where no project has a say. It returns what each
// prints: "" of one that is not there, that fails, or that an agent could have
// put there. They run in a room of their own, where nothing of any space can be
// seen, nothing is kept and no network leads anywhere; without one where this
// machine builds no walls.
func (o *Operator) askTools(questions ...[]string) []string {
	answers := make([]string, len(questions))
	agents, err := o.agentGround()
	if err != nil {
		return answers // it is not known what is the person's own
	}
	path := agents.cleanPath(proc.Getenv(o.c.Environ.Vars, "PATH"))
	programs, dirs := make([]string, len(questions)), path
	for i, argv := range questions {
		programs[i] = agents.findTool(argv[0], path)
		if real, err := filepath.EvalSymlinks(programs[i]); err == nil && programs[i] != "" {
			dirs += string(filepath.ListSeparator) + filepath.Dir(real)
		}
	}
	temp, err := o.makeTemp()
	if err != nil {
		return answers
	}
	defer removeTemp(temp)
	walls, err := proc.OpenWalls(proc.WallsConfig{Helper: o.helper, MustRoom: o.walled().Room, Profile: o.askProfile(agents, dirs, temp)})
	if err != nil && !errors.Is(err, proc.ErrNoWalls) {
		return answers
	}
	defer walls.Close()
	env := o.askEnv(agents, path, temp)
	var all sync.WaitGroup
	for i, argv := range questions {
		if programs[i] == "" {
			continue
		}
		all.Go(func() {
			out, err := proc.Run(context.WithoutCancel(o.ctx), proc.Command{
				Path: programs[i], Args: argv[1:], Dir: o.c.Home, Env: env, Timeout: askWait, Walls: walls,
			})
			if err == nil && out.ExitCode == 0 {
				answers[i] = out.Stdout.Text
			}
		})
	}
	all.Wait()
	return answers
}

// agentGround is all that an agent may have written, now or earlier: every
// folder that is known as a space, by the settings, by what the person has said of
// it, or by a run that is kept; what was granted to one; and the data folder
// with its caches and temporary files. What is only ours is counted as well.
func (o *Operator) agentGround() (ground, error) {
	settings, _, err := o.settings.Load()
	if err != nil {
		return ground{}, err
	}
	worked, err := o.store.Spaces(o.ctx)
	if err != nil {
		return ground{}, err
	}
	paths := slices.Concat(o.Roots(), settings.Spaces, worked, []string{o.c.Dirs.Config, o.c.Dirs.Data})
	for dir, own := range settings.PerSpace {
		paths = append(append(paths, dir), own.Roots...)
	}
	for _, kind := range []string{trustKind, grantKind, networkKind} {
		kept, err := o.store.States(o.ctx, kind)
		if err != nil {
			return ground{}, err
		}
		for key := range kept {
			paths = append(paths, strings.Split(key, "\x00")...)
		}
	}
	return groundOf(paths), nil
}

// askProfile is what a tool that is asked may touch: it reads the tool chains
// and the tools' own settings, and of no space anything.
func (o *Operator) askProfile(agents ground, path, temp string) sandbox.Profile {
	p := sandbox.Profile{
		Write: []string{temp}, Temp: temp, Home: o.c.Home, Hide: agents.paths, Network: sandbox.Network{Mode: sandbox.Off},
		Read: sandbox.Readable(o.c.Home, path, agents.paths),
	}
	settings := []string{
		".npmrc", ".yarnrc", ".yarnrc.yml", ".config/pip", ".pip", ".config/go",
		"Library/Application Support/pip", "Library/Application Support/go", "Library/Preferences/pip",
	}
	var names []string
	for _, name := range settings {
		names = append(names, filepath.Join(o.c.Home, filepath.FromSlash(name)))
	}
	if config := proc.Getenv(o.c.Environ.Vars, "XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		names = append(names, filepath.Join(config, "pip"), filepath.Join(config, "go"))
	}
	for _, name := range names {
		if real, err := filepath.EvalSymlinks(name); err == nil && !agents.crossed(name) {
			p.Read = append(p.Read, real)
		}
	}
	slices.Sort(p.Read)
	p.Read = slices.Compact(p.Read)
	return p
}

// askEnv is what a tool that is asked is told: the clean base, what names a
// registry, and where settings are. No variable in it makes an interpreter read or
// run a file.
func (o *Operator) askEnv(agents ground, path, temp string) []string {
	vars := proc.CleanEnv(o.c.Environ.Vars)
	for _, name := range []string{
		"GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "npm_config_registry", "NPM_CONFIG_REGISTRY",
		"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX",
	} {
		if value := proc.Getenv(o.c.Environ.Vars, name); value != "" {
			vars = append(vars, name+"="+value)
		}
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"} {
		value := proc.Getenv(o.c.Environ.Vars, name)
		if filepath.IsAbs(value) && !agents.crossed(value) {
			vars = append(vars, name+"="+value)
		}
	}
	vars = proc.SetEnv(proc.SetEnv(vars, "PATH", path), "TMPDIR", temp)
	return append(vars, "GOTOOLCHAIN=local", "npm_config_cache="+temp, "npm_config_update_notifier=false")
}

// cleanPath is a PATH value without the folders that lie on the ground.
func (g ground) cleanPath(path string) string {
	var dirs []string
	for _, dir := range filepath.SplitList(path) {
		if filepath.IsAbs(dir) && !g.crossed(dir) {
			dirs = append(dirs, filepath.Clean(dir)) // as it was looked at
		}
	}
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// findTool finds the first program of this name on path that has nothing to do
// with the ground; "" if there is none.
func (g ground) findTool(name, path string) string {
	for _, dir := range filepath.SplitList(path) {
		if found, err := proc.Look(name, dir); err == nil && !g.runs(found, path, 4) {
			return found
		}
	}
	return ""
}

// runs reports whether a program lies on the ground, or a script's interpreter
// does. deep bounds the scripts that run scripts.
func (g ground) runs(program, path string, deep int) bool {
	if deep == 0 || !filepath.IsAbs(program) || g.crossed(program) {
		return true
	}
	words, err := interpreter(program)
	if err != nil {
		return true
	}
	for i, word := range words {
		byName := i > 0 && strings.TrimSuffix(filepath.Base(words[0]), ".exe") == "env"
		word = strings.TrimPrefix(word, "-S") // env's, with the name glued to it
		switch {
		case i == 0, filepath.IsAbs(word):
			if g.runs(word, path, deep-1) {
				return true
			}
		case byName && word != "" && !strings.ContainsAny(word, "-="):
			if found, err := proc.Look(word, path); err == nil && g.runs(found, path, deep-1) {
				return true
			}
		}
	}
	return false
}

// interpreter is the first line of a script that names its interpreter, in
// words; none if the program is no script.
func interpreter(program string) ([]string, error) {
	if runtime.GOOS == "windows" {
		return nil, nil // there, a script is run by what its name says
	}
	f, err := os.Open(program)
	if errors.Is(err, os.ErrPermission) {
		return nil, nil // no interpreter could read it either
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, 4096)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	rest, isScript := strings.CutPrefix(line, "#!")
	if !isScript {
		return nil, nil
	}
	return strings.Fields(rest), nil
}
