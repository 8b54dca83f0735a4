//go:build !linux && !darwin

package room

// Boot names the time since the machine was started; "" where that cannot be known.
func Boot() string { return "" }
