package git

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/lazy"
)

// A Reading is what a setting is judged by: the file that counts now, and the
// submodules that the person has approved.
type Reading struct {
	// Entries are what the file says that counts.
	Entries []Entry
	// Modules are what .gitmodules said before the program ran.
	Modules []Entry
	// New says that the whole repository was made by the program. What tells where its
	// own files are, and where it was fetched from, is then no change of anything.
	New bool
	// Doubtful says that the person may have made the change as well as a program: then a
	// remote that was not there before is no change of where anything goes.
	Doubtful bool
	// Inside reports whether an absolute path lies in what the program may write.
	Inside func(path string) bool
	// Dir is the folder of the file.
	Dir string
	// Trees are the work trees whose .git leads to the file's folder.
	Trees []string
	// Bases are what a relative address of .gitmodules may count from: the work tree,
	// and the addresses of its remotes.
	Bases []string
}

// Idle reports whether a change starts nothing: no program, now or later, runs
// because of it, and nothing is fetched from or sent to another place. The list is
// closed: what it does not know does not count as idle.
func (r Reading) Idle(c Change) bool {
	for _, e := range c.Wanted {
		if !slices.ContainsFunc(c.Old, e.same) && !r.idle(e) {
			return false
		}
	}
	for _, e := range c.Old {
		if !slices.ContainsFunc(c.Wanted, e.same) && !idleGone(e) {
			return false
		}
	}
	return len(c.Wanted) < 2 || slices.ContainsFunc(c.Wanted, r.idle)
}

// switches are settings that are on, off or one of a few words, and that decide
// how git shows, names or combines what it has.
func switches() map[string]string {
	const truth = "true|false|yes|no|on|off|0|1|"
	return map[string]string{
		"advice.*": truth, "color.*": truth + "|auto|always|never",
		"core.abbrev": "auto|[0-9]+", "core.autocrlf": truth + "|input", "core.eol": "lf|crlf|native", "core.filemode": truth, "core.ignorecase": truth,
		"core.logallrefupdates": truth + "|always", "core.precomposeunicode": truth, "core.quotepath": truth, "core.repositoryformatversion": "0|1",
		"core.safecrlf": truth + "|warn", "core.sparsecheckout": truth, "core.sparsecheckoutcone": truth, "core.symlinks": truth, "core.untrackedcache": truth + "|keep",
		"diff.algorithm": "default|myers|minimal|patience|histogram", "diff.colormoved": "[a-z-]*", "diff.mnemonicprefix": truth, "diff.noprefix": truth, "diff.renames": truth + "|copy|copies", "diff.submodule": "log|short|diff",
		"fetch.prune": truth, "fetch.prunetags": truth, "index.sparse": truth, "index.version": "[234]", "init.defaultbranch": "[A-Za-z0-9._/-]+",
		"lfs.repositoryformatversion": "[0-9]+", "log.date": "[a-z-]*", "log.decorate": truth + "|short|full|auto",
		"merge.conflictstyle": "merge|diff3|zdiff3", "merge.ff": truth + "|only", "pull.ff": truth + "|only", "pull.rebase": truth + "|merges|interactive",
		"push.autosetupremote": truth, "push.default": "nothing|current|upstream|simple|matching", "push.followtags": truth,
		"rebase.autosquash": truth, "rebase.autostash": truth, "rebase.updaterefs": truth, "rerere.autoupdate": truth, "rerere.enabled": truth,
		"status.short": truth, "status.showuntrackedfiles": truth + "|all|normal", "status.submodulesummary": truth + "|[0-9]+", "submodule.recurse": truth,
		"user.email": `[^\x00-\x1f\x7f]*`, "user.name": `[^\x00-\x1f\x7f]*`,
	}
}

// newborn are settings that only a repository of its own may have without a word.
func newborn() map[string]string {
	return map[string]string{
		"core.bare": "true|false", "extensions.objectformat": "sha1|sha256", "extensions.compatobjectformat": "sha1|sha256", "extensions.refstorage": "files|reftable",
		"extensions.partialclone": "[A-Za-z0-9._-]+", "submodule.active": `\.|[A-Za-z0-9._/-]+`,
	}
}

// matches compares a whole value in lower case with a pattern.
func matches(pattern, value string) bool {
	ok, err := regexp.MatchString(`\A(?i:`+pattern+`)\z`, value)
	return err == nil && ok
}

// refName is the name of a branch as git takes it, and nothing else.
var refName = lazy.Regexp(`\A[^\x00-\x20~^:?*\[\\\x7f-]([^\x00-\x20~^:?*\[\\\x7f]*)\z`)

// plainURL is a place on the network that git itself fetches from: no helper
// program (ext::), no option, no path of this machine.
var plainURL = lazy.Regexp(`\A(?:(?:https?|ssh|git)://[A-Za-z0-9\[][^\x00-\x20\x7f'"` + "`" + `$;|<>\\]*|[A-Za-z0-9._][A-Za-z0-9._-]*@[A-Za-z0-9._][A-Za-z0-9._-]*:[^\x00-\x20\x7f:'"` + "`" + `$;|<>\\-][^\x00-\x20\x7f:'"` + "`" + `$;|<>\\]*)\z`)

// idle judges one setting that is new.
func (r Reading) idle(e Entry) bool {
	if e.Bare {
		e.Value = "true"
	}
	switch e.Section {
	case "branch":
		return e.Sub != "" && r.idleBranch(e)
	case "submodule":
		if e.Sub != "" {
			return r.idleModule(e)
		}
	case "remote":
		return (r.New || r.Doubtful && !r.hasRemote(e.Sub)) && e.Sub != "" && r.idleRemote(e)
	}
	if e.Section == "core" && e.Key == "worktree" && e.Sub == "" {
		at := e.Value
		if !filepath.IsAbs(at) {
			at = filepath.Join(r.Dir, at)
		}
		return r.New && r.Inside(at) || slices.Contains(r.Trees, at)
	}
	if pattern, ok := switches()[e.Name()]; ok {
		return e.Sub == "" && matches(pattern, e.Value)
	}
	if pattern, ok := switches()[e.Section+".*"]; ok {
		return matches(pattern, e.Value)
	}
	pattern, ok := newborn()[e.Name()]
	return ok && r.New && e.Sub == "" && matches(pattern, e.Value)
}

func (r Reading) idleBranch(e Entry) bool {
	switch e.Key {
	case "remote", "pushremote": // else it is an address
		return e.Value == "." || slices.ContainsFunc(r.Entries, func(o Entry) bool { return o.Section == "remote" && o.Sub == e.Value && e.Value != "" })
	case "merge":
		return refName().MatchString(e.Value)
	case "rebase":
		return matches("true|false|yes|no|on|off|0|1|merges|preserve|interactive", e.Value)
	case "description":
		return true
	}
	return false
}

// idleModule takes what `git submodule init` writes.
func (r Reading) idleModule(e Entry) bool {
	switch e.Key {
	case "active", "fetchrecursesubmodules":
		return matches("true|false|on-demand", e.Value)
	case "update": // a program stands behind "!"
		return matches("checkout|rebase|merge|none", e.Value)
	case "ignore":
		return matches("all|dirty|untracked|none", e.Value)
	case "url":
		return slices.ContainsFunc(r.Modules, func(m Entry) bool {
			return m.Section == "submodule" && m.Sub == e.Sub && m.Key == "url" && r.isURL(e.Value, m.Value)
		})
	}
	return false
}

// isURL reports whether an address is the approved one. A relative one counts from
// one of the bases.
func (r Reading) isURL(got, approved string) bool {
	if strings.HasPrefix(got, "-") || strings.Contains(got, "::") {
		return false
	}
	if !strings.HasPrefix(approved, "./") && !strings.HasPrefix(approved, "../") {
		return got == approved
	}
	return slices.ContainsFunc(r.Bases, func(base string) bool { return relativeURL(base, approved) == got })
}

// relativeURL is what git makes of ../x beside an address.
func relativeURL(base, url string) string {
	base = strings.TrimRight(base, "/")
	colon := false
	for {
		if rest, ok := strings.CutPrefix(url, "../"); ok {
			url = rest
			i := strings.LastIndexByte(base, '/')
			if i < 0 {
				if i = strings.LastIndexByte(base, ':'); i < 0 {
					return ""
				}
				colon = true
			}
			base = base[:i]
			continue
		}
		rest, ok := strings.CutPrefix(url, "./")
		if !ok {
			break
		}
		url = rest
	}
	sep := "/"
	if colon {
		sep = ":"
	}
	return base + sep + strings.TrimRight(url, "/")
}

// idleRemote takes what `git clone` writes.
func (r Reading) idleRemote(e Entry) bool {
	switch e.Key {
	case "url", "pushurl":
		return plainURL().MatchString(e.Value) && !strings.Contains(e.Value, "::") || filepath.IsAbs(e.Value) && r.Inside(e.Value) || r.approvedURL(e.Value)
	case "fetch":
		return matches(`\+?refs/[^\x00-\x20:\\]*:refs/[^\x00-\x20:\\]*`, e.Value) || matches(`\+?HEAD:refs/[^\x00-\x20:\\]*`, e.Value)
	case "tagopt":
		return e.Value == "--no-tags" || e.Value == "--tags"
	case "promisor", "prune", "skipdefaultupdate":
		return matches("true|false", e.Value)
	case "partialclonefilter":
		return matches("[a-z0-9:=+]*", e.Value)
	}
	return false
}

// hasRemote reports whether there was a remote of this name.
func (r Reading) hasRemote(name string) bool {
	return slices.ContainsFunc(r.Entries, func(e Entry) bool { return e.Section == "remote" && e.Sub == name })
}

// approvedURL reports whether the address is one of .gitmodules.
func (r Reading) approvedURL(url string) bool {
	return slices.ContainsFunc(r.Modules, func(m Entry) bool {
		return m.Section == "submodule" && m.Key == "url" && r.isURL(url, m.Value)
	})
}

// idleGone judges a setting that is no more: what was idle itself, and the upstream
// of a branch that is gone.
func idleGone(e Entry) bool {
	switch {
	case e.Section == "branch" && e.Sub != "":
		return true
	case e.Section == "submodule" && e.Sub != "":
		return true // without it git falls back on .gitmodules, which starts nothing
	}
	if e.Name() == "core.worktree" { // git falls back on the folder that leads there
		return true
	}
	_, one := switches()[e.Name()]
	_, all := switches()[e.Section+".*"]
	return one || all
}
