package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// times are what two runs do not have in common.
var times = regexp.MustCompile(`\(?\b[0-9.]+s\b\)?|0x[0-9a-f]+|\(cached\)|goroutine [0-9]+|\+0x[0-9a-f]+`)

// TestKeepPrintsAsGoTest holds what is printed against what go test itself prints of the same packages, but for the
// order of packages.
func TestKeepPrintsAsGoTest(t *testing.T) {
	root := lay(t, map[string]string{
		"go.mod":           "module x\n\ngo 1.26\n",
		"good/a_test.go":   "package good\nimport \"testing\"\nfunc TestA(t *testing.T) { t.Log(\"a note\"); t.Run(\"one\", func(t *testing.T) { t.Skip(\"not here\") }) }\n",
		"bad/b_test.go":    "package bad\nimport \"testing\"\nfunc TestB(t *testing.T) { t.Error(\"wrong\"); t.Run(\"two\", func(t *testing.T) { t.Fatal(\"worse\") }); t.Run(\"fine\", func(t *testing.T) { t.Log(\"unsaid\") }) }\nfunc TestFine(t *testing.T) {}\n",
		"broken/c_test.go": "package broken\nimport \"testing\"\nfunc TestC(t *testing.T) { nobody() }\n",
		"exits/d_test.go":  "package exits\nimport (\"os\"; \"testing\")\nfunc TestD(t *testing.T) { os.Stdout.WriteString(\"last words\\n\"); os.Exit(3) }\n",
		"none/none.go":     "package none\n",
	})
	var plain, printed, stream, said bytes.Buffer
	if err := goTest(t, root, &plain, &said); err == nil {
		t.Fatal("tests that fail passed")
	}
	if err := goTest(t, root, &stream, &said, "-json"); err == nil {
		t.Fatal("tests that fail passed")
	}
	file := filepath.Join(root, "ran")
	if err := keep(&stream, &printed, file); err != nil {
		t.Fatal(err)
	}
	want, got := sorted(plain.String()), sorted(printed.String())
	// go test itself sends what a compiler says to standard error.
	got = slices.DeleteFunc(got, func(line string) bool {
		return strings.HasPrefix(line, "#") || strings.Contains(line, "undefined: nobody")
	})
	got = slices.DeleteFunc(got, func(line string) bool { return strings.HasPrefix(line, "--- did not end") })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("it prints otherwise (-go test +keep):\n%s\n%s", diff, printed.String())
	}
	ended := map[string]string{}
	if err := readGo(file, ended); err != nil {
		t.Fatal(err)
	}
	if slow, err := os.ReadFile(file + "-slowest.txt"); err != nil || !regexp.MustCompile(`(?m)^0\.\d s\tx/good TestA$`).Match(slow) || strings.Contains(string(slow), "/one") {
		t.Errorf("the slowest tests are %q, %v", slow, err)
	}
	for test, how := range map[string]string{"x/good TestA": passed, "x/good TestA/one": skipped, "x/bad TestB": failed, "x/bad TestB/two": failed, "x/bad TestB/fine": passed, "x/bad TestFine": passed} {
		if ended[test] != how {
			t.Errorf("%s: %q, want %q", test, ended[test], how)
		}
	}
	if how := ended["x/exits TestD"]; how == passed {
		t.Errorf("a test that ended its program counts as %s", how)
	}
}

// goTest runs go test in a module; its error is that of tests that fail.
func goTest(t *testing.T, dir string, stdout, stderr *bytes.Buffer, args ...string) error {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append(append([]string{"test", "-count=1"}, args...), "./...")...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, stdout, stderr
	cmd.Env = append(cmd.Environ(), "GOFLAGS=", "GOWORK=off")
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return err
}

func sorted(text string) []string {
	lines := strings.Split(times.ReplaceAllString(text, "T"), "\n")
	slices.Sort(lines)
	return lines
}
