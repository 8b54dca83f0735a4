package bridge

import (
	"fmt"
	"os"

	"golang.org/x/term"

	"handrail/internal/terminal"
)

// OpenTerminal opens the console that this process belongs to, even if its
// standard input is something else. The error says that there is none.
func OpenTerminal() (*Terminal, error) {
	in, err := os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("nobody can be asked on a terminal: this process has none (%w)", err)
	}
	out, err := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		_ = in.Close()
		return nil, fmt.Errorf("nobody can be asked on a terminal: this process has none (%w)", err)
	}
	t := NewTerminal(in, terminal.NewScreen(out), 0).ofProcess()
	t.closers = append(t.closers, in, out)
	t.columns = func() int {
		if w, _, err := term.GetSize(int(out.Fd())); err == nil && w > 0 {
			return w
		}
		return 80
	}
	return t, nil
}
