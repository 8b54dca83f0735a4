//go:build desktop && linux && cgo

package card

/*
#cgo pkg-config: gtk+-3.0 x11
#include <stdlib.h>
#include "card.h"
*/
import "C"

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"unsafe"
)

// mostButtons is how many buttons a card has.
const mostButtons = 8

// Run shows the card that it reads from in until it is answered or closed. The code is the
// program's.
func Run(in io.Reader) (code int, pressed string, err error) {
	c, err := read(in)
	if err != nil {
		return 1, "", err
	}
	if len(c.Buttons) > mostButtons {
		return 1, "", errors.New("the card has too many buttons")
	}
	runtime.LockOSThread() // GTK belongs to one thread
	defer runtime.UnlockOSThread()
	switch at := show(c); {
	case at == -2:
		return 1, "", errors.New("there is no display")
	case at < 0 || at >= len(c.Buttons):
		return ExitClosed, "", nil
	default:
		return ExitPressed, c.Buttons[at].Label, nil
	}
}

// show hands a card over to GTK.
func show(c Card) int {
	var free []unsafe.Pointer
	defer func() {
		for _, p := range free {
			C.free(p)
		}
	}()
	text := func(s string) *C.char {
		t := C.CString(strings.ReplaceAll(s, "\x00", "\uFFFD"))
		free = append(free, unsafe.Pointer(t))
		return t
	}
	ints := func(n int) []C.int {
		p := C.calloc(C.size_t(n+1), C.size_t(unsafe.Sizeof(C.int(0))))
		free = append(free, p)
		return unsafe.Slice((*C.int)(p), n+1)
	}
	labels := C.calloc(C.size_t(len(c.Buttons)+1), C.size_t(unsafe.Sizeof((*C.char)(nil))))
	free = append(free, labels)
	late, marked := ints(len(c.Buttons)), ints(len(c.Marked))
	for i, b := range c.Buttons {
		unsafe.Slice((**C.char)(labels), len(c.Buttons))[i] = text(b.Label)
		if b.Late {
			late[i] = 1
		}
	}
	for i, line := range c.Marked {
		marked[i] = C.int(line)
	}
	flag := func(on bool) C.int {
		if on {
			return 1
		}
		return 0
	}
	spec := C.handrail_card{
		title: text(c.Title), heading: text(c.Heading), about: text(strings.Join(c.About, "\n")), text: text(c.Text), hint: text(c.Hint),
		marked: &marked[0], marks: C.int(len(c.Marked)), labels: (**C.char)(labels), late: &late[0], buttons: C.int(len(c.Buttons)),
		parent: C.int(c.Parent), behind: flag(c.Behind), dark: flag(c.Dark), settles: C.int(c.Settles),
	}
	return int(C.handrail_show(&spec))
}

// Possible reports whether this program can show a card.
func Possible() bool { return true }
