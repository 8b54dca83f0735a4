package floors

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// listeners are all packages of the product that listen on the network of this machine, or answer HTTP.
// "" asks web.Foreign about each request, and has a test that calls webtest.AnswersNoPage; of the
// others it says why no page of a browser gets anything there.
var listeners = map[string]string{
	"mcp/serve":          "", // answers what operator/serving listens for
	"operator/pages":     "",
	"mcp/oauth":          "",
	"operator/serving":   "its one handler is that of mcp/serve",
	"internal/gate":      "it is a proxy: it answers only what is sent to a proxy, which pages cannot choose, and never for itself",
	"operator/walls":     "it listens for internal/gate",
	"internal/proc/room": "it listens for internal/gate, inside a room",
}

// Whoever adds a service decides here how it tells programs from pages.
func TestEveryServiceIsClosedToPages(t *testing.T) {
	found, asks, tested := map[string]bool{}, map[string]bool{}, map[string]bool{}
	root := "../../.."
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		name = filepath.ToSlash(name)
		if d.IsDir() && (slices.Contains([]string{"frontend", "examples", "build", "internal/dev", "internal/web/webtest"}, name) || name != "." && strings.HasPrefix(d.Name(), ".") || strings.HasSuffix(name, "test") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir := filepath.ToSlash(filepath.Dir(name))
		ast.Inspect(f, func(n ast.Node) bool {
			switch {
			case strings.HasSuffix(name, "_test.go"):
				tested[dir] = tested[dir] || selects(n, "webtest", "AnswersNoPage")
			case selects(n, "web", "Foreign"):
				asks[dir] = true
			case listens(n):
				found[dir] = true
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found["mcp/serve"] = found["mcp/serve"] || asks["mcp/serve"]
	for _, dir := range slices.Sorted(maps.Keys(found)) {
		if _, known := listeners[dir]; !known {
			t.Errorf("%s listens, or answers HTTP, and is not in the table of listeners: ask web.Foreign about each request", dir)
		}
	}
	for dir, why := range listeners {
		switch {
		case !found[dir]:
			t.Errorf("%s does not listen any more", dir)
		case why == "" && !asks[dir]:
			t.Errorf("%s does not ask web.Foreign", dir)
		case why == "" && !tested[dir]:
			t.Errorf("%s has no test that calls webtest.AnswersNoPage", dir)
		}
	}
}

// listens reports whether n opens a port, or makes a server of HTTP.
func listens(n ast.Node) bool {
	for _, name := range []string{"Server", "Serve", "ServeTLS", "ListenAndServe", "ListenAndServeTLS"} {
		if selects(n, "http", name) {
			return true
		}
	}
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return false
	}
	to, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !strings.HasPrefix(to.Sel.Name, "Listen") {
		return false
	}
	return slices.Contains([]string{"ListenTCP", "ListenUDP", "ListenIP"}, to.Sel.Name) || slices.ContainsFunc(call.Args, func(a ast.Expr) bool {
		lit, ok := a.(*ast.BasicLit)
		return ok && (strings.HasPrefix(lit.Value, `"tcp`) || strings.HasPrefix(lit.Value, `"udp`))
	})
}

func selects(n ast.Node, from, name string) bool {
	s, ok := n.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != name {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return ok && x.Name == from
}
