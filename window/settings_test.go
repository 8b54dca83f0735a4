package window

import (
	"errors"
	"os"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// An openDesk notes which file is to be opened.
type openDesk struct {
	Desktop
	opened []string
	err    error
}

func (d *openDesk) OpenFile(path string) error {
	d.opened = append(d.opened, path)
	return d.err
}

// The file of the settings is opened as it is, broken or not, and made where there is none.
func TestOpenSettings(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	desk := &openDesk{}
	s := &Settings{&app{ctx: t.Context(), o: b.O, desk: desk}}
	path := b.O.Settings().Path()
	if err := s.OpenSettings(); err != nil || strings.Join(desk.opened, " ") != path {
		t.Fatalf("opened %q, %v", desk.opened, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "{}\n" {
		t.Errorf("the new file says %q, %v", text, err)
	}
	broken := "{ // mine\n"
	operatortest.WriteFile(t, path, broken)
	if err := s.OpenSettings(); err != nil || len(desk.opened) != 2 {
		t.Errorf("opened %q, %v", desk.opened, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != broken {
		t.Errorf("the broken file says %q, %v", text, err)
	}
	desk.err = errors.New("no program for it")
	if err := s.OpenSettings(); !errors.Is(err, desk.err) {
		t.Error(err)
	}
	if v, err := s.Settings(); err != nil || !strings.Contains(v.Problem, "line 2, column 1") {
		t.Errorf("the problem is %q, %v", v.Problem, err)
	}
}
