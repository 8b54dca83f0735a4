//go:build !desktop && !dev && !bindings

package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"handrail/operator"
)

func openWindow(string) int { return 1 }

// windowOf starts the program with the window, if it is installed beside this
// one; else it is nil.
func windowOf() func(space string) int {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	name := "handrail-desktop"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	program := filepath.Join(filepath.Dir(self), name)
	if info, err := os.Stat(program); err != nil || info.IsDir() {
		return nil
	}
	return func(space string) int {
		return operator.StartWindow(context.Background(), program, space)
	}
}
