package snapshot

import (
	"io/fs"
	"syscall"
)

// system adds what only this system's information has.
func (s *stamp) system(info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ino, s.dev, s.ctime = st.Ino, uint64(st.Dev), st.Ctimespec.Nano() //nolint:gosec // only compared
	}
}
