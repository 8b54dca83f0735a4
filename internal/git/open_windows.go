package git

import "os"

// openNow opens a file for reading.
func openNow(path string) (*os.File, error) { return os.Open(path) }
