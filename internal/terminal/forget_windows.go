package terminal

import (
	"os"

	"golang.org/x/sys/windows"
)

// flush drops what was typed into a console and not read yet. Other files do
// not know the request, and keep what they hold.
func flush(fd uintptr) { _ = windows.FlushConsoleInputBuffer(windows.Handle(fd)) }

// Ready reports whether a console has more to read now. One is not asked: a
// press of a key counts there as well, and a read would wait for its line.
func Ready(*os.File) bool { return false }
