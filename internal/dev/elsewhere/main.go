// Command elsewhere looks at the whole project as it is compiled for the other systems: that it holds together, and what go vet
// would say of it. Nothing is compiled for that, so it takes a tenth of the time of go vet on a machine without a cache.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
)

func main() {
	dir := flag.String("dir", ".", "the folder of the project")
	flag.Parse()
	wrong := 0
	for _, system := range flag.Args() {
		n, err := look(*dir, system, os.Stdout)
		if err != nil {
			fmt.Fprintln(os.Stderr, "elsewhere:", err)
			os.Exit(1)
		}
		wrong += n
	}
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "elsewhere: name the systems, as in windows/amd64")
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

// look prints what is wrong with the project in dir, tests and all, on a system such as windows/amd64, and says how much that is.
func look(dir, system string, out io.Writer) (wrong int, err error) {
	goos, goarch, ok := strings.Cut(system, "/")
	if !ok {
		return 0, fmt.Errorf("%q is no system: name it as in windows/amd64", system)
	}
	found, err := packages.Load(&packages.Config{
		Dir: dir, Tests: true, Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes |
			packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule,
	}, "./...")
	if err != nil {
		return 0, err
	}
	if len(found) == 0 {
		return 0, fmt.Errorf("%s: there are no packages for %s", dir, system)
	}
	for _, p := range found {
		for _, e := range p.Errors {
			wrong++
			fmt.Fprintf(out, "%s: %s\n", system, e)
		}
	}
	if wrong > 0 {
		return wrong, nil // what does not hold together is not vetted
	}
	seen, err := checker.Analyze(judges(), found, nil)
	if err != nil {
		return wrong, err
	}
	for _, act := range seen.Roots {
		if act.Err != nil {
			return wrong, fmt.Errorf("%s in %s: %w", act.Analyzer.Name, act.Package.ID, act.Err)
		}
		for _, d := range act.Diagnostics {
			wrong++
			fmt.Fprintf(out, "%s: %s: %s\n", system, act.Package.Fset.Position(d.Pos), d.Message)
		}
	}
	return wrong, nil
}

// judges are those of go vet, but for the one that wants every Scanner's error looked at: what is read here ends when a program does.
func judges() []*analysis.Analyzer {
	return slices.DeleteFunc(slices.Clone(vet.Suite), func(a *analysis.Analyzer) bool { return a.Name == "scannererr" })
}
