// Package main holds Handrail against the five documents that it was made from: testdata has a row for each of
// their claims, with the test that shows it or the decision that says why we differ. docs/seeds.md is made from it.
//
//	go test -json ./... | go run ./internal/dev/seeds keep FILE     print what go test would print, and keep how each test ended
//	go run ./internal/dev/seeds ran FILE PAGE.json…                 say which rows name a test that did not pass
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "seeds:", err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	switch {
	case len(args) == 2 && args[0] == "keep":
		return keep(in, out, args[1])
	case len(args) > 2 && args[0] == "ran":
		return ran(".", args[1], args[2:], out)
	}
	return errors.New("usage: seeds keep FILE, or seeds ran FILE PAGE.json…")
}

// ran names the tests that failed, and fails with each row whose test did not pass, by what go test and vitest have left.
// It is silent if all did.
func ran(root, goFile string, pageFiles []string, out io.Writer) error {
	tellFailed(root, goFile, pageFiles, out)
	tables, err := Tables(os.DirFS(filepath.Join(root, "internal", "dev", "seeds", "testdata")))
	if err != nil {
		return err
	}
	results, missing := Results(root, goFile, pageFiles)
	problems, elsewhere := Ran(tables, results, NewSource(root, runtime.GOOS))
	if len(elsewhere) > 0 && len(missing) == 0 {
		_, _ = fmt.Fprintf(out, "seeds: not shown on %s, where these tests do not run: %s\n", runtime.GOOS, strings.Join(elsewhere, ", "))
	}
	if len(missing) > 0 { // else hundreds of lines would say what one does
		problems = slices.DeleteFunc(problems, func(p Problem) bool { return p.How == "" })
	}
	lines := told(problems)
	for _, m := range missing {
		lines = append(lines, m.Error())
	}
	if len(lines) == 0 {
		return nil
	}
	return fmt.Errorf("this run does not show all that docs/seeds.md says:\n%s", strings.Join(lines, "\n"))
}
