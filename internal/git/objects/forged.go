package objects

import (
	"compress/zlib"
	"encoding/hex"
	"errors"
	"io"
	"strings"
)

// MostPacks is how many packs of one folder are looked at.
const MostPacks = mostPacks

// Folders are the folder of objects of the repository whose folder is dir, and those from which it borrows.
func Folders(dir string) (list []string) {
	s := Open(dir)
	defer s.Close()
	list = []string{s.folder}
	for _, other := range s.lenders() {
		list = append(list, other.folder)
	}
	return list
}

// Unpack writes an object that has a file of its own as it is, at most so many bytes, and returns how many there were.
func Unpack(to io.Writer, from io.Reader, most int64) (int64, error) {
	z, err := zlib.NewReader(from)
	if err != nil {
		return 0, errors.Join(ErrUnknown, err)
	}
	defer z.Close()
	return io.Copy(to, io.LimitReader(z, most))
}

// Forges reports whether a pack, told by its list (.idx), has another object under an id than the id says. What cannot be read is none.
func Forges(s *Store, list, id string) bool {
	raw, err := hex.DecodeString(id)
	if err != nil || len(raw) != idSize {
		return false
	}
	s.openPacks()
	for _, at := range append([]*Store{s}, s.lenders()...) {
		at.openPacks()
		for _, p := range at.packs {
			if p.file.Name() != strings.TrimSuffix(list, ".idx")+".pack" {
				continue
			}
			place := p.place(raw)
			if place < 0 {
				return false
			}
			kind, data, err := s.at(p, place, 0)
			return err == nil && sumOf(kind, data) != id
		}
	}
	return false
}

// Top is the folder of a commit; "" of what is none.
func Top(s *Store, commit string) string {
	tree, _ := s.top(commit)
	return tree
}

// Entries is what a folder holds, mode and id by name, as far as it can be read.
func Entries(s *Store, tree string) map[string]string {
	entries, _ := s.tree(tree)
	return entries
}
