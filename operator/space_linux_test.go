package operator

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestASpaceThatIsOpenedTwiceAtOnce(t *testing.T) {
	b := newWalledBench(t, "", nil)
	if r := b.bash("true"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	loser, err := b.o.open(t.Context(), b.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := loser.close(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(filepath.Dir(b.dir), "other")
	writeFile(t, filepath.Join(other, "a"), "")
	var all sync.WaitGroup
	found := make([]*Space, 8)
	for i := range found {
		all.Go(func() {
			s, err := b.o.OpenSpace(t.Context(), other)
			if err != nil {
				t.Error(err)
			}
			found[i] = s
		})
	}
	all.Wait()
	if slices.ContainsFunc(found, func(s *Space) bool { return s == nil || s != found[0] }) {
		t.Errorf("%v", found)
	}
	entries, err := os.ReadDir(filepath.Join(b.o.config.Dirs.Data, "temp"))
	if err != nil || len(entries) != 2 {
		t.Errorf("%d temporary folders are left for two spaces, %v", len(entries), err)
	}
}

// What a program leaves in /tmp is there for the file tools, too, and the other way round.
func TestProgramsAndFileToolsHaveOneTmp(t *testing.T) {
	b := newWalledBench(t, "", nil)
	if r := b.bash("echo from a program >/tmp/report; mkdir /var/tmp/deep"); code(r) != "" {
		t.Fatalf("%+v", r)
	}
	if r := b.call("read", `{"path": "/tmp/report"}`); code(r) != "" || !strings.Contains(r.Content, "from a program") {
		t.Errorf("read: %+v", r)
	}
	if r := b.call("write", `{"path": "/tmp/deep/note", "content": "from a tool\n"}`); code(r) != "" {
		t.Errorf("write: %+v", r)
	}
	if r := b.call("grep", `{"pattern": "from a", "path": "/tmp"}`); !strings.Contains(r.Content, "report") || !strings.Contains(r.Content, "note") {
		t.Errorf("grep: %+v", r)
	}
	if r := b.bash("cat /tmp/deep/note"); !strings.Contains(r.Content, "from a tool") {
		t.Errorf("cat: %+v", r)
	}
	machines := filepath.Join(os.TempDir(), filepath.Base(t.TempDir())+"-machines")
	writeFile(t, machines, "not for agents")
	t.Cleanup(func() { _ = os.Remove(machines) })
	if r := b.call("read", `{"path": "`+machines+`"}`); code(r) == "" {
		t.Errorf("what lies in the machine's own folder was read: %+v", r)
	}
}
