package sandbox

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The rights over files that Landlock knows, by what they are for.
const (
	readRights  = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writeRights = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM | unix.LANDLOCK_ACCESS_FS_REFER | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	deviceRights = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK // nobody gets these
	fileRights   = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV // what a rule for a file may ask for
)

// filesABI is the first version of Landlock that holds writing: before it,
// files outside can be cut short (truncate).
const filesABI = 3

// landlockABI is the version of Landlock that this kernel offers; 0: none.
func landlockABI() int {
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(abi)
}

// handled are the rights that a kernel with this version can hold.
func handled(abi int) uint64 {
	rights := uint64(readRights | writeRights | deviceRights)
	if abi < 2 {
		rights &^= unix.LANDLOCK_ACCESS_FS_REFER
	}
	if abi < 3 {
		rights &^= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi >= 5 {
		rights |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	return rights
}

// A ruleset is what a thread will be restricted to.
type ruleset struct {
	fd     int
	rights uint64
}

// newRuleset makes an empty one: everything is refused.
func newRuleset(abi int) (*ruleset, error) {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: handled(abi)}
	size := unsafe.Sizeof(attr.Handled_access_fs)
	if abi >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
		size = unsafe.Offsetof(attr.Scoped) + unsafe.Sizeof(attr.Scoped)
	}
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), size, 0)
	if errno != 0 {
		return nil, fmt.Errorf("landlock: a ruleset cannot be made: %w", errno)
	}
	return &ruleset{fd: int(fd), rights: attr.Handled_access_fs}, nil
}

// allow gives rights over path and what lies below it. What does not exist is
// left out. plain refuses a path with a link in it.
func (r *ruleset) allow(path string, rights uint64, plain bool) error {
	open := func(path string) (int, error) { return unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0) }
	if plain {
		open = openPlain
	}
	fd, err := open(path)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) || errors.Is(err, unix.ENOTDIR) {
		return nil
	}
	if err != nil {
		return &os.PathError{Op: "open", Path: path, Err: err}
	}
	defer closeFile(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return &os.PathError{Op: "stat", Path: path, Err: err}
	}
	rights &= r.rights
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return fmt.Errorf("landlock: no rule for %s: %w", path, errno)
	}
	return nil
}

// enforce restricts the calling thread, for good. no_new_privs is set already.
func (r *ruleset) enforce() error {
	defer closeFile(r.fd)
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(r.fd), 0, 0); errno != 0 {
		return fmt.Errorf("landlock: the thread cannot be restricted: %w", errno)
	}
	return nil
}

// restrictFiles holds the calling thread, and what it starts, to the profile's
// files.
func restrictFiles(p Profile) error {
	abi := landlockABI()
	if abi == 0 {
		return errors.New("this kernel has no Landlock")
	}
	r, err := newRuleset(abi)
	if err != nil {
		return err
	}
	for _, rule := range rulesOf(p) {
		for _, path := range rule.paths {
			if err := r.allow(path, rule.rights, rule.plain); err != nil {
				closeFile(r.fd)
				return err
			}
		}
	}
	return r.enforce()
}

// A rule is paths with the same rights.
type rule struct {
	paths  []string
	rights uint64
	plain  bool // real paths, in which somebody may have put a link since
}

func rulesOf(p Profile) []rule {
	const device = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	return []rule{
		{paths: SystemFolders(), rights: readRights},
		{paths: []string{"/proc"}, rights: readRights | unix.LANDLOCK_ACCESS_FS_WRITE_FILE},
		{paths: []string{"/dev"}, rights: unix.LANDLOCK_ACCESS_FS_READ_DIR},
		{paths: []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts"}, rights: device},
		{paths: []string{"/dev/shm"}, rights: readRights | writeRights},
		{paths: p.Read, rights: readRights, plain: true},
		{paths: p.Write, rights: readRights | writeRights, plain: true},
		{paths: replaced(p), rights: readRights | writeRights, plain: true},
	}
}

// replaced are the names under which the profile's own folders are shown. What is put into its
// home is held by its mount alone, where it may only be read: Landlock's rights reach down.
func replaced(p Profile) (names []string) {
	for at, folder := range shownAs(p) {
		if folder != "" && shown(folder, at) {
			names = append(names, at)
		}
	}
	return names
}

// shown reports whether two names stand for the same folder now.
func shown(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
