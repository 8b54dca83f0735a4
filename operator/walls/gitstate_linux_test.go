package walls_test

import (
	"crypto/sha1"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// indexWith makes an index that names these paths, as a program writes it by hand.
func indexWith(mode uint32, id string, names ...string) []byte {
	out := binary.BigEndian.AppendUint32([]byte("DIRC\x00\x00\x00\x02"), uint32(len(names)))
	for _, name := range names {
		e := append([]byte(nil), make([]byte, 40)...)
		binary.BigEndian.PutUint32(e[24:], mode)
		for i := 0; i < 40; i += 2 {
			e = append(e, unhex(id[i])<<4|unhex(id[i+1]))
		}
		e = append(binary.BigEndian.AppendUint16(e, uint16(len(name))), name...)
		out = append(out, append(e, make([]byte, 8-len(e)%8)...)...)
	}
	sum := sha1.Sum(out)
	return append(out, sum[:]...)
}

func unhex(c byte) byte { return byte(strings.IndexByte("0123456789abcdef", c)) }

// An index that a program has written by hand leads the person's git neither out of the work tree
// nor into .git.
func TestAnIndexLeadsNowhere(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	id := strings.TrimSpace(g.outside(g.Dir, "rev-parse", "HEAD:.gitignore"))
	secret := filepath.Join(g.Options.Home, "secret")
	operatortest.WriteFile(t, secret, "sesame\n")
	trees := map[string]string{".git": ".", ".git/worktrees/wt": "wt", ".git/modules/deep/lib": "vendor/lib"}
	for dir, tree := range trees {
		for _, name := range []string{filepath.Join(g.Options.Home, "planted"), "../../../planted", ".git/info/attributes", ".GIT/config.worktree", ".git /x", "../secret"} {
			for _, mode := range []uint32{0o100755, 0o160000} {
				index := filepath.Join(g.Dir, dir, "index")
				before, err := os.ReadFile(index)
				if err != nil {
					t.Fatal(err)
				}
				g.File("crafted", string(indexWith(mode, id, name)))
				g.Bash("cat crafted >" + dir + "/index")
				g.S.Walls().Settled()
				if _, err := os.Stat(index); err == nil {
					t.Errorf("%s with %s is still there", dir, name)
				}
				for _, args := range [][]string{{"status"}, {"checkout", "--", "."}, {"add", "-u"}, {"reset", "-q"}} {
					g.ask(filepath.Join(g.Dir, tree), args...)
				}
				operatortest.WriteFile(t, index, string(before))
				for _, planted := range []string{filepath.Join(g.Options.Home, "planted"), filepath.Join(g.Dir, ".git/info/attributes")} {
					if _, err := os.Stat(planted); err == nil {
						t.Fatalf("git has written %s by %s", planted, dir)
					}
				}
			}
		}
	}
	if text := <-g.told; !strings.Contains(text, "index.put-aside") {
		t.Errorf("the person was told: %s", text)
	}
}

// What git itself does to an index in a room stays as it is, however it is written.
func TestGitsOwnIndexesStay(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	for _, script := range []string{
		"echo a >a.txt && git add a.txt && git commit -qm a", "git update-index --index-version 4 && git mv a.txt b.txt", "git update-index --split-index && git rm -q --cached b.txt && git add -N b.txt",
		"git update-index --no-split-index && git stash && git stash pop -q --index || true", "cd wt && echo b >c && git add c && git commit -qm c", "cd vendor/lib && echo x >>lib.txt && git commit -qam x && cd ../.. && git add vendor/lib",
		"git init -q fresh && cd fresh && echo a >a && git add a && git -c user.name=a -c user.email=a@b commit -qm a", "mkdir -p .git/rr-cache; git switch -qc topic && echo 1 >d && git add d && git commit -qm 1 && git switch -q main && echo 2 >d && git add d && git commit -qm 2; git merge topic; git status",
		"git clone -q --shared . shared && git clone -q --reference . . referring && git clone -q -l shared third && git -C third log --oneline",
	} {
		g.Bash(script)
		g.S.Walls().Settled()
	}
	for _, at := range []string{".git/index", ".git/worktrees/wt/index", ".git/modules/deep/lib/index", "fresh/.git/index", ".git/MERGE_RR", "shared/.git/objects/info/alternates", "referring/.git/objects/info/alternates", "third/.git/objects/info/alternates"} {
		if _, err := os.Stat(filepath.Join(g.Dir, at)); err != nil {
			t.Errorf("%s: %v", at, err)
		}
	}
	for len(g.told) > 0 {
		if text := <-g.told; strings.Contains(text, "as it names") {
			t.Errorf("the person was told: %s", text)
		}
	}
}

// MERGE_RR leads the person's git neither out of the work tree nor over a link, also over one that
// comes in a later call.
func TestWhatIsRecordedOfAConflictLeadsNowhere(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	secret := filepath.Join(g.Options.Home, "secret")
	operatortest.WriteFile(t, secret, "sesame\n")
	id := strings.Repeat("a1", 20)
	record := func(dir, name string) string {
		return "mkdir -p " + dir + "/rr-cache/" + id + " .git/rr-cache/" + id + "; echo x | tee .git/rr-cache/" + id + "/preimage >" + dir + "/rr-cache/" + id + "/preimage; printf '" + id + "\\t" + name + "\\0' >" + dir + "/MERGE_RR"
	}
	for dir, tree := range map[string]string{".git": ".", ".git/worktrees/wt": "wt", ".git/modules/deep/lib": "vendor/lib"} {
		for name, calls := range map[string][]string{
			secret: {""}, ".git/config": {""}, "way": {"ln -sfn " + secret + " " + tree + "/way"}, "in/secret": {"ln -sfn " + g.Options.Home + " " + tree + "/in"},
			"later/secret": {"", "ln -sfn " + g.Options.Home + " " + tree + "/later"},
		} {
			g.Bash(record(dir, name))
			for _, call := range calls {
				g.Bash("true; " + call)
			}
			g.S.Walls().Settled()
			if _, err := os.Stat(filepath.Join(g.Dir, dir, "MERGE_RR")); err == nil {
				t.Errorf("%s with %s is still there", dir, name)
			}
			g.ask(filepath.Join(g.Dir, tree), "commit", "--allow-empty", "-qm", "mine")
		}
	}
	g.hides(".git", "sesame")
}

// hides fails the test if a text stands in a file below a folder of the space.
func (g *gitBench) hides(dir, text string) {
	g.T.Helper()
	err := filepath.WalkDir(filepath.Join(g.Dir, dir), func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), text) {
			g.T.Errorf("%s holds it", path)
		}
		return err
	})
	if err != nil {
		g.T.Fatal(err)
	}
}

// A list of alternates that a program has written lends no objects from outside the space; what the
// person's own names stays, and is there again.
func TestObjectsAreBorrowedOnlyWithinTheSpace(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	mine := filepath.Join(g.Options.Home, "origin.git", "objects")
	other := filepath.Join(g.Options.Home, "lib", ".git", "objects")
	list := filepath.Join(g.Dir, ".git/objects/info/alternates")
	for name, script := range map[string]string{
		"outside": "echo " + other + " >.git/objects/info/alternates", "relative": "echo ../../../home/lib/.git/objects >.git/objects/info/alternates", "quoted": `echo '"` + other + `"' >.git/objects/info/alternates`,
		"over a link": "ln -sfn " + other + " way; echo $PWD/way >.git/objects/info/alternates", "by another": "mkdir -p store/info; echo " + other + " >store/info/alternates; echo $PWD/store >.git/objects/info/alternates",
		"links in it": "mkdir -p packs; ln -sfn " + other + "/pack packs/pack; echo $PWD/packs >.git/objects/info/alternates", "a submodule's": "mkdir -p .git/modules/deep/lib/objects/info; echo " + other + " >.git/modules/deep/lib/objects/info/alternates",
	} {
		g.Bash(script)
		g.S.Walls().Settled()
		for _, path := range []string{list, filepath.Join(g.Dir, ".git/modules/deep/lib/objects/info/alternates")} {
			if raw, err := os.ReadFile(path); err == nil {
				t.Errorf("%s: %s holds %s", name, path, raw)
			}
		}
		g.Bash("rm -rf way store packs")
	}
	g.Bash("mkdir -p later; echo $PWD/later >.git/objects/info/alternates")
	g.Bash("rmdir later; ln -s " + other + " later")
	g.S.Walls().Settled()
	if raw, err := os.ReadFile(list); err == nil {
		t.Errorf("a link that came later: it holds %s", raw)
	}
	operatortest.WriteFile(t, list, mine+"\n")
	g.Bash("true")
	g.Bash("git init -q copied; cp .git/objects/info/alternates copied/.git/objects/info/") // as git clone -l does where it may read there
	g.S.Walls().Settled()
	if _, err := os.Stat(filepath.Join(g.Dir, "copied/.git/objects/info/alternates")); err != nil {
		t.Errorf("a copy of what the person borrows: %v", err)
	}
	g.Bash("echo " + other + " >>.git/objects/info/alternates")
	g.S.Walls().Settled()
	if raw, err := os.ReadFile(list); err != nil || string(raw) != mine+"\n" {
		t.Errorf("the person's holds %q, %v", raw, err)
	}
}
