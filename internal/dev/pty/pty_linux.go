// Package pty gives tests a real terminal.
package pty

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// Open opens a pair of ends of a real terminal: the person's and the program's.
// Both are closed with the test.
func Open(t testing.TB) (person, program *os.File) {
	t.Helper()
	person, program, err := Pair()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = person.Close(), program.Close() }) // a program under test may have closed one
	return person, program
}

// Pair is Open without a test. The caller closes both.
func Pair() (person, program *os.File, err error) {
	person, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	number, err := unlock(person)
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		return nil, nil, errors.Join(err, person.Close())
	}
	return person, program, nil
}

// unlock lets the other end be opened, and returns its number.
func unlock(person *os.File) (number int, err error) {
	conn, err := person.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = conn.Control(func(fd uintptr) {
		if failed = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); failed == nil {
			number, failed = unix.IoctlGetInt(int(fd), unix.TIOCGPTN)
		}
	})
	return number, errors.Join(err, failed)
}
