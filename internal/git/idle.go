package git

import (
	"os"
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
	// After are what the file says now, with the change.
	After []Entry
	// Fresh says that nothing was known of the file: Entries are then what it says now.
	Fresh bool
	// New says that the whole repository was made by the program. What tells where its
	// own files are, and where it was fetched from, is then no change of anything.
	New bool
	// Own says that a program has made the repository, now or in an earlier call: how it is used is then its own affair.
	Own bool
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
// because of it, nothing is fetched from or sent to another place, and neither does what the person's
// git commits, switches to, merges or pushes become another, nor what it shows them less
// (docs/decisions/1025). The list is closed: what it does not know does not count as idle.
func (r Reading) Idle(c Change) bool {
	for _, e := range c.Wanted {
		if !slices.ContainsFunc(c.Old, e.same) && !r.idle(e) {
			return false
		}
	}
	for _, e := range c.Old {
		if !slices.ContainsFunc(c.Wanted, e.same) && !r.idleGone(e, c.Wanted) {
			return false
		}
	}
	return len(c.Wanted) < 2 || slices.ContainsFunc(c.Wanted, r.idle)
}

const truth = "true|false|yes|no|on|off|0|1|"

// shows are settings that decide how git shows what it has, with values by which it shows no less, and those that git's own
// commands write while they work and by which nothing changes.
func shows() map[string]string {
	return map[string]string{
		"advice.*": truth, "color.*": truth + "|auto|never",
		"core.abbrev": "auto|[4-9]|[123][0-9]", "core.repositoryformatversion": "0|1", "diff.submodule": "log|short|diff",
		"init.defaultbranch": "[A-Za-z0-9._/-]+", "lfs.repositoryformatversion": "[0-9]+", "log.date": "default|relative|local|iso|iso-strict|rfc|short|raw|human|unix", "log.decorate": truth + "|short|full|auto",
		"merge.conflictstyle": "merge|diff3|zdiff3", "status.short": truth, "status.showuntrackedfiles": "all|normal",
	}
}

// newborn are settings that a program may give a repository that it makes.
func newborn() map[string]string {
	return map[string]string{
		"core.bare": "true|false", "extensions.objectformat": "sha1|sha256", "extensions.compatobjectformat": "sha1|sha256", "extensions.refstorage": "files|reftable",
		"extensions.partialclone": "[A-Za-z0-9._-]+", "submodule.active": `\.|[A-Za-z0-9._/-]+`,
	}
}

// ways are settings that decide how git takes, combines and sends what it has: for a program's own repository, as long as it is that.
func ways() map[string]string {
	return map[string]string{
		"core.autocrlf": truth + "|input", "core.eol": "lf|crlf|native", "core.filemode": truth, "core.logallrefupdates": truth + "|always", "core.precomposeunicode": truth,
		"core.quotepath": truth, "core.safecrlf": truth + "|warn", "core.sparsecheckout": truth, "core.sparsecheckoutcone": truth, "core.symlinks": truth, "core.untrackedcache": truth + "|keep",
		"diff.algorithm": "default|myers|minimal|patience|histogram", "diff.colormoved": "[a-z-]*", "diff.mnemonicprefix": truth, "diff.noprefix": truth, "diff.renames": truth + "|copy|copies",
		"fetch.prune": truth, "fetch.prunetags": truth, "index.sparse": truth, "index.version": "[234]", "merge.ff": truth + "|only", "pull.ff": truth + "|only", "pull.rebase": truth + "|merges|interactive",
		"push.autosetupremote": truth, "push.default": "nothing|current|upstream|simple|matching", "push.followtags": truth,
		"rebase.autosquash": truth, "rebase.autostash": truth, "rebase.updaterefs": truth, "rerere.autoupdate": truth, "rerere.enabled": truth,
		"status.showuntrackedfiles": truth, "status.submodulesummary": truth + "|[0-9]+", "submodule.recurse": truth,
		"user.email": `[^\x00-\x1f\x7f]*`, "user.name": `[^\x00-\x1f\x7f]*`,
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
	if e.Name() == "core.ignorecase" { // else git takes other files for the ones that it knows
		return matches(truth, e.Value) && matches("true|yes|on|1", e.Value) == takesCapitals(r.Dir)
	}
	known := func(list map[string]string) bool {
		pattern, ok := list[e.Name()]
		return ok && e.Sub == "" && matches(pattern, e.Value)
	}
	if pattern, ok := shows()[e.Section+".*"]; ok {
		return e.Sub == "" && matches(pattern, e.Value)
	}
	return known(shows()) || r.New && known(newborn()) || (r.New || r.Own) && known(ways())
}

// takesCapitals reports whether the file system of a git folder takes names in other letters for the same.
func takesCapitals(dir string) bool {
	one, err := os.Stat(filepath.Join(dir, "HEAD"))
	if err != nil {
		return false
	}
	other, err := os.Stat(filepath.Join(dir, "head"))
	return err == nil && os.SameFile(one, other)
}

// of is what counts, or counted, of a branch.
func (r Reading) of(branch, key string) (values []string) {
	for _, e := range r.Entries {
		if e.Section == "branch" && e.Sub == branch && e.Key == key {
			values = append(values, e.Value)
		}
	}
	return values
}

// idleBranch takes what git switch --track, push -u and branch -u write. Where a branch already goes to one of its own name elsewhere, that stays.
func (r Reading) idleBranch(e Entry) bool {
	own := !r.Fresh && slices.Contains(r.of(e.Sub, "merge"), "refs/heads/"+e.Sub) && !slices.Contains(r.of(e.Sub, "remote"), ".")
	switch e.Key {
	case "remote": // else it is an address
		return !own && (e.Value == "." || slices.ContainsFunc(r.Entries, func(o Entry) bool { return o.Section == "remote" && o.Sub == e.Value && e.Value != "" }))
	case "merge":
		return !own && refName().MatchString(e.Value)
	case "rebase": // of a branch that comes with it
		return !slices.ContainsFunc(r.Entries, func(o Entry) bool { return o.Section == "branch" && o.Sub == e.Sub }) && matches("true|false|yes|no|on|off|0|1|merges|preserve|interactive", e.Value)
	case "description":
		return true
	}
	return false
}

// idleModule takes what `git submodule init` writes.
func (r Reading) idleModule(e Entry) bool {
	switch e.Key {
	case "active":
		return matches("true", e.Value)
	case "update": // a program stands behind "!"
		return matches("checkout|rebase|merge|none", e.Value) && slices.ContainsFunc(r.Modules, func(m Entry) bool {
			return m.Section == "submodule" && m.Sub == e.Sub && m.Key == "update" && m.Value == e.Value
		})
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

// idleGone judges a setting that is no more, or has another value: what was idle itself, the upstream of a branch, and all of a branch or submodule that is gone.
func (r Reading) idleGone(e Entry, wanted []Entry) bool {
	if (e.Section == "branch" || e.Section == "submodule") && e.Sub != "" {
		switch {
		case len(wanted) > 0: // what it is now was judged
			return true
		case e.Section == "branch" && (e.Key == "remote" || e.Key == "merge" || e.Key == "description"): // a plain push is refused without
			return true
		}
		return !slices.ContainsFunc(r.After, func(o Entry) bool { return o.Section == e.Section && o.Sub == e.Sub })
	}
	if e.Name() == "core.worktree" { // git falls back on the folder that leads there
		return true
	}
	_, one := shows()[e.Name()]
	_, all := shows()[e.Section+".*"]
	_, way := ways()[e.Name()]
	return one || all || (r.New || r.Own) && way
}
