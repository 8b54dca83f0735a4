package origins

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"handrail/operator/paths"
	"handrail/tools"
)

// A history of git holds words, too: of commits, notes, tags and branches. What a call has added to it after its conversation had read text from
// elsewhere, or has fetched, shows in every later conversation that looks at it. Which of its objects is whose is not told apart.

// History is whose words a program may have printed that shows the history of a repository.
func (f *Files) History(ctx context.Context, command string) (from []tools.Origin) {
	if !showsHistory(command) {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.fresh(ctx); err != nil {
		return []tools.Origin{unreadable}
	}
	for _, l := range f.histories() {
		from = union(from, l.Origins)
	}
	return f.via(filepath.Join(f.dir, ".git"), from)
}

// histories are the labels of repositories whose history calls have written, each as one. f.mu is held.
func (f *Files) histories() (list []Label) {
	for path, all := range f.paths {
		folder := gitFolder(path)
		if folder == "" || !keepsHistory(folder, path) {
			continue
		}
		at := slices.IndexFunc(list, func(l Label) bool { return l.Path == folder })
		if at < 0 {
			at = len(list)
			list = append(list, Label{Path: folder})
		}
		for _, l := range all {
			list[at].Origins = union(list[at].Origins, l.Origins)
			if l.Time.After(list[at].Time) {
				list[at].Run, list[at].Call, list[at].Time = l.Run, l.Call, l.Time
			}
		}
	}
	return list
}

// gitFolder is the folder of git in which a file lies; "" of any other file.
func gitFolder(path string) string {
	for dir := path; ; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == ".git" {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// keepsHistory reports whether git changes a file whenever words come into its history: those of commits, branches, tags and notes, of what
// is only staged, and of settings.
func keepsHistory(folder, path string) bool {
	for _, name := range []string{"objects", "logs", "refs/tags", "refs/notes", "refs/remotes", "packed-refs", "FETCH_HEAD", "config", "config.worktree"} {
		if paths.Within(path, []string{filepath.Join(folder, filepath.FromSlash(name))}) {
			return true
		}
	}
	return false
}

// historyless are what one asks git for without seeing words of its history.
var historyless = []string{"add", "apply", "check-ignore", "checkout", "clean", "commit", "gc", "grep", "hash-object", "help", "init", "ls-files", "mv", "push", "restore", "rev-parse", "rm", "status", "switch", "update-index", "version", "--version"}

// showsHistory reports whether a command shows the history of a repository: a program of git's that is asked for it. "git diff" does with a commit
// alone.
func showsHistory(command string) bool {
	words := wordsOf(command)
	for i, word := range words {
		if slices.Contains(strings.Split(word, "/"), ".git") && !strings.HasSuffix(word, ".git") {
			return true
		}
		switch filepath.Base(word) {
		case "tig", "gitk", "git-log", "git-show", "lazygit", "git-cliff":
			return true
		case "git":
		default:
			continue
		}
		rest := words[i+1:]
		for len(rest) > 0 && strings.HasPrefix(rest[0], "-") && rest[0] != "--version" { // of git itself
			if (rest[0] == "-C" || rest[0] == "-c" || rest[0] == "--git-dir" || rest[0] == "--work-tree") && len(rest) > 1 {
				rest = rest[1:]
			}
			rest = rest[1:]
		}
		switch {
		case len(rest) == 0:
		case rest[0] == "grep":
			if slices.Contains(rest, "--cached") {
				return true
			}
		case rest[0] == "diff":
			if slices.ContainsFunc(rest[1:min(len(rest), 4)], func(w string) bool {
				return !strings.HasPrefix(w, "-") && !strings.ContainsAny(w, "/.*") || strings.Contains(w, "..")
			}) {
				return true
			}
		case rest[0] == "config":
			if readsSettings(rest[1:]) {
				return true
			}
		case !slices.Contains(historyless, rest[0]):
			return true
		}
	}
	return false
}

// readsSettings reports whether "git config" with such words prints settings, and does not only write one.
func readsSettings(words []string) bool {
	plain := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "-") })
	return len(plain) < 2 || plain[0] == "get" || plain[0] == "list"
}
