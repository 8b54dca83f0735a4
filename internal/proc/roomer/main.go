// Command roomer is a room and nothing else. Handrail carries it (package internal/proc/lean): it starts in a tenth of the time that
// Handrail's own program takes to be one. Nobody else starts it.
package main

import (
	"os"

	"handrail/internal/proc/room"
)

func main() {
	if room.IsRoom() {
		os.Exit(room.Inhabit())
	}
	os.Exit(2)
}
