package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"handrail/internal/dev/servertest"
	"handrail/internal/lockfile"
	"handrail/operator/walls"
)

func TestMain(m *testing.M) {
	if walls.IsRoom() {
		os.Exit(walls.Inhabit())
	}
	testscript.Main(withProgram{m}, map[string]func(){"mcp-peer": func() { os.Exit(servertest.Main(os.Args[1:])) }})
}

// withProgram runs the tests with handrail on the PATH, built as people have it: the test
// program itself would do, but with -race it takes three times as long to start, and the
// scripts start it a thousand times.
type withProgram struct{ m *testing.M }

func (p withProgram) Run() int {
	dir, err := os.MkdirTemp("", "handrail-program-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	defer func() { _ = os.RemoveAll(dir) }() // what stays in a temporary folder harms nobody
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", "-s -w", "-o", filepath.Join(dir, "handrail"+map[bool]string{true: ".exe"}[runtime.GOOS == "windows"]), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as make build has it, so most of it is in the cache
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "the program could not be built:", err)
		return 2
	}
	if err := os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	return p.m.Run()
}

// peerPrograms is where the servers from npm lie.
func peerPrograms() (string, error) {
	peers, err := filepath.Abs(filepath.Join("build", "peers", "node_modules", "@modelcontextprotocol"))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(peers); err != nil {
		return "", fmt.Errorf("%w: run `make test` once, it installs the peers", err)
	}
	return peers, nil
}

// lockFile locks a file until the script ends, as another program would.
func lockFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: lock FILE")
	}
	lock, err := lockfile.Try(ts.MkAbs(args[0]))
	ts.Check(err)
	if lock == nil {
		ts.Fatalf("%s is locked already", args[0])
	}
	ts.Defer(lock.Release)
}

// Each script shows one verb of the command line to its users, run as the real
// program: real processes, a real journal, real bash. -update rewrites what
// the commands print.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"lock": lockFile, "typed": typed},
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("USER", "kim")
			e.Setenv("HANDRAIL_CONFIG_DIR", filepath.Join(home, "config"))
			e.Setenv("HANDRAIL_DATA_DIR", filepath.Join(home, "data"))
			peers, err := peerPrograms()
			if err != nil {
				return err
			}
			e.Setenv("PEERS", peers)
			e.Setenv("GORACE", os.Getenv("GORACE"))
			for _, display := range []string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"} {
				e.Setenv(display, "")
			}
			return os.MkdirAll(home, 0o755)
		},
	})
}
