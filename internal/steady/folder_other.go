//go:build !linux

package steady

import (
	"os"
	"path/filepath"
)

// onlyFolder is nothing: a folder of a program's is not told from a pipe before it is opened.
const onlyFolder = 0

// reopen changes the mode of what lies at the path, if it is a folder.
func reopen(dir string) error {
	in, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return err
	}
	defer in.Close()
	return reopenIn(in, filepath.Base(dir), mendRights)
}
