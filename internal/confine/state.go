package confine

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// A State says what a file is at a moment, so that a change can be noticed
// later. The zero State is that of a file that does not exist.
type State struct {
	Exists  bool
	Size    int64
	SHA256  string    // hexadecimal; "" leaves the content out of a comparison
	ModTime time.Time // zero leaves the time out of a comparison
}

// StateOf returns the state of content that was read or written.
func StateOf(data []byte) State {
	sum := sha256.Sum256(data)
	return State{Exists: true, Size: int64(len(data)), SHA256: hex.EncodeToString(sum[:])}
}

// State reads the file at p and returns what it is now. ModTime is filled in.
func (r *Roots) State(p Path) (State, error) {
	dir, name, err := r.at(p)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) && !isRootError(err) {
			return State{}, nil
		}
		return State{}, err
	}
	defer dir.Close()
	return stateOf(dir, name, p.Abs)
}

// isRootError tells a root that is gone from a file that is not there.
func isRootError(err error) bool {
	var root *RootError
	return errors.As(err, &root)
}

func stateOf(dir *os.Root, name, abs string) (State, error) {
	f, err := openFile(dir, name, abs)
	if errors.Is(err, fs.ErrNotExist) {
		return State{}, nil
	}
	if err != nil {
		return State{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return State{}, pathError("stat", abs, err)
	}
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return State{}, pathError("read", abs, err)
	}
	return State{Exists: true, Size: n, SHA256: hex.EncodeToString(h.Sum(nil)), ModTime: info.ModTime()}, nil
}

// differs says how the state found differs from the one expected; "" if it
// does not.
func (s State) differs(now State) string {
	switch {
	case s.Exists && !now.Exists:
		return "it has been deleted in the meantime"
	case !s.Exists && now.Exists:
		return "someone else has created a file with that name"
	case !s.Exists:
		return ""
	case s.Size != now.Size:
		return fmt.Sprintf("it has been changed by someone else: it had %d bytes and now has %d", s.Size, now.Size)
	case s.SHA256 != "" && now.SHA256 != s.SHA256:
		return "it has been changed by someone else: same size, other content"
	case !s.ModTime.IsZero() && !s.ModTime.Equal(now.ModTime):
		return "someone else has changed its modification time"
	}
	return ""
}

// Same reports whether both states stand for the same content.
func (s State) Same(now State) bool { return s.differs(now) == "" }
