package operator

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/settings"
	"handrail/tools"
)

// newWalledBench is an open space without any declaration, whose programs run
// in rooms. settings is settings.json; "" for none.
func newWalledBench(t *testing.T, prefs string, change func(*Config)) *bench {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{t: t, dir: filepath.Join(top, "home", "space"), person: &person{asked: make(chan tools.Question, 8), answer: yes}}
	writeFile(t, filepath.Join(b.dir, "notes.txt"), "mine\n")
	dirs := settings.Dirs{Config: filepath.Join(top, "config"), Data: filepath.Join(top, "data")}
	if prefs != "" {
		writeFile(t, filepath.Join(dirs.Config, "settings.json"), strings.ReplaceAll(prefs, "DIR", b.dir))
	}
	b.o = openWalled(t, b.person, dirs, filepath.Join(top, "home"), change)
	if b.s, err = b.o.OpenSpace(t.Context(), b.dir); err != nil {
		t.Fatal(err)
	}
	return b
}

func openWalled(t *testing.T, p *person, dirs settings.Dirs, home string, change func(*Config)) *Operator {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{
		Dirs: dirs, Version: "0", Home: home, Helper: self,
		Environ:    settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "USER=kim", "LANG=C.UTF-8"}},
		Confirmer:  func(*Operator) tools.Confirmer { return p },
		Registries: func() []string { return nil }, // nobody's package managers are asked
	}
	if change != nil {
		change(&c)
	}
	o, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	if !o.walls.Report().Holds() {
		t.Fatalf("this machine builds no walls: %+v", o.walls.Report())
	}
	return o
}

// bash runs a command as an agent does.
func (b *bench) bash(command string) tools.Result {
	b.t.Helper()
	in, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		b.t.Fatal(err)
	}
	return b.call("bash", string(in))
}
