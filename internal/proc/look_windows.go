package proc

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// findProgram returns file, with the extension that makes it a program. The
// error is ErrNotExecutable if it is there and is none, else fs.ErrNotExist.
func findProgram(file string) (string, error) {
	extensions := []string{".com", ".exe", ".bat", ".cmd"}
	if ext := strings.ToLower(filepath.Ext(file)); ext != "" {
		for _, e := range extensions {
			if ext == e {
				extensions = []string{""}
				break
			}
		}
	}
	for _, ext := range extensions {
		if info, err := os.Stat(file + ext); err == nil && info.Mode().IsRegular() {
			return file + ext, nil
		}
	}
	if _, err := os.Stat(file); err == nil {
		return "", ErrNotExecutable
	}
	return "", fs.ErrNotExist
}

func sameName(a, b string) bool { return strings.EqualFold(a, b) }
