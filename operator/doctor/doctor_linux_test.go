package doctor

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// The program that becomes the walls must not be an agent's to change.
func TestTheDoctorLooksWhereTheHelperLies(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true})
	d, top := New(b.O), filepath.Dir(b.O.Config().Home)
	warned := func() string {
		t.Helper()
		for _, f := range d.examineWalls() {
			if f.Name == "the walls' own program" {
				if f.State != "warning" || f.Advice == "" {
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
	helper := d.helper
	link := filepath.Join(top, "home", "space", "bin", "handrail")
	if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink(helper, link)); err != nil {
		t.Fatal(err)
	}
	d.helper = link
	if got := warned(); !strings.Contains(got, "/home/space,") {
		t.Errorf("through a link of the space: %q", got)
	}
	d.helper = helper
	if err := b.O.Store().States().SetState(t.Context(), "pins", filepath.Dir(helper), "x"); err != nil {
		t.Fatal(err)
	}
	if got := warned(); !strings.Contains(got, filepath.Dir(helper)) {
		t.Errorf("in a space that is not open: %q", got)
	}
	d.helper = ""
	if got := warned(); got != "" {
		t.Errorf("where there is none: %s", got)
	}
	d.helper = helper
	operatortest.WriteFile(t, b.O.Settings().Path(), "{")
	if got := warned(); !strings.Contains(got, "not known") {
		t.Errorf("with settings that cannot be read: %q", got)
	}
}
