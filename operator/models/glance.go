package models

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"handrail/operator/settings"
)

// glanceWait is how long Glance waits for providers. One on this machine answers
// within it, or refuses.
const glanceWait = 300 * time.Millisecond

// A look at a provider goes on in the background.
type look struct {
	at   settings.Provider
	done chan struct{}
	now  Status // once done is closed
}

// looks are the latest looks at providers, by their names.
type looks struct {
	mu    sync.Mutex
	going map[string]*look
	last  map[string]*look // finished
}

// Glance is State for somebody who waits: a provider that does not answer at once
// is what it was when it last did, or Checking. Ask again, it looks on meanwhile.
func (k *Catalog) Glance(ctx context.Context) State {
	s, out := k.chosen()
	names := slices.Sorted(maps.Keys(s.Models.Providers))
	begun := make([]*look, len(names))
	for i, name := range names {
		begun[i] = k.look(ctx, name, s.Models.Providers[name])
	}
	patience, stop := context.WithTimeout(ctx, glanceWait)
	defer stop()
	for i, l := range begun {
		select {
		case <-l.done:
		case <-patience.Done():
		}
		out.Providers = append(out.Providers, k.seen(names[i], l))
	}
	return out
}

// look begins a look at a provider, or joins the one that goes on.
func (k *Catalog) look(ctx context.Context, name string, p settings.Provider) *look {
	k.looks.mu.Lock()
	defer k.looks.mu.Unlock()
	if l := k.looks.going[name]; l != nil && l.at == p {
		return l
	}
	l := &look{at: p, done: make(chan struct{})}
	if k.looks.going == nil {
		k.looks.going, k.looks.last = map[string]*look{}, map[string]*look{}
	}
	k.looks.going[name] = l
	go func() {
		l.now = k.status(context.WithoutCancel(ctx), name, p) // it ends by itself, after modelWait
		k.looks.mu.Lock()
		defer k.looks.mu.Unlock()
		if k.looks.going[name] == l {
			delete(k.looks.going, name)
			k.looks.last[name] = l
		}
		close(l.done)
	}()
	return l
}

// seen is what a look has found, else what the one before it had.
func (k *Catalog) seen(name string, l *look) Status {
	select {
	case <-l.done:
		return l.now
	default:
	}
	k.looks.mu.Lock()
	defer k.looks.mu.Unlock()
	if before := k.looks.last[name]; before != nil && before.at == l.at {
		return before.now
	}
	return Status{Name: name, Type: l.at.Type, URL: l.at.URL, HasKey: l.at.Key != "", State: Checking, Models: []string{}}
}
