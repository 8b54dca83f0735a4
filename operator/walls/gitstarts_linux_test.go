package walls_test

import (
	"os"
	"strings"
	"testing"
)

// What settings of git start by a name without an ending, from a folder, or by a pattern is the person's: no program of a room changes it, or puts
// another one there. What nobody can read is told once.
func TestWhatSettingsStartIsKept(t *testing.T) {
	g := newGitBench(t)
	g.File("tools/clean.js", "//\n")
	g.File("tools/more/c.sh", "cat\n")
	g.File("src/app.js", "//\n")
	g.File(".gitattributes", "*.dat filter=j diff=j\n")
	g.outside(g.Dir, "config", "filter.j.clean", "cd tools && sh more/*.sh")
	g.outside(g.Dir, "config", "diff.j.textconv", "node ./lib/text")
	g.outside(g.Dir, "config", "filter.k.clean", `sh "$(cat which)"`)
	g.outside(g.Dir, "config", "credential.helper", "!gh auth git-credential")
	g.File("lib/text.js", "//\n")
	g.File("lib/other.js", "//\n")
	for _, script := range []string{"echo x >>tools/clean.js", "echo x >tools/more/d.sh", "mv tools/more tools/less", "echo x >lib/text.js", "mv tools away"} {
		if r := g.Bash(script); !strings.Contains(r.Content, "Read-only") && !strings.Contains(r.Content, "busy") {
			t.Errorf("%s: %s", script, r.Content)
		}
	}
	if heard := g.heard(); strings.Count(heard, "named only when it runs") != 1 || !strings.Contains(heard, "filter.k.clean") {
		t.Errorf("the person was told: %s", heard)
	}
	if r := g.Bash("echo x >>src/app.js && echo x >>lib/other.js && echo made"); !strings.Contains(r.Content, "made") {
		t.Errorf("what no setting names could not be written: %s", r.Content)
	}
	g.Bash("echo evil >lib/text && chmod +x lib/text") // comes before text.js
	if heard := g.heard(); !strings.Contains(heard, "lib/text") {
		t.Errorf("the person was told: %s", heard)
	}
	if _, err := os.Stat(g.Dir + "/lib/text"); err == nil {
		t.Error("lib/text is still there")
	}
}
