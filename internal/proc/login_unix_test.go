//go:build unix

package proc

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLoginPath(t *testing.T) {
	shell := bash(t, "").Path
	home := t.TempDir()
	env := []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
	write(t, filepath.Join(home, ".bash_profile"), "echo a greeting\n. ~/.bashrc\n", 0o644)
	write(t, filepath.Join(home, ".bashrc"), `case $- in *i*) PATH=$HOME/bin:/only/interactive;; esac`+"\n", 0o644)
	got, err := LoginPath(t.Context(), shell, env)
	if want := home + "/bin:/only/interactive"; got != want || err != nil {
		t.Errorf("LoginPath = %q, %v, want %q", got, err, want)
	}

	write(t, filepath.Join(home, ".bash_profile"), "PATH=/from/profile:$PATH\n", 0o644)
	write(t, filepath.Join(home, ".bashrc"), "[ -z \"$PS1\" ] && return\nexport NVM_DIR=$HOME/.nvm\nPATH=$NVM_DIR/versions/node/v20/bin:$PATH\n", 0o644)
	got, err = LoginPath(t.Context(), shell, env)
	if want := home + "/.nvm/versions/node/v20/bin:/from/profile:"; !strings.HasPrefix(got, want) || err != nil {
		t.Errorf("a profile that does not read .bashrc: %q, %v, want it to begin with %q", got, err, want)
	}

	write(t, filepath.Join(home, ".bashrc"), "", 0o644)
	write(t, filepath.Join(home, ".bash_profile"), "exit 3\n", 0o644)
	if got, err := LoginPath(t.Context(), shell, env); err == nil || !strings.Contains(err.Error(), "exit code 3") {
		t.Errorf("a shell that ends early: %q, %v", got, err)
	}
	if _, err := LoginPath(t.Context(), filepath.Join(home, "no-shell"), env); !errors.Is(err, ErrNotFound) {
		t.Errorf("a missing shell: %v", err)
	}
}

func TestFindBash(t *testing.T) {
	dir := t.TempDir()
	own := write(t, filepath.Join(dir, "bash"), "#!/bin/sh\n", 0o755)
	if got, err := FindBash([]string{"PATH=" + dir}); got != own || err != nil {
		t.Errorf("FindBash = %q, %v, want the one on PATH", got, err)
	}
	got, err := FindBash(nil)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(got); err != nil || info.IsDir() {
		t.Errorf("FindBash without a PATH = %q", got)
	}
}
