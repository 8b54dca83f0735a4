package objects

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"handrail/internal/git"
	"handrail/internal/plain"
)

const (
	mostPacks = 200
	mostIndex = 256 << 20 // bytes of a pack's list
)

// A pack is a file with many objects and the list of their places. The list has one of two forms, of which git reads both: in the first, each
// name stands behind its place; in the second all names follow each other.
type pack struct {
	file *os.File
	idx  []byte
	many int // objects

	fan, names, step int // where the counts and the first name stand, and how far it is to the next name
}

// The parts of a list: 256 counts of names by their first byte, behind a head in the second form.
const (
	fanSize  = 256 * 4
	headSize = 8
)

// listOf is a pack with its list alone; nil if that cannot be read.
func listOf(idx []byte) *pack {
	p := &pack{idx: idx, names: fanSize + 4, step: idSize + 4}
	each := p.step
	if bytes.HasPrefix(idx, []byte{0xff, 't', 'O', 'c', 0, 0, 0, 2}) {
		p.fan, p.names, p.step, each = headSize, headSize+fanSize, idSize, idSize+8
	} else if bytes.HasPrefix(idx, []byte{0xff, 't', 'O', 'c'}) {
		return nil
	}
	if len(idx) < p.fan+fanSize {
		return nil
	}
	if p.many = int(binary.BigEndian.Uint32(idx[p.fan+fanSize-4:])); p.many < 0 || len(idx) < p.fan+fanSize+p.many*each {
		return nil
	}
	return p
}

// openPacks opens the packs of the store, once.
func (s *Store) openPacks() {
	if s.looked {
		return
	}
	s.looked = true
	names := plain.Glob(filepath.Join(s.folder, "pack", "*.idx"))
	for _, name := range names[:min(len(names), mostPacks)] {
		if info, err := os.Lstat(name); err == nil && info.Size() > mostIndex {
			s.partial = true
			continue
		}
		idx, _, err := git.ReadFile(name, mostIndex)
		if err != nil {
			continue
		}
		p := listOf(idx)
		if p == nil {
			continue
		}
		file, _, err := git.Open(strings.TrimSuffix(name, ".idx") + ".pack")
		if err != nil {
			continue
		}
		p.file = file
		s.packs = append(s.packs, p)
	}
}

// name is one of the names of a list.
func (p *pack) name(i int) []byte { return p.idx[p.names+i*p.step:][:idSize] }

// place is where an object lies in a pack; below 0: it does not.
func (p *pack) place(id []byte) int64 {
	low := 0
	if id[0] > 0 {
		low = int(binary.BigEndian.Uint32(p.idx[p.fan+4*(int(id[0])-1):]))
	}
	high := int(binary.BigEndian.Uint32(p.idx[p.fan+4*int(id[0]):]))
	if low > high || high > p.many {
		return -1
	}
	at := low + sort.Search(high-low, func(i int) bool { return bytes.Compare(p.name(low+i), id) >= 0 })
	if at >= high || !bytes.Equal(p.name(at), id) {
		return -1
	}
	if p.fan == 0 {
		return int64(binary.BigEndian.Uint32(p.idx[fanSize+at*p.step:]))
	}
	offsets := p.names + p.many*(idSize+4)
	offset := binary.BigEndian.Uint32(p.idx[offsets+4*at:])
	if offset&(1<<31) == 0 {
		return int64(offset)
	}
	large := offsets + 4*p.many + 8*int(offset&^(1<<31))
	if large+8 > len(p.idx) {
		return -1
	}
	return int64(binary.BigEndian.Uint64(p.idx[large:]) &^ (1 << 63))
}

// packed reads an object of a pack.
func (s *Store) packed(id []byte, depth int) (kind string, data []byte, err error) {
	s.openPacks()
	for _, p := range s.packs {
		if at := p.place(id); at >= 0 {
			return s.at(p, at, depth)
		}
	}
	return "", nil, ErrUnknown
}

// begins lists objects of a pack whose id begins so, at most so many.
func (p *pack) begins(prefix string, most int) (ids []string) {
	first, err := hex.DecodeString((prefix + strings.Repeat("0", 2*idSize))[:2*idSize])
	if err != nil {
		return nil
	}
	at := sort.Search(p.many, func(i int) bool { return bytes.Compare(p.name(i), first) >= 0 })
	for ; at < p.many && len(ids) < most; at++ {
		id := hex.EncodeToString(p.name(at))
		if !strings.HasPrefix(id, prefix) {
			break
		}
		ids = append(ids, id)
	}
	return ids
}

// at reads the object at a place of a pack: whole, or as the difference to another one.
func (s *Store) at(p *pack, at int64, depth int) (kind string, data []byte, err error) {
	if depth > mostDepth {
		return "", nil, ErrUnknown
	}
	head := make([]byte, 64)
	n, err := p.file.ReadAt(head, at)
	if err != nil && err != io.EOF { //nolint:errorlint // io.ReaderAt's own word
		return "", nil, err
	}
	head = head[:n]
	sort, used := byte(0), 0
	for i, b := range head {
		if used = i + 1; i == 0 {
			sort = b >> 4 & 7
		}
		if b&0x80 == 0 {
			break
		}
	}
	switch sort {
	case 1, 2, 3, 4:
		data, err = inflate(io.NewSectionReader(p.file, at+int64(used), 1<<62), mostObject)
		return []string{"", "commit", "tree", "blob", "tag"}[sort], data, err
	case 6:
		back, size := backwards(head[used:])
		if size == 0 || back <= 0 || back > at {
			return "", nil, ErrUnknown
		}
		kind, data, err = s.at(p, at-back, depth+1)
		used += size
	case 7:
		if len(head) < used+idSize {
			return "", nil, ErrUnknown
		}
		kind, data, err = s.read(hex.EncodeToString(head[used:used+idSize]), depth+1)
		used += idSize
	default:
		return "", nil, ErrUnknown
	}
	if err != nil {
		return "", nil, err
	}
	delta, err := inflate(io.NewSectionReader(p.file, at+int64(used), 1<<62), mostObject)
	if err != nil {
		return "", nil, err
	}
	data, ok := apply(data, delta)
	if !ok {
		return "", nil, ErrUnknown
	}
	return kind, data, nil
}

// backwards is how far before an object that lies on which it stands, and in how many bytes that is said.
func backwards(b []byte) (back int64, size int) {
	for i, c := range b {
		if i > 8 {
			return 0, 0
		}
		if i > 0 {
			back++
		}
		back = back<<7 | int64(c&0x7f)
		if c&0x80 == 0 {
			return back, i + 1
		}
	}
	return 0, 0
}

// apply makes of an object another one, as a difference says.
func apply(base, delta []byte) ([]byte, bool) {
	from, n := binary.Uvarint(delta)
	if n <= 0 || from != uint64(len(base)) {
		return nil, false
	}
	delta = delta[n:]
	to, n := binary.Uvarint(delta)
	if n <= 0 || to > mostObject {
		return nil, false
	}
	delta = delta[n:]
	out := make([]byte, 0, to)
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		if op&0x80 == 0 {
			if op == 0 || int(op) > len(delta) {
				return nil, false
			}
			out, delta = append(out, delta[:op]...), delta[op:]
		} else {
			var at, size uint64
			for i := range 7 {
				if op&(1<<i) == 0 {
					continue
				}
				if len(delta) == 0 {
					return nil, false
				}
				if i < 4 {
					at |= uint64(delta[0]) << (8 * i)
				} else {
					size |= uint64(delta[0]) << (8 * (i - 4))
				}
				delta = delta[1:]
			}
			if size == 0 {
				size = 1 << 16
			}
			if at+size > uint64(len(base)) {
				return nil, false
			}
			out = append(out, base[at:at+size]...)
		}
		if uint64(len(out)) > to {
			return nil, false
		}
	}
	return slices.Clip(out), uint64(len(out)) == to
}
