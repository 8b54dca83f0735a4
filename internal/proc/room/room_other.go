//go:build !linux

package room

import (
	"errors"
	"io"
	"net"
	"os"

	"handrail/internal/sandbox"
)

// A Room needs namespaces, which this system does not have.
type Room struct{}

// PID is 0: there is no room.
func (*Room) PID() int { return 0 }

// Close does nothing.
func (*Room) Close() error { return nil }

// End does nothing.
func (*Room) End() error { return nil }

// A Helper is needed for rooms only.
type Helper struct{}

// NewHelper always gives nil: there are no rooms.
func NewHelper(string) (*Helper, error) { return nil, nil }

// NewHelperOf always gives nil, as well.
func NewHelperOf(io.Reader) (*Helper, error) { return nil, nil }

// Group does nothing.
func (*Helper) Group(string) {}

// Close does nothing.
func (*Helper) Close() error { return nil }

// Listen always fails.
func (*Room) Listen(string) (net.Listener, error) { return nil, errors.ErrUnsupported }

// ListenPacket always fails.
func (*Room) ListenPacket(string) (net.PacketConn, error) { return nil, errors.ErrUnsupported }

// OpenDoor always fails.
func OpenDoor(string) (*os.File, error) { return nil, errors.ErrUnsupported }

// Protect always fails: no room has a door.
func Protect(string, []string) ([]string, error) { return nil, errors.ErrUnsupported }

// A Mapping is a file that a program in a room has mapped.
type Mapping struct {
	Program, Path string
	Ino           uint64
}

// Mapped always fails: no room has a door.
func Mapped(string) ([]Mapping, error) { return nil, errors.ErrUnsupported }

// IsRoom reports whether this process was started to be a room: never here.
func IsRoom() bool { return false }

// InRoom reports whether this process runs in a room: never here.
func InRoom() bool { return false }

// Inhabit is the main function of a room; there is none here.
func Inhabit() int { return 2 }

// A Holder needs namespaces, which this system does not have.
type Holder struct{}

// OpenHolder always fails.
func OpenHolder(*Helper) (*Holder, error) { return nil, errors.ErrUnsupported }

// Lay always fails.
func (*Holder) Lay(sandbox.Layer, bool) (*os.File, error) { return nil, errors.ErrUnsupported }

// PID is 0: there is none.
func (*Holder) PID() int { return 0 }

// Close does nothing.
func (*Holder) Close() error { return nil }
