package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tree makes folders and files (those with a dot in their last part, or =text)
// below a new folder.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(top, filepath.FromSlash(name))
		if target, isLink := strings.CutPrefix(filepath.Base(name), "->"); isLink {
			t.Fatal(target)
		}
		if name, target, isLink := strings.Cut(name, "->"); isLink {
			if err := os.MkdirAll(filepath.Dir(filepath.Join(top, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(top, target), filepath.Join(top, name)); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return top
}

func TestReadable(t *testing.T) {
	top := tree(t,
		"home/.gitconfig", "home/.ssh/id_ed25519", "home/.npmrc", "home/.cargo/credentials.toml", "home/.cargo/bin/cargo", "home/.cargo/registry/",
		"home/go/pkg/mod/", "home/go/src/private/", "home/go/bin/", "home/.gem/credentials", "home/.gem/ruby/", "home/.pub-cache/credentials.json", "home/.pub-cache/hosted/",
		"home/.julia/servers/x/auth.toml", "home/.julia/packages/", "home/.local/bin/", "home/.local/share/app/",
		"home/sdks/one/bin/", "home/sdks/one/lib/", "home/sdks/two/bin/", "home/bin/", "home/lib/",
		"opt/real/bin/", "opt/real/lib/", "opt/link->opt/real", "home/.nvm->elsewhere/nvm", "elsewhere/nvm/",
		"home/.volta->home", "home/.rustup->data", "data/caches/", "data/bin/", "config/", "inner/closed/", "inner/bin/", "inner/lib/",
	)
	at := func(name string) string { return filepath.Join(top, name) }
	path := strings.Join([]string{
		at("home/.cargo/bin"), at("home/.local/bin"), at("home/sdks/one/bin"), at("home/sdks/two/bin"), at("home/bin"), at("opt/link/bin"), at("data/bin"),
		at("inner/bin"), at("home"), top, "/", "", "relative/bin", at("gone/bin"),
	}, string(filepath.ListSeparator))
	got := Readable(at("home"), path, []string{at("data"), at("config"), at("inner/closed")})
	for i, p := range got {
		got[i] = strings.TrimPrefix(p, top+"/")
	}
	want := []string{
		"elsewhere/nvm", "home/.cargo/bin", "home/.cargo/registry", "home/.gem/ruby", "home/.gitconfig", "home/.julia/packages", "home/.local/bin", "home/.pub-cache/hosted",
		"home/bin", "home/go/bin", "home/go/pkg", "home/sdks/one", "home/sdks/one/bin", "home/sdks/two/bin", "inner/bin", "opt/real", "opt/real/bin",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// However home is named, and whatever PATH says, home itself, what holds it and
// what is closed are never in the list.
func TestReadableNeverOpensHome(t *testing.T) {
	top := tree(t, "real/kim/bin/", "real/kim/lib/", "real/bin/", "real/lib/", "home->real", "real/kim/.config/handrail/", "real/kim/.nvm->real/kim/.config", "data->real/kim/.config/handrail")
	at := func(name string) string { return filepath.Join(top, name) }
	path := strings.Join([]string{at("home/kim/bin"), at("real/kim/bin"), at("home/bin"), at("home/kim"), at("real/kim/../kim"), at("data"), at("home")}, string(filepath.ListSeparator))
	for _, home := range []string{at("home/kim"), at("real/kim")} {
		for _, closed := range []string{at("data"), at("real/kim/.config/handrail")} {
			got := Readable(home, path, []string{closed})
			if diff := cmp.Diff([]string{at("real/bin"), at("real/kim/bin")}, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", home, diff)
			}
		}
	}
	if got := Readable("", "/", nil); len(got) > 0 {
		t.Errorf("without a home: %q", got)
	}
}

// What the system's own folders hold is read by everybody and needs no name,
// unless rooms put something else there.
func TestReadableLeavesOutTheSystem(t *testing.T) {
	system := SystemFolders()
	top := tree(t, "home/bin/", "own/bin/")
	at := func(name string) string { return filepath.Join(top, name) }
	path := strings.Join(append([]string{"/usr/bin", "/bin", "/usr/local/bin", "/usr/sbin", at("home/bin"), at("own/bin")}, system...), string(filepath.ListSeparator))
	want := []string{at("home/bin"), at("own/bin")}
	for _, hidden := range []string{"/home/linuxbrew", "/run"} { // rooms cover these
		if real, err := filepath.EvalSymlinks(hidden); err == nil && slices.Contains(system, hidden) {
			want = append(want, real)
		}
	}
	slices.Sort(want)
	if len(system) == 0 { // Windows
		want = []string{at("home/bin"), at("own/bin")}
	}
	if diff := cmp.Diff(want, Readable(at("home"), path, nil)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(system) == 0 {
		return
	}
	lib, err := filepath.EvalSymlinks("/usr/lib")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(lib)
	if err != nil {
		t.Fatal(err)
	}
	inLib := filepath.Join(lib, entries[slices.IndexFunc(entries, os.DirEntry.IsDir)].Name())
	got := Readable(lib, strings.Join([]string{lib, inLib, "/usr/bin"}, string(filepath.ListSeparator)), nil)
	if diff := cmp.Diff([]string{inLib}, got); diff != "" {
		t.Errorf("with a home in a system folder (-want +got):\n%s", diff)
	}
}

func TestHomeListNamesNoSecret(t *testing.T) {
	list := HomeList()
	for _, secret := range []string{
		".ssh", ".gnupg", ".aws", ".netrc", ".npmrc", ".yarnrc", ".pypirc", ".config", ".config/gh", ".local", ".local/share", ".local/share/keyrings", ".git-credentials", ".config/git/credentials",
		".cargo", ".cargo/credentials.toml", ".gem/credentials", ".local/share/gem/credentials", ".pub-cache/credentials.json", ".julia/servers", ".stack/upload", ".m2/settings.xml",
		".gradle/gradle.properties", ".nuget/NuGet", ".docker", ".kube", ".dotnet/corefx", ".bash_history", ".mozilla", "go/src", "Documents",
		".local/share/uv", ".local/share/uv/credentials", ".npm-global", ".npm-global/etc/npmrc", ".config/mise/config.toml", ".config/mise",
	} {
		if slices.ContainsFunc(list, func(open string) bool {
			return open == secret || covers(open, secret) || covers(secret, open) && !halfOpen(secret)
		}) {
			t.Errorf("%s can be read", secret)
		}
	}
}

// halfOpen are folders of which the list names some things.
func halfOpen(name string) bool {
	return slices.Contains([]string{".config", ".local", ".local/share", ".local/share/uv", ".cargo", ".npm-global"}, name)
}
