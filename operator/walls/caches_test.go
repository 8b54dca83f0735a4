package walls

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Where go keeps its caches is found by go's own rules.
func TestGoCachesAreFound(t *testing.T) {
	home := t.TempDir()
	env := filepath.Join(home, ".config", "go", "env")
	tests := map[string]struct {
		vars []string
		file string
		want [2]string
	}{
		"the usual places":           {want: [2]string{filepath.Join(home, ".cache", "go-build"), filepath.Join(home, "go", "pkg", "mod")}},
		"variables":                  {vars: []string{"GOCACHE=/b", "GOMODCACHE=/m"}, file: "GOCACHE=/other\n", want: [2]string{"/b", "/m"}},
		"a path of several":          {vars: []string{"GOPATH=/one" + string(filepath.ListSeparator) + "/two", "XDG_CACHE_HOME=/c"}, want: [2]string{"/c/go-build", "/one/pkg/mod"}},
		"what go env -w has written": {file: "GOFLAGS=-mod=mod\nGOCACHE=/set\nGOPATH=/p\n", want: [2]string{"/set", "/p/pkg/mod"}},
		"its file is turned off":     {vars: []string{"GOENV=off"}, file: "GOCACHE=/set\n", want: [2]string{filepath.Join(home, ".cache", "go-build"), filepath.Join(home, "go", "pkg", "mod")}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if err := os.RemoveAll(env); err != nil {
				t.Fatal(err)
			}
			if tt.file != "" {
				write(t, env, tt.file)
			}
			k := &Keeper{c: Config{Home: home, Vars: tt.vars}}
			if d := cmp.Diff(tt.want, k.findGoCaches()); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// write writes a file and the folders above it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
