package pins

import (
	"io/fs"
	"syscall"
)

func fill(id *Identity, info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		id.Dev, id.Ino, id.Changed = uint64(st.Dev), st.Ino, st.Ctimespec.Nano()
	}
}
