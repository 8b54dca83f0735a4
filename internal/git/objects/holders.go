package objects

import (
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/internal/steady"
)

// A Holder is a file in which a repository has an object.
type Holder struct {
	Path string
	Pack bool // with many others, and it may have been put there again
}

// mostFolders is how many folders of objects are looked at, of one repository and those from
// which it borrows.
const mostFolders = 20

// Holders are the files in which an object of this name lies, also those of other repositories
// from which this one borrows. Whether they are what they say is not read.
func (s *Store) Holders(id string) (list []Holder) {
	raw, err := hex.DecodeString(id)
	if err != nil || len(raw) != idSize {
		return nil
	}
	folders := []string{s.folder}
	for i := 0; i < len(folders); i++ {
		at := &Store{folder: folders[i]}
		loose := filepath.Join(at.folder, id[:2], id[2:])
		if file, _, err := git.Open(loose); err == nil {
			_ = file.Close() // nothing was written
			list = append(list, Holder{Path: loose})
		}
		at.openPacks()
		for _, p := range at.packs {
			if p.place(raw) >= 0 {
				list = append(list, Holder{Path: p.file.Name(), Pack: true})
			}
		}
		at.Close()
		folders = append(folders, at.borrows()...)
		folders = folders[:min(len(folders), mostFolders)]
	}
	return list
}

// borrows are the folders of objects that this one names as others to look in.
func (s *Store) borrows() (folders []string) {
	text, _, err := git.ReadFile(filepath.Join(s.folder, "info", "alternates"), 64<<10)
	if err != nil {
		return nil
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		if !filepath.IsAbs(line) {
			line = filepath.Join(s.folder, line)
		}
		folders = append(folders, line)
	}
	return folders
}

// lenders are the folders from which this repository borrows objects, and those from which these do.
func (s *Store) lenders() []*Store {
	if s.asked {
		return s.others
	}
	s.asked = true
	for folders := s.borrows(); len(folders) > 0 && len(s.others) < mostFolders; folders = folders[1:] {
		other := &Store{folder: folders[0], asked: true}
		s.others = append(s.others, other)
		folders = append(folders, other.borrows()...)
	}
	return s.others
}

// mostFound is how many objects one beginning of an id is followed to.
const mostFound = 16

// Find are the objects that an id means, or, of commits and tags, the beginning of one as git takes it.
func (s *Store) Find(id string) (ids []string) {
	const shortest = 4
	if len(id) < shortest || len(id) > 2*idSize || strings.Trim(id, "0123456789abcdef") != "" {
		return nil
	}
	if len(id) == 2*idSize {
		if _, _, err := s.read(id, 0); err != nil {
			return nil
		}
		return []string{id}
	}
	for _, at := range append([]*Store{s}, s.lenders()...) {
		loose, _ := steady.ReadDir(filepath.Join(at.folder, id[:2]), 0) // none is there
		for _, e := range loose {
			if strings.HasPrefix(e.Name(), id[2:]) && len(ids) < mostFound {
				ids = append(ids, id[:2]+e.Name())
			}
		}
		at.openPacks()
		for _, p := range at.packs {
			ids = append(ids, p.begins(id, mostFound)...)
		}
	}
	slices.Sort(ids)
	return slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return s.Commit(id) == "" })
}
