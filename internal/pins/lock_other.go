//go:build !unix

package pins

import (
	"errors"
	"os"
)

// lock fails: there are no rooms here.
func lock(*os.File) error { return errors.ErrUnsupported }

// unlocked fails: there are no rooms here.
func unlocked(string) (bool, error) { return false, errors.ErrUnsupported }
