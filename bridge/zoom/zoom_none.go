//go:build !desktop || !linux || !cgo

package zoom

// Set shows the page of this program's window in a size, in percent; false: this program cannot.
func Set(int) bool { return false }
