package chats

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/internal/confine"
	"handrail/internal/ignore"
	"handrail/internal/lazy"
	"handrail/operator"
	"handrail/operator/skills"
	"handrail/tools"
)

// named is "@PATH" or `@"PATH"` as a word of its own.
var named = lazy.Regexp(`(?:^|\s)@(?:"([^"\n]+)"|(\S+))`)

// filesNamed are the calls that read the files, and list the folders, that a text names: those that are there and that the chat
// may read. Other words with an @ are words, so what somebody has pasted opens nothing.
func filesNamed(c *Chat, t *skills.Turn, text string) (calls []llm.Call, err error) {
	offered := c.space.Registry().Offered(t.Scope())
	roots := c.space.Roots().Of(c.s.ID)
	var seen []string
	for _, m := range named().FindAllStringSubmatch(text, -1) {
		if m[1] == "" && mention().MatchString("@"+m[2]) {
			continue // a server's
		}
		p, info, ok := fileOf(roots, m[1], m[2])
		if !ok || slices.Contains(seen, p.Abs) {
			continue
		}
		seen = append(seen, p.Abs)
		tool, does := "read", "read files"
		if info.IsDir() {
			tool, does = "listdir", "list folders"
		}
		if !slices.ContainsFunc(offered, func(e tools.Entry) bool { return e.Info.Source == "builtin" && e.Info.Name == tool }) {
			return nil, &agent.InputError{Text: p.Abs + " can't be attached: this agent can't " + does}
		}
		call, err := callOf(tool, map[string]any{"path": p.Abs})
		if err != nil {
			return nil, err
		}
		calls = append(calls, call)
	}
	return calls, nil
}

// fileOf is a file or folder that a word names: what a sentence puts behind it is not of it, unless it is there with it.
func fileOf(roots *confine.Roots, quoted, word string) (confine.Path, fs.FileInfo, bool) {
	names := []string{quoted}
	if quoted == "" {
		names = []string{word, strings.TrimRight(word, `.,;:!?)]}"'”’»`)}
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		if p, err := roots.Resolve(name); err == nil {
			if info, err := roots.Stat(p); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
				return p, info, true
			}
		}
	}
	return confine.Path{}, nil, false
}

// A FoundFile is a file or folder of a space.
type FoundFile struct {
	Path   string // relative to the space, with slashes
	Words  string // that name it in a message: "@src/main.go"
	Folder bool
}

const (
	// walkMost is how many names of a space are looked at.
	walkMost = 50_000
	// walkTime is how long that may take.
	walkTime = 800 * time.Millisecond
)

// FindFiles finds files and folders of an open space by some of the letters of their paths, in order: the best first. What Git
// ignores is left out, and so is what lies behind more names than can be looked at in a moment.
func (p *Picks) FindFiles(ctx context.Context, dir, typed string, limit int) ([]FoundFile, error) {
	space, err := p.all.o.Space(dir)
	if err != nil {
		return nil, err
	}
	type scored struct {
		FoundFile
		score int
	}
	var found []scored
	for _, f := range namesIn(ctx, space) {
		if score, ok := fuzzy(f.Path, typed); ok {
			found = append(found, scored{f, score})
		}
	}
	slices.SortFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.Path), len(b.Path)), strings.Compare(a.Path, b.Path))
	})
	var out []FoundFile
	for _, f := range found[:min(len(found), limit)] {
		f.Words = mentionOf(f.Path)
		if f.Folder {
			f.Words = mentionOf(f.Path + "/")
		}
		out = append(out, f.FoundFile)
	}
	return out, nil
}

// namesIn are the files and folders of a space, as many as can be looked at in a moment.
func namesIn(ctx context.Context, space *operator.Space) []FoundFile {
	ctx, cancel := context.WithTimeout(ctx, walkTime)
	defer cancel()
	roots := space.Roots()
	top, err := roots.Resolve(".")
	if err != nil {
		return nil // the page says that the space is gone
	}
	rules := ignore.At()
	if data, _, err := roots.ReadFile(top.Join(filepath.Join(".git", "info", "exclude")), ignore.FileLimit); err == nil {
		rules = rules.With(data)
	}
	var mu sync.Mutex
	var list []FoundFile
	// What was found by the time is what there is.
	_ = roots.Walk(ctx, top, confine.Walk{Enter: func(f *confine.Folder) error {
		enter(f, rules)
		mu.Lock()
		defer mu.Unlock()
		for _, e := range f.Entries {
			if strings.ContainsFunc(e.Name(), func(r rune) bool { return r == '"' || r < ' ' }) || !e.IsDir() && !e.Type().IsRegular() {
				continue
			}
			if len(list) == walkMost {
				return fs.SkipAll
			}
			list = append(list, FoundFile{Path: f.RelOf(e.Name()), Folder: e.IsDir()})
		}
		return nil
	}, Visit: func(*confine.Folder, fs.DirEntry) error { return nil }, Skip: func(string, error) {}})
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(list)
}

// enter leaves out what Git ignores of a folder, and Git's own.
func enter(f *confine.Folder, start *ignore.Rules) {
	ignore.Enter(f, start)
	f.Entries = slices.DeleteFunc(f.Entries, func(e fs.DirEntry) bool { return e.Name() == ".git" })
}

// fuzzy reports whether a path has some letters in order, and how well: in its last name, at the beginning of one and side by
// side are better.
func fuzzy(full, typed string) (score int, ok bool) {
	hay, want := strings.ToLower(full), strings.ToLower(strings.TrimSuffix(typed, "/"))
	base := path.Base(hay)
	switch {
	case want == "":
		return 10 - strings.Count(full, "/"), true
	case base == want:
		return 1000, true
	case strings.HasPrefix(base, want):
		return 900, true
	case strings.HasPrefix(hay, want):
		return 850, true
	case strings.Contains(base, want):
		return 800, true
	case strings.Contains(hay, want):
		return 700, true
	}
	at := 0
	for _, r := range want {
		i := strings.IndexRune(hay[at:], r)
		if i < 0 {
			return 0, false
		}
		if i == 0 {
			score += 3
		} else if before := hay[at+i-1]; strings.IndexByte("/-_. ", before) >= 0 {
			score += 2
		}
		at += i + len(string(r))
	}
	return score, true
}
