package sandbox

import (
	"cmp"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// A Furnishing is what a room is made of: a profile, and what only the outside
// knows.
type Furnishing struct {
	Profile Profile `json:"profile"`
	// Masks are sockets outside that programs must not reach.
	Masks []string `json:"masks,omitempty"`
	// Resolver is what /etc/resolv.conf says in the room.
	Resolver string `json:"resolver"`
}

// furnish arranges the files of this process's mount namespace, which is its
// own: everything can only be read, but for the folders of the profile; the
// person's home, other programs' sockets and devices are gone. It is done once,
// before anything runs here. What earlier rooms' programs have left in the
// folders is not trusted: no link in them is followed. The notes are about what
// could be done without.
func furnish(f Furnishing) (notes []string, err error) {
	p := f.Profile
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return nil, fmt.Errorf("the mounts cannot be made private: %w", err)
	}
	// Before anything is covered: a fresh /proc is refused once the old one is.
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return nil, fmt.Errorf("/proc: %w", err)
	}
	limitNumbers(p.Limits.Filled().Processes)
	startNumbers()
	limitCounters()
	outside, notes, err := takeOutside(p)
	if err != nil {
		return nil, err
	}
	if err := setReadOnly("/", true); err != nil {
		return nil, err
	}
	covers, err := coverAll(p, outside)
	if err != nil {
		return nil, err
	}
	if err := putDevices(outside.devices); err != nil {
		return nil, err
	}
	if err := putAll(outside.pieces); err != nil {
		return nil, err
	}
	for path, real := range p.Links {
		makeLink(path, real)
	}
	if err := putAll(outside.layers); err != nil {
		notes = append(notes, fmt.Sprintf("The caches of your own could not be shown: %v.", err))
	}
	hidden, err := cover(slices.DeleteFunc(slices.Clone(p.Hide), func(path string) bool { return !covered(path, p.Write) }), nil) // what was put there shows it again
	if err != nil {
		return nil, err
	}
	covers = append(covers, hidden...)
	if err := resolver(f.Resolver); err != nil {
		return nil, err
	}
	for _, path := range append(f.Masks, rootsSecrets()...) {
		mask(path)
	}
	if err := makeBlanks(p.Conceal); err != nil {
		return nil, err
	}
	drafts, err := takeDrafts(p.Drafts)
	if err != nil {
		return nil, err
	}
	for _, fd := range covers {
		if err := setAttributes(fd, unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}, false); err != nil {
			return nil, err
		}
		closeFile(fd)
	}
	if err := withdraw(p, drafts, outside); err != nil {
		return nil, err
	}
	return notes, os.Chdir("/")
}

// withdraw takes single files and folders out of what may be changed, or read. What covers others is unchangeable by then:
// what is pinned holds a copy of it.
func withdraw(p Profile, drafts []draft, o outside) error {
	if err := pinPlaces(o); err != nil {
		return err
	}
	for _, path := range p.Protect {
		if err := protect(path, p.Write); err != nil {
			return err
		}
	}
	for _, d := range drafts {
		if err := d.show(p.Write); err != nil {
			return err
		}
	}
	for _, c := range o.copies {
		if err := pinAbove(c.path, p.Write); err != nil {
			return err
		}
		if err := c.mount(); err != nil {
			return err
		}
	}
	for _, path := range p.Conceal {
		if err := conceal(path, p.Write); err != nil {
			return err
		}
	}
	return nil
}

// limitNumbers lets the kernel stop a bomb before anybody looks. Threads count as
// well, and the first 300 numbers are not given again. Before Linux 6.14 the
// number is the whole machine's, and RLIMIT_NPROC has to do, which does not hold
// root.
func limitNumbers(processes int) {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return
	}
	var major, minor int
	if n, _ := fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &major, &minor); n == 2 && (major > 6 || major == 6 && minor >= 14) {
		_ = os.WriteFile("/proc/sys/kernel/pid_max", []byte(strconv.Itoa(300+8*processes)), 0)
	}
}

// limitCounters leaves the person's other programs most of what the kernel counts by user, and not by room: with all
// inotify instances of their user gone, no editor notices a change any more. It is written in the room's own user
// namespace, where the person's limit holds besides.
func limitCounters() {
	for what, of := range map[string]struct {
		person string
		part   int
		least  int // as far as that is half of what the person has
	}{
		"max_inotify_instances": {"inotify/max_user_instances", 8, 16},
		"max_inotify_watches":   {"inotify/max_user_watches", 4, 8192},
		"max_fanotify_groups":   {"fanotify/max_user_groups", 8, 16},
		"max_fanotify_marks":    {"fanotify/max_user_marks", 4, 8192},
	} {
		raw, err := os.ReadFile("/proc/sys/fs/" + of.person)
		if err != nil {
			continue // this kernel does not know it
		}
		if n, err := strconv.Atoi(strings.TrimSpace(string(raw))); err == nil {
			_ = os.WriteFile("/proc/sys/user/"+what, []byte(strconv.Itoa(max(n/of.part, min(n/2, of.least)))), 0)
		}
	}
}

// startNumbers lets a room's processes begin with a number of its own: a program that finds the lock
// of an earlier one, by its number, must not take itself for that.
func startNumbers() {
	const first, span = 300, 3000                                                                        // below what limitNumbers leaves
	_ = os.WriteFile("/proc/sys/kernel/ns_last_pid", []byte(strconv.Itoa(first+mathrand.IntN(span))), 0) // else they begin as everywhere
}

// rootsSecrets are what only root may read, and a program of root's must not.
func rootsSecrets() []string {
	if os.Getuid() != 0 {
		return nil
	}
	list := []string{"/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/krb5.keytab"}
	keys, _ := filepath.Glob("/etc/ssh/*_key") // the pattern is sound
	private, _ := filepath.Glob("/etc/ssl/private/*")
	return append(append(list, keys...), private...)
}

// coversOf are the folders that an empty one, or the room's own, is put over.
func coversOf(p Profile) []string {
	list := []string{"/run", "/tmp", "/var/tmp"}
	if p.Home != "" && p.Home != "/" {
		list = append(list, p.Home)
	}
	if p.Logs != "" {
		list = append(list, logsAt)
	}
	for _, h := range append(slices.Clone(p.Hide), "/home", "/root", "/media", "/mnt", "/srv") {
		if !slices.Contains(list, h) && !covered(h, list) && h != "/" {
			list = append(list, h)
		}
	}
	var there []string
	for _, path := range list {
		info, err := os.Lstat(path)
		if err == nil && info.IsDir() {
			there = append(there, path)
		}
	}
	slices.SortFunc(there, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return there
}

// covered reports whether path lies in one of the folders.
func covered(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return path == f || strings.HasPrefix(path, f+"/") })
}

// cover hides folders: behind an empty one, or one of the profile's. It returns the
// empty ones, which are still to be made unchangeable.
func cover(paths []string, shown map[string]piece) ([]int, error) {
	var empty []int
	for _, path := range paths {
		if own, ok := shown[path]; ok {
			if err := own.mount(); err != nil {
				return nil, err
			}
			continue
		}
		fd, err := newTmpfs("4m", "755")
		if err == nil {
			err = moveTo(fd, path, true)
		}
		if err != nil {
			return nil, fmt.Errorf("%s cannot be covered: %w", path, err)
		}
		empty = append(empty, fd)
	}
	return empty, nil
}

// coverAll hides what programs must not see, and makes the places where something is put again.
func coverAll(p Profile, o outside) ([]int, error) {
	persons := personsFolders(p) // before the home folder is another
	covers, err := cover(coversOf(p), o.shown)
	if err != nil {
		return nil, err
	}
	closed, err := cover(persons, nil)
	if err == nil {
		err = makePlaces(p, o.pieces)
	}
	return append(covers, closed...), err
}

// setReadOnly makes what is mounted at path unchangeable; everything below, too,
// if it is whole.
func setReadOnly(path string, whole bool) error {
	at, err := openPlain(path)
	if err == nil {
		defer closeFile(at)
		err = setAttributes(at, unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}, whole)
	}
	if err != nil {
		return fmt.Errorf("%s cannot be made unchangeable: %w", path, err)
	}
	return nil
}

// exists reports whether there is something at path, a link included.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// closeFile closes what was only opened to be named.
func closeFile(fd int) { _ = unix.Close(fd) }

// mounted reports whether path is a mount point already.
func mounted(path string) bool {
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, 0, &st)
	return err == nil && st.Attributes&unix.STATX_ATTR_MOUNT_ROOT != 0
}

// mask puts something that nobody can read or connect to over a file or socket.
func mask(path string) {
	if exists(path) {
		_ = unix.Mount("/dev/null", path, "", unix.MS_BIND, "") // one that is gone meanwhile needs no mask
	}
}

// resolver replaces what /etc/resolv.conf says.
func resolver(text string) error {
	const name = "/etc/resolv.conf"
	target, err := os.Readlink(name)
	if err != nil {
		target = name
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join("/etc", target)
	}
	if covered(target, []string{"/run"}) {
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		return os.WriteFile(target, []byte(text), 0o644)
	}
	if !exists(target) {
		return nil // without it, programs ask the room itself
	}
	own := "/run/resolv.conf"
	if err := os.WriteFile(own, []byte(text), 0o644); err != nil {
		return err
	}
	if err := unix.Mount(own, target, "", unix.MS_BIND, ""); err != nil {
		return fmt.Errorf("%s: %w", target, err)
	}
	return nil
}
