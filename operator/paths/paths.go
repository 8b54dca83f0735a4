// Package paths knows where files and folders really lie: what a path leads to,
// what lies in what, and what agents could have written.
package paths

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/proc/room"
)

// Real is the real, absolute path of a folder that is there.
func Real(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("the folder %s cannot be opened: %w", dir, err)
	}
	return real, nil
}

// Within reports whether a path is, or lies in, one of the others. Nothing lies in "".
func Within(path string, others []string) bool {
	const separator = string(filepath.Separator)
	return slices.ContainsFunc(others, func(o string) bool {
		return o != "" && (path == o || strings.HasPrefix(path, strings.TrimSuffix(o, separator)+separator)) // the root ends in one by itself
	})
}

// IsFolder reports whether there is a folder.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IsFile reports whether there is a file, not a folder.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Below is the real path of a name below dir, which is real itself: false if
// there is nothing. It is filepath.EvalSymlinks without a look at each folder
// above dir.
func Below(dir, name string) (string, bool) {
	path := dir
	for part := range strings.SplitSeq(filepath.FromSlash(strings.TrimSuffix(name, "/")), string(filepath.Separator)) {
		path = filepath.Join(path, part)
		info, err := os.Lstat(path)
		if err != nil {
			return "", false
		}
		if info.Mode()&(os.ModeSymlink|os.ModeIrregular) != 0 || part == ".." {
			real, err := filepath.EvalSymlinks(filepath.Join(dir, filepath.FromSlash(name)))
			return real, err == nil
		}
	}
	return path, true
}

// FolderName names what the app keeps of a space, by the space's folder.
func FolderName(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:8])
}

// NotFromRoom refuses what a program that an agent has started must not do. what
// names the verb.
func NotFromRoom(what string) error {
	if room.InRoom() {
		return fmt.Errorf("%s is refused: an agent started this program (it runs in Handrail's sandbox), and only you can do this", what)
	}
	return nil
}
