//go:build !unix

package main

import "os"

// stopSignals is nil: there are no signals by which a process could be asked to stop everything.
func stopSignals() <-chan os.Signal { return nil }
