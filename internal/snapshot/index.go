package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"os"
)

// A view is kept between processes, so that no content is read twice: as it is a memory of
// stamps, one that is lost or damaged costs time and nothing else.
const indexMagic = "HRTREE 2\n"

func (t *Tree) file() string {
	name := sha256.Sum256([]byte(t.c.Root))
	return t.s.dir("trees", hex.EncodeToString(name[:16]))
}

// encode is a view as it is kept.
func (t *Tree) encode(v *View) []byte {
	w := make(writer, 0, 128*(v.files+len(v.folders)))
	w = append(w, indexMagic...)
	mark := t.s.packs.key.mark()
	w = append(w, mark[:]...)
	w.text(t.c.Root)
	w.number(len(v.folders))
	for at, f := range v.folders {
		w.text(at)
		w.stamp(f.stamp)
		w.flag(f.loose)
		w.texts(f.skipped)
		w.number(len(f.gaps))
		for _, g := range f.gaps {
			w.text(g.name)
			w.text(g.why)
		}
		w.number(len(f.nodes))
		for i := range f.nodes {
			n := &f.nodes[i]
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
	return binary.LittleEndian.AppendUint32(w, crc32.ChecksumIEEE(w))
}

// keep writes the view.
func (t *Tree) keep(v *View) error {
	w := t.encode(v)
	if err := t.s.build(); err != nil {
		return err
	}
	fresh := t.file() + "." + randomID()
	t.written = nil
	err := os.WriteFile(fresh, w, 0o600)
	if err == nil {
		t.written, err = os.Lstat(fresh)
	}
	if err == nil {
		err = os.Rename(fresh, t.file())
	}
	if err != nil {
		t.written = nil
		return errors.Join(err, os.Remove(fresh))
	}
	return nil
}

// restore reads the view that a process has kept; nil if there is none that is whole. A
// content that the store does not have is read again.
func (t *Tree) restore() *View {
	info, statErr := os.Lstat(t.file())
	raw, err := os.ReadFile(t.file())
	if err := errors.Join(err, statErr); err != nil {
		return nil
	}
	v, root, mark := parseIndex(raw)
	if v == nil || root != t.c.Root || mark != t.s.packs.key.mark() { // what another key has sealed is gone
		return nil
	}
	if t.s.packs.noSecrets.Load() { // now
		v = v.without(func(n *node) bool { return t.s.packs.guarded(n.sum) })
	}
	out := t.stillKept(v)
	if again, err := os.Lstat(t.file()); err == nil && same(v, out) && os.SameFile(info, again) {
		t.written = info
	}
	return out
}

// parseIndex is nil of what is no whole index. mark tells with which key its secrets are sealed.
func parseIndex(raw []byte) (v *View, root string, mark [8]byte) {
	body, ok := bytes.CutPrefix(raw[:max(0, len(raw)-4)], []byte(indexMagic))
	if !ok || crc32.ChecksumIEEE(raw[:len(raw)-4]) != binary.LittleEndian.Uint32(raw[len(raw)-4:]) {
		return nil, "", mark
	}
	r := &reader{all: string(body), left: body}
	copy(mark[:], r.bytes(len(mark)))
	root = r.text()
	folders := map[string]*folder{}
	for range r.number() {
		at := r.text()
		f := r.folder()
		if r.bad {
			return nil, "", mark
		}
		folders[at] = f
	}
	if r.bad || len(r.left) > 0 {
		return nil, "", mark
	}
	return newView(folders), root, mark
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
