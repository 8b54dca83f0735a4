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
		for _, m := range mounts {
			if m != l.At && covered(m, []string{l.At}) {
				return fmt.Errorf("another disk is mounted in %s, at %s, and a layer does not show it", l.At, m)
			}
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
	at, err := openPlain(l.At)
	if err != nil {
		return err
	}
	defer closeFile(at)
	var st unix.Stat_t
	if err := unix.Fstat(at, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return unix.ENOTDIR
	}
	l.Under = "/proc/self/fd/" + strconv.Itoa(at)
	layer, err := l.create()
	if err != nil {
		return err
	}
	defer closeFile(layer.fd)
	var fs unix.Statfs_t
	if err := unix.Fstatfs(layer.fd, &fs); err != nil {
		return err
	}
	if fs.Flags&unix.ST_RDONLY != 0 { // the disk of the layer lacks what it takes
		return unix.EROFS
	}
	return unix.MoveMount(layer.fd, "", at, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
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
