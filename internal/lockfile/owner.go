package lockfile

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A HeldError says that another process holds a lock, or does not let a file be
// replaced.
type HeldError struct {
	File    string
	PID     int    // 0: the system does not tell
	Program string // "": likewise
	Err     error  // why waiting ended
}

// Error implements error.
func (e *HeldError) Error() string {
	who := "another program"
	switch {
	case e.PID == os.Getpid():
		who = fmt.Sprintf("another part of this program (process %d)", e.PID)
	case e.PID != 0 && e.Program != "":
		who = fmt.Sprintf("%s (process %d)", e.Program, e.PID)
	case e.PID != 0:
		who = fmt.Sprintf("process %d", e.PID)
	}
	return fmt.Sprintf("%s is locked by %s and was not released in time; nothing was changed. Close that program and try again", e.File, who)
}

// Unwrap returns why waiting ended.
func (e *HeldError) Unwrap() error { return e.Err }

// held describes who holds the lock on the file locked, so that target cannot be
// changed.
func held(target, locked string, why error) *HeldError {
	e := &HeldError{File: target, Err: why}
	if pid, program := holder(locked); pid != 0 {
		e.PID, e.Program = pid, program
	} else if target != locked {
		e.PID, e.Program = signedBy(signature(locked))
	}
	return e
}

// signatureAt is where a signature begins: LockFileEx locks the first byte, which
// nobody else can then read or write.
const (
	signatureAt   = 1
	signatureSize = 120
)

// sign notes in a lock file who holds it. It is for error messages, and lets those
// who wait see that owners change; without it the lock holds all the same.
func sign(path string) {
	f, err := os.OpenFile(path, os.O_WRONLY|noFollow, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	name := filepath.Base(os.Args[0])
	name = name[:min(len(name), 60)]
	line := fmt.Sprintf("%d %s %s\n", os.Getpid(), rand.Text()[:8], name)
	_, _ = f.WriteAt(fmt.Appendf(nil, "%-*s", signatureSize, line), signatureAt)
}

// signature is what the last owner has noted; "" if it cannot be read.
func signature(path string) string {
	f, err := os.OpenFile(path, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	text := make([]byte, signatureSize)
	n, err := f.ReadAt(text, signatureAt)
	if err != nil && !errors.Is(err, io.EOF) {
		return ""
	}
	line, _, _ := bytes.Cut(text[:n], []byte("\n"))
	return string(line)
}

// signedBy reads a signature.
func signedBy(line string) (pid int, program string) {
	number, rest, _ := strings.Cut(line, " ")
	pid, err := strconv.Atoi(number)
	if err != nil {
		return 0, ""
	}
	_, program, _ = strings.Cut(rest, " ")
	return pid, program
}
