package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A Source finds what proofs name in the files of the repository.
type Source struct {
	root     string
	system   string // a GOOS
	packages map[string]*testPackage
}

// NewSource returns the Source of a repository, for a GOOS.
func NewSource(root, system string) *Source {
	return &Source{root: root, system: system, packages: map[string]*testPackage{}}
}

// A testPackage is what can be seen of the tests of a package without running them.
type testPackage struct {
	runs map[string]bool // each test: whether any of its files is built on the system
	// names are what a subtest can be called: every string of the package's tests, of which one is its literal or
	// stands in its table; each file and folder of its testdata, without its ending; and each file in a txtar there.
	// A name that is put together when the test runs cannot be seen: name its parent.
	names map[string]bool
}

// Find returns an error that says why what the proof names is not there.
func (s *Source) Find(p Proof) error {
	switch {
	case p.Test != "":
		return s.findTest(p)
	case p.Page != "":
		return s.findTitle(p)
	case p.Decision != "":
		return s.is(filepath.Join("docs", "decisions", p.Decision+".md"))
	}
	return nil
}

func (s *Source) is(name string) error {
	_, err := os.Stat(filepath.Join(s.root, name))
	return err
}

func (s *Source) findTest(p Proof) error {
	tests, err := s.open(p.Package)
	if err != nil {
		return err
	}
	name, sub, _ := strings.Cut(p.Test, "/")
	if _, ok := tests.runs[name]; !ok {
		return fmt.Errorf("%s has no %s", p.Package, name)
	}
	if !tests.has(sub) {
		return fmt.Errorf("%s of %s has no case %q that can be seen; if its name is put together, name the test alone", name, p.Package, sub)
	}
	return nil
}

// has says whether the name of a subtest, or of one in it, is made of names that are there, each of which may hold
// a slash itself.
func (t *testPackage) has(sub string) bool {
	if sub == "" || t.names[sub] {
		return true
	}
	for i, c := range sub {
		if c == '/' && t.names[sub[:i]] && t.has(sub[i+1:]) {
			return true
		}
	}
	return false
}

// Runs says whether a Go test is built on the system.
func (s *Source) Runs(p Proof) bool {
	tests, err := s.open(p.Package)
	name, _, _ := strings.Cut(p.Test, "/")
	return err == nil && tests.runs[name]
}

func (s *Source) open(pkg string) (*testPackage, error) {
	if t := s.packages[pkg]; t != nil {
		return t, nil
	}
	dir := filepath.Join(s.root, filepath.FromSlash(strings.TrimPrefix(strings.TrimPrefix(pkg, "handrail"), "/")))
	t := &testPackage{runs: map[string]bool{}, names: map[string]bool{}}
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s has no tests", pkg)
	}
	system := build.Default
	system.GOOS = s.system
	for _, f := range files {
		runs, err := system.MatchFile(dir, filepath.Base(f))
		if err != nil {
			return nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		t.read(file, runs)
	}
	if err := t.readData(filepath.Join(dir, "testdata")); err != nil {
		return nil, err
	}
	s.packages[pkg] = t
	return t, nil
}

func (t *testPackage) read(file *ast.File, runs bool) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil && (strings.HasPrefix(n.Name.Name, "Test") || strings.HasPrefix(n.Name.Name, "Fuzz")) {
				t.runs[n.Name.Name] = t.runs[n.Name.Name] || runs
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil {
				t.names[strings.ReplaceAll(text, " ", "_")] = true
			}
		}
		return true
	})
}

// inArchive finds the names of the files in a txtar.
var inArchive = regexp.MustCompile(`(?m)^-- (\S+) --$`)

func (t *testPackage) readData(dir string) error {
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := filepath.Base(name)
		t.names[base] = true
		t.names[strings.TrimSuffix(base, filepath.Ext(base))] = true
		if filepath.Ext(base) != ".txtar" {
			return nil
		}
		text, err := os.ReadFile(name)
		for _, m := range inArchive.FindAllSubmatch(text, -1) {
			t.names[string(m[1])] = true
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// findTitle looks for the name of the test as a string of its file, in one of the three quotes. The names that each makes
// of a table cannot be seen.
func (s *Source) findTitle(p Proof) error {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(p.Page)))
	if err != nil {
		return err
	}
	for _, quote := range []string{`"`, "'", "`"} {
		title := strings.ReplaceAll(p.Title, quote, `\`+quote)
		if regexp.MustCompile(`\b(?:it|test)(?:\.\w+)*\(\s*` + regexp.QuoteMeta(quote+title+quote)).Match(text) {
			return nil
		}
	}
	return fmt.Errorf("%s has no test %q", p.Page, p.Title)
}
