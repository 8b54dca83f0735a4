package git_test

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/git"
)

// A path that git takes into an index is one of the tree, and one that it refuses is not.
func TestPathsOfTheTreeAreThoseThatGitTakes(t *testing.T) {
	dir := t.TempDir()
	must(t, dir, "init", "-q")
	must(t, dir, "config", "core.protectHFS", "true")
	must(t, dir, "config", "core.protectNTFS", "true")
	id := strings.Repeat("12", 20)
	for _, c := range []struct {
		mode  string
		names []string
	}{
		{"100644", []string{
			"a", "a/b", "..a", "a..", "...", ".gitignore", ".gitmodules", ".github/x", "git", "GIT/x", "x.git/y", ".git x", "a\\b", "git~2", "g\u200cit", ".gi\u00eft", "a:b", "a b/ c ", "-", "~",
			"../a", "a/../b", "a/..", ".", "..", "a/./b", "./a", "/a", "/", "a/", "a//b", ".git", ".git/hooks/x", ".GIT/config", ".Git", "a/.git/config", "a/.gIt",
			".git ", ".git.", ".git . ./x", "git~1", "GIT~1/x", "git~1 .", ".git:x", ".git::$INDEX_ALLOCATION/x", "a\\.git\\x", "a\\git~1",
			".g\u200cit", ".git\u200d/x", "\ufeff.git", ".\u202eGIT/x", "\u200c.git", "\u206a.git",
		}},
		{"120000", []string{"a", ".gitmodules", ".GITMODULES", "a/.gitmodules", ".gitmodules ", ".gitmodules2", ".gitmod\u200cules", "../a"}},
		{"160000", []string{"sub", "../planted", ".git/x", "/tmp/x"}},
	} {
		taken := 0
		for _, name := range c.names {
			cmd := exec.CommandContext(t.Context(), "git", "-C", dir, "update-index", "--add", "--replace", "--cacheinfo", c.mode+","+id+","+name)
			out, err := cmd.CombinedOutput()
			var mode uint32
			if _, err := fmt.Sscanf(c.mode, "%o", &mode); err != nil {
				t.Fatal(err)
			}
			if got := git.IsPathOfTree(name, mode); got != (err == nil) {
				t.Errorf("%q as %s: %v, and git says %v %s", name, c.mode, got, err, out)
			}
			if err == nil {
				taken++
			}
		}
		if taken == 0 || taken == len(c.names) {
			t.Errorf("git takes %d of the names as %s", taken, c.mode)
		}
	}
}

// What git itself has written misleads nobody, in every form; what a program has put into it does.
func TestMisleadingIndexes(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		for _, form := range []string{
			"update-index --index-version 2", "update-index --index-version 4", "update-index --split-index", "add -N later.txt",
			"update-index --untracked-cache", "-c index.version=4 update-index --split-index", "sparse-checkout set --cone --sparse-index pkg/1",
			"-c index.threads=4 -c index.version=4 read-tree HEAD", "-c index.threads=4 -c index.version=2 read-tree HEAD", "rm -q --cached -r .",
		} {
			dir := t.TempDir()
			must(t, dir, "init", "-q", "--object-format="+format)
			must(t, dir, "config", "user.name", "K")
			must(t, dir, "config", "user.email", "k@k")
			for i := range 40 {
				write(t, filepath.Join(dir, fmt.Sprintf("pkg/%d/%d-%s.txt", i%5, i, strings.Repeat("n", 5*i))))
			}
			must(t, dir, "add", "pkg")
			must(t, dir, "commit", "-qm", "x")
			write(t, filepath.Join(dir, "later.txt"))
			must(t, dir, strings.Fields(form)...)
			shares := 0
			entries, err := os.ReadDir(filepath.Join(dir, ".git"))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				if !git.IsIndex(e.Name()) {
					continue
				}
				raw, err := os.ReadFile(filepath.Join(dir, ".git", e.Name()))
				if err != nil {
					t.Fatal(err)
				}
				what, shared := git.Misleading(raw)
				if what != "" {
					t.Errorf("%s, %s: %s names %q", format, form, e.Name(), what)
				}
				if shared != "" {
					shares++
					if _, err := os.Stat(filepath.Join(dir, ".git", shared)); err != nil {
						t.Errorf("%s, %s: it shares %s", format, form, shared)
					}
				}
				for _, evil := range []string{"../x", "/pkg"} { // as long as what stands there
					bad := bytes.ReplaceAll(raw, []byte("pkg/"), []byte(evil))
					if bytes.Equal(bad, raw) {
						continue
					}
					if what, _ := git.Misleading(bad); what == "" {
						t.Errorf("%s, %s: an index with %s misleads nobody", format, form, evil)
					}
				}
			}
			if strings.Contains(form, "split") && shares == 0 {
				t.Errorf("%s, %s: nothing is shared", format, form)
			}
		}
	}
}

// craft makes an index of these names, with a table of blocks that begin at these entries; a block
// that skips bytes begins elsewhere than its entry.
func craft(version uint32, names []string, cut int, blocks [][2]int, skip int) []byte {
	out := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("DIRC"), version), uint32(len(names)))
	var starts []int
	for i, name := range names {
		starts = append(starts, len(out))
		e := append([]byte(nil), make([]byte, 60)...)
		binary.BigEndian.PutUint32(e[24:], 0o100644)
		whole := name
		if version == 4 && i > 0 {
			whole = names[i-1][:len(names[i-1])-cut] + name
		}
		e = binary.BigEndian.AppendUint16(e, uint16(len(whole)))
		if version == 4 {
			if i == 0 {
				e = append(e, 0)
			} else {
				e = append(e, byte(cut))
			}
			out = append(append(append(out, e...), name...), 0)
			continue
		}
		e = append(e, name...)
		out = append(out, append(e, make([]byte, 8-len(e)%8)...)...)
	}
	end := len(out)
	if blocks != nil {
		table := binary.BigEndian.AppendUint32(nil, 1)
		for _, b := range blocks {
			table = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(table, uint32(starts[b[0]]+skip)), uint32(b[1]))
		}
		out = append(binary.BigEndian.AppendUint32(append(out, "IEOT"...), uint32(len(table))), table...)
		out = binary.BigEndian.AppendUint32(append(out, "EOIE"...), 24)
		out = append(binary.BigEndian.AppendUint32(out, uint32(end)), make([]byte, 20)...)
	}
	sum := sha1.Sum(out)
	return append(out, sum[:]...)
}

// An index that says other things in order than where git looks for its parts cannot be read.
func TestIndexesThatReadersReadDifferently(t *testing.T) {
	names := []string{"a", "b", "c"}
	fine := map[string][]byte{
		"version 2": craft(2, names, 0, nil, 0), "with blocks": craft(2, names, 0, [][2]int{{0, 2}, {2, 1}}, 0),
		"version 4": craft(4, names, 1, nil, 0), "version 4 with blocks": craft(4, names, 1, [][2]int{{0, 1}, {1, 2}}, 0),
	}
	for name, raw := range fine {
		if what, _ := git.Misleading(raw); what != "" {
			t.Errorf("%s: %q", name, what)
		}
	}
	short := craft(2, names, 0, nil, 0)
	short[12+60+1]-- // git then takes fewer bytes for the name
	bad := map[string][]byte{
		"an end of the entries elsewhere": bytes.Replace(fine["with blocks"], binary.BigEndian.AppendUint32([]byte("EOIE\x00\x00\x00\x18"), 12+3*64+0), []byte("EOIE\x00\x00\x00\x18\x00\x00\x00\x10"), 1),
		"blocks elsewhere":                craft(2, names, 0, [][2]int{{0, 2}, {2, 1}}, 8), "fewer in the blocks": craft(2, names, 0, [][2]int{{0, 2}}, 0),
		"a block that needs the one before": craft(4, []string{"a", "../x"}, 0, [][2]int{{0, 1}, {1, 1}}, 0),
		"a shorter name":                    short, "bytes behind all": append(craft(2, names, 0, nil, 0), 0, 0, 0), "nothing": nil, "version 5": craft(5, names, 0, nil, 0),
		"out of the tree": craft(2, []string{"../x", "a"}, 0, nil, 0),
	}
	for name, raw := range bad {
		if what, _ := git.Misleading(raw); what == "" {
			t.Errorf("%s: it misleads nobody", name)
		}
	}
}

// What git records of a conflict, and of what a clone borrows, is read.
func TestResolutionsAndBorrowed(t *testing.T) {
	dir := t.TempDir()
	must(t, dir, "init", "-q")
	for _, set := range []string{"user.name", "user.email", "rerere.enabled"} {
		must(t, dir, "config", set, "true")
	}
	for _, text := range []string{"one\n", "two\n"} {
		if err := os.WriteFile(filepath.Join(dir, "a b"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, dir, "add", ".")
		must(t, dir, "commit", "-qm", text)
	}
	must(t, dir, "checkout", "-q", "-b", "other", "HEAD~")
	if err := os.WriteFile(filepath.Join(dir, "a b"), []byte("three\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, dir, "commit", "-qam", "three")
	if err := exec.CommandContext(t.Context(), "git", "-C", dir, "merge", "@{-1}").Run(); err == nil {
		t.Fatal("there is no conflict")
	}
	text, err := os.ReadFile(filepath.Join(dir, ".git", "MERGE_RR"))
	if err != nil {
		t.Fatal(err)
	}
	if names, ok := git.Resolutions(text); !ok || len(names) != 1 || names[0] != "a b" {
		t.Errorf("%q: %q, %v", text, names, ok)
	}
	for _, text := range []string{"x", "x\ty\x00", strings.Repeat("a", 40) + ".-1\ty\x00", strings.Repeat("a", 40) + "y\x00"} {
		if names, ok := git.Resolutions([]byte(text)); ok {
			t.Errorf("%q: %q", text, names)
		}
	}
	if names, ok := git.Resolutions(nil); !ok || len(names) > 0 {
		t.Errorf("nothing: %q, %v", names, ok)
	}
	must(t, dir, "clone", "-q", "--shared", ".", "inner")
	objects := filepath.Join(dir, "inner", ".git", "objects")
	text, err = os.ReadFile(filepath.Join(objects, "info", "alternates"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := filepath.EvalSymlinks(filepath.Join(dir, ".git", "objects"))
	if err != nil {
		t.Fatal(err)
	}
	if folders, ok := git.Borrowed(text, objects); !ok || len(folders) != 1 || folders[0] != want {
		t.Errorf("%q: %q, %v", text, folders, ok)
	}
}

// What settings name is found where it is not there yet, too.
func TestWhatSettingsNameIsFoundBeforeItIsThere(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	must(t, dir, "init", "-q")
	must(t, dir, "config", "include.path", "../conf/local")
	must(t, dir, "config", "includeIf.onbranch:main.path", "../conf/main")
	must(t, dir, "config", "core.excludesFile", "conf/excludes")
	must(t, dir, "config", "core.attributesFile", "conf/attributes")
	must(t, dir, "config", "gpg.program", "./conf/sign")
	must(t, dir, "config", "init.templateDir", filepath.Join(dir, "conf/template"))
	must(t, dir, "config", "gc.recentObjectsHook", "./conf/recent")
	must(t, dir, "config", "lfs.customtransfer.x.path", "conf/transfer")
	must(t, dir, "config", "user.email", "kim@conf/kim")
	must(t, dir, "config", "blame.ignoreRevsFile", "conf/revs")
	home := t.TempDir()
	if err := os.Symlink(filepath.Join(dir, "conf", "global"), filepath.Join(home, ".gitconfig")); err != nil {
		t.Fatal(err)
	}
	found := git.Find(git.Search{Trees: []string{dir}, Home: home, Settings: []string{filepath.Join(home, ".gitconfig")}, Inside: func(path string) bool { return strings.HasPrefix(path, dir+string(filepath.Separator)) }})
	for _, c := range []struct {
		list []string
		name string
	}{
		{found.Named, "conf/local"}, {found.Named, "conf/main"}, {found.Named, "conf/excludes"},
		{found.Scripts, "conf/attributes"}, {found.Scripts, "conf/sign"}, {found.Missing, "conf/template"},
		{found.Scripts, "conf/recent"}, {found.Scripts, "conf/transfer"}, {found.Named, "conf/global"},
	} {
		if !slices.Contains(c.list, filepath.Join(dir, filepath.FromSlash(c.name))) {
			t.Errorf("%s is not in %q", c.name, c.list)
		}
	}
	for _, data := range []string{"kim@conf/kim", "conf/kim", "conf/revs"} {
		if slices.Contains(found.Scripts, filepath.Join(dir, data)) {
			t.Errorf("%s is no program", data)
		}
	}
}
