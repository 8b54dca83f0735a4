package compare

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A side is one of the two commits, built.
type side struct {
	name  string   // for the table
	dir   string   // its source tree
	bench string   // its bench program
	space string   // a small space for its program
	env   []string // settings and journal of its own
}

func (s side) handrail() string { return filepath.Join(s.dir, "build", "bin", "handrail") }

// makeSides checks the base out beside the current files and builds both. What
// remove takes away is there also after an error.
func makeSides(ctx context.Context, c Config) (sides [2]side, remove func() error, err error) {
	nothing := func() error { return nil }
	root, err := filepath.Abs(c.Root)
	if err != nil {
		return sides, nothing, err
	}
	hash, err := output(ctx, root, nil, "git", "rev-parse", "--short", "--verify", c.Base+"^{commit}")
	if err != nil {
		return sides, nothing, err
	}
	// Not below the root: no space may have settings in it.
	work, err := os.MkdirTemp("", "handrail-compare-")
	if err != nil {
		return sides, nothing, err
	}
	tree := filepath.Join(root, "build", "cache", "compare")
	remove = func() error {
		// Also after Ctrl-C, and when an earlier run was killed.
		ctx := context.WithoutCancel(ctx)
		if err := errors.Join(os.RemoveAll(tree), os.RemoveAll(work)); err != nil {
			return err
		}
		_, err := output(ctx, root, nil, "git", "worktree", "prune")
		return err
	}
	if err := os.RemoveAll(tree); err != nil {
		return sides, remove, err
	}
	if _, err := output(ctx, root, nil, "git", "worktree", "prune"); err != nil {
		return sides, remove, err
	}
	if _, err := output(ctx, root, nil, "git", "worktree", "add", "--quiet", "--detach", tree, strings.TrimSpace(hash)); err != nil {
		return sides, remove, err
	}
	// The base's measurements talk to the same servers of other people.
	if peers := filepath.Join("build", "peers", "node_modules"); exists(filepath.Join(root, peers)) && exists(filepath.Join(tree, "build", "peers")) {
		if err := os.Symlink(filepath.Join(root, peers), filepath.Join(tree, peers)); err != nil {
			return sides, remove, err
		}
	}
	for i, s := range []side{{name: strings.TrimSpace(hash), dir: tree}, {name: "now", dir: root}} {
		fmt.Fprintf(c.Log, "building %s\n", s.name)
		if sides[i], err = s.built(ctx, filepath.Join(work, s.name)); err != nil {
			return sides, remove, fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return sides, remove, nil
}

// built makes the side's programs, and the folders that they work in.
func (s side) built(ctx context.Context, files string) (side, error) {
	s.bench, s.space = filepath.Join(files, "bench"), filepath.Join(files, "space")
	if err := os.MkdirAll(s.space, 0o700); err != nil {
		return s, err
	}
	if err := os.WriteFile(filepath.Join(s.space, "kilobyte.txt"), []byte(strings.Repeat("fifteen letters\n", 64)), 0o600); err != nil {
		return s, err
	}
	s.env = append(os.Environ(), "HANDRAIL_CONFIG_DIR="+filepath.Join(files, "config"), "HANDRAIL_DATA_DIR="+filepath.Join(files, "data"))
	if roomer := "build/roomer.sh"; exists(filepath.Join(s.dir, roomer)) { // since November 2026
		if _, err := output(ctx, s.dir, os.Environ(), filepath.Join(s.dir, roomer)); err != nil {
			return s, err
		}
	}
	cgo := append(os.Environ(), "CGO_ENABLED=0")
	if _, err := output(ctx, s.dir, cgo, "go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", s.handrail(), "."); err != nil {
		return s, err
	}
	bench := "./internal/dev/bench"
	if !exists(filepath.Join(s.dir, bench)) {
		bench = "./internal/bench" // where it was until November 2026
	}
	_, err := output(ctx, s.dir, os.Environ(), "go", "build", "-buildvcs=false", "-o", s.bench, bench)
	return s, err
}

// anew copies a program. How the pages of a file happen to lie in memory makes a start
// of it up to a tenth faster or slower, for as long as the file is there: each round has
// another one.
func anew(program string) (copied string, remove func() error, err error) {
	data, err := os.ReadFile(program)
	if err != nil {
		return "", nil, err
	}
	dir, err := os.MkdirTemp("", "handrail-compare-program-")
	if err != nil {
		return "", nil, err
	}
	remove = func() error { return os.RemoveAll(dir) }
	copied = filepath.Join(dir, filepath.Base(program))
	if err := os.WriteFile(copied, data, 0o700); err != nil { //nolint:gosec // it is to be run
		return "", nil, errors.Join(err, remove())
	}
	return copied, remove, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// output runs a program and returns what it prints; what it complains about
// comes with the error. When ctx ends it is interrupted, so that it can clean up.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	return string(out), nil
}
