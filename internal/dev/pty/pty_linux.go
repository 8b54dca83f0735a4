// Package pty gives tests a real terminal.
package pty

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Open opens a pair of ends of a real terminal: the person's and the program's.
// Both are closed with the test.
func Open(t testing.TB) (person, program *os.File) {
	t.Helper()
	person = open(t, "/dev/ptmx")
	conn, err := person.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	number := 0
	if err := conn.Control(func(fd uintptr) {
		if err := unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); err != nil {
			t.Error(err)
		}
		if number, err = unix.IoctlGetInt(int(fd), unix.TIOCGPTN); err != nil {
			t.Error(err)
		}
	}); err != nil {
		t.Fatal(err)
	}
	return person, open(t, fmt.Sprintf("/dev/pts/%d", number))
}

func open(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() }) // a program under test may have closed it
	return f
}
