package trust_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/internal/pins"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/tools"
)

// A desk is the person's own space, in which an agent works behind walls.
type desk struct{ *operatortest.Bench }

func newDesk(t *testing.T) desk {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Walls: true, Files: map[string]string{
		"agent/tools/plain.md": newPlainTool("plain"), "agent/hooks/note.json": `{"hooks":[]}`, "scripts/old.sh": "echo old\n", "scripts/older.sh": "echo older\n", "notes.txt": "mine\n", "prod/run.sh": "echo prod\n", "stage/run.sh": "echo stage\n",
		"release1/run.sh": "echo first\n", "agent/tools/current.md": toolOf("current", "bash scripts/current/run.sh"), "agent/tools/old.md": toolOf("old", "bash scripts/old.sh"),
	}})
	d := desk{b}
	d.must(os.Symlink("../release1", d.at("scripts/current")))
	b.Reload()
	time.Sleep(3 * settling) // the times of files are coarse: what is there must be older than the trust
	b.Trust()
	d.must(b.S.Trust().SetOwn(t.Context(), true))
	return d
}

// settling is by how much the times of files may lag behind the clock.
const settling = 20 * time.Millisecond

func toolOf(id, command string) string {
	return "---\nid: " + id + "\nname: " + id + "\ndescription: d\ncommand: " + command + "\n---\n"
}

func (d desk) at(name string) string { return filepath.Join(d.Dir, filepath.FromSlash(name)) }

func (d desk) must(err error) {
	d.T.Helper()
	if err != nil {
		d.T.Fatal(err)
	}
}

// agent runs a command of the agent, which ends with all that it has started.
func (d desk) agent(command string) {
	d.T.Helper()
	if r := d.Bash(command); operatortest.Code(r) != "" {
		d.T.Fatalf("%s: %+v", command, r)
	}
	ends(d.T, d.Bench)
	time.Sleep(2 * settling) // no person is quicker
}

func (d desk) move(from, to string) { d.T.Helper(); d.must(os.Rename(d.at(from), d.at(to))) }

// names is the person's edit that names a script.
func (d desk) names(script string) { d.File("agent/tools/new.md", toolOf("new", "bash "+script)) }

func (d desk) expect(why, want string) {
	d.T.Helper()
	if got := held(d.T, d.S); got != want {
		d.T.Errorf("%s: held back are %q, want %q: %+v", why, got, want, d.S.Trust().Changes())
	}
}

// What a program of an agent has written is not the person's because they are the first to name
// it, or have moved it, or lead a link to it, however long ago it was and whoever looked meanwhile.
func TestWhatAnAgentWroteIsNamedLater(t *testing.T) {
	const hook = `{"hooks":[{"id":"x","type":"pre_tool","command":"bash agent/hooks/x.sh"}]}`
	for name, c := range map[string]struct {
		agent  string
		person func(d desk)
		held   string
	}{
		"named later": {"echo evil > scripts/local.sh", func(d desk) { d.names("scripts/local.sh") }, "scripts/local.sh"},
		"named by hands": {"echo evil > scripts/local.sh", func(d desk) {
			d.File("ctxnest.json", `{"version":"1","tools":{"a":{"description":"A","command":["bash","scripts/local.sh"]}}}`)
		}, "scripts/local.sh"},
		"touched and named": {"echo evil > scripts/local.sh", func(d desk) {
			d.must(os.Chtimes(d.at("scripts/local.sh"), time.Now(), time.Now()))
			d.must(os.Chmod(d.at("scripts/local.sh"), 0o755))
			d.names("scripts/local.sh")
		}, "scripts/local.sh"},
		"an old file of the person's, written by the agent":  {"echo evil > scripts/older.sh", func(d desk) { d.names("scripts/older.sh") }, "scripts/older.sh"},
		"an old one of which the agent set the time back":    {"echo evil > scripts/older.sh; touch -d 2001-01-01 scripts/older.sh", func(d desk) { d.names("scripts/older.sh") }, "scripts/older.sh"},
		"folders of old files that the agent has exchanged":  {"mv prod p; mv stage prod; mv p stage", func(d desk) { d.names("prod/run.sh") }, "prod/run.sh"},
		"an old one that the agent gave the name":            {"mv scripts/older.sh scripts/local.sh", func(d desk) { d.names("scripts/local.sh") }, "scripts/local.sh"},
		"a folder of old files that the agent gave the name": {"mkdir new; mv release1 new/release2 || cp -r release1 new/release2", func(d desk) { d.names("new/release2/run.sh") }, "new/release2/run.sh"},
		"a hard link of what the agent wrote":                {"echo evil > x", func(d desk) { d.must(os.Link(d.at("x"), d.at("agent/hooks/x.sh"))); d.File("agent/hooks/x.json", hook) }, "agent/hooks/x.sh"},
		"a hard link by the agent":                           {"ln scripts/older.sh scripts/x.sh; echo evil > scripts/x.sh", func(d desk) { d.names("scripts/older.sh") }, "scripts/older.sh"},
		"a link that the person leads to it": {"mkdir release2; echo evil > release2/run.sh", func(d desk) {
			d.must(os.Remove(d.at("scripts/current")))
			d.must(os.Symlink("../release2", d.at("scripts/current")))
		}, "scripts/current/run.sh"},
		"a folder in the place of the link":                   {"mkdir release2; echo evil > release2/run.sh", func(d desk) { d.must(os.Remove(d.at("scripts/current"))); d.move("release2", "scripts/current") }, "scripts/current/run.sh"},
		"a file moved to where a definition names it":         {"echo evil > x", func(d desk) { d.names("scripts/x.sh"); d.Reload(); d.move("x", "scripts/x.sh") }, "scripts/x.sh"},
		"a file moved over one that is trusted":               {"echo evil > x", func(d desk) { d.move("x", "scripts/old.sh") }, "scripts/old.sh"},
		"a definition moved to where it counts":               {"mkdir -p drafts; printf -- '---\\nid: z\\nname: Z\\ndescription: d\\ncommand: echo evil\\n---\\n' > drafts/z.md", func(d desk) { d.move("drafts/z.md", "agent/tools/z.md") }, "agent/tools/z.md"},
		"a definition moved over another":                     {"mkdir -p drafts; sed 's/echo plain/echo evil/' agent/tools/plain.md > drafts/plain.md", func(d desk) { d.move("drafts/plain.md", "agent/tools/plain.md") }, "agent/tools/plain.md"},
		"a script moved into a folder that nothing can write": {"echo evil > x", func(d desk) { d.move("x", "agent/hooks/x.sh"); d.File("agent/hooks/x.json", hook) }, "agent/hooks/x.sh"},
		"and made executable, and named when it was seen there": {"echo evil > x", func(d desk) {
			d.move("x", "agent/hooks/x.sh")
			d.Reload()
			d.must(os.Chmod(d.at("agent/hooks/x.sh"), 0o755))
			d.Reload()
			d.File("agent/hooks/x.json", hook)
		}, "agent/hooks/x.sh"},
		"a folder moved into one that nothing can write": {"mkdir x; sleep 0.2; echo evil > x/x.sh; sleep 0.2; touch x/y", func(d desk) {
			d.move("x", "agent/hooks/x")
			d.Reload()
			d.File("agent/hooks/x.json", strings.Replace(hook, "hooks/x.sh", "hooks/x/x.sh", 1))
		}, "agent/hooks/x/x.sh"},
		"the folder of hooks replaced by one that looks the same": {"cp -r agent/hooks h; sleep 0.2; echo evil > h/x.sh; sleep 0.2; touch h/y", func(d desk) {
			d.move("agent/hooks", "agent/hooks.old")
			d.move("h", "agent/hooks")
			d.Reload()
			d.Reload()
			d.File("agent/hooks/x.json", hook)
		}, "agent/hooks/x.sh"},
		"a skill's folder": {"mkdir -p skills-new/s; printf -- '---\\nname: s\\ndescription: d\\n---\\nevil\\n' > skills-new/s/SKILL.md", func(d desk) {
			d.must(os.MkdirAll(d.at("skills"), 0o755))
			d.Reload()
			d.move("skills-new/s", "skills/s")
		}, "skills/s/SKILL.md"},
		"another process looks": {"echo evil > x; echo evil > scripts/local.sh", func(d desk) {
			d.move("x", "agent/hooks/x.sh")
			d.File("agent/hooks/x.json", hook)
			d.names("scripts/local.sh")
		}, "agent/hooks/x.sh scripts/local.sh"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.agent(c.agent)
			d.Reload()
			c.person(d)
			s := d.S
			if name == "another process looks" {
				var err error
				s, err = operatortest.Open(t, d.Options, d.Person).OpenSpace(t.Context(), d.Dir)
				d.must(err)
			}
			for range 2 { // what was held back once stays held back
				if got := held(t, s); got != c.held {
					t.Errorf("held back are %q, want %q", got, c.held)
				}
			}
			d.agent("true")
			if got := held(t, s); got != c.held {
				t.Errorf("after another call: held back are %q, want %q", got, c.held)
			}
		})
	}
}

// What is held back stays so, however the person writes it, until they have looked or it is gone.
func TestWhatIsHeldBackIsWrittenAnew(t *testing.T) {
	d := newDesk(t)
	d.agent("echo evil > x; echo evil > scripts/local.sh")
	d.names("scripts/local.sh")
	d.expect("named later", "scripts/local.sh")
	d.File("y", "echo evil\necho mine\n")
	d.move("y", "scripts/local.sh")
	d.expect("the person has saved it anew", "scripts/local.sh")
	d.Remove("scripts/local.sh")
	d.expect("it is gone", "")
	d.File("scripts/local.sh", "echo mine\n")
	d.expect("the person has made another one", "")
	d.File("agent/hooks/x.json", `{"hooks":[{"id":"x","type":"pre_tool","command":"bash agent/hooks/x.sh"}]}`)
	d.Reload()
	d.move("x", "agent/hooks/x.sh")
	d.expect("moved here", "agent/hooks/x.sh")
	d.File("y", "echo evil\necho mine\n")
	d.move("y", "agent/hooks/x.sh")
	d.expect("the person has saved it anew", "agent/hooks/x.sh")
	d.Remove("agent/hooks/x.sh")
	d.expect("it is gone", "")
	d.File("agent/hooks/x.sh", "echo mine\n")
	d.expect("the person has made another one", "")
}

// A script that nothing names any more is like any other file: what an agent writes to it counts
// wherever it is named next.
func TestAScriptThatIsNamedNoMore(t *testing.T) {
	for name, to := range map[string]string{"named again": "scripts/old.sh", "moved to where nothing can write": "agent/hooks/x.sh", "under another name": "scripts/x.sh"} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.Remove("agent/tools/old.md")
			d.expect("a tool that goes", "")
			d.agent("echo evil > scripts/old.sh")
			d.Reload()
			if to != "scripts/old.sh" {
				d.move("scripts/old.sh", to)
			}
			d.names(to)
			d.expect("what an agent has written to it", to)
		})
	}
}

// The person looks at it once; from then on it is like all that they have trusted.
func TestOneLookAtWhatAnAgentWrote(t *testing.T) {
	d := newDesk(t)
	d.agent("echo evil > scripts/local.sh; echo evil > x")
	d.names("scripts/local.sh")
	d.move("x", "agent/hooks/x.sh")
	d.File("agent/hooks/x.json", `{"hooks":[{"id":"x","type":"pre_tool","command":"bash agent/hooks/x.sh"}]}`)
	d.expect("what the agent wrote", "agent/hooks/x.sh scripts/local.sh")
	changes := d.S.Trust().Changes()
	if len(changes) == 0 || !strings.Contains(changes[0].Diff, "+evil") || !strings.Contains(changes[0].During, "an agent's call") {
		t.Errorf("the person is shown %+v", changes)
	}
	d.Trust()
	d.expect("they have looked", "")
	d.agent("true")
	d.File("scripts/local.sh", "echo mine\n")
	d.File("agent/hooks/x.sh", "echo mine\n")
	d.expect("the person's edit afterwards", "")
}

// What the person does all day while an agent works in the same space asks nothing.
func TestThePersonsDayBesideAnAgent(t *testing.T) {
	d := newDesk(t)
	anew := func(name, text string) { // as editors do that write a new file and rename it
		t.Helper()
		d.File(name+".tmp", text)
		d.move(name+".tmp", name)
	}
	for _, step := range []struct {
		why string
		do  func()
	}{
		{"a script that was there when they trusted the space", func() { d.names("scripts/older.sh") }},
		{"a new script", func() { d.File("scripts/new.sh", "echo new\n"); d.names("scripts/new.sh") }},
		{"a script that is saved in place", func() { d.File("scripts/new.sh", "echo newer\n") }},
		{"a tool that is saved in place", func() { d.File("agent/tools/plain.md", newPlainTool("second")) }},
		{"a tool that is saved anew", func() { anew("agent/tools/plain.md", newPlainTool("third")) }},
		{"a tool that is saved in place after that", func() { d.File("agent/tools/plain.md", newPlainTool("fourth")) }},
		{"a script that is saved anew", func() { anew("scripts/old.sh", "echo second\n") }},
		{"and in place", func() { d.File("scripts/old.sh", "echo third\n") }},
		{"a new tool, empty at first", func() { d.File("agent/tools/empty.md", "") }},
		{"which is saved later", func() { time.Sleep(200 * time.Millisecond); d.File("agent/tools/empty.md", toolOf("empty", "echo x")) }},
		{"a script for a hook, which is made executable and named later", func() { d.File("agent/hooks/later.sh", "echo x\n") }},
		{"as here", func() {
			time.Sleep(200 * time.Millisecond)
			d.must(os.Chmod(d.at("agent/hooks/later.sh"), 0o755))
			d.File("agent/hooks/later.json", `{"hooks":[{"id":"later","type":"post_tool","command":"bash agent/hooks/later.sh"}]}`)
		}},
		{"a tool with another name", func() { d.move("agent/tools/empty.md", "agent/tools/full.md") }},
		{"a script with another name", func() { d.move("scripts/new.sh", "scripts/newest.sh"); d.names("scripts/newest.sh") }},
		{"a new folder with a skill", func() { d.File("skills/s/SKILL.md", "---\nname: s\ndescription: d\n---\nmine\n") }},
		{"a link to a release that was there", func() {
			d.must(os.Remove(d.at("scripts/current")))
			d.must(os.Symlink("../release1", d.at("scripts/current")))
		}},
		{"a release of their own", func() {
			d.File("release9/run.sh", "echo ninth\n")
			d.must(os.Remove(d.at("scripts/current")))
			d.must(os.Symlink("../release9", d.at("scripts/current")))
		}},
		{"a tool that goes", func() { d.Remove("agent/tools/full.md") }},
	} {
		d.agent("echo made > made.txt; echo more >> scripts/unnamed.sh")
		step.do()
		d.expect(step.why, "")
	}
}

// While a server or a job lives, the person's work in what it can only read is theirs all the same.
func TestThePersonsDayBesideAJob(t *testing.T) {
	d := newDesk(t)
	if r := d.Call("bash", `{"command":"touch up; while [ ! -e stop ]; do sleep 0.01; done; echo evil > x","background":true}`); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	operatortest.WaitUntil(t, "the job is up", func() bool { _, err := os.Stat(d.at("up")); return err == nil })
	d.File("agent/tools/plain.md", newPlainTool("second"))
	d.expect("a tool that is saved in place", "")
	d.File("agent/tools/new.md", toolOf("new", "echo x"))
	d.expect("a new tool", "")
	d.File("agent/tools/empty.md", "")
	d.expect("an empty one", "")
	time.Sleep(200 * time.Millisecond)
	d.File("agent/tools/empty.md", toolOf("empty", "echo x"))
	d.expect("which is saved later", "")
	d.File("waits.md", toolOf("waits", "echo x"))
	time.Sleep(200 * time.Millisecond)
	d.move("waits.md", "agent/tools/waits.md")
	d.expect("one that the job could have made where it lay", "agent/tools/waits.md")
	d.File("stop", "")
	ends(t, d.Bench)
	d.expect("the job has ended", "agent/tools/waits.md")
	d.move("x", "agent/tools/x.md")
	d.File("agent/tools/x.md", toolOf("x", "echo x"))
	d.expect("what it left, and the person has written to", "agent/tools/waits.md agent/tools/x.md")
}

// What another space's program or file tool has made is not the person's here either, once it is moved here.
func TestWhatAnotherSpacesAgentWroteIsMovedHere(t *testing.T) {
	d := newDesk(t)
	dir := filepath.Join(filepath.Dir(d.Dir), "other")
	_, err := d.O.NewSpace(t.Context(), dir, "Other", "")
	d.must(err)
	other, err := d.O.OpenSpace(t.Context(), dir)
	d.must(err)
	calls := (&operatortest.Bench{T: t, S: other}).Agent()
	for tool, input := range map[string]map[string]string{
		"bash":  {"command": "echo evil > a.sh"},
		"write": {"path": "b.sh", "content": "echo evil\n"},
	} {
		raw, err := json.Marshal(input)
		d.must(err)
		if _, r, err := calls.Call(t.Context(), tool, raw, tools.Scope{}); err != nil || operatortest.Code(r) != "" {
			t.Fatalf("%s: %+v, %v", tool, r, err)
		}
	}
	ends(t, d.Bench)
	d.must(os.Rename(filepath.Join(dir, "a.sh"), d.at("agent/hooks/a.sh")))
	d.must(os.Rename(filepath.Join(dir, "b.sh"), d.at("agent/hooks/b.sh")))
	d.File("agent/hooks/x.json", `{"hooks":[{"id":"a","type":"pre_tool","command":"bash agent/hooks/a.sh"},{"id":"b","type":"pre_tool","command":"bash agent/hooks/b.sh"}]}`)
	d.expect("what was made elsewhere", "agent/hooks/a.sh agent/hooks/b.sh")
}

// Saving a definition in the window trusts the script that it is the first to name, unless an
// agent could have written it: also in a space that is not the person's own.
func TestASavedDefinitionNamesWhatAnAgentWrote(t *testing.T) {
	for name, own := range map[string]bool{"their own space": true, "another one": false} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.must(d.S.Trust().SetOwn(t.Context(), own))
			d.agent("echo evil > scripts/local.sh")
			save := func(script string) string {
				t.Helper()
				text := toolOf("new", "bash "+script)
				d.File("agent/tools/new.md", text)
				d.Reload()
				note, err := d.S.Trust().Adopt(t.Context(), trust.Saved{File: "agent/tools/new.md", SHA256: pins.Sum([]byte(text)), Before: trust.Trusted})
				d.must(err)
				return note
			}
			if note := save("scripts/local.sh"); !strings.Contains(note, "scripts/local.sh is new, and an agent's call") && (!own || !strings.Contains(note, "scripts/local.sh")) {
				t.Errorf("%q", note)
			}
			if r := d.Call("new", `{}`); operatortest.Code(r) != tools.PermissionDenied {
				t.Errorf("what an agent wrote: %+v", r)
			}
			d.Remove("scripts/local.sh")
			d.File("scripts/mine.sh", "echo mine\n")
			for _, script := range []string{"scripts/mine.sh", "scripts/older.sh"} {
				if note := save(script); note != "" {
					t.Errorf("%s: %q", script, note)
				}
				if r := d.Call("new", `{}`); operatortest.Code(r) != "" {
					t.Errorf("%s: %+v", script, r)
				}
				ends(t, d.Bench)
				time.Sleep(2 * settling)
			}
		})
	}
}
