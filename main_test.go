package main

import (
	"fmt"
	"os"
	"path/filepath"
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
	testscript.Main(m, map[string]func(){
		"handrail": func() { os.Exit(start()) }, "mcp-peer": func() { os.Exit(servertest.Main(os.Args[1:])) },
	})
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
			for _, display := range []string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"} {
				e.Setenv(display, "")
			}
			return os.MkdirAll(home, 0o755)
		},
	})
}
