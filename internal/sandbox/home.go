package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// HomeList names what programs may read of the person's home folder: tool
// chains, the settings of tools that hold no secrets, and package caches. It
// names no file that usually holds a key, a token or a password: not .npmrc,
// .netrc, .cargo/credentials.toml, .gem/credentials, .pub-cache/credentials.json,
// .julia/servers, .local/share/uv/credentials, .config/mise, .config/gh, .aws,
// .ssh, .gnupg.
func HomeList() []string {
	return []string{
		".gitconfig", ".config/git/config", ".config/git/ignore", ".config/git/attributes", ".gitignore_global", ".gitignore", ".editorconfig",
		"go/bin", "go/pkg", ".config/go", "sdk", ".local/go",
		".nvm", ".volta", ".fnm", ".local/share/fnm", ".nodenv", ".bun/bin", ".deno/bin", ".local/share/pnpm", ".npm-global/bin", ".npm-global/lib", ".npm/_cacache", ".yarn/releases",
		".rustup", ".cargo/bin", ".cargo/env", ".cargo/registry",
		".pyenv", ".local/bin", ".local/lib", ".local/pipx", ".local/share/pipx", ".local/share/uv/python", ".local/share/uv/tools", ".conda", "miniconda3", "anaconda3", ".cache/pip",
		".rbenv", ".rvm", ".gem/ruby", ".local/share/gem/ruby", ".sdkman", ".jenv", ".m2/repository", ".gradle/caches", ".gradle/wrapper",
		".asdf", ".tool-versions", ".local/share/mise", ".local/share/rtx",
		".dotnet/dotnet", ".dotnet/host", ".dotnet/sdk", ".dotnet/shared", ".dotnet/packs", ".dotnet/tools", ".nuget/packages", ".ghcup", ".cabal/bin", ".stack/programs", ".stack/snapshots", ".stack/pantry", ".stack/config.yaml", ".opam", ".juliaup", ".julia/juliaup", ".julia/packages", ".julia/artifacts", ".julia/compiled", ".julia/registries", "flutter", ".pub-cache/hosted", ".pub-cache/git", ".pub-cache/bin", ".pub-cache/global_packages", ".local/share/zig", ".zvm",
		".cache/ms-playwright", ".cache/puppeteer", ".cache/go-build", "Library/Caches/ms-playwright", "Library/pnpm", "Library/Python", "Library/Android/sdk", "Android/Sdk",
		".nix-profile", ".local/state/nix/profiles", ".linuxbrew",
	}
}

// Readable is what of the machine a program may read beyond the system: what
// HomeList names of home, and the folders of path, a PATH value, with the
// folder above each bin. What does not exist is left out; links are resolved,
// and what lies in one of the closed folders is not added, nor what the system's
// own folders hold.
func Readable(home, path string, closed []string) []string {
	var list []string
	home = realOf(home)
	var shut []string
	for _, c := range closed {
		shut = append(shut, realOf(c))
	}
	add := func(name string) {
		real, err := filepath.EvalSymlinks(name)
		if err != nil || real == "/" || home != "" && (real == home || covers(real, home)) ||
			slices.ContainsFunc(shut, func(c string) bool { return real == c || covers(c, real) || covers(real, c) }) {
			return
		}
		if !ofSystem(real, home) {
			list = append(list, real)
		}
	}
	if home != "" {
		for _, name := range HomeList() {
			add(filepath.Join(home, filepath.FromSlash(name)))
		}
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		add(dir)
		dir = realOf(dir)
		if top := filepath.Dir(dir); filepath.Base(dir) == "bin" && !sparse(top, home) {
			add(top)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// ofSystem reports whether every program may read a path as it is. What lies in
// home, or where rooms put something else, has to be named.
func ofSystem(real, home string) bool {
	for _, hidden := range []string{home, "/home", "/run"} {
		if hidden != "" && (real == hidden || covers(hidden, real)) {
			return false
		}
	}
	return slices.ContainsFunc(SystemFolders(), func(system string) bool {
		system = realOf(system)
		return real == system || covers(system, real)
	})
}

// realOf is a path with its links resolved, or as it is if it is not there.
func realOf(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil && path != "" {
		return real
	}
	return path
}

// sparse are folders above a bin in which there is more than a tool chain.
func sparse(top, home string) bool {
	switch top {
	case "/", home, filepath.Join(home, ".local"), filepath.Join(home, ".cargo"), filepath.Join(home, ".bun"), filepath.Join(home, ".deno"):
		return true
	}
	_, err := os.Stat(filepath.Join(top, "lib"))
	return err != nil // a tool chain has libraries beside its programs
}

// covers reports whether inner lies below outer.
func covers(outer, inner string) bool {
	return strings.HasPrefix(inner, strings.TrimSuffix(outer, string(filepath.Separator))+string(filepath.Separator))
}

// LinksOf are the links among what HomeList names of home that lead to something
// in readable, by their names: settings are often kept in another folder.
func LinksOf(home string, readable []string) map[string]string {
	links := map[string]string{}
	for _, name := range HomeList() {
		path := filepath.Join(home, filepath.FromSlash(name))
		info, err := os.Lstat(path)
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			continue
		}
		if real, err := filepath.EvalSymlinks(path); err == nil && slices.Contains(readable, real) {
			links[path] = real
		}
	}
	return links
}
