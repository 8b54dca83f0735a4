package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"handrail/internal/git"
)

// settledRepositories are so many plain repositories, which have stood for a while, and what was found of them.
func settledRepositories(t *testing.T, many int) (top string, look func() *git.Places) {
	t.Helper()
	top = t.TempDir()
	var trees []string
	for i := range many {
		tree := filepath.Join(top, fmt.Sprint("r", i))
		for _, dir := range []string{"objects", "refs/heads", "info"} {
			if err := os.MkdirAll(filepath.Join(tree, ".git", filepath.FromSlash(dir)), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": "[core]\n\tbare = false\n"} {
			if err := os.WriteFile(filepath.Join(tree, ".git", name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		trees = append(trees, tree)
	}
	own := filepath.Join(t.TempDir(), "gitconfig")
	if err := os.WriteFile(own, []byte("[credential]\n\thelper = helper.sh\n[core]\n\thooksPath = my/hooks\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return top, func() *git.Places {
		return git.Find(git.Search{Trees: trees, Home: "/nowhere", Settings: []string{own}, Inside: func(path string) bool { return path != own }})
	}
}

// settle waits until what was just changed can be told from what is changed next.
func settle(t *testing.T, look func() *git.Places) *git.Places {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if p := look(); p.Holds() {
			return p
		} else if time.Now().After(end) {
			t.Fatal("it never holds")
		}
	}
}

// What is done for each repository does not grow with their number: here it is counted in what is made on the heap.
func TestWorkGrowsWithRepositories(t *testing.T) {
	cost := map[string][]float64{}
	for _, many := range []int{10, 80} {
		_, look := settledRepositories(t, many)
		p := settle(t, look)
		cost["a look"] = append(cost["a look"], testing.AllocsPerRun(3, func() { look() }))
		cost["whether it holds"] = append(cost["whether it holds"], testing.AllocsPerRun(3, func() { p.Holds() }))
	}
	for what, of := range cost {
		if of[1] > 8*of[0]*1.5 {
			t.Errorf("%s costs %.0f for 10 repositories and %.0f for 80", what, of[0], of[1])
		}
	}
	if most := 80 * 40.0; cost["whether it holds"][1] > most*4 { // a few for each path that is looked at
		t.Errorf("to see that nothing of 80 repositories has changed costs %.0f", cost["whether it holds"][1])
	}
}

// What was missing is told by the folder in which it was, and is noticed when it comes.
func TestWhatComesIsNoticed(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		".git/commondir", ".git/gitdir", ".git/hooks/pre-commit", ".git/info/attributes", ".git/info/exclude", ".git/info/sparse-checkout", ".git/lazygit.yml", ".git/remotes/origin",
		".git/branches/main", ".git/config.worktree", ".git/worktrees/w/HEAD", ".git/modules/m/HEAD", ".git/rebase-merge/git-rebase-todo", ".git/sequencer/todo", ".gitmodules",
		"my/hooks/pre-commit", "helper.sh", "HEAD", ".git/objects/info/alternates", ".git/index", ".git/MERGE_RR",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			top, look := settledRepositories(t, 2)
			p := settle(t, look)
			at := filepath.Join(top, "r1", filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(at, []byte("x\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if p.Holds() {
				t.Errorf("%s has come, and what was found is said to hold", name)
			}
		})
	}
}
