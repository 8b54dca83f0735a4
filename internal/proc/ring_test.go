package proc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// fill writes data to a new ring in pieces of the given size.
func fill(limit int, data []byte, piece int) *ring {
	r := newRing(limit)
	for len(data) > 0 {
		n := min(max(piece, 1), len(data))
		r.write(data[:n])
		data = data[n:]
	}
	return r
}

func TestRingAroundItsLimit(t *testing.T) {
	tests := []struct {
		name    string
		limit   int
		in      string
		text    string
		dropped int64
	}{
		{"nothing", 10, "", "", 0},
		{"below", 10, "123456789", "123456789", 0},
		{"at", 10, "1234567890", "1234567890", 0},
		{"one above", 10, "1234567890a", "12345\n[... 1 bytes dropped ...]\n7890a", 1},
		{"far above", 10, strings.Repeat("x", 1000) + "tail!", "xxxxx\n[... 995 bytes dropped ...]\ntail!", 995},
		{"odd limit", 5, "abcdefgh", "ab\n[... 3 bytes dropped ...]\nfgh", 3},
		{"limit of one", 1, "abc", "[... 2 bytes dropped ...]\nc", 2},
		{"no second new line", 6, "ab\ncdefgh", "ab\n[... 3 bytes dropped ...]\nfgh", 3},
		{"default limit", 0, strings.Repeat("x", DefaultCap), strings.Repeat("x", DefaultCap), 0},
		// ä is two bytes, € three, 😀 four
		{"character cut by the head", 6, "abä234567", "ab\n[... 5 bytes dropped ...]\n567", 5},
		{"character cut by the tail", 6, "abcdefg€", "abc\n[... 4 bytes dropped ...]\n€", 4},
		{"character cut at both", 8, "abc€1234d€fg", "abc\n[... 11 bytes dropped ...]\nfg", 11},
		{"long characters", 8, "😀😀😀😀", "😀\n[... 8 bytes dropped ...]\n😀", 8},
		{"invalid bytes", 10, "a\xff\xfeb", "a\uFFFDb", 0},
		{"invalid bytes at the cut", 6, "ab\xff12345678", "ab\uFFFD\n[... 5 bytes dropped ...]\n678", 5},
		{"only the insides of characters", 4, strings.Repeat("\x80", 20), "\uFFFD\n[... 18 bytes dropped ...]\n", 18},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, piece := range []int{1, 2, 3, 7, 1 << 20} {
				got := fill(tt.limit, []byte(tt.in), piece).capture()
				want := Capture{Text: tt.text, Total: int64(len(tt.in)), Dropped: tt.dropped}
				if got != want {
					t.Errorf("pieces of %d:\n got %+v\nwant %+v", piece, got, want)
				}
			}
		})
	}
}

func TestRingTakesMemoryOnlyForWhatCame(t *testing.T) {
	r := fill(1<<30, []byte("short"), 5)
	if n := cap(r.head) + cap(r.tail); n > 1<<10 {
		t.Errorf("a ring of 1 GiB took %d bytes for 5", n)
	}
}

// FuzzRing: the ring never keeps more than its limit; what it keeps is a head
// and a tail of what came; nothing is lost uncounted; no character is cut; the
// size of the writes makes no difference.
func FuzzRing(f *testing.F) {
	f.Add([]byte("hello, world"), 5, 3)
	f.Add([]byte("€€€€€€€€€€"), 7, 1)
	f.Add([]byte("a\xff\xc3"), 2, 2)
	f.Add([]byte{}, 0, 0)
	f.Add(bytes.Repeat([]byte("😀ä\n"), 50), 33, 10)
	f.Fuzz(func(t *testing.T, data []byte, limit, piece int) {
		limit = 1 + abs(limit)%200
		r := fill(limit, data, 1+abs(piece)%64)
		if len(r.head)+len(r.tail) > limit {
			t.Fatalf("keeps %d bytes, limit %d", len(r.head)+len(r.tail), limit)
		}
		head, tail, total := r.ends()
		if total != int64(len(data)) {
			t.Fatalf("total %d, want %d", total, len(data))
		}
		if !bytes.HasPrefix(data, head) || !bytes.HasSuffix(data, tail) || len(head)+len(tail) > len(data) {
			t.Fatalf("head %q and tail %q of %q", head, tail, data)
		}
		if len(data) <= limit && len(head)+len(tail) != len(data) {
			t.Fatalf("%d bytes within the limit of %d were cut to %d", len(data), limit, len(head)+len(tail))
		}
		if missing := limit - len(head) - len(tail); len(data) > limit && missing > 2*(utf8.UTFMax-1) {
			t.Fatalf("%d bytes of the limit are not used", missing)
		}
		got := r.capture()
		if got.Dropped != total-int64(len(head)+len(tail)) || got.Total != total {
			t.Fatalf("capture %+v of %d+%d/%d bytes", got, len(head), len(tail), total)
		}
		if !utf8.ValidString(got.Text) {
			t.Fatalf("text %q is not UTF-8", got.Text)
		}
		if got.Dropped > 0 && utf8.Valid(data) && (!utf8.Valid(head) || !utf8.Valid(tail)) {
			t.Fatalf("a character of %q was cut: %q, %q", data, head, tail)
		}
		if note := fmt.Sprintf("[... %d bytes dropped ...]\n", got.Dropped); got.Dropped > 0 && !strings.Contains(got.Text, note) {
			t.Fatalf("text %q does not say that %d bytes are missing", got.Text, got.Dropped)
		}
		if whole := fill(limit, data, len(data)).capture(); whole != got {
			t.Fatalf("in one piece %+v, in several %+v", whole, got)
		}
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}
