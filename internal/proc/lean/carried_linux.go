package lean

import (
	"embed"
	"runtime"

	"handrail/internal/proc/room"
)

// made holds the program if build/roomer.sh has made it.
//
//go:embed all:made
var made embed.FS

// carried is a helper of the program that we carry; nil if we were built without, or if the system has no place in memory for it.
func carried() *room.Helper {
	program, err := made.Open("made/roomer-" + runtime.GOARCH)
	if err != nil {
		return nil
	}
	defer program.Close()
	h, err := room.NewHelperOf(program)
	if err != nil {
		return nil
	}
	return h
}
