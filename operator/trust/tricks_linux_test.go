package trust_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/trust/trusttest"
	"handrail/tools"
)

// tricks are commands of bash by which a program may try to change what runs
// later. before runs as the person, before the space is trusted.
func tricks() map[string]struct{ before, command string } {
	return map[string]struct{ before, command string }{
		"a plain write":                          {"", `cat evil/deploy.md > agent/tools/deploy.md`},
		"a write through a link":                 {"", `ln -s agent/tools/deploy.md l && cat evil/deploy.md > l`},
		"a write through a hard link":            {"", `ln agent/tools/deploy.md l && cat evil/deploy.md > l`},
		"a hard link that was there":             {`ln agent/tools/deploy.md notes.txt`, `cat evil/deploy.md > notes.txt`},
		"a hard link of a script that was there": {`ln scripts/go.sh notes.txt`, `cat evil/go.sh > notes.txt`},
		"a hard link of a hook's script":         {`ln agent/hooks/guard.sh notes.txt`, `cat evil/guard.sh > notes.txt`},
		"a rename over it":                       {"", `cp evil/deploy.md new && mv -f new agent/tools/deploy.md`},
		"a link over it":                         {"", `ln -sf ../../evil/deploy.md agent/tools/deploy.md`},
		"the folder renamed":                     {"", `mv agent agent2 && cp -r evil/agent agent`},
		"the folder replaced by a link":          {"", `mv agent agent2 && ln -s evil/agent agent`},
		"an inner folder replaced by a link":     {"", `mv agent/tools agent/away && ln -s ../evil/agent/tools agent/tools`},
		"an old folder moved into its place":     {"", `mv agent/tools agent/away && mv evil/agent/tools agent/tools`},
		"deleted":                                {"", `rm agent/tools/deploy.md && cp evil/deploy.md agent/tools/deploy.md`},
		"the script":                             {"", `cat evil/go.sh > scripts/go.sh`},
		"a link to another script":               {"", `ln -sf ../evil/go.sh scripts/go.sh`},
		"a link out of the space":                {"", `cp evil/go.sh $TMPDIR/go.sh && ln -sf $TMPDIR/go.sh scripts/go.sh`},
		"the scripts' folder":                    {"", `mv scripts away && mkdir scripts && cp evil/go.sh scripts/go.sh`},
		"the scripts' folder by a link":          {"", `mv scripts away && ln -s evil scripts`},
		"with the times of the old one":          {"", `cp evil/go.sh n && touch -r scripts/go.sh n && mv -f n scripts/go.sh`},
		"in place, with the times put back":      {"", `touch -r scripts/go.sh t; printf 'echo evil    \n' > scripts/go.sh; touch -r t scripts/go.sh`},
		"the hook's file deleted":                {"", `rm agent/hooks/a.json`},
		"the hooks' folder moved":                {"", `mv agent/hooks away`},
		"the hook's script exchanged":            {"", `cp evil/guard.sh agent/hooks/guard.sh`},
		"the hook's script may not run":          {"", `chmod -x agent/hooks/guard.sh`},
		"the rules deleted":                      {"", `rm agent/rules.json`},
	}
}

// Whatever a program does, what was trusted is what runs, or nothing does: behind
// walls, and without a room, where only pins hold.
func TestTricksChangeNothing(t *testing.T) {
	for place, helper := range map[string]bool{"behind walls": true, "without a room": false} {
		for name, trick := range tricks() {
			t.Run(place+"/"+name, func(t *testing.T) {
				b := newTrickShop(t, helper, trick.before)
				r := b.Bash(trick.command + "; true")
				if operatortest.Code(r) != "" {
					t.Fatalf("bash: %+v", r)
				}
				held := len(b.S.Trust().Changes())
				if r := b.Call("deploy", `{}`); strings.Contains(r.Content, "evil") || operatortest.Code(r) == "" && !strings.Contains(r.Content, "deployed") {
					t.Errorf("deploy: %+v", r)
				}
				if r := b.Call("guarded", `{}`); operatortest.Code(r) != tools.Blocked && operatortest.Code(r) != tools.NotFound {
					t.Errorf("guarded: %+v", r)
				}
				if r := b.Call("plain", `{}`); operatortest.Code(r) != tools.PermissionDenied && operatortest.Code(r) != tools.NotFound && operatortest.Code(r) != tools.Blocked {
					t.Errorf("plain: %+v", r)
				}
				if !helper && held == 0 {
					t.Error("nothing was noticed when the program had ended")
				}
			})
		}
	}
}

// newTrickShop is a trusted shop, with what tricks need. before runs first.
func newTrickShop(t *testing.T, helper bool, before string) *operatortest.Bench {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(top, "home")
	dir := filepath.Join(home, "space")
	for _, files := range []map[string]string{trusttest.Shop(), trusttest.Evil()} {
		for name, text := range files {
			operatortest.WriteFile(t, filepath.Join(dir, filepath.FromSlash(name)), text)
		}
	}
	if err := os.Chmod(filepath.Join(dir, "agent", "hooks", "guard.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if words := strings.Fields(before); len(words) == 3 { // ln FROM TO
		if err := os.Link(filepath.Join(dir, words[1]), filepath.Join(dir, words[2])); err != nil {
			t.Fatal(err)
		}
	}
	return operatortest.New(t, operatortest.Options{Home: home, Walls: helper, Trusted: true})
}

// File tools replace files and never write through another name; what the person
// lets them change is held back until they have looked at the difference.
func TestFileToolsChangeNothingUnseen(t *testing.T) {
	for name, c := range map[string]struct {
		before [2]string // a hard link or a link
		hard   bool
		path   string
		asks   bool
	}{
		"the file itself":     {path: "agent/tools/deploy.md", asks: true},
		"through a link":      {before: [2]string{"agent/tools/deploy.md", "notes.txt"}, path: "notes.txt", asks: true},
		"through a hard link": {before: [2]string{"agent/tools/deploy.md", "notes.txt"}, hard: true, path: "notes.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newTrickShop(t, true, "")
			if from := filepath.Join(b.Dir, c.before[0]); c.before[0] != "" {
				link := os.Symlink
				if c.hard {
					link = os.Link
				} else {
					from = c.before[0]
				}
				if err := link(from, filepath.Join(b.Dir, c.before[1])); err != nil {
					t.Fatal(err)
				}
			}
			calls := b.Agent()
			for _, input := range []string{`{"path":"` + c.path + `"}`, `{"path":"` + c.path + `","content":"---\nid: deploy\nname: Deploy\ndescription: d\ncommand: echo evil\n---\n"}`} {
				tool := "read"
				if strings.Contains(input, "content") {
					tool = "write"
				}
				if _, r, err := calls.Call(t.Context(), tool, []byte(input), tools.Scope{}); err != nil || operatortest.Code(r) != "" {
					t.Fatalf("%s: %+v, %v", tool, r, err)
				}
			}
			if asked := b.Questions() > 0; asked != c.asks {
				t.Errorf("the person was asked: %v", asked)
			}
			if r := b.Call("deploy", `{}`); strings.Contains(r.Content, "evil") || c.asks == (operatortest.Code(r) == "") {
				t.Errorf("deploy: %+v", r)
			}
		})
	}
}
