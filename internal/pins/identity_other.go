//go:build !linux && !darwin

package pins

import "io/fs"

// fill knows nothing more here: os.FileInfo tells no time that a program cannot set.
func fill(*Identity, fs.FileInfo) {}
