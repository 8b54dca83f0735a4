package builtin

import (
	"fmt"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

const (
	// maxDifference is how many bytes of a difference a preview holds. A larger
	// one is named by sizes and hashes: nobody reads it.
	maxDifference = 512 << 10
	// maxCompared is how many bytes, that differ in between what is the same at
	// both ends, are compared line by line. Above, they are replaced as one.
	maxCompared = 1 << 20
)

// difference shows a change as a unified diff.
func (f *files) difference(c change) string {
	name := visible(f.show(c.path)) // a line break in it would begin a line of the difference
	oldName, newName := "a/"+name, "b/"+name
	if !c.before.Exists {
		oldName = "/dev/null"
	}
	if c.remove {
		newName = "/dev/null"
	}
	head := ""
	if c.from != "" {
		how := map[bool]string{true: "copy", false: "rename"}[c.copied]
		head = fmt.Sprintf("%s from %s\n%[1]s to %[3]s\n", how, visible(c.from), name)
	}
	if kindOf(c.old).binary() || kindOf(c.new).binary() {
		return head + fmt.Sprintf("--- %s\n+++ %s\nbinary content: %s\n", oldName, newName, sizes(c))
	}
	old, _, oldErr := decode(c.old)
	new, _, newErr := decode(c.new)
	if oldErr != nil || newErr != nil {
		old, new = string(c.old), string(c.new)
	}
	text := unified(oldName, newName, old, new)
	if len(text) > maxDifference {
		return head + fmt.Sprintf("--- %s\n+++ %s\ntoo large to show line by line: %s\n", oldName, newName, sizes(c))
	}
	if text == "" {
		return head + fmt.Sprintf("--- %s\n+++ %s\nno difference: %s\n", oldName, newName, sizes(c))
	}
	return head + text
}

// sizes says what becomes of a file in bytes and hashes.
func sizes(c change) string {
	before, after := "nothing", "nothing"
	if c.before.Exists {
		before = fmt.Sprintf("%d bytes, SHA-256 %s", c.before.Size, c.before.SHA256)
	}
	if !c.remove {
		after = describe(c.new)
	}
	return before + " becomes " + after
}

// unified makes a unified diff, quickly also for large files: what is the same
// at both ends is not compared.
func unified(oldName, newName, old, new string) string {
	head := commonHead(old, new)
	tail := commonTail(old[head:], new[head:])
	a, b := old[head:len(old)-tail], new[head:len(new)-tail]
	var edits []udiff.Edit
	switch {
	case a == b:
	case len(a)+len(b) > maxCompared:
		edits = []udiff.Edit{{Start: 0, End: len(a), New: b}}
	default:
		edits = udiff.Lines(a, b)
	}
	for i := range edits {
		edits[i].Start += head
		edits[i].End += head
	}
	text, err := udiff.ToUnified(oldName, newName, old, edits, udiff.DefaultContextLines)
	if err != nil {
		return fmt.Sprintf("--- %s\n+++ %s\nthe difference cannot be shown: %v\n", oldName, newName, err)
	}
	return text
}

// commonHead is the length of the lines that both texts begin with.
func commonHead(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return strings.LastIndexByte(a[:n], '\n') + 1
}

// commonTail is the length of the lines that both texts end with, which begin
// at the start of a line.
func commonTail(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	if n == len(a) && n == len(b) {
		return n
	}
	at := strings.IndexByte(a[len(a)-n:], '\n')
	if at < 0 {
		return 0
	}
	return n - at - 1
}
