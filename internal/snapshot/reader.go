package snapshot

import "encoding/binary"

// A reader reads the parts of an index; bad once it ended too soon.
type reader struct {
	all  string // ends where left does; texts are parts of it
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
		r.bad, r.left = true, nil
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

func (r *reader) text() string {
	n := r.number()
	at := len(r.all) - len(r.left)
	return r.all[at:][:len(r.bytes(n))]
}

func (r *reader) texts() []string {
	var out []string
	for range r.number() {
		out = append(out, r.text())
	}
	return out
}

// folder is one folder; bad if its names are not sorted.
func (r *reader) folder() *folder {
	f := &folder{stamp: r.stamp(), loose: r.flag(), skipped: r.texts()}
	for range r.number() {
		f.gaps = append(f.gaps, gap{r.text(), r.text()})
	}
	nodes := r.number()
	f.nodes = make([]node, 0, min(nodes, len(r.left)/nodeLeast))
	for range nodes {
		n := node{name: r.text(), stamp: r.stamp(), loose: r.flag()}
		if r.flag() {
			copy(n.sum[:], r.bytes(len(n.sum)))
		}
		n.target, n.lost = r.text(), r.text()
		if r.bad = r.bad || len(f.nodes) > 0 && f.nodes[len(f.nodes)-1].name >= n.name; r.bad {
			return nil
		}
		f.nodes = append(f.nodes, n)
	}
	f.count()
	return f
}

// nodeLeast is how many bytes a node has in an index at least.
const nodeLeast = 12

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
