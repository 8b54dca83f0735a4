//go:build unix

package paths

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A script whose interpreter is not there runs nothing; where agents write, one may come.
func TestSortWithoutInterpreters(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ground, bin := filepath.Join(top, "ground"), filepath.Join(top, "bin")
	for _, dir := range []string{ground, bin} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, first := range map[string]string{"gone": "#!" + top + "/nowhere/python\n", "may-come": "#!" + ground + "/python\n", "plain": "#!/bin/sh\n"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte(first), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	own, left, err := GroundOf([]string{ground}).Sort(bin)
	if err != nil || !slices.Equal(own, []string{"gone", "plain"}) || len(left) != 1 || left[0].Path != filepath.Join(bin, "may-come") {
		t.Errorf("own are %q, left out %v, %v", own, left, err)
	}
}
