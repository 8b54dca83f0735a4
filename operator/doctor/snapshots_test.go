package doctor

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// What can be taken back is counted, and what is damaged is named with the call whose undo
// is lost.
func TestSnapshots(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a.txt": "one\n"}})
	b.Call("read", `{"path":"a.txt"}`)
	if r := b.Call("write", `{"path":"b.txt","content":"two\n"}`); r.Error != nil {
		t.Fatal(r.Error)
	}
	found := New(b.O).examineSnapshots(t.Context())
	if len(found) != 1 || found[0].State != "ok" || !strings.HasPrefix(found[0].Text, "1 call can be taken back, 0 MB, since 20") {
		t.Fatalf("%+v", found)
	}
	packs := filepath.Join(b.Options.Dirs.Data, "snapshots", "packs")
	names, err := os.ReadDir(packs)
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, n := range names {
		if err := os.Truncate(filepath.Join(packs, n.Name()), 20); err != nil {
			t.Fatal(err)
		}
	}
	fresh := operatortest.Open(t, b.Options, b.Person)
	found = New(fresh).examineSnapshots(t.Context())
	text := ""
	for _, f := range found[1:] {
		text += f.State + ": " + f.Text + "\n"
	}
	if !strings.Contains(text, "warning: 1 call cannot be taken back as a whole: c_") || !strings.Contains(text, "is damaged") {
		t.Errorf("%s", text)
	}
}
