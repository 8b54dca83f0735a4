package guard

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"handrail/internal/git"
	"handrail/pipeline/guard/bash"
	"handrail/tools"
)

// judgeGit judges what overwrites or deletes what others have in a repository elsewhere:
// git push, and settings by which a later push would.
func judgeGit(name string, args []bash.Word, c bash.Command) (finding, bool) {
	if name != "git" && name != "hub" {
		return finding{}, false
	}
	command, rest, settings := gitCommand(args)
	pushes := slices.Contains([]string{"push", "send-pack", "http-push"}, command.Text)
	for _, setting := range append(settings, c.Settings...) {
		key, value := setting.Key, setting.Value
		switch {
		case forcesPush(key, value):
			return finding{rule: rulePush, reason: tools.Say(tools.WhyGitSetting, key+"="+value)}, true
		case pushes && (key == bash.Elsewhere || includes(key)):
			return finding{rule: ruleLease, reason: tools.Say(tools.WhyGitElsewhere)}, true
		case strings.EqualFold(key, "alias."+command.Text):
			return finding{}, false // what it stands for was read in its place
		}
	}
	switch {
	case command.Text == "fetch" && elsewhere(args) && forcesFetch(rest):
		return finding{rule: ruleLease, reason: tools.Say(tools.WhyFetchElsewhere)}, true
	case pushes:
		return judgePush(rest)
	case command.Text == "remote":
		return judgeRemote(rest)
	case command.Text == "config":
		return judgeGitConfig(rest)
	case command.Text == "clone":
		return judgeClone(rest)
	case command.Text == "subtree" && len(rest) > 0 && rest[0].Text == "push":
		return judgePush(rest[1:])
	case strings.HasPrefix(command.Text, "remote-"): // what git push starts: it is told by its input what to push
		return finding{rule: ruleLease, reason: tools.Say(tools.WhyPushUnknown)}, true
	case command.Text != "" && !command.Known:
		return finding{rule: ruleLease, reason: tools.Say(tools.WhyGitUnknown)}, true
	case command.Text != "" && !isGitCommand(command.Text):
		return finding{rule: ruleLease, reason: tools.Say(tools.WhyGitAlias, command.Text)}, true
	}
	return finding{}, false
}

// elsewhere reports whether git is told to work on the folder of another repository.
func elsewhere(args []bash.Word) bool {
	for i, a := range args {
		if !strings.HasPrefix(a.Text, "-") && (i == 0 || !gitTakesValue(args[i-1].Text)) {
			return false // its command
		}
		folder, ok := strings.CutPrefix(a.Text, "--git-dir=")
		if a.Text == "--git-dir" && i+1 < len(args) {
			folder, ok = args[i+1].Text, true
		}
		if ok && folder != ".git" && folder != "./.git" {
			return true
		}
	}
	return false
}

// forcesFetch reports whether git fetch overwrites branches, whatever was in them.
func forcesFetch(args []bash.Word) bool {
	return slices.ContainsFunc(args, func(a bash.Word) bool {
		return !a.Known || strings.HasPrefix(a.Text, "+") || isLetterOption("f", "--force")(a)
	})
}

// standsFor says what a word stands for that is no command of git's, by the person's own settings, where no repository in which it may run says
// something else.
func standsFor(aliases func() map[string]string) func(word string, dirs []string) (text string, ok bool) {
	return func(word string, dirs []string) (string, bool) {
		if aliases == nil || isGitCommand(word) || len(dirs) == 0 {
			return "", false
		}
		text, ok := aliases()[strings.ToLower(word)]
		return text, ok && !slices.ContainsFunc(dirs, func(dir string) bool { return dir == "" || hasAliases(dir) })
	}
}

// hasAliases reports whether the repository around a folder may have aliases of its own. What is no plain repository, or cannot be read, may.
func hasAliases(dir string) bool {
	at, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return true
	}
	for ; ; at = filepath.Dir(at) {
		folder := filepath.Join(at, ".git")
		info, err := os.Lstat(folder)
		switch {
		case err == nil && info.Mode().IsRegular(): // a worktree, or a submodule
			text, _, err := git.ReadFile(folder, linkBytes)
			to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
			if err != nil || !ok {
				return true
			}
			if !filepath.IsAbs(to) {
				to = filepath.Join(at, to)
			}
			return settingsHaveAliases(to)
		case err == nil && info.IsDir():
			return settingsHaveAliases(folder)
		case err == nil, !errors.Is(err, fs.ErrNotExist):
			return true
		case git.IsFolder(func(name string) bool { _, err := os.Lstat(filepath.Join(at, name)); return err == nil }):
			return true
		case at == filepath.Dir(at):
			return false
		}
	}
}

// linkBytes is how much is read of a file that says where git's folder is.
const linkBytes = 4096

// settingsHaveAliases reports whether the settings of one of git's folders may have aliases.
func settingsHaveAliases(folder string) bool {
	shared := folder
	if text, _, err := git.ReadFile(filepath.Join(folder, "commondir"), linkBytes); err == nil {
		if shared = strings.TrimSpace(string(text)); !filepath.IsAbs(shared) {
			shared = filepath.Join(folder, shared)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return true
	}
	return slices.ContainsFunc([]string{filepath.Join(shared, "config"), filepath.Join(shared, "config.worktree"), filepath.Join(folder, "config.worktree")}, func(file string) bool {
		text, _, err := git.ReadFile(file, 1<<20)
		if err != nil {
			return !errors.Is(err, fs.ErrNotExist)
		}
		entries, err := git.Parse(text)
		return err != nil || slices.ContainsFunc(entries, func(e git.Entry) bool {
			return slices.Contains([]string{"alias", "include", "includeif"}, e.Section)
		})
	})
}

// gitCommand is the command that git is given, with its arguments, and the settings that
// stand before it.
func gitCommand(args []bash.Word) (command bash.Word, rest []bash.Word, settings []bash.Setting) {
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		if !strings.HasPrefix(t, "-") {
			return args[i], args[i+1:], settings
		}
		switch {
		case t == "-c" && i+1 < len(args):
			key, value, _ := strings.Cut(args[i+1].Text, "=")
			settings = append(settings, bash.Setting{Key: key, Value: value})
		case strings.HasPrefix(t, "--config-env"), strings.HasPrefix(t, "--exec-path="):
			settings = append(settings, bash.Setting{Key: bash.Elsewhere})
		}
		// What is not known may take the next word for its value; git has had options that
		// its manual does not list.
		if !slices.Contains(gitSwitches(), t) && !strings.Contains(t, "=") && i+1 < len(args) && (gitTakesValue(t) || !isGitCommand(args[i+1].Text)) {
			i++
		}
	}
	return bash.Word{}, nil, settings
}

// includes reports whether a setting makes git read another file of settings.
func includes(key string) bool {
	key = strings.ToLower(key)
	return key == "include.path" || strings.HasPrefix(key, "includeif.")
}

// gitTakesValue reports whether an option of git's own takes the next word for its value.
func gitTakesValue(option string) bool {
	return slices.Contains([]string{"-c", "-C", "--git-dir", "--work-tree", "--namespace", "--config-env", "--attr-source", "--super-prefix", "--shallow-file"}, option)
}

// gitSwitches are the options of git's own that take no value.
func gitSwitches() []string {
	return []string{
		"-p", "--paginate", "-P", "--no-pager", "--bare", "--no-replace-objects", "--no-lazy-fetch", "--no-optional-locks", "--no-advice",
		"--literal-pathspecs", "--glob-pathspecs", "--noglob-pathspecs", "--icase-pathspecs", "--html-path", "--man-path", "--info-path", "--exec-path",
		"-v", "--version", "-h", "--help",
	}
}

// judgePush judges the arguments of git push.
func judgePush(args []bash.Word) (finding, bool) {
	var mild finding
	for _, a := range args {
		t := a.Text
		letters, _, _ := strings.Cut(strings.TrimPrefix(t, "-"), "o") // -o takes the rest
		switch {
		case cutShort(t, "--force", 3), cutShort(t, "--mirror", 3), cutShort(t, "--delete", 3), cutShort(t, "--prune", 5),
			strings.HasPrefix(t, "-") && !strings.HasPrefix(t, "--") && strings.ContainsAny(letters, "fdD"),
			strings.HasPrefix(t, "+"), strings.HasPrefix(t, ":") && len(t) > 1:
			return finding{rule: rulePush, reason: tools.Say(tools.WhyPushOverwrites, t)}, true
		case strings.HasPrefix(t, "--force-"):
			mild = finding{rule: ruleLease, reason: tools.Say(tools.WhyPushMayOverwrite, t)}
		case (!a.Known || a.Glob) && mild.rule == "": // a file may be called --force
			mild = finding{rule: ruleLease, reason: tools.Say(tools.WhyPushUnknown)}
		}
	}
	return mild, mild.rule != ""
}

// cutShort reports whether a word is an option, or its beginning of at least n characters:
// git takes as much of a long option as tells it from the others.
func cutShort(word, option string, n int) bool {
	return len(word) >= n && strings.HasPrefix(option, word)
}

// judgeRemote judges git remote: a mirror overwrites everything with each push.
func judgeRemote(args []bash.Word) (finding, bool) {
	for _, a := range args {
		option, value, _ := strings.Cut(a.Text, "=")
		if cutShort(option, "--mirror", 4) && value != "fetch" {
			return finding{rule: rulePush, reason: tools.Say(tools.WhyGitMirror, a.Text)}, true
		}
	}
	return finding{}, false
}

// judgeGitConfig judges git config: what lets a later push overwrite.
func judgeGitConfig(args []bash.Word) (finding, bool) {
	for i, a := range args[:max(0, len(args)-1)] {
		if forcesPush(a.Text, args[i+1].Text) {
			return finding{rule: rulePush, reason: tools.Say(tools.WhyGitConfig, a.Text+" "+args[i+1].Text)}, true
		}
		if includes(a.Text) {
			return finding{rule: ruleLease, reason: tools.Say(tools.WhyGitInclude, a.Text)}, true
		}
	}
	return finding{}, false
}

// judgeClone judges the settings that git clone gives the new repository.
func judgeClone(args []bash.Word) (finding, bool) {
	for i, a := range args {
		setting, ok := strings.CutPrefix(a.Text, "--config=")
		if (a.Text == "-c" || cutShort(a.Text, "--config", 5)) && i+1 < len(args) {
			setting, ok = args[i+1].Text, true
		}
		key, value, _ := strings.Cut(setting, "=")
		switch {
		case ok && forcesPush(key, value):
			return finding{rule: rulePush, reason: tools.Say(tools.WhyGitConfig, setting)}, true
		case ok && includes(key):
			return finding{rule: ruleLease, reason: tools.Say(tools.WhyGitInclude, key)}, true
		}
	}
	return finding{}, false
}

// settingsWritten reports whether a script pushes, and writes a file of git's settings itself: what that says is not read.
func settingsWritten(s *bash.Script) (finding, bool) {
	writes, pushes := false, false
	for _, c := range s.All() {
		targets := c.Writes
		if c.Name() == "tee" {
			targets = slices.Concat(targets, c.Args[1:])
		}
		writes = writes || slices.ContainsFunc(targets, func(t bash.Word) bool {
			base := path.Base(t.Text)
			return path.Base(path.Dir(t.Text)) == ".git" && strings.HasPrefix(base, "config") || base == ".gitconfig" || base == "config" && slices.ContainsFunc(c.Dirs, func(dir string) bool { return path.Base(dir) == ".git" })
		})
		if isGit := c.Name() == "git" || c.Name() == "hub"; isGit {
			command, _, _ := gitCommand(c.Args[1:])
			pushes = pushes || command.Text == "push"
		}
	}
	return finding{rule: ruleLease, reason: tools.Say(tools.WhyGitElsewhere)}, writes && pushes
}

// forcesPush reports whether a setting of git lets a push overwrite or delete what others have.
func forcesPush(key, value string) bool {
	key = strings.ToLower(key)
	if !strings.HasPrefix(key, "remote.") {
		return false
	}
	switch {
	case strings.HasSuffix(key, ".push"):
		return strings.HasPrefix(value, "+") || strings.HasPrefix(value, ":") && len(value) > 1
	case strings.HasSuffix(key, ".mirror"):
		return !slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(value))
	}
	return false
}

// isGitCommand reports whether git brings a command of this name, or a well-known program
// does that is no alias.
func isGitCommand(name string) bool {
	return gitCommands()[name] || strings.HasPrefix(name, "credential-") || strings.Contains(name, "--")
}

// gitCommands are git's own commands, as `git --list-cmds=main,others` tells them for git
// 2.20 to 2.50, and well-known additions to git.
var gitCommands = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for name := range strings.FieldsSeq(`add am annotate apply archimport archive backfill bisect blame branch bugreport bundle cat-file check-attr
		check-ignore check-mailmap check-ref-format checkout checkout-index cherry cherry-pick citool clean clone column commit commit-graph
		commit-tree config count-objects credential credential-cache credential-store cvsexportcommit cvsimport cvsserver daemon describe
		diagnose diff diff-files diff-index diff-pairs diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg
		for-each-ref for-each-repo format-patch fsck fsck-objects gc get-tar-commit-id grep gui hash-object help hook
		http-backend http-fetch http-push imap-send index-pack init init-db instaweb interpret-trailers last-modified log ls-files ls-remote
		ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-octopus merge-one-file merge-ours merge-recursive
		merge-resolve merge-subtree merge-tree mergetool mktag mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant
		pack-refs patch-id pickaxe prune prune-packed pull push quiltimport range-diff read-tree rebase receive-pack reflog refs remote
		remote-ext remote-fd remote-ftp remote-ftps remote-http remote-https repack replace replay repo request-pull rerere reset restore
		rev-list rev-parse revert rm send-email send-pack sh-i18n sh-setup shell shortlog show show-branch show-index show-ref
		sparse-checkout stage stash status stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects
		update-index update-ref update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag version
		whatchanged worktree write-tree
		absorb annex cliff crypt filter-repo flow gitk lfs machete secret sizer town`) {
		all[name] = true
	}
	return all
})
