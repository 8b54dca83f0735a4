package tips

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git names its objects so
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/pins"
	"handrail/internal/steady"
)

// Limits of how far objects are looked at that came or changed.
const (
	mostLoose  = 100_000         // files of objects
	looseBytes = 512 << 20       // of those that changed, as they are when they are unpacked
	packBytes  = 1 << 30         // of a pack whose list is as it was
	packTime   = 2 * time.Second // for what lies in packs that changed
)

// Changed are the files of objects of a repository, and of those from which it borrows, that came or changed after a moment.
type Changed struct {
	Forged []string // what lies there is not what the name says, or cannot be read
	Packs  []string // lists of packs that are other ones
	More   bool     // more came than was looked at
	Many   bool     // there are more than are looked at, whatever came
}

// ChangedObjects looks at the objects of the repository whose folder is dir. Git itself does not look whether an object is what its name says when it
// reads one. What came with since or later counts, by a time that no program can set, in folders that count.
func ChangedObjects(dir string, since time.Time, counts func(folder string) bool) (c Changed) {
	left, room := mostLoose, int64(looseBytes)
	for _, folder := range slices.DeleteFunc(objects.Folders(dir), func(folder string) bool { return !counts(folder) }) {
		lacks := lacking(folder)
		for i := range 256 { // by their names, however full the folder is
			name := fmt.Sprintf("%02x", i)
			if lacks(name) {
				continue
			}
			at := filepath.Join(folder, name)
			switch info, err := os.Lstat(at); {
			case err != nil:
			case info.IsDir():
				c.loose(at, since, &left, &room)
			case changed(at, since):
				c.Forged = append(c.Forged, at)
			}
		}
		c.packs(filepath.Join(folder, "pack"), since)
	}
	return c
}

// mostFolders is how many names a folder of objects has, at most, that is read as a whole.
const mostFolders = 512

// lacking tells which folders of loose objects are surely not there. One with more names than git gives it is not read for that, nor one with a name
// that a file system could take for another.
func lacking(folder string) func(name string) bool {
	none := func(string) bool { return false }
	entries, err := steady.ReadDir(folder, mostFolders)
	if err != nil && !errors.Is(err, fs.ErrNotExist) || len(entries) >= mostFolders {
		return none
	}
	there := map[string]bool{}
	for _, e := range entries {
		if strings.ContainsFunc(e.Name(), func(r rune) bool { return r > unicode.MaxASCII }) {
			return none
		}
		there[strings.ToLower(e.Name())] = true
	}
	return func(name string) bool { return !there[name] }
}

// packs adds the packs of a folder.
func (c *Changed) packs(folder string, since time.Time) {
	names := entriesOf(folder, mostLoose)
	lists := slices.DeleteFunc(names, func(e fs.DirEntry) bool { return !strings.HasSuffix(e.Name(), ".idx") })
	c.Many = c.Many || len(names) == mostLoose || len(lists) > objects.MostPacks
	for _, e := range lists {
		at := filepath.Join(folder, e.Name())
		pack := strings.TrimSuffix(at, ".idx") + ".pack"
		switch {
		case changed(at, since):
			c.Packs = append(c.Packs, at)
		case !changed(pack, since):
		case !isWhole(pack, at): // git sets the time of one whose objects it would have written again
			c.Forged = append(c.Forged, at)
		}
	}
}

// isWhole reports whether a pack is the one, byte for byte, of which its list was made: that ends in the pack's sum and its own. A pack of more than
// packBytes counts as whole if it ends in that sum.
func isWhole(pack, list string) bool {
	end, err := tail(list, 2*sha256.Size)
	file, info, perr := git.Open(pack)
	if err != nil || perr != nil {
		return errors.Is(err, fs.ErrNotExist) || errors.Is(perr, fs.ErrNotExist)
	}
	defer file.Close()
	last, err := tail(pack, sha256.Size)
	if err != nil {
		return false
	}
	for _, sum := range []hash.Hash{sha1.New(), sha256.New()} { //nolint:gosec // see above
		size := sum.Size()
		said := end[len(end)-2*size : len(end)-size]
		if !bytes.Equal(last[len(last)-size:], said) {
			continue
		}
		if info.Size() > packBytes {
			return true
		}
		_, err := io.Copy(sum, io.LimitReader(file, info.Size()-int64(size)))
		return err == nil && bytes.Equal(sum.Sum(nil), said)
	}
	return false
}

// tail is the end of a file.
func tail(path string, size int) ([]byte, error) {
	file, info, err := git.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info.Size() < int64(size) {
		return nil, io.ErrUnexpectedEOF
	}
	end := make([]byte, size)
	_, err = file.ReadAt(end, info.Size()-int64(size))
	return end, err
}

// loose looks at the objects in a folder that have a file each.
func (c *Changed) loose(folder string, since time.Time, left *int, room *int64) {
	first := filepath.Base(folder)
	for _, e := range entriesOf(folder, *left+1) {
		if *left--; *left < 0 {
			c.Many = true
			return
		}
		at := filepath.Join(folder, e.Name())
		id := first + e.Name()
		if !isHexOf(id, 2*sha1.Size) && !isHexOf(id, 2*sha256.Size) || !changed(at, since) {
			continue
		}
		is, more, err := sumAt(at, len(id)/2, room)
		switch {
		case more:
			c.More = true
		case errors.Is(err, fs.ErrNotExist):
		case err != nil || is != id:
			c.Forged = append(c.Forged, at)
		}
	}
}

// sumAt names what a file of an object holds. more says that it is too large to be looked at.
func sumAt(path string, size int, left *int64) (id string, more bool, err error) {
	file, _, err := git.Open(path)
	if err != nil {
		return "", false, err
	}
	defer file.Close()
	sum := sha1.New() //nolint:gosec // see above
	if size == sha256.Size {
		sum = sha256.New()
	}
	if *left <= 0 {
		return "", true, nil
	}
	read, err := objects.Unpack(sum, file, *left)
	if *left -= read; *left <= 0 {
		return "", true, nil
	}
	return hex.EncodeToString(sum.Sum(nil)), false, err
}

// changed reports whether a file came or changed with a moment or later.
func changed(path string, since time.Time) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	is := pins.IdentityOf(info)
	return is.Changed == 0 || is.Changed >= since.UnixNano()
}

// entriesOf are the names in a folder, at most so many.
func entriesOf(folder string, most int) []fs.DirEntry {
	list, _ := steady.ReadDir(folder, most) // those that could be read
	return list
}

func isHexOf(text string, size int) bool {
	return len(text) == size && strings.Trim(text, "0123456789abcdef") == ""
}

// ForgedPacks are those of these packs in which an object that git reads on its way to a file that counts is not what its name says: of the commits that
// names meant before, the nearest first, as many as can be looked at in a short time.
func ForgedPacks(dir string, before *Tips, packs []string, counts func(name string) bool) (forged []string) {
	b := &bringing{dir: dir, before: before}
	defer b.close()
	until := time.Now().Add(packTime)
	found, seen := map[string]bool{}, map[string]bool{}
	fits := func(id string) bool {
		for _, pack := range packs {
			if objects.Forges(b.open(), pack, id) && !found[pack] {
				found[pack] = true
				forged = append(forged, pack)
			}
		}
		return time.Now().Before(until)
	}
	var below func(tree, at string, depth int) bool
	below = func(tree, at string, depth int) bool {
		if seen[at+tree] || depth > mostDepth*2 {
			return true
		}
		seen[at+tree] = true
		goes := fits(tree)
		for name, entry := range objects.Entries(b.open(), tree) {
			mode, id, _ := strings.Cut(entry, " ")
			switch path := at + name; {
			case !goes:
				return false
			case mode == "40000":
				goes = below(id, path+"/", depth+1)
			case mode != "160000" && counts(path):
				goes = fits(id)
			}
		}
		return goes
	}
	for queue := b.known(); len(queue) > 0 && len(seen) < mostHistory*mostKnown; queue = queue[1:] {
		commit := queue[0]
		if seen[commit] {
			continue
		}
		seen[commit] = true
		if !fits(commit) || !below(objects.Top(b.open(), commit), "", 0) {
			break
		}
		if parents, err := b.open().Parents(commit); err == nil {
			queue = append(queue, parents...)
		}
	}
	return forged
}
