package walls_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// looseBlob is the file of an object with this content, whatever its name.
func looseBlob(text string) string {
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	fmt.Fprintf(z, "blob %d\x00%s", len(text), text)
	_ = z.Close()
	return b.String()
}

// forgedPack is a pack of one short content, and the list that says that it has another name.
func forgedPack(id, text string) (pack, list string) {
	raw, _ := hex.DecodeString(id)
	var b bytes.Buffer
	b.WriteString("PACK\x00\x00\x00\x02\x00\x00\x00\x01")
	b.WriteByte(3<<4 | byte(len(text)))
	z := zlib.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	sum := sha1.Sum(b.Bytes())
	b.Write(sum[:])
	l := []byte("\xfftOc\x00\x00\x00\x02")
	for i := range 256 {
		many := uint32(0)
		if i >= int(raw[0]) {
			many = 1
		}
		l = binary.BigEndian.AppendUint32(l, many)
	}
	l = binary.BigEndian.AppendUint32(append(l, raw...), 0)
	l = append(binary.BigEndian.AppendUint32(l, 12), sum[:]...)
	end := sha1.Sum(l)
	return b.String(), string(append(l, end[:]...))
}

// An object that a program has put in the place of the person's, or before it in another pack, is put aside and told: git itself would take it.
func TestAForgedObjectIsPutAside(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.outside(g.Dir, "switch", "-qc", "old")
	g.File(".husky/pre-commit", "true old\n")
	g.outside(g.Dir, "commit", "-qanm", "old")
	g.outside(g.Dir, "switch", "-q", "main")
	id := strings.TrimSpace(g.outside(g.Dir, "rev-parse", "old:.husky/pre-commit"))
	file := filepath.Join(".git/objects", id[:2], id[2:])
	good, err := os.ReadFile(filepath.Join(g.Dir, file))
	if err != nil {
		t.Fatal(err)
	}
	g.File("crafted", looseBlob("theirs\n"))
	pack, list := forgedPack(id, "theirs\n")
	g.File("crafted.pack", pack)
	g.File("crafted.idx", list)
	for name, script := range map[string]string{
		file: "cp --remove-destination crafted " + file, file + " ": "chmod u+w " + file + "; cat crafted >" + file, file + "  ": "cp crafted .git/other.txt; ln -sf $PWD/.git/other.txt " + file,
		".git/objects/pack/pack-x.idx": "cp crafted.pack .git/objects/pack/pack-x.pack; cp crafted.idx .git/objects/pack/pack-x.idx",
	} {
		name = strings.TrimSpace(name)
		if out := g.Bash(script + "; git cat-file -p " + id); !strings.Contains(out.Content, "theirs") {
			t.Fatalf("%s: git does not take it: %s", script, out.Content)
		}
		g.S.Walls().Settled()
		if _, err := os.Lstat(filepath.Join(g.Dir, name)); err == nil {
			t.Errorf("%s: it is still there", script)
		}
		if text := <-g.told; !strings.Contains(text, filepath.Base(name)+".put-aside") || !strings.Contains(text, "held another object") {
			t.Errorf("%s: the person was told: %s", script, text)
		}
		if out := g.ask(g.Dir, "cat-file", "-p", id); strings.Contains(out, "theirs") {
			t.Errorf("%s: the person's git says %s", script, out)
		}
		if err := os.RemoveAll(filepath.Join(g.Dir, file)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(g.Dir, file), good, 0o400); err != nil {
			t.Fatal(err)
		}
	}
}

// A pack that a program has changed at a place, and whose list is as it was, is put aside.
func TestAPackChangedInPlaceIsPutAside(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.outside(g.Dir, "repack", "-adq")
	g.Bash("git add -A; git write-tree; touch .git/objects/pack/*.pack")
	g.S.Walls().Settled()
	lists, err := filepath.Glob(filepath.Join(g.Dir, ".git/objects/pack/*.idx"))
	if err != nil || len(lists) != 1 {
		t.Fatalf("packs: %v, %v", lists, err)
	}
	g.Bash("cd .git/objects/pack && chmod u+w *.pack && printf x | dd of=$(ls *.pack) bs=1 seek=40 conv=notrunc 2>/dev/null")
	g.S.Walls().Settled()
	if _, err := os.Lstat(lists[0]); err == nil {
		t.Error("it is still there")
	}
	if text := <-g.told; !strings.Contains(text, filepath.Base(lists[0])+".put-aside") {
		t.Errorf("the person was told: %s", text)
	}
}

// What git itself makes of objects stays: commits, packs, what is fetched and cloned.
func TestGitsOwnObjectsStay(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	before := g.outside(g.Dir, "rev-list", "--objects", "--all")
	for i, script := range []string{
		"for i in $(seq 30); do echo $i >n$i; git add -f n$i; git commit -qnm $i; done", "git repack -dq", "git gc -q --prune=now", "git repack -adfq --depth=200 --window=20", "git clone -q --shared . shared && git -C shared commit -q --allow-empty -nm x",
		"git unpack-objects -q <$(ls .git/objects/pack/*.pack | head -1)", "dd if=/dev/urandom of=large bs=1M count=40 2>/dev/null; git add -f large; git commit -qnm large",
	} {
		g.Bash(script)
		g.S.Walls().Settled()
		if out := g.ask(g.Dir, "fsck", "--full"); strings.Contains(out, "missing") || strings.Contains(out, "error") {
			t.Errorf("%d: %s: %s", i, script, out)
		}
	}
	if after := g.outside(g.Dir, "rev-list", "--objects", "--all"); len(after) < len(before) {
		t.Errorf("there are fewer: %s", after)
	}
	for len(g.told) > 0 {
		if text := <-g.told; strings.Contains(text, "object") {
			t.Errorf("the person was told: %s", text)
		}
	}
}
