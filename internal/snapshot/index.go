package snapshot

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
	"slices"
	"strings"
)

// A view is kept between processes, so that no content is read twice: as it is a memory of
// stamps, one that is lost or damaged costs time and nothing else.
const indexMagic = "HRTREE 1\n"

func (t *Tree) file() string {
	name := sha256.Sum256([]byte(t.c.Root))
	return t.s.dir("trees", hex.EncodeToString(name[:16]))
}

// keep writes the view.
func (t *Tree) keep(v *View) error {
	w := writer(indexMagic)
	w.text(t.c.Root)
	w.number(len(v.folders))
	for at, f := range v.folders {
		w.text(at)
		w.stamp(f.stamp)
		w.flag(f.loose)
		w.texts(f.skipped)
		w.texts(f.partial)
		w.number(len(f.nodes))
		for _, n := range f.nodes {
			w.text(n.name)
			w.stamp(n.stamp)
			w.flag(n.loose)
			w.flag(n.sum != sum{})
			if n.sum != (sum{}) {
				w = append(w, n.sum[:]...)
			}
			w.text(n.target)
			w.text(n.lost)
		}
	}
	w = binary.LittleEndian.AppendUint32(w, crc32.ChecksumIEEE(w))
	fresh := t.file() + "." + randomID()
	err := os.WriteFile(fresh, w, 0o600)
	if err == nil {
		err = os.Rename(fresh, t.file())
	}
	if err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return nil
}

// restore reads the view that a process has kept; nil if there is none that is whole. A
// content that the store does not have is read again.
func (t *Tree) restore() *View {
	raw, err := os.ReadFile(t.file())
	if err != nil {
		return nil
	}
	v, root := parseIndex(raw)
	if v == nil || root != t.c.Root {
		return nil
	}
	return t.stillKept(v)
}

// parseIndex is nil of what is no whole index.
func parseIndex(raw []byte) (v *View, root string) {
	if len(raw) < 4 || !strings.HasPrefix(string(raw[:min(len(raw), len(indexMagic))]), indexMagic) {
		return nil, ""
	}
	body := raw[:len(raw)-4]
	if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(raw[len(raw)-4:]) {
		return nil, ""
	}
	r := &reader{left: body[len(indexMagic):]}
	root = r.text()
	v = &View{folders: map[string]*folder{}}
	for range r.number() {
		at := r.text()
		f := &folder{stamp: r.stamp(), loose: r.flag(), skipped: r.texts(), partial: r.texts()}
		nodes := r.number()
		f.nodes = make([]node, 0, min(nodes, len(r.left)))
		for range nodes {
			n := node{name: r.text(), stamp: r.stamp(), loose: r.flag()}
			if r.flag() {
				copy(n.sum[:], r.bytes(len(n.sum)))
			}
			n.target, n.lost = r.text(), r.text()
			if r.bad {
				return nil, ""
			}
			if n.stamp.kind == isFile || n.stamp.kind == isLink {
				v.files++
			}
			if n.sum != (sum{}) {
				v.bytes += n.stamp.size
			}
			f.nodes = append(f.nodes, n)
		}
		if r.bad || !slices.IsSortedFunc(f.nodes, func(a, b node) int { return strings.Compare(a.name, b.name) }) {
			return nil, ""
		}
		v.folders[at] = f
	}
	if r.bad || len(r.left) > 0 {
		return nil, ""
	}
	return v, root
}

// A writer appends the parts of an index.
type writer []byte

func (w *writer) number(n int)   { *w = binary.AppendUvarint(*w, uint64(n)) } //nolint:gosec // a length
func (w *writer) signed(n int64) { *w = binary.AppendVarint(*w, n) }
func (w *writer) text(s string)  { w.number(len(s)); *w = append(*w, s...) }
func (w *writer) texts(l []string) {
	w.number(len(l))
	for _, s := range l {
		w.text(s)
	}
}

func (w *writer) flag(b bool) {
	if b {
		*w = append(*w, 1)
		return
	}
	*w = append(*w, 0)
}

func (w *writer) stamp(s stamp) {
	*w = append(*w, s.kind)
	*w = binary.AppendUvarint(*w, s.ino)
	*w = binary.AppendUvarint(*w, s.dev)
	for _, n := range []int64{s.size, s.mtime, s.ctime, int64(s.mode)} {
		w.signed(n)
	}
}

// A reader reads the parts of an index; bad once it ended too soon.
type reader struct {
	left []byte
	bad  bool
}

func (r *reader) bytes(n int) []byte {
	if n < 0 || n > len(r.left) {
		r.bad, r.left = true, nil
		return nil
	}
	b := r.left[:n]
	r.left = r.left[n:]
	return b
}

func (r *reader) unsigned() uint64 {
	n, size := binary.Uvarint(r.left)
	if size <= 0 {
		r.bad, r.left = true, nil
		return 0
	}
	r.left = r.left[size:]
	return n
}

// number is a length: no more than there are bytes left.
func (r *reader) number() int {
	n := r.unsigned()
	if n > uint64(len(r.left)) {
		r.bad = true
		return 0
	}
	return int(n) //nolint:gosec // checked
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.left)
	if size <= 0 {
		r.bad, r.left = true, nil
		return 0
	}
	r.left = r.left[size:]
	return n
}

func (r *reader) text() string { return string(r.bytes(r.number())) }

func (r *reader) texts() []string {
	var out []string
	for range r.number() {
		out = append(out, r.text())
	}
	return out
}

func (r *reader) flag() bool {
	b := r.bytes(1)
	return len(b) == 1 && b[0] == 1
}

func (r *reader) stamp() stamp {
	s := stamp{}
	if b := r.bytes(1); len(b) == 1 {
		s.kind = b[0]
	}
	s.ino, s.dev = r.unsigned(), r.unsigned()
	s.size, s.mtime, s.ctime = r.signed(), r.signed(), r.signed()
	s.mode = uint32(r.signed()) //nolint:gosec // twelve bits
	return s
}
