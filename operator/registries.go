package operator

import (
	"context"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/internal/proc"
)

// registryWait is how long a package manager may take to say where its registry
// is.
const registryWait = 8 * time.Second

// findRegistries asks the person's own package managers which hosts they fetch
// packages from, as they are set up: a company's mirror counts, and no list of
// ours goes stale. They are asked in the home folder, where no project has a
// say. What is not installed has none.
func (o *Operator) findRegistries() []string {
	questions := [][]string{
		{"npm", "config", "get", "registry"},
		{"yarn", "config", "get", "registry"},
		{"go", "env", "GOPROXY", "GOSUMDB"},
		{"python3", "-c", pipIndex},
		{"pip3", "config", "get", "global.index-url"},
	}
	answers := make([]string, len(questions))
	var all sync.WaitGroup
	for i, q := range questions {
		all.Go(func() { answers[i] = o.askTool(q...) })
	}
	all.Wait()
	for _, name := range []string{"npm_config_registry", "NPM_CONFIG_REGISTRY", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "YARN_NPM_REGISTRY_SERVER", "GOPROXY"} {
		answers = append(answers, proc.Getenv(o.c.Environ.Vars, name))
	}
	var hosts []string
	for _, answer := range answers {
		hosts = append(hosts, hostsIn(answer)...)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// pipIndex prints where pip fetches from, also of the pip that a new venv gets.
const pipIndex = `
import glob, os, sys
try:
    import ensurepip
    for d in (os.path.join(os.path.dirname(ensurepip.__file__), "_bundled"), "/usr/share/python-wheels"):
        sys.path += glob.glob(os.path.join(d, "pip-*.whl"))
except ImportError:
    pass
from pip._internal.models.index import PyPI
print(PyPI.url, "https://" + PyPI.file_storage_domain)
`

// askTool runs one of the person's own tools in the home folder and returns what
// it prints; nothing if it is not there or fails. It runs outside all walls, so
// no folder that agents may change has a program for it.
func (o *Operator) askTool(argv ...string) string {
	vars := slices.DeleteFunc(proc.SafeEnv(o.c.Environ.Vars), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "NODE_PATH", "NODE_OPTIONS", "LD_LIBRARY_PATH", "LD_PRELOAD"}, name) // may name folders of a project
	})
	vars = proc.SetEnv(proc.SetEnv(vars, "PATH", o.ownPath()), "GO_TELEMETRY_CHILD", "2") // go leaves no process of its own behind
	out, err := proc.Run(context.WithoutCancel(o.ctx), proc.Command{
		Path: argv[0], Args: argv[1:], Dir: o.c.Home, Env: vars, Timeout: registryWait,
	})
	if err != nil || out.ExitCode != 0 {
		return ""
	}
	return out.Stdout.Text
}

// ownPath is the person's PATH without what lies in the open spaces and in what
// was granted to them.
func (o *Operator) ownPath() string {
	roots := o.Roots()
	dirs := filepath.SplitList(proc.Getenv(o.c.Environ.Vars, "PATH"))
	dirs = slices.DeleteFunc(dirs, func(dir string) bool {
		real, err := filepath.EvalSymlinks(dir)
		return err != nil || !filepath.IsAbs(dir) || within(real, roots)
	})
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// hostsIn lists the hosts of the addresses in a text, with their port if that is
// not the usual one: "host" means 443. Go names its checksum server without a
// scheme.
func hostsIn(text string) []string {
	var hosts []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,|+\"'", r) }) {
		if !strings.Contains(word, "://") {
			if strings.Contains(word, ".") && !strings.ContainsAny(word, "/:") {
				word = "https://" + word
			} else {
				continue
			}
		}
		u, err := url.Parse(word)
		switch {
		case err != nil || u.Hostname() == "":
		case u.Port() != "":
			hosts = append(hosts, strings.ToLower(u.Host))
		case u.Scheme == "https":
			hosts = append(hosts, strings.ToLower(u.Hostname())+":443")
		case u.Scheme == "http":
			hosts = append(hosts, strings.ToLower(u.Hostname())+":80")
		}
	}
	return hosts
}
