package pins

import (
	"io/fs"
	"time"
)

// An Identity says which file it is and when it last changed, as cheaply as a file
// system can tell. As long as it stays the same, and is Settled, so does the
// content. The zero Identity is that of no file.
type Identity struct {
	Dev, Ino uint64
	Size     int64
	Mode     fs.FileMode
	Modified int64 // in nanoseconds since 1970
	Changed  int64 // likewise, and no program can set it; 0: this system does not tell
}

// IdentityOf is the identity of a file that was looked at.
func IdentityOf(info fs.FileInfo) Identity {
	id := Identity{Size: info.Size(), Mode: info.Mode(), Modified: info.ModTime().UnixNano()}
	fill(&id, info)
	return id
}

// How coarse the times of files are: where a file system keeps parts of a second, they are
// those of the kernel's clock, which ticks at least every 10 ms. FAT keeps 2 s.
const (
	fineGrain   = 100 * time.Millisecond
	coarseGrain = 2 * time.Second
)

// Settled reports whether a change after the moment at would show in the
// identity: the last change must lie so far before it that both cannot carry the
// same time. Where the system tells no time that programs cannot set, it never
// does. A file server whose clock is behind by more than that can hide a change that
// follows another within 10 ms.
func (i Identity) Settled(at time.Time) bool {
	grain := fineGrain
	if i.Changed%int64(time.Second) == 0 { // at most once in so many files where parts are kept
		grain = coarseGrain
	}
	last := max(i.Changed, i.Modified)
	return i.Changed != 0 && at.UnixNano()-last > int64(grain)
}
