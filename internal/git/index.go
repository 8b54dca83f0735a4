package git

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
)

// Limits of what is read of an index.
const (
	indexLimit  = 64 << 20 // bytes
	mostIndexes = 8        // files that a split index is made of
)

// modeLink is how an index marks a folder that is another repository.
const modeLink = 0o160000

// Gitlinks lists the folders that the index of a git folder names as other repositories,
// relative to the work tree and with slashes: git looks into each of them that is there,
// whatever .gitmodules says. An index that cannot be read names none, as git itself then
// stops.
func Gitlinks(dir string) (names []string) {
	files := []string{filepath.Join(dir, "index")}
	entries, _ := os.ReadDir(dir) // without them it is not split
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "sharedindex.") && len(files) < mostIndexes {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	for _, file := range files {
		raw, _, err := ReadFile(file, indexLimit)
		if err != nil {
			continue
		}
		found, ok := gitlinks(raw, 20) // bytes of SHA-1
		if !ok {
			found, _ = gitlinks(raw, 32) // of SHA-256
		}
		names = append(names, found...)
	}
	return names[:min(len(names), mostRepositories)]
}

// gitlinks reads the entries of an index whose object names have so many bytes.
func gitlinks(raw []byte, sum int) (names []string, ok bool) {
	const header, fixed = 12, 40
	if len(raw) < header+sum || !bytes.HasPrefix(raw, []byte("DIRC")) {
		return nil, false
	}
	version, count := binary.BigEndian.Uint32(raw[4:]), binary.BigEndian.Uint32(raw[8:])
	if version < 2 || version > 4 {
		return nil, false
	}
	rest := raw[header : len(raw)-sum]
	last := []byte(nil)
	for range count {
		size := fixed + sum + 2
		if len(rest) < size {
			return names, false
		}
		mode, flags := binary.BigEndian.Uint32(rest[24:]), binary.BigEndian.Uint16(rest[size-2:])
		if version > 2 && flags&0x4000 != 0 {
			size += 2
		}
		if len(rest) < size {
			return names, false
		}
		name, after, ok := indexName(rest[size:], last, version)
		if !ok {
			return names, false
		}
		if version < 4 { // padded to eight bytes, with a zero at least
			after = (size+len(name)+8)&^7 - size
			if len(rest) < size+after {
				return names, false
			}
		}
		rest, last = rest[size+after:], name
		if mode == modeLink && len(name) > 0 {
			names = append(names, string(name))
		}
	}
	return names, areExtensions(rest)
}

// areExtensions reports whether this is what follows the entries, to the end: with names of
// the wrong length the entries would have ended anywhere.
func areExtensions(rest []byte) bool {
	for len(rest) > 0 {
		if len(rest) < 8 {
			return false
		}
		size := uint64(binary.BigEndian.Uint32(rest[4:]))
		if uint64(len(rest)-8) < size {
			return false
		}
		rest = rest[8+size:]
	}
	return true
}

// indexName reads the name of an entry, and says how many bytes it takes. In version 4 it
// says how much of the end of the last name goes, and what comes in its place.
func indexName(raw, last []byte, version uint32) (name []byte, size int, ok bool) {
	cut := 0
	if version == 4 {
		for more := true; more; size++ {
			if size >= len(raw) || size > 4 {
				return nil, 0, false
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
		return nil, 0, false
	}
	name = raw[size : size+end]
	if version == 4 {
		name = append(bytes.Clone(last[:len(last)-cut]), name...)
	}
	return name, size + end + 1, true
}

// FolderOf is the git folder of a work tree; "" if it has none.
func FolderOf(tree string) string {
	f := &finder{p: &Places{}}
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
