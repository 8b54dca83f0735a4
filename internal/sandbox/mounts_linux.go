package sandbox

import (
	"cmp"
	"errors"
	"fmt"
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
	outside, notes, err := takeOutside(p)
	if err != nil {
		return nil, err
	}
	if err := setReadOnly("/", true); err != nil {
		return nil, err
	}
	covers, err := cover(coversOf(p), outside.temps)
	if err != nil {
		return nil, err
	}
	if err := putDevices(outside.devices); err != nil {
		return nil, err
	}
	if err := putAll(outside.pieces); err != nil {
		return nil, err
	}
	if err := putAll(outside.layers); err != nil {
		notes = append(notes, fmt.Sprintf("The caches of your own could not be shown: %v.", err))
	}
	for _, path := range p.Hide {
		if covered(path, p.Write) { // what was put there shows it again
			hidden, err := cover([]string{path}, nil)
			if err != nil {
				return nil, err
			}
			covers = append(covers, hidden...)
		}
	}
	if err := resolver(f.Resolver); err != nil {
		return nil, err
	}
	for _, path := range append(f.Masks, rootsSecrets()...) {
		mask(path)
	}
	for _, fd := range covers {
		if err := setAttributes(fd, unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}, false); err != nil {
			return nil, err
		}
		closeFile(fd)
	}
	for _, path := range p.Protect {
		if err := protect(path, p.Write); err != nil {
			return nil, err
		}
	}
	return notes, os.Chdir("/")
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

// Parts of the outside that are put into the room again. They are taken hold of
// before anything is covered.
type outside struct {
	pieces, layers, devices []piece
	temps                   map[string]piece // by the name under which it is shown
}

func takeOutside(p Profile) (o outside, notes []string, err error) {
	if o.pieces, err = takeUp(p); err != nil {
		return o, nil, err
	}
	if o.temps, err = takeTemp(p); err != nil {
		return o, nil, err
	}
	if o.devices, err = takeDevices(); err != nil {
		return o, nil, err
	}
	for _, layer := range p.Layers {
		piece, err := layer.take()
		if err != nil {
			notes = append(notes, fmt.Sprintf("What is in %s could not be shown to builds: %v.", layer.Under, err))
			continue
		}
		o.layers = append(o.layers, piece)
	}
	return o, notes, nil
}

// A piece is part of the outside.
type piece struct {
	fd       int
	path     string
	folder   bool
	writable bool
}

// takeUp takes hold of the profile's folders, the outermost first.
func takeUp(p Profile) ([]piece, error) {
	var pieces []piece
	take := func(path string, writable bool) error {
		piece, err := takePiece(path, unix.AT_RECURSIVE)
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s cannot be shown: %w", path, err)
		}
		piece.writable = writable
		pieces = append(pieces, piece)
		return nil
	}
	for _, path := range p.Write {
		if err := take(path, true); err != nil {
			return nil, err
		}
	}
	covers := coversOf(p)
	for _, path := range p.Read {
		if !covered(path, covers) || slices.ContainsFunc(covers, func(c string) bool { return covered(c, []string{path}) }) {
			continue // it is visible already, or would show what is covered
		}
		if err := take(path, false); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(pieces, func(a, b piece) int { return cmp.Compare(len(a.path), len(b.path)) })
	return pieces, nil
}

// takePiece makes a copy of what is mounted at path. No part of the path may be a
// link.
func takePiece(path string, flags uint) (piece, error) {
	at, err := openPlain(path)
	if err != nil {
		return piece{}, err
	}
	defer closeFile(at)
	var st unix.Stat_t
	if err := unix.Fstat(at, &st); err != nil {
		return piece{}, err
	}
	fd, err := unix.OpenTree(at, "", unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH|flags)
	return piece{fd: fd, path: path, folder: st.Mode&unix.S_IFMT == unix.S_IFDIR}, err
}

// takeTemp takes hold of the profile's temporary folder for the names under
// which it is shown.
func takeTemp(p Profile) (map[string]piece, error) {
	temps := map[string]piece{}
	if p.Temp == "" {
		return temps, nil
	}
	for _, path := range []string{"/tmp", "/var/tmp"} {
		if !exists(path) {
			continue
		}
		piece, err := takePiece(p.Temp, 0)
		if err != nil {
			return nil, fmt.Errorf("the temporary folder %s: %w", p.Temp, err)
		}
		piece.path, piece.writable = path, true
		temps[path] = piece
	}
	return temps, nil
}

// take makes the layer, which is not put anywhere yet. Its folders lie outside
// every room.
func (l Layer) take() (piece, error) {
	fs, err := unix.Fsopen("overlay", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return piece{}, err
	}
	defer closeFile(fs)
	escape := strings.NewReplacer(`\`, `\\`, `:`, `\:`).Replace
	for _, option := range [][2]string{{"lowerdir", escape(l.Under)}, {"upperdir", escape(l.Own)}, {"workdir", escape(l.Work)}} {
		if err := unix.FsconfigSetString(fs, option[0], option[1]); err != nil {
			return piece{}, fmt.Errorf("%s: %w", option[0], err)
		}
	}
	if err := unix.FsconfigSetFlag(fs, "userxattr"); err != nil {
		return piece{}, err
	}
	if err := unix.FsconfigCreate(fs); err != nil {
		return piece{}, err
	}
	fd, err := unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC, 0)
	return piece{fd: fd, path: l.At, folder: true, writable: true}, err
}

// put shows the piece at its own place.
func (p piece) put() error {
	defer closeFile(p.fd)
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if !p.writable {
		attr.Attr_set |= unix.MOUNT_ATTR_RDONLY
	}
	if err := setAttributes(p.fd, attr, true); err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	if err := moveTo(p.fd, p.path, p.folder); err != nil {
		return fmt.Errorf("%s cannot be put into the room: %w", p.path, err)
	}
	return nil
}

func putAll(pieces []piece) error {
	var errs []error
	for _, p := range pieces {
		errs = append(errs, p.put())
	}
	return errors.Join(errs...)
}

// coversOf are the folders that an empty one, or the room's own, is put over.
func coversOf(p Profile) []string {
	list := []string{"/run", "/tmp", "/var/tmp"}
	if p.Home != "" && p.Home != "/" {
		list = append(list, p.Home)
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

// cover hides folders: behind an empty one, or the temporary one. It returns the
// empty ones, which are still to be made unchangeable.
func cover(paths []string, temps map[string]piece) ([]int, error) {
	var empty []int
	for _, path := range paths {
		if temp, ok := temps[path]; ok {
			if err := temp.put(); err != nil {
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

// protect makes a file or folder of a writable one unchangeable. The folders on
// the way are pinned, so that none can be renamed and put back changed. A link on
// the way is an error: somebody has changed the folder since it was looked at.
func protect(path string, writable []string) error {
	if !exists(path) {
		return nil
	}
	for dir := filepath.Dir(path); covered(dir, writable) && !slices.Contains(writable, dir); dir = filepath.Dir(dir) {
		if mounted(dir) {
			continue
		}
		pin, err := takePiece(dir, unix.AT_RECURSIVE)
		if err == nil {
			pin.writable = true
			err = pin.put()
		}
		if err != nil {
			return fmt.Errorf("%s cannot be pinned: %w", dir, err)
		}
	}
	piece, err := takePiece(path, unix.AT_RECURSIVE)
	if err == nil {
		err = piece.put()
	}
	if err != nil {
		return fmt.Errorf("%s cannot be protected: %w", path, err)
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
