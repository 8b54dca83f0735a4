// Package links keeps short names for long addresses.
package links

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"sync"
)

// The reasons why an address or a name is not taken.
var (
	ErrName    = errors.New("a name is made of 1 to 40 small letters, digits and dashes")
	ErrAddress = errors.New("an address starts with http:// or https:// and names a host")
	ErrTaken   = errors.New("the name is taken")
)

// A Store keeps links in memory. The zero Store is empty and ready; it is safe
// for concurrent use.
type Store struct {
	mu    sync.RWMutex
	links map[string]string
}

// Add stores an address under a name that is still free.
func (s *Store) Add(name, address string) error {
	if !validName(name) {
		return fmt.Errorf("add %q: %w", name, ErrName)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Errorf("add %q: %w", name, ErrAddress)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.links[name]; taken {
		return fmt.Errorf("add %q: %w", name, ErrTaken)
	}
	if s.links == nil {
		s.links = map[string]string{}
	}
	s.links[name] = address
	return nil
}

// Find returns the address behind a name.
func (s *Store) Find(name string) (address string, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	address, ok = s.links[name]
	return address, ok
}

// Names lists every name, sorted.
func (s *Store) Names() []string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	names := make([]string, 0, len(s.links))
	for name := range s.links {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func validName(name string) bool {
	if name == "" || len(name) > 40 {
		return false
	}
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}
