// Package memory is what a space remembers: its file MEMORY.md, in paragraphs (docs/spec/03-spaces.md#memory), which agents,
// in several programs, and the person change; and the agents' tools for it.
package memory

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"handrail/internal/confine"
	"handrail/internal/lockfile"
)

const (
	// Name is the file, in the folder of the space.
	Name = "MEMORY.md"
	// Most is how many bytes agents may fill: as many as they are told at once.
	Most = 32 << 10
	// MostRead is how many bytes are read: people may write more than agents.
	MostRead = 10 << 20
	// tries is how often a change is made anew because somebody wrote the file by hand meanwhile.
	tries = 5
)

// Errors of a File, each with a text that says what and what to do.
var (
	ErrFull = errors.New("the memory is full")
	ErrText = errors.New("the memory is no text")
	ErrKind = errors.New("the memory is no file of its own")
)

// A File is the memory of one space. It is safe for concurrent use, also by several processes.
type File struct {
	Roots *confine.Roots // of the space, whose folder is the first
	Lock  string         // the file by which processes take turns; its folder is made
}

// path is where the memory lies.
func (f File) path() (confine.Path, error) { return f.Roots.ResolveEntry(Name) }

// Read reads the memory and in which state it was. Where there is no file, it is empty.
func (f File) Read() (string, confine.State, error) {
	text, exists, err := f.text()
	if err != nil || !exists {
		return "", confine.State{}, err
	}
	return text, confine.StateOf([]byte(text)), nil
}

// text is Read without the state, which takes as long again for a long memory.
func (f File) text() (text string, exists bool, err error) {
	p, err := f.path()
	if err != nil {
		return "", false, err
	}
	info, err := f.Roots.Stat(p)
	if err == nil && !info.Mode().IsRegular() {
		return "", false, fmt.Errorf("%w: %s is %s; put a plain file in its place", ErrKind, Name, confine.KindName(info.Mode()))
	}
	var data []byte
	if err == nil {
		data, _, err = f.Roots.ReadFile(p, MostRead)
	}
	var size *confine.SizeError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", false, nil
	case errors.As(err, &size):
		return "", false, fmt.Errorf("%w; make it shorter in an editor", err)
	case err != nil:
		return "", false, err
	case !utf8.Valid(data):
		return "", false, fmt.Errorf("%w: %s is not valid UTF-8; the person can save it as UTF-8", ErrText, Name)
	}
	return string(data), true, nil
}

// Change replaces the memory by what change makes of it, which is called again where somebody has written the
// file meanwhile. What agents write must fit: most bounds the new text, in bytes; 0 is no bound.
func (f File) Change(ctx context.Context, most int, change func(old string, state confine.State) (string, error)) error {
	if err := os.MkdirAll(filepath.Dir(f.Lock), 0o700); err != nil {
		return err
	}
	lock, err := lockfile.Acquire(ctx, f.Lock)
	if err != nil {
		return err
	}
	defer lock.Release()
	for try := 1; ; try++ {
		old, state, err := f.Read()
		if err != nil {
			return err
		}
		text, err := change(old, state)
		if err != nil {
			return err
		}
		if most > 0 && len(text) > most && len(text) > len(old) {
			return fmt.Errorf("%w: with this it would have %d bytes, and agents may write up to %d; write a shorter one that keeps what matters, by mode overwrite", ErrFull, len(text), most)
		}
		if len(text) > MostRead {
			return fmt.Errorf("%w: with this it would have %d bytes or more, and no more than %d can be read again; nothing was changed", ErrFull, len(text), MostRead)
		}
		p, err := f.path()
		if err == nil {
			err = f.Roots.WriteAtomic(p, []byte(text), confine.WriteOptions{Expect: &state})
		}
		var changed *confine.ChangedError
		if !errors.As(err, &changed) || try == tries {
			return err
		}
	}
}

// Append is a memory with a paragraph more.
func Append(old, text string) string {
	text = strings.Trim(text, "\n")
	switch {
	case text == "":
		return old
	case strings.TrimSpace(old) == "":
		return text + "\n"
	}
	return strings.TrimRight(old, "\n") + "\n\n" + text + "\n"
}

// Paragraphs are the parts of a memory between empty lines, without those.
func Paragraphs(text string) []string {
	list := make([]string, 0, strings.Count(text, "\n\n")+1)
	crlf := strings.Contains(text, "\r\n")
	for _, at := range spans(text) {
		p := text[at.start:at.end]
		if crlf {
			p = strings.ReplaceAll(p, "\r\n", "\n")
		}
		list = append(list, p)
	}
	return list
}

// A span is where a paragraph stands in a memory, without the end of its last line.
type span struct{ start, end int }

func spans(text string) []span {
	list := make([]span, 0, strings.Count(text, "\n\n")+1)
	start, end := -1, 0 // of the paragraph that goes on
	for at := 0; at < len(text); {
		next := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		switch line := text[at:next]; {
		case !blank(line):
			if start < 0 {
				start = at
			}
			end = next
			if body, ended := strings.CutSuffix(line, "\n"); ended {
				end = at + len(strings.TrimSuffix(body, "\r"))
			}
		case start >= 0:
			list, start = append(list, span{start, end}), -1
		}
		at = next
	}
	if start >= 0 {
		list = append(list, span{start, end})
	}
	return list
}

// blank reports whether a line shows nothing.
func blank(line string) bool { return strings.TrimSpace(line) == "" }

// Remove is a memory without its paragraph number at, from 0; the rest stays as it is.
func Remove(text string, at int) string {
	eol := "\n"
	if strings.Contains(text, "\r\n") {
		eol = "\r\n"
	}
	var out []string
	number, inside := -1, false
	for _, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		blank := strings.TrimSpace(line) == ""
		if !blank && !inside {
			number++
		}
		inside = !blank
		if !blank && number == at || blank && number == at && len(out) > 0 && strings.TrimSpace(out[len(out)-1]) == "" {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimLeft(strings.Join(out, eol), "\r\n")
}

// Replace is a memory with another text in the place of its paragraph number at, from 0; the rest stays as it is.
func Replace(text string, at int, with string) string {
	list := spans(text)
	if at < 0 || at >= len(list) {
		return text
	}
	if strings.Contains(text, "\r\n") {
		with = strings.ReplaceAll(with, "\n", "\r\n")
	}
	return text[:list[at].start] + with + text[list[at].end:]
}

// Find are the paragraphs of a memory that contain a query, in any case; else those that contain all of its words.
func Find(text, query string) (list []string) {
	query = lower(strings.TrimSpace(query))
	words := strings.Fields(query)
	if len(words) == 0 {
		return Paragraphs(text)
	}
	anchor := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) }) // the rarest, most likely
	low, crlf := lower(text), strings.Contains(text, "\r\n")
	var scattered []string
	for at := 0; ; {
		hit := strings.Index(low[at:], anchor)
		if hit < 0 {
			break
		}
		found := around(low, at+hit)
		at = found.end
		p, inside := text[found.start:found.end], low[found.start:found.end]
		if crlf {
			p, inside = strings.ReplaceAll(p, "\r\n", "\n"), strings.ReplaceAll(inside, "\r\n", "\n")
		}
		if strings.Contains(inside, query) {
			list = append(list, p)
		} else if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(inside, word) }) {
			scattered = append(scattered, p)
		}
	}
	if len(list) > 0 {
		return list
	}
	return scattered
}

// lower is a text in small letters, each at its place: a few would need more or fewer bytes, and stay.
func lower(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	var eight [8]byte
	for at := 0; at < len(text); at += len(eight) {
		n := copy(eight[:], text[at:])
		letters := binary.LittleEndian.Uint64(eight[:])
		if letters&high != 0 { // other letters
			return strings.Map(small, text)
		}
		// Each byte's highest bit: whether it is at least 'A', and whether it is beyond 'Z'; a capital is the one and not the other.
		capital := (letters + (0x80-'A')*each) &^ (letters + (0x7f-'Z')*each) & high
		binary.LittleEndian.PutUint64(eight[:], letters|capital>>2)
		out.Write(eight[:n])
	}
	return out.String()
}

// Masks of eight bytes at a time.
const (
	each = 0x0101010101010101
	high = 0x80 * each
)

// small is a letter as a small one, if that has as many bytes.
func small(r rune) rune {
	if l := unicode.ToLower(r); utf8.RuneLen(l) == utf8.RuneLen(r) {
		return l
	}
	return r
}

// around is the paragraph in which a place of a memory lies that is no white space.
func around(text string, at int) span {
	start := strings.LastIndexByte(text[:at], '\n') + 1
	for start > 0 {
		before := strings.LastIndexByte(text[:start-1], '\n') + 1
		if blank(text[before:start]) {
			break
		}
		start = before
	}
	end, next := at, at
	for next < len(text) {
		line := text[next:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if next > at && blank(line) {
			break
		}
		next += len(line)
		end = next
		if body, ended := strings.CutSuffix(line, "\n"); ended {
			end -= len(line) - len(strings.TrimSuffix(body, "\r"))
		}
	}
	return span{start, end}
}

// Clean is a text without what cannot be seen: control characters but tabs and the ends of lines, and those that
// turn the direction of text or hide in it. Who reads the memory shall see all that agents are told.
func Clean(text string) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case unicode.IsControl(r), r == '\u200b', r == '\u2060', r == '\ufeff', r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r >= 0xE0000 && r <= 0xE0FFF:
			return -1
		}
		return r
	}, text)
}
