package tips

import (
	"encoding"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var (
	_ encoding.BinaryMarshaler   = (*Tips)(nil)
	_ encoding.BinaryUnmarshaler = (*Tips)(nil)
)

// What another process has read tells the same as what this one has, also where a log is long, and where names are no text.
func TestWhatIsKeptTellsTheSame(t *testing.T) {
	dir := t.TempDir()
	git := filepath.Join(dir, ".git")
	counts := func(name string) bool { return name == "run.sh" }
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, dir, "add", name)
	}
	must(t, dir, "init", "-q", "-b", "main")
	write("run.sh", "one\n")
	must(t, dir, "commit", "-qm", "one")
	must(t, dir, "branch", "odd-\xff")
	for i := range 3 {
		must(t, dir, "commit", "-q", "--allow-empty", "-m", fmt.Sprintf("%02000d", i))
	}
	before := Read(git, nil, counts)
	if len(before.laids[headLog]) <= keptBytes {
		t.Fatalf("the log has only %d bytes", len(before.laids[headLog]))
	}
	raw, err := before.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var kept Tips
	if err := kept.UnmarshalBinary(raw); err != nil {
		t.Fatal(err)
	}
	if got := Brought(git, dir, false, &kept, Read(git, nil, counts), counts); len(got) != 0 {
		t.Errorf("nothing has changed, and %v", got)
	}
	must(t, dir, "switch", "-qc", "new")
	write("run.sh", "two\n")
	must(t, dir, "commit", "-qm", "two")
	write("run.sh", "three\n")
	must(t, dir, "stash", "-q")
	must(t, dir, "switch", "-q", "main")
	must(t, dir, "rm", "-q", "--cached", "run.sh")
	now := Read(git, nil, counts)
	want := Brought(git, dir, false, before, now, counts)
	got := Brought(git, dir, false, &kept, now, counts)
	if len(want) < 2 || fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v\nis not what this process tells:\n%v", got, want)
	}
	if got, want := Behind(dir, &kept, now), Behind(dir, before, now); !slices.Equal(got, want) {
		t.Errorf("stayed %v, not %v", got, want)
	}
	if kept.UnmarshalBinary(raw[:len(raw)/2]) == nil {
		t.Error("half of it is taken")
	}
}
