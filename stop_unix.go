//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// stopSignals tells when this process is asked to stop everything in all processes: by SIGUSR2. (SIGUSR1 is WebKit's own.)
func stopSignals() <-chan os.Signal {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR2)
	return c
}
