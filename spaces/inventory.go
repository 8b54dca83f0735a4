package spaces

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// An Item is one thing that would be able to run, or to tell an agent what to
// do, once the space is trusted.
type Item struct {
	Kind   string // tool, hook, hand, server, agent, skill, page, memory, rules, script
	Name   string
	File   string // where it stands, relative to the space; of a script, the script
	SHA256 string // of File, in hexadecimal; "": not pinned, Detail says why
	Detail string // what it would do: its command line, its address, its description
}

// Inventory lists everything that the space declares, with the digests of the
// files as they were loaded: what trusting it means (SPEC 3, "Trust"). Scripts
// are the files inside the space that a command names literally; what those call
// in turn is not listed. Items are sorted by kind and name; broken definitions
// are not among them, because they cannot run.
func (s *Space) Inventory() []Item {
	items := slices.Clone(s.items)
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(cmp.Compare(kindOrder(a.Kind), kindOrder(b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.File, b.File))
	})
	return items
}

func kindOrder(kind string) int {
	return slices.Index([]string{"tool", "hand", "hook", "server", "script", "agent", "skill", "page", "memory", "rules"}, kind)
}

func (l *loader) item(i Item) { l.space.items = append(l.space.items, i) }

// namedScripts notes the files of the space that a shell command names. What
// merely looks like a word of the command counts too: one file too many in the
// list is better than one too few.
func (l *loader) namedScripts(command, workingDir string) {
	l.namedFiles(shellWords(command), workingDir)
}

// namedFiles notes those words that are files of the space, seen from its folder
// or from the folder in which the command runs.
func (l *loader) namedFiles(words []string, workingDir string) {
	for _, w := range words {
		if w == "" || strings.Contains(w, "{{") || len(w) > 4096 {
			continue
		}
		if rel, err := filepath.Rel(l.space.Dir, filepath.FromSlash(w)); err == nil && filepath.IsAbs(w) {
			w = filepath.ToSlash(rel)
		}
		for _, base := range []string{"", workingDir} {
			name := path.Join(filepath.ToSlash(base), w)
			if _, known := l.scripts[name]; known || name == "." || !fs.ValidPath(name) {
				continue
			}
			l.scripts[name] = struct{}{}
			if item, ok := l.script(name); ok {
				l.item(item)
			}
		}
	}
}

// script makes the item of a file that a command names, if it is one.
func (l *loader) script(name string) (Item, bool) {
	info, err := fs.Stat(l.fsys, name)
	if err != nil || !info.Mode().IsRegular() {
		if escapes(err) {
			l.problem(name, 0, Warning, "is named by a command and is a link that leads out of the space: it cannot be pinned; put a copy in its place")
		}
		return Item{}, false
	}
	item := Item{Kind: "script", Name: name, File: name, Detail: fmt.Sprintf("%d bytes", info.Size())}
	f, err := l.fsys.Open(name)
	if err != nil {
		l.unreadable(name, err)
		return item, true
	}
	defer func() { _ = f.Close() }() // nothing was written
	h := sha256.New()
	n, err := io.Copy(h, io.LimitReader(f, maxScript+1))
	if err != nil {
		l.unreadable(name, err)
		return item, true
	}
	if n > maxScript {
		item.Detail = fmt.Sprintf("%d bytes: too large to be pinned", info.Size())
		l.problem(name, 0, Warning, "is named by a command and has more than %d bytes: it is too large to be pinned", maxScript)
		return item, true
	}
	item.SHA256 = hex.EncodeToString(h.Sum(nil))
	return item, true
}

// shellWords splits a command into what could be words of it: at blanks and at
// what parts commands, with quotes and backslashes taken away. It does not
// understand the shell, and need not.
func shellWords(command string) []string {
	var words []string
	var word strings.Builder
	quote := rune(0)
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	escaped := false
	for _, r := range command {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped = true
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote = r
		case quote == 0 && strings.ContainsRune(" \t\r\n;|&()<>`=,", r):
			end()
		default:
			word.WriteRune(r)
		}
	}
	end()
	return words
}
