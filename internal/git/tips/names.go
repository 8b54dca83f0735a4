package tips

import (
	"os"
	"path/filepath"
	"strings"

	"handrail/internal/git"
	"handrail/internal/steady"
)

// said is what a file that names a commit says, as git takes it: "ref: " and another name, or an id in small letters. It is "" for what git does
// not take, and unread where what is said stands beyond what is read.
func said(text string) string {
	whole := len(text) < nameBytes
	text, _, _ = strings.Cut(text, "\x00")
	if to, ok := strings.CutPrefix(text, "ref:"); ok {
		words := strings.Fields(to)
		switch {
		case len(words) > 0:
			return "ref: " + words[0]
		case !whole:
			return unread
		}
		return ""
	}
	for _, size := range []int{longID, idWord} {
		if len(text) >= size && isHex(text[:size]) {
			return strings.ToLower(text[:size])
		}
	}
	return ""
}

// unread is the id of no commit.
const unread = "ffffffffffffffffffffffffffffffffffffffff"

// longID is the length of an id in a repository of the other format, of which nothing is known.
const longID = 64

// nameAt is what a file that names a commit says, or a link in its place, as git once wrote them.
func (t *Tips) nameAt(last *Tips, path string) string {
	if to, err := os.Readlink(path); err == nil {
		if strings.HasPrefix(to, "refs/") {
			return "ref: " + to
		}
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return ""
		}
		path = real
	}
	return said(t.read(last, path, nameBytes))
}

// packed notes the names of a file that has many.
func (t *Tips) packed(text string) {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && isHex(words[0]) {
			t.ids[words[1]] = strings.ToLower(words[0])
		}
	}
}

// resolve leads names that say another one to the commit that this means.
func (t *Tips) resolve(last *Tips, dir, common string) {
	for name, id := range t.ids {
		for range 5 { // as far as git goes
			to, ok := strings.CutPrefix(id, "ref: ")
			if !ok {
				break
			}
			to = strings.TrimPrefix(to, "main-worktree/")
			if id = t.ids[to]; id == "" && !strings.HasPrefix(to, "refs/") && filepath.IsLocal(filepath.FromSlash(to)) {
				for _, folder := range []string{dir, common} { // any file there is a name for git
					if id = t.nameAt(last, filepath.Join(folder, filepath.FromSlash(to))); id != "" {
						break
					}
				}
			}
		}
		if strings.HasPrefix(id, "ref: ") || id == "" {
			delete(t.ids, name)
		} else {
			t.ids[name] = id
		}
	}
}

// mostElsewhere is how many entries of a git folder are looked at for names where git writes none.
const mostElsewhere = 5000

// elsewhere notes the files of a git folder that git takes for names though it writes none there: it looks for origin/main
// in its folder before it looks below refs. Not looked at is where objects lie, what is another git folder, and what is read as a state.
func (t *Tips) elsewhere(last *Tips, common string) {
	left := mostElsewhere
	for queue := []string{""}; len(queue) > 0; {
		folder := queue[0]
		queue = queue[1:]
		entries, _ := steady.ReadDir(filepath.Join(common, filepath.FromSlash(folder)), 0) // it is gone meanwhile
		there := map[string]bool{}
		for _, e := range entries {
			there[e.Name()] = true
		}
		if folder != "" && git.IsFolder(func(name string) bool { return there[name] }) {
			continue
		}
		for _, e := range entries {
			name := strings.TrimPrefix(folder+"/"+e.Name(), "/")
			if left--; left < 0 {
				t.crowded = true
				return
			}
			switch {
			case isNoName(name):
			case e.IsDir():
				queue = append(queue, name)
			default:
				if is := t.nameAt(last, filepath.Join(common, filepath.FromSlash(name))); is != "" {
					t.ids[name], t.apart[name] = is, true
				}
			}
		}
	}
}

// isNoName reports whether something in a git folder is read by itself, or only by an id.
func isNoName(name string) bool {
	top, rest, below := strings.Cut(name, "/")
	first, _, _ := strings.Cut(rest, "/")
	switch {
	case !below && top != "refs" && !isStopped(top):
		return isOther(top) || git.IsOwn(top) && strings.ToUpper(top) == top || top == "shallow"
	case top == "refs" || isStopped(top):
		return true
	case top == "objects":
		return first == "pack" || len(first) == 2 && strings.Trim(first, "0123456789abcdef") == ""
	case top == "logs":
		return first == "refs" || rest == "HEAD"
	case top == "lfs":
		return first == "objects"
	}
	return strings.HasSuffix(name, ".lock") || name == "info/grafts"
}

// isStopped reports whether a name is that of a folder of something that has stopped.
func isStopped(name string) bool {
	for _, folder := range stopped {
		if folder == name {
			return true
		}
	}
	return false
}
