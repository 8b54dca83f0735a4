package git_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/git"
)

// run runs git in a folder, with no settings but the repository's own.
func run(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "git", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "HOME="+dir, "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@a")
	out, err := c.Output()
	return string(out), err
}

// must is run that must succeed.
func must(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := run(t, dir, args...)
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return out
}

// judged is what git itself reads in a file, in the form of Entry.Line, with NULs
// between; ok is false if it refuses the file.
func judged(t *testing.T, data string) (lines []string, ok bool) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := run(t, filepath.Dir(file), "config", "-z", "--list", "--no-includes", "-f", file)
	if err != nil {
		return nil, false
	}
	for item := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		if item == "" {
			continue
		}
		name, value, has := strings.Cut(item, "\n")
		if has {
			name += " = " + value
		}
		lines = append(lines, name)
	}
	return lines, true
}

// compare holds Parse to git's own reading.
func compare(t *testing.T, data string) {
	t.Helper()
	want, ok := judged(t, data)
	entries, err := git.Parse([]byte(data))
	if (err == nil) != ok {
		t.Fatalf("%q: we say %v, git reads it: %v", data, err, ok)
	}
	if !ok {
		return
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Line())
	}
	for _, lines := range [][]string{got, want} { // gits differ in what they make of a tab outside of quotes
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], "\t", " ")
		}
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%q: we read %q, git reads %q", data, got, want)
	}
}

func TestParseReadsWhatGitReads(t *testing.T) {
	for _, data := range []string{
		"", "[core]\n\tbare = false\n", "[core] bare\n", "[Core]\nBare=TRUE", "[a \"b.c\"]\nx = 1\n", "[a.B]\nx=1\n", "[a \"q\\\"\\\\z\"]\nx=1\n",
		"[a]\nx = \"  y \" # c\n", "[a]\nx = y  z ; c\n", "[a]\nx = y \\\n z\n", "[a]\nx = \\t\\n\\b\\\"\\\\\n", "[a]\nx = \\q\n", "[a]\nx = \"y\n", "[a]\r\nx = y\r\n", "\xef\xbb\xbf[a]\nx=1\n",
		"[a]\n1x = 1\n", "[a\n", "[a \"b]\nx=1\n", "[a] x = 1\ny = 2\n[a]x=3\n", "[a]\nx =\ny\n", "[a]\nx = # c\n", "[a]\nx=1[b]\n", "[a]\nx y\n", "[a-b]\nx-y = 1\n", "[]\nx=1\n", "[a]\nx = \"\"\"y\"\n", "[a]\nx = y\\\n", "[a]\nx = a\"b\"c \"d\"\n",
	} {
		compare(t, data)
	}
}

// Random files of pieces that matter: we read what git reads, and what we write git
// reads as it was meant, with every other setting as it was.
func TestRandomFilesAreReadAndChangedAsGitWould(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	t.Logf("seed %d", seed)
	pieces := []string{"[core]", "[branch \"x\"]", "[branch \"x y\"]", "[branch.Z]", "\n", "\n", "\n", "\t", " ", "remote = origin", "merge = refs/heads/x", "bare", "x=1", "Y = \"a b\" ", "# c", "; d", "\\\n", "\\t", "\"", "=", "hooksPath = h", "]", "[", "\r\n", "é"}
	for range 150 {
		var b strings.Builder
		b.WriteString("[core]\n")
		for range r.IntN(14) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		data := b.String()
		compare(t, data)
		before, err := git.Parse([]byte(data))
		if err != nil {
			continue
		}
		value := []string{"origin", "a;b", " x ", "a\\b\"c", "l\nm", "é"}[r.IntN(6)]
		wanted := git.Entry{Section: "branch", Sub: []string{"x", "x y", "new"}[r.IntN(3)], Key: "remote", Value: value}
		c := git.Change{Name: wanted.Name(), Wanted: []git.Entry{wanted}}
		if r.IntN(4) == 0 {
			c.Wanted = nil
		}
		out, err := git.Apply([]byte(data), []git.Change{c})
		if err != nil {
			continue // it is refused, and nothing is written
		}
		compare(t, string(out))
		after, _ := git.Parse(out)
		others := func(list []git.Entry) (lines []string) {
			for _, e := range list {
				if e.Name() != c.Name {
					lines = append(lines, e.Line())
				}
			}
			return lines
		}
		if !slices.Equal(others(before), others(after)) || !c.Fits(before) && len(c.Wanted) == 0 && strings.Contains(string(out), "never") {
			t.Fatalf("%q became %q", data, out)
		}
		if !(git.Change{Name: c.Name, Old: c.Wanted}).Fits(after) {
			t.Fatalf("%q: %s is not as it was wanted in %q", data, c.Name, out)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"[core]\n\tbare = false\n", "[a \"b\"]\nx = \"y\\n\" # c\n", "[a]x\\\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data string) {
		entries, err := git.Parse([]byte(data))
		if err != nil {
			return
		}
		for _, e := range entries { // what is written again reads the same
			out, err := git.Apply([]byte(data), []git.Change{{Name: e.Name(), Wanted: []git.Entry{e}}})
			if err != nil {
				continue
			}
			again, err := git.Parse(out)
			if err != nil || !(git.Change{Name: e.Name(), Old: []git.Entry{e}}).Fits(again) {
				t.Fatalf("%q: %s is not kept in %q: %v", data, e.Line(), out, err)
			}
		}
	})
}

func TestIdle(t *testing.T) {
	counts, err := git.Parse([]byte("[remote \"origin\"]\n\turl = git@example.com:kim/app.git\n"))
	if err != nil {
		t.Fatal(err)
	}
	modules, err := git.Parse([]byte("[submodule \"lib\"]\n\turl = https://example.com/lib.git\n\tupdate = checkout\n[submodule \"near\"]\n\turl = ../near.git\n[submodule \"bad\"]\n\turl = ext::sh\n"))
	if err != nil {
		t.Fatal(err)
	}
	reading := git.Reading{Entries: counts, Modules: modules, Dir: "/s/.git", Bases: []string{"/s", "git@example.com:kim/app.git"}, Inside: func(p string) bool { return strings.HasPrefix(p, "/s/") }}
	fresh := reading
	fresh.New = true
	for line, want := range map[string]string{ // yes, no, or only in a repository that a program has made
		"branch.x.remote = origin": "yes", "branch.x.remote = .": "yes", "branch.x.remote = evil": "no", "branch.x.remote = ext::sh": "no", "branch.x.remote = /s/evil": "no", "branch.x.pushremote = origin": "no",
		"branch.x.merge = refs/heads/x": "yes", "branch.x.merge = --upload-pack=x": "no", "branch.x.merge = a b": "no", "branch.x.rebase = true": "yes", "branch.x.rebase = !x": "no", "branch.x.mergeoptions = -s x": "no",
		"submodule.lib.active = true": "yes", "submodule.lib.url = https://example.com/lib.git": "yes", "submodule.lib.url = https://example.com/other.git": "no", "submodule.other.url = https://example.com/lib.git": "no",
		"submodule.near.url = git@example.com:kim/near.git": "yes", "submodule.near.url = /near.git": "yes", "submodule.near.url = /s/near.git": "no", "submodule.bad.url = ext::sh": "no", "submodule.lib.update = checkout": "yes", "submodule.lib.update = !x": "no", "submodule.lib.update = none": "no", "submodule.lib.ignore = all": "no", "submodule.lib.active = false": "no", "submodule.lib.fetchrecursesubmodules = true": "no",
		"remote.new.url = https://example.com/x.git": "new", "remote.new.url = git@example.com:x.git": "new", "remote.new.url = ext::sh -c x": "no", "remote.new.url = ssh://-oProxyCommand=x/y": "no", "remote.new.url = /s/x": "new", "remote.new.url = /x": "no", "remote.new.fetch = +refs/heads/*:refs/remotes/new/*": "new", "remote.new.uploadpack = x": "no", "remote.new.vcs = x": "no",
		"user.name = Kim": "new", "pull.rebase = true": "new", "pull.rebase = x": "no", "color.ui = auto": "yes", "color.diff.new = false": "no",
		"core.ignorecase = true": "no", "core.ignorecase = false": "yes", "core.sparsecheckout = true": "new", "core.symlinks = false": "new", "core.autocrlf = true": "new", "core.logallrefupdates = false": "new", "push.default = matching": "new", "push.followtags = true": "new", "status.showuntrackedfiles = no": "new", "status.showuntrackedfiles = all": "yes",
		"submodule.recurse = true": "new", "rerere.enabled = true": "new", "merge.ff = false": "new", "fetch.prunetags = true": "new", "diff.renames = false": "new", "core.bare = true": "new", "core.worktree = ../x": "new", "core.worktree = /": "no", "core.repositoryformatversion = 1": "yes",
		"core.hookspath = x": "no", "core.fsmonitor = true": "no", "core.pager = less": "no", "alias.x = y": "no", "include.path = x": "no", "extensions.worktreeconfig = true": "no", "extensions.objectformat = sha256": "new", "filter.lfs.clean = git-lfs": "no", "unknown.x = y": "no", "user.x.name = y": "no", "remote.pushdefault = x": "no", "core.x.bare = true": "no",
	} {
		name, value, _ := strings.Cut(line, " = ")
		e := git.Entry{Value: value}
		e.Section, e.Key, _ = strings.Cut(name, ".")
		if i := strings.LastIndexByte(e.Key, '.'); i >= 0 {
			e.Sub, e.Key = e.Key[:i], e.Key[i+1:]
		}
		c := git.Change{Name: e.Name(), Wanted: []git.Entry{e}}
		if got := reading.Idle(c); got != (want == "yes") {
			t.Errorf("%s: idle is %v in a repository of the person's", line, got)
		}
		if got := fresh.Idle(c); got != (want != "no") {
			t.Errorf("%s: idle is %v in a repository of a program's", line, got)
		}
		if e.Section != "branch" && e.Section != "submodule" && e.Name() != "core.worktree" && want == "no" && e.Section != "color" {
			if (git.Change{Name: e.Name(), Old: []git.Entry{e}}).Fits(nil) || reading.Idle(git.Change{Name: e.Name(), Old: []git.Entry{e}}) {
				t.Errorf("%s may be removed", line)
			}
		}
	}
}

// A branch that goes to one of its own name stays there; what is gone as a whole, and an upstream, may go.
func TestIdleBranches(t *testing.T) {
	was, err := git.Parse([]byte("[remote \"origin\"]\n\turl = x\n[remote \"fork\"]\n\turl = y\n[branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tpushRemote = fork\n[branch \"topic\"]\n\tremote = origin\n\tmerge = refs/heads/main\n[submodule \"lib\"]\n\tactive = true\n\tupdate = none\n"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"branch.main.remote=fork": false, "branch.main.merge=refs/heads/x": false, "branch.main.rebase=true": false, "branch.topic.remote=fork": true, "branch.topic.merge=refs/heads/topic": true, "branch.new.rebase=true": true,
		"-branch.main.pushremote": false, "-branch.main.merge": true, "-branch.main": true, "-submodule.lib.update": false, "-submodule.lib": true,
	} {
		now := slices.Clone(was)
		if name, gone := strings.CutPrefix(text, "-"); gone {
			now = slices.DeleteFunc(now, func(e git.Entry) bool { return e.Name() == name || strings.HasPrefix(e.Name(), name+".") })
		} else {
			name, value, _ := strings.Cut(text, "=")
			words := strings.Split(name, ".")
			now = append(slices.DeleteFunc(now, func(e git.Entry) bool { return e.Name() == name }), git.Entry{Section: words[0], Sub: words[1], Key: words[2], Value: value})
		}
		reading := git.Reading{Entries: was, After: now}
		idle := true
		for _, c := range git.Compare(was, now) {
			idle = idle && reading.Idle(c)
		}
		if idle != want {
			t.Errorf("%s: idle is %v", text, idle)
		}
	}
}

// What is found is what git itself says.
func TestFindFindsWhatGitReads(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	space := filepath.Join(top, "space")
	lib := filepath.Join(top, "lib")
	must(t, top, "init", "-q", lib)
	must(t, lib, "commit", "-q", "--allow-empty", "-m", "x")
	must(t, top, "init", "-q", "--separate-git-dir", filepath.Join(space, "store"), space)
	must(t, space, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "--name", "a/b c", lib, "vendor/lib")
	must(t, space, "commit", "-qm", "x")
	must(t, space, "worktree", "add", "-q", "wt")
	must(t, space, "config", "extensions.worktreeConfig", "true")
	must(t, space, "config", "core.hooksPath", "my hooks")
	must(t, filepath.Join(space, "wt"), "config", "--worktree", "core.hooksPath", "../other")
	for _, dir := range []string{"my hooks", "wt/my hooks", "other"} {
		if err := os.MkdirAll(filepath.Join(space, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	search := git.Search{Trees: []string{space}, Home: top, Inside: func(p string) bool { return strings.HasPrefix(p, space+"/") }}
	p := git.Find(search)
	for _, dir := range []string{".", "wt", "vendor/lib"} {
		at := filepath.Join(space, dir)
		path := func(args ...string) string {
			out := strings.TrimSuffix(must(t, at, append([]string{"rev-parse", "--path-format=absolute"}, args...)...), "\n")
			return out
		}
		if hooks := path("--git-path", "hooks"); !slices.Contains(p.Hooks, hooks) {
			t.Errorf("%s: the hooks %s are not among %q", dir, hooks, p.Hooks)
		}
		if config := path("--git-path", "config"); !slices.Contains(p.Configs, config) {
			t.Errorf("%s: %s is not among %q", dir, config, p.Configs)
		}
		if own := path("--git-dir"); !slices.Contains(p.Dirs, own) || !slices.Contains(p.Fixed, filepath.Join(at, ".git")) {
			t.Errorf("%s: %s is not among %q, or its .git not among %q", dir, own, p.Dirs, p.Fixed)
		}
	}
	for _, path := range []string{"store/worktrees/wt/commondir", "store/worktrees/wt/gitdir", ".gitmodules"} {
		if !slices.Contains(p.Fixed, filepath.Join(space, path)) {
			t.Errorf("%s is not among %q", path, p.Fixed)
		}
	}
	if config := filepath.Join(space, "store/worktrees/wt/config.worktree"); !slices.Contains(p.Configs, config) {
		t.Errorf("%s is not among %q", config, p.Configs)
	}
	must(t, space, "config", "core.hooksPath", "elsewhere")
	if p.Holds() {
		t.Error("a change is not seen")
	}
}

// What leads nowhere, in circles, out of the space or into what is no repository.
func TestFindBearsBadInput(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a .git that names itself":  {".git": "gitdir: .git\n"},
		"a .git into /proc":         {".git": "gitdir: /proc/self/root/proc/self\n"},
		"a .git without an end":     {".git": "gitdir: " + strings.Repeat("x/", 9_000)},
		"commondir of itself":       {".git/config": "", ".git/commondir": "."},
		"commondirs in a circle":    {".git/config": "", ".git/commondir": "../b", "b/commondir": "../.git", "b/config": ""},
		"an include of itself":      {".git/config": "[include]\n\tpath = config\n"},
		"settings that are no text": {".git/config": "\x00\x01[core]\n"},
		"hooks above everything":    {".git/config": "[core]\n\thooksPath = /\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range files {
				if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			p := git.Find(git.Search{Trees: []string{dir}, Home: dir, Inside: func(p string) bool { return strings.HasPrefix(p, dir+"/") }})
			for _, path := range p.All() {
				if !strings.HasPrefix(path, dir+"/") {
					t.Errorf("%s is found", path)
				}
			}
		})
	}
}

// A repository with 100,000 refs and objects costs as much as a small one: nothing
// of it is walked.
func BenchmarkHolds(b *testing.B) {
	dir := b.TempDir()
	for _, name := range []string{".git/hooks", ".git/info", ".git/refs/heads"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			b.Fatal(err)
		}
	}
	for i := range 2000 {
		if err := os.WriteFile(filepath.Join(dir, ".git/refs/heads", fmt.Sprint(i)), nil, 0o600); err != nil {
			b.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".git/config"), []byte("[core]\n\tbare = false\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	search := git.Search{Trees: []string{dir}, Home: dir, Inside: func(string) bool { return true }}
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			git.Find(search)
		}
	})
	p := git.Find(search)
	b.Run("holds", func(b *testing.B) {
		for b.Loop() {
			p.Holds()
		}
	})
}
