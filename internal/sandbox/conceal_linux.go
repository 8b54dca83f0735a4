package sandbox

import (
	"errors"
	"fmt"
	"os"

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
	if err := pinAbove(path, writable); err != nil {
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
