package secrets

import (
	"errors"
	"sync"
	"time"

	"github.com/zalando/go-keyring"
)

// ringWait is how long a keychain may take: it may ask the person to open it.
const ringWait = 60 * time.Second

// ErrSilent says that the system's keychain has not answered in time: it is
// locked, and its question waits for the person.
var ErrSilent = errors.New("the keychain does not answer: it may be locked and asking for its password in another window; unlock it and try again")

// ring is the system's keyring. Its library waits for ever if nobody answers
// the keychain's question; a ring gives up after ringWait, and at once while
// that call still hangs. Calls come one at a time.
type ring struct {
	turn chan struct{} // holds one; taken during a call
	wait time.Duration

	mu   sync.Mutex
	hung bool

	// The library's own functions, but for tests of a keychain that hangs.
	read  func(service, name string) (string, error)
	write func(service, name, value string) error
	erase func(service, name string) error
}

func newRing() *ring {
	return &ring{turn: make(chan struct{}, 1), wait: ringWait, read: keyring.Get, write: keyring.Set, erase: keyring.Delete}
}

func (r *ring) get(name string) (string, error) {
	answer := make(chan string, 1)
	err := r.call(func() error {
		value, err := r.read(service, name)
		answer <- value
		return err
	})
	if err != nil {
		return "", err
	}
	return <-answer, nil
}

func (r *ring) set(name, value string) error {
	return r.call(func() error { return r.write(service, name, value) })
}

func (r *ring) remove(name string) error {
	return r.call(func() error { return r.erase(service, name) })
}

// call asks the keyring. The error is ErrSilent if it does not answer in time;
// what was asked may then still happen.
func (r *ring) call(ask func() error) error {
	r.mu.Lock()
	hung := r.hung
	r.mu.Unlock()
	if hung {
		return ErrSilent
	}
	limit := time.NewTimer(r.wait)
	defer limit.Stop()
	select {
	case r.turn <- struct{}{}:
	case <-limit.C:
		return ErrSilent
	}
	done := make(chan error, 1)
	go func() {
		err := ask()
		r.mu.Lock()
		r.hung = false
		r.mu.Unlock()
		done <- err
		<-r.turn
	}()
	select {
	case err := <-done:
		return err
	case <-limit.C:
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case err := <-done: // at the last moment
		return err
	default:
		r.hung = true
		return ErrSilent
	}
}
