package servers_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/tools"
)

// holds is the word by which this program, run by an agent, maps a file, makes its page dirty and writes "touch" over it once it is told to go.
const holds = "holds-a-map"

func runAgent() {
	if len(os.Args) != 3 || os.Args[1] != holds {
		return
	}
	f, err := os.OpenFile(os.Args[2], os.O_RDWR, 0)
	if err != nil {
		os.Exit(3)
	}
	page, err := syscall.Mmap(int(f.Fd()), 0, 4, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil || f.Close() != nil {
		os.Exit(4)
	}
	page[0] = 't'
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR1)
	if os.WriteFile("holds", nil, 0o600) != nil {
		os.Exit(5)
	}
	<-told
	copy(page, "echo")
	_ = os.WriteFile("wrote", nil, 0o600)
	select {}
}

// What something that is left running could change without a sign in a file's times cannot be approved, and is not taken for known when a server is
// first met.
func TestAProgramThatIsMapped(t *testing.T) {
	t.Parallel()
	h := newHomemade(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(h.Dir, "holder"), raw, 0o700); err != nil {
		t.Fatal(err)
	}
	if r := h.bash("setsid ./holder " + holds + " srv/lib.sh >/dev/null 2>err & until [ -e holds ]; do sleep 0.02; kill -0 $! || exit 1; done"); r.Error != nil {
		t.Fatal(r.Error)
	}
	programs := servers.ProgramsOf(h.S.Servers())
	change, err := programs.Change(t.Context(), "mine")
	if err != nil || change == nil || change.Digest != "" || !change.Living || !strings.Contains(change.Open, "holder (srv/lib.sh)") {
		t.Fatalf("%+v, %v", change, err)
	}
	if err := programs.Approve(t.Context(), "mine", change.Digest); err == nil || !strings.Contains(err.Error(), "without a trace: holder (srv/lib.sh)") {
		t.Fatalf("it was approved: %v", err)
	}
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); operatortest.Code(r) != tools.PermissionDenied {
		t.Errorf("a call gave %q, %v", r.Content, r.Error)
	}
	left, err := h.O.Walls().Left()
	if err != nil || len(left) != 1 {
		t.Fatal(left, err)
	}
	if err := h.O.Walls().EndLeft(left[0].ID); err != nil {
		t.Fatal(err)
	}
	operatortest.WaitUntil(t, "nothing lives that can write the program", func() bool {
		change, err = programs.Change(t.Context(), "mine")
		return err != nil || change != nil && change.Open == "" && !change.Living
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := programs.Approve(t.Context(), "mine", change.Digest); err != nil {
		t.Error(err)
	}
	if r := operatortest.Ask(t, h.S, "mine__env", "PATH"); r.Error != nil {
		t.Error(r.Error)
	}
}
