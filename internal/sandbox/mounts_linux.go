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
// before anything runs here.
func furnish(f Furnishing) error {
	p := f.Profile
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("the mounts cannot be made private: %w", err)
	}
	// Before anything is covered: a fresh /proc is refused once the old one is.
	if err := unix.Mount("proc", "/proc", "proc", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, ""); err != nil {
		return fmt.Errorf("/proc: %w", err)
	}
	// A bomb is stopped by the kernel before anybody looks. Threads count as well,
	// and the first 300 numbers are not given again (Linux 6.14 and later; before,
	// RLIMIT_NPROC has to do, which does not hold root).
	most := 300 + 8*p.Limits.Filled().Processes
	_ = os.WriteFile("/proc/sys/kernel/pid_max", []byte(strconv.Itoa(most)), 0)
	pieces, err := takeUp(p)
	if err != nil {
		return err
	}
	temps, err := takeTemp(p)
	if err != nil {
		return err
	}
	devices, err := takeDevices()
	if err != nil {
		return err
	}
	if err := setReadOnly("/", true); err != nil {
		return err
	}
	covers := coversOf(p)
	if err := cover(covers, temps); err != nil {
		return err
	}
	if err := putDevices(devices); err != nil {
		return err
	}
	for _, piece := range pieces {
		if err := piece.put(); err != nil {
			return err
		}
	}
	for _, layer := range p.Layers {
		layer.put()
	}
	if err := resolver(f.Resolver); err != nil {
		return err
	}
	for _, path := range f.Masks {
		mask(path)
	}
	for _, path := range covers {
		if _, shared := temps[path]; shared {
			continue
		}
		if err := setReadOnly(path, false); err != nil {
			return err
		}
	}
	for _, path := range p.Protect {
		if err := protect(path, p.Write); err != nil {
			return err
		}
	}
	return os.Chdir("/")
}

// A piece is part of the outside that is put into the room again.
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
		fd, err := unix.OpenTree(unix.AT_FDCWD, path, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_RECURSIVE)
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.EACCES) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s cannot be shown: %w", path, err)
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		pieces = append(pieces, piece{fd: fd, path: path, folder: info.IsDir(), writable: writable})
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

// put shows the piece at its own place.
func (p piece) put() error {
	defer closeFile(p.fd)
	if err := place(p.path, p.folder); err != nil {
		return err
	}
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if !p.writable {
		attr.Attr_set |= unix.MOUNT_ATTR_RDONLY
	}
	if err := unix.MountSetattr(p.fd, "", unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, &attr); err != nil {
		return fmt.Errorf("%s: %w", p.path, err)
	}
	if err := unix.MoveMount(p.fd, "", unix.AT_FDCWD, p.path, unix.MOVE_MOUNT_F_EMPTY_PATH); err != nil {
		return fmt.Errorf("%s cannot be put into the room: %w", p.path, err)
	}
	return nil
}

// put shows the layer. The folder outside is one of Read, so it is there.
func (l Layer) put() {
	for _, dir := range []string{l.At, l.Own, l.Work} {
		if os.MkdirAll(dir, 0o700) != nil {
			return
		}
	}
	escape := strings.NewReplacer(`\`, `\\`, `,`, `\,`, `:`, `\:`).Replace
	options := "lowerdir=" + escape(l.Under) + ",upperdir=" + escape(l.Own) + ",workdir=" + escape(l.Work) + ",userxattr"
	_ = unix.Mount("overlay", l.At, "overlay", unix.MS_NOSUID|unix.MS_NODEV, options) // without it the folder starts empty
}

// place makes the name that something is to be put on, if it is not there.
func place(path string, folder bool) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	if folder {
		return os.MkdirAll(path, 0o755)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o600)
}

// coversOf are the folders that an empty one, or the room's own, is put over.
func coversOf(p Profile) []string {
	list := []string{"/run", "/tmp", "/var/tmp"}
	if p.Home != "" && p.Home != "/" {
		list = append(list, p.Home)
	}
	for _, h := range append(p.Hide, "/home", "/root", "/media", "/mnt", "/srv") {
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

// takeTemp takes hold of the profile's temporary folder for the names under
// which it is shown.
func takeTemp(p Profile) (map[string]piece, error) {
	temps := map[string]piece{}
	if p.Temp == "" {
		return temps, nil
	}
	for _, path := range []string{"/tmp", "/var/tmp"} {
		if _, err := os.Lstat(path); err != nil {
			continue
		}
		fd, err := unix.OpenTree(unix.AT_FDCWD, p.Temp, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
		if err != nil {
			return nil, fmt.Errorf("the temporary folder %s: %w", p.Temp, err)
		}
		temps[path] = piece{fd: fd, path: path, folder: true, writable: true}
	}
	return temps, nil
}

// cover hides folders: behind an empty one, or the temporary one.
func cover(paths []string, temps map[string]piece) error {
	for _, path := range paths {
		if err := place(path, true); err != nil { // it lay in one that is covered now
			return err
		}
		if temp, ok := temps[path]; ok {
			if err := temp.put(); err != nil {
				return err
			}
			continue
		}
		if err := unix.Mount("tmpfs", path, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "mode=755,size=4m"); err != nil {
			return fmt.Errorf("%s cannot be covered: %w", path, err)
		}
	}
	return nil
}

// setReadOnly makes what is mounted at path unchangeable; everything below, too,
// if it is whole.
func setReadOnly(path string, whole bool) error {
	attr := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID}
	var flags uint
	if whole {
		flags = unix.AT_RECURSIVE
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, path, flags, &attr); err != nil {
		return fmt.Errorf("%s cannot be made unchangeable: %w", path, err)
	}
	return nil
}

// protect makes a file or folder of a writable one unchangeable. The folders on
// the way are pinned, so that none can be renamed and put back changed.
func protect(path string, writable []string) error {
	if !exists(path) {
		return nil
	}
	for dir := filepath.Dir(path); covered(dir, writable) && !slices.Contains(writable, dir); dir = filepath.Dir(dir) {
		if mounted(dir) {
			continue
		}
		if err := unix.Mount(dir, dir, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
			return fmt.Errorf("%s cannot be pinned: %w", dir, err)
		}
	}
	if err := unix.Mount(path, path, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("%s cannot be protected: %w", path, err)
	}
	return setReadOnly(path, true)
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

// mask puts something that nobody can connect to over a socket.
func mask(path string) {
	if _, err := os.Lstat(path); err == nil {
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
	return setReadOnly(target, false)
}
