//go:build !linux

package confine

import "os"

// toName opens a folder to name it: it has to be readable here.
const toName = os.O_RDONLY
