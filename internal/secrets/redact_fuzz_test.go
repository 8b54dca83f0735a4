package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// planted are secrets that share beginnings and ends with each other and with
// the patterns.
func planted() map[string]string {
	return map[string]string{
		"one": "hunter22", "two": "hunter22-and-more", "three": "ter22x", "four": "sk-hunter", "five": key(), "six": `q"u\o'te\n`, "seven": "Bearer hunter22 is it", "eight": "überlänge",
		"nine": "://hunter", "ten": "eyJeyJ", "eleven": "aaaaab",
	}
}

// whatever the pieces, a stream is the text; no planted secret is left; text
// stays text and JSON stays JSON.
func FuzzRedact(f *testing.F) {
	r := NewRedactor(nil)
	for name, value := range planted() {
		if !r.Add(name, value) {
			f.Fatal(name)
		}
	}
	for in := range patternsFound() {
		f.Add(in, uint64(len(in)), uint8(1))
	}
	for _, value := range planted() {
		f.Add("x"+value+"y"+value, uint64(7), uint8(2))
		f.Add(base64.StdEncoding.EncodeToString([]byte(value)), uint64(7), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64, kind uint8) {
		check(t, r, text, rand.New(rand.NewPCG(seed, uint64(kind))))
	})
}

func check(t *testing.T, r *Redactor, text string, random *rand.Rand) {
	want := r.Text(text)
	var out bytes.Buffer
	w := r.Stream(&out)
	for rest := text; rest != ""; {
		n := 1 + random.IntN(min(len(rest), 1+random.IntN(40)))
		if _, err := w.Write([]byte(rest[:n])); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("of %q the text is\n%q,\nthe stream\n%q", text, want, out.String())
	}
	if utf8.ValidString(text) && !utf8.ValidString(want) {
		t.Errorf("%q is no text any more: %q", text, want)
	}
	for name, value := range planted() {
		if strings.Contains(want, strings.TrimSpace(value)) {
			t.Errorf("%s is left of %q: %q", name, text, want)
		}
	}
	raw, err := json.Marshal(map[string]any{"a": text, "b" + text: []any{1, text, nil}})
	if err != nil {
		t.Fatal(err)
	}
	for _, raw := range [][]byte{raw, []byte(text)} {
		got := r.JSON(raw)
		if json.Valid(raw) && !json.Valid(got) {
			t.Errorf("%s is no JSON any more: %s", raw, got)
		}
	}
	var back map[string]any
	if err := json.Unmarshal(r.JSON(raw), &back); err != nil {
		t.Fatal(err)
	}
	if got, plain := back["a"], r.Text(strings.ToValidUTF8(text, "\uFFFD")); utf8.ValidString(text) && got != plain {
		t.Errorf("in JSON %q becomes %q, as text %q", text, got, plain)
	}
}

// Texts that are made of pieces of secrets find what random bytes never do.
func TestStreamsOfPiecesOfSecrets(t *testing.T) {
	r := NewRedactor(nil)
	var pieces []string
	for name, value := range planted() {
		r.Add(name, value)
		for _, f := range formsOf(value, "") {
			pieces = append(pieces, f.text, f.text[:len(f.text)/2], f.text[len(f.text)/2:])
		}
	}
	for in := range patternsFound() {
		pieces = append(pieces, in, in[:len(in)/2], in[len(in)/2:])
	}
	pieces = append(pieces, "\n", " ", "ü", "\\n", `"`, "-----END PRIVATE KEY-----", "-----END", "Bearer ", "?token=", "://", "@", ":", "eyJ", "[secret one]")
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b strings.Builder
		for range 1 + random.IntN(6) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		check(t, r, b.String(), random)
		if t.Failed() {
			return
		}
	}
}

func benchRedactor(n int) *Redactor {
	r := NewRedactor(nil)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range n {
		value := make([]byte, 20+i%20)
		for j := range value {
			value[j] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+"[random.IntN(64)]
		}
		r.Add(fmt.Sprint("s", i), string(value))
	}
	return r
}

// output is what programs print: words, paths, numbers, JSON.
func output(size int) string {
	random := rand.New(rand.NewPCG(5, 6))
	words := strings.Fields(`the test passed in 0.01s /usr/lib/go/src/net/http/server.go:2934 error: {"level":"info","msg":"started","port":8080} ` +
		`https://example.com/x?a=b 3f786850e387550fdab836ed7e6dc881de23001b github.com/x/y v1.2.3 ok FAIL === RUN TestThing --- PASS: key value token secret bearer sketch`)
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(words[random.IntN(len(words))])
		b.WriteByte(" \n"[min(random.IntN(8)/7, 1)])
	}
	return b.String()[:size]
}

func BenchmarkText(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20} {
		for _, known := range []int{0, 20, 50} {
			b.Run(fmt.Sprintf("%dB/%d", size, known), func(b *testing.B) {
				r, text := benchRedactor(known), output(size)
				b.SetBytes(int64(size))
				for b.Loop() {
					r.Text(text)
				}
			})
		}
	}
}

func BenchmarkJSON(b *testing.B) {
	r := benchRedactor(20)
	raw, _ := json.Marshal(map[string]string{"content": output(1 << 10)})
	b.SetBytes(int64(len(raw)))
	for b.Loop() {
		r.Marshaled(raw)
	}
}

func BenchmarkStream(b *testing.B) {
	r, text := benchRedactor(50), []byte(output(1<<20))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var n counter
		w := r.Stream(&n)
		for rest := text; len(rest) > 0; {
			piece := rest[:min(len(rest), 4096)]
			if _, err := w.Write(piece); err != nil {
				b.Fatal(err)
			}
			rest = rest[len(piece):]
		}
		_ = w.Close()
	}
}
