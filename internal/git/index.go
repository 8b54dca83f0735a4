package git

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/steady"
)

// Limits of what is read of an index.
const (
	IndexLimit  = 128 << 20 // bytes
	mostIndexes = 8         // files that a split index is made of
)

// Kinds of what an index names.
const (
	modeKind    = 0o170000
	modeFolder  = 0o040000 // of a sparse index
	modeSymlink = 0o120000
	modeLink    = 0o160000 // a folder that is another repository
)

// sums are the bytes of the names of objects, by SHA-1 and by SHA-256.
var sums = []int{20, 32}

// Gitlinks lists the folders that the index of a git folder names as other repositories,
// relative to the work tree and with slashes: git looks into each of them that is there,
// whatever .gitmodules says. An index that cannot be read names none, as git itself then
// stops.
func Gitlinks(dir string) (names []string) {
	eachEntry(dir, func(e indexed) {
		if e.mode == modeLink {
			names = append(names, e.name)
		}
	})
	return names[:min(len(names), mostRepositories)]
}

// Indexed are the contents, as git names them, that the index of a git folder has for files whose names count. Of a split index, what has come
// in the place of entries of the shared one is not known by name, and missing.
func Indexed(dir string, counts func(name string) bool) map[string]string {
	found := map[string]string{}
	eachEntry(dir, func(e indexed) {
		if e.mode != modeLink && !strings.HasSuffix(e.name, "/") && counts(e.name) {
			found[e.name] = hex.EncodeToString(e.id)
		}
	})
	return found
}

// Staged is the content, as git names it, that the index of a git folder has for a file; "" for none. clean says that git would not read the
// file to know what it holds: by its time and size it is as git has put it there, or has read it.
func Staged(dir, name string, info os.FileInfo) (id string, clean bool) {
	eachEntry(dir, func(e indexed) {
		if e.name == name && e.stage == 0 && e.mode != modeLink {
			at := info.ModTime()
			clean = e.seconds == uint32(at.Unix()) && e.nanos == uint32(at.Nanosecond()) && e.bytes == uint32(info.Size()) //nolint:gosec // as git cuts them
			id = hex.EncodeToString(e.id)
		}
	})
	return id, clean
}

// eachEntry visits the entries of the index of a git folder. One that cannot be read has none, as git itself then stops.
func eachEntry(dir string, visit func(indexed)) {
	files := []string{filepath.Join(dir, "index")}
	folder, _ := steady.ReadDir(dir, 0) // without them it is not split
	for _, e := range folder {
		if strings.HasPrefix(e.Name(), "sharedindex.") && len(files) < mostIndexes {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	slices.Reverse(files) // what the index itself says comes last
	for _, file := range files {
		raw, _, err := ReadFile(file, IndexLimit)
		if err != nil {
			continue
		}
		for _, sum := range sums {
			var found []indexed
			if _, ok := readIndex(raw, sum, func(e entry) {
				if len(e.name) > 0 {
					found = append(found, indexed{string(e.name), e.mode, e.stage, e.id, e.seconds, e.nanos, e.bytes, e.assumed, e.skipped})
				}
			}); ok || sum == sums[len(sums)-1] {
				for _, e := range found {
					visit(e)
				}
				break
			}
		}
	}
}

// An indexed is an entry of an index.
type indexed struct {
	name  string
	mode  uint32
	stage int // 0, or a side of a conflict
	id    []byte

	seconds, nanos, bytes uint32 // of the file, when git last looked at it
	assumed, skipped      bool   // git does not look at it
}

// Misleading returns what an index names that git itself would not take into one, or why it
// cannot be read; "" for one that git could have written. shared is the name of the file beside
// it that it shares with others, if it is split.
func Misleading(raw []byte) (what, shared string) {
	readable := false
	for _, sum := range sums { // what git takes it for is said elsewhere: neither may mislead
		bad := ""
		extensions, ok := readIndex(raw, sum, func(e entry) {
			if name := string(e.name); bad == "" && name != "" && !IsPathOfTree(name, e.mode) {
				bad = name
			}
		})
		if !ok {
			continue
		}
		if readable = true; bad != "" {
			return bad, ""
		}
		if base := extensions["link"]; len(base) >= sum && shared == "" {
			shared = "sharedindex." + hex.EncodeToString(base[:sum])
		}
	}
	if !readable {
		return "what cannot be read", ""
	}
	return "", shared
}

// readIndex reads an index whose object names have so many bytes, and calls visit with each of its
// entries. ok is false unless all of it is as git writes it: what git reads from another place of
// the file than where it stands in order would be seen by nobody.
func readIndex(raw []byte, sum int, visit func(entry)) (extensions map[string][]byte, ok bool) {
	const header = 12
	if len(raw) < header+sum || !bytes.HasPrefix(raw, []byte("DIRC")) {
		return nil, false
	}
	version, count := binary.BigEndian.Uint32(raw[4:]), binary.BigEndian.Uint32(raw[8:])
	if version < 2 || version > 4 {
		return nil, false
	}
	rest := raw[header : len(raw)-sum]
	hasBlocks := bytes.Contains(raw, []byte("IEOT"))
	var places []place
	var last []byte
	for range count {
		e, ok := readEntry(rest, last, version, sum)
		if !ok {
			return nil, false
		}
		if hasBlocks {
			places = append(places, place{uint32(len(raw) - sum - len(rest)), e.whole})
		}
		rest, last = rest[e.size:], e.name
		visit(e)
	}
	extensions, ok = extensionsOf(rest)
	if !ok || !areInOrder(raw, sum, len(raw)-sum-len(rest), extensions["IEOT"], places) {
		return nil, false
	}
	return extensions, true
}

// An entry of an index. size is how many bytes it takes, and whole says that it says its whole name.
type entry struct {
	name  []byte
	mode  uint32
	id    []byte
	stage int
	size  int
	whole bool

	seconds, nanos, bytes uint32 // of the file: its time and size
	assumed, skipped      bool   // git takes it for unchanged, or for not checked out
}

// A place is where an entry begins.
type place struct {
	at    uint32
	whole bool
}

func readEntry(rest, last []byte, version uint32, sum int) (e entry, ok bool) {
	const fixed, assumed, extended, skipped, nameBits = 40, 0x8000, 0x4000, 0x4000, 0xfff
	e.size = fixed + sum + 2
	if len(rest) < e.size {
		return e, false
	}
	flags := binary.BigEndian.Uint16(rest[e.size-2:])
	e.mode, e.id = binary.BigEndian.Uint32(rest[24:]), rest[fixed:fixed+sum]
	e.seconds, e.nanos, e.bytes = binary.BigEndian.Uint32(rest[8:]), binary.BigEndian.Uint32(rest[12:]), binary.BigEndian.Uint32(rest[36:])
	e.stage = int(flags >> 12 & 3)
	if flags&extended != 0 {
		e.size += 2
	}
	if len(rest) < e.size || flags&extended != 0 && version < 3 {
		return e, false
	}
	e.assumed, e.skipped = flags&assumed != 0, flags&extended != 0 && binary.BigEndian.Uint16(rest[e.size-2:])&skipped != 0
	name, after, cut, ok := indexName(rest[e.size:], last, version)
	if !ok || int(flags&nameBits) != min(len(name), nameBits) {
		return e, false
	}
	if version < 4 { // padded to eight bytes, with a zero at least
		after = (e.size+len(name)+8)&^7 - e.size
	}
	e.name, e.whole = name, cut == len(last) || version < 4
	e.size += after
	return e, len(rest) >= e.size
}

// areInOrder reports whether what an index says of where git finds its parts is where they stand:
// its extensions, and the blocks of entries that git reads at once, each without the one before.
func areInOrder(raw []byte, sum, end int, blocks []byte, places []place) bool {
	if at := len(raw) - sum - (4 + 4 + 4 + sum); at >= 0 && bytes.HasPrefix(raw[at:], []byte("EOIE")) {
		if int(binary.BigEndian.Uint32(raw[at+8:])) != end {
			return false
		}
	}
	if blocks == nil {
		return true
	}
	if len(blocks)%8 != 4 {
		return false
	}
	next := 0
	for blocks = blocks[4:]; len(blocks) > 0; blocks = blocks[8:] {
		at, count := binary.BigEndian.Uint32(blocks), binary.BigEndian.Uint32(blocks[4:])
		if count == 0 || int(count) > len(places)-next || places[next].at != at || !places[next].whole {
			return false
		}
		next += int(count)
	}
	return next == len(places)
}

// extensionsOf reads what follows the entries, by its names. ok is false unless it goes to the end:
// with names of the wrong length the entries would have ended anywhere.
func extensionsOf(rest []byte) (found map[string][]byte, ok bool) {
	found = map[string][]byte{}
	for len(rest) > 0 {
		if len(rest) < 8 {
			return nil, false
		}
		size := uint64(binary.BigEndian.Uint32(rest[4:]))
		if uint64(len(rest)-8) < size {
			return nil, false
		}
		name := string(rest[:4])
		if _, twice := found[name]; twice {
			return nil, false
		}
		found[name] = rest[8 : 8+size]
		rest = rest[8+size:]
	}
	return found, true
}

// indexName reads the name of an entry, and says how many bytes it takes. In version 4 it
// says how much of the end of the last name goes, and what comes in its place.
func indexName(raw, last []byte, version uint32) (name []byte, size, cut int, ok bool) {
	if version == 4 {
		for more := true; more; size++ {
			if size >= len(raw) || size > 4 {
				return nil, 0, 0, false
			}
			if size > 0 {
				cut++
			}
			cut = cut<<7 | int(raw[size]&0x7f)
			more = raw[size]&0x80 != 0
		}
	}
	end := bytes.IndexByte(raw[size:], 0)
	if end < 0 || cut > len(last) {
		return nil, 0, 0, false
	}
	name = raw[size : size+end]
	if version == 4 {
		name = append(bytes.Clone(last[:len(last)-cut]), name...)
	}
	return name, size + end + 1, cut, true
}

// FolderOf is the git folder of a work tree; "" if it has none.
func FolderOf(tree string) string {
	f := &finder{p: &Places{}, seen: views{}}
	at := filepath.Join(tree, ".git")
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		return ""
	}
	if kind, _ := f.see(real, true); kind.IsDir() {
		return real
	}
	return f.pointer(real, "gitdir: ", filepath.Dir(real))
}
