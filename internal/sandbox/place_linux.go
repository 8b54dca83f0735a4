package sandbox

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// openPlain opens a path to name it, if no part of it is a link.
func openPlain(path string) (int, error) {
	return unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS})
}

// moveTo puts a mount that hangs nowhere at path, and makes the place if it is
// not there.
func moveTo(fd int, path string, folder bool) error {
	at, err := openPlace(path, folder)
	if err != nil {
		return err
	}
	defer closeFile(at)
	return unix.MoveMount(fd, "", at, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

// openPlace opens a path that something is to be put on. What is missing of it
// is made; what stands in the way, such as a link that a program has left in the
// temporary folder, is removed where that may be.
func openPlace(path string, folder bool) (int, error) {
	at, err := unix.Open("/", unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return -1, err
	}
	names := strings.Split(strings.Trim(filepath.Clean(path), "/"), "/")
	for i, name := range names {
		next, err := openPart(at, name, folder || i < len(names)-1)
		closeFile(at)
		if err != nil {
			return -1, fmt.Errorf("%s: %w", filepath.Join("/", filepath.Join(names[:i+1]...)), err)
		}
		at = next
	}
	return at, nil
}

// openPart opens one name in a folder, and makes it.
func openPart(at int, name string, folder bool) (int, error) {
	how := &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	if folder {
		how.Flags |= unix.O_DIRECTORY
	}
	fd, err := unix.Openat2(at, name, how)
	if err == nil {
		return fd, nil
	}
	if errors.Is(err, unix.ELOOP) || errors.Is(err, unix.ENOTDIR) {
		err = unix.Unlinkat(at, name, 0)
	}
	if err != nil && !errors.Is(err, unix.ENOENT) {
		return -1, err
	}
	if folder {
		err = unix.Mkdirat(at, name, 0o755)
	} else {
		var made int
		if made, err = unix.Openat(at, name, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o600); err == nil {
			closeFile(made)
		}
	}
	if err != nil && !errors.Is(err, unix.EEXIST) {
		return -1, err
	}
	return unix.Openat2(at, name, how)
}

// newTmpfs makes an empty file system in memory that hangs nowhere.
func newTmpfs(size, mode string) (int, error) {
	fs, err := unix.Fsopen("tmpfs", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, err
	}
	defer closeFile(fs)
	for _, option := range [][2]string{{"size", size}, {"mode", mode}} {
		if err := unix.FsconfigSetString(fs, option[0], option[1]); err != nil {
			return -1, err
		}
	}
	if err := unix.FsconfigCreate(fs); err != nil {
		return -1, err
	}
	return unix.Fsmount(fs, unix.FSMOUNT_CLOEXEC, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// setAttributes changes a mount, and all below it if it is whole.
func setAttributes(fd int, attr unix.MountAttr, whole bool) error {
	flags := uint(unix.AT_EMPTY_PATH)
	if whole {
		flags |= unix.AT_RECURSIVE
	}
	return unix.MountSetattr(fd, "", flags, &attr)
}

// makeLink makes a link in a folder that is covered by now. Without it, the file
// that it leads to is there all the same.
func makeLink(path, real string) {
	at, err := openPlace(filepath.Dir(path), true)
	if err != nil {
		return
	}
	defer closeFile(at)
	_ = unix.Symlinkat(real, at, filepath.Base(path))
}

// placeMark is an empty file in the folders that makePlaces makes. An empty folder is removed by who
// tidies up, and a mount on it is then gone in every room.
const placeMark = ".handrail-place"

// pinPlaces pins the folders on the way to pieces that lie in one of the profile's own folders, as where the space
// lies below /tmp: whoever renames one puts a tree of their own in the place of the space.
func pinPlaces(o outside) error {
	tops := slices.Collect(maps.Keys(o.shown))
	for _, in := range o.pieces {
		if !slices.Contains(tops, in.path) && covered(in.path, tops) {
			if err := pinAbove(in.path, tops); err != nil {
				return err
			}
		}
	}
	return nil
}

// makePlaces makes the places in a home folder of the programs' own where pieces are put. Nothing is
// mounted there yet. What programs have left in their way is put aside.
func makePlaces(p Profile, pieces []piece) error {
	if !ownHome(p) {
		return nil
	}
	home, err := openPlain(p.Home)
	if err != nil {
		return err
	}
	defer closeFile(home)
	for i, in := range pieces {
		name, ok := strings.CutPrefix(in.path, p.Home+"/")
		if !ok || slices.ContainsFunc(pieces[:i], func(o piece) bool { return o.folder && covered(in.path, []string{o.path}) }) {
			continue
		}
		if err := makePlace(home, strings.Split(name, "/"), in.folder, in.path != p.Temp); err != nil {
			return fmt.Errorf("%s: a place in the server's own home folder: %w", in.path, err)
		}
	}
	return nil
}

func makePlace(at int, names []string, folder, lasts bool) error {
	last := len(names) == 1
	var st unix.Stat_t
	err := unix.Fstatat(at, names[0], &st, unix.AT_SYMLINK_NOFOLLOW)
	if wanted := folder || !last; err == nil && (st.Mode&unix.S_IFMT == unix.S_IFDIR) != wanted || st.Mode&unix.S_IFMT == unix.S_IFLNK {
		if err := putAside(at, names[0]); err != nil {
			return err
		}
	}
	fd, err := openPart(at, names[0], folder || !last)
	if err != nil {
		return err
	}
	defer closeFile(fd)
	if !last {
		return makePlace(fd, names[1:], folder, lasts)
	}
	if folder && lasts {
		if mark, err := unix.Openat(fd, placeMark, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o400); err == nil {
			closeFile(mark)
		}
	}
	return nil
}

// putAside gives what is in the way another name.
func putAside(at int, name string) error {
	for n := 1; ; n++ {
		err := unix.Renameat2(at, name, at, fmt.Sprintf("%s.aside-%d", name, n), unix.RENAME_NOREPLACE)
		if !errors.Is(err, unix.EEXIST) || n == 100 {
			return err
		}
	}
}
