package snapshot

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// git runs Git in a folder, without what the person has set.
func git(t testing.TB, dir string, args ...string) (string, error) {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_CEILING_DIRECTORIES="+os.TempDir())
	out, err := c.Output()
	return string(out), err
}

// repositoryAt makes one.
func repositoryAt(t testing.TB, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := git(t, dir, "init", "-q"); err != nil {
		t.Fatalf("git init: %v", err)
	}
}

func TestWhatIsLeftOut(t *testing.T) {
	for what, c := range map[string]struct {
		repos []string // folders in which git init is run
		root  string   // below the folder of the case
		files map[string]string
		want  []string // left out
	}{
		"without Git": {files: map[string]string{
			"package.json": "", "node_modules/x/index.js": "", "web/node_modules/y.js": "", "rust/Cargo.toml": "", "rust/target/debug/a": "", "target/mine.txt": "",
			"py/.venv/pyvenv.cfg": "", "py/env/settings.ini": "", "py/__pycache__/a.pyc": "", "dist/mine": "", "build/mine": "", "vendor/mine": "", "bin/mine": "",
		}, want: []string{"node_modules", "py/.venv", "py/__pycache__", "rust/target"}},
		"with Git": {repos: []string{""}, files: map[string]string{
			".gitignore": "node_modules/\n/dist\n*.log\nuploads/\n.env\n", ".env": "T=1", "uploads/a.png": "", "a.log": "", "node_modules/x": "", "web/node_modules/y": "", "dist/z": "", "web/dist/kept": "",
			"target/kept": "", "Cargo.toml": "", "__pycache__/kept": "",
		}, want: []string{"dist", "node_modules", "web/node_modules"}},
		"negations": {repos: []string{""}, files: map[string]string{
			".gitignore": "node_modules/\nbuild/*\n!build/keep\n", "a/.gitignore": "!node_modules/\n", "node_modules/x": "", "a/node_modules/x": "", "a/b/node_modules/x": "", "build/keep": "", "build/x": "",
		}, want: []string{"node_modules"}},
		"a rule of a folder below": {repos: []string{""}, files: map[string]string{"web/.gitignore": "/dist/\n", "web/dist/x": "", "dist/kept": "", "web/src/dist/kept": ""}, want: []string{"web/dist"}},
		"a space in a bigger repository": {repos: []string{""}, root: "services/api", files: map[string]string{
			".gitignore": "dist\n/services/api/out/\n", "services/.gitignore": "target\n", "services/api/dist/x": "", "services/api/target/x": "", "services/api/out/x": "", "services/api/sub/out/kept": "", "services/api/bin/kept": "",
		}, want: []string{"dist", "out", "target"}},
		"a space that a bigger repository leaves out": {repos: []string{""}, root: "proj", files: map[string]string{
			".gitignore": "*\n", "proj/bin/mine": "", "proj/vendor/mine": "", "proj/package.json": "", "proj/node_modules/x": "",
		}, want: []string{"node_modules"}},
		"a folder below that is left out and kept": {repos: []string{""}, files: map[string]string{
			".gitignore": "uploads/\n", "uploads/bin/mine": "", "uploads/package.json": "", "uploads/node_modules/x": "",
		}, want: []string{"uploads/node_modules"}},
		"a repository below": {repos: []string{"", "sub"}, files: map[string]string{
			".gitignore": "dist\n", "sub/.gitignore": "out\n", "sub/dist/kept": "", "sub/out/x": "", "sub/a/out/x": "", "dist/x": "", "out/kept": "",
		}, want: []string{"dist", "sub/a/out", "sub/out"}},
		"a repository below a folder without one": {repos: []string{"proj"}, files: map[string]string{
			"proj/.gitignore": "dist\n!node_modules\n", "proj/a/dist/x": "", "proj/a/package.json": "", "proj/a/node_modules/tracked": "", "package.json": "", "node_modules/x": "",
		}, want: []string{"node_modules", "proj/a/dist"}},
		"rules of the repository's own": {repos: []string{""}, files: map[string]string{".git/info/exclude": "dist\n", "dist/x": ""}, want: []string{"dist"}},
		"rules of a repository below":   {repos: []string{"", "sub"}, files: map[string]string{"sub/.git/info/exclude": "dist\n", "dist/kept": "", "sub/dist/x": ""}, want: []string{"sub/dist"}},
		"a file of such a name":         {repos: []string{""}, files: map[string]string{".gitignore": "dist\n", "dist": "a file is kept"}},
		"rules with spaces and comments": {repos: []string{""}, files: map[string]string{
			".gitignore": "\ufeffdist  \r\n# build\n\\#x\n\nout/ \n", "dist/x": "", "build/kept": "", "out/x": "",
		}, want: []string{"dist", "out"}},
	} {
		t.Run(what, func(t *testing.T) {
			top := t.TempDir()
			for _, r := range c.repos {
				repositoryAt(t, filepath.Join(top, r))
			}
			for name, text := range c.files {
				write(t, filepath.Join(top, name), text)
			}
			root := filepath.Join(top, c.root)
			s := open(t, t.TempDir())
			v := look(t, s.Tree(TreeConfig{Root: root}))
			if got := v.Skipped(); !slices.Equal(got, c.want) {
				t.Errorf("left out are %q, want %q", got, c.want)
			}
			for name := range c.files {
				below, err := filepath.Rel(root, filepath.Join(top, name))
				if err != nil || strings.HasPrefix(below, "..") {
					continue
				}
				out := slices.ContainsFunc(c.want, func(s string) bool { return strings.HasPrefix(below, s+"/") })
				if kept := nodeOf(v, filepath.ToSlash(below)) != nil; kept == out {
					t.Errorf("%s: kept is %v", below, kept)
				}
				if !out {
					continue
				}
				dir := filepath.Dir(filepath.Join(top, name))
				if _, err := git(t, dir, "rev-parse"); err != nil {
					continue // no repository
				}
				if _, err := git(t, dir, "check-ignore", "-q", filepath.Join(top, name)); err != nil {
					t.Errorf("Git does not leave out %s: %v", name, err)
				}
			}
		})
	}
}

// What was covered stays so when Git ignores it from now on: who has it ignored does not hide what
// happens in it. What was left out, and no longer is, is not new.
func TestLeftOutFromNowOn(t *testing.T) {
	root := t.TempDir()
	repositoryAt(t, root)
	write(t, filepath.Join(root, "dist/0"), "work")
	tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root})
	before := look(t, tree)
	write(t, filepath.Join(root, ".gitignore"), "dist/\nbuild/\n")
	write(t, filepath.Join(root, "dist/0"), "harm")
	write(t, filepath.Join(root, "build/x"), "made")
	after := look(t, tree)
	if got := said(Between(before, after)); !slices.Equal(got, []string{"new .gitignore", "changed dist/0"}) {
		t.Errorf("once they are ignored: %q", got)
	}
	write(t, filepath.Join(root, ".gitignore"), "")
	write(t, filepath.Join(root, "build/y"), "made")
	if got := said(Between(after, look(t, tree))); !slices.Equal(got, []string{"changed .gitignore"}) {
		t.Errorf("once they are not: %q", got)
	}
	// What makes a folder one that tools make may come and go, too.
	plain := t.TempDir()
	write(t, filepath.Join(plain, "node_modules/x"), "")
	tree = tree.s.Tree(TreeConfig{Root: plain})
	before = look(t, tree)
	settle(t, plain)
	look(t, tree)
	write(t, filepath.Join(plain, "package.json"), "{}")
	if got := said(Between(before, look(t, tree))); !slices.Equal(got, []string{"new package.json"}) {
		t.Errorf("with package.json: %q", got)
	}
}
