package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// How a test ended.
const (
	passed  = "pass"
	failed  = "fail"
	skipped = "skip"
)

// Results reads how tests ended, by what a Proof's String is: goFile as keep wrote it, pageFiles as vitest's json
// reporter did. missing says which of them are not there, because their part did not come to its end.
func Results(root, goFile string, pageFiles []string) (ended map[string]string, missing []error) {
	ended = map[string]string{}
	if err := readGo(filepath.Join(root, goFile), ended); err != nil {
		missing = append(missing, fmt.Errorf("there are no results of go test: %w; see whether its part has failed, or run make test", err))
	}
	for _, f := range pageFiles {
		if err := readPage(root, filepath.Join(root, f), ended); err != nil {
			missing = append(missing, fmt.Errorf("there are no results of the page's tests: %w; see whether their part has failed, or run make test", err))
		}
	}
	return ended, missing
}

func readGo(name string, ended map[string]string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // only read
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		how, test, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			return fmt.Errorf("%s: %q is no result", name, lines.Text())
		}
		ended[test] = how
	}
	return lines.Err()
}

// A pageReport is what vitest's json reporter writes, as far as it is needed.
type pageReport struct {
	TestResults []struct {
		Name, Status, Message string // Name is the file's, absolute; Message why it could not be run
		AssertionResults      []struct {
			Title, Status   string
			FailureMessages []string
		}
	}
}

func readPage(root, name string, ended map[string]string) error {
	report, err := readReport(name)
	if err != nil {
		return err
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	for _, file := range report.TestResults {
		page, err := filepath.Rel(root, filepath.FromSlash(file.Name))
		if err != nil {
			return err
		}
		for _, a := range file.AssertionResults {
			how := skipped
			switch a.Status {
			case "passed":
				how = passed
			case "failed":
				how = failed
			}
			p := Proof{Page: filepath.ToSlash(page), Title: a.Title}.String()
			// Two tests of one name in a file: both have to pass.
			if before, ok := ended[p]; !ok || before == passed {
				ended[p] = how
			}
		}
	}
	return nil
}

func readReport(name string) (report pageReport, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return report, err
	}
	if err := json.Unmarshal(text, &report); err != nil {
		return pageReport{}, fmt.Errorf("%s: %w", name, err)
	}
	return report, nil
}

// A Problem is a test of a row that did not pass.
type Problem struct {
	Row   Row
	Proof Proof
	How   string // it ended; empty if it did not run
}

// told says of each test what became of it, and which rows it should have shown.
func told(problems []Problem) (lines []string) {
	rows := map[string][]string{}
	for _, p := range problems {
		test := p.Proof.String() + " " + map[string]string{"": "did not run", skipped: "was skipped", failed: "failed"}[p.How]
		if rows[test] == nil {
			lines = append(lines, test)
		}
		rows[test] = append(rows[test], p.Row.Table+" "+p.Row.Where)
	}
	for i, test := range lines {
		lines[i] = test + "; it shows " + strings.Join(rows[test], ", ")
	}
	return lines
}

// Ran says of each row which of its tests did not pass. elsewhere are tests that are for other systems.
func Ran(tables []Table, ended map[string]string, s *Source) (problems []Problem, elsewhere []string) {
	idle := idleParents(ended)
	for _, t := range tables {
		for _, r := range t.Rows {
			for _, p := range r.Proof {
				if !p.IsTest() {
					continue
				}
				how := ended[p.String()]
				if idle[p.String()] {
					how = skipped
				}
				switch {
				case how == passed:
				case p.Test != "" && how != failed && (!s.Runs(p) || s.system != "linux"):
					// On Linux every test runs; elsewhere some are not built, or skip themselves.
					elsewhere = append(elsewhere, p.String())
				default:
					problems = append(problems, Problem{r, p, how})
				}
			}
		}
	}
	slices.Sort(elsewhere)
	return problems, slices.Compact(elsewhere)
}

// idleParents are the tests that passed although every one of their cases was skipped.
func idleParents(ended map[string]string) map[string]bool {
	idle := map[string]bool{}
	for test, how := range ended {
		if at := strings.LastIndexByte(test, '/'); how == skipped && strings.Contains(test[:max(at, 0)], " ") {
			idle[test[:at]] = true
		}
	}
	for test, how := range ended {
		if at := strings.LastIndexByte(test, '/'); how != skipped && at >= 0 {
			delete(idle, test[:at])
		}
	}
	return idle
}

// writeResults writes lines that readGo reads, whole or not at all.
func writeResults(name string, ended map[string]string) error {
	var lines []string
	for test, how := range ended {
		lines = append(lines, how+"\t"+test+"\n")
	}
	slices.Sort(lines)
	return writeLines(name, lines)
}

// writeLines writes a file whole, or not at all.
func writeLines(name string, lines []string) error {
	part := name + ".part"
	if err := os.WriteFile(part, []byte(strings.Join(lines, "")), 0o644); err != nil { //nolint:gosec // names of tests
		return err
	}
	return os.Rename(part, name)
}
