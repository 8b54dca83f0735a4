package rehearsal_test

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// persons runs the person's git in the space.
func persons(b *operatortest.Bench, args ...string) string {
	b.T.Helper()
	cmd := exec.Command("git", append([]string{"-C", b.Dir, "-c", "user.name=k", "-c", "user.email=k@example.com", "-c", "init.defaultBranch=main"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.T.Fatalf("git %q: %s, %v", args, out, err)
	}
	return strings.TrimSpace(string(out))
}

// repository makes the space a repository with a folder of hooks that its settings name, and a branch with an older one.
func repository(b *operatortest.Bench) {
	b.T.Helper()
	persons(b, "init", "-q")
	persons(b, "config", "core.hooksPath", "hk")
	hook := filepath.Join(b.Dir, "hk", "pre-commit")
	operatortest.WriteFile(b.T, hook, "#!/bin/sh\nexit 0\n")
	if err := os.Chmod(hook, 0o755); err != nil {
		b.T.Fatal(err)
	}
	persons(b, "add", "-A")
	persons(b, "commit", "-qm", "one")
	persons(b, "branch", "old")
	operatortest.WriteFile(b.T, hook, "#!/bin/sh\nexit 0 # two\n")
	persons(b, "commit", "-qam", "two")
}

// mustKeep rehearses a script, keeps it and returns what keeping says.
func mustKeep(b *operatortest.Bench, script string) string {
	b.T.Helper()
	r, result := rehearse(b, script)
	if result.Error != nil || *result.Meta.ExitCode != 0 {
		b.T.Fatalf("%s: %+v", script, result)
	}
	kept := keep(b, r.ID)
	if kept.Error != nil {
		b.T.Fatalf("%s: %+v", script, kept)
	}
	return kept.Content
}

// TestKeptGitNeverLeads shows that what git would run of what is kept lies at none of its names at any moment, however long keeping takes.
func TestKeptGitNeverLeads(t *testing.T) {
	b := newBench(t, "")
	repository(b)
	evil := `printf '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tfsmonitor = touch ran\n'`
	script := "set -e; mkdir many; for i in $(seq 600); do echo $i >many/$i; done; cp -r .git alt; rm -f alt/config; " + evil + " >alt/config; echo ../alt >.git/commondir; " +
		"git init -q emb; " + evil + " >emb/.git/config; mkdir -p linked; git init -q --separate-git-dir sep linked; " + evil + " >sep/config; ln -s ../../tool.sh .git/info/attributes; " +
		"git init -q --bare bare.git; " + evil + " >bare.git/config; git worktree add -q wt old; git init -q plain; git -C plain config remote.o.url https://example.com/x.git"
	r, result := rehearse(b, script)
	if result.Error != nil || *result.Meta.ExitCode != 0 {
		t.Fatalf("%+v", result)
	}
	stop, looked := make(chan struct{}), make(chan string, 1)
	in := func(name string) string { return filepath.Join(b.Dir, filepath.FromSlash(name)) }
	go func() {
		seen := ""
		for {
			for _, name := range []string{".git/commondir", ".git/info/attributes"} {
				if _, err := os.Lstat(in(name)); err == nil {
					seen = name
				}
			}
			for _, dir := range []string{"alt", "emb/.git", "sep", "bare.git"} {
				_, err := os.Lstat(in(dir + "/HEAD"))
				if text, _ := os.ReadFile(in(dir + "/config")); err == nil && strings.Contains(string(text), "fsmonitor") {
					seen = dir
				}
			}
			select {
			case <-stop:
				looked <- seen
				return
			default:
			}
		}
	}()
	kept := keep(b, r.ID)
	close(stop)
	if seen := <-looked; seen != "" {
		t.Errorf("for a moment git would have run something by %s", seen)
	}
	if kept.Error != nil {
		t.Fatalf("%+v", kept)
	}
	for _, word := range []string{".git/commondir (now commondir.put-aside)", ".git/info/attributes (now attributes.put-aside)", "emb/.git/config", "alt/config", "sep/config", "bare.git/config"} {
		if !strings.Contains(kept.Content, word) {
			t.Errorf("nobody was told of %s:\n%s", word, kept.Content)
		}
	}
	for _, dir := range []string{"emb", "alt", "bare.git", "linked", "wt", "plain"} { // they work, without what was put aside
		persons(b, "-C", in(dir), "rev-parse", "--git-dir")
	}
	if out := persons(b, "-C", in("plain"), "remote", "-v"); !strings.Contains(out, "example.com") {
		t.Errorf("the settings of what was made: %q", out)
	}
	persons(b, "-C", in("wt"), "status")
	if _, err := os.Lstat(in("wt/.git")); err != nil {
		t.Errorf("the worktree: %v", err)
	}
	persons(b, "status")
	persons(b, "commit", "-qam", "three", "--allow-empty")
}

// TestKeptGitIsTold shows that what a kept rehearsal brings into git is looked at as after a call: a branch that brings a hook and an object that is
// read in the place of another are told, and a pack that holds another object than it says is put aside.
func TestKeptGitIsTold(t *testing.T) {
	b := newBench(t, "")
	repository(b)
	hook := persons(b, "rev-parse", "old:hk/pre-commit")
	pack, list := forgedPack(t, hook, "evil\n")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "crafted.pack"), pack)
	operatortest.WriteFile(t, filepath.Join(b.Dir, "crafted.idx"), list)
	commit := `export GIT_INDEX_FILE=$(mktemp) GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b; git read-tree HEAD; B=$(echo evil NAME | git hash-object -w --stdin); ` +
		`git update-index --add --cacheinfo 100755,$B,hk/post-checkout; C=$(git commit-tree $(git write-tree) -p HEAD -m m); `
	for _, c := range []struct{ script, word, more string }{
		{strings.ReplaceAll(commit, "NAME", "1") + "git update-ref refs/heads/topic $C", "refs/heads/topic", "hk/post-checkout"},
		{strings.ReplaceAll(commit, "NAME", "2") + "git replace HEAD~1 $C", "refs/replace/", "git replace -d"},
		{"cp crafted.pack .git/objects/pack/pack-x.pack; cp crafted.idx .git/objects/pack/pack-x.idx", ".git/objects/pack/pack-x.idx (now pack-x.idx.put-aside)", "held another object"},
	} {
		if told := mustKeep(b, c.script); !strings.Contains(told, "\nin git: ") || !strings.Contains(told, c.word) || !strings.Contains(told, c.more) {
			t.Errorf("%s: nobody was told: %s", c.word, told)
		}
	}
	if out := persons(b, "show", "old:hk/pre-commit"); strings.Contains(out, "evil") {
		t.Errorf("git takes the forged content: %q", out)
	}
	if told := mustKeep(b, "echo more >more.txt; git add more.txt; git -c user.name=a -c user.email=a@b commit -qm more; git branch side"); strings.Contains(told, "\n") {
		t.Errorf("of an ordinary commit is told: %s", told)
	}
	if out := persons(b, "log", "--format=%s", "-1", "side"); out != "more" {
		t.Errorf("the commit that was kept: %q", out)
	}
}

// forgedPack is a pack of one short content, and the list that says that it has another name.
func forgedPack(t *testing.T, id, text string) (pack, list string) {
	t.Helper()
	raw, err := hex.DecodeString(id)
	if err != nil {
		t.Fatal(err)
	}
	b := bytes.NewBufferString("PACK\x00\x00\x00\x02\x00\x00\x00\x01")
	b.WriteByte(3<<4 | byte(len(text)))
	z := zlib.NewWriter(b)
	_, _ = z.Write([]byte(text)) // into memory
	_ = z.Close()
	sum := sha1.Sum(b.Bytes())
	l := []byte("\xfftOc\x00\x00\x00\x02")
	for i := range 256 {
		l = append(l, 0, 0, 0, 0)
		if i >= int(raw[0]) {
			l[len(l)-1] = 1
		}
	}
	l = append(append(append(l, raw...), 0, 0, 0, 0, 0, 0, 0, 12), sum[:]...)
	end := sha1.Sum(l)
	return b.String() + string(sum[:]), string(append(l, end[:]...))
}
