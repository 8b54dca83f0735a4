//go:build linux || darwin

package serving

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
)

// A relayBench is a running app in a process of its own, and a folder.
type relayBench struct {
	t     *testing.T
	top   string
	space string
	app   *exec.Cmd
	stdin io.Closer
	said  *bufio.Reader
}

func newRelayBench(t *testing.T) *relayBench {
	t.Helper()
	top, err := os.MkdirTemp("/tmp", "r") //nolint:usetesting // its paths are too long for a socket
	if err != nil {
		t.Fatal(err)
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(top) })
	b := &relayBench{t: t, top: top, space: filepath.Join(top, "space")}
	if err := os.MkdirAll(filepath.Join(b.space, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	return b
}

// start starts the app and waits until it listens.
func (b *relayBench) start() {
	b.t.Helper()
	self, err := os.Executable()
	if err != nil {
		b.t.Fatal(err)
	}
	b.app = exec.Command(self)
	b.app.Env = append(os.Environ(), relayAppDirs+"="+b.top)
	stdin, err := b.app.StdinPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	stderr, err := b.app.StderrPipe()
	if err != nil {
		b.t.Fatal(err)
	}
	b.stdin, b.said = stdin, bufio.NewReader(stderr)
	if err := b.app.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = b.app.Process.Kill() })
	b.hears("listens")
}

func (b *relayBench) hears(want string) {
	b.t.Helper()
	if line, err := b.said.ReadString('\n'); strings.TrimSpace(line) != want {
		b.t.Fatalf("the app says %q, %v", line, err)
	}
}

func (b *relayBench) config() RelayConfig {
	return RelayConfig{Dirs: settings.Dirs{Data: filepath.Join(b.top, "data")}, Version: "1", Dir: b.space}
}

// client is served through the relay. end waits until the relay has ended.
func (b *relayBench) client() (c *testClient, end func() error) {
	b.t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	conf := b.config()
	conf.In, conf.Out = inR, outW
	go func() {
		done <- Relay(b.t.Context(), conf)
		_ = outW.Close()
	}()
	c = &testClient{t: b.t, in: inW, out: bufio.NewReader(outR), shut: inW.Close}
	c.say(fmt.Sprintf(clientHello, `{}`))
	c.hear(`"id":0`)
	return c, func() error { return <-done }
}

// A program is served by the running app: its questions are the app's, and so is
// the record.
func TestRelay(t *testing.T) {
	t.Parallel()
	b := newRelayBench(t)
	b.start()
	c, end := b.client()
	c.call(1, "bash", `{"command":"rm -rf sub && echo by the app"}`)
	if line := c.hear(`"id":1`); !strings.Contains(line, "by the app") {
		t.Errorf("the answer is %s", line)
	}
	if _, err := os.Stat(filepath.Join(b.space, "sub")); !os.IsNotExist(err) {
		t.Errorf("it did not run: %v", err)
	}
	if err := errors.Join(c.shut(), end()); err != nil {
		t.Error(err)
	}
	if err := errors.Join(b.stdin.Close(), b.app.Wait()); err != nil {
		t.Error(err)
	}
}

// When the app is closed or killed, calls that are open end as unavailable, and so
// does the relay.
func TestTheAppGoes(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(*relayBench) error{
		"closed": func(b *relayBench) error { return b.stdin.Close() },
		"killed": func(b *relayBench) error { return b.app.Process.Kill() },
	} {
		t.Run(name, func(t *testing.T) {
			b := newRelayBench(t)
			b.start()
			c, end := b.client()
			c.call(1, "bash", `{"command":"rm -rf /tmp/none sub # /stand"}`)
			b.hears("stands")
			if err := leave(b); err != nil {
				t.Fatal(err)
			}
			if line := c.hear(`"id":1`); !strings.Contains(line, `"code":"unavailable"`) || !strings.Contains(line, "was closed before") {
				t.Errorf("the open call is answered with %s", line)
			}
			if err := end(); err != nil {
				t.Error(err)
			}
		})
	}
}

// Where the app does not serve, nothing of the client's is read, and the reason is
// said.
func TestTheAppDoesNotServe(t *testing.T) {
	t.Parallel()
	b := newRelayBench(t)
	conf := b.config()
	conf.In, conf.Out = neverRead{t}, io.Discard
	if err := Relay(t.Context(), conf); !errors.Is(err, ErrNoApp) {
		t.Errorf("without an app: %v", err)
	}
	b.start()
	conf.Version = "2"
	if err := Relay(t.Context(), conf); err == nil || !strings.Contains(err.Error(), "is Handrail 1 and this program is 2") {
		t.Errorf("an app of another version: %v", err)
	}
	conf.Version, conf.Space = "1", filepath.Join(b.top, "none")
	if err := Relay(t.Context(), conf); err == nil || !strings.Contains(err.Error(), "cannot be opened") {
		t.Errorf("a folder that is not there: %v", err)
	}
}

// An app that hangs is not waited for.
func TestTheAppHangs(t *testing.T) {
	t.Parallel()
	b := newRelayBench(t)
	if err := os.MkdirAll(filepath.Join(b.top, "data"), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(b.top, "data", socketName))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	conf := b.config()
	conf.In, conf.Out = neverRead{t}, io.Discard
	began := time.Now()
	if err := Relay(t.Context(), conf); err == nil || !strings.Contains(err.Error(), "did not answer within 1s") {
		t.Errorf("it says %v", err)
	}
	if took := time.Since(began); took < relayTime {
		t.Errorf("it took %s", took)
	}
}

// What says no greeting is not served, and not waited for.
func TestGarbageAtTheSocket(t *testing.T) {
	b := newRelayBench(t)
	b.start()
	c, err := net.Dial("unix", filepath.Join(b.top, "data", socketName))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET / HTTP/1.1\n"); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(c)
	if err != nil || !bytes.Contains(got, []byte("no greeting")) {
		t.Errorf("it says %q, %v", got, err)
	}
}

// A second app leaves the socket to the first.
func TestTheSecondAppLeavesTheSocket(t *testing.T) {
	b := newRelayBench(t)
	b.start()
	clients := New(openApp(t, b.top), Config{})
	if err := clients.Listen(context.Background()); err == nil || !strings.Contains(err.Error(), "listens there already") {
		t.Errorf("it says %v", err)
	}
}

type neverRead struct{ t *testing.T }

// Read fails the test.
func (n neverRead) Read([]byte) (int, error) {
	n.t.Error("the client was read")
	return 0, io.EOF
}

func openApp(t *testing.T, top string) *operator.Operator {
	t.Helper()
	return operatortest.Open(t, operatortest.Options{
		Home: top, Dirs: settings.Dirs{Config: filepath.Join(top, "config"), Data: filepath.Join(top, "data")},
		Change: func(c *operator.Config) { c.Version = "1" },
	}, &operatortest.Person{Answer: operatortest.Yes})
}
