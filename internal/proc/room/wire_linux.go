package room

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// messageLimit bounds what one end takes from the other: more than any argument
// list and environment that the system would take.
const messageLimit = 16 << 20

// mostFiles is how many files come with one message: what the system allows.
const mostFiles = 253

// A wire carries messages, which are lists of strings of any bytes, and open
// files. It connects Handrail with a room; both ends are ours. One goroutine
// sends and one receives.
type wire struct{ c *net.UnixConn }

// newWire makes a pair of wires' ends; the second is a file to hand on.
func newWire() (wire, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return wire{}, nil, os.NewSyscallError("socketpair", err)
	}
	w, err := wireOf(os.NewFile(uintptr(fds[0]), "wire"))
	if err != nil {
		_ = unix.Close(fds[1])
		return wire{}, nil, err
	}
	return w, os.NewFile(uintptr(fds[1]), "wire"), nil
}

// wireOf makes a wire of a socket, which it takes over.
func wireOf(f *os.File) (wire, error) {
	defer f.Close()
	c, err := net.FileConn(f)
	if err != nil {
		return wire{}, err
	}
	u, ok := c.(*net.UnixConn)
	if !ok {
		return wire{}, errors.Join(errors.New("not a unix socket"), c.Close())
	}
	return wire{u}, nil
}

// send writes one message with its files, which stay open here.
func (w wire) send(files []*os.File, words ...string) error {
	size := 4
	for _, word := range words {
		size += 4 + len(word)
	}
	buf := make([]byte, 0, size)
	buf = binary.LittleEndian.AppendUint32(buf, uint32(size-4))
	for _, word := range words {
		buf = binary.LittleEndian.AppendUint32(buf, uint32(len(word)))
		buf = append(buf, word...)
	}
	var rights []byte
	if len(files) > 0 {
		fds := make([]int, len(files))
		for i, f := range files {
			fds[i] = int(f.Fd())
		}
		rights = unix.UnixRights(fds...)
	}
	n, _, err := w.c.WriteMsgUnix(buf, rights, nil) // in one go, so that the other end wakes once
	if err == nil && n < len(buf) {
		_, err = w.c.Write(buf[n:])
	}
	return err
}

// receive reads one message with its files.
func (w wire) receive() (words []string, files []*os.File, err error) {
	head, oob := make([]byte, 4), make([]byte, unix.CmsgSpace(mostFiles*4))
	n, oobn, _, _, err := w.c.ReadMsgUnix(head, oob)
	if err != nil {
		return nil, nil, err
	}
	if files, err = received(oob[:oobn]); err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			closeAll(files)
			words, files = nil, nil
		}
	}()
	if n == 0 {
		return nil, files, io.EOF
	}
	if _, err := io.ReadFull(w.c, head[n:]); err != nil {
		return nil, files, err
	}
	size := binary.LittleEndian.Uint32(head)
	if size > messageLimit {
		return nil, files, fmt.Errorf("a message of %d bytes", size)
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(w.c, body); err != nil {
		return nil, files, err
	}
	for len(body) >= 4 {
		length := binary.LittleEndian.Uint32(body)
		body = body[4:]
		if uint64(length) > uint64(len(body)) {
			return nil, files, errors.New("a damaged message")
		}
		words = append(words, string(body[:length]))
		body = body[length:]
	}
	if len(words) == 0 {
		return nil, files, errors.New("an empty message")
	}
	return words, files, nil
}

// received are the files that came with a message.
func received(oob []byte) ([]*os.File, error) {
	if len(oob) == 0 {
		return nil, nil
	}
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil, err
	}
	var files []*os.File
	for _, m := range messages {
		fds, err := unix.ParseUnixRights(&m)
		if err != nil {
			closeAll(files)
			return nil, err
		}
		for _, fd := range fds {
			syscall.CloseOnExec(fd)
			files = append(files, os.NewFile(uintptr(fd), "handed"))
		}
	}
	return files, nil
}
