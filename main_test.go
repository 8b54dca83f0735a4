package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"handrail/internal/servertest"
	"handrail/operator"
)

func TestMain(m *testing.M) {
	if operator.IsRoom() {
		os.Exit(operator.Inhabit())
	}
	testscript.Main(m, map[string]func(){
		"handrail": func() { os.Exit(start()) }, "mcp-peer": func() { os.Exit(servertest.Main(os.Args[1:])) },
	})
}

// Each script shows one verb of the command line to its users, run as the real
// program: real processes, a real journal, real bash. -update rewrites what
// the commands print.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("USER", "kim")
			e.Setenv("HANDRAIL_CONFIG_DIR", filepath.Join(home, "config"))
			e.Setenv("HANDRAIL_DATA_DIR", filepath.Join(home, "data"))
			for _, display := range []string{"DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"} {
				e.Setenv(display, "")
			}
			return os.MkdirAll(home, 0o755)
		},
	})
}
