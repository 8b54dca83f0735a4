package operator

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"handrail/operator/settings"
)

// Other programs are never told to start a program that an agent or another user may
// exchange.
func TestOnlyASafeProgramIsConnected(t *testing.T) {
	s := openFiles(t, nil)
	o := s.o
	top, err := filepath.EvalSymlinks(o.c.Home)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(top, ".cursor", "mcp.json"), "{}")
	if _, err := o.settings.Update(func(all *settings.Settings) error {
		all.Spaces = append(all.Spaces, filepath.Join(top, "listed"))
		all.PerSpace = map[string]settings.Space{filepath.Join(top, "set"): {Roots: []string{filepath.Join(top, "root")}}}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   string
		mode os.FileMode // of its folder
		own  os.FileMode // of itself
		says string
	}{
		{at: "bin", mode: 0o755, own: 0o755},
		{at: "my project", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "my project/build/bin", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "listed/bin", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "set", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "root/bin", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "data/tmp", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "open", mode: 0o777, own: 0o755, says: "every user"},
		{at: "sticky", mode: 0o777 | os.ModeSticky, own: 0o755, says: "every user"},
		{at: "sticky/mine", mode: 0o700, own: 0o755},
		{at: "open/mine", mode: 0o700, own: 0o755, says: "every user"},
		{at: "file", mode: 0o755, own: 0o777, says: "every user"},
	} {
		if c.says == "every user" && runtime.GOOS == "windows" {
			continue // it has no such bits
		}
		program := filepath.Join(top, filepath.FromSlash(c.at), "handrail")
		writeFile(t, program, "")
		for path, mode := range map[string]os.FileMode{filepath.Dir(program): c.mode, program: c.own} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		o.c.Helper = program
		plan, err := o.ConnectPlan("cursor", s.Dir())
		switch {
		case c.says == "" && (err != nil || !strings.Contains(plan.Difference, "handrail")):
			t.Errorf("%s: %v\n%s", c.at, err, plan.Difference)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "Install")):
			t.Errorf("%s is connected: %v", c.at, err)
		}
	}
	if runtime.GOOS == "windows" {
		return // links need rights there
	}
	link := filepath.Join(top, "my project", "link")
	if err := os.Symlink(filepath.Join(top, "bin"), link); err != nil {
		t.Fatal(err)
	}
	o.c.Helper = filepath.Join(link, "handrail")
	if _, err := o.ConnectPlan("cursor", s.Dir()); err == nil {
		t.Error("a link in a space is connected")
	}
}
