package client

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/mcp"
	"handrail/mcp/transport"
	"handrail/tools"
)

// saying waits for a line among what the server has said.
func (w *watched) saying(part string) {
	w.t.Helper()
	w.until("a line with "+part, func(s mcp.Status) bool {
		return slices.ContainsFunc(s.Said, func(line string) bool { return strings.Contains(line, part) })
	})
}

// fails calls a tool that must fail.
func (w *watched) fails(tool string) error {
	w.t.Helper()
	_, err := w.Call(w.t.Context(), mcp.CallRequest{Tool: tool}, tools.Discard{})
	if err == nil {
		w.t.Fatalf("%s has not failed", tool)
	}
	return err
}

// What is wrong with an answer fails at most its own call, and the server stays.
func TestAnswersThatAreOdd(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	pid := c.Status().PID
	if a := c.answered("twice", "{}"); textOf(a) != "first" {
		t.Errorf("%+v", a)
	}
	c.saying("answered the same request twice; the second answer was dropped")
	if a := c.answered("batch", "{}"); textOf(a) != "in a batch" {
		t.Errorf("%+v", a)
	}
	if a := c.answered("bytes", "{}"); textOf(a) != "a\uFFFDb" {
		t.Errorf("%q", textOf(a))
	}
	c.saying("bytes that are not UTF-8")
	wantError(t, c.fails("no result"), tools.Unavailable, "an answer without a result")
	wantError(t, c.fails("not an object"), tools.ExecutionFailed, "not one that MCP knows")
	if a := c.answered("no content", "{}"); len(a.Content) != 0 || string(a.Structured) != `{"x":1}` {
		t.Errorf("%+v", a)
	}
	want := []mcp.Content{
		{Kind: mcp.KindText, Text: "plain"}, {Kind: mcp.KindText, Text: `{"type":"video","x":1}`}, {Kind: mcp.KindText, Text: `{"type":"text"}`},
		{Kind: mcp.KindText, Text: "[the server sent image data that cannot be decoded]"}, {Kind: mcp.KindImage, MIME: "image/png", Data: []byte{0xfb, 0xff}},
		{Kind: mcp.KindText, Text: `{"type":"resource"}`}, {Kind: mcp.KindText}, {Kind: mcp.KindText, Text: "7"},
	}
	a := c.answered("odd pieces", "{}")
	if diff := cmp.Diff(want, a.Content, unraw); diff != "" || a.Failed || a.Structured != nil {
		t.Errorf("%s; %+v", diff, a)
	}
	if s := c.Status(); s.PID != pid || s.State != mcp.Ready {
		t.Errorf("%+v", s)
	}
}

// A message that is too long fails its call, also if its id stands at its end, and
// memory does not grow with what is printed.
func TestAHundredMegabytes(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	pid := c.Status().PID
	wantError(t, c.fails("long"), tools.TooLarge, `the server "peer" sent a message of 100.0 MB`, "at most 16.0 MB")
	// With another call open, only the id says which one failed.
	var other sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	other.Go(func() {
		_, err := c.Call(ctx, mcp.CallRequest{Tool: "never"}, nil)
		wantError(t, err, tools.Cancelled, `"never" was cancelled`)
	})
	wantError(t, c.fails("long tail"), tools.TooLarge, "a message of 20.0 MB")
	cancel()
	other.Wait()
	if a := c.answered("many lines", "{}"); textOf(a) != "at last" {
		t.Errorf("%+v", a)
	}
	s := c.Status()
	if s.PID != pid || len(s.Said) > transport.LogLines {
		t.Errorf("PID %d, was %d; %d lines", s.PID, pid, len(s.Said))
	}
	for _, line := range s.Said {
		if len([]rune(line)) > transport.LogWidth+20 { // a count may follow
			t.Errorf("a line of %d characters is kept", len([]rune(line)))
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > 200<<20 {
		t.Errorf("%d MB are held", m.HeapAlloc>>20)
	}
}

// A call ends with its time-out or its context; the server is told and stays.
func TestCallsThatAreNotAnswered(t *testing.T) {
	t.Parallel()
	s := peerServer(t, "good")
	s.Timeout = 600 * time.Millisecond
	c := clientOf(t, s)
	c.connected()
	pid := c.Status().PID
	wantError(t, c.fails("never"), tools.Timeout, `has not answered the call of "never" within `, "the server runs on")
	wantError(t, c.fails("other id"), tools.Timeout)
	c.saying("an answer to a request that was not made")
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := c.Call(ctx, mcp.CallRequest{Tool: "never"}, nil)
	wantError(t, err, tools.Timeout, "in time")
	if a := c.answered("echo", "{}"); textOf(a) != "echo" || c.Status().PID != pid {
		t.Errorf("%+v", a)
	}
}

// A server that dies ends all its calls at once, with what it said last, and is
// started again at the next one.
func TestAServerThatDiesInACall(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	pid := c.Status().PID
	var calls sync.WaitGroup
	for range 5 {
		calls.Go(func() {
			_, err := c.Call(t.Context(), mcp.CallRequest{Tool: "never"}, nil)
			wantError(t, err, tools.Unavailable, "ended with exit code 7", "out of cheese", "started again")
		})
	}
	c.until("five calls", func(mcp.Status) bool {
		c.mu.Lock()
		n := c.conn
		c.mu.Unlock()
		n.calls.mu.Lock()
		defer n.calls.mu.Unlock()
		return len(n.calls.calls) == 5
	})
	wantError(t, c.fails("dies"), tools.Unavailable, `the server "peer" ended with exit code 7 while the call of "dies" was under way; it last said: "panic: out of cheese"`)
	calls.Wait()
	if a := c.answered("echo", "{}"); textOf(a) != "echo" {
		t.Errorf("%+v", a)
	}
	if s := c.Status(); s.PID == pid || s.State != mcp.Ready || s.Tries != 1 {
		t.Errorf("%+v", s)
	}
}

// A child that holds the server's output neither keeps a call open nor lives on.
func TestAServerThatLeavesAChild(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	began := time.Now()
	err := c.fails("leaves a child")
	wantError(t, err, tools.Unavailable, "ended with exit code 0", "the child is ")
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	_, rest, _ := strings.Cut(err.Error(), "the child is ")
	pid, err := strconv.Atoi(strings.TrimSpace(strings.SplitN(rest, `"`, 2)[0]))
	if err != nil {
		t.Fatal(err)
	}
	if lives(pid) {
		t.Error("the child lives on")
	}
}

// A flood of questions is refused, and holds nothing up.
func TestAServerThatAsksTooMuch(t *testing.T) {
	t.Parallel()
	asked, release := make(chan struct{}, 20_000), make(chan struct{})
	c := clientOf(t, peerServer(t, "good"), func(c *Config) {
		c.Form = func(ctx context.Context, _ tools.Form) (tools.FormAnswer, error) {
			asked <- struct{}{}
			select {
			case <-release:
			case <-ctx.Done():
			}
			return tools.FormAnswer{Action: tools.Decline}, nil
		}
	})
	c.connected()
	if a := c.answered("asks", "{}"); textOf(a) != "asked" {
		t.Errorf("%+v", a)
	}
	c.until("a word about it", func(s mcp.Status) bool { // the guard refuses some, and what shows forms others
		all := strings.Join(s.Said, "\n")
		return strings.Contains(all, "asks too much at once") || strings.Contains(all, "was not shown")
	})
	close(release)
	if n := len(asked); n > transport.MaxAsked {
		t.Errorf("%d forms were shown at one time", n)
	}
	c.answered("echo", "{}")
}

// A server whose tools change a thousand times at once is listed again once or
// twice, and told of once.
func TestAServerThatChangesItsTools(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	if l := c.connected(); len(l.Tools) != 1 {
		t.Fatalf("%+v", l)
	}
	c.answered("changes", "{}")
	c.until("the new tool", func(mcp.Status) bool {
		l, _ := c.Listing()
		return len(l.Tools) == 2 && l.Tools[1].Name == "more"
	})
	n, err := strconv.Atoi(textOf(c.answered("changes", "{}")))
	if err != nil || n > 3 {
		t.Errorf("it was listed %d times, %v", n, err)
	}
}

// Progress comes to the call that it is about.
func TestProgress(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	out := &heardOutput{progress: make(chan string, 10)}
	if _, err := c.Call(t.Context(), mcp.CallRequest{Tool: "progress"}, out); err != nil {
		t.Fatal(err)
	}
	close(out.progress)
	var got []string
	for p := range out.progress {
		got = append(got, p)
	}
	if diff := cmp.Diff([]string{"1/3 step", "2/3 step", "3/3 step"}, got); diff != "" {
		t.Error(diff)
	}
}

// A server that stops reading holds up only its own calls: what waits for it is
// bounded, and then it is ended.
func TestAServerThatDoesNotRead(t *testing.T) {
	t.Parallel()
	s := peerServer(t, "good")
	s.Timeout = time.Second
	c := clientOf(t, s)
	c.dial = func(ctx context.Context, c transport.Config) (*transport.Link, error) {
		c.Unread = 2 << 20
		return transport.Open(ctx, c)
	}
	c.connected()
	c.answered("deaf", "{}")
	deaf := c.Status().PID
	input, err := json.Marshal(map[string]string{"x": strings.Repeat("x", 256<<10)})
	if err != nil {
		t.Fatal(err)
	}
	var calls sync.WaitGroup
	for i := range 12 {
		calls.Go(func() {
			_, err := c.Call(t.Context(), mcp.CallRequest{Tool: fmt.Sprint("t", i), Input: input}, nil)
			if err == nil && c.Status().PID != deaf {
				return // it came late, and was taken by the next one
			}
			if e := tools.AsError(err); e == nil || e.Code != tools.Timeout && e.Code != tools.Unavailable {
				t.Errorf("%v", err)
			}
		})
	}
	calls.Wait()
	c.until("its end", func(s mcp.Status) bool { return s.State != mcp.Ready || s.Tries > 0 })
	c.answered("echo", "{}")
}

// Everybody reads a piece as we do.
func TestPiecesInOneReading(t *testing.T) {
	for raw, want := range map[string]string{
		`{"type":"text","text":"a","TEXT":"b"}`:                                           `{"text":"a","type":"text"}`,
		`{"type":"text","TYPE":"image","text":"a","data":"AAAA"}`:                         `{"data":"AAAA","text":"a","type":"text"}`,
		`{"type":"text","text":"a","text":"b"}`:                                           `{"text":"b","type":"text"}`,
		`{"type":"resource","resource":{"uri":"x:","text":"a","Text":"b","blob":"AAAA"}}`: `{"resource":{"text":"a","uri":"x:"},"type":"resource"}`,
		`{"type":"resource_link","uri":"x:","size":12345678901234567890}`:                 `{"size":12345678901234567890,"type":"resource_link","uri":"x:"}`,
		`"text"`: `"text"`,
	} {
		if got := string(inOneReading([]byte(raw))); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
