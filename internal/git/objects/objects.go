// Package objects tells what a commit holds, from git's own files: it never runs git, which in a repository that an agent has
// written would be one more program led astray (docs/decisions/0620). What it cannot read it does not know.
package objects

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1" //nolint:gosec // git names its objects so
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"handrail/internal/git"
)

// Limits on what is read, since anybody may have written it.
const (
	mostObject = 32 << 20 // bytes of an object
	mostTrees  = 10_000   // that are remembered
	mostDepth  = 64       // of differences that stand on each other, and of folders
	idSize     = sha1.Size
)

// ErrUnknown says that an object is not there, or cannot be read.
var ErrUnknown = errors.New("git's record of it cannot be read")

// A Store has the objects of a repository. It is for one goroutine.
type Store struct {
	folder  string // objects
	packs   []*pack
	looked  bool // for packs
	partial bool // see IsPartial
	trees   map[string]map[string]string
	others  []*Store // from which it borrows
	asked   bool     // for these
}

// Open makes the Store of the repository whose folder, such as .git, is at dir.
func Open(dir string) *Store {
	if raw, _, err := git.ReadFile(filepath.Join(dir, "commondir"), 4096); err == nil { // a worktree beside
		common := strings.TrimSpace(string(raw))
		if !filepath.IsAbs(common) {
			common = filepath.Join(dir, common)
		}
		dir = common
	}
	return &Store{folder: filepath.Join(dir, "objects"), trees: map[string]map[string]string{}}
}

// Close lets go of the files of the store.
func (s *Store) Close() {
	for _, p := range s.packs {
		_ = p.file.Close()
	}
	for _, other := range s.others {
		other.Close()
	}
	s.packs, s.looked, s.others, s.asked = nil, false, nil, false
}

// BlobID names a content as git does.
func BlobID(content []byte) string { return sumOf("blob", content) }

// sumOf names an object as git does.
func sumOf(kind string, content []byte) string {
	sum := sha1.New() //nolint:gosec // see above
	fmt.Fprintf(sum, "%s %d\x00", kind, len(content))
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}

// Listed is what a folder holds, mode and id by name; ok is false if it is not there, or is not what its id says.
func Listed(s *Store, id string) (entries map[string]string, ok bool) {
	kind, data, err := s.read(id, 0)
	if err != nil || kind != "tree" || sumOf(kind, data) != id {
		return nil, false
	}
	entries, err = s.tree(id)
	return entries, err == nil
}

// Forged reports whether what is kept under a name is not what the name says. Git looks at that only when it is asked to (git fsck).
func (s *Store) Forged(id string) bool {
	kind, data, err := s.read(id, 0)
	return err == nil && kind == "blob" && BlobID(data) != id
}

// Content is what is kept of a file under a name.
func (s *Store) Content(id string) ([]byte, error) {
	kind, data, err := s.read(id, 0)
	if err == nil && kind != "blob" {
		err = ErrUnknown
	}
	return data, err
}

// Blob names the content that a commit has at a path with slashes; "" if there is no file of that name.
func (s *Store) Blob(commit, path string) (id string, err error) {
	mode, id, err := s.entry(commit, path)
	if err != nil || mode == "40000" || mode == linkMode || mode == submoduleMode {
		return "", err
	}
	return id, nil
}

// Submodule is the commit of another repository that a commit has at a path with slashes; "" if there is none.
func (s *Store) Submodule(commit, path string) (id string, err error) {
	mode, id, err := s.entry(commit, path)
	if err != nil || mode != submoduleMode {
		return "", err
	}
	return id, nil
}

// The modes of entries that are neither files nor folders.
const (
	linkMode      = "120000"
	submoduleMode = "160000"
)

// top is the folder of a commit, or the folder itself.
func (s *Store) top(id string) (tree string, err error) {
	kind, data, err := s.read(id, 0)
	if err != nil {
		return "", err
	}
	if kind == "tree" {
		return id, nil
	}
	line, _, _ := strings.Cut(string(data), "\n")
	tree, ok := strings.CutPrefix(line, "tree ")
	if kind != "commit" || !ok {
		return "", ErrUnknown
	}
	return strings.ToLower(tree), nil // git takes capitals, too
}

// entry is what a commit has at a path with slashes; "" if nothing.
func (s *Store) entry(commit, path string) (mode, id string, err error) {
	tree, err := s.top(commit)
	if err != nil {
		return "", "", err
	}
	parts := strings.Split(path, "/")
	if len(parts) > mostDepth {
		return "", "", ErrUnknown
	}
	for i, part := range parts {
		entries, err := s.tree(tree)
		if err != nil {
			return "", "", err
		}
		mode, id, _ := strings.Cut(entries[part], " ")
		switch {
		case i == len(parts)-1:
			return mode, id, nil
		case mode != "40000":
			return "", "", nil
		}
		tree = id
	}
	return "", "", nil
}

// Commit is the commit that a name means: a tag leads to one; "" if it is none.
func (s *Store) Commit(id string) string {
	for range mostDepth {
		kind, data, err := s.read(id, 0)
		if err != nil || kind != "commit" && kind != "tag" {
			return ""
		}
		if kind == "commit" {
			return strings.ToLower(id)
		}
		id = tagged(data)
	}
	return ""
}

// tagged is what a tag means.
func tagged(data []byte) (id string) {
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.ToLower(strings.TrimPrefix(line, "object "))
}

// IsContent reports whether a name means the content of a file, also by tags: git puts nothing into place by it.
func (s *Store) IsContent(id string) bool {
	for range mostDepth {
		kind, data, err := s.read(id, 0)
		if err != nil || kind != "tag" {
			return err == nil && kind == "blob"
		}
		id = tagged(data)
	}
	return false
}

// IsPartial reports whether a pack is too large to be read here. What cannot be read then says nothing of who wrote it.
func (s *Store) IsPartial() bool {
	s.openPacks()
	return s.partial
}

// Parents are the commits before one.
func (s *Store) Parents(commit string) (ids []string, err error) {
	kind, data, err := s.read(commit, 0)
	if err != nil || kind != "commit" {
		return nil, errors.Join(ErrUnknown, err)
	}
	head, _, _ := strings.Cut(string(data), "\n\n")
	for line := range strings.SplitSeq(head, "\n") {
		if id, ok := strings.CutPrefix(line, "parent "); ok {
			ids = append(ids, strings.ToLower(id))
		}
	}
	return ids, nil
}

// tree reads a folder: mode and id by name.
func (s *Store) tree(id string) (map[string]string, error) {
	if known, ok := s.trees[id]; ok {
		return known, nil
	}
	kind, data, err := s.read(id, 0)
	if err != nil || kind != "tree" {
		return nil, errors.Join(ErrUnknown, err)
	}
	entries := map[string]string{}
	for len(data) > 0 {
		head, rest, ok := bytes.Cut(data, []byte{0})
		mode, name, named := strings.Cut(string(head), " ")
		if !ok || !named || len(rest) < idSize {
			return nil, ErrUnknown
		}
		entries[name] = mode + " " + hex.EncodeToString(rest[:idSize])
		data = rest[idSize:]
	}
	if len(s.trees) >= mostTrees {
		clear(s.trees)
	}
	s.trees[id] = entries
	return entries, nil
}

// read reads an object, its own or one that it borrows.
func (s *Store) read(id string, depth int) (kind string, data []byte, err error) {
	kind, data, err = s.readOwn(id, depth)
	for _, other := range s.lendersIf(err) {
		if kind, data, err = other.readOwn(id, depth); err == nil {
			break
		}
	}
	return kind, data, err
}

// lendersIf are the lenders if something could not be read.
func (s *Store) lendersIf(err error) []*Store {
	if err == nil {
		return nil
	}
	return s.lenders()
}

// readOwn reads an object, loose or in a pack.
func (s *Store) readOwn(id string, depth int) (kind string, data []byte, err error) {
	raw, err := hex.DecodeString(id)
	if err != nil || len(raw) != idSize || depth > mostDepth {
		return "", nil, ErrUnknown
	}
	id = hex.EncodeToString(raw) // in small letters
	file, _, err := git.Open(filepath.Join(s.folder, id[:2], id[2:]))
	if err != nil {
		return s.packed(raw, depth)
	}
	defer file.Close()
	all, err := inflate(file, mostObject)
	if err != nil {
		return "", nil, err
	}
	head, data, ok := bytes.Cut(all, []byte{0})
	kind, _, named := strings.Cut(string(head), " ")
	if !ok || !named {
		return "", nil, ErrUnknown
	}
	return kind, data, nil
}

// inflate reads what zlib has packed, at most so many bytes.
func inflate(r io.Reader, most int64) ([]byte, error) {
	z, err := zlib.NewReader(r)
	if err != nil {
		return nil, errors.Join(ErrUnknown, err)
	}
	defer z.Close()
	data, err := io.ReadAll(io.LimitReader(z, most+1))
	if err != nil || int64(len(data)) > most {
		return nil, errors.Join(ErrUnknown, err)
	}
	return data, nil
}
