package git

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git names its objects so
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"path"
	"slices"
	"strconv"
	"strings"
)

// deepestTree is how deep folders lie in each other at most, where git could still make them.
const deepestTree = 2048

// A Listing reads the object of a folder: mode and id by name, as git writes them. ok is false if it is not there, or holds something else
// than its id says.
type Listing func(id string) (entries map[string]string, ok bool)

// Mistold returns the folder of which an index says another content than its entries have, "" for none: git makes the next commit of what the
// index says of its folders (the extension TREE), without a look at the entries that it shows the person. shared is the file that a
// split index shares with others. What cannot be read is said by Misleading.
func Mistold(raw, shared []byte, list Listing) string {
	for _, sum := range sums {
		var entries []leaf
		collect := func(to *[]leaf) func(entry) {
			return func(e entry) { *to = append(*to, leaf{string(e.name), e.mode, e.id, e.stage}) }
		}
		extensions, ok := readIndex(raw, sum, collect(&entries))
		if !ok || extensions["TREE"] == nil {
			continue
		}
		if link := extensions["link"]; len(link) > sum {
			var base []leaf
			if _, ok := readIndex(shared, sum, collect(&base)); !ok {
				continue // git then reads nothing
			}
			if entries, ok = joined(base, entries, link[sum:]); !ok {
				return "what cannot be read"
			}
		}
		root, rest, ok := readCached(extensions["TREE"], sum, 0)
		if !ok || len(rest) > 0 {
			return "what cannot be read"
		}
		c := comparison{sum, list, ""}
		if _, ok := c.fits(entries, "", root, 0); !ok {
			return "another content of " + path.Join("/", c.bad) + " than it lists"
		}
	}
	return ""
}

// A leaf is an entry of an index, as far as it makes a folder.
type leaf struct {
	name  string
	mode  uint32
	id    []byte
	stage int
}

// joined are the entries of a split index: those of the base, but for what is deleted and what comes in another's place, and the new ones.
func joined(base, own []leaf, maps []byte) ([]leaf, bool) {
	deleted, maps, ok := bits(maps, len(base))
	if !ok {
		return nil, false
	}
	replaced, maps, ok := bits(maps, len(base))
	if !ok || len(maps) > 0 {
		return nil, false
	}
	var all []leaf
	for i, e := range base {
		if replaced[i] {
			if len(own) == 0 || own[0].name != "" {
				return nil, false
			}
			name := e.name
			e, own = own[0], own[1:]
			e.name = name
		}
		if !deleted[i] {
			all = append(all, e)
		}
	}
	if all = append(all, own...); slices.ContainsFunc(own, func(e leaf) bool { return e.name == "" }) {
		return nil, false
	}
	slices.SortStableFunc(all, func(a, b leaf) int {
		if a.name != b.name {
			return strings.Compare(a.name, b.name)
		}
		return a.stage - b.stage
	})
	return all, true
}

// bits reads a packed row of bits (EWAH): words that say how many times a bit repeats, and how many words follow as they are.
func bits(raw []byte, many int) (set []bool, rest []byte, ok bool) {
	const head, word, last = 8, 8, 4
	if len(raw) < head {
		return nil, nil, false
	}
	size, words := int(binary.BigEndian.Uint32(raw)), int(binary.BigEndian.Uint32(raw[4:]))
	if raw = raw[head:]; len(raw) < words*word+last || size > many {
		return nil, nil, false
	}
	set = make([]bool, many)
	at := 0
	for i := 0; i < words; {
		w := binary.BigEndian.Uint64(raw[i*word:])
		run, plain := int(w>>1&(1<<32-1)), int(w>>33)
		if i++; plain > words-i {
			return nil, nil, false
		}
		for n := 0; w&1 != 0 && n < run*64 && at+n < many; n++ {
			set[at+n] = true
		}
		for at += run * 64; plain > 0; i, plain, at = i+1, plain-1, at+64 {
			bits := binary.BigEndian.Uint64(raw[i*word:])
			for n := range 64 {
				if bits>>n&1 != 0 && at+n < many {
					set[at+n] = true
				}
			}
		}
	}
	return set, raw[words*word+last:], true
}

// A cached is what an index says of a folder. count is how many entries it has; below 0: nothing is said.
type cached struct {
	count int
	id    []byte
	below map[string]*cached
}

// readCached reads what stands in the extension TREE of one folder, and of those in it.
func readCached(raw []byte, sum, depth int) (c *cached, rest []byte, ok bool) {
	_, raw, named := bytes.Cut(raw, []byte{0}) // the caller has read it
	line, raw, lined := bytes.Cut(raw, []byte{'\n'})
	count, folders, two := strings.Cut(string(line), " ")
	many, err := strconv.Atoi(folders)
	c = &cached{below: map[string]*cached{}}
	var cerr error
	if c.count, cerr = strconv.Atoi(count); !named || !lined || !two || err != nil || cerr != nil || many < 0 || depth > deepestTree {
		return nil, nil, false
	}
	if c.count >= 0 {
		if len(raw) < sum {
			return nil, nil, false
		}
		c.id, raw = raw[:sum], raw[sum:]
	}
	for range many {
		name, _, named := bytes.Cut(raw, []byte{0})
		if !named || len(name) == 0 || c.below[string(name)] != nil {
			return nil, nil, false
		}
		if c.below[string(name)], raw, ok = readCached(raw, sum, depth+1); !ok {
			return nil, nil, false
		}
	}
	return c, raw, true
}

// A comparison looks whether what an index says of its folders is what its entries make.
type comparison struct {
	sum  int
	list Listing
	bad  string // a folder of which it is not
}

// fits compares a folder, whose entries these are, with what is said of it and of those in it; said may be nil. It returns the id of the
// folder as git would write it.
func (c *comparison) fits(entries []leaf, at string, said *cached, depth int) (id []byte, ok bool) {
	if c.bad = at; depth > deepestTree {
		return nil, false
	}
	prefix := len(at)
	if len(entries) == 1 && entries[0].mode == modeFolder && entries[0].name == at { // of a sparse index
		return entries[0].id, said == nil || said.count < 0 || said.count == 1 && bytes.Equal(said.id, entries[0].id)
	}
	var text bytes.Buffer
	whole, seen := true, map[string]bool{}
	made := map[string]string{}
	for left := entries; len(left) > 0; {
		name, _, isFolder := strings.Cut(left[0].name[prefix:], "/")
		of, mode, kid := 1, left[0].mode, left[0].id
		if isFolder {
			folder := left[0].name[:prefix+len(name)+1]
			for of < len(left) && strings.HasPrefix(left[of].name, folder) {
				of++
			}
			var below *cached
			if said != nil {
				below, seen[name] = said.below[name], true
			}
			if mode = modeFolder; below != nil || said == nil || said.count >= 0 {
				if kid, ok = c.fits(left[:of], folder, below, depth+1); !ok {
					return nil, false
				}
			}
		}
		whole = whole && (isFolder || left[0].stage == 0) && kid != nil
		fmt.Fprintf(&text, "%o %s\x00%s", mode, name, kid)
		made[name] = fmt.Sprintf("%o %x", mode, kid)
		left = left[of:]
	}
	c.bad = at
	if said == nil {
		return c.name(text.Bytes(), whole), true
	}
	for name, below := range said.below {
		if !seen[name] && below.says() {
			return nil, false
		}
	}
	if said.count < 0 {
		return c.name(text.Bytes(), whole), true
	}
	id = c.name(text.Bytes(), whole)
	fits := whole && said.count == len(entries) && (bytes.Equal(id, said.id) || c.same(said.id, made))
	return said.id, fits
}

// says reports whether something is said of a folder, or of one in it.
func (c *cached) says() bool {
	for _, below := range c.below {
		if below.says() {
			return true
		}
	}
	return c.count >= 0
}

// name names a folder as git does; nil for one that cannot be one.
func (c *comparison) name(text []byte, whole bool) []byte {
	if !whole {
		return nil
	}
	sum := sha1.New() //nolint:gosec // see above
	if c.sum == sha256.Size {
		sum = sha256.New()
	}
	return treeSum(sum, text)
}

func treeSum(sum hash.Hash, text []byte) []byte {
	fmt.Fprintf(sum, "tree %d\x00", len(text))
	sum.Write(text)
	return sum.Sum(nil)
}

// same reports whether a folder holds this, which once was written in another way: with other rights of files, or in another order.
func (c *comparison) same(id []byte, made map[string]string) bool {
	entries, ok := c.list(hex.EncodeToString(id))
	if !ok || len(entries) != len(made) {
		return false
	}
	for name, entry := range entries {
		mode, id, _ := strings.Cut(entry, " ")
		bits, err := strconv.ParseUint(mode, 8, 32)
		if err != nil || made[name] != fmt.Sprintf("%o %s", canonical(uint32(bits)), id) {
			return false
		}
	}
	return true
}

// canonical is a mode as an index has it.
func canonical(mode uint32) uint32 {
	const file, executable, plain = 0o100000, 0o755, 0o644
	switch {
	case mode&modeKind != file:
		return mode & modeKind
	case mode&0o100 != 0:
		return file | executable
	}
	return file | plain
}
