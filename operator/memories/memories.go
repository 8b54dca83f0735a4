// Package memories is what a space remembers, as the person sees and changes it: each paragraph of MEMORY.md with
// when it came and from which chat (docs/spec/03-spaces.md#memory).
package memories

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"handrail/internal/confine"
	"handrail/operator/history"
	"handrail/tools/memory"
)

// A Memory is one paragraph. Where the journal has no call that wrote it, When is zero: it was written by hand, or long ago.
type Memory struct {
	Text    string
	When    time.Time
	Session string // of the chat, or of a program's calls
	Run     string
	By      string   // the agent or program, as it calls itself
	From    []string // where its text comes from, if others have written of it: "a web page of example.org"
}

// A Source is what is known of a paragraph by another way than memory_write: a program has written it.
type Source struct {
	Run  string
	When time.Time
	From []string // as Memory's
}

// MostBytes is how much the person may keep: more would not be read again.
const MostBytes = memory.MostRead

// A Contents is a memory as it was read.
type Contents struct {
	Text     string
	Digest   string // of Text; "" where there is no file
	Memories []Memory
	Most     int // how many bytes agents may fill
}

// A Config is what a Book needs.
type Config struct {
	Dir     string // of the space
	File    memory.File
	Log     *history.Log
	Changed func(ctx context.Context) error // the space is to be read anew
	// Sources are those of the paragraphs that hold text from elsewhere, by their text; nil: none are known.
	Sources func(ctx context.Context) (map[string]Source, error)
}

// A Book is the memory of one space. It is safe for concurrent use.
type Book struct{ c Config }

// New makes the book of a space.
func New(c Config) *Book { return &Book{c} }

// Read reads the memory.
func (b *Book) Read(ctx context.Context) (Contents, error) {
	text, state, err := b.c.File.Read()
	if err != nil {
		return Contents{}, err
	}
	out := Contents{Text: text, Most: memory.Most}
	if state.Exists {
		out.Digest = digestOf(text)
	}
	writes, err := b.c.Log.Writes(ctx, b.c.Dir, "memory_write")
	if err != nil {
		return Contents{}, err
	}
	came := map[string]history.Write{}
	for _, w := range writes { // newest first: of a paragraph that was written again, the first time counts
		for _, p := range memory.Paragraphs(memory.Clean(w.Content)) {
			came[p] = w
		}
	}
	var sources map[string]Source
	if b.c.Sources != nil {
		if sources, err = b.c.Sources(ctx); err != nil {
			return Contents{}, err
		}
	}
	for _, p := range memory.Paragraphs(text) {
		w, source := came[p], sources[p]
		m := Memory{Text: p, When: w.Time, Session: w.Session, Run: w.Run, By: w.Who.Name, From: source.From}
		if m.Run == "" && source.Run != "" {
			m.Run, m.When, m.By = source.Run, source.When, "an agent"
			if run, err := b.c.Log.FindRun(ctx, source.Run); err == nil { // else its record is gone
				m.Session, m.By = run.Session, run.Agent
			}
		}
		out.Memories = append(out.Memories, m)
	}
	return out, nil
}

// A ChangedError says that the memory is not what it was when the person read it. Nothing was changed.
type ChangedError struct{}

// Error implements error.
func (*ChangedError) Error() string {
	return "the memory has changed since it was read: look at it again, then decide"
}

// Save puts a text in the place of the memory whose digest was read.
func (b *Book) Save(ctx context.Context, text, digest string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("%w: the new text is not valid UTF-8", memory.ErrText)
	}
	return b.change(ctx, func(old string, state confine.State) (string, error) {
		if now := digestOf(old); digest != now && (digest != "" || state.Exists) {
			return "", &ChangedError{}
		}
		return text, nil
	})
}

// Replace puts a text in the place of the paragraph number at, from 0, which was as told; "" forgets it.
func (b *Book) Replace(ctx context.Context, at int, was, text string) error {
	return b.change(ctx, func(old string, _ confine.State) (string, error) {
		list := memory.Paragraphs(old)
		if at < 0 || at >= len(list) || list[at] != was {
			at = slices.Index(list, was) // it has moved meanwhile
		}
		switch {
		case at < 0:
			return "", &ChangedError{}
		case strings.TrimSpace(text) == "":
			return memory.Remove(old, at), nil
		}
		return memory.Replace(old, at, strings.Trim(memory.Clean(text), "\n")), nil
	})
}

func (b *Book) change(ctx context.Context, change func(old string, state confine.State) (string, error)) error {
	if err := b.c.File.Change(ctx, 0, change); err != nil {
		return err
	}
	return b.c.Changed(ctx)
}

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
