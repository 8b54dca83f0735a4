package confine

import "golang.org/x/sys/unix"

// toName opens a folder to name it and for nothing else.
const toName = unix.O_PATH | unix.O_DIRECTORY
