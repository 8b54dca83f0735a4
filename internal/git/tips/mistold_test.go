package tips

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// mistold is what the index of a repository says of its folders that its entries do not.
func mistold(t *testing.T, dir string, change func(raw []byte) []byte) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "index"))
	if err != nil {
		return "" // git has none
	}
	var shared []byte
	entries, _ := filepath.Glob(filepath.Join(dir, "sharedindex.*"))
	for _, name := range entries {
		if id, _ := hex.DecodeString(strings.TrimPrefix(filepath.Base(name), "sharedindex.")); bytes.Contains(raw, id) {
			if shared, err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	return Mistold(dir, change(raw), shared)
}

func asIs(raw []byte) []byte { return raw }

// What git itself says of the folders of an index is what its entries have, after whatever it has done, in every form.
func TestGitTellsFoldersAsTheyAre(t *testing.T) {
	for _, form := range []string{"sha1", "sha256", "sha1 core.splitIndex=true splitIndex.maxPercentChange=90", "sha1 index.version=4 index.sparse=true core.untrackedCache=true"} {
		words := strings.Fields(form)
		dir := t.TempDir()
		must(t, dir, "init", "-q", "-b", "main", "--object-format="+words[0])
		for _, setting := range words[1:] {
			name, value, _ := strings.Cut(setting, "=")
			must(t, dir, "config", name, value)
		}
		for i := range 30 {
			write(t, dir, fmt.Sprintf("pkg/%d/in/%d.txt", i%4, i), "x")
			write(t, dir, fmt.Sprintf("pkg.%d/%d", i%3, i), "x")
		}
		shares := 0
		for i, line := range strings.Split(`add .
commit -qm one
switch -qc side
!pkg/1/in/1.txt side
commit -qam two
mv pkg/2 moved
rm -q pkg/3/in/3.txt
add -N later
commit -qm three
reset -q --hard
switch -q main
!pkg/1/in/1.txt main
stash
stash pop
commit -qam four
merge side
checkout --theirs pkg/1/in/1.txt
add pkg
commit -qm merged
read-tree --prefix=other/ HEAD~
reset -q --hard
reset -q HEAD~
reset -q -N HEAD~
add -A
commit -qm five
rebase side
cherry-pick main~2
cherry-pick --abort
sparse-checkout set --cone pkg/1
!pkg/1/in/new new
add pkg
commit -qm six
switch -q side
sparse-checkout disable
rm -rqf pkg
commit -qm seven
apply --index -R patch
update-index --force-remove moved/in/2.txt
write-tree
revert --no-edit HEAD
!pkg.0/0 only
commit -q --only -m eight pkg.0/0`, "\n") {
			if name, text, ok := strings.Cut(strings.TrimPrefix(line, "!"), " "); line[0] == '!' && ok {
				write(t, dir, name, fmt.Sprint(text, i))
				continue
			}
			_ = os.WriteFile(filepath.Join(dir, "later"), []byte("later"), 0o600)
			_ = gitMay(t, dir, strings.Fields(line)...) // some stop in a conflict, which is what is wanted
			if what := mistold(t, filepath.Join(dir, ".git"), asIs); what != "" {
				t.Errorf("%s: after git %s: %s", form, line, what)
			}
			if shared, _ := filepath.Glob(filepath.Join(dir, ".git", "sharedindex.*")); len(shared) > 0 {
				shares++
			}
		}
		if strings.Contains(form, "split") && shares == 0 {
			t.Errorf("%s: nothing is shared", form)
		}
		if out := must(t, dir, "reflog"); !strings.Contains(out, "eight") || !strings.Contains(out, "merged") {
			t.Errorf("%s: git has done little: %s", form, out)
		}
	}
}

// A folder that git once wrote with other rights is still what its entries are.
func TestAFolderOfOtherRights(t *testing.T) {
	dir := t.TempDir()
	must(t, dir, "init", "-q", "-b", "main")
	write(t, dir, "in/a", "x")
	must(t, dir, "add", ".")
	blob, _ := hex.DecodeString(must(t, dir, "rev-parse", ":in/a"))
	write(t, dir, "raw", "100664 a\x00"+string(blob))
	in := must(t, dir, "hash-object", "-t", "tree", "-w", "--literally", "raw")
	id, _ := hex.DecodeString(in)
	write(t, dir, "raw", "40000 in\x00"+string(id))
	must(t, dir, "reset", "-q", "--hard", must(t, dir, "commit-tree", "-m", "x", must(t, dir, "hash-object", "-t", "tree", "-w", "--literally", "raw")))
	raw, _ := os.ReadFile(filepath.Join(dir, ".git", "index"))
	if !bytes.Contains(raw, id) {
		t.Fatal("the index says nothing of it")
	}
	if what := mistold(t, filepath.Join(dir, ".git"), asIs); what != "" {
		t.Error(what)
	}
}

// What an index says of its folders that its entries do not is seen, in every form.
func TestAnIndexThatTellsAnotherFolder(t *testing.T) {
	for _, form := range []string{"sha1", "sha1 core.splitIndex=true", "sha1 index.version=4", "sha256"} {
		words := strings.Fields(form)
		dir := t.TempDir()
		must(t, dir, "init", "-q", "-b", "main", "--object-format="+words[0])
		for _, setting := range words[1:] {
			name, value, _ := strings.Cut(setting, "=")
			must(t, dir, "config", name, value)
		}
		write(t, dir, ".husky/pre-commit", "mine")
		write(t, dir, "src/in/a", "mine")
		must(t, dir, "add", ".")
		must(t, dir, "commit", "-qm", "one")
		write(t, dir, "evil", "theirs")
		evil := must(t, dir, "hash-object", "-w", "evil")
		for _, name := range []string{"", ".husky", "src", "src/in"} {
			is, _ := hex.DecodeString(must(t, dir, "rev-parse", "HEAD:"+name))
			to, _ := hex.DecodeString(evil)
			done := false
			what := mistold(t, filepath.Join(dir, ".git"), func(raw []byte) []byte {
				bad := bytes.ReplaceAll(raw, is, to)
				done = !bytes.Equal(bad, raw)
				return bad
			})
			if want := filepath.Join("/", name) + " "; !done || !strings.Contains(what, want) {
				t.Errorf("%s, %q: %q", form, name, what)
			}
		}
		for from, to := range map[string]string{".husky\x001 0\n": ".husky\x002 0\n", "src\x001 1\n": "sra\x001 1\n"} {
			if what := mistold(t, filepath.Join(dir, ".git"), func(raw []byte) []byte { return bytes.ReplaceAll(raw, []byte(from), []byte(to)) }); what == "" {
				t.Errorf("%s, %q in the place of %q is believed", form, to, from)
			}
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
