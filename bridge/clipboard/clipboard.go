// Package clipboard reads and writes the text of the desktop's clipboard. It decides
// nothing; who calls it has asked the person.
package clipboard

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"
)

// MostBytes is how much text is read or written at once.
const MostBytes = 1_000_000

// Kind is what lies in the clipboard.
type Kind string

// The kinds.
const (
	Text    Kind = "text"
	Empty   Kind = "empty"
	Picture Kind = "picture"
	Other   Kind = "other"   // neither text nor a picture, such as files
	Private Kind = "private" // a password manager has marked it as nobody's business
)

// Content is what lies in the clipboard. Only of Text there is a text.
type Content struct {
	Kind Kind
	Text string // valid UTF-8
	Cut  bool   // there is more than MostBytes; the beginning is here
}

// A Clipboard is the person's. It is safe for concurrent use.
type Clipboard struct{ system }

// New finds what reads and writes the clipboard on this system, once. env is the
// environment of the person's session; roots are the folders that agents may write to.
// It does not fail: Available says why there is no clipboard.
func New(env []string, roots func() []string) *Clipboard {
	return &Clipboard{findSystem(env, roots)}
}

// Available is nil if there is a clipboard, else why not, and what to do.
func (c *Clipboard) Available() error { return c.missing }

// Read reads the clipboard.
func (c *Clipboard) Read(ctx context.Context) (Content, error) {
	if c.missing != nil {
		return Content{}, c.missing
	}
	return c.read(ctx)
}

// Write puts a text of at most MostBytes into the clipboard.
func (c *Clipboard) Write(ctx context.Context, text string) error {
	switch {
	case c.missing != nil:
		return c.missing
	case len(text) > MostBytes:
		return errors.New("the text is too long for the clipboard")
	}
	return c.write(ctx, text)
}

// textOf makes a Content of a text that was read.
func textOf(text string) Content {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if text == "" {
		return Content{Kind: Empty}
	}
	if len(text) <= MostBytes {
		return Content{Kind: Text, Text: text}
	}
	at := MostBytes
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return Content{Kind: Text, Text: text[:at], Cut: true}
}
