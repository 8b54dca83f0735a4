package steady

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// reopen changes the mode of the very folder that was found at the path, with no link on the way.
func reopen(dir string) error {
	fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return &os.PathError{Op: "open", Path: dir, Err: err}
	}
	defer func() { _ = unix.Close(fd) }()
	handle := "/proc/self/fd/" + strconv.Itoa(fd)
	if at, err := os.Readlink(handle); err != nil || at != filepath.Clean(dir) {
		return fmt.Errorf("%s: %w", dir, ErrMoved)
	}
	info, err := os.Stat(handle)
	if err != nil || !isClosed(info, mendRights) {
		return err
	}
	return os.Chmod(handle, info.Mode()&^os.ModeType|mendRights)
}
