package walls

import (
	"net/url"
	"slices"
	"strings"

	"handrail/internal/proc"
)

// Registries are the hosts from which builds fetch packages, with their port. It is
// slow at first.
func (k *Keeper) Registries() []string { return k.registries() }

// findRegistries asks the person's own package managers which hosts they fetch
// packages from, as they are set up: a company's mirror counts, and no list of
// ours goes stale. They are asked in the home folder, where no project has a
// say. What is not installed has none.
func (k *Keeper) findRegistries() []string {
	answers := k.Ask(
		[]string{"npm", "config", "get", "registry"},
		[]string{"yarn", "config", "get", "registry"},
		[]string{"go", "env", "GOPROXY", "GOSUMDB"},
		[]string{"python3", "-I", "-c", pipIndex},
	)
	for _, name := range []string{"npm_config_registry", "NPM_CONFIG_REGISTRY", "PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "UV_DEFAULT_INDEX", "YARN_NPM_REGISTRY_SERVER", "GOPROXY"} {
		answers = append(answers, proc.Getenv(k.c.Vars, name))
	}
	var hosts []string
	for _, answer := range answers {
		hosts = append(hosts, hostsIn(answer)...)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// pipIndex prints where pip fetches from, as it is made and as the person's
// settings say, also of the pip that a new venv gets.
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
try:
    from pip._internal.configuration import Configuration
    c = Configuration(isolated=False)
    c.load()
    for name, value in c.items():
        for key, text in value.items() if isinstance(value, dict) else [(name, value)]:
            if key.endswith("index-url"):
                print(text)
except Exception:
    pass # a damaged file of settings
`

// hostsIn lists the hosts of the addresses in a text, with their port if that is
// not the usual one: "host" means 443. Go names its checksum server without a
// scheme.
func hostsIn(text string) []string {
	var hosts []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n,|+\"'", r) }) {
		if !strings.Contains(word, "://") {
			if !strings.Contains(word, ".") || strings.ContainsAny(word, "/:") {
				continue
			}
			word = "https://" + word
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
