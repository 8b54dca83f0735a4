package walls_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// deny adds a rule of the person.
func (b *bench) deny(outcome guard.Outcome, rule string) {
	b.T.Helper()
	if err := b.O.Permits().AddRule(b.T.Context(), outcome, rule); err != nil {
		b.T.Fatal(err)
	}
}

// What a rule keeps from being read, no program reads, by whatever name, and no file tool
// shows.
func TestRulesAboutReadingHoldPrograms(t *testing.T) {
	b := newBench(t, "", nil)
	const secret = "the-secret-word"
	for _, name := range []string{"keys/a.pem", "keys/deep/b.pem", "vault/one.txt", "vault/two/three.txt", "plain/token"} {
		b.File(name, secret+"\n")
	}
	b.File("keys/readme.txt", "open\n")
	b.File("Case.PEM", "open\n")
	if err := os.Link(filepath.Join(b.Dir, "keys/a.pem"), filepath.Join(b.Dir, "second-name")); err != nil {
		t.Fatal(err)
	}
	before := b.Bash("cat keys/a.pem")
	if !strings.Contains(before.Content, secret) {
		t.Fatalf("%+v", before)
	}
	b.deny(guard.Deny, "read(*.pem)")
	b.deny(guard.Deny, "read(vault/**)")
	b.deny(guard.Ask, "read(plain/token)")
	for _, command := range []string{
		"cat keys/a.pem", "cat keys/deep/b.pem", "cat vault/one.txt vault/two/three.txt", "cat plain/token", "cat second-name", "grep -r . .", "grep -r . vault keys plain",
		"cp keys/a.pem x; cat x", "mv keys/a.pem x; cat x", "ln keys/a.pem x; cat x", "ln -s keys/a.pem x; cat x", "cp -r keys y; cat y/*", "mv keys elsewhere; cat elsewhere/a.pem",
		"mv vault v2; cat v2/one.txt", "mv keys/deep d2; cat d2/b.pem", "cd vault && cat one.txt", "tar cf - keys vault plain | cat", "git init -q . && git add -f keys vault plain second-name; git grep --no-index -h secret; git log -p",
		"python3 -c \"print(open('keys/a.pem').read())\"", "cat $PWD/keys/../keys/a.pem", "cat keys/a.p*", "cat /proc/self/cwd/keys/a.pem", "cat < keys/a.pem", "chmod 777 keys/a.pem vault; cat keys/a.pem vault/*",
		"umount keys/a.pem; cat keys/a.pem", "dd if=keys/a.pem", "find . -type f -exec cat {} +", "rm -f keys/a.pem; cat keys/a.pem",
	} {
		if r := b.Bash(command); strings.Contains(r.Content, secret) || r.Error != nil && strings.Contains(r.Error.Message, secret) {
			t.Errorf("%s: %+v", command, r)
		}
	}
	for name, in := range map[string]string{
		"read": `{"path":"keys/a.pem"}`, "grep": `{"pattern":"secret"}`, "grep#": `{"pattern":"secret","path":"keys"}`, "grep##": `{"pattern":"secret","path":"keys/a.pem"}`, "grep###": `{"pattern":"secret","path":"vault"}`,
		"edit": `{"path":"keys/a.pem","old_string":"the","new_string":"x"}`, "spawn": `{"command":["cat","keys/a.pem"]}`,
	} {
		r := b.Call(strings.TrimRight(name, "#"), in)
		if strings.Contains(strings.ReplaceAll(r.Content, "second-name:1:"+secret, ""), secret) {
			t.Errorf("%s %s: %+v", name, in, r)
		}
	}
	if r := b.Call("grep", `{"pattern":"secret"}`); !strings.Contains(r.Content, "of rules about reading them: ") {
		t.Errorf("what is left out is not said: %+v", r)
	}
	if r := b.Call("glob", `{"pattern":"**/*.pem"}`); !strings.Contains(r.Content, "a.pem") {
		t.Errorf("names are no contents: %+v", r)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "keys/a.pem")); err != nil || string(got) != secret+"\n" {
		t.Errorf("the file is %q, %v", got, err)
	}
	if r := b.Bash("cat keys/readme.txt Case.PEM notes.txt; echo x > keys/new.txt"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "open") {
		t.Errorf("what no rule is about: %+v", r)
	}
	if r := b.Bash("cat keys/a.pem"); os.Getuid() != 0 && (operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "a rule keeps")) {
		t.Errorf("it looks like an empty file: %+v", r)
	}
	b.File("late/c.pem", secret)
	if r := b.Bash("cat late/c.pem"); strings.Contains(r.Content, secret) {
		t.Errorf("what came since: %+v", r)
	}
}

// What a rule keeps from being changed, no program changes, moves or deletes.
func TestRulesAboutChangingHoldPrograms(t *testing.T) {
	b := newBench(t, "", nil)
	names := []string{"locks/a.lock", "locks/deep/b.lock", "kept/one.txt", "kept/two/three.txt", "plain/fixed.txt"}
	for _, name := range names {
		b.File(name, "as it was\n")
	}
	b.deny(guard.Deny, "write(*.lock)")
	b.deny(guard.Ask, "edit(kept)")
	b.deny(guard.Deny, "patch(plain/fixed.txt)")
	for _, command := range []string{
		"echo x > locks/a.lock", "echo x >> kept/one.txt", "rm -f locks/a.lock", "rm -r kept", "mv kept k2", "mv locks l2", "mv plain p2", "mv plain/fixed.txt x", "cp notes.txt plain/fixed.txt", "ln -f notes.txt locks/a.lock",
		"mv notes.txt kept/one.txt", "truncate -s0 locks/deep/b.lock", "python3 -c \"open('plain/fixed.txt','w')\"", "sed -i s/a/b/ kept/two/three.txt", "echo x > kept/new.txt", "mkdir kept/more", "touch $PWD/kept/../kept/new.txt",
		"chmod 000 plain/fixed.txt", "ln locks/a.lock other; echo x > other", "find . -name '*.lock' -exec sh -c 'echo x > {}' \\;",
	} {
		b.Bash(command)
		for _, name := range names {
			if got, err := os.ReadFile(filepath.Join(b.Dir, name)); err != nil || string(got) != "as it was\n" {
				t.Fatalf("%s: %s is %q, %v", command, name, got, err)
			}
		}
		if _, err := os.Lstat(filepath.Join(b.Dir, "kept/new.txt")); err == nil {
			t.Fatalf("%s: a folder that is kept has a new file", command)
		}
	}
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) { return tools.Answer{}, nil }
	for name, in := range map[string]string{
		"write": `{"path":"plain/fixed.txt","content":"x"}`, "edit": `{"path":"locks/a.lock","old_string":"as","new_string":"x"}`, "write#": `{"path":"kept/new.txt","content":"x"}`,
		"patch": `{"patch":"--- a/locks/a.lock\n+++ b/locks/a.lock\n@@ -1 +1 @@\n-as it was\n+x\n"}`,
	} {
		b.Call("read", strings.Split(in, ",")[0]+"}")
		if r := b.Call(strings.TrimRight(name, "#"), in); operatortest.Code(r) == "" {
			t.Errorf("%s %s: %+v", name, in, r)
		}
	}
	if r := b.Bash("cat locks/a.lock kept/one.txt; echo x > plain/other.txt; echo x > locks/c.txt"); operatortest.Code(r) != "" {
		t.Errorf("what no rule is about: %+v", r)
	}
	if err := b.O.Permits().RevokeRule(t.Context(), guard.Deny, "write(*.lock)"); err != nil {
		t.Fatal(err)
	}
	if r := b.Bash("echo x > locks/a.lock"); operatortest.Code(r) != "" {
		t.Errorf("the rule was taken back: %+v", r)
	}
	b.deny(guard.Deny, "write(**)")
	if r := b.Bash("echo x > plain/other.txt"); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "a rule keeps") {
		t.Errorf("a rule about all files: %+v", r)
	}
	if r := b.Bash("cat notes.txt; echo x > $TMPDIR/x"); operatortest.Code(r) != "" {
		t.Errorf("reading, and the temporary folder: %+v", r)
	}
}

// Declared tools, hands, hooks and a space's own rules are held in the same way; rules say
// what they hold.
func TestRulesHoldHandsAndSaySo(t *testing.T) {
	b := &bench{operatortest.New(t, operatortest.Options{
		Walls: true, Trusted: true,
		Files: map[string]string{
			"a.pem": "the-secret-word", "agent/rules.json": `{"deny":["read(*.pem)"],"ask":["write(fixed/**)"]}`, "fixed/x": "x",
			"ctxnest.json":          `{"version":"1","tools":{"show":{"description":"Shows.","command":["sh","-c","cat a.pem; echo y > fixed/x"],"sideEffect":false}}}`,
			"agent/hooks/look.json": `{"hooks":{"PreToolUse":[{"matcher":"read","hooks":[{"type":"command","command":"cat a.pem >> /var/log/seen; cat notes.txt >> /var/log/seen"}]}]}}`,
			"notes.txt":             "open",
		},
	})}
	if r := b.Call("show", "{}"); strings.Contains(r.Content, "the-secret-word") || operatortest.Code(r) == "" {
		t.Errorf("a hand reads it, or writes: %+v", r)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "fixed/x")); err != nil || string(got) != "x" {
		t.Errorf("%q, %v", got, err)
	}
	said := map[string]string{}
	for _, r := range b.S.Permits().Rules().Rules {
		said[r.Text] = r.Holds
	}
	for rule, want := range map[string]string{"read(*.pem)": "now 1 file.", "write(fixed/**)": "now 1 folder with all in it."} {
		if !strings.Contains(said[rule], want) || strings.Contains(said[rule], "comes while") != strings.Contains(rule, "*.pem") {
			t.Errorf("%s: %q", rule, said[rule])
		}
	}
}

// Beyond 1,000 files, rules say that programs are not held.
func TestRulesSayWhatTheyDoNotHold(t *testing.T) {
	b := newBench(t, "", nil)
	for i := range 1001 {
		b.File(fmt.Sprintf("many/%d.log", i), "x")
	}
	b.deny(guard.Deny, "read(*.log)")
	rules := b.S.Permits().Rules().Rules
	if len(rules) != 1 || !strings.Contains(rules[0].Holds, "now 1000 files.") || !strings.Contains(rules[0].Holds, "Programs are not held for the rest") {
		t.Errorf("%+v", rules)
	}
	b.Remove("many/7.log")
	if rules := b.S.Permits().Rules().Rules; strings.Contains(rules[0].Holds, "not held for the rest") {
		t.Errorf("%+v", rules)
	}
}
