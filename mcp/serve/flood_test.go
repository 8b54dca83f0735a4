package serve

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

const (
	hi = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"flood","version":"1"}}}`
)

func callLine(id int, tool, args string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, id, tool, args)
}

func floodService(t *testing.T) (*testDoor, *servedWire) {
	t.Helper()
	d := newTestDoor(t)
	d.begun = make(chan string, 20_000)
	c := dialService(t, New(Config{Door: d, Folder: "test", Version: "1"}))
	c.send(t, hi)
	c.waitFor(t, `"id":0,`)
	return d, c
}

// Ten thousand calls at once: each is answered, no more than 64 run, those for
// which there is no room are refused at once, and a ping in between is answered
// while they stand.
func TestTenThousandCallsAtOnce(t *testing.T) {
	d, c := floodService(t)
	const calls = 10_000
	var all strings.Builder
	for id := 1; id <= calls; id++ {
		all.WriteString(callLine(id, "slow", `{}`) + "\n")
	}
	go func() { _, _ = io.WriteString(c.in, all.String()+`{"jsonrpc":"2.0","id":"ping","method":"ping"}`+"\n") }()
	c.waitFor(t, `"id":"ping"`)
	for range runningLimit {
		<-d.begun
	}
	if open, _, _ := d.counts(); open != runningLimit {
		t.Errorf("%d calls run, want %d", open, runningLimit)
	}
	close(d.hold)
	if err := c.hangUpAfter(t, calls+2); err != nil {
		t.Error(err)
	}
	answers, refused := map[string]bool{}, 0
	for line := range strings.Lines(c.all()) {
		var m incoming
		if err := json.Unmarshal([]byte(line), &m); err != nil || answers[string(m.ID)] {
			t.Fatalf("answered twice, or no answer: %v %s", err, line)
		}
		answers[string(m.ID)] = true
		if strings.Contains(line, `"code":"unavailable"`) {
			refused++
		}
	}
	if refused != calls-openLimit {
		t.Errorf("%d of %d calls were refused; %d may be open", refused, calls, openLimit)
	}
}

// Ten thousand calls that ask: 20 wait, the others are refused, and calls that
// need no answer go on meanwhile.
func TestTwentyWaitForThePerson(t *testing.T) {
	d, c := floodService(t)
	const calls = 10_000
	var all strings.Builder
	for id := 1; id <= calls; id++ {
		all.WriteString(callLine(id, "ask", `{}`) + "\n")
	}
	go func() {
		_, _ = io.WriteString(c.in, all.String())
	}()
	refused := 0
	for refused < calls-waitingLimit {
		<-c.more
		c.mu.Lock()
		for _, line := range c.lines[c.seen:] {
			if !strings.Contains(line, `"code":"unavailable"`) {
				t.Fatalf("an answer that is no refusal: %s", line)
			}
			refused++
		}
		c.seen = len(c.lines)
		c.mu.Unlock()
	}
	for range waitingLimit {
		<-d.begun
	}
	c.send(t, callLine(20_000, "echo", `{"text":"still here"}`))
	c.waitFor(t, "still here")
	if open, _, _ := d.counts(); open != waitingLimit {
		t.Errorf("%d calls wait, want %d", open, waitingLimit)
	}
	close(d.hold)
	for range waitingLimit {
		c.waitFor(t, `"code":"declined"`)
	}
	if err := c.hangUp(); err != nil {
		t.Error(err)
	}
}

// A call that waits for the person takes no turn: 64 others run beside 20 of them.
func TestQuestionsTakeNoTurn(t *testing.T) {
	d, c := floodService(t)
	for id := range waitingLimit {
		c.send(t, callLine(id+1, "ask", `{}`))
	}
	for range waitingLimit { // each had a turn, and has given it back
		<-d.begun
	}
	for id := range runningLimit {
		c.send(t, callLine(id+1000, "slow", `{}`))
	}
	for range runningLimit {
		<-d.begun
	}
	close(d.hold)
	if err := c.hangUp(); err != nil {
		t.Error(err)
	}
}

// A line of the largest size is read; one that is longer is skipped, and the next
// one is read.
func TestLongLines(t *testing.T) {
	s := New(Config{Door: newTestDoor(t), Folder: "test", Version: "1"})
	s.longest = 1 << 20 // JSON of 64 MB takes a minute with the race detector
	c := dialService(t, s)
	c.send(t, hi)
	c.waitFor(t, `"id":0,`)
	head := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"`
	c.send(t, head+strings.Repeat("x", s.longest-len(head)-4)+`"}}}`)
	c.waitFor(t, "xxxxxxxx")
	c.send(t, strings.Repeat("y", s.longest+1))
	if line := c.waitFor(t, fmt.Sprintf("a message of %d bytes is too long", s.longest+2)); !strings.Contains(line, `"id":null`) {
		t.Errorf("it names an id: %s", line)
	}
	c.send(t, callLine(2, "echo", `{"text":"after"}`))
	c.waitFor(t, `"text":"after"`)
	if err := c.hangUp(); err != nil {
		t.Error(err)
	}
}

// A client that hangs up in the middle of calls ends them, also those that wait.
func TestHangingUpEndsCalls(t *testing.T) {
	d, c := floodService(t)
	c.send(t, callLine(1, "slow", `{}`))
	c.send(t, callLine(2, "ask", `{}`))
	<-d.begun
	<-d.begun
	if err := c.hangUp(); err != nil {
		t.Error(err)
	}
	if open, gone, _ := d.counts(); open != 0 || gone != 1 {
		t.Errorf("%d calls run and %d lines are closed", open, gone)
	}
}

// What runs when a client closes its end, and ends at once, is still answered.
func TestAnswersAfterTheLastLine(t *testing.T) {
	_, c := floodService(t)
	c.send(t, callLine(1, "echo", `{"text":"last words"}`))
	if err := c.hangUp(); err != nil {
		t.Error(err)
	}
	if !strings.Contains(c.all(), "last words") {
		t.Errorf("the last call was not answered:\n%s", c.all())
	}
}

// A client that does not read is let go, and its calls end.
func TestWhoDoesNotReadIsLetGo(t *testing.T) {
	d := newTestDoor(t)
	s := New(Config{Door: d, Folder: "test", Version: "1"})
	s.unread = 1 << 20
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	end := make(chan error, 1)
	go func() { end <- s.Serve(t.Context(), inR, outW) }()
	go func() {
		big := callLine(1, "echo", `{"text":"`+strings.Repeat("z", 200<<10)+`"}`)
		_, _ = io.WriteString(inW, hi+"\n")
		for id := range 20 {
			if _, err := io.WriteString(inW, strings.Replace(big, `"id":1`, fmt.Sprintf(`"id":%d`, id+1), 1)+"\n"); err != nil {
				return
			}
		}
	}()
	if err := <-end; err == nil || !strings.Contains(err.Error(), "does not read") {
		t.Errorf("it ended with %v", err)
	}
	_ = outR.Close()
	_ = inR.Close()
	if open, gone, _ := d.counts(); open != 0 || gone != 1 {
		t.Errorf("%d calls run and %d lines are closed", open, gone)
	}
}

// A client of 2026-07-28 comes back with the answer to the call that waits.
func TestAnswerInAnotherRequest(t *testing.T) {
	d := newTestDoor(t)
	c := dialService(t, New(Config{Door: d, Folder: "test", Version: "1"}))
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"new","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}`
	c.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"ask",`+meta+`}}`)
	var asked struct {
		Result struct {
			State    string `json:"requestState"`
			Type     string `json:"resultType"`
			Requests map[string]struct{ Method string }
		}
	}
	if err := json.Unmarshal([]byte(c.waitFor(t, `"id":1,`)), &asked); err != nil || asked.Result.Type != "input_required" || asked.Result.State == "" {
		t.Fatalf("it was asked %+v, %v", asked, err)
	}
	answer := `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"ask","requestState":%q,"inputResponses":{"answer":{"action":"accept","content":{"answer":"Run once"}}},` + meta + `}}`
	c.send(t, fmt.Sprintf(answer, 2, asked.Result.State))
	c.waitFor(t, "allowed in the asking program")
	c.send(t, fmt.Sprintf(answer, 3, asked.Result.State))
	c.waitFor(t, "waits for no answer any more")
	if err := c.hangUp(); err != nil {
		t.Error(err)
	}
	if d.peers[0].Name != "new" {
		t.Errorf("the client is called %q", d.peers[0].Name)
	}
}
