package guard

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// A pattern stands for the files that there are: where it fits one that holds secrets, or a program that a rule denies, it is that.
func TestPatternsOfFilesThatThereAre(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"README.md", "main.go", "credentials.json", "keys/server.pem", "docs/a.md", "tool/touch", "tool/tidy"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	deny, err := ParseRule(Deny, "bash(touch*)", "settings")
	if err != nil {
		t.Fatal(err)
	}
	g := New(Config{Roots: func() []string { return []string{dir} }, Home: "/home/kim", Walls: standing, Rules: []Rule{deny}})
	for command, want := range map[string]Outcome{
		"cat README.md":                      Allow,
		"head -n 3 *":                        Ask,
		"head -n 3 *.md":                     Allow,
		"cat c*.json":                        Ask,
		"cat [c]redential?.json":             Ask,
		"cat keys/*":                         Ask,
		"cat */*.pem":                        Ask,
		"cat docs/*":                         Allow,
		`for f in *; do cat "$f"; done`:      Ask,
		`for f in docs/*; do cat "$f"; done`: Allow,
		`for f in *.go; do wc -l "$f"; done`: Allow,
		`set -- *; cat "$1"`:                 Ask,
		"cd keys; cat *":                     Ask,
		"cd docs; cat *":                     Allow,
		"ls *":                               Allow,
		"du -sh *":                           Allow,
		"touch x":                            Deny,
		"tool/touc? x":                       Deny,
		"tool/t[o]uch x":                     Deny,
		"tool/tou*h x":                       Deny,
		"tool/t[!x]uch x":                    Deny,
		"env tool/touc? x":                   Deny,
		"cd tool; ./touc? x":                 Deny,
		"tool/tid? x":                        Allow,
		dir + "/tool/touc? x":                Deny,
	} {
		p := shellAct(command)
		p.Folder = dir
		if got := g.Judge(tools.Call{}, entry("bash", true), p); got.Outcome != want {
			t.Errorf("%s: %s by %s: %s, want %s", command, got.Outcome, got.By, got.Reason, want)
		}
	}
}

// rm -r of a file takes no folder away.
func TestRemovingFilesThatThereAre(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lock.json", "src/main.go", "out/a.o"} {
		if err := errors.Join(os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700), os.WriteFile(filepath.Join(dir, name), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Symlink("src", filepath.Join(dir, "link")), os.Symlink("lock.json", filepath.Join(dir, "to-file"))); err != nil {
		t.Fatal(err)
	}
	g := New(Config{Roots: func() []string { return []string{dir} }, Home: "/home/kim", Walls: standing})
	for command, want := range map[string]Outcome{
		"rm -rf lock.json":                         Allow,
		"rm -rf lock.json && npm install":          Allow,
		"rm -rf src/main.go lock.json":             Allow,
		"rm -rf lock.json src":                     Ask,
		"rm -rf src":                               Ask,
		"rm -rf link/main.go":                      Allow,
		"rm -rf link/":                             Ask,
		"mv src x; mv x lock.json; rm -rf x":       Ask,
		"rm lock.json; mv src lock.json; rm -rf l": Ask,
		"mv -T src lock.json; rm -rf lock.json":    Ask,
		"ln -sfn src lock.json; rm -rf lock.json/": Ask,
		`f=lock.json; rm -rf "$f"`:                 Allow,
		`rm -rf "$f"`:                              Ask,
		"rm -rf lock.json *":                       Deny,
	} {
		p := shellAct(command)
		p.Folder = dir
		if got := g.Judge(tools.Call{}, entry("bash", true), p); got.Outcome != want {
			t.Errorf("%s: %s by %s: %s, want %s", command, got.Outcome, got.By, got.Reason, want)
		}
	}
}

// One pattern looks at so many names and no more.
func TestAPatternLooksAtSoManyNames(t *testing.T) {
	dir := t.TempDir()
	for i := range 300 {
		if err := os.WriteFile(filepath.Join(dir, string(rune('a'+i%26))+string(rune('a'+i/26))), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := len(fits("*", []string{dir, ""})); got != mostFitting {
		t.Errorf("%d files", got)
	}
	for i := range 80 { // it is not the first that fit that count
		if err := os.WriteFile(filepath.Join(dir, "m"+string(rune('0'+i%10))+string(rune('0'+i/10))+".txt"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "zz.pem"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := sensitiveFitting(bash.Word{Text: "*", Known: true, Glob: true}, bash.Command{Dirs: []string{dir}}, new(int)); got != "zz.pem" {
		t.Errorf("%q holds secrets", got)
	}
	many := filepath.Join(dir, "many")
	for i := range 150 { // 22,500 names
		at := filepath.Join(many, strconv.Itoa(i))
		if err := os.MkdirAll(at, 0o700); err != nil {
			t.Fatal(err)
		}
		for j := range 150 {
			if err := os.Symlink("x", filepath.Join(at, strconv.Itoa(j))); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := sensitiveFitting(bash.Word{Text: "many/*/*", Known: true, Glob: true}, bash.Command{Dirs: []string{dir}}, new(int)); got != "many/*/*" {
		t.Errorf("%q: not all was looked at", got)
	}
	if got := fits("ab*", []string{dir}); len(got) != 1 || filepath.Base(got[0]) != "ab" {
		t.Errorf("%v", got)
	}
}
