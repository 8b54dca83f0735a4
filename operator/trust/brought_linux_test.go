package trust_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// made is a text of plain.md whose first and last lines can be changed apart, so that git can merge it.
func made(first, last string) string {
	return newPlainTool("plain") + "\n" + first + strings.Repeat("\nline\n", 6) + last + "\n"
}

// newRepository is a desk in a repository, with a definition that git can merge.
func newRepository(t *testing.T) (d desk, git func(args ...string)) {
	t.Helper()
	d = newDesk(t)
	git = personsGit(t, d.Dir)
	git("init", "-q", "-b", "main")
	d.File("agent/tools/plain.md", made("first", "last"))
	d.expect("the person's edit", "")
	git("add", "-A")
	git("commit", "-qm", "first")
	git("config", "user.name", "kim")
	git("config", "user.email", "kim@example.com")
	return d, git
}

// asAgent commits a text of plain.md to a branch of a repository, as an agent does: without touching the work tree.
func (d desk) asAgent(repo, branch, text string, more ...string) {
	d.T.Helper()
	d.File("text", text)
	d.agent(fmt.Sprintf(`export GIT_DIR=%s GIT_WORK_TREE=/tmp GIT_INDEX_FILE=/tmp/i-$$ && git read-tree HEAD && %s
		git update-index --cacheinfo 100644,$(git hash-object -w --stdin <text),agent/tools/plain.md &&
		git update-ref refs/heads/%s $(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD $SECOND -m x $(git write-tree))`, repo, strings.Join(more, "\n"), branch))
	d.Remove("text")
}

// What the person's git makes of an agent's commit is not the person's, whoever's git has written it: merged, picked, put
// on another, fetched, or with other line ends.
func TestWhatGitMakesOfAnAgentsCommit(t *testing.T) {
	for name, c := range map[string]struct {
		repo, more string
		mine       bool // the person has changed the last line meanwhile, at "the last"
		person     func(d desk, git func(args ...string))
	}{
		"merged":                   {repo: ".git", mine: true, person: func(_ desk, git func(args ...string)) { git("merge", "-q", "-m", "merged", "work") }},
		"picked":                   {repo: ".git", mine: true, person: func(_ desk, git func(args ...string)) { git("cherry-pick", "work") }},
		"picked and not committed": {repo: ".git", mine: true, person: func(_ desk, git func(args ...string)) { git("cherry-pick", "-n", "work") }},
		"put on the person's":      {repo: ".git", mine: true, person: func(_ desk, git func(args ...string)) { git("switch", "-q", "work"); git("rebase", "-q", "main") }},
		"put aside":                {repo: ".git", mine: true, more: "SECOND=\"-p $(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD -m i HEAD^{tree})\" &&", person: func(_ desk, git func(args ...string)) { git("stash", "store", "work"); git("stash", "apply") }},
		"fetched":                  {repo: "near.git", person: func(_ desk, git func(args ...string)) { git("pull", "-q", "--ff-only", "./near.git", "work") }},
		"fetched and packed": {repo: "near.git", person: func(_ desk, git func(args ...string)) {
			git("fetch", "-q", "./near.git", "work:got")
			git("repack", "-adq")
			git("merge", "-q", "got")
		}},
		"with other line ends": {repo: ".git", more: `git update-index --add --cacheinfo 100644,$(echo 'agent/** text eol=crlf' | git hash-object -w --stdin),.gitattributes &&`,
			person: func(_ desk, git func(args ...string)) { git("switch", "-q", "work") }},
		"with the name of its object": {repo: ".git", more: `git update-index --add --cacheinfo 100644,$(echo 'agent/** ident' | git hash-object -w --stdin),.gitattributes &&`,
			person: func(_ desk, git func(args ...string)) { git("switch", "-q", "work") }},
		"merged, and edited by hand": {repo: ".git", mine: true, person: func(d desk, git func(args ...string)) {
			git("merge", "-q", "-m", "merged", "work")
			d.Remove("agent/tools/plain.md")
			d.File("agent/tools/plain.md", made("evil", "the very last"))
		}},
		"after a conflict": {repo: ".git", mine: true, more: "true &&", person: func(d desk, _ func(args ...string)) {
			d.File("agent/tools/plain.md", made("mine", "the last"))
			d.expect("the person's edit on the other side", "")
			gitMay(d.T, d.Dir, "commit", "-qam", "mine")
			gitMay(d.T, d.Dir, "merge", "work")
			d.Remove("agent/tools/plain.md")
			d.File("agent/tools/plain.md", made("mine and evil", "the last"))
		}},
		"after a conflict, committed": {repo: ".git", mine: true, person: func(d desk, git func(args ...string)) {
			d.File("agent/tools/plain.md", made("mine", "the last"))
			d.expect("the person's edit on the other side", "")
			gitMay(d.T, d.Dir, "commit", "-qam", "mine")
			gitMay(d.T, d.Dir, "merge", "work")
			d.Remove("agent/tools/plain.md")
			d.File("agent/tools/plain.md", made("mine and evil", "the last"))
			git("commit", "-qam", "merged")
			git("switch", "-qc", "further")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, git := newRepository(t)
			git("clone", "-q", "--bare", ".", "near.git")
			d.asAgent(c.repo, "work", made("evil", "last"), c.more)
			if c.mine {
				d.File("agent/tools/plain.md", made("first", "the last"))
				d.expect("the person's edit", "")
				git("commit", "-qam", "second")
			}
			c.person(d, git)
			if raw, err := os.ReadFile(d.at("agent/tools/plain.md")); err != nil || !strings.Contains(string(raw), "evil") {
				t.Fatalf("git has put %q here, %v", raw, err)
			}
			d.expect(name, "agent/tools/plain.md")
			time.Sleep(time.Second) // that is how fine git's times are
			d.must(d.S.Trust().Approve(t.Context(), d.S.Trust().State().Inventory().Digest))
			git("add", "agent/tools/plain.md") // a conflict is one until git is told otherwise
			d.Remove("agent/tools/plain.md")
			d.File("agent/tools/plain.md", made("evil", "seen"))
			d.expect("what the person edits when they have looked", "")
		})
	}
}

// gitMay runs git as the person does, who need not succeed: a merge has conflicts.
func gitMay(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, _ := cmd.CombinedOutput()
	t.Logf("git %v: %s", args, out)
}

// What the person does with their own branches is theirs without a question, while an agent works in the space, too.
func TestThePersonsOwnBranches(t *testing.T) {
	d, git := newRepository(t)
	d.agent("echo hello > other.txt")
	git("switch", "-qc", "mine")
	d.File("agent/tools/plain.md", made("my first", "last"))
	d.expect("on a branch", "")
	git("commit", "-qam", "mine")
	git("switch", "-q", "main")
	d.expect("back", "")
	d.File("agent/tools/plain.md", made("first", "my last"))
	d.expect("on the other", "")
	git("commit", "-qam", "other")
	d.agent("echo hello again > other.txt")
	git("merge", "-q", "-m", "merged", "mine")
	d.expect("merged", "")
	git("reset", "-q", "--hard", "HEAD~1")
	d.expect("taken back", "")
	git("cherry-pick", "mine")
	d.expect("picked", "")
	git("reset", "-q", "--hard", "HEAD~1")
	git("switch", "-q", "mine")
	git("rebase", "-q", "main")
	d.expect("put on the other", "")
	d.File("agent/tools/plain.md", made("my first", "not committed"))
	d.expect("an edit", "")
	git("stash")
	d.expect("put aside", "")
	git("stash", "pop")
	d.expect("and taken out", "")
	d.Remove("agent/tools/plain.md")
	d.File("agent/tools/plain.md", made("once more", "not committed"))
	git("commit", "-qam", "more")
	d.Remove("agent/tools/plain.md")
	d.File("agent/tools/plain.md", made("once more", "and again"))
	d.expect("edited by an editor that puts new files into place, and committed before anybody looks", "")
}

// What the person's git has fetched from another machine is as it was: theirs. What it says of where that was must be its own word.
func TestWhatThePersonPulls(t *testing.T) {
	for name, forged := range map[string]bool{"from another machine": false, "an agent writes where from": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, git := newRepository(t)
			away := filepath.Join(t.TempDir(), "away.git")
			git("clone", "-q", "--bare", ".", away)
			other := filepath.Join(t.TempDir(), "other")
			git("clone", "-q", away, other)
			d.must(os.WriteFile(filepath.Join(other, "agent/tools/plain.md"), []byte(made("theirs", "last")), 0o600))
			personsGit(t, other)("commit", "-qam", "theirs")
			personsGit(t, other)("push", "-q")
			ssh := filepath.Join(t.TempDir(), "ssh")
			d.must(os.WriteFile(ssh, []byte("#!/bin/sh\nfor last; do :; done\neval \"$last\"\n"), 0o700))
			git("config", "core.sshCommand", ssh)
			d.agent("echo hello > notes.txt")
			git("fetch", "-q", "ssh://git@example.com"+away, "main")
			if forged {
				d.agent("touch .git/FETCH_HEAD")
			}
			git("merge", "-q", "--ff-only", "FETCH_HEAD")
			d.expect(name, map[bool]string{true: "agent/tools/plain.md"}[forged])
		})
	}
}

// What would let a hook, a tool or a hand do more than was trusted, and comes by git, asks, whoever has changed it, also where nothing of ours
// has run for long. What the person writes by hand does not.
func TestGitBringsFurtherRights(t *testing.T) {
	for name, c := range map[string]struct{ file, before, after string }{
		"a hook outside the walls":    {"agent/hooks/note.json", hooksOf(""), hooksOf(`, "walls": "off"`)},
		"a hook with the network":     {"agent/hooks/note.json", hooksOf(""), hooksOf(`, "network": ["example.com"]`)},
		"a hook that reads further":   {"agent/hooks/note.json", hooksOf(""), hooksOf(`, "read": ["~/Documents"]`)},
		"a hook that writes further":  {"agent/hooks/note.json", hooksOf(`, "write": ["~/a"]`), hooksOf(`, "write": ["~/a", "~/b"]`)},
		"a tool with the network":     {"agent/tools/plain.md", toolOf("plain", "true"), strings.Replace(toolOf("plain", "true"), "---\n", "---\nnetwork: [on]\n", 1)},
		"a tool that asks no more":    {"agent/tools/plain.md", strings.Replace(toolOf("plain", "true"), "---\n", "---\nconfirm: true\n", 1), toolOf("plain", "true")},
		"a hand with the network":     {"ctxnest.json", handsOf(""), handsOf(`, "network": ["on"]`)},
		"a hand with the environment": {"ctxnest.json", handsOf(""), handsOf(`, "inheritEnv": ["HOME"]`)},
		"a server":                    {".mcp.json", `{"mcpServers":{}}`, `{"mcpServers":{"s":{"command":"true"}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, git := newRepository(t)
			d.File(c.file, c.before)
			d.expect("the person writes it", "")
			d.File(c.file, c.after)
			d.expect("and gives it further rights by hand", "")
			d.File(c.file, c.before)
			d.expect("and takes them back", "")
			git("add", "-A")
			git("commit", "-qm", "before")
			other := t.TempDir()
			git("clone", "-q", ".", other)
			at := filepath.Join(other, filepath.FromSlash(c.file))
			for _, one := range []struct{ text, held string }{{c.before + "\n\n", ""}, {strings.TrimRight(c.after, "\n") + "\n\n", c.file}} { // as nobody has seen them
				d.must(os.WriteFile(at, []byte(one.text), 0o600))
				personsGit(t, other)("commit", "-qam", "x")
				git("pull", "-q", other)
				d.expect(name, one.held)
			}
		})
	}
}

func hooksOf(rights string) string {
	return `{"hooks": [{"id": "x", "type": "pre_tool", "command": "true"` + rights + `}]}`
}

func handsOf(rights string) string {
	return `{"version": "1", "tools": {"a": {"description": "A", "command": ["true"]` + rights + `}}}`
}

// A branch that has no rules, or no hook that blocks, takes them away by git: that is asked about, and what the person removes is not.
func TestGitTakesAway(t *testing.T) {
	const file = "agent/hooks/guard.json"
	d, git := newRepository(t)
	d.File(file, `{"hooks": [{"id": "guard", "type": "pre_tool", "tools": ["plain"], "command": "true", "blocking": true}]}`)
	d.Reload()
	d.Trust()
	d.must(d.S.Trust().SetOwn(t.Context(), true))
	git("add", "-A")
	git("commit", "-qm", "guard")
	d.agent(`export GIT_INDEX_FILE=/tmp/i && git read-tree HEAD && git update-index --force-remove ` + file + ` &&
		git update-ref refs/heads/work $(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD -m x $(git write-tree))`)
	git("switch", "-q", "work")
	d.expect("taken away by an agent's branch", file)
	git("switch", "-q", "main")
	d.expect("back", "")
	git("rm", "-q", file)
	d.expect("the person removes it", "")
	git("commit", "-qm", "no guard")
	d.expect("and commits that", "")
	git("revert", "--no-edit", "HEAD")
	d.expect("and takes it back", "")
	git("reset", "-q", "--hard", "HEAD~1")
	d.expect("and removes it again", "")
}
