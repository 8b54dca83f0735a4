// Package git knows what git reads unasked in a repository: where its settings and
// hooks are, and which settings start a program (docs/spec/11-guard.md#git). It
// reads git's files itself and never runs git: in a repository that an agent has
// written that would be one more program led astray (docs/decisions/0620).
package git

import (
	"bytes"
	"io"
	"io/fs"
	"os"
)

// limited reads at most left bytes, and fails beyond: a file may grow while it is read.
type limited struct {
	r    io.Reader
	left int64
}

func (l *limited) Read(b []byte) (int, error) {
	n, err := l.r.Read(b)
	if l.left -= int64(n); l.left < 0 {
		return 0, errBroken
	}
	return n, err
}

// Open opens a file of a repository for reading that is no link, pipe or device.
func Open(path string) (*os.File, fs.FileInfo, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errBroken}
	}
	file, err := openNow(path)
	if err != nil {
		return nil, nil, err
	}
	if now, err := file.Stat(); err != nil || !os.SameFile(info, now) {
		_ = file.Close()
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errBroken}
	}
	return file, info, nil
}

// ReadFile reads a file of at most so many bytes that is no link, pipe or device.
func ReadFile(path string, most int64) ([]byte, fs.FileMode, error) {
	file, info, err := Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer file.Close()
	if info.Size() > most {
		return nil, 0, &fs.PathError{Op: "read", Path: path, Err: errBroken}
	}
	var b bytes.Buffer
	_, err = b.ReadFrom(&limited{file, most})
	return b.Bytes(), info.Mode(), err
}
