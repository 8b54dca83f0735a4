//go:build unix

package paths_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"handrail/operator/paths"
)

// A name in a folder leads to the ground by a link, by a link on its way, by what interprets it, or
// will, once the link's end is made. What has nothing to do with the ground stays.
func TestNamesThatLeadToTheGround(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	bin, ground := filepath.Join(top, "bin"), filepath.Join(top, "space")
	for _, dir := range []string{bin, ground, filepath.Join(bin, "folder"), filepath.Join(top, "opt")} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for path, text := range map[string]string{
		"space/tool": "x", "opt/tool": "x", "bin/plain": "#!/bin/sh\n", "bin/byname": "#!/usr/bin/env sh\n",
		"bin/interpreted": "#!" + ground + "/tool -x\n", "bin/twice": "#!" + bin + "/interpreted\n",
	} {
		if err := os.WriteFile(filepath.Join(top, path), []byte(text), 0o700); err != nil { //nolint:gosec // G306: programs
			t.Fatal(err)
		}
	}
	for at, to := range map[string]string{
		"bin/link": "../space/tool", "bin/chain": "link", "between": "space", "bin/onway": top + "/between/tool", "bin/later": "../space/later",
		"bin/passes": "../space/../opt/tool", "bin/elsewhere": "../opt/tool", "bin/nowhere": "../opt/gone",
	} {
		if err := os.Symlink(to, filepath.Join(top, at)); err != nil {
			t.Fatal(err)
		}
	}
	own, left, err := paths.GroundOf([]string{ground}).Sort(bin)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, l := range left {
		names = append(names, filepath.Base(l.Path))
		if l.Where != ground && l.Where != filepath.Join(top, "between") {
			t.Errorf("%s leads to %s", l.Path, l.Where)
		}
	}
	if want := []string{"chain", "interpreted", "later", "link", "onway", "passes", "twice"}; !slices.Equal(names, want) {
		t.Errorf("left out are %v, want %v", names, want)
	}
	if want := []string{"byname", "elsewhere", "plain"}; !slices.Equal(own, want) {
		t.Errorf("own are %v, want %v", own, want)
	}
}
