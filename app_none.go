//go:build !desktop && !dev && !bindings

package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"

	"handrail/operator"
)

// isDesktop says which of the two programs this is.
const isDesktop = false

func openWindow(string) int { return 1 }

// pageViewer is the program that shows pages of spaces: the one with the window, if it
// is installed beside this one and can; else "".
func pageViewer() string {
	if runtime.GOOS != "linux" {
		return ""
	}
	return desktopProgram()
}

// cardProgram is the program that shows cards: the one with the window, if it is installed beside
// this one and can; else "".
func cardProgram() string { return pageViewer() }

// windowOf starts the program with the window, if it is installed beside this
// one; else it is nil.
func windowOf() func(space string) int {
	program := desktopProgram()
	if program == "" {
		return nil
	}
	return func(space string) int {
		return operator.StartWindow(context.Background(), program, space)
	}
}

// desktopProgram is the program with the window, if it is installed beside this one;
// else "".
func desktopProgram() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	name := "handrail-desktop"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	program := filepath.Join(filepath.Dir(self), name)
	if info, err := os.Stat(program); err != nil || info.IsDir() {
		return ""
	}
	return program
}
