package servers_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/proc"
	"handrail/operator"
	"handrail/operator/operatortest"
)

// A server's command that is a name means the person's program, although a folder of the space stands before it on PATH: an agent could have
// put one of that name there, and it would have the server's keys.
func TestAPlantedProgramIsNoServer(t *testing.T) {
	t.Parallel()
	top, err := filepath.EvalSymlinks(t.TempDir())
	self, wrong := os.Executable()
	if err != nil || wrong != nil {
		t.Fatal(err, wrong)
	}
	dir, own := filepath.Join(top, "home", "space"), filepath.Join(top, "own")
	operatortest.WriteFile(t, filepath.Join(own, "my-server"), "#!/bin/sh\nexec '"+self+"' mcp-peer\n")
	b := operatortest.New(t, operatortest.Options{
		Home: filepath.Join(top, "home"), Files: map[string]string{"bin/my-server": "#!/bin/sh\ntouch " + dir + "/taken\nexec '" + self + "' mcp-peer\n"}, Walls: true,
		Settings: `{"tools":{"mcp_servers":{"peer":{"command":"my-server","read":["` + own + `","` + filepath.Dir(self) + `"]}}},"rules":{"allow":["*__*"]}}`,
		Change: func(c *operator.Config) {
			path := strings.Join([]string{filepath.Join(dir, "bin"), own, os.Getenv("PATH")}, string(os.PathListSeparator))
			c.Environ.Vars = proc.SetEnv(c.Environ.Vars, "PATH", path)
		},
	})
	for _, f := range []string{filepath.Join(own, "my-server"), filepath.Join(dir, "bin", "my-server")} {
		if err := os.Chmod(f, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if r := operatortest.Ask(t, b.S, "peer__env", "PATH"); r.Error != nil || !strings.HasPrefix(r.Content, own) {
		t.Errorf("the server has PATH %q, %v", r.Content, r.Error)
	}
	if _, err := os.Stat(filepath.Join(dir, "taken")); err == nil {
		t.Error("what lies in the space was started as the person's server")
	}
}
