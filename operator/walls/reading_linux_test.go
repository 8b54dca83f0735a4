package walls_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// The author of a tool says that it changes nothing. Where the person wants only reading,
// the walls hold the tool to it.
func TestReadOnlyHoldsProgramsToReading(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Walls: true, Trusted: true,
		Files: map[string]string{
			"notes.txt": "one\n",
			"ctxnest.json": `{"version":"1","tools":{
				"look":{"description":"Looks.","command":["bash","-c","cat notes.txt; echo two >> notes.txt; echo x > new.txt; echo kept > $TMPDIR/kept && cat $TMPDIR/kept"],"sideEffect":false},
				"send":{"description":"Sends.","command":["true"],"sideEffect":false,"network":["localhost:1"]}}}`,
		},
	})
	changed := func() bool {
		_, err := os.Stat(filepath.Join(b.Dir, "new.txt"))
		notes, unread := os.ReadFile(filepath.Join(b.Dir, "notes.txt"))
		return err == nil || unread != nil || string(notes) != "one\n"
	}
	if err := b.S.Permits().SetMode(t.Context(), guard.ReadOnly); err != nil {
		t.Fatal(err)
	}
	if r := b.Call("look", "{}"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "one") || !strings.Contains(r.Content, "kept") || changed() {
		t.Errorf("in read-only it changed something, or could not read: %+v", r)
	}
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) { return tools.Answer{}, nil }
	if r := b.Call("send", "{}"); operatortest.Code(r) != tools.Declined || b.Questions() != 1 {
		t.Errorf("a tool that reaches a service was not asked about: %+v", r)
	}
	if err := b.S.Permits().SetMode(t.Context(), guard.Workspace); err != nil {
		t.Fatal(err)
	}
	if r := b.Call("look", "{}"); operatortest.Code(r) != "" || !changed() {
		t.Errorf("in workspace it is held to reading, or does not run: %+v", r)
	}
}
