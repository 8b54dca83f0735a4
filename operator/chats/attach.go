package chats

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"handrail/agent"
	"handrail/internal/confine"
	"handrail/internal/picture"
	"handrail/internal/plain"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/paths"
	"handrail/operator/permits"
	"handrail/pipeline"
	"handrail/tools"
)

// What the person attaches to a message is picked in a native dialog, or dropped or pasted as a content. It lies here
// under a name that nobody can guess the path of, until the message is sent: only then is it granted, to be read in that chat
// (docs/decisions/0961). The page never names a path.

// A Pick is a file or folder that is attached to a message which is not sent yet.
type Pick struct {
	ID     string
	Name   string
	Path   string // where it led when it was picked, absolute
	Folder bool
	Copy   bool  // of a content that was dropped or pasted: the file that it came from stays closed
	Inside bool  // it lies in the space, so nothing needs to be granted
	Size   int64 // of a file
	Width  int   // of a picture, in pixels
	Height int
	info   fs.FileInfo
}

// Picks are what the person has attached in this process. They are safe for concurrent use.
type Picks struct {
	all *Chats

	mu   sync.Mutex
	list map[string]Pick
}

// NewPicks makes the picks of conversations.
func NewPicks(all *Chats) *Picks { return &Picks{all: all, list: map[string]Pick{}} }

const (
	// copyMost is how many bytes of a content can be dropped or pasted.
	copyMost = 20 << 20
	// copiesKept is how long a copy lies, as what was picked for one chat holds.
	copiesKept = 30 * 24 * time.Hour
	// nameMost is how many characters of a content's name are kept.
	nameMost = 100
	// headMost is how much of a file is read for the size of a picture.
	headMost = 1 << 20
)

// Choose takes what the person has picked in a native dialog, for a message of a chat. It grants nothing yet.
func (p *Picks) Choose(ctx context.Context, session, path string) (Pick, error) {
	c, err := p.all.Find(ctx, session)
	if err != nil {
		return Pick{}, err
	}
	real, _, err := paths.Trail(path)
	if err != nil {
		return Pick{}, fmt.Errorf("%s can't be attached: %w", path, err)
	}
	info, err := os.Lstat(real)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Pick{}, fmt.Errorf("%s can't be attached: it isn't there any more", path)
	case err != nil:
		return Pick{}, fmt.Errorf("%s can't be attached: %w", path, err)
	case !info.IsDir() && !info.Mode().IsRegular():
		return Pick{}, fmt.Errorf("%s can't be attached: it is %s. Attach files and folders", path, confine.KindName(info.Mode()))
	case !utf8.ValidString(real) || strings.ContainsFunc(real, func(r rune) bool { return r == '"' || unicode.IsControl(r) }):
		return Pick{}, fmt.Errorf("%q can't be attached: its name has a quotation mark, a line break or a character that can't be read. Rename it", path)
	}
	one := Pick{ID: "a_" + pipeline.NewID(), Name: filepath.Base(real), Path: real, Folder: info.IsDir(), Inside: paths.Within(real, []string{c.space.Dir()}), info: info}
	if !one.Inside {
		if err := permits.PickRefusal(p.all.o.Permits(), real); err != nil {
			return Pick{}, err
		}
		if dry(c) != "" {
			return Pick{}, fmt.Errorf("%s can't be attached: a rehearsed chat reads nothing outside of its space. Attach it in a chat that acts", path)
		}
	}
	if !one.Folder {
		one.Size = info.Size()
		one.Width, one.Height = pictureSize(real)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list[one.ID] = one
	return one, nil
}

// pictureSize is the size of a picture in pixels; 0, 0 of anything else.
func pictureSize(path string) (width, height int) {
	f, err := plain.Open(path)
	if err != nil {
		return 0, 0 // it is told when the message is sent
	}
	defer func() { _ = f.Close() }() // it was only read
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return 0, 0
	}
	head, err := io.ReadAll(io.LimitReader(f, headMost))
	if err != nil {
		return 0, 0
	}
	is, _ := picture.Of(head)
	return is.Width, is.Height
}

// Copy keeps a content that the person has dropped or pasted, for a message of a chat.
func (p *Picks) Copy(ctx context.Context, session, name string, content []byte) (Pick, error) {
	if len(content) > copyMost {
		return Pick{}, fmt.Errorf("%s can't be dropped or pasted: it has more than %d MB. Attach it with the button", name, copyMost>>20)
	}
	if _, err := p.all.Find(ctx, session); err != nil {
		return Pick{}, err
	}
	top := attachedIn(p.all.o)
	prune(top, time.Now().Add(-copiesKept))
	dir := filepath.Join(top, pipeline.NewID())
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Pick{}, fmt.Errorf("the copy can't be kept: %w", err)
	}
	path := filepath.Join(dir, copyName(name))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return Pick{}, errors.Join(fmt.Errorf("the copy can't be kept: %w", err), os.RemoveAll(dir))
	}
	one, err := p.Choose(ctx, session, path)
	if err != nil {
		return Pick{}, errors.Join(err, os.RemoveAll(dir))
	}
	one.Copy = true
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list[one.ID] = one
	return one, nil
}

// attachedIn is where copies lie: beside the data, which no tool may ever read.
func attachedIn(o *operator.Operator) string { return o.Config().Dirs.Data + "-attached" }

// prune removes copies from before a time. What cannot be removed is tried again with the next copy.
func prune(top string, before time.Time) {
	list, _ := os.ReadDir(top)
	for _, e := range list {
		if info, err := e.Info(); err == nil && info.ModTime().Before(before) {
			_ = os.RemoveAll(filepath.Join(top, e.Name()))
		}
	}
}

// copyName is a name that a file can have everywhere.
func copyName(name string) string {
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	name = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) || strings.ContainsRune(`"<>:|?*`, r) {
			return '_'
		}
		return r
	}, strings.TrimLeft(strings.TrimSpace(name), "."))
	if runes := []rune(name); len(runes) > nameMost {
		name = string(runes[len(runes)-nameMost:]) // its ending says what it is
	}
	if name == "" {
		return "pasted"
	}
	return name
}

// Drop forgets what is not attached any more, with its copy.
func (p *Picks) Drop(id string) error {
	p.mu.Lock()
	one, ok := p.list[id]
	delete(p.list, id)
	p.mu.Unlock()
	if !ok || !one.Copy {
		return nil
	}
	return os.RemoveAll(filepath.Dir(one.Path))
}

// Send sends a message with what is attached to it, which from then on can be read in that chat: each stands behind
// the words, as they would name it. Nothing is sent if one of them cannot be granted.
func (p *Picks) Send(ctx context.Context, session, text string, ids []string) (journal.Run, error) {
	c, err := p.all.Find(ctx, session)
	if err != nil {
		return journal.Run{}, err
	}
	if name, _, ok := agent.Line(text); ok && c.space.Skills().IsTool(name) {
		return journal.Run{}, fmt.Errorf("/%s calls a tool, which takes nothing attached: name the file in its input, or remove what is attached", name)
	}
	if c.Session().Running != "" {
		return journal.Run{}, errAtWork
	}
	list, err := p.checked(ids)
	if err != nil {
		return journal.Run{}, err
	}
	words := []string{}
	for _, one := range list {
		err := permits.GrantPick(p.all.o.Permits(), c.space.Dir(), c.s.ID, one.Path)
		if err != nil && !errors.Is(err, tools.ErrInSpace) {
			return journal.Run{}, err
		}
		words = append(words, one.Words())
	}
	return c.Send(strings.TrimSpace(text + "\n\n" + strings.Join(words, "\n")))
}

// checked are picks that still are what was picked.
func (p *Picks) checked(ids []string) ([]Pick, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(ids) > MostBrought {
		return nil, fmt.Errorf("more than %d things are attached: remove some, or attach the folder that they lie in", MostBrought)
	}
	var list []Pick
	for _, id := range ids {
		one, ok := p.list[id]
		if !ok {
			return nil, errors.New("something that is attached isn't known any more: remove it and attach it again")
		}
		now, err := os.Lstat(one.Path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%s isn't there any more: remove it, or attach it again", one.Path)
		case err != nil:
			return nil, fmt.Errorf("%s can't be attached: %w", one.Path, err)
		case !os.SameFile(now, one.info):
			return nil, fmt.Errorf("%s was replaced by something else since you attached it: look at it, and attach it again", one.Path)
		}
		list = append(list, one)
	}
	return list, nil
}

// Words name it in the message that is sent.
func (p Pick) Words() string { return mentionOf(p.Path) }

// mentionOf are the words that name a file in a message.
func mentionOf(path string) string {
	if strings.ContainsFunc(path, unicode.IsSpace) {
		return `@"` + path + `"`
	}
	return "@" + path
}
