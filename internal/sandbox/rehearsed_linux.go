package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// layRehearsed lays the profile's layers over their folders, before anybody takes hold of
// what lies there: from then on nothing in this room reaches the folders themselves. One that
// cannot be laid is an error: nothing may run on the folder instead.
func layRehearsed(p Profile) error {
	if len(p.Rehearsed) == 0 {
		return nil
	}
	mounts, err := mountPoints()
	if err != nil {
		return fmt.Errorf("it is not known what is mounted: %w", err)
	}
	for _, l := range p.Rehearsed {
		if err := mountedInside(l.At, mounts); err != nil {
			return err
		}
		if err := l.lay(); err != nil {
			return fmt.Errorf("no layer can be laid over %s: %w", l.At, err)
		}
	}
	return nil
}

// lay puts the layer over the very folder that it shows. No part of the path may be a link,
// and nothing is made or removed on the way.
func (l Layer) lay() error {
	at, err := openFolder(l.At)
	if err != nil {
		return err
	}
	defer closeFile(at)
	layer, err := l.over(at)
	if err != nil {
		return err
	}
	defer closeFile(layer.fd)
	return unix.MoveMount(layer.fd, "", at, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

// over makes the layer over the open folder, and looks whether it can be written.
func (l Layer) over(at int) (piece, error) {
	l.Under = "/proc/self/fd/" + strconv.Itoa(at)
	layer, err := l.create()
	if err != nil {
		return piece{}, err
	}
	var fs unix.Statfs_t
	if err = unix.Fstatfs(layer.fd, &fs); err == nil && fs.Flags&unix.ST_RDONLY != 0 { // the disk of the layer lacks what it takes
		err = unix.EROFS
	}
	if err != nil {
		closeFile(layer.fd)
		return piece{}, err
	}
	return layer, nil
}

// openFolder is openPlain for a folder.
func openFolder(path string) (int, error) {
	at, err := openPlain(path)
	if err != nil {
		return -1, err
	}
	var st unix.Stat_t
	if err = unix.Fstat(at, &st); err == nil && st.Mode&unix.S_IFMT != unix.S_IFDIR {
		err = unix.ENOTDIR
	}
	if err != nil {
		closeFile(at)
		return -1, err
	}
	return at, nil
}

// mountedInside says that a folder shows another disk, which a layer over it does not.
func mountedInside(at string, mounts []string) error {
	for _, m := range mounts {
		if m != at && covered(m, []string{at}) {
			return fmt.Errorf("another disk is mounted in %s, at %s, and a layer does not show it", at, m)
		}
	}
	return nil
}

// mountPoints are where something is mounted, as this process sees it.
func mountPoints() ([]string, error) {
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		const at = 4 // the fifth field
		if fields := strings.Fields(lines.Text()); len(fields) > at {
			list = append(list, unescaped(fields[at]))
		}
	}
	return list, lines.Err()
}

// unescaped is a path of mountinfo as it is: blanks stand there as three octal digits.
func unescaped(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+3 < len(text) {
			if n, err := strconv.ParseUint(text[i+1:i+4], 8, 8); err == nil {
				out.WriteByte(byte(n))
				i += 3
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}
