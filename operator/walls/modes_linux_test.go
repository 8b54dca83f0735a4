package walls_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/walls"
)

// A program that takes the person's own rights from the folder of the space locks nobody out.
func TestTheFolderOfASpaceStaysOpen(t *testing.T) {
	b := newBench(t, "", nil)
	before, err := os.Stat(b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"chmod 0 .", "chmod 055 $PWD", "chmod u-x ."} {
		_ = b.Bash(command)
		now, err := os.Stat(b.Dir)
		if err != nil || now.Mode() != before.Mode() {
			t.Errorf("after %q it is %v, %v; before %v", command, now.Mode(), err, before.Mode())
		}
	}
	if r := b.Bash("chmod 750 ."); operatortest.Code(r) != "" {
		t.Errorf("%+v", r)
	}
	if now, err := os.Stat(b.Dir); err != nil || now.Mode().Perm() != 0o750 {
		t.Errorf("what takes nothing from the person stays: %v, %v", now.Mode(), err)
	}
}

// Where the person keeps settings and data of their programs is hidden wherever it is, but for what is no secret.
func TestMovedFoldersAreHidden(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, config, data := filepath.Join(top, "home"), filepath.Join(top, "opt", "config"), filepath.Join(top, "opt", "data")
	for _, name := range []string{filepath.Join(home, ".local", "state"), filepath.Join(config, "git"), data} {
		if err := os.MkdirAll(name, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	settings := filepath.Join(config, "git", "config")
	if err := os.WriteFile(settings, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(top, "link")
	if err := os.Symlink(data, link); err != nil {
		t.Fatal(err)
	}
	hide, read := walls.Moved(home, "XDG_CONFIG_HOME="+config, "XDG_DATA_HOME="+link, "XDG_STATE_HOME="+filepath.Join(home, ".local", "state"))
	if !slices.Equal(hide, []string{config, data}) || !slices.Equal(read, []string{settings}) {
		t.Errorf("hidden %q, read %q", hide, read)
	}
	for _, of := range []string{"relative", "/", "/etc", "/usr/share", "/usr", filepath.Join(top, "missing"), home, top} {
		if hide, read := walls.Moved(home, "XDG_CONFIG_HOME="+of); len(hide)+len(read) > 0 {
			t.Errorf("%s: hidden %q, read %q", of, hide, read)
		}
	}
}
