package room

import "errors"

// Why a room starts nothing, though it could.
var (
	// ErrOtherFolder: the folder is not the one that was settled, or the room does not see it.
	ErrOtherFolder = errors.New("the folder is another one")
	// ErrOtherProgram: the program is not the file that was settled.
	ErrOtherProgram = errors.New("the program is another one")
)

// A Settled is what a command was settled with. What is zero is not looked at.
type Settled struct{ Folder, Program Identity }
