package tips

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/git"
	"handrail/internal/git/objects"
	"handrail/internal/steady"
)

// Limits of what is read of files by which git goes on.
const (
	stateBytes = 8 << 20 // of one
	mostLaid   = 500     // files of one git folder
)

// stopped are the folders in which git keeps what is left of something that has stopped.
var stopped = []string{"rebase-merge", "rebase-apply", "sequencer"}

// isOther reports whether a name at the top of a git folder is none of a file from which git takes a commit by itself, or one that is
// read elsewhere.
func isOther(name string) bool {
	return slices.Contains([]string{"HEAD", "index", "config", "config.worktree", "packed-refs", "description", "gitdir", "commondir", "EDIT_DESCRIPTION", "MERGE_MSG", "SQUASH_MSG", "MERGE_RR", "AUTO_MERGE", "gc.log", "gc.pid"}, name) ||
		strings.HasPrefix(name, "sharedindex.") || strings.HasSuffix(name, "_EDITMSG") || strings.HasSuffix(name, ".lock") || strings.Contains(name, ".put-aside")
}

// state reads the files of a git folder, but for its names, that have git put a commit into place: what it has laid aside (the stash's log, what
// a merge or rebase puts back), by what it goes on with what has stopped or gives that up, and where it was before.
func (t *Tips) state(last *Tips, dir string) {
	entries, _ := steady.ReadDir(dir, 0) // without them nothing has stopped
	for _, e := range entries {
		switch {
		case e.Type().IsRegular() && !isOther(e.Name()):
			t.laid(last, dir, e.Name())
		case e.IsDir() && slices.Contains(stopped, e.Name()):
			t.laidIn(last, dir, e.Name(), 0)
		}
	}
	for _, name := range []string{headLog, stashLog, "info/grafts"} {
		t.laid(last, dir, name)
	}
}

// The logs of which git takes commits by itself: git switch -, git stash pop.
const (
	headLog  = "logs/HEAD"
	stashLog = "logs/refs/stash"
)

// laidIn reads the files in a folder of something that has stopped.
func (t *Tips) laidIn(last *Tips, dir, folder string, depth int) {
	entries, _ := steady.ReadDir(filepath.Join(dir, filepath.FromSlash(folder)), 0) // it is gone meanwhile
	for _, e := range entries {
		name := folder + "/" + e.Name()
		switch {
		case e.IsDir() && depth < mostDepth:
			t.laidIn(last, dir, name, depth+1)
		case e.Type().IsRegular() && !strings.HasPrefix(e.Name(), "message") && e.Name() != "author-script" && !strings.Contains(e.Name(), ".put-aside"):
			t.laid(last, dir, name)
		}
	}
}

// laid reads one file.
func (t *Tips) laid(last *Tips, dir, name string) {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if text := t.read(last, path, stateBytes); text != "" && len(t.laids) < mostLaid {
		t.laids[name] = text
	}
}

// news are the lines of a file that did not stand in it before.
func news(now, before string) string {
	if cut := strings.LastIndexByte(before, '\n') + 1; cut > 0 && strings.HasPrefix(now, before[:cut]) {
		return now[cut:]
	}
	known := map[string]bool{}
	for line := range strings.Lines(before) {
		known[line] = true
	}
	var b strings.Builder
	for line := range strings.Lines(now) {
		if !known[line] {
			b.WriteString(line)
		}
	}
	return b.String()
}

// A rev is what a file names.
type rev struct {
	id  string // of a commit or tree; "" if it is none
	odd string // as it stands there, where git itself would have written an id
}

// revs are what a text of a file names. One that nobody can tell is odd where git would take it for a commit.
func revs(store *objects.Store, name, text string, known map[string]bool) (list []rev) {
	add := func(word string, must bool) {
		if word = strings.ToLower(word); known[word] {
			return
		}
		switch found := store.Find(word); {
		case len(found) > 0:
			for _, id := range found {
				list = append(list, rev{id: id})
			}
		case must && len(word) != 64 && strings.Trim(word, "0") != "": // nothing is known of SHA-256
			list = append(list, rev{odd: word})
		}
	}
	switch {
	case name == headLog:
		for _, m := range objects.Moves(text) {
			if from, ok := strings.CutPrefix(m.What, "checkout: moving from "); ok {
				from, _, _ = strings.Cut(from, " to ")
				addWord(from, add)
			}
		}
		return list
	case name == stashLog:
		for _, m := range objects.Moves(text) {
			add(m.New, true)
		}
		return list
	case strings.HasSuffix(name, "-todo") || strings.HasSuffix(name, "/todo") || strings.HasPrefix(filepath.Base(name), "git-rebase-todo"):
		todo(text, add)
		return list
	case name == "BISECT_START" || slices.Contains([]string{"rebase-merge/autostash", "rebase-apply/autostash", "rebase-merge/orig-head", "rebase-apply/orig-head", "rebase-merge/onto", "rebase-apply/onto", "sequencer/head", "MERGE_AUTOSTASH"}, name):
		addWord(strings.TrimSpace(text), add)
		return list
	}
	must := strings.HasSuffix(name, "_HEAD") || strings.Contains(name, "/") && !isPatch(name) && name != "info/grafts"
	for word := range hexWords(text) {
		if len(word) == idWord {
			add(word, must)
		}
	}
	return list
}

// idWord is the length of an id as git writes it.
const idWord = 40

// addWord adds what stands where git expects one commit or the name of a branch.
func addWord(word string, add func(word string, must bool)) {
	switch {
	case isHex(word):
		add(word, len(word) == idWord)
	case strings.ContainsAny(word, "~^:{"): // the names of branches have none of these
		add(word, true)
	default:
		for part := range hexWords(word) { // as git describe names one
			add(part, false)
		}
	}
}

// todo adds what the lines of a list of what is left to do name.
func todo(text string, add func(word string, must bool)) {
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(words[0], "#") {
			continue
		}
		switch words[0] {
		case "pick", "p", "reword", "r", "edit", "e", "squash", "s", "fixup", "f", "revert":
			word := words[1]
			if strings.HasPrefix(word, "-") && len(words) > 2 {
				word = words[2]
			}
			add(word, true)
		case "exec", "x", "drop", "d", "label", "l", "update-ref", "u":
		default: // merge, reset
			for _, word := range words[1:] {
				if strings.HasPrefix(word, "#") {
					break
				}
				if !strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "[") && word != "root]" {
					addWord(word, add)
				}
			}
		}
	}
}

// isHex reports whether a word could be an id, or the beginning of one.
func isHex(word string) bool {
	return len(word) >= 4 && len(word) <= 64 && strings.Trim(strings.ToLower(word), "0123456789abcdef") == ""
}

// hexWords are the words of a text that could be an id, or the beginning of one.
func hexWords(text string) func(yield func(string) bool) {
	return strings.FieldsFuncSeq(text, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F')
	})
}

// laidAside are what files have come to name, but for the names of the repository, and bring.
func (b *bringing) laidAside() (list []Bringing) {
	var known map[string]bool
	most := len(b.seen) + mostTips
	list = b.repatched()
	for _, name := range slices.Sorted(maps.Keys(b.after.laids)) {
		now := b.after.laids[name]
		before := b.before.laidBefore(name, now)
		if now == before || name == origHead && !b.after.stops("rebase-apply") {
			continue
		}
		if known == nil {
			known = named(b.before)
		}
		if len(now) >= stateBytes && len(before) < stateBytes {
			list = append(list, Bringing{Name: name, Why: "is too large to be read"})
		}
		if isPatch(name) {
			if packedMail().MatchString(now) {
				list = append(list, Bringing{Name: name, Why: "is a patch that can only be read when it is unpacked (base64)"})
			}
			if paths := touched(now, b.after.laids[optionsOfPatches], b.counts); len(paths) > 0 {
				list = append(list, Bringing{Name: name, Paths: paths, Why: "is a patch"})
			}
		}
		for _, r := range revs(b.open(), name, news(now, before), known) {
			if len(b.seen) > most {
				return append(list, Bringing{Name: name, Why: "names more commits than are looked at"})
			}
			if r.odd != "" {
				list = append(list, Bringing{Name: name, Why: "names " + r.odd + ", where git itself would have written a commit that is there"})
			} else if b.seen[r.id] {
				continue
			} else if paths, blobs, _ := b.paths(name, r.id); len(paths) > 0 { // what cannot be read is no commit
				list = append(list, Bringing{Name: name, Commit: r.id, Paths: paths, Blobs: blobs})
			}
		}
	}
	return list
}

// origHead is where a reset, merge or rebase came from: git goes back there by itself only where patches have stopped.
const origHead = "ORIG_HEAD"

// stops reports whether something has stopped that has a folder.
func (t *Tips) stops(folder string) bool {
	for name := range t.laids {
		if strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// named are the words by which files have named commits, but for logs.
func named(t *Tips) map[string]bool {
	words := map[string]bool{}
	for name, text := range t.laids {
		if name == headLog || name == stashLog {
			continue
		}
		for word := range hexWords(text) {
			words[strings.ToLower(word)] = true
		}
	}
	return words
}

// Common is the folder in which a git folder has its names: another one for a worktree beside.
func Common(dir string) string {
	raw, _, err := git.ReadFile(filepath.Join(dir, "commondir"), nameBytes)
	common := strings.TrimSpace(string(raw))
	switch {
	case err != nil:
		return dir
	case !filepath.IsAbs(common):
		return filepath.Join(dir, common)
	}
	return filepath.Clean(common)
}
