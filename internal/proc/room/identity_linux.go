package room

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// What a room answers for ErrOtherFolder and ErrOtherProgram.
const (
	otherFolder  = "other folder"
	otherProgram = "other program"
)

// An Identity says which file it is, and that nothing of it was changed: no program can
// set the time of its last change. It is equal inside a room and outside, whatever is
// mounted how. The zero Identity is of nothing.
type Identity struct {
	dev, ino uint64
	sec, ns  int64 // of the last change; 0 of folders
}

// IdentityOf is what a file is.
func IdentityOf(info os.FileInfo) Identity {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return Identity{}
	}
	i := Identity{dev: st.Dev, ino: st.Ino}
	if !info.IsDir() {
		i.sec, i.ns = st.Ctim.Unix()
	}
	return i
}

// String writes an Identity for parseIdentity.
func (i Identity) String() string { return fmt.Sprint(i.dev, i.ino, i.sec, i.ns) }

func parseIdentity(text string) (Identity, error) {
	fields := strings.Fields(text)
	if len(fields) != 4 {
		return Identity{}, fmt.Errorf("a damaged identity %q", text)
	}
	var i Identity
	var err [4]error
	i.dev, err[0] = strconv.ParseUint(fields[0], 10, 64)
	i.ino, err[1] = strconv.ParseUint(fields[1], 10, 64)
	i.sec, err[2] = strconv.ParseInt(fields[2], 10, 64)
	i.ns, err[3] = strconv.ParseInt(fields[3], 10, 64)
	for _, e := range err {
		if e != nil {
			return Identity{}, e
		}
	}
	return i, nil
}

// parseSettled reads what a request says of its folder and its program.
func parseSettled(folder, program string) (s Settled, err error) {
	for _, of := range []struct {
		text string
		to   *Identity
	}{{folder, &s.Folder}, {program, &s.Program}} {
		if *of.to, err = parseIdentity(of.text); err != nil {
			return s, err
		}
	}
	return s, nil
}

// enter opens the folder of a tenant, as this room shows it, if it is the one that was
// settled, and looks at its program. The room's own view counts: a folder that was
// opened outside would lead out of it by "..". dir is how the program enters the folder.
func (t *tenant) enter() (dir string, folder *os.File, err error) {
	if t.settled.Program != (Identity{}) {
		var st unix.Stat_t
		if err := unix.Stat(t.path, &st); err == nil && identityOf(&st) != t.settled.Program {
			return "", nil, ErrOtherProgram
		} // what is not there is refused by the start itself
	}
	if t.settled.Folder == (Identity{}) {
		return t.dir, nil, nil
	}
	fd, err := unix.Openat2(unix.AT_FDCWD, t.dir, &unix.OpenHow{Flags: unix.O_PATH | unix.O_DIRECTORY | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
	if err != nil {
		return "", nil, ErrOtherFolder
	}
	folder = os.NewFile(uintptr(fd), t.dir)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || identityOf(&st) != t.settled.Folder {
		_ = folder.Close() // nothing was done with it
		return "", nil, ErrOtherFolder
	}
	return "/proc/self/fd/" + strconv.Itoa(fd), folder, nil
}

func identityOf(st *unix.Stat_t) Identity {
	i := Identity{dev: st.Dev, ino: st.Ino}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		i.sec, i.ns = st.Ctim.Unix()
	}
	return i
}
