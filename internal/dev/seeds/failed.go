package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// tellFailed names every test that has failed, those of the page with the first line of why. When parts run beside each
// other and after each other, what the first of them said is thousands of lines above the end.
func tellFailed(root, goFile string, pageFiles []string, out io.Writer) {
	ended := map[string]string{}
	_ = readGo(filepath.Join(root, goFile), ended) // whatever is not there has been told
	var lines []string
	for test, how := range ended {
		if how == failed && !holdsFailed(ended, test) {
			lines = append(lines, test)
		}
	}
	for _, f := range pageFiles {
		report, _ := readReport(filepath.Join(root, f))
		for _, file := range report.TestResults {
			name := filepath.Base(file.Name)
			if file.Status == "failed" && file.Message != "" {
				lines = append(lines, name+": "+firstLine(file.Message))
			}
			for _, a := range file.AssertionResults {
				if a.Status == "failed" {
					lines = append(lines, fmt.Sprintf("%s %q: %s", name, a.Title, firstLine(strings.Join(a.FailureMessages, ""))))
				}
			}
		}
	}
	slices.Sort(lines)
	for _, line := range lines {
		_, _ = fmt.Fprintf(out, "failed: %s\n", line)
	}
}

// holdsFailed says whether the failure of a test is that of one within it.
func holdsFailed(ended map[string]string, test string) bool {
	for inner, how := range ended {
		if how == failed && strings.HasPrefix(inner, test+"/") {
			return true
		}
	}
	return false
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
