//go:build !desktop || !linux || !cgo

package card

import (
	"errors"
	"io"
)

// Run says that this program shows no card. Handrail asks Possible before.
func Run(in io.Reader) (code int, pressed string, err error) {
	if _, err := read(in); err != nil {
		return 1, "", err
	}
	return 1, "", errors.New("this program has no cards: on Linux, handrail-desktop has them")
}

// Possible reports whether this program can show a card.
func Possible() bool { return false }
