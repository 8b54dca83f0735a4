package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
)

// A bench is where everything is measured: a folder of its own, with settings
// and a journal of its own.
type bench struct {
	work     string   // removed at the end
	space    string   // a small space
	handrail string   // the program
	env      []string // for programs: the person's, with settings and journal in work
	goSource string   // Go's own source: some 10,000 files
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) (err error) {
	b, err := prepare(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.work)) }()
	measures := []func(context.Context, bench) ([]line, error){measureStart, measureCalls, measureSearch, measureLoad, measureHands}
	var lines []line
	for _, measure := range measures {
		more, err := measure(ctx, b)
		if err != nil {
			return err
		}
		lines = append(lines, more...)
	}
	fmt.Printf("%s, %d processors, %s/%s; medians; each line and its floor measured in turn\n\n", runtime.Version(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	return printTable(os.Stdout, lines)
}

// prepare finds what is needed and makes the folder.
func prepare(ctx context.Context) (bench, error) {
	handrail, err := filepath.Abs(filepath.Join("build", "bin", "handrail"))
	if err != nil {
		return bench{}, err
	}
	if _, err := os.Stat(handrail); err != nil {
		return bench{}, fmt.Errorf("%w; run make cli first, and start this in the repository's root", err)
	}
	for _, program := range []string{"bash", "rg"} {
		if _, err := exec.LookPath(program); err != nil {
			return bench{}, fmt.Errorf("%w; it is the floor to measure against: run build/setup.sh test", err)
		}
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return bench{}, fmt.Errorf("go env GOROOT: %w", err)
	}
	work, err := os.MkdirTemp("", "handrail-bench-")
	if err != nil {
		return bench{}, err
	}
	b := bench{work: work, space: filepath.Join(work, "space"), handrail: handrail, goSource: filepath.Join(string(root[:len(root)-1]), "src")}
	b.env = append(os.Environ(), "HANDRAIL_CONFIG_DIR="+b.config(), "HANDRAIL_DATA_DIR="+b.data())
	return b, os.Mkdir(b.space, 0o700)
}

func (b bench) config() string { return filepath.Join(b.work, "config") }
func (b bench) data() string   { return filepath.Join(b.work, "data") }
