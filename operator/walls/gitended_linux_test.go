package walls_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/walls"
)

// reopened closes the operator, unless it counts as killed, and opens another one on the same folders; it returns what that one says first.
func (g *gitBench) reopened(killed bool) string {
	g.T.Helper()
	if killed {
		g.S.Walls().Killed()
	} else {
		g.Close()
	}
	g.O = g.another()
	var err error
	if g.S, err = g.O.OpenSpace(g.T.Context(), g.Dir); err != nil {
		g.T.Fatal(err)
	}
	return walls.Meanwhile(g.S.Walls())
}

// ended makes a call of which nothing is open any more, and returns what it says.
func (g *gitBench) ended(command string) string {
	g.T.Helper()
	return g.Once("bash", `{"command":"`+command+`"}`).Content
}

// job moves a branch from the background, and goes on.
func (g *gitBench) job(name, more string) {
	g.T.Helper()
	g.Once("bash", `{"background":true,"command":"`+strings.ReplaceAll(plumb(name, "tools/clean.sh")+"; "+more+"touch moved; sleep 100", `"`, `\"`)+`"}`)
	g.wait("a branch that is moved", func() bool { return g.exists("moved") })
	if err := os.Remove(filepath.Join(g.Dir, "moved")); err != nil {
		g.T.Fatal(err)
	}
}

// What moves a name and ends with Handrail is told as that ends, by the next start, and in the record of its first call. What the person does to names
// between two starts is theirs.
func TestWhatMovesWithTheEndIsTold(t *testing.T) {
	g := newGitBench(t)
	g.scripts()
	g.ended("true")
	g.heard()
	g.job("refs/heads/late", "")
	said := g.reopened(false)
	told := ""
	for len(g.told) > 0 {
		told += <-g.told
	}
	for where, text := range map[string]string{"the end": told, "the next start": said, "the next call's record": g.ended("true")} {
		if !strings.Contains(text, "refs/heads/late brings tools/clean.sh") {
			t.Errorf("%s says: %q", where, text)
		}
	}
	if r := g.ended("git update-ref refs/heads/feature2 refs/heads/late"); !strings.Contains(r, "refs/heads/feature2 brings") {
		t.Errorf("another branch is led there: %s", r)
	}
	g.S.Walls().Settled()
	if said := g.reopened(false); said != "" {
		t.Errorf("it is told again: %s", said)
	}
	g.ended("true")
	g.Close()
	g.outside(g.Dir, "switch", "-q", "-c", "mine")
	g.File("tools/clean.sh", "#!/bin/sh\ncat # mine\n")
	g.outside(g.Dir, "commit", "-qam", "mine")
	g.outside(g.Dir, "switch", "-q", "main")
	g.O = g.another()
	var err error
	if g.S, err = g.O.OpenSpace(t.Context(), g.Dir); err != nil {
		t.Fatal(err)
	}
	if text := walls.Meanwhile(g.S.Walls()) + g.ended("true"); strings.Contains(text, "refs/heads/mine") {
		t.Errorf("the person's own branch is told as a program's: %s", text)
	}
}

// What a Handrail that was killed has not looked at is looked at by the next one, once: names, and objects.
func TestWhatAKilledHandrailHasNotSeenIsTold(t *testing.T) {
	var g *gitBench
	var before *bench
	var missing []string
	for range 5 { // on a busy machine the one that is killed may have looked itself by then
		g = newGitBench(t)
		g.scripts()
		g.ended("true")
		first := strings.TrimSpace(g.outside(g.Dir, "rev-list", "--max-parents=0", "main"))
		object := filepath.Join(".git", "objects", first[:2], first[2:])
		g.job("refs/heads/late", "rm -f "+object+"; echo other > "+object+"; ")
		before = g.copy()
		said := g.reopened(true)
		missing = slices.DeleteFunc([]string{"Handrail that was killed", "refs/heads/late brings tools/clean.sh", object}, func(want string) bool { return strings.Contains(said, want) })
		if g.exists(object) {
			missing = append(missing, "the forged object is where it was")
		}
		if len(missing) == 0 {
			break
		}
	}
	if len(missing) > 0 {
		t.Fatalf("it is not said: %q", missing)
	}
	if r := g.ended("true"); !strings.Contains(r, "refs/heads/late brings") {
		t.Errorf("the next call's record: %s", r)
	}
	before.Close()
	g.ended("true") // what the other one has told as it ended
	if said := g.reopened(false); strings.Contains(said, "killed") {
		t.Errorf("it is told again: %s", said)
	}
}
