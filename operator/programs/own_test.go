package programs

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// Other programs are never told to start a program that an agent or another user may
// exchange.
func TestOnlyASafeProgramIsConnected(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := operatortest.New(t, operatortest.Options{Home: filepath.Join(top, "home")})
	all := New(b.O)
	operatortest.WriteFile(t, filepath.Join(top, "home", ".cursor", "mcp.json"), "{}")
	if _, err := b.O.Settings().Update(func(set *settings.Settings) error {
		set.Spaces = append(set.Spaces, filepath.Join(top, "listed"))
		set.PerSpace = map[string]settings.Space{filepath.Join(top, "set"): {Roots: []string{filepath.Join(top, "root")}}}
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
		{at: "home/space", mode: 0o755, own: 0o755, says: "agents may write"},
		{at: "home/space/build/bin", mode: 0o755, own: 0o755, says: "agents may write"},
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
		operatortest.WriteFile(t, program, "")
		for path, mode := range map[string]os.FileMode{filepath.Dir(program): c.mode, program: c.own} {
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		all.helper = program
		plan, err := all.PlanConnect("cursor", b.Dir)
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
	link := filepath.Join(top, "home", "space", "link")
	if err := os.Symlink(filepath.Join(top, "bin"), link); err != nil {
		t.Fatal(err)
	}
	all.helper = filepath.Join(link, "handrail")
	if _, err := all.PlanConnect("cursor", b.Dir); err == nil {
		t.Error("a link in a space is connected")
	}
}
