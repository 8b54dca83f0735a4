package confine

import (
	"io/fs"
	"os"
)

// nonBlocking has no meaning here: named pipes are not part of the file tree.
const nonBlocking = 0

// keepOwner does nothing: a new file takes the rights of its folder.
func keepOwner(*os.Root, string, fs.FileInfo) error { return nil }

// syncFolder does nothing: a folder cannot be flushed on Windows.
func syncFolder(*os.Root) error { return nil }

// entryInfo describes an entry of dir. Windows would look up its identity by
// name, later; the handle does it now.
func entryInfo(dir *os.Root, e fs.DirEntry) (fs.FileInfo, error) { return dir.Lstat(e.Name()) }
