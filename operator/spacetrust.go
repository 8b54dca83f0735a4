package operator

import (
	"handrail/operator/news"
	"handrail/operator/trust"
)

// openTrust opens the places of what is trusted. What is left over there is removed
// meanwhile.
func (o *Operator) openTrust() {
	o.trusted = trust.OpenStore(trust.StoreConfig{Data: o.c.Dirs.Data, States: o.store.States(), Touch: o.permits.Touch})
	o.work.Go(func() {
		if err := o.trusted.Prune(o.ctx); err != nil {
			o.hub.Notice("warning", "what is not trusted any more could not be removed: %v", err)
		}
	})
	o.work.Go(func() { _ = o.trusted.SweepCalls() }) // what stays is tried again at the next start
}

// newTrust makes the keeper of what the person has looked at in a space.
func newTrust(s *Space) *trust.Keeper {
	return trust.New(trust.Config{
		Dir: s.dir, Roots: s.roots, Store: s.o.trusted, Notice: s.o.hub.Notice,
		Current:  func() trust.State { return s.current.Load().trust },
		Reload:   s.Reload,
		Announce: func() { s.announce(news.OnSpace) },
	})
}

// Trust keeps what the person has looked at in the space.
func (s *Space) Trust() *trust.Keeper { return s.trust }
