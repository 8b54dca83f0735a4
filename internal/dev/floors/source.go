package floors

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// A source is one parsed Go file.
type source struct {
	name    string // relative to the root, with slashes
	folder  string // the package's folder; "." is the root
	test    bool
	lines   int
	syntax  *ast.File
	set     *token.FileSet
	imports map[string]string // the name that the file uses -> import path
}

func (s source) line(pos token.Pos) int { return s.set.Position(pos).Line }

// parseTree parses every Go file below root, as the go command would find
// them, but for every system and build tag at once. Modules of their own,
// testdata, node_modules and hidden folders are left out.
func parseTree(root string) ([]source, error) {
	var files []source
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != root && leaveOut(name, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasPrefix(entry.Name(), "_") || strings.HasPrefix(entry.Name(), ".") {
			return nil
		}
		file, err := parseFile(root, name)
		if err != nil {
			return err
		}
		files = append(files, file)
		return nil
	})
	return files, err
}

func leaveOut(name, base string) bool {
	if base == "testdata" || base == "node_modules" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(name, "go.mod"))
	return err == nil
}

func parseFile(root, name string) (source, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return source{}, err
	}
	rel, err := filepath.Rel(root, name)
	if err != nil {
		return source{}, err
	}
	rel = filepath.ToSlash(rel)
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, rel, text, parser.SkipObjectResolution)
	if err != nil {
		return source{}, fmt.Errorf("parse: %w", err)
	}
	f := source{
		name:    rel,
		folder:  path.Dir(rel),
		test:    strings.HasSuffix(rel, "_test.go"),
		lines:   bytes.Count(text, []byte("\n")),
		syntax:  syntax,
		set:     set,
		imports: map[string]string{},
	}
	for _, spec := range syntax.Imports {
		f.imports[importName(spec)] = importPath(spec)
	}
	return f, nil
}

// importPath is the path of an import; the parser has made sure that it is a string.
func importPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return spec.Path.Value
	}
	return p
}

// importName is the name by which the file calls an import: its own, or the
// last part of the path that is not a version.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p := importPath(spec)
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(p))
	}
	return base
}
