package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// Parts of the outside that are put into the room again. They are taken hold of
// before anything is covered.
type outside struct {
	pieces, layers, devices, copies []piece

	shown map[string]piece // by the name under which it is shown
}

func takeOutside(p Profile) (o outside, notes []string, err error) {
	if err := layRehearsed(p); err != nil {
		return o, nil, err
	}
	if o.pieces, err = takeUp(p); err != nil {
		return o, nil, err
	}
	if o.shown, err = takeShown(p); err != nil {
		return o, nil, err
	}
	if o.devices, err = takeDevices(); err != nil {
		return o, nil, err
	}
	for _, layer := range p.Layers {
		piece, err := layer.create()
		if err != nil {
			notes = append(notes, fmt.Sprintf("What is in %s could not be shown to builds: %v.", layer.Under, err))
			continue
		}
		o.layers = append(o.layers, piece)
	}
	for _, c := range p.Copies {
		piece, err := takePiece(c.In, 0)
		if err != nil {
			return o, nil, fmt.Errorf("the copy of %s: %w", c.At, err)
		}
		piece.path = c.At
		o.copies = append(o.copies, piece)
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

// logsAt is where programs usually write logs.
const logsAt = "/var/log"

// shownAs are the profile's own folders by the names under which they are shown.
func shownAs(p Profile) map[string]string {
	list := map[string]string{"/tmp": p.Temp, "/var/tmp": p.Temp, logsAt: p.Logs}
	if ownHome(p) {
		list[p.Home] = p.OwnHome
	}
	return list
}

// ownHome reports whether programs see a home folder of their own: not where they work in the
// person's.
func ownHome(p Profile) bool {
	return p.OwnHome != "" && p.Home != "" && p.Home != "/" && !covered(p.Home, p.Write)
}

// personsFolders are the folders of the person's documents, where the home folder that is shown
// is another: what is saved in one of them must be refused, and not go elsewhere unseen.
func personsFolders(p Profile) (list []string) {
	if !ownHome(p) {
		return nil
	}
	for _, name := range []string{"Desktop", "Documents", "Downloads", "Music", "Pictures", "Public", "Templates", "Videos"} {
		if path := filepath.Join(p.Home, name); exists(path) {
			list = append(list, path)
		}
	}
	return list
}

// takeShown takes hold of the profile's own folders for the names under which they are
// shown.
func takeShown(p Profile) (map[string]piece, error) {
	shown := map[string]piece{}
	for at, folder := range shownAs(p) {
		if folder == "" || !exists(at) {
			continue
		}
		piece, err := takePiece(folder, 0)
		if err != nil {
			return nil, fmt.Errorf("the folder %s, shown as %s: %w", folder, at, err)
		}
		piece.path, piece.writable = at, true
		shown[at] = piece
	}
	return shown, nil
}

// create makes the layer, which is not put anywhere yet, or takes the one that is held. Its
// folders lie outside every room.
func (l Layer) create() (piece, error) {
	if l.Held > 0 {
		return piece{fd: l.Held, path: l.At, folder: true, writable: true}, nil
	}
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

// mount shows the piece at its own place.
func (p piece) mount() error {
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
		errs = append(errs, p.mount())
	}
	return errors.Join(errs...)
}
