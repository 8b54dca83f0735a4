package main

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

const (
	// windowStarts is how often each window is opened.
	windowStarts = 5
	// memoryAfter is how long a window has done nothing when its memory is counted.
	memoryAfter = 3 * time.Second
)

// measureWindow takes the time from the start of the window to the last change of its first picture, its memory then, and what an
// answer costs that comes at 200 tokens a second below 50 calls: each beside a bare window with the same web view (build/bare.c).
func measureWindow(ctx context.Context, b bench) (lines []line, err error) {
	program, err := windowProgram()
	if err != nil {
		return nil, err
	}
	bare, err := buildBare(ctx, b)
	if err != nil {
		return nil, err
	}
	d, err := newDesk(ctx, b)
	if err != nil {
		return nil, err
	}
	defer d.close()
	talk := newTalk()
	defer talk.close()
	space, err := windowSpace(ctx, b, d, talk)
	if err != nil {
		return nil, err
	}
	opened, err := d.startings(ctx, [][]string{{program, "--space", space}, {bare}})
	if err != nil {
		return nil, err
	}
	streamed, err := d.streamed(ctx, talk, []string{program, "--space", space}, []string{bare, "10"})
	return append(opened, streamed...), err
}

// windowProgram is the program with the window, built before.
func windowProgram() (string, error) {
	program, err := filepath.Abs(filepath.Join("build", "bin", "handrail-desktop"))
	if err == nil {
		_, err = os.Stat(program)
	}
	if err != nil {
		return "", fmt.Errorf("%w; run make desktop first", err)
	}
	return program, nil
}

// buildBare builds the floor.
func buildBare(ctx context.Context, b bench) (string, error) {
	flags, err := exec.CommandContext(ctx, "pkg-config", "--cflags", "--libs", "gtk+-3.0", "webkit2gtk-4.1").Output()
	if err != nil {
		return "", fmt.Errorf("pkg-config: %w; run build/setup.sh", err)
	}
	program := filepath.Join(b.work, "bare")
	args := append([]string{filepath.Join("build", "bare.c"), "-o", program}, strings.Fields(string(flags))...)
	if out, err := exec.CommandContext(ctx, "cc", args...).CombinedOutput(); err != nil { //nolint:gosec // ours
		return "", fmt.Errorf("cc: %w: %s", err, out)
	}
	return program, nil
}

// windowSpace is a trusted folder that the window opens, in settings with a model that talks as the measurement says.
func windowSpace(ctx context.Context, b bench, d *desk, talk *talk) (string, error) {
	space := filepath.Join(b.work, "home", "project")
	config := filepath.Join(b.work, "home", "handrail")
	if err := errors.Join(os.MkdirAll(space, 0o700), os.MkdirAll(config, 0o700),
		os.WriteFile(filepath.Join(space, "notes.txt"), []byte("hello\n"), 0o600),
		os.WriteFile(filepath.Join(config, "settings.json"), []byte(talk.settings()), 0o600)); err != nil {
		return "", err
	}
	trust := exec.CommandContext(ctx, b.handrail, "space", "trust", "--yes", space) //nolint:gosec // ours
	trust.Env = d.env
	if out, err := trust.CombinedOutput(); err != nil {
		return "", fmt.Errorf("space trust: %w: %s", err, out)
	}
	return space, nil
}

// startings opens two programs in turn, ours and the floor.
func (d *desk) startings(ctx context.Context, programs [][]string) ([]line, error) {
	var times, memory [2]sample
	for round := range windowStarts + 1 {
		for i, program := range programs {
			took, bytes, err := d.starting(ctx, program)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", filepath.Base(program[0]), err)
			}
			if round > 0 { // the first one warms up
				times[i], memory[i] = append(times[i], took), append(memory[i], time.Duration(bytes))
			}
		}
	}
	first := line{
		what: "the window, to the last change of its first picture", ours: times[0].median(), floor: "a bare window", least: times[1].median(), aim: "within 1.4 times",
	}
	held := line{
		what: "the window, all of its memory", ours: memory[0].median(), floor: "a bare window", least: memory[1].median(), bytes: true, aim: "within 1.2 times",
	}
	first.met, held.met = float64(first.ours) <= 1.4*float64(first.least), float64(held.ours) <= 1.2*float64(held.least)
	return []line{first, held}, nil
}

// starting opens a window: how long it takes to draw, and what it holds a while later.
func (d *desk) starting(ctx context.Context, program []string) (time.Duration, int64, error) {
	was := d.look()
	began := time.Now()
	cmd, err := d.open(ctx, program[0], program[1:]...)
	if err != nil {
		return 0, 0, err
	}
	drawn, err := d.settled(ctx, was)
	if err == nil {
		err = pause(ctx, memoryAfter)
	}
	u, usedErr := used(cmd.Process.Pid)
	shown := d.look()
	end(cmd)
	if _, gone := d.settled(ctx, shown); err == nil && usedErr == nil {
		err = gone
	}
	return drawn.Sub(began), u.memory, errors.Join(err, usedErr)
}

// pause waits.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
