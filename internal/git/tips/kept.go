package tips

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"maps"
)

// kept is Tips as another process finds it.
type kept struct {
	IDs        map[string]string
	Own, Apart map[string]bool
	Head       string
	Laids      map[string]keptLaid
	Blobs      map[string]string
	Indexed    bool
	Crowded    bool
}

// keptLaid is what a file said that names commits: only its sum if it is long, as a log is.
type keptLaid struct {
	Text string
	Size int
	Sum  [sha256.Size]byte
}

// keptBytes is how long a file is at most that is kept whole.
const keptBytes = 4 << 10

// MarshalBinary implements encoding.BinaryMarshaler.
func (t *Tips) MarshalBinary() ([]byte, error) {
	k := kept{IDs: t.ids, Own: t.own, Apart: t.apart, Head: t.head, Laids: map[string]keptLaid{}, Blobs: t.index.blob, Indexed: t.index.blob != nil, Crowded: t.crowded}
	for name, text := range t.laids {
		if len(text) <= keptBytes {
			k.Laids[name] = keptLaid{Text: text}
		} else {
			k.Laids[name] = keptLaid{Size: len(text), Sum: sha256.Sum256([]byte(text))}
		}
	}
	var out bytes.Buffer
	err := gob.NewEncoder(&out).Encode(k)
	return out.Bytes(), err
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler.
func (t *Tips) UnmarshalBinary(raw []byte) error {
	var k kept
	if err := gob.NewDecoder(bytes.NewReader(raw)).Decode(&k); err != nil {
		return err
	}
	*t = Tips{ids: k.IDs, own: k.Own, apart: k.Apart, head: k.Head, laids: map[string]string{}, long: map[string]keptLaid{}, crowded: k.Crowded}
	for name, l := range k.Laids {
		if l.Size > 0 {
			t.long[name] = l
		} else {
			t.laids[name] = l.Text
		}
	}
	if t.index.blob = k.Blobs; k.Indexed && k.Blobs == nil { // none of its files counts
		t.index.blob = map[string]string{}
	}
	return nil
}

// Same reports whether names, and what else names commits, mean the same.
func Same(a, b *Tips) bool {
	return a == b || a != nil && b != nil && a.head == b.head && a.crowded == b.crowded && maps.Equal(a.ids, b.ids) && maps.Equal(a.apart, b.apart) && maps.Equal(a.laids, b.laids) &&
		(a.index.blob == nil) == (b.index.blob == nil) && maps.Equal(a.index.blob, b.index.blob)
}

// laidBefore is what a file said that says now: of one of which only the sum is known, as much as it still says.
func (t *Tips) laidBefore(name, now string) string {
	if l, ok := t.long[name]; ok && len(now) >= l.Size && sha256.Sum256([]byte(now[:l.Size])) == l.Sum {
		return now[:l.Size]
	}
	return t.laids[name]
}
