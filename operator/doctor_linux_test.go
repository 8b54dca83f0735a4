package operator

import (
	"path/filepath"
	"strings"
	"testing"
)

// The program that becomes the walls must not be an agent's to change.
func TestTheDoctorLooksWhereTheHelperLies(t *testing.T) {
	b := newWalledBench(t, "", nil)
	warned := func() string {
		t.Helper()
		for _, f := range b.o.examineWalls() {
			if f.Name == "the walls' own program" {
				if f.State != "warning" || f.Action == "" {
					t.Errorf("%+v", f)
				}
				return f.Text
			}
		}
		return ""
	}
	if got := warned(); got != "" {
		t.Errorf("where no agent may write: %s", got)
	}
	helper := b.o.c.Helper
	b.link("$TOP/home/space/bin/handrail", helper)
	b.o.c.Helper = b.top("$TOP/home/space/bin/handrail")
	if got := warned(); !strings.Contains(got, "/home/space,") {
		t.Errorf("through a link of the space: %q", got)
	}
	b.o.c.Helper = helper
	if err := b.o.store.SetState(t.Context(), trustKind, filepath.Dir(helper), "x"); err != nil {
		t.Fatal(err)
	}
	if got := warned(); !strings.Contains(got, filepath.Dir(helper)) {
		t.Errorf("in a space that is not open: %q", got)
	}
	b.o.c.Helper = ""
	if got := warned(); got != "" {
		t.Errorf("where there is none: %s", got)
	}
	b.o.c.Helper = helper
	writeFile(t, b.o.settings.Path(), "{")
	if got := warned(); !strings.Contains(got, "not known") {
		t.Errorf("with settings that cannot be read: %q", got)
	}
}
