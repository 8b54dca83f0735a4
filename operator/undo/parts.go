package undo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"handrail/internal/difference"
	"handrail/internal/snapshot"
	"handrail/tools"
)

// textLimit is how many bytes a text may have whose difference is shown.
const textLimit = 1 << 20

// A Part is a piece of a file that can be taken back by itself.
type Part = difference.Part

// A Comparison is an item's contents beside each other.
type Comparison struct {
	Parts []Part `json:"parts"` // from what lies there to what would; of texts
	// Note says why there are no parts: "it is no text".
	Note string `json:"note,omitempty"`
	// Of a conflict: what was there before the calls, what lies there now, and what would be there
	// if the changes of the calls alone were taken back; Merged is false if they cannot.
	Then   string `json:"then,omitempty"`
	Now    string `json:"now,omitempty"`
	Would  string `json:"would,omitempty"`
	Merged bool   `json:"merged,omitempty"`
}

// errNoText is why a content is not compared.
var errNoText = errors.New("it is no text, or a large one")

// textOf is what a file held; "" of nothing.
func textOf(store *snapshot.Store, e *snapshot.Entry) (string, error) {
	if e == nil {
		return "", nil
	}
	if e.Kind != snapshot.File || e.Size > textLimit {
		return "", errNoText
	}
	if e.Hash == "" {
		return "", fmt.Errorf("its content is not kept: %s", e.Lost)
	}
	data, err := store.ReadAll(e.Hash, textLimit)
	if err == nil && !isText(data) {
		err = errNoText
	}
	return string(data), err
}

// Compare shows what an item would become, without secrets.
func (s *Space) Compare(ctx context.Context, i Item) (Comparison, error) {
	store, err := s.k.Store(ctx)
	if err != nil {
		return Comparison{}, err
	}
	if tools.SensitivePath(i.Abs()) {
		return Comparison{Note: "it may hold secrets, and is not shown"}, nil
	}
	then, err := textOf(store, i.Then)
	left, err2 := textOf(store, i.Left)
	if err := errors.Join(err, err2); err != nil {
		return Comparison{Note: err.Error()}, nil //nolint:nilerr // it is the answer
	}
	if i.State != Conflict {
		parts, err := difference.Redacted(left, then, s.k.c.Redact)
		return Comparison{Parts: parts}, err
	}
	now, err := textOf(store, i.Now)
	if err != nil {
		return Comparison{Note: err.Error()}, nil //nolint:nilerr // it is the answer
	}
	would, merged := apart(i, then, left, now)
	want := then
	if merged {
		want = would
	}
	redact := s.k.c.Redact
	parts, err := difference.Redacted(now, want, redact)
	return Comparison{Parts: parts, Then: redact(then), Now: redact(now), Would: redact(would), Merged: merged}, err
}

// Made is the item the other way round: what Compare shows of it is what the calls have made of
// what was there before.
func (i Item) Made() Item {
	return Item{Root: i.Root, Path: i.Path, State: Ready, Then: i.Left, Left: i.Then}
}

// apart is a text that was changed since without what the calls have changed; false if the two
// cannot be told apart.
func apart(i Item, then, left, now string) (would string, ok bool) {
	both, ok := udiff.Merge(udiff.Lines(left, then), udiff.Lines(left, now))
	if !ok || i.Now == nil || i.Then == nil || i.Left == nil {
		return "", false
	}
	would, err := udiff.Apply(left, both)
	if err != nil || would == then {
		return "", false
	}
	return would, true
}

// takeApart makes of a conflict an item of which only what the calls have changed goes.
func takeApart(store *snapshot.Store, i *Item) error {
	then, err := textOf(store, i.Then)
	left, err2 := textOf(store, i.Left)
	now, err3 := textOf(store, i.Now)
	if err := errors.Join(err, err2, err3); err != nil {
		return fmt.Errorf("%s cannot be taken apart: %w", i.Abs(), err)
	}
	would, ok := apart(*i, then, left, now)
	if !ok {
		return fmt.Errorf("%s was changed since in the same places: keep it as it is, or put it back whole", i.Abs())
	}
	want := *i.Now
	if err := putText(store, i, &want, would); err != nil {
		return err
	}
	i.Left, i.Want, i.State, i.Why = i.Now, &want, Ready, ""
	return nil
}

// putText keeps a text that an item is to have.
func putText(store *snapshot.Store, i *Item, e *snapshot.Entry, text string) (err error) {
	e.Hash, err = store.Put(strings.NewReader(text), int64(len(text)), tools.SensitivePath(i.Abs()))
	e.Size = int64(len(text))
	return err
}

// takeParts makes of an item one of which only some parts go back.
func takeParts(store *snapshot.Store, i *Item, pick []int) error {
	then, err := textOf(store, i.Then)
	left, err2 := textOf(store, i.Left)
	if err := errors.Join(err, err2); err != nil || i.Then == nil || i.Left == nil {
		return fmt.Errorf("%s cannot be taken back in parts: %w", i.Abs(), cmpErr(err))
	}
	parts, err := difference.Parts(left, then)
	if err != nil {
		return err
	}
	edits := udiff.Lines(left, then)
	udiff.SortEdits(edits)
	kept, err := editsOf(left, edits, parts, pick)
	if err != nil {
		return fmt.Errorf("%s: %w", i.Abs(), err)
	}
	text, err := udiff.Apply(left, kept)
	if err != nil {
		return err
	}
	want := *i.Then
	if err := putText(store, i, &want, text); err != nil {
		return err
	}
	want.Mode, want.Time = i.Left.Mode, i.Left.Time
	i.Want = &want
	return nil
}

func cmpErr(err error) error {
	if err == nil {
		return errors.New("it is new, or it is gone")
	}
	return err
}

// editsOf are the edits that lie in the parts with these numbers.
func editsOf(text string, edits []udiff.Edit, parts []Part, pick []int) (out []udiff.Edit, err error) {
	type span struct{ from, to int } // lines of text, from 0
	var spans []span
	for _, n := range pick {
		if n < 1 || n > len(parts) {
			return nil, fmt.Errorf("there is no part %d: it has %d", n, len(parts))
		}
		var from, count, to, ins int
		if _, err := fmt.Sscanf(parts[n-1].Header, "@@ -%d,%d +%d,%d @@", &from, &count, &to, &ins); err != nil {
			return nil, err
		}
		spans = append(spans, span{from - 1, from - 1 + count})
	}
	for _, e := range edits {
		line := bytes.Count([]byte(text[:e.Start]), []byte("\n"))
		if slices.ContainsFunc(spans, func(s span) bool { return line >= s.from && line <= s.to }) {
			out = append(out, e)
		}
	}
	return out, nil
}
