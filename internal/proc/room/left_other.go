//go:build !linux

package room

// Processes is empty: there are no rooms.
func (Tenant) Processes() []Process { return nil }

// End does nothing.
func (Tenant) End() {}
