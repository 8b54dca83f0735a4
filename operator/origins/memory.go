package origins

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/internal/plain"
	"handrail/internal/snapshot"
	"handrail/journal/sqlite"
	"handrail/tools"
	"handrail/tools/memory"
)

// The memory of a space has a label for each paragraph, by its text: what the person writes beside it stays theirs, and what they
// write by hand takes no label from the rest. They lie beside the labels of files, under the memory's path and the
// paragraph's sum.
const (
	partPath    = "#" // between the path of the memory and the sum
	partContent = "paragraph:"
)

// A Memory is what is known of the words of a space's memory.
type Memory struct{ *Files }

// Memory is what is known of the space's memory.
func (f *Files) Memory() Memory { return Memory{f} }

// A Told is a part of the memory, one or more paragraphs, with whose words it holds.
type Told struct {
	Text string
	From []tools.Origin // nil: the person's
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// memory is where the space's memory lies.
func (f *Files) memory() string { return filepath.Join(f.dir, memory.Name) }

// paragraph is what counts of a paragraph of the memory. f.mu is held.
func (f Memory) paragraph(text string) []tools.Origin { return originsOf(f.parts[sumOf(text)]) }

// paragraphs are those of the memory as it lies there, with what counts of each. Where none has a label and the file
// as a whole does, as one that was moved there, that counts for all. f.mu is held.
func (f Memory) paragraphs() (list []Told) {
	raw, err := f.text()
	if err != nil {
		return []Told{{From: []tools.Origin{unreadable}}}
	}
	return f.told(raw)
}

// text is the memory as it lies there; "" where it is none that is told.
func (f Memory) text() (string, error) {
	info, err := os.Lstat(f.memory())
	if err != nil || !info.Mode().IsRegular() || info.Size() > memory.MostRead {
		return "", nil //nolint:nilerr // then nothing of it is told
	}
	raw, err := plain.Read(f.memory(), memory.MostRead)
	return string(raw), err
}

// told is paragraphs of a text. f.mu is held.
func (f Memory) told(text string) (list []Told) {
	none := true
	for _, p := range memory.Paragraphs(text) {
		from := f.paragraph(p)
		none = none && len(from) == 0
		list = append(list, Told{p, from})
	}
	if whole := f.labelled(f.memory(), sumOf(text), int64(len(text))); none && len(whole) > 0 {
		for i := range list {
			list[i].From = whole
		}
	}
	return list
}

// whole is what counts of the memory as a whole. f.mu is held.
func (f Memory) whole() (from []tools.Origin) {
	for _, p := range f.paragraphs() {
		from = union(from, p.From)
	}
	return from
}

// Told parts what an agent is told of the memory, which may be cut anywhere, by whose words it holds. What cannot be found in the memory as
// it lies there now may be anybody's of those who have written in it.
func (f Memory) Told(ctx context.Context, text string) []Told {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return []Told{{text, []tools.Origin{unreadable}}}
	}
	all := f.paragraphs()
	if !slices.ContainsFunc(all, func(p Told) bool { return len(p.From) > 0 }) && len(f.parts) == 0 {
		return []Told{{text, nil}}
	}
	var out []Told
	for _, p := range memory.Paragraphs(text) {
		one := Told{p, f.via(f.memory(), f.said(all, p))}
		if last := len(out) - 1; last >= 0 && slices.Equal(out[last].From, one.From) {
			out[last].Text += "\n\n" + p
			continue
		}
		out = append(out, one)
	}
	return out
}

// said is whose words a paragraph is, or a piece of one. f.mu is held.
func (f Memory) said(all []Told, text string) (from []tools.Origin) {
	if at := slices.IndexFunc(all, func(p Told) bool { return p.Text == text }); at >= 0 {
		return all[at].From
	}
	found := false
	for _, p := range all {
		if strings.Contains(p.Text, text) {
			from, found = union(from, p.From), true
		}
	}
	if found {
		return union(from, f.paragraph(text))
	}
	for _, p := range all {
		from = union(from, p.From)
	}
	for _, list := range f.parts { // it may have been changed meanwhile
		from = union(from, originsOf(list))
	}
	return from
}

// Shown is whose words stand in what has been shown of the memory: those of its paragraphs of which the last line is in it.
func (f Memory) Shown(ctx context.Context, text string) (from []tools.Origin) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return []tools.Origin{unreadable}
	}
	if f.empty() {
		return nil
	}
	raw, err := f.text()
	if err != nil {
		return []tools.Origin{unreadable}
	}
	var shown []string
	for _, p := range memory.Paragraphs(raw) {
		if strings.Contains(text, p[strings.LastIndexByte(p, '\n')+1:]) {
			shown = append(shown, p)
			from = union(from, f.paragraph(p))
		}
	}
	if size := int64(len(raw)); len(from) == 0 && (len(f.paths[f.memory()]) > 0 || f.sizes[size]) { // the whole may have a label
		for _, p := range f.told(raw) {
			if len(p.From) > 0 && slices.Contains(shown, p.Text) {
				from = union(from, p.From)
			}
		}
	}
	return f.via(f.memory(), from)
}

// remembered labels the paragraphs of the memory that a call has written: with what its conversation had read, and with the labels of those
// that it has taken away, since it may have written them anew. It returns what the whole holds by then. f.mu is held.
func (f Memory) remembered(call tools.Call, read, was []tools.Origin, c snapshot.Change) (list []sqlite.Label, from []tools.Origin, err error) {
	after, known := f.textOf(c.After)
	if !known {
		return nil, union(union(nil, read), was), nil
	}
	var old []string
	before := ""
	if c.Before != nil {
		if before, known = f.textOf(c.Before); known {
			old = memory.Paragraphs(before)
		}
	}
	labelled := f.told(before)
	for _, p := range labelled {
		if !slices.Contains(memory.Paragraphs(after), p.Text) {
			was = union(was, p.From)
		}
	}
	for _, text := range memory.Paragraphs(after) {
		own := f.paragraph(text)
		if at := slices.IndexFunc(labelled, func(p Told) bool { return p.Text == text }); at >= 0 {
			own = union(own, labelled[at].From)
		}
		if !slices.Contains(old, text) {
			own = union(union(own, read), was)
		}
		if len(own) == 0 {
			continue
		}
		from = union(from, own)
		sum := sumOf(text)
		if slices.Contains(old, text) && len(f.parts[sum]) > 0 { // it has its own, of the call that wrote it
			continue
		}
		raw, err := json.Marshal(own)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, sqlite.Label{
			Path: f.memory() + partPath + sum, Content: partContent + sum, Size: int64(len(text)), Origins: string(raw), Run: call.Run, Call: call.ID, Time: time.Now(),
		})
	}
	return list, from, nil
}

// textOf is what a snapshot has kept of the memory, or what lies there if that is the same; false: it is not known. f.mu is held.
func (f Memory) textOf(e *snapshot.Entry) (text string, known bool) {
	if e == nil || e.Kind != snapshot.File || e.Size > memory.MostRead {
		return "", false
	}
	if raw, err := plain.Read(f.memory(), memory.MostRead); err == nil && sumOf(string(raw)) == e.Hash {
		return string(raw), true
	}
	if f.Kept == nil {
		return "", false
	}
	raw, err := f.Kept(e.Hash, memory.MostRead)
	return string(raw), err == nil
}

// list are the paragraphs of the memory that hold text from elsewhere. f.mu is held.
func (f Memory) list() (list []Label) {
	for i, p := range f.paragraphs() {
		if len(p.From) == 0 {
			continue
		}
		l := Label{Path: f.memory(), Paragraph: i + 1, Text: p.Text, Origins: p.From}
		rows := f.parts[sumOf(p.Text)]
		if len(rows) == 0 {
			rows = f.paths[f.memory()]
		}
		if len(rows) > 0 {
			last := rows[len(rows)-1]
			l.Run, l.Call, l.Time = last.Run, last.Call, last.Time
		}
		list = append(list, l)
	}
	return list
}

// Take takes the label of a paragraph of the memory away: the person says that it is theirs. Where the memory has labels as a
// whole alone, the other paragraphs keep them.
func (f Memory) Take(ctx context.Context, text string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return err
	}
	var keep []sqlite.Label
	others := false
	for _, p := range f.paragraphs() {
		if p.Text == text || len(p.From) == 0 {
			continue
		}
		others = true
		if sum := sumOf(p.Text); len(f.parts[sum]) == 0 {
			raw, err := json.Marshal(p.From)
			if err != nil {
				return err
			}
			keep = append(keep, sqlite.Label{Path: f.memory() + partPath + sum, Content: partContent + sum, Size: int64(len(p.Text)), Origins: string(raw), Time: time.Now()})
		}
	}
	if len(keep) > 0 {
		if err := f.kept.Put(ctx, f.dir, keep); err != nil {
			return err
		}
	}
	paths := []string{f.memory() + partPath + sumOf(text)}
	if !others { // or what the whole file is known as would count again
		paths = append(paths, f.memory())
	}
	return f.kept.Clear(ctx, f.dir, paths...)
}
