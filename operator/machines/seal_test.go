package machines

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func identityOf(t testing.TB) Identity {
	t.Helper()
	i, err := NewIdentity()
	if err != nil {
		t.Fatal(err)
	}
	return i
}

func TestAMachineIsKeptAsASecret(t *testing.T) {
	i := identityOf(t)
	again, err := ReadIdentity(i.Secret())
	if err != nil || again.Keys().ID() != i.Keys().ID() || len(i.Keys().ID()) != 16 || again.Secret() != i.Secret() {
		t.Errorf("%v, %v", again, err)
	}
	for _, text := range []string{fmt.Sprint(i), fmt.Sprintf("%+v", i), fmt.Sprintf("%#v", i)} {
		if strings.Contains(text, "{") || !strings.Contains(text, i.Keys().ID()) {
			t.Errorf("it is printed as %s", text)
		}
	}
	for _, wrong := range []string{"", "x", i.Secret()[:40], i.Secret() + "AA", strings.TrimPrefix(i.Secret(), secretForm)} {
		if _, err := ReadIdentity(wrong); err == nil {
			t.Errorf("%q is taken for keys", wrong)
		}
	}
}

// Only the one machine can read what only the other can have written.
func TestSealedLetters(t *testing.T) {
	a, b, c := identityOf(t), identityOf(t), identityOf(t)
	letter, err := a.Seal(b.Keys(), 7, []byte("run it"))
	if err != nil {
		t.Fatal(err)
	}
	if n, body, err := b.Open(a.Keys(), letter); n != 7 || string(body) != "run it" || err != nil {
		t.Fatalf("%d, %q, %v", n, body, err)
	}
	if bytes.Contains(letter, []byte("run it")) || senderOf(letter) != a.Keys().ID() {
		t.Errorf("the server sees %q", letter)
	}
	mixed := Keys{Sign: c.Keys().Sign, Seal: a.Keys().Seal}
	for name, open := range map[string]func() error{
		"to another machine":    func() error { _, _, err := c.Open(a.Keys(), letter); return err },
		"from another machine":  func() error { _, _, err := b.Open(c.Keys(), letter); return err },
		"sent back":             func() error { _, _, err := a.Open(b.Keys(), letter); return err },
		"with half of its keys": func() error { _, _, err := b.Open(mixed, letter); return err },
		"with no keys":          func() error { _, _, err := b.Open(Keys{}, letter); return err },
		"under another number": func() error {
			_, _, err := b.Open(a.Keys(), bytes.Replace(letter, []byte("\n7\n"), []byte("\n8\n"), 1))
			return err
		},
		"under an odd number": func() error {
			_, _, err := b.Open(a.Keys(), bytes.Replace(letter, []byte("\n7\n"), []byte("\n07\n"), 1))
			return err
		},
		"in another form": func() error {
			_, _, err := b.Open(a.Keys(), bytes.Replace(letter, []byte("letter/1"), []byte("letter/2"), 1))
			return err
		},
		"to a key of all zeroes": func() error {
			_, err := a.Seal(Keys{Sign: b.Keys().Sign, Seal: make([]byte, keyLen)}, 1, nil)
			return err
		},
	} {
		if open() == nil {
			t.Errorf("a letter %s counts", name)
		}
	}
	for i := range letter {
		changed := bytes.Clone(letter)
		changed[i] ^= 1
		if _, _, err := b.Open(a.Keys(), changed); err == nil {
			t.Fatalf("byte %d was changed, and it counts", i)
		}
		if _, _, err := b.Open(a.Keys(), letter[:i]); err == nil {
			t.Fatalf("it was cut after %d bytes, and counts", i)
		}
	}
}

func FuzzOpen(f *testing.F) {
	a, b := identityOf(f), identityOf(f)
	letter, err := a.Seal(b.Keys(), 1, []byte(`{"kind":"answer"}`))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(letter)
	f.Add([]byte("handrail-letter/1\na\nb\n1\nxxxxxxxxxxxx"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		_ = senderOf(raw)
		if _, body, err := b.Open(a.Keys(), raw); err == nil && !bytes.Equal(raw, letter) {
			t.Errorf("what nobody has sealed counts: %q", body)
		}
	})
}

func TestNumbers(t *testing.T) {
	var n Numbers
	for _, c := range []struct {
		number uint64
		want   string
	}{{3, "3"}, {5, "3,5"}, {4, "3-5"}, {1, "1,3-5"}, {1, "1,3-5"}, {2, "1-5"}, {9, "1-5,9"}, {7, "1-5,7,9"}, {8, "1-5,7-9"}, {6, "1-9"}, {0, "0-9"}, {1<<64 - 1, "0-9,18446744073709551615"}} {
		if n = n.With(c.number); n.String() != c.want {
			t.Fatalf("with %d they are %s, want %s", c.number, n, c.want)
		}
	}
	for _, wrong := range []string{",", "1,", "2-1", "3,2", "1-3,3", "x", "-1", "1--2"} {
		if got, err := ReadNumbers(wrong); err == nil {
			t.Errorf("%q is read as %s", wrong, got)
		}
	}
}

// A thousand letters that come in any order, some twice, are each had once.
func FuzzNumbers(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, one, two uint64) {
		random := rand.New(rand.NewPCG(one, two)) //nolint:gosec // it has to repeat
		had := map[uint64]bool{}
		var n Numbers
		for range 300 {
			number := random.Uint64N(200)
			if n.Has(number) != had[number] {
				t.Fatalf("%d: %v in %s", number, had[number], n)
			}
			had[number] = true
			text := n.With(number).String()
			var err error
			if n, err = ReadNumbers(text); err != nil || n.String() != text {
				t.Fatalf("%s is read as %s, %v", text, n, err)
			}
		}
	})
}
