//go:build !linux

package main

import "github.com/rogpeppe/go-internal/testscript"

// typed needs a terminal, which internal/dev/pty makes on Linux only.
func typed(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Fatalf("no terminal is made here: guard the line with [linux]")
}
