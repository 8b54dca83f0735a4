package objects

import (
	"encoding/hex"
	"path/filepath"
	"strings"

	"handrail/internal/git"
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
		at.find()
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
