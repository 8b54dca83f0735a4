package machines

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Stage is how far a pairing has come that the person makes at a window.
type Stage string

// The stages of a pairing. A machine that has made the number shows it; the other one has been told it.
const (
	NoPairing Stage = "none"
	Reaching  Stage = "reaching" // the server is connected to
	Inviting  Stage = "inviting" // the number is shown, and nobody has come
	Joining   Stage = "joining"  // the number was entered, and nobody has answered
	Comparing Stage = "comparing"
	Confirmed Stage = "confirmed" // here, and not there yet
	Paired    Stage = "paired"
	Unpaired  Stage = "failed"
)

// inviteLimit is how long a pairing waits for the other machine, and for both persons.
const inviteLimit = 10 * time.Minute

// An Attempt is a pairing as it stands.
type Attempt struct {
	Stage  Stage
	Number string // by which the other machine finds this one
	Code   string // that both show
	Other  string // what the other one calls itself
	Err    error  // why nothing was paired
}

// Attempts are the pairings that the person makes at a window, one after the other. They are safe for concurrent use.
type Attempts struct {
	desk *Desk

	mu     sync.Mutex
	now    Attempt
	stop   context.CancelFunc // of the one that goes on
	same   chan bool          // what the person says of its code
	serial int                // of the one that is seen: another one was called off
}

// Attempts are the pairings at the window.
func (d *Desk) Attempts() *Attempts { return d.attempts }

// ErrPairing says that a pairing goes on already.
var ErrPairing = errors.New("this machine is being paired already: finish that, or cancel it")

var errNobody = errors.New("the other machine has not come in ten minutes")

// Begin begins to pair this machine with another one, and returns. number is the one that the other machine shows, or "" for one to
// be shown there. Now says how it goes.
func (a *Attempts) Begin(number string) error {
	if number != "" {
		if err := CheckInvitation(number); err != nil {
			return err
		}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.stop != nil {
		return ErrPairing
	}
	ctx, stop := context.WithTimeoutCause(a.desk.c.Context, inviteLimit, errNobody)
	a.now, a.stop, a.same, a.serial = Attempt{Stage: Reaching}, stop, make(chan bool, 1), a.serial+1
	serial, same := a.serial, a.same
	a.desk.c.Go(func() {
		defer stop()
		a.pair(ctx, serial, same, number)
	})
	return nil
}

// pair pairs, and notes each stage.
func (a *Attempts) pair(ctx context.Context, serial int, same <-chan bool, number string) {
	compare := func(ctx context.Context, code, other string) bool {
		a.note(serial, func() { a.now.Stage, a.now.Code, a.now.Other = Comparing, code, other })
		select {
		case yes := <-same:
			return yes
		case <-ctx.Done():
			return false
		}
	}
	if number != "" {
		a.note(serial, func() { a.now.Stage = Joining })
	}
	peer, err := a.desk.Pair(ctx, number, func(n string) { a.note(serial, func() { a.now.Stage, a.now.Number = Inviting, n }) }, compare)
	if err != nil && errors.Is(context.Cause(ctx), errNobody) {
		err = errNobody
	}
	seen := a.note(serial, func() {
		a.stop = nil
		if a.now = (Attempt{Stage: Paired, Other: peer.Name}); err != nil {
			a.now = Attempt{Stage: Unpaired, Err: err}
		}
	})
	if !seen && err == nil {
		if err := a.desk.Unpair(ctx, peer); err != nil {
			a.desk.c.Notice("error", "Pairing with %s was cancelled too late, and it could not be unpaired: %v.", peer.Name, err)
		}
	}
}

// note changes what is known of a pairing, unless it was called off: then it is false.
func (a *Attempts) note(serial int, change func()) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.serial != serial {
		return false
	}
	change()
	return true
}

// Now is the pairing that goes on, or the last one until it is called off.
func (a *Attempts) Now() Attempt {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now.Stage == "" {
		return Attempt{Stage: NoPairing}
	}
	return a.now
}

// Compare says whether the other machine shows the same code. It is harmless where nothing is compared.
func (a *Attempts) Compare(same bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.now.Stage == Comparing {
		a.now.Stage = Confirmed
		a.same <- same // it has room: nothing was said
	}
}

// Stop calls a pairing off, or forgets one that has ended. Where both have said what they are, the other machine is told no; where it
// was told yes already, the machines part again should it say yes, too.
func (a *Attempts) Stop() {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch a.now.Stage {
	case Comparing:
		a.same <- false // it has room: nothing was said
	case Confirmed:
	default:
		if a.stop != nil {
			a.stop()
		}
	}
	a.now, a.stop, a.serial = Attempt{}, nil, a.serial+1
}
