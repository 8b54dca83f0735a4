package walls

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"handrail/internal/lockfile"
	"handrail/internal/plain"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
)

// caches are where the builds of a space keep what they fetch and make: in the
// data folder, for this space alone, since what a build leaves there must not
// run in another space (docs/spec/12-processes.md). They begin with what the
// person's own caches hold.
type caches struct {
	top    string // the folder
	env    []string
	layers []sandbox.Layer
}

// caches makes the folder and says what tools are told of it: a folder of the slot of whose,
// the words of a network and a server, or in a server's data folder, which all its rooms share.
// Programs with another network, and each server, have layers of their own: two rooms
// must not share one.
func (s *Space) caches(whose, data string) (caches, error) {
	top := filepath.Join(s.k.c.Dirs.Data, "caches", paths.FolderName(s.c.Dir))
	if err := os.MkdirAll(top, 0o700); err != nil {
		return caches{}, fmt.Errorf("the folder for build caches: %w", err)
	}
	top, err := filepath.EvalSymlinks(top)
	if err != nil {
		return caches{}, err
	}
	slot, err := s.k.slots.claim(top, whose)
	if err != nil {
		return caches{}, err
	}
	c := caches{top: filepath.Join(top, slot)}
	if data != "" {
		c.top = filepath.Join(data, "cache")
	}
	if err := ownFolder(c.top); err != nil {
		return caches{}, err
	}
	in := func(name string) string { return filepath.Join(c.top, filepath.FromSlash(name)) }
	c.env = []string{
		"XDG_CACHE_HOME=" + c.top, "GOCACHE=" + in("go-build"), "GOPATH=" + in("go"), "GOMODCACHE=" + in("gomod"),
		"npm_config_cache=" + in("npm"), "PNPM_HOME=" + in("pnpm"), "YARN_CACHE_FOLDER=" + in("yarn"), "PIP_CACHE_DIR=" + in("pip"), "UV_CACHE_DIR=" + in("uv"), "BUN_INSTALL_CACHE_DIR=" + in("bun"), "DENO_DIR=" + in("deno"),
		"CARGO_HOME=" + in("cargo"), "GRADLE_USER_HOME=" + in("gradle"),
		// Questions to hosts that nobody has asked for.
		"npm_config_update_notifier=false", "NO_UPDATE_NOTIFIER=1", "PIP_DISABLE_PIP_VERSION_CHECK=1", "GOTELEMETRY=off",
	}
	home := func(name string) string { return filepath.Join(s.k.c.Home, filepath.FromSlash(name)) }
	if browsers := home(".cache/ms-playwright"); paths.IsFolder(browsers) {
		c.env = append(c.env, "PLAYWRIGHT_BROWSERS_PATH="+browsers)
	}
	// What a layer keeps lies outside of what programs can write, so that they
	// cannot lead it elsewhere.
	layers := filepath.Join(top, "layers", slot)
	golang := s.k.goCaches()
	ground, err := s.k.c.Ground()
	if err != nil {
		return caches{}, err
	}
	for at, under := range map[string]string{
		"go-build": golang[0], "gomod": golang[1], "npm/_cacache": home(".npm/_cacache"), "pip": home(".cache/pip"), "cargo/registry": home(".cargo/registry"),
	} {
		real, err := filepath.EvalSymlinks(under)
		if err == nil && paths.IsFolder(real) && !ground.Crossed(under) { // what one space can write must not come into another

			name := strings.ReplaceAll(at, "/", "-")
			for _, dir := range []string{"own", "work"} {
				if err := os.MkdirAll(filepath.Join(layers, dir, name), 0o700); err != nil {
					return caches{}, err
				}
			}
			c.layers = append(c.layers, sandbox.Layer{Under: real, At: in(at), Own: filepath.Join(layers, "own", name), Work: filepath.Join(layers, "work", name)})
		}
	}
	slices.SortFunc(c.layers, func(a, b sandbox.Layer) int { return strings.Compare(a.At, b.At) })
	return c, nil
}

// findGoCaches is where go keeps the person's build cache and modules, by go's
// own rules: variables, its settings file, the usual places. Asking go itself
// would take longer than most calls.
func (k *Keeper) findGoCaches() [2]string {
	settings := k.goSettings()
	get := func(name, usual string) string {
		if v := proc.Getenv(k.c.Vars, name); v != "" {
			return v
		}
		if v := settings[name]; v != "" {
			return v
		}
		return usual
	}
	gopath, _, _ := strings.Cut(get("GOPATH", filepath.Join(k.c.Home, "go")), string(filepath.ListSeparator))
	return [2]string{get("GOCACHE", filepath.Join(k.cacheHome(), "go-build")), get("GOMODCACHE", filepath.Join(gopath, "pkg", "mod"))}
}

// goSettings are what `go env -w` has written.
func (k *Keeper) goSettings() map[string]string {
	file := proc.Getenv(k.c.Vars, "GOENV")
	switch file {
	case "off":
		return nil
	case "":
		config := proc.Getenv(k.c.Vars, "XDG_CONFIG_HOME")
		if config == "" {
			config = filepath.Join(k.c.Home, ".config")
		}
		if runtime.GOOS == "darwin" {
			config = filepath.Join(k.c.Home, "Library", "Application Support")
		}
		file = filepath.Join(config, "go", "env")
	}
	raw, err := plain.Read(file, 1<<20)
	if err != nil {
		return nil
	}
	settings := map[string]string{}
	for line := range strings.Lines(string(raw)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			settings[name] = value
		}
	}
	return settings
}

// cacheHome is where the person's programs keep caches.
func (k *Keeper) cacheHome() string {
	if v := proc.Getenv(k.c.Vars, "XDG_CACHE_HOME"); v != "" {
		return v
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(k.c.Home, "Library", "Caches")
	}
	return filepath.Join(k.c.Home, ".cache")
}

// slots are the cache folders that this process uses. Two processes never use the
// same: each is locked for as long as its process lives, or until free.
type slots struct {
	mu   sync.Mutex
	mine map[string]slot // by folder and purpose
}

// slot is a cache folder that this process owns.
type slot struct {
	name string
	lock *lockfile.Lock
}

// mostSlots is how many processes can build in one space at the same time.
const mostSlots = 16

// claim returns the name of this process's own slot below top for a purpose: the
// words of a network, and a server.
func (s *slots) claim(top, purpose string) (string, error) {
	sum := sha256.Sum256([]byte(purpose))
	kind := hex.EncodeToString(sum[:4])
	key := filepath.Join(top, kind)
	s.mu.Lock()
	defer s.mu.Unlock()
	if mine, ok := s.mine[key]; ok {
		return mine.name, nil
	}
	for n := range mostSlots {
		name := kind + "-" + strconv.Itoa(n)
		lock, err := lockfile.Try(filepath.Join(top, name+".lock"))
		if err != nil {
			return "", fmt.Errorf("the folder for build caches: %w", err)
		}
		if lock == nil {
			continue
		}
		if s.mine == nil {
			s.mine = map[string]slot{}
		}
		s.mine[key] = slot{name, lock}
		return name, nil
	}
	return "", fmt.Errorf("%d other Handrail processes use the build caches in %s; close some", mostSlots, top)
}

// free gives the slots back.
func (s *slots) free() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, mine := range s.mine {
		mine.lock.Release()
	}
	s.mine = nil
}

// movedFolders are where the person keeps the settings and data of their programs if not in the home folder: there lie the
// same tokens, cookies and keys. What holds the system's own files, too, cannot be hidden.
func movedFolders(k *Keeper) (list []string) {
	if runtime.GOOS != "linux" {
		return nil // nothing shows a part of what is hidden there
	}
	system := append(sandbox.SystemFolders(), "/", "/etc/xdg", "/usr/share", "/usr/local", "/usr/local/share", "/usr/local/etc", "/usr/bin", "/usr/lib")
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"} {
		at := proc.Getenv(k.c.Vars, name)
		if !filepath.IsAbs(at) {
			continue
		}
		real, err := filepath.EvalSymlinks(at)
		if err != nil || paths.Within(real, []string{k.c.Home}) || paths.Within(k.c.Home, []string{real}) ||
			slices.ContainsFunc(system, func(folder string) bool { return paths.Within(folder, []string{real}) }) {
			continue
		}
		list = append(list, real)
	}
	return list
}

// movedReads are what programs may read in such folders: what they may in the home folder.
func movedReads(k *Keeper, moved []string) (list []string) {
	for _, name := range sandbox.HomeList() {
		for in, variable := range map[string]string{".config/": "XDG_CONFIG_HOME", ".local/share/": "XDG_DATA_HOME", ".local/state/": "XDG_STATE_HOME"} {
			below, ok := strings.CutPrefix(name, in)
			top := proc.Getenv(k.c.Vars, variable)
			if !ok || !filepath.IsAbs(top) {
				continue
			}
			if real, err := filepath.EvalSymlinks(filepath.Join(top, filepath.FromSlash(below))); err == nil && paths.Within(real, moved) {
				list = append(list, real)
			}
		}
	}
	return list
}
