//go:build !linux

package steady

import (
	"path/filepath"

	"handrail/internal/plain"
)

// reopen changes the mode of what lies at the path, if it is a folder.
func reopen(dir string) error {
	in, err := plain.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return err
	}
	defer in.Close()
	return reopenIn(in, filepath.Base(dir), mendRights)
}
