package steady

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// What is rewritten stays the file that it was, and nothing else is made beside it.
func TestRewrite(t *testing.T) {
	for name, c := range map[string]struct {
		old, lines string
		mode       os.FileMode
	}{
		"longer":    {"[a]\n\tb = 1\n", "[a]\n\tb = 1\n\tc = 2\n", 0o644},
		"shorter":   {"[a]\n\tb = 1\n\tc = 2\n", "[a]\n\tb = 1\n", 0o600},
		"other":     {"[a]\n\tb = 1\n", "[x]\n\tb = 1\n", 0o640},
		"emptied":   {"[a]\n", "", 0o644},
		"read-only": {"[a]\n", "[a]\n\tb = 1\n", 0o444},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			file := filepath.Join(top, "config")
			if err := errors.Join(os.WriteFile(file, []byte(c.old), 0o600), os.Chmod(file, c.mode)); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(file)
			if err != nil {
				t.Fatal(err)
			}
			at, err := Open([]string{top}, file)
			if err != nil {
				t.Fatal(err)
			}
			defer at.Close()
			if err := at.Rewrite([]byte(c.old), []byte(c.lines), c.mode); err != nil {
				t.Fatal(err)
			}
			after, err := os.Lstat(file)
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(file)
			if err != nil || string(got) != c.lines || !os.SameFile(before, after) || after.Mode() != before.Mode() {
				t.Errorf("got %q with mode %v, %v; the same file: %t", got, after.Mode(), err, os.SameFile(before, after))
			}
			if names, err := os.ReadDir(top); err != nil || len(names) != 1 {
				t.Errorf("beside it: %v, %v", names, err)
			}
			if err := at.Rewrite([]byte(c.old+"something else"), []byte("x"), c.mode); !errors.Is(err, ErrUnfit) {
				t.Errorf("a file that has changed was rewritten: %v", err)
			}
		})
	}
}
