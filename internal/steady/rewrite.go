package steady

import (
	"bytes"
	"errors"
	"os"
)

// Rewrite puts lines in the place of others in the very file that lies at the spot. It stays the file that it was, for whatever covers it
// in a room, and at no moment has another file with the new lines a name, which somebody could open and write to later. Who reads meanwhile
// gets the old or the new lines, with empty ones behind them at most. old is what Read gave; if the disk is full, it stays.
func (s *Spot) Rewrite(old, lines []byte, mode os.FileMode) (err error) {
	if mode&0o200 == 0 {
		if err := s.Dir.Chmod(s.Name, mode.Perm()|0o200); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Dir.Chmod(s.Name, mode.Perm())) }()
	}
	f, err := s.Dir.OpenFile(s.Name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(old)) {
		return errors.Join(err, ErrUnfit)
	}
	same := 0
	for same < len(old) && same < len(lines) && old[same] == lines[same] {
		same++
	}
	fresh := bytes.Clone(lines[same:])
	if gone := len(old) - len(lines); gone > 0 {
		fresh = append(fresh, bytes.Repeat([]byte("\n"), gone)...)
	}
	if _, err = f.WriteAt(fresh, int64(same)); err != nil {
		_, back := f.WriteAt(old[same:], int64(same))
		return errors.Join(err, back, f.Truncate(int64(len(old))))
	}
	return errors.Join(f.Truncate(int64(len(lines))), f.Sync())
}
