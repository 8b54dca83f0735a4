package walls_test

import (
	"crypto/sha1"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// What git does without and believes without a look is gone after a call that has written it, in every form and wherever git looks for it,
// and nobody is told; the person's own stays.
func TestWhatGitDoesWithoutIsTakenAway(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.outside(g.Dir, "commit-graph", "write", "--reachable")
	g.outside(g.Dir, "repack", "-adq", "--write-midx")
	mine := strings.Repeat("ab", 20)
	operatortest.WriteFile(t, filepath.Join(g.Dir, ".git/rr-cache", mine, "postimage"), "mine\n")
	kept := []string{".git/objects/info/commit-graph", ".git/objects/pack/multi-pack-index", ".git/rr-cache/" + mine + "/postimage"}
	g.Bash("git status")
	g.S.Walls().Settled()
	for _, name := range kept {
		if _, err := os.Stat(filepath.Join(g.Dir, name)); err != nil {
			t.Errorf("the person's: %v", err)
		}
	}
	id := strings.Repeat("12", 20)
	for name, script := range map[string]string{
		".git/objects/info/commit-graph":                                 "git commit-graph write --reachable; printf x >>.git/objects/info/commit-graph",
		".git/objects/info/commit-graphs/commit-graph-chain":             "git commit -q --allow-empty -m x; git commit-graph write --reachable --split=no-merge",
		".git/objects/pack/multi-pack-index":                             "git commit -q --allow-empty -nm more; git repack -dq; git multi-pack-index write",
		".git/objects/pack/multi-pack-index.d/multi-pack-index-chain":    "mkdir -p .git/objects/pack/multi-pack-index.d; echo " + id + " >.git/objects/pack/multi-pack-index.d/multi-pack-index-chain",
		".git/rr-cache/" + mine + "/postimage":                           "echo theirs >.git/rr-cache/" + mine + "/postimage",
		".git/rr-cache/" + id + "/postimage.1":                           "mkdir -p .git/rr-cache/" + id + "; echo x >.git/rr-cache/" + id + "/postimage.1",
		".git/modules/deep/lib/rr-cache/" + id + "/postimage":            "mkdir -p .git/modules/deep/lib/rr-cache/" + id + "; echo x >.git/modules/deep/lib/rr-cache/" + id + "/postimage",
		".git/modules/deep/lib/objects/info/commit-graph":                "git -C vendor/lib commit-graph write --reachable",
		"store/info/commit-graph":                                        "mkdir -p store/info store/pack; echo $PWD/store >.git/objects/info/alternates; echo x >store/info/commit-graph",
		".git/objects/info/commit-graphs/graph-" + id + ".graph":         "mkdir -p .git/objects/info/commit-graphs; echo " + id + " >.git/objects/info/commit-graphs/commit-graph-chain; echo x >.git/objects/info/commit-graphs/graph-" + id + ".graph",
		".git/objects/./info/commit-graph":                               "git gc -q",
		".git/rr-cache/" + strings.Repeat("34", 20) + "/postimage-links": "mkdir -p .git/rr-cache/" + strings.Repeat("34", 20) + "; ln -s $PWD/.gitignore .git/rr-cache/" + strings.Repeat("34", 20) + "/postimage-links",
	} {
		if out := g.Bash(script + "; ls -d " + name + " && echo made"); !strings.Contains(out.Content, "made") {
			t.Errorf("%s was not made: %s", name, out.Content)
		}
		g.S.Walls().Settled()
		if _, err := os.Lstat(filepath.Join(g.Dir, name)); err == nil {
			t.Errorf("%s is still there", name)
		}
		if out := g.ask(g.Dir, "log", "--oneline", "--all"); strings.Contains(out, "warning") {
			t.Errorf("after %s git complains: %s", name, out)
		}
	}
	for len(g.told) > 0 {
		if text := <-g.told; !strings.Contains(text, "postimage-links") {
			t.Errorf("the person was told: %s", text)
		}
	}
}

// A folder of more resolutions than are looked at is put aside as one.
func TestMoreResolutionsThanAreLookedAt(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.Bash("mkdir -p .git/rr-cache && cd .git/rr-cache && seq 6000 | xargs mkdir && mkdir " + strings.Repeat("12", 20) + " && echo x >" + strings.Repeat("12", 20) + "/postimage")
	g.S.Walls().Settled()
	if _, err := os.Stat(filepath.Join(g.Dir, ".git/rr-cache", strings.Repeat("12", 20), "postimage")); err == nil {
		t.Error("it is still there")
	}
	if text := <-g.told; !strings.Contains(text, ".git/rr-cache (now rr-cache.put-aside") {
		t.Errorf("the person was told: %s", text)
	}
}

// A merge of an agent's with rerere goes on, over two calls.
func TestAnAgentResolvesConflicts(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.outside(g.Dir, "config", "rerere.enabled", "true")
	g.Bash("git switch -qc topic && echo 1 >d && git add d && git commit -qm 1 && git switch -q main && echo 2 >d && git add d && git commit -qm 2; git merge topic")
	g.Bash("echo 3 >d; git add d; git commit -qm merged && git reset -q --hard HEAD~ && git merge topic; git add d; cp d seen; git commit -qm again")
	if raw, err := os.ReadFile(filepath.Join(g.Dir, "seen")); err != nil || string(raw) != "3\n" {
		t.Errorf("rerere has made %q of it, %v", raw, err)
	}
	if !strings.Contains(g.outside(g.Dir, "log", "--oneline", "-1"), "again") {
		t.Error("the merge was not committed")
	}
}

// An index that says other folders than its entries make is put aside, and nothing of a program's is in the person's next commit.
func TestAnIndexTellsNoOtherFolders(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	good := map[string]string{}
	for _, name := range []string{"", ".husky"} {
		good[name] = strings.TrimSpace(g.outside(g.Dir, "rev-parse", "HEAD:"+name))
	}
	g.File(".husky/pre-commit", "true theirs\n")
	g.outside(g.Dir, "commit", "-qanm", "theirs")
	raw := func(id string) string { b, _ := hex.DecodeString(strings.TrimSpace(id)); return string(b) }
	var pairs []string
	for name, id := range good {
		pairs = append(pairs, raw(id), raw(g.outside(g.Dir, "rev-parse", "HEAD:"+name)))
	}
	g.outside(g.Dir, "reset", "-q", "--hard", "HEAD~")
	for _, form := range []string{"--no-split-index", "--split-index"} {
		g.outside(g.Dir, "update-index", form)
		index, err := os.ReadFile(filepath.Join(g.Dir, ".git/index"))
		if err != nil {
			t.Fatal(err)
		}
		bad := []byte(strings.NewReplacer(pairs...).Replace(string(index[:len(index)-sha1.Size])))
		sum := sha1.Sum(bad)
		g.File("crafted", string(append(bad, sum[:]...)))
		believed := false
		for tries := 0; !believed && tries < 5; tries++ { // on a busy machine it is put aside before git has read it
			out := g.Bash("cat crafted >.git/index && git diff --cached --stat .husky; git write-tree").Content
			believed = strings.Contains(out, hex.EncodeToString([]byte(pairs[1]))) || strings.Contains(out, hex.EncodeToString([]byte(pairs[3])))
		}
		if !believed {
			t.Fatal("git does not believe it")
		}
		g.S.Walls().Settled()
		g.ask(g.Dir, "reset", "-q")
		g.File("mine.txt", "mine "+form)
		g.outside(g.Dir, "add", "mine.txt")
		g.outside(g.Dir, "commit", "-qnm", "mine")
		if text := g.outside(g.Dir, "show", "HEAD:.husky/pre-commit"); text != "true\n" {
			t.Errorf("%s: the person has committed %q", form, text)
		}
		g.outside(g.Dir, "reset", "-q", "--hard", "HEAD~")
		if text := <-g.told; !strings.Contains(text, "another content of /") {
			t.Errorf("%s: the person was told: %s", form, text)
		}
	}
}
