package terminal

import (
	"os"
	"sync"
)

// standard is held while the standard error is looked up, or another stands in its place.
var standard sync.Mutex

// Silence starts a library that writes of its own to the standard error that it finds as it
// starts: it finds the null device. What it says is for its makers, and no news for the person whose
// terminal this is. Whoever looks up os.Stderr by itself meanwhile finds that, too; Err waits.
func Silence(start func()) {
	standard.Lock()
	defer standard.Unlock()
	if nowhere, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0); err == nil {
		was := os.Stderr
		os.Stderr = nowhere
		defer func() { os.Stderr = was }()
	}
	start()
}
