package client

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp/cmpopts"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/internal/proc"
	"handrail/internal/proc/room"
	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/tools"
)

// peerVar says which server this test binary is, when a test starts it as one.
const peerVar = "HANDRAIL_MCP_TEST_PEER"

func TestMain(m *testing.M) {
	if room.IsRoom() {
		os.Exit(room.Inhabit())
	}
	switch peer := os.Getenv(peerVar); peer {
	case "":
		manyAtOnce()
		os.Exit(mcptest.Run(m))
	case "go-sdk":
		os.Exit(serveGoPeer(&sdk.StdioTransport{}))
	case "go-sdk of before":
		os.Exit(serveGoPeer(olderStdio{}))
	default:
		os.Exit(misbehave(peer))
	}
}

// manyAtOnce runs more parallel tests at once than there are processors: most of them
// wait for the time-out of a server. Who asks for another number gets that.
func manyAtOnce() {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = f.Value.Set(strconv.Itoa(max(4, runtime.GOMAXPROCS(0)))) // it is a number
	}
}

// peerServer is this test binary as a server of some sort.
func peerServer(t testing.TB, kind string, env ...string) mcp.Server {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return mcp.Server{Name: "peer", Command: self, Dir: t.TempDir(), Env: append([]string{peerVar + "=" + kind, "PATH=" + os.Getenv("PATH")}, env...)}
}

// A watched is a Client whose changes a test can wait for.
type watched struct {
	*Client
	t       testing.TB
	changed chan struct{}
}

// clientOf makes a Client for a server. It is closed at the end of the test.
func clientOf(t testing.TB, s mcp.Server, change ...func(*Config)) *watched {
	t.Helper()
	w := &watched{t: t, changed: make(chan struct{}, 1)}
	c := Config{
		Server: s, Name: "handrail", Version: "test", Roots: []string{s.Dir}, Errand: proc.Errand{Tool: "mcp:" + s.Name, Space: s.Dir},
		Changed: func() {
			select {
			case w.changed <- struct{}{}:
			default:
			}
		},
	}
	for _, f := range change {
		f(&c)
	}
	w.Client = New(c)
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// lives reports whether a process runs: one that is dead and has not been looked
// after by whoever should does not.
func lives(pid int) bool {
	if !proc.Alive(pid) {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, state, _ := strings.Cut(string(stat), ") ")
	return err != nil || !strings.HasPrefix(state, "Z")
}

// until waits for a status.
func (w *watched) until(what string, ok func(mcp.Status) bool) mcp.Status {
	w.t.Helper()
	late := time.NewTimer(40 * time.Second)
	defer late.Stop()
	for {
		s := w.Status()
		if ok(s) {
			return s
		}
		look := time.NewTimer(20 * time.Millisecond) // Said changes without notice
		select {
		case <-w.changed:
		case <-look.C:
		case <-late.C:
			w.t.Fatalf("%s did not come about; the status is %+v", what, s)
		}
		look.Stop()
	}
}

// connected connects, or fails the test.
func (w *watched) connected() mcp.Listing {
	w.t.Helper()
	if err := w.Connect(w.t.Context()); err != nil {
		w.t.Fatalf("Connect: %v; %q", err, w.Status().Said)
	}
	l, ok := w.Listing()
	if !ok {
		w.t.Fatal("there is no listing")
	}
	return l
}

// answered calls a tool, or fails the test.
func (w *watched) answered(tool, input string) *mcp.Answer {
	w.t.Helper()
	a, err := w.Call(w.t.Context(), mcp.CallRequest{Tool: tool, Input: []byte(input)}, tools.Discard{})
	if err != nil {
		w.t.Fatalf("%s: %v", tool, err)
	}
	return a
}

// textOf is the text of an answer.
func textOf(a *mcp.Answer) string {
	var b strings.Builder
	for _, c := range a.Content {
		fmt.Fprintf(&b, "%s", c.Text)
	}
	return b.String()
}

// wantError checks the code of an error, and that it says each of these.
func wantError(t testing.TB, err error, code tools.Code, says ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", code)
	}
	e := tools.AsError(err)
	if e.Code != code {
		t.Errorf("the code is %s, want %s: %s", e.Code, code, e.Message)
	}
	for _, s := range says {
		if !strings.Contains(e.Message, s) {
			t.Errorf("it says %q, want %q in it", e.Message, s)
		}
	}
}

// heardOutput keeps what a call prints.
type heardOutput struct {
	tools.Discard
	progress chan string
	log      strings.Builder
}

func (o *heardOutput) Stderr() io.Writer { return &o.log }

func (o *heardOutput) Progress(done, total int64, note string) {
	if o.progress != nil {
		o.progress <- fmt.Sprintf("%d/%d %s", done, total, note)
	}
}

// unraw leaves out how the server wrote a piece.
var unraw = cmpopts.IgnoreFields(mcp.Content{}, "Raw")
