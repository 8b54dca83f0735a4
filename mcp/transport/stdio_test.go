package transport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// guardJudges lets a guard judge what a server prints, with the requests 1 and 2 open,
// 3 given up and 4 answered. It returns what mcp-go would see, what was noted, and
// why the requests have failed.
func guardJudges(t *testing.T, printed io.Reader) (passed []string, said []string, failed map[int64]error, replies string) {
	t.Helper()
	open, says := newOpenRequests(), &sayings{}
	var contexts [5]context.Context
	for id := int64(1); id <= 4; id++ {
		contexts[id], _ = open.add(t.Context(), id) //nolint:fatcontext // four contexts of one parent
	}
	open.finish(3)
	open.answered(4)
	read, write := io.Pipe()
	var reply bytes.Buffer
	g := &guard{server: "s", open: open, asked: &visitors{}, said: says, redact: func(s string) string { return s }, reply: &reply, to: write}
	go g.run(printed)
	lines := bufio.NewReader(read)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			break
		}
		passed = append(passed, strings.TrimSuffix(line, "\n"))
	}
	failed = map[int64]error{}
	for id := int64(1); id <= 4; id++ {
		if err := context.Cause(contexts[id]); err != nil {
			failed[id] = err
		}
	}
	return passed, says.all(), failed, reply.String()
}

func TestGuard(t *testing.T) {
	const one, note = `{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","method":"n"}`
	for name, tt := range map[string]struct {
		printed string
		passed  []string
		said    string
	}{
		"an answer":            {one + "\n", []string{one}, ""},
		"the last line":        {one, []string{one}, ""},
		"windows":              {"\uFEFF" + one + "\r\n\r\n" + note + "\r\n", []string{one, note}, ""},
		"an error":             {`{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"m"}}` + "\n", []string{`{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"m"}}`}, ""},
		"a number with a dot":  {`{"jsonrpc":"2.0","id":1.0,"result":{}}`, []string{`{"jsonrpc":"2.0","id":1.0,"result":{}}`}, ""},
		"twice":                {one + "\n" + one + "\n", []string{one}, "twice"},
		"late":                 {`{"jsonrpc":"2.0","id":3,"result":{}}`, nil, ""},
		"after another":        {`{"jsonrpc":"2.0","id":4,"result":{}}`, nil, "twice"},
		"nobody asked":         {`{"jsonrpc":"2.0","id":5,"result":{}}`, nil, "not made"},
		"a text as id":         {`{"jsonrpc":"2.0","id":"1","result":{}}`, nil, "not made"},
		"no id":                {`{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`, nil, "not made"},
		"the old JSON-RPC":     {`{"id":1,"result":{}}`, nil, "printed on stdout"},
		"a log":                {"hello\n" + one, []string{one}, "printed on stdout, which belongs to the protocol: hello"},
		"a log in JSON":        {`{"level":30}` + "\n", nil, `{"level":30}`},
		"a number":             {"7\n", nil, "printed on stdout"},
		"two in one line":      {one + one + "\n", nil, "printed on stdout"},
		"a request":            {`{"jsonrpc":"2.0","id":"x","method":"ping"}`, []string{`{"jsonrpc":"2.0","id":"x","method":"ping"}`}, ""},
		"a batch":              {"[" + note + "," + one + ",7]", []string{note, one}, "printed on stdout"},
		"lines within a batch": {`[{"jsonrpc":"2.0","method":"n","params":{"a":` + "\t" + `1}}]`, []string{`{"jsonrpc":"2.0","method":"n","params":{"a":` + "\t" + `1}}`}, ""},
		"not UTF-8":            {"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}", []string{`{"jsonrpc":"2.0","method":"` + "\uFFFD" + `"}`}, "not UTF-8"},
		"very deep":            {`{"jsonrpc":"2.0","id":1,"result":` + strings.Repeat("[", 100_000), nil, "printed on stdout"},
	} {
		t.Run(name, func(t *testing.T) {
			passed, said, _, _ := guardJudges(t, iotest.OneByteReader(strings.NewReader(tt.printed)))
			if diff := cmp.Diff(tt.passed, passed); diff != "" {
				t.Error(diff)
			}
			if all := strings.Join(said, "\n"); tt.said == "" && all != "" || !strings.Contains(all, tt.said) {
				t.Errorf("it said %q, want %q", all, tt.said)
			}
		})
	}
}

func TestGuardFailsRequests(t *testing.T) {
	long := strings.Repeat("x", messageLimit)
	for name, tt := range map[string]struct {
		printed string
		failed  int64
		code    tools.Code
	}{
		"no result":         {`{"jsonrpc":"2.0","id":2}`, 2, tools.Unavailable},
		"the id before":     {`{"jsonrpc":"2.0","id":2,"result":"` + long + `"}`, 2, tools.TooLarge},
		"the id first":      {`{"id": 1 ,"result":{"id":2,"x":"` + long + `"}}`, 1, tools.TooLarge},
		"the id after":      {`{"result":{"id":1,"x":"` + long + `"},"jsonrpc":"2.0","id":2}`, 2, tools.TooLarge},
		"the id in between": {`{"result":{"x":"` + long + `"},"id":2,"jsonrpc":"2.0"}`, 2, tools.TooLarge},
		"an id that is not": {`{"result":{"x":"` + long + `","id":2,"y":"z"}}`, 0, ""},
		"no id":             {long + "x", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			const note = `{"jsonrpc":"2.0","method":"n"}`
			passed, said, failed, _ := guardJudges(t, strings.NewReader(tt.printed+"\n"+note+"\n"))
			if diff := cmp.Diff([]string{note}, passed); diff != "" {
				t.Error(diff)
			}
			for id := range failed {
				if id != tt.failed {
					t.Errorf("%d has failed: %v", id, failed[id])
				}
			}
			if tt.failed != 0 {
				if e := tools.AsError(failed[tt.failed]); e.Code != tt.code || !strings.Contains(e.Message, `"s"`) {
					t.Errorf("%d has failed with %v, want %s", tt.failed, e, tt.code)
				}
			}
			if tt.code != tools.Unavailable && len(said) != 1 {
				t.Errorf("%q", said)
			}
		})
	}
}

func TestGuardRefusesAFlood(t *testing.T) {
	var printed strings.Builder
	for i := range MaxAsked + 2 {
		fmt.Fprintf(&printed, `{"jsonrpc":"2.0","id":"q%d","method":"ping"}`+"\n", i)
	}
	passed, said, _, replies := guardJudges(t, strings.NewReader(printed.String()))
	if len(passed) != MaxAsked || len(said) != 1 || !strings.HasSuffix(said[0], "(2 times)") {
		t.Errorf("%d passed, %q", len(passed), said)
	}
	for i := range 2 {
		if want := fmt.Sprintf(`"id":"q%d","error"`, MaxAsked+i); !strings.Contains(replies, want) {
			t.Errorf("%q, want %q", replies, want)
		}
	}
}

// Whatever a server prints, mcp-go sees whole messages only, and no answer that
// nobody waits for, and what is kept is bounded.
func FuzzGuard(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"result":{}}` + "\n" + `[{"jsonrpc":"2.0","method":"x"}]` + "\nlog\n\xff"))
	f.Add([]byte(`{"jsonrpc":"2.0","id":"a","method":"ping","params":null}` + "\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{}}{"))
	f.Fuzz(func(t *testing.T, printed []byte) {
		passed, said, _, _ := guardJudges(t, bytes.NewReader(printed))
		answers := map[string]bool{}
		for _, line := range passed {
			var e envelope
			if err := json.Unmarshal([]byte(line), &e); err != nil || e.Version != "2.0" || !utf8.ValidString(line) {
				t.Fatalf("%q was passed on: %v", line, err)
			}
			if e.Method != nil {
				continue
			}
			id, ok := wholeNumber(e.ID)
			if !ok || id < 1 || id > 2 || answers[fmt.Sprint(id)] || len(e.Result)+len(e.Error) == 0 {
				t.Fatalf("%q was passed on", line)
			}
			answers[fmt.Sprint(id)] = true
		}
		if len(said) > LogLines || slices.ContainsFunc(said, func(line string) bool { return utf8.RuneCountInString(line) > LogWidth+20 || !utf8.ValidString(line) }) {
			t.Fatalf("%q", said)
		}
	})
}

func TestSayings(t *testing.T) {
	s := &sayings{}
	for i := range 1000 {
		fmt.Fprintf(s, "line %d\n", i)
	}
	if all := s.all(); len(all) != LogLines || all[0] != "line 800" || all[199] != "line 999" {
		t.Errorf("%d lines, from %q", len(all), all[0])
	}
	s = &sayings{}
	long := strings.Repeat("ä", 100_000)
	for _, piece := range []string{"a", "b\r\nc\xff\n", long, long, "\n", strings.Repeat("x", LogWidth), "\n", "open"} {
		_, _ = io.WriteString(s, piece)
	}
	want := []string{"ab", "c\uFFFD", strings.Repeat("ä", LogWidth-1) + "…", strings.Repeat("x", LogWidth), "open"}
	if diff := cmp.Diff(want, s.all()); diff != "" {
		t.Error(diff)
	}
	s = &sayings{}
	for range 3 {
		s.note("again")
	}
	s.note("else")
	s.note("again")
	if diff := cmp.Diff([]string{"again (3 times)", "else", "again"}, s.all()); diff != "" {
		t.Error(diff)
	}
}

// A queue neither waits for who does not read, nor grows without end.
func TestQueue(t *testing.T) {
	read, write := io.Pipe()
	deaf := make(chan struct{})
	q := newQueue(write, queueLimit, func() { close(deaf) })
	part := bytes.Repeat([]byte("x"), 1<<20)
	for range queueLimit>>20 + 10 {
		if n, err := q.Write(part); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
	}
	<-deaf
	if err := q.Close(); err != nil {
		t.Error(err)
	}
	if n, err := io.Copy(io.Discard, read); err != nil || n > 1<<20 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if _, err := q.Write(part); err != nil {
		t.Error(err)
	}
}

func TestQueueKeepsTheOrder(t *testing.T) {
	read, write := io.Pipe()
	q := newQueue(write, queueLimit, func() { t.Error("deaf") })
	var want bytes.Buffer
	go func() {
		for i := range 1000 {
			fmt.Fprintln(q, i)
		}
	}()
	for i := range 1000 {
		fmt.Fprintln(&want, i)
	}
	got := make([]byte, want.Len())
	if _, err := io.ReadFull(read, got); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%q, %v", got, err)
	}
	if err := q.Close(); err != nil {
		t.Error(err)
	}
	if _, err := read.Read(got); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}
