package proc

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"handrail/internal/sandbox"
)

// nobody is a user without any rights.
const nobody = 65534

// Rooms are for ordinary users: where this test runs as root, it becomes one.
func TestAnOrdinaryUserHasRooms(t *testing.T) {
	top, err := os.MkdirTemp("", "ordinary-") //nolint:usetesting // t.TempDir is root's alone
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(top) })
	space := filepath.Join(top, "space")
	if err := os.Mkdir(space, 0o755); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(top, "handrail")
	if err := os.WriteFile(program, binary, 0o755); err != nil {
		t.Fatal(err)
	}
	profile, err := json.Marshal(sandbox.Profile{Write: []string{space}})
	if err != nil {
		t.Fatal(err)
	}
	app := exec.Command(program, string(profile), `id -u; touch made && stat -c %u made; touch /etc/x || echo kept; mount -t tmpfs x . || echo no mounts; exec 3<>/dev/tcp/192.0.2.1/80 || echo no network`)
	app.Env = append(os.Environ(), helper+"=walled")
	user := os.Getuid()
	if user == 0 {
		user = nobody
		app.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		for _, path := range []string{top, space} {
			if err := os.Chown(path, nobody, nobody); err != nil {
				t.Fatal(err)
			}
		}
	}
	out, err := app.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want := strings.Repeat(strconv.Itoa(user)+"\n", 2) + "kept\nno mounts\nno network\n"
	if string(out) != want {
		t.Errorf("it printed %q, want %q", out, want)
	}
}
