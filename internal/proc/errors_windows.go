package proc

import (
	"errors"

	"golang.org/x/sys/windows"
)

func isBadFormat(err error) bool { return errors.Is(err, windows.ERROR_BAD_EXE_FORMAT) }

func isTooLong(err error) bool { return errors.Is(err, windows.ERROR_FILENAME_EXCED_RANGE) }
