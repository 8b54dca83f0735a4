package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"handrail/internal/builtins"
	"handrail/internal/schema"
	"handrail/mcp"
	"handrail/tools"
)

// testDoor is a space of a few tools, whose calls need nothing of the world.
type testDoor struct {
	mu    sync.Mutex
	offer Offer
	peers []Peer
	calls []Call
	open  int // calls that run
	gone  int // lines that were closed
	hold  chan struct{}
	begun chan string            // hears of a call of "slow" or "ask" that has begun; may be nil
	watch func(uri string) error // what comes of a Watch; nil: nothing
	left  []string               // of what there was an Unwatch
}

func newTestDoor(t testing.TB) *testDoor {
	t.Helper()
	d := &testDoor{hold: make(chan struct{})}
	for _, i := range []tools.Info{
		{Name: "echo", Title: "Say it again", Description: "Says what it is given."},
		{Name: "delete", Title: "Delete", Description: "Deletes.", SideEffect: true, Danger: tools.High},
		{Name: "ask", Title: "Ask", Description: "Asks the person.", SideEffect: true, Idempotent: true, Danger: tools.Safe},
		{Name: "slow", Description: "Never ends by itself."},
		{Name: "print", Description: "Prints and tells how far it is."},
		{Name: "picture", Description: "Gives a picture and a file."},
		{Name: "read", Source: "builtin", Description: "Reads.", Facts: builtins.Facts{Local: true}},
	} {
		if i.Source == "" {
			i.Source = "custom"
		}
		s, err := schema.FromParameters([]schema.Parameter{{Name: "text", Type: "string", Description: "What to say"}})
		if err != nil {
			t.Fatal(err)
		}
		i.Input = s
		d.offer.Tools = append(d.offer.Tools, tools.Entry{Info: i, Qualified: i.Name, Model: i.Name, State: tools.Ready})
	}
	d.offer.Known = []string{"echo", "read_file", "barred", "log"}
	d.offer.Files = func() []mcp.Resource {
		return []mcp.Resource{{URI: "file:///s/notes.md", Name: "notes.md", MIME: "text/markdown"}}
	}
	d.offer.Prompts = []mcp.Prompt{{Name: "greet", Title: "greet", Description: "Greets", Arguments: []mcp.Argument{{Name: "who"}}}}
	return d
}

func (d *testDoor) Await(context.Context, string) bool { return false }

func (d *testDoor) Watch(_ context.Context, _, uri string) error {
	if d.watch == nil {
		return nil
	}
	return d.watch(uri)
}

func (d *testDoor) Unwatch(_, uri string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.left = append(d.left, uri)
}

func (d *testDoor) Offer(context.Context) Offer {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.offer
}

func (d *testDoor) Join(p Peer) Line {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.peers = append(d.peers, p)
	return testLine{d}
}

func (d *testDoor) counts() (open, gone, calls int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.open, d.gone, len(d.calls)
}

type testLine struct{ d *testDoor }

func (l testLine) Close() {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.d.gone++
}

func (l testLine) Prompt(_ context.Context, name string, args map[string]string) (string, error) {
	if name != "greet" {
		return "", tools.Errorf(tools.NotFound, "there is no skill %q here", name)
	}
	return "Greet " + args["who"], nil
}

func (l testLine) Call(ctx context.Context, c Call) tools.Result {
	l.d.mu.Lock()
	l.d.calls = append(l.d.calls, c)
	l.d.open++
	l.d.mu.Unlock()
	defer func() {
		l.d.mu.Lock()
		defer l.d.mu.Unlock()
		l.d.open--
	}()
	r := l.call(ctx, c)
	r.Meta.Tool, r.Meta.Digest = c.Tool, "d1"
	return r
}

func (l testLine) call(ctx context.Context, c Call) tools.Result {
	var in struct{ Text, Path string }
	if err := json.Unmarshal(c.Input, &in); err != nil {
		return tools.Result{Error: tools.Errorf(tools.InvalidArgs, "%v", err)}
	}
	switch c.Tool {
	case "echo":
		return tools.Result{Content: in.Text + c.Key}
	case "read", "read_file":
		return tools.Result{Content: "     1\tread " + in.Path + "\n     2\ta\tb\n"}
	case "picture":
		return tools.Result{Content: "two things", Parts: []tools.Part{{MIME: "image/png", Data: []byte("png")}, {MIME: "application/zip", Data: []byte("zip")}}}
	case "print":
		fmt.Fprintln(c.Output.Stdout(), "first line")
		c.Output.Progress(3, 3, "all of it")
		return tools.Result{Content: "done", Meta: tools.Meta{ExitCode: new(3), Truncated: true, Sandbox: "enforced"}}
	case "log":
		for _, line := range []tools.LogLine{
			{Level: "debug", Data: json.RawMessage(`"looking"`)}, {Level: "info", Logger: "db", Data: json.RawMessage(`{"rows":3}`)},
			{Level: "warning", Data: json.RawMessage(`"slow"`)}, {Level: "shouting", Data: json.RawMessage(`"odd"`)},
		} {
			tools.Log(c.Output, line)
		}
		return tools.Result{Content: "logged"}
	case "slow", "delete":
		l.begun(c.Tool)
		select {
		case <-ctx.Done():
			return tools.Result{Error: tools.Errorf(tools.Cancelled, "the call was cancelled")}
		case <-l.d.hold:
			return tools.Result{Content: "let go"}
		}
	case "ask":
		return l.ask(ctx, c)
	}
	return tools.Result{Error: tools.Errorf(tools.NotFound, "%q is not available: it is held back", c.Tool)}
}

func (l testLine) begun(tool string) {
	if l.d.begun != nil {
		l.d.begun <- tool
	}
}

func (l testLine) ask(ctx context.Context, c Call) tools.Result {
	resume, err := c.Wait()
	if err != nil {
		return tools.Result{Error: tools.AsError(err)}
	}
	defer resume()
	l.begun("ask")
	if c.Ask == nil {
		select {
		case <-ctx.Done():
			return tools.Result{Error: tools.Errorf(tools.Cancelled, "the question was taken back")}
		case <-l.d.hold:
			return tools.Result{Error: tools.Errorf(tools.Declined, "the person said no")}
		}
	}
	a, err := c.Ask(ctx, "Delete everything?", "")
	switch {
	case err != nil:
		return tools.Result{Error: tools.Errorf(tools.Cancelled, "%v", err)}
	case a.Verdict != tools.RunOnce:
		return tools.Result{Error: tools.Errorf(tools.Declined, "%s %s", a.Verdict, a.Reason)}
	}
	return tools.Result{Content: "allowed in the " + a.Where}
}

var updateWire = flag.Bool("update-wire", false, "rewrite what the wire cases expect")

// Each file is one case of the wire: what a client sends, a line each, and what it
// gets. "#wait ID" waits for an answer before it goes on, "#see TEXT" for a line
// with that text, "#change" changes what is offered. Keys are sorted.
func TestWire(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var in, want []byte
			for _, f := range a.Files {
				switch f.Name {
				case "in":
					in = f.Data
				case "out":
					want = f.Data
				}
			}
			got := talk(t, string(in))
			if *updateWire {
				a.Files = []txtar.File{{Name: "in", Data: in}, {Name: "out", Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(a), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("on the wire (-want +got):\n%s", diff)
			}
		})
	}
}

// talk sends lines to a service and returns what it gets.
func talk(t *testing.T, script string) string {
	t.Helper()
	d := newTestDoor(t)
	s := New(Config{Door: d, Folder: "test", Version: "1"})
	c := dialService(t, s)
	for line := range strings.Lines(script) {
		line = strings.TrimSuffix(line, "\n")
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "#wait":
			c.waitFor(t, `"id":`+rest+",")
		case "#see":
			c.waitFor(t, rest)
		case "#change":
			d.mu.Lock()
			d.offer.Tools = d.offer.Tools[1:]
			d.offer.Known = nil
			d.mu.Unlock()
			s.Refresh(t.Context())
		default:
			c.send(t, line)
		}
	}
	if err := c.hangUp(); err != nil {
		t.Errorf("serving ended with %v", err)
	}
	return c.all()
}

// A servedWire is a client of a Service: what it gets, in order.
type servedWire struct {
	in   io.WriteCloser
	end  chan error
	more chan struct{} // gets a token with each line, if there is room

	mu    sync.Mutex
	lines []string
	seen  int // lines that waitFor has passed
}

func dialService(t testing.TB, s *Service) *servedWire {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &servedWire{in: inW, end: make(chan error, 1), more: make(chan struct{}, 1)}
	read := make(chan struct{})
	go func() {
		defer close(read)
		r := bufio.NewReader(outR)
		for {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			c.mu.Lock()
			c.lines = append(c.lines, sorted(line))
			c.mu.Unlock()
			select {
			case c.more <- struct{}{}:
			default:
			}
		}
	}()
	go func() {
		err := s.Serve(t.Context(), inR, outW)
		_ = outW.Close()
		<-read
		c.end <- err
	}()
	return c
}

// sorted is a line of JSON with sorted keys, without what changes with each run.
func sorted(line string) string {
	dec := json.NewDecoder(strings.NewReader(line))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return line
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return line
	}
	return out.String()
}

func (c *servedWire) send(t testing.TB, line string) {
	t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

// waitFor waits for a line with this text after the last that was waited for, and
// returns it.
func (c *servedWire) waitFor(t testing.TB, text string) string {
	t.Helper()
	for {
		c.mu.Lock()
		for i := c.seen; i < len(c.lines); i++ {
			if strings.Contains(c.lines[i], text) {
				c.seen = i + 1
				defer c.mu.Unlock()
				return c.lines[i]
			}
		}
		c.mu.Unlock()
		select {
		case <-c.more:
		case err := <-c.end:
			c.end <- err
			t.Fatalf("it ended (%v) without %q; it said:\n%s", err, text, c.all())
		}
	}
}

func (c *servedWire) hangUp() error {
	return errors.Join(c.in.Close(), <-c.end)
}

// hangUpAfter hangs up when there are so many lines.
func (c *servedWire) hangUpAfter(t testing.TB, lines int) error {
	t.Helper()
	for {
		c.mu.Lock()
		there := len(c.lines)
		c.mu.Unlock()
		if there >= lines {
			return c.hangUp()
		}
		select {
		case <-c.more:
		case err := <-c.end:
			t.Fatalf("it ended with %v after %d lines", err, there)
		}
	}
}

func (c *servedWire) all() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Join(c.lines, "")
}
