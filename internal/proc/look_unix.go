//go:build unix

package proc

import (
	"os"

	"golang.org/x/sys/unix"
)

// findProgram returns file if it is a program that this person may run. The
// error is ErrNotExecutable if it is there and is none, else that of looking.
func findProgram(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if info.IsDir() || info.Mode()&0o111 == 0 || unix.Access(file, unix.X_OK) != nil {
		return "", ErrNotExecutable
	}
	return file, nil
}

func sameName(a, b string) bool { return a == b }
