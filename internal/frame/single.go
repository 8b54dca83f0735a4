// Package frame is what the windows of one data folder have in common: there is one of them at a time, which takes
// what a second one was started for, and each begins where the last one was (docs/decisions/0971-one-window-for-a-data-folder.md).
package frame

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"

	"handrail/internal/local"
	"handrail/internal/lockfile"
)

const (
	lockName   = "window.lock"
	socketName = "window.sock"
	// requestMost is how many bytes of a request are read.
	requestMost = 64 << 10
	// patience is how long a second window waits for the first one, which may just be starting.
	patience = 10 * time.Second
	// answersWithin is how long one may take to send its request, or its answer.
	answersWithin = 5 * time.Second
)

// A Request is what a second window was started for. The zero value wants the first one to come to the front.
type Request struct {
	Folder string `json:"folder,omitempty"` // to open, absolute
	Link   string `json:"link,omitempty"`   // a handrail: address, as it was given
}

type reply struct {
	Error string `json:"error,omitempty"`
}

// ErrSilent means that another window has the data folder, and does not answer.
var ErrSilent = errors.New("another window of Handrail is open and does not answer")

// A Holder is the only window of a data folder.
type Holder struct {
	lock *lockfile.Lock
	l    *local.Listener
}

// Hold makes this process the only window of a data folder, or hands its request to the one that is: then the Holder is nil, and so is
// the error if that one has done it. Where a system does not say who is at the other end of a socket, every window is the only one.
func Hold(ctx context.Context, data string, r Request) (*Holder, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := os.MkdirAll(data, 0o700); err != nil { // at the very first start
		return nil, err
	}
	for {
		lock, err := lockfile.Try(filepath.Join(data, lockName))
		if err != nil {
			return nil, err
		}
		if lock != nil {
			return &Holder{lock: lock}, nil
		}
		err = hand(ctx, filepath.Join(data, socketName), r)
		if told := (*toldError)(nil); err == nil || errors.As(err, &told) {
			return nil, err
		}
		select { // it is just starting, or ending
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrSilent, err)
		}
	}
}

// A toldError is what the first window says of a request that it refuses.
type toldError struct{ text string }

// Error implements error.
func (e *toldError) Error() string { return e.text }

// hand hands a request to the window that listens.
func hand(ctx context.Context, path string, r Request) (err error) {
	c, err := local.Dial(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.SetDeadline(time.Now().Add(answersWithin)); err != nil {
		return err
	}
	if err := json.NewEncoder(c).Encode(r); err != nil {
		return err
	}
	var said reply
	if err := json.NewDecoder(io.LimitReader(c, requestMost)).Decode(&said); err != nil {
		return err
	}
	if said.Error != "" {
		return &toldError{said.Error}
	}
	return nil
}

// Serve answers what other windows are started for until the Holder is closed. Only programs of this user are heard.
func (h *Holder) Serve(data string, do func(Request) error) error {
	l, err := local.Listen(filepath.Join(data, socketName))
	if err != nil {
		return err
	}
	h.l = l
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go answer(c, do)
		}
	}()
	return nil
}

// answer answers one request. Who sends no whole one is not answered.
func answer(c net.Conn, do func(Request) error) {
	defer func() { _ = c.Close() }() // it has been told all, or is gone
	if c.SetDeadline(time.Now().Add(answersWithin)) != nil {
		return
	}
	line, err := bufio.NewReader(io.LimitReader(c, requestMost)).ReadBytes('\n')
	var r Request
	if err != nil || json.Unmarshal(line, &r) != nil {
		return
	}
	var said reply
	if err := do(r); err != nil {
		said.Error = err.Error()
	}
	_ = json.NewEncoder(c).Encode(said) // it may not have waited
}

// Close lets another window be the only one.
func (h *Holder) Close() error {
	if h == nil {
		return nil
	}
	var err error
	if h.l != nil {
		err = h.l.Close()
	}
	h.lock.Release()
	return err
}
