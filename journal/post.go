package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// A Letter is what somebody leaves for others in a box of a Post.
type Letter struct {
	Box  string // who it is for, or what about: words of small letters, digits, _ and -, joined by dots
	ID   string // names it in its box: such a word, also with capitals
	Body []byte // at most LetterLimit
}

// A Post keeps letters for whoever reads them, in this process or another one, until somebody drops them
// (docs/spec/13-journal.md#letters). A letter that was put comes to everybody who follows its box, at least once and in the order
// in which one process has put it. Readers tell by the ID what they have had. A Post is safe for concurrent use.
type Post interface {
	// Put leaves a letter. One that lies there already under its ID stays as it is: that is no error.
	Put(ctx context.Context, l Letter) error
	// Letters are those that lie in a box, oldest first.
	Letters(ctx context.Context, box string) ([]Letter, error)
	// Follow yields the letters that lie in a box, oldest first, then each as it comes. It ends when ctx does, without an
	// error then, or with one when the post can be read no longer.
	Follow(ctx context.Context, box string) iter.Seq2[Letter, error]
	// Drop takes a letter away, so that nobody gets it who has not had it. One that is not there is no error.
	Drop(ctx context.Context, box, id string) error
}

// LetterLimit is how long a letter may be.
const LetterLimit = 900 << 10

// ErrLetter is that of a letter that no Post takes.
var ErrLetter = errors.New("no such letter is taken")

// Check refuses a letter that no Post takes.
func (l Letter) Check() error {
	words := strings.Split(l.Box, ".")
	switch {
	case len(l.Box) > 128 || slices.ContainsFunc(words, func(w string) bool { return !isWord(w) || strings.ToLower(w) != w }):
		return fmt.Errorf("%w: its box is called %.64q", ErrLetter, l.Box)
	case len(l.ID) > 128 || !isWord(l.ID):
		return fmt.Errorf("%w: it is called %.64q", ErrLetter, l.ID)
	case len(l.Body) > LetterLimit:
		return fmt.Errorf("%w: it is %d bytes long, %d are the most", ErrLetter, len(l.Body), LetterLimit)
	}
	return nil
}

// isWord reports whether a text is a word that boxes and letters are called by.
func isWord(text string) bool {
	return text != "" && strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == ""
}
