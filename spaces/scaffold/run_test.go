package scaffold_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"handrail/internal/proc"
	"handrail/tools/command"
)

// TestRuns holds that proposed hands do what they say, as real processes.
func TestRuns(t *testing.T) {
	dir := project(t, map[string]string{
		"go.mod":       "module example.com/shop\n\ngo 1.24\n",
		"shop.go":      "package shop\n\nfunc Price() int { return 3 }\n",
		"shop_test.go": "package shop\n\nimport \"testing\"\n\nfunc TestPrice(t *testing.T) {\n\tif Price() != 3 {\n\t\tt.Fail()\n\t}\n}\n\nfunc TestOther(t *testing.T) { t.Fail() }\n",
		"Makefile":     ".PHONY: greet\n## Say hello\ngreet:\n\t@echo hello from make\n",
		"package.json": `{"scripts": {"greet:npm": "echo hello from npm", "t": "true"}}`,
	})
	hands := map[string]command.Hand{}
	for _, h := range propose(t, dir).Hands {
		hands[h.Name] = h.Hand
	}
	tests := []struct {
		hand   string
		values map[string]string
		exit   int
		want   string
	}{
		{"greet", nil, 0, "hello from make"},
		{"greet-npm", nil, 0, "hello from npm"},
		{"go-build", nil, 0, ""},
		{"go-vet", map[string]string{"packages": "./..."}, 0, ""},
		{"go-test", map[string]string{"packages": "./...", "run": "^TestPrice$"}, 0, "ok"},
		{"go-test", map[string]string{"packages": "./..."}, 1, "TestOther"},
		{"go-test", map[string]string{"packages": "./nowhere"}, 1, "nowhere"},
	}
	for _, tt := range tests {
		t.Run(tt.hand, func(t *testing.T) {
			hand, ok := hands[tt.hand]
			if !ok {
				t.Fatalf("it is not proposed; these are: %v", hands)
			}
			out, err := proc.Run(t.Context(), proc.Command{
				Path: program(t, hand.Command[0]), Args: hand.Argv(tt.values), Dir: dir, Env: append(os.Environ(), "GOFLAGS=-mod=mod"), Timeout: 2 * time.Minute,
			})
			if err != nil {
				t.Fatal(err)
			}
			if text := out.Stdout.Text + out.Stderr.Text; out.ExitCode != tt.exit || !strings.Contains(text, tt.want) {
				t.Errorf("exit code %d, want %d with %q:\n%s", out.ExitCode, tt.exit, tt.want, text)
			}
		})
	}
}

// program finds a program; a machine without it cannot show this.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := proc.Look(name, os.Getenv("PATH"))
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// TestValues holds which values the patterns of proposals take: none that is an
// option, leaves the folder by .., or is read by a shell.
func TestValues(t *testing.T) {
	p := propose(t, project(t, map[string]string{
		"go.mod":       "module example.com/shop\n",
		"justfile":     "one x:\n    echo {{x}}\n",
		"Taskfile.yml": "tasks: {two: {desc: Two, requires: {vars: [X]}}}\n",
		"package.json": `{"scripts": {"test": "jest"}}`,
	}))
	good := map[string][]string{
		"packages": {"./...", "./internal/x", "./a_b/..."},
		"run":      {"^TestPrice$", "Test.*/sub", "TestA|TestB"},
		"x":        {"a", "v1.2.3", "a,b", "me@example.com"},
		"X":        {"a", "1"},
		"filter":   {"src/cart", "adds a line", "cart.test.ts"},
	}
	bad := []string{"-x", "a -x", "a --exec=sh", "--exec=sh", "; rm -rf ~", "$(id)", "`id`", "a\nb", "../../etc/passwd", "a&b", "a'b", `a"b`, "a>b", "{{.X}}", "*", "~", "/etc/passwd"}
	seen := map[string]bool{}
	for _, h := range p.Hands {
		for name, param := range h.Hand.Params {
			seen[name] = true
			for _, v := range good[name] {
				if _, err := param.Accept(name, v); err != nil {
					t.Errorf("%s: %s does not take %q: %v", h.Name, name, v, err)
				}
			}
			for _, v := range bad {
				if _, err := param.Accept(name, v); err == nil {
					t.Errorf("%s: %s takes %q", h.Name, name, v)
				}
			}
		}
	}
	for name := range good {
		if !seen[name] {
			t.Errorf("no hand has the parameter %s", name)
		}
	}
}
