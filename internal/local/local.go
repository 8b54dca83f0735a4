// Package local is a way between programs of one person on one machine: a socket
// in a folder of theirs, at which other users' programs are turned away.
package local

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// pathLimit is how long the path of a socket may be, in bytes: macOS takes 103,
// Linux 107.
const pathLimit = 103

// ErrUnsupported means that this system cannot say who is on the other side, so
// that there is no socket (docs/decisions/0424).
var ErrUnsupported = errors.New("this system does not say whose program is at the other end of a socket")

// ErrTaken means that another program listens already.
var ErrTaken = errors.New("another program listens there already")

// A Listener hands out connections of programs of the same user.
type Listener struct{ l *net.UnixListener }

// Listen makes a socket of mode 0600 at path, in a folder that is the user's
// alone. What a program that is gone has left there is replaced.
func Listen(path string) (*Listener, error) {
	if err := usable(path); err != nil {
		return nil, err
	}
	if c, err := net.DialTimeout("unix", path, time.Second); err == nil {
		return nil, errors.Join(ErrTaken, c.Close())
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode()&os.ModeSocket == 0 {
			return nil, fmt.Errorf("%s is in the way: it is no socket", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return &Listener{l}, nil
}

// Accept waits for the next program of the same user. Others are turned away.
func (l *Listener) Accept() (net.Conn, error) {
	for {
		c, err := l.l.AcceptUnix()
		if err != nil {
			return nil, err
		}
		if own(c) == nil {
			return c, nil
		}
		_ = c.Close() // it is not told why
	}
}

// Close ends the listening and removes the socket. Connections stand.
func (l *Listener) Close() error { return l.l.Close() }

// Dial connects to what listens at path, if that is a program of the same user.
func Dial(ctx context.Context, path string) (net.Conn, error) {
	if err := usable(path); err != nil {
		return nil, err
	}
	var d net.Dialer
	c, err := d.DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	if err := own(c.(*net.UnixConn)); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func usable(path string) error {
	if !knowsPeers {
		return ErrUnsupported
	}
	if len(path) > pathLimit {
		return fmt.Errorf("the path %s is too long for a socket: it has %d bytes, and %d is the most", path, len(path), pathLimit)
	}
	return nil
}

// own says why the program at the other end is not one of the same user.
func own(c *net.UnixConn) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var uid uint32
	var asked error
	if err := raw.Control(func(fd uintptr) { uid, asked = peerUser(fd) }); err != nil {
		return err
	}
	if asked != nil {
		return asked
	}
	if int64(uid) != int64(os.Geteuid()) {
		return fmt.Errorf("the program at the other end belongs to another user (%d)", uid)
	}
	return nil
}
