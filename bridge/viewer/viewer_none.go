//go:build !desktop || !linux || !cgo

package viewer

import (
	"errors"
	"io"
)

// Run says that this program shows no page. Handrail asks Possible before.
func Run(in io.Reader) error {
	if _, err := readAddress(in); err != nil {
		return err
	}
	return errors.New("this program has no window for pages: on Linux, handrail-desktop has one")
}

// Possible reports whether this program can show a page.
func Possible() bool { return false }
