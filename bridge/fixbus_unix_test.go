//go:build unix && !darwin

package bridge

import (
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// Whatever the environment says of the session bus, no library starts a program to find one.
func TestFixBus(t *testing.T) {
	runtime := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(runtime, "bus"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, tt := range []struct{ address, runtime, want string }{
		{"unix:path=/a", runtime, "unix:path=/a"},
		{"unixexec:path=/bin/sh;unix:path=/a", "", "unix:path=/a"},
		{"tcp:host=localhost,port=1", "", "tcp:host=localhost,port=1"},
		{"", runtime, "unix:path=" + filepath.Join(runtime, "bus")},
		{"autolaunch:", runtime, "unix:path=" + filepath.Join(runtime, "bus")},
		{"autolaunch:scope=*user", "", ""},
		{"unixexec:path=/bin/sh", "", ""},
		{"launchd:env=X", "", ""},
		{"", "", ""},
	} {
		t.Setenv(busVariable, tt.address)
		t.Setenv("XDG_RUNTIME_DIR", tt.runtime)
		FixBus()
		got := os.Getenv(busVariable)
		if tt.want == "" { // whether this machine has a bus
			tt.want = "disabled:"
			if own := busAddress([]string{"XDG_RUNTIME_DIR=/run/user/" + strconv.Itoa(os.Getuid())}); own != "" {
				tt.want = own
			}
		}
		if got != tt.want {
			t.Errorf("%q in %q: the bus is at %q, want %q", tt.address, tt.runtime, got, tt.want)
		}
	}
}
