package git

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hooks adds a folder with hooks.
func (f *finder) hooks(dir string, inside bool) {
	kind, ok := f.see(dir, false)
	if ok {
		f.linkedHooks(dir)
	}
	switch {
	case !inside:
	case !ok:
		f.own(dir)
		f.p.Missing = append(f.p.Missing, dir)
	case kind.IsDir():
		f.own(dir)
		f.p.Hooks = append(f.p.Hooks, dir)
	default:
		f.link(dir)
		if real, err := filepath.EvalSymlinks(dir); err == nil && f.s.Inside(real) {
			f.own(real)
			f.p.Hooks = append(f.p.Hooks, real)
		}
	}
}

// linkedHooks adds the files that hooks are links to.
func (f *finder) linkedHooks(dir string) {
	for _, e := range list(dir) {
		if at := filepath.Join(dir, e.Name()); e.Type()&fs.ModeSymlink != 0 {
			f.runs(at)
		}
	}
}

// runs adds a file that git runs, with the links on the way to it.
func (f *finder) runs(path string) {
	f.link(path)
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		real = path
	}
	if !f.s.Inside(real) {
		return
	}
	f.p.Scripts = append(f.p.Scripts, real)
	if info, err := os.Lstat(real); err == nil && info.Mode().IsRegular() {
		f.fix(real)
	}
}

// hooksPath adds every core.hooksPath that a configuration file, or one that it may
// include, names. Which of them counts is not asked: each could.
func (f *finder) hooksPath(file, base string, deep int) {
	key := file + "\x00" + base
	if f.read[key] || deep > deepest {
		return
	}
	f.read[key] = true
	f.see(file, false)
	real := endOf(f, file)
	if real != file {
		f.link(file)
		f.fix(real)
		f.name(real)
		f.see(real, false)
	}
	for _, e := range entriesIn(f, real) {
		switch {
		case e.Name() == "core.hookspath" && e.Value != "":
			dir := f.expand(e.Value, base)
			if real, err := filepath.EvalSymlinks(dir); err == nil && real != dir {
				f.link(dir)
				dir = real
			}
			f.hooks(dir, f.s.Inside(dir))
		case e.Section == "include" && e.Key == "path", e.Section == "includeif" && e.Key == "path":
			path := f.expand(e.Value, filepath.Dir(file))
			f.hooksPath(path, base, deep+1)
			f.fix(path)
			f.name(led(path))
		case e.Name() == "core.excludesfile" && e.Value != "":
			f.name(f.expand(e.Value, base))
		case e.Name() == "init.templatedir" && e.Value != "":
			f.template(f.expand(e.Value, base))
		case !isData(e):
			starts(f, e, base)
		}
	}
}

// entriesIn is what a configuration file says; none of one that cannot be read.
func entriesIn(f *finder, file string) []Entry {
	list, known := f.parsed[file]
	if !known {
		if raw, _, err := ReadFile(file, fileLimit); err == nil {
			list, _ = Parse(raw)
		}
		f.parsed[file] = list
	}
	return list
}

// endOf is where the links at a path lead. Many work trees ask for the same.
func endOf(f *finder, path string) string {
	end, known := f.ends[path]
	if !known {
		end = led(path)
		f.ends[path] = end
	}
	return end
}

// led is where the links at a path lead, whether anything is there or not.
func led(path string) string {
	const most = 40 // as on Linux
	for range most {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

// template adds a folder of which git makes each new repository: with its hooks, and its settings.
func (f *finder) template(dir string) {
	if dir != led(dir) {
		f.link(dir)
		dir = led(dir)
	}
	if !f.fix(dir) && f.s.Inside(dir) {
		f.p.Missing = append(f.p.Missing, dir)
	}
}

// name adds a file that settings name, whether it is there or not, if programs could write it.
func (f *finder) name(path string) {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if f.s.Inside(path) {
		f.p.Named = append(f.p.Named, path)
	}
}

// command adds a script that a setting names, if it lies where programs could write.
func (f *finder) command(path string) {
	if !f.s.Inside(path) {
		return
	}
	f.see(path, false)
	f.runs(path)
}

// isData reports whether a setting names nothing that is run, or read as settings. What is not known to be so could be:
// git comes to know new commands, and its helpers have settings of their own (git-lfs, git-annex, git-flow).
func isData(e Entry) bool {
	return slices.Contains([]string{
		"advice", "apply", "author", "blame", "branch", "color", "column", "commit", "committer", "extensions", "feature", "fetch", "format", "fsck", "http", "i18n", "index",
		"log", "mailmap", "notes", "protocol", "pull", "push", "rebase", "safe", "stash", "status", "tag", "transfer", "url", "user",
	}, e.Section) || slices.Contains([]string{"core.excludesfile", "core.worktree", "diff.orderfile"}, e.Name()) ||
		e.Section == "remote" && (e.Key == "fetch" || e.Key == "push")
}

// isAsked reports whether a setting starts something only as the person says its name.
func isAsked(e Entry) bool { return e.Section == "alias" || e.Section == "guitool" }

// isUnasked reports whether a setting is known to be a command that git, not the person, starts.
func isUnasked(e Entry) bool {
	switch e.Section {
	case "filter", "credential", "gpg", "pager", "difftool", "mergetool", "trailer", "hook":
		return slices.Contains([]string{"clean", "smudge", "process", "helper", "program", "cmd", "path", "command", "defaultkeycommand"}, e.Key) || e.Section == "pager"
	case "diff", "merge":
		return slices.Contains([]string{"command", "textconv", "external", "driver"}, e.Key)
	}
	return slices.Contains([]string{
		"core.editor", "core.pager", "core.fsmonitor", "core.sshcommand", "core.askpass", "core.gitproxy", "core.alternaterefscommand", "sequence.editor", "interactive.difffilter",
		"uploadpack.packobjectshook", "gc.recentobjectshook", "imap.tunnel",
	}, e.Name())
}

// isShellSign reports whether a sign stands between the words of a command.
func isShellSign(r rune) bool { return strings.ContainsRune(" \t\n;|&()<>'\"$`="+unknown, r) }

// link adds the links on the way to a path: each of them could be exchanged. It goes from
// name to name, also along what links say.
func (f *finder) link(path string) {
	const most = 40 // as on Linux
	rest := strings.Split(filepath.Clean(path), string(filepath.Separator))
	at := filepath.VolumeName(path) + string(filepath.Separator)
	for links := 0; len(rest) > 0 && links < most; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", filepath.VolumeName(path):
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		to := leadOf(f, next)
		if to == "" {
			at = next
			continue
		}
		if links++; f.s.Inside(next) {
			f.see(next, false)
			f.own(next)
			f.p.Fixed = append(f.p.Fixed, next)
		}
		if filepath.IsAbs(to) {
			at = filepath.VolumeName(to) + string(filepath.Separator)
		}
		rest = append(strings.Split(to, string(filepath.Separator)), rest...)
	}
}

// leadOf is where a link leads; "" for what is none. Ways to what is in different work trees begin alike.
func leadOf(f *finder, path string) string {
	to, known := f.leads[path]
	if !known {
		to, _ = os.Readlink(path)
		f.leads[path] = to
	}
	return to
}
