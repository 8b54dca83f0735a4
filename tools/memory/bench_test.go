package memory

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkFind looks in a memory of 1 MB for a word that its last paragraph has.
func BenchmarkFind(b *testing.B) {
	var s strings.Builder
	for i := 0; s.Len() < 1<<20; i++ {
		fmt.Fprintf(&s, "Paragraph %d says that somebody likes tea and walks.\n\n", i)
	}
	text := s.String() + "Kim drinks coffee."
	for b.Loop() {
		if len(Find(text, "coffee")) != 1 {
			b.Fatal("it is not found")
		}
	}
}
