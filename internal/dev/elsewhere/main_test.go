package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is wrong on one system alone is said of that one, be it what does not hold together, in tests too, or what go vet would say.
func TestLook(t *testing.T) {
	const fine = "package x\n\nfunc F() int { return 1 }\n"
	for name, tt := range map[string]struct {
		files map[string]string
		want  string // on Windows
	}{
		"nothing":             {map[string]string{"x.go": fine}, ""},
		"no such name":        {map[string]string{"x.go": fine, "x_windows.go": "package x\n\nvar _ = G()\n"}, "undefined: G"},
		"in a test":           {map[string]string{"x.go": fine, "x_windows_test.go": "package x\n\nvar _ = G()\n"}, "undefined: G"},
		"in a test beside it": {map[string]string{"x.go": fine, "y_windows_test.go": "package x_test\n\nvar _ = g()\n"}, "undefined: g"},
		"no Go at all":        {map[string]string{"x.go": fine, "x_windows.go": "package x\n\nfunc {\n"}, "expected"},
		"what go vet says":    {map[string]string{"x.go": fine, "x_windows.go": "package x\n\nfunc g(a int) int {\n\ta = a\n\treturn a\n}\n"}, "self-assignment"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tt.files["go.mod"] = "module x\n\ngo 1.24\n"
			for file, text := range tt.files {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for system, want := range map[string]string{"windows/amd64": tt.want, "darwin/arm64": ""} {
				var out strings.Builder
				n, err := look(dir, system, &out)
				if err != nil || (n > 0) != (want != "") || !strings.Contains(out.String(), want) || n > 0 && !strings.HasPrefix(out.String(), system+": ") {
					t.Errorf("%s: %d, %v, %q, want %q", system, n, err, out.String(), want)
				}
			}
		})
	}
	for _, system := range []string{"windows", "plan10/amd64"} {
		if _, err := look(t.TempDir(), system, &strings.Builder{}); err == nil {
			t.Errorf("%s is looked at", system)
		}
	}
}
