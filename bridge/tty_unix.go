//go:build unix

package bridge

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"handrail/internal/terminal"
)

// OpenTerminal opens the terminal that this process belongs to, even if its
// standard input is something else. The error says that there is none.
func OpenTerminal() (*Terminal, error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("nobody can be asked on a terminal: this process has none (%w)", errors.Unwrap(err))
	}
	t := NewTerminal(f, terminal.NewScreen(f), 0).ofProcess()
	t.closers = append(t.closers, f)
	t.columns = func() int { return columns(f) }
	return t, nil
}

// columns is the terminal's present width.
func columns(f *os.File) int {
	n := 80
	conn, err := f.SyscallConn()
	if err != nil {
		return n
	}
	_ = conn.Control(func(fd uintptr) {
		if w, _, err := term.GetSize(int(fd)); err == nil && w > 0 {
			n = w
		}
	})
	return n
}
