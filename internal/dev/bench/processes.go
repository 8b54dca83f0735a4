package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// quiet runs a program to its end and drops what it prints. Its own words come
// with the error when it fails.
func quiet(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	if _, err := cmd.Output(); err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return fmt.Errorf("%s %v: %w: %s", name, args, err, exit.Stderr)
		}
		return fmt.Errorf("%s %v: %w", name, args, err)
	}
	return nil
}

// emptyProgram builds a Go program that does nothing: no program of ours can
// start faster than that.
func emptyProgram(ctx context.Context, dir string) (string, error) {
	source := filepath.Join(dir, "empty.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "empty")
	return program, quiet(ctx, dir, append(os.Environ(), "CGO_ENABLED=0"), "go", "build", "-o", program, source)
}

// measureStart takes the time from starting the program to its answer.
func measureStart(ctx context.Context, b bench) ([]line, error) {
	empty, err := emptyProgram(ctx, b.work)
	if err != nil {
		return nil, err
	}
	samples, err := turns(30,
		func() error { return quiet(ctx, b.work, b.env, b.handrail, "--space", b.space, "tools", "--json") },
		func() error { return quiet(ctx, b.work, b.env, empty) },
	)
	if err != nil {
		return nil, err
	}
	ours, floor := samples[0].median(), samples[1].median()
	return []line{{
		what: "start of handrail to an answered tools --json", ours: ours,
		floor: "start of an empty Go program", least: floor,
		aim: "under 30 ms", met: ours < 30*time.Millisecond,
	}}, nil
}
