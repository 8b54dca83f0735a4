//go:build unix

package paths

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
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

// A link counts by where it leads; a first line counts however long it is; what packages bring is
// trusted for its interpreter, and a link to it too.
func TestSort(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ground, bin, other := filepath.Join(top, "ground"), filepath.Join(top, "bin"), filepath.Join(top, "other")
	for _, dir := range []string{ground, filepath.Join(bin, "folder"), other} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write := func(path, text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(ground, "tool"), "#!/bin/sh\n")
	write(filepath.Join(other, "script"), "#!"+ground+"/tool\n")
	write(filepath.Join(other, "tool"), "#!/bin/sh\n")
	write(filepath.Join(bin, "long"), "#!/bin/sh "+strings.Repeat("-", 300)+" "+ground+"/tool\n")
	write(filepath.Join(bin, "short"), "#!")
	write(filepath.Join(bin, "empty"), "")
	for name, to := range map[string]string{
		"to-ground": filepath.Join(ground, "tool"), "to-nothing": filepath.Join(other, "nothing"), "to-come": filepath.Join(ground, "nothing"),
		"by-link": filepath.Join(bin, "to-ground"), "to-script": filepath.Join(other, "script"), "to-other": filepath.Join(other, "tool"),
		"to-folder": ground, "loop": "loop", "through": ground + "/../other/tool", "to-system": "/bin/sh",
	} {
		if err := os.Symlink(to, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	own, left, err := GroundOf([]string{ground}).Sort(bin)
	if want := []string{"empty", "short", "to-other", "to-system"}; err != nil || !slices.Equal(own, want) {
		t.Errorf("own are %q, %v; want %q", own, err, want)
	}
	var names []string
	for _, l := range left {
		names = append(names, filepath.Base(l.Path))
	}
	if want := []string{"by-link", "long", "loop", "through", "to-come", "to-ground", "to-script"}; !slices.Equal(names, want) {
		t.Errorf("left out are %q, want %q", names, want)
	}
}
