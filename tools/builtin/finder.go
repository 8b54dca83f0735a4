package builtin

import "bytes"

// fewRare is how often the rare byte may be there in vain before a finder
// trusts bytes.Index more.
const fewRare = 64

// A finder finds a literal. It looks for the byte of it that is rarest in
// source text, which is where nearly all the time goes.
type finder struct {
	text []byte
	rare int // index of the rarest byte
}

func newFinder(text string) *finder {
	f := &finder{text: []byte(text)}
	for i := range f.text {
		if rarity(f.text[i]) > rarity(f.text[f.rare]) {
			f.rare = i
		}
	}
	return f
}

// index is bytes.Index.
func (f *finder) index(data []byte) int {
	if len(f.text) == 0 {
		return 0
	}
	vain, at := 0, 0
	for at+len(f.text) <= len(data) {
		i := bytes.IndexByte(data[at+f.rare:len(data)-len(f.text)+f.rare+1], f.text[f.rare])
		if i < 0 {
			return -1
		}
		at += i
		if bytes.Equal(data[at:at+len(f.text)], f.text) {
			return at
		}
		at++
		if vain++; vain > fewRare && vain > at/256 {
			if i = bytes.Index(data[at:], f.text); i < 0 {
				return -1
			}
			return at + i
		}
	}
	return -1
}

// rarity ranks bytes by how seldom they are in source text.
func rarity(b byte) int {
	switch {
	case b == 'q' || b == 'z' || b == 'j' || b == 'Q' || b == 'Z' || b == 'J' || b == 'X' || b == 'K' || b == 'Y':
		return 9
	case b < ' ' && b != '\n' && b != '\t', b >= 0x80:
		return 8
	case b == '@' || b == '$' || b == '%' || b == '^' || b == '~' || b == '`' || b == '?' || b == '#' || b == '\\':
		return 8
	case b >= 'A' && b <= 'Z':
		return 7
	case b == 'k' || b == 'v' || b == 'w' || b == 'x' || b == 'y' || b == 'b':
		return 6
	case b >= '3' && b <= '9':
		return 5
	case b == 'g' || b == 'h' || b == 'm' || b == 'u' || b == 'p':
		return 4
	case b == 'c' || b == 'd' || b == 'f' || b == 'l':
		return 3
	case b >= 'a' && b <= 'z' && b != 'e' && b != 't':
		return 2
	case b == ' ' || b == '\t' || b == '\n' || b == 'e' || b == 't':
		return 0
	}
	return 1
}
