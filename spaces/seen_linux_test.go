package spaces_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"handrail/internal/pins"
)

const namesAScript = `{"version":"1","tools":{"a":{"description":"A","command":["bash","a.sh"]},"b":{"description":"B","command":["bash","later.sh"]}}}`

// A file is never taken for unchanged because its size and times look the same.
func TestChangedSeesWhatTimesHide(t *testing.T) {
	for name, wait := range map[string]bool{"a young file": false, "an old file": true} {
		t.Run(name, func(t *testing.T) {
			dir := realTemp(t)
			script := filepath.Join(dir, "a.sh")
			write(t, filepath.Join(dir, "ctxnest.json"), namesAScript)
			write(t, script, "echo one")
			info, err := os.Stat(script)
			if err != nil {
				t.Fatal(err)
			}
			for wait && !pins.IdentityOf(info).Settled(time.Now()) {
			}
			space, _ := load(t, dir)
			for range 2 { // the second time from what the first has kept
				if changed, err := space.Changed(); err != nil || len(changed) != 0 {
					t.Fatalf("%v, %v", changed, err)
				}
			}
			if space.Touched() {
				t.Error("it is touched before anything happened")
			}
			write(t, script, "echo two") // the same size
			if err := os.Chtimes(script, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			changed, err := space.Changed()
			if err != nil || len(changed) != 1 || changed[0].File != "a.sh" || !space.Touched() {
				t.Errorf("%v, %v", changed, err)
			}
		})
	}
}

// What a command names and is not there is noticed when it comes; what a program
// does beside it is not.
func TestTouched(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want bool
	}{
		"a script that was named":   {"later.sh", true},
		"a new tool":                {"agent/tools/x.md", true},
		"rules":                     {"agent/rules.json", true},
		"servers":                   {".mcp.json", true},
		"a file that nobody names":  {"notes.txt", false},
		"what the hooks counted":    {"agent/hooks/hook-states.json", false},
		"a deeper file nobody read": {"src/a/b.go", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTemp(t)
			write(t, filepath.Join(dir, "ctxnest.json"), namesAScript)
			write(t, filepath.Join(dir, "agent", "hooks", "h.json"), `{"hooks": []}`)
			space, _ := load(t, dir)
			write(t, filepath.Join(dir, filepath.FromSlash(c.file)), "new")
			if got := space.Touched(); got != c.want {
				t.Errorf("touched: %v", got)
			}
			if changed, err := space.Changed(); err != nil || (len(changed) != 0) != (name == "a script that was named") {
				t.Errorf("%v, %v", changed, err)
			}
		})
	}
}
