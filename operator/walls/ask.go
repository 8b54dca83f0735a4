package walls

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
)

// askWait is how long one of the person's tools may take to answer.
const askWait = 8 * time.Second

// Ask asks the person's own tools how they are set up, each by its argument
// vector, in the home folder where no project has a say. It returns what each
// prints: "" of one that is not there, that fails, or that an agent could have
// put there. They run in a room of their own, where nothing of any space can be
// seen, nothing is kept and no network leads anywhere; without one where this
// machine builds no walls.
func (k *Keeper) Ask(questions ...[]string) []string {
	answers := make([]string, len(questions))
	agents, err := k.c.Ground()
	if err != nil {
		return answers // it is not known what is the person's own
	}
	path := agents.CleanPath(proc.Getenv(k.c.Vars, "PATH"))
	programs, dirs := make([]string, len(questions)), path
	for i, argv := range questions {
		programs[i] = agents.FindProgram(argv[0], path)
		if real, err := filepath.EvalSymlinks(programs[i]); err == nil && programs[i] != "" {
			dirs += string(filepath.ListSeparator) + filepath.Dir(real)
		}
	}
	temp, err := k.MakeTemp()
	if err != nil {
		return answers
	}
	defer removeTemp(temp)
	walls, err := proc.OpenWalls(proc.WallsConfig{Helper: k.helper, MustRoom: k.report().Room, Profile: k.askProfile(agents, dirs, temp)})
	if err != nil && !errors.Is(err, proc.ErrNoWalls) {
		return answers
	}
	defer walls.Close()
	env := k.askEnv(agents, path, temp)
	var all sync.WaitGroup
	for i, argv := range questions {
		if programs[i] == "" {
			continue
		}
		all.Go(func() {
			out, err := proc.Run(context.WithoutCancel(k.c.Context), proc.Command{
				Path: programs[i], Args: argv[1:], Dir: k.c.Home, Env: env, Timeout: askWait, Walls: walls,
			})
			if err == nil && out.ExitCode == 0 {
				answers[i] = out.Stdout.Text
			}
		})
	}
	all.Wait()
	return answers
}

// askProfile is what a tool that is asked may touch: it reads the tool chains
// and the tools' own settings, and of no space anything.
func (k *Keeper) askProfile(agents paths.Ground, path, temp string) sandbox.Profile {
	p := sandbox.Profile{
		Write: []string{temp}, Temp: temp, Home: k.c.Home, Hide: agents.Paths(), Network: sandbox.Network{Mode: sandbox.Off},
		Read: sandbox.Readable(k.c.Home, path, agents.Paths()),
	}
	settings := []string{
		".npmrc", ".yarnrc", ".yarnrc.yml", ".config/pip", ".pip", ".config/go",
		"Library/Application Support/pip", "Library/Application Support/go", "Library/Preferences/pip",
	}
	var names []string
	for _, name := range settings {
		names = append(names, filepath.Join(k.c.Home, filepath.FromSlash(name)))
	}
	if config := proc.Getenv(k.c.Vars, "XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		names = append(names, filepath.Join(config, "pip"), filepath.Join(config, "go"))
	}
	for _, name := range names {
		if real, err := filepath.EvalSymlinks(name); err == nil && !agents.Crossed(name) {
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
func (k *Keeper) askEnv(agents paths.Ground, path, temp string) []string {
	vars := proc.CleanEnv(k.c.Vars)
	for _, name := range []string{
		"GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "npm_config_registry", "NPM_CONFIG_REGISTRY",
		"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX",
	} {
		if value := proc.Getenv(k.c.Vars, name); value != "" {
			vars = append(vars, name+"="+value)
		}
	}
	for _, name := range []string{"XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"} {
		value := proc.Getenv(k.c.Vars, name)
		if filepath.IsAbs(value) && !agents.Crossed(value) {
			vars = append(vars, name+"="+value)
		}
	}
	vars = proc.SetEnv(proc.SetEnv(vars, "PATH", path), "TMPDIR", temp)
	return append(vars, "GOTOOLCHAIN=local", "npm_config_cache="+temp, "npm_config_update_notifier=false")
}
