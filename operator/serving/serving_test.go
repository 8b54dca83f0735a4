//go:build unix

package serving

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/journal"
	"handrail/mcp/serve"
	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/tools"
)

const clientHello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":%s,"clientInfo":{"name":"editor","version":"3"}}}`

// A testClient is a program that is served over a pair of streams.
type testClient struct {
	t    *testing.T
	in   io.Writer
	out  *bufio.Reader
	shut func() error // its end of the streams

	mu  sync.Mutex
	all strings.Builder
}

// A bench is an open space, trusted, and the programs that use its tools.
type bench struct {
	*operatortest.Bench
	clients *Clients
}

func newBench(t *testing.T, c Config) *bench {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"ctxnest.json": `{"version":"1","tools":{}}`}, Trusted: true})
	return &bench{b, New(b.O, c)}
}

// join lets a client in and introduces it.
func (b *bench) join(capabilities string) *testClient {
	t := b.T
	t.Helper()
	here, there := net.Pipe()
	serving := b.clients.Serve(b.S, ViaStdio)
	done := make(chan error, 1)
	go func() {
		done <- serving.Stdio(t.Context(), there, there)
		_ = there.Close()
	}()
	if err := here.SetReadDeadline(time.Now().Add(5 * time.Minute)); err != nil { // what never comes is told
		t.Fatal(err)
	}
	c := &testClient{t: t, in: here, out: bufio.NewReader(here), shut: func() error {
		err := errors.Join(here.Close(), <-done)
		serving.Close()
		return err
	}}
	c.say(fmt.Sprintf(clientHello, capabilities))
	c.hear(`"id":0`)
	return c
}

func (c *testClient) say(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

func (c *testClient) call(id int, tool, args string) {
	c.t.Helper()
	c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args))
}

// hear reads until a line with the text, and returns it.
func (c *testClient) hear(text string) string {
	c.t.Helper()
	line, err := c.find(text)
	if err != nil {
		c.t.Fatalf("%v without %q, after:\n%s", err, text, c.all.String())
	}
	return line
}

// find is hear where the line may never come.
func (c *testClient) find(text string) (string, error) {
	for {
		line, err := c.out.ReadString('\n')
		c.mu.Lock()
		c.all.WriteString(line)
		c.mu.Unlock()
		if err != nil || strings.Contains(line, text) {
			return line, err
		}
	}
}

// A client's call takes the door: its name is in the question and in the record,
// and its session is one run.
func TestAClientsCallTakesTheDoor(t *testing.T) {
	b := newBench(t, Config{})
	b.Person.Answer = operatortest.Yes
	c := b.join(`{}`)
	if all := b.clients.List(); len(all) != 1 || all[0].Name != "editor" || all[0].Version != "3" || all[0].Space != b.S.Dir() || all[0].Via != ViaStdio {
		t.Errorf("the clients are %+v", all)
	}
	if err := os.Mkdir(filepath.Join(b.S.Dir(), "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	c.call(1, "bash", `{"command":"rm -rf sub"}`)
	if q := <-b.Person.Asked; q.Caller.Kind != tools.CallerMCP || q.Caller.Name != "editor" || !strings.HasPrefix(q.Caller.String(), "A program that calls itself") {
		t.Errorf("the question names %+v", q.Caller)
	}
	if line := c.hear(`"id":1`); strings.Contains(line, "isError") || !strings.Contains(line, `"exit_code":0`) {
		t.Errorf("the answer is %s", line)
	}
	if all := b.clients.List(); len(all) != 1 || all[0].Calls != 1 {
		t.Errorf("after a call the clients are %+v", all)
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
	if all := b.clients.List(); len(all) != 0 {
		t.Errorf("after it has hung up the clients are %+v", all)
	}
	runs, _, err := b.O.History().Runs(t.Context(), b.S.Dir(), "", 10)
	if err != nil || len(runs) == 0 || runs[0].Origin != journal.FromMCP || runs[0].State != journal.Done || runs[0].Title != "calls of editor" {
		t.Errorf("the runs are %+v, %v", runs, err)
	}
}

// A client's token names it first, in the question, the title of its run and the
// record: what the client calls itself cannot look like it.
func TestAClientIsNamedByItsToken(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.Person.Answer = operatortest.Yes
	named := map[string]bool{}
	for _, p := range []serve.Peer{{Name: "X", Token: "editor"}, {Name: "X (token editor)"}} {
		l := door{clients: b.clients, s: b.S, via: ViaHTTP}.Join(p)
		if err := os.Mkdir(filepath.Join(b.S.Dir(), "sub"), 0o700); err != nil {
			t.Fatal(err)
		}
		r := l.Call(t.Context(), serve.Call{
			Tool: "bash", Input: json.RawMessage(`{"command":"rm -rf sub"}`), Key: "k", Output: tools.Discard{},
			Wait: func() (func(), error) { return func() {}, nil },
		})
		l.Close()
		if r.Error != nil {
			t.Fatal(r.Error)
		}
		q := <-b.Person.Asked
		runs, _, err := b.O.History().Runs(t.Context(), b.S.Dir(), "", 10)
		if err != nil || len(runs) == 0 {
			t.Fatalf("%+v, %v", runs, err)
		}
		records, err := b.O.History().Calls(t.Context(), runs[0].ID)
		if err != nil || len(records) != 1 {
			t.Fatalf("%+v, %v", records, err)
		}
		byToken := p.Token != ""
		for place, text := range map[string]string{"the question": q.Caller.String(), "the record": records[0].Caller.String()} {
			if strings.HasPrefix(text, `A program with the token "editor" that calls itself "X"`) != byToken {
				t.Errorf("%s of %+v: %s", place, p, text)
			}
		}
		if title := runs[0].Title; strings.HasPrefix(title, `calls with the token "editor"`) != byToken {
			t.Errorf("the run of %+v is called %s", p, title)
		}
		if key := records[0].Key; named[key] {
			t.Errorf("two clients have the key %s", key)
		}
		named[records[0].Key] = true
	}
}

// What a call needs is asked of the client itself only where nobody else can be.
func TestTheClientAsksWhereNobodyElseCan(t *testing.T) {
	b := newBench(t, Config{Sheet: func(q tools.Question) (string, bool) { return q.Preview.Detail, len(q.Preview.Detail) < 100 }})
	nobody := func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{}, errors.New("there is no display")
	}
	b.Person.Answer = nobody
	if _, err := b.O.Settings().Update(func(all *settings.Settings) error { all.Rules.Ask = []string{"bash(echo *)"}; return nil }); err != nil {
		t.Fatal(err)
	}
	c := b.join(`{"elicitation":{}}`)
	for i, want := range []struct{ reply, text string }{
		{`"result":{"action":"accept","content":{"answer":"Run once"}}`, `"exit_code":0`},
		{`"result":{"action":"accept","content":{"answer":"Deny"}}`, `"code":"declined"`},
		{`"result":{"action":"decline"}`, `"code":"declined"`},
		{`"result":{"action":"cancel"}`, `"code":"expired"`},
	} {
		c.call(i+1, "bash", `{"command":"echo sub"}`)
		if line := c.hear("elicitation/create"); !strings.Contains(line, "echo sub") {
			t.Errorf("the form does not show the act: %s", line)
		}
		c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":"handrail-%d",%s}`, i+1, want.reply))
		if line := c.hear(fmt.Sprintf(`"id":%d,`, i+1)); !strings.Contains(strings.ReplaceAll(line, `\"`, `"`), want.text) {
			t.Errorf("after %s: %s", want.reply, line)
		}
	}
	c.call(10, "bash", `{"command":"echo sub; : `+strings.Repeat("x", 200)+`"}`)
	if line := c.hear(`"id":10`); !strings.Contains(line, "longer than a question in another program may be") {
		t.Errorf("what is too long is answered with %s", line)
	}
	for id, grave := range map[int][2]string{11: {"rm -rf sub*", "(it deletes files"}, 12: {"echo x; cat .env", "("}, 13: {"env", "environment"}} { // and why: an agent may do without it
		c.call(id, "bash", fmt.Sprintf(`{"command":%q}`, grave[0]))
		if line := c.hear(fmt.Sprintf(`"id":%d,`, id)); !strings.Contains(line, "may not answer for the person") || !strings.Contains(line, "a built-in rule asks about it (") || !strings.Contains(line, grave[1]) {
			t.Errorf("%s, which no program may allow, is answered with %s", grave[0], line)
		}
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
	c = b.join(`{}`)
	c.call(1, "bash", `{"command":"rm -rf sub*"}`)
	if line := c.hear(`"id":1`); !strings.Contains(line, "there is no display. Ask the person to open Handrail") {
		t.Errorf("where nobody at all can be asked: %s", line)
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// 20 questions of a client stand; the next is refused as unavailable, and what is
// cancelled takes its question back.
func TestOnlySoManyQuestionsOfAClientStand(t *testing.T) {
	t.Parallel()
	b := newBench(t, Config{})
	b.Person.Answer = operatortest.Never
	b.Person.Asked = make(chan tools.Question, 100)
	c := b.join(`{}`)
	for id := range 20 {
		c.call(id+1, "bash", `{"command":"rm -rf sub*"}`)
		<-b.Person.Asked
	}
	c.call(100, "bash", `{"command":"rm -rf sub*"}`)
	if line := c.hear(`"id":100`); !strings.Contains(line, `"code":"unavailable"`) || !strings.Contains(line, "wait for the person already") {
		t.Errorf("the 21st is answered with %s", line)
	}
	c.say(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	for id, asked := 101, false; !asked; id++ { // its place is free when its question is taken back
		c.call(id, "bash", `{"command":"rm -rf sub*"}`)
		refused := make(chan error, 1)
		go func() {
			_, err := c.find(fmt.Sprintf(`"id":%d,`, id))
			refused <- err
		}()
		select {
		case <-b.Person.Asked:
			asked = true
		case err := <-refused:
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// A change of the space reaches the client.
func TestAClientHearsOfChanges(t *testing.T) {
	b := newBench(t, Config{})
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	if _, err := b.S.Tools().Switch(t.Context(), "glob", false); err != nil {
		t.Fatal(err)
	}
	c.hear("notifications/tools/list_changed")
	c.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if line := c.hear(`"id":1`); strings.Contains(line, `"name":"glob"`) || !strings.Contains(line, `"name":"grep"`) {
		t.Errorf("the list is %s", line)
	}
	c.call(2, "glob", `{"pattern":"*"}`)
	if line := c.hear(`"id":2`); !strings.Contains(line, "it is turned off. Ask the person to turn the tool glob on.") {
		t.Errorf("the tool that is off answers %s", line)
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// A file is read through the door: what lies outside is refused, and what was read
// may be written.
func TestResourcesTakeTheDoor(t *testing.T) {
	b := newBench(t, Config{})
	notes := filepath.Join(b.S.Dir(), "notes.md")
	for name, text := range map[string]string{notes: "one\ntwo\n", filepath.Join(b.S.Dir(), ".env"): "x", filepath.Join(b.S.Dir(), "key.pem"): "x"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)
	if line := c.hear(`"id":1`); !strings.Contains(line, "notes.md") || strings.Contains(line, ".env") || strings.Contains(line, "key.pem") {
		t.Errorf("the files are %s", line)
	}
	c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"resources/read","params":{"uri":"file://%s"}}`, notes))
	if line := c.hear(`"id":2`); !strings.Contains(line, `"text":"one\ntwo\n"`) {
		t.Errorf("the file is %s", line)
	}
	c.say(`{"jsonrpc":"2.0","id":3,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}`)
	if line := c.hear(`"id":3`); !strings.Contains(line, "invalid_path") {
		t.Errorf("a file outside is answered with %s", line)
	}
	c.call(4, "write", `{"path":"notes.md","content":"three\n"}`)
	if line := c.hear(`"id":4`); strings.Contains(line, "isError") {
		t.Errorf("what was read cannot be written: %s", line)
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

func TestClientTokens(t *testing.T) {
	b := newBench(t, Config{})
	ctx := t.Context()
	tokens := NewTokens(b.O)
	token, err := tokens.Add(ctx, "editor")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tokens.Add(ctx, "editor"); err == nil {
		t.Error("a name is given twice")
	}
	if _, err := tokens.Add(ctx, "a b"); err == nil {
		t.Error("a name with a space is taken")
	}
	if name, err := tokens.allow(ctx, token); err != nil || name != "editor" {
		t.Errorf("the token is of %q, %v", name, err)
	}
	for _, wrong := range []string{"", "x", token + "x", token[:len(token)-1]} {
		if _, err := tokens.allow(ctx, wrong); !errors.Is(err, errToken) {
			t.Errorf("%q is let in: %v", wrong, err)
		}
	}
	all, err := tokens.List(ctx)
	if err != nil || len(all) != 1 || all[0].Name != "editor" || all[0].Used.IsZero() {
		t.Errorf("the tokens are %+v, %v", all, err)
	}
	raw, err := os.ReadFile(filepath.Join(b.O.Config().Dirs.Data, "journal.db"))
	if err != nil || strings.Contains(string(raw), token) {
		t.Errorf("the token itself is kept (%v)", err)
	}
	if err := tokens.Revoke(ctx, "editor"); err != nil {
		t.Fatal(err)
	}
	if err := tokens.Revoke(ctx, "editor"); err == nil {
		t.Error("a token is revoked twice")
	}
	if _, err := tokens.allow(ctx, token); !errors.Is(err, errToken) {
		t.Errorf("a revoked token is let in: %v", err)
	}
}

func TestOnlyThisMachineIsServed(t *testing.T) {
	for addr, ok := range map[string]bool{
		"127.0.0.1:0": true, "localhost:80": true, "[::1]:80": true, "127.9.9.9:1": true,
		":80": false, "0.0.0.0:80": false, "192.168.1.2:80": false, "example.com:80": false, "[::]:80": false, "127.0.0.1": false, "127.0.0.1:": false,
	} {
		if err := LoopbackAddress(addr); (err == nil) != ok {
			t.Errorf("%s: %v", addr, err)
		}
	}
}
