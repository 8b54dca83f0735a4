package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"
)

// What is put over what is concealed: nobody can open it.
const (
	blankFile   = "/run/concealed"
	blankFolder = "/run/concealed.d"
)

// makeBlanks makes them, if they are needed.
func makeBlanks(concealed []string) error {
	if len(concealed) == 0 {
		return nil
	}
	if err := os.WriteFile(blankFile, nil, 0); err != nil {
		return err
	}
	return os.Mkdir(blankFolder, 0)
}

// conceal covers a file or folder with one that nobody can open. The folders on the way are
// pinned: renamed, it would have another name in the next room. A link on the way is an
// error, as for protect.
func conceal(path string, writable []string) error {
	at, err := openPlain(path)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s cannot be concealed: %w", path, err)
	}
	defer closeFile(at)
	var st unix.Stat_t
	if err := unix.Fstat(at, &st); err != nil {
		return fmt.Errorf("%s cannot be concealed: %w", path, err)
	}
	if err := pinFolders(path, writable); err != nil {
		return err
	}
	blank := blankFile
	if st.Mode&unix.S_IFMT == unix.S_IFDIR {
		blank = blankFolder
	}
	cover, err := takePiece(blank, 0)
	if err == nil {
		cover.path = path
		err = cover.mount()
	}
	if err != nil {
		return fmt.Errorf("%s cannot be concealed: %w", path, err)
	}
	return nil
}

// pinFolders makes the writable folders above a path mount points, which cannot be renamed.
func pinFolders(path string, writable []string) error {
	for dir := filepath.Dir(path); covered(dir, writable) && !slices.Contains(writable, dir); dir = filepath.Dir(dir) {
		if mounted(dir) {
			continue
		}
		pin, err := takePiece(dir, unix.AT_RECURSIVE)
		if err == nil {
			pin.writable = true
			err = pin.mount()
		}
		if err != nil {
			return fmt.Errorf("%s cannot be pinned: %w", dir, err)
		}
	}
	return nil
}
