package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// An event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// A suite is one package whose tests go on.
type suite struct {
	own    strings.Builder // what belongs to no test
	order  []string        // tests, as they began
	output map[string]*strings.Builder
}

// keep prints what go test would have printed without -json, and writes to the file how each test ended, and beside it which took longest. Only the
// order of packages is another: as they end. Lines that are no JSON are printed as they are.
func keep(in io.Reader, out io.Writer, file string) error {
	k := keeper{out: bufio.NewWriter(out), suites: map[string]*suite{}, ended: map[string]string{}, took: map[string]float64{}}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			k.line(line)
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
	}
	// A package that has no end: go test itself was stopped.
	for pkg := range k.suites {
		k.failed = true
		k.print(pkg)
	}
	if k.failed {
		_, _ = k.out.WriteString("FAIL\n")
	}
	return errors.Join(k.out.Flush(), writeResults(file, k.ended), writeLines(strings.TrimSuffix(file, ".txt")+"-slowest.txt", k.slowest()))
}

// mostSlow is how many of the slowest tests are named.
const mostSlow = 60

// slowest are the tests that took longest, with their cases, and how long, a line each.
func (k *keeper) slowest() (lines []string) {
	tests := slices.SortedFunc(maps.Keys(k.took), func(a, b string) int {
		return cmp.Or(cmp.Compare(k.took[b], k.took[a]), strings.Compare(a, b))
	})
	for _, test := range tests[:min(len(tests), mostSlow)] {
		lines = append(lines, fmt.Sprintf("%.1f s\t%s\n", k.took[test], test))
	}
	return lines
}

type keeper struct {
	out    *bufio.Writer
	suites map[string]*suite
	ended  map[string]string // as Results has it
	took   map[string]float64
	failed bool
}

func (k *keeper) line(line []byte) {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		_, _ = k.out.Write(line)
		return
	}
	switch e.Action {
	case "build-output":
		_, _ = k.out.WriteString(e.Output)
	case "output":
		k.suite(e.Package).add(e)
	case passed, failed, skipped:
		if e.Test != "" {
			if !strings.Contains(e.Test, "/") {
				k.took[e.Package+" "+e.Test] = e.Elapsed
			}
			k.ended[Proof{Package: e.Package, Test: e.Test}.String()] = e.Action
			if e.Action != failed {
				delete(k.suite(e.Package).output, e.Test)
			}
			return
		}
		k.finish(e)
	}
}

// finish ends a package: the last line of one that passed, all that failed of one that did not.
func (k *keeper) finish(e event) {
	if e.Action == failed {
		k.failed = true
		k.print(e.Package)
	} else {
		for line := range strings.Lines(k.suite(e.Package).own.String()) {
			if strings.HasPrefix(line, "ok ") || strings.HasPrefix(line, "? ") {
				_, _ = k.out.WriteString(line)
			}
		}
		delete(k.suites, e.Package)
	}
	_ = k.out.Flush() // an error stays, and is told at the end
}

// print writes what tests that did not pass have said, and the package itself.
func (k *keeper) print(pkg string) {
	s := k.suite(pkg)
	for _, test := range s.order {
		text := s.output[test]
		if text == nil {
			continue
		}
		indent := strings.Repeat("    ", s.depth(test))
		if _, ended := k.ended[Proof{Package: pkg, Test: test}.String()]; !ended {
			_, _ = fmt.Fprintf(k.out, "%s--- did not end: %s\n", indent, test)
		}
		// -json sends the heading last, and the lines of cases as far left as those of their tests.
		var below strings.Builder
		for line := range strings.Lines(text.String()) {
			if strings.HasPrefix(line, "--- FAIL: ") {
				_, _ = k.out.WriteString(indent + line)
			} else {
				below.WriteString(indent + line)
			}
		}
		_, _ = k.out.WriteString(below.String())
	}
	_, _ = k.out.WriteString(s.own.String())
	delete(k.suites, pkg)
}

// depth is how many tests a case lies in; a name may hold a slash of its own.
func (s *suite) depth(test string) (n int) {
	for i, c := range test {
		if c == '/' && slices.Contains(s.order, test[:i]) {
			n++
		}
	}
	return n
}

func (k *keeper) suite(pkg string) *suite {
	if k.suites[pkg] == nil {
		k.suites[pkg] = &suite{output: map[string]*strings.Builder{}}
	}
	return k.suites[pkg]
}

func (s *suite) add(e event) {
	if e.Test != "" && s.output[e.Test] == nil {
		s.output[e.Test] = &strings.Builder{}
		s.order = append(s.order, e.Test)
	}
	switch {
	case strings.HasPrefix(e.Output, "=== "): // which only -json says
	case e.Test == "":
		s.own.WriteString(e.Output)
	default:
		s.output[e.Test].WriteString(e.Output)
	}
}
