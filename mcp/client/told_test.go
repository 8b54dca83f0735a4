package client

import (
	"encoding/json"
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/tools"
)

// leftOut reads how many there are in the line that says how many were left out.
func leftOut(t *testing.T, text, what string) int {
	t.Helper()
	m := regexp.MustCompile(`(\d+) ` + what).FindStringSubmatch(text[strings.LastIndex(text, "Handrail: "):])
	if m == nil {
		return 0
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// line is a line of a server's log.
func line(text string) tools.LogLine {
	raw, err := json.Marshal(text)
	if err != nil {
		return tools.LogLine{}
	}
	return tools.LogLine{Data: raw}
}

// What a server says while a call runs is kept up to a budget; one line says how much
// was left out.
func TestACallThatIsToldTooMuch(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines int
		text  string
	}{
		"many lines": {200_000, strings.Repeat("log ", 125)},
		"long lines": {10, strings.Repeat("äx", 100<<10)},
		"empty ones": {200_000, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := &heardOutput{}
			call := newLiveCall(request{tool: "t", out: out}, time.Minute, func() {})
			for range c.lines {
				call.log(line(c.text))
			}
			call.end()
			call.drain()
			got := out.log.String()
			if len(got) > toldBytes+300 {
				t.Errorf("%d bytes were kept", len(got))
			}
			if whole := strings.Count(got, "\n") - 1; whole+leftOut(t, got, "lines of its log") != c.lines || strings.Count(got, "Handrail: ") != 1 {
				t.Errorf("%d lines were kept, and the end is %q", whole, got[max(0, len(got)-300):])
			}
		})
	}
}

// Progress comes ten times a second at the most, after the first ten; what it says
// counts like a log.
func TestProgressThatComesTooFast(t *testing.T) {
	t.Parallel()
	out := &heardOutput{progress: make(chan string, 100_000)}
	call := newLiveCall(request{tool: "t", out: out}, time.Minute, func() {})
	began := time.Now()
	const many = 100_000
	for i := range many {
		call.progress(map[string]any{"progress": float64(i), "message": fmt.Sprint("step ", i)})
	}
	most := int(time.Since(began)/(100*time.Millisecond)) + toldAtOnce + 1
	call.end()
	call.drain()
	told := len(out.progress)
	if told > most+1 || told < toldAtOnce {
		t.Errorf("%d were told, at most %d may be", told, most+1)
	}
	if n := leftOut(t, out.log.String(), "messages of its progress"); n+told != many {
		t.Errorf("%d were told, and it says %q", told, out.log.String())
	}
	last := ""
	for range told {
		last = <-out.progress
	}
	if !strings.Contains(last, fmt.Sprint("step ", many-1)) {
		t.Errorf("the last step was not told: %q", last)
	}
}

// A call whose server says little has no such line.
func TestACallThatIsToldLittle(t *testing.T) {
	t.Parallel()
	out := &heardOutput{progress: make(chan string, 10)}
	call := newLiveCall(request{tool: "t", out: out}, time.Minute, func() {})
	for range 10 {
		call.log(line("a line"))
		call.progress(map[string]any{"progress": 1.0})
	}
	call.end()
	call.drain()
	if got := out.log.String(); got != strings.Repeat("a line\n", 10) || len(out.progress) != 10 {
		t.Errorf("got %q, %d times progress", got, len(out.progress))
	}
}

// A server that logs 50 MB in one call fills neither the journal nor the memory.
func TestAServerThatLogsTooMuch(t *testing.T) {
	t.Parallel()
	s := peerServer(t, "good")
	s.Timeout = 10 * time.Minute // 50 MB on a busy machine
	c := clientOf(t, s)
	c.connected()
	out := &heardOutput{}
	a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "logs"}, out)
	if err != nil || textOf(a) != "logged" {
		t.Fatalf("%+v, %v", a, err)
	}
	got := out.log.String()
	if whole := strings.Count(got, "\n") - 1; len(got) > toldBytes+300 || whole+leftOut(t, got, "lines of its log") != 10_000 {
		t.Errorf("%d bytes were kept, %d lines; the end is %q", len(got), whole, got[max(0, len(got)-300):])
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapInuse > 300<<20 {
		t.Errorf("%d MB are in use", m.HeapInuse>>20)
	}
}
