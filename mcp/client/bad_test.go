package client

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A badServer is a server of our own that does what none should. What it does in
// the handshake and in lists is its kind; the rest are its tools.
type badServer struct {
	kind  string
	in    *bufio.Scanner
	out   *bufio.Writer
	lists int
	more  bool
	turns int             // how often its tools have changed
	open  json.RawMessage // a call that is not answered yet

	writing sync.Mutex
}

// misbehave is the main function of a badServer.
func misbehave(kind string) int {
	b := &badServer{kind: kind, in: bufio.NewScanner(os.Stdin), out: bufio.NewWriter(os.Stdout)}
	b.in.Buffer(nil, 64<<20)
	switch kind {
	case "dies":
		fmt.Fprintln(os.Stderr, "loading\nError: Cannot find module 'left-pad'")
		return 3
	case "our words":
		fmt.Fprintln(os.Stderr, "printed on stdout, which belongs to the protocol: no, on stderr")
	case "only logs":
		b.print("Server listening on port 3000\n")
	case "logs":
		b.print("starting up\n{\"level\":\"info\"}\n[1,2]\n\n\xff\xfe\n")
	case "holds on": // the first time, in its folder
		if os.Mkdir("held", 0o700) != nil {
			kind = "good"
			break
		}
		signal.Ignore(syscall.SIGTERM)
	}
	for b.in.Scan() {
		var r request1
		if json.Unmarshal(b.in.Bytes(), &r) != nil || len(r.ID) == 0 || r.Method == "" {
			continue
		}
		if code := b.handle(r); code >= 0 {
			return code
		}
	}
	switch kind {
	case "holds on":
		select {}
	case "goodbye":
		fmt.Fprintln(os.Stderr, "goodbye")
	}
	return 0
}

// request1 is a request on the wire.
type request1 struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Name   string `json:"name"`
		Cursor string `json:"cursor"`
	} `json:"params"`
}

func (b *badServer) print(text string) {
	b.writing.Lock()
	defer b.writing.Unlock()
	_, _ = b.out.WriteString(text)
	_ = b.out.Flush()
}

// result answers with a result.
func (b *badServer) result(id json.RawMessage, result string) {
	b.print(`{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + result + "}\n")
}

// said answers a call with a text.
func (b *badServer) said(id json.RawMessage, text string) {
	b.result(id, `{"content":[{"type":"text","text":"`+text+`"}]}`)
}

// handle answers one request; an exit code of 0 and more ends the server.
func (b *badServer) handle(r request1) int {
	switch {
	case b.kind == "silent" || b.kind == "only logs" || b.kind == "our words":
	case r.Method == "server/discover" && b.kind == "dies of discover":
		return 1
	case r.Method == "initialize" && b.kind == "refuses":
		b.print(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"error":{"code":-32603,"message":"no license"}}` + "\n")
	case r.Method == "initialize" && b.kind == "odd version":
		b.result(r.ID, `{"protocolVersion":"1999-01-01","capabilities":{},"serverInfo":{"name":"x","version":"1"}}`)
	case r.Method == "initialize":
		b.result(r.ID, `{"protocolVersion":"2025-06-18","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"bad","version":"0"}}`)
	case r.Method == "tools/list":
		b.list(r)
	case r.Method == "tools/call":
		return b.call(r.ID, r.Params.Name)
	default:
		b.print(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"error":{"code":-32601,"message":"unknown method"}}` + "\n")
	}
	return -1
}

// toolEntry is a definition.
func toolEntry(name string) string {
	raw, _ := json.Marshal(name) // a text can always be written
	return `{"name":` + string(raw) + `,"inputSchema":{"type":"object"}}`
}

func (b *badServer) list(r request1) {
	b.lists++
	if b.kind == "asks when listed" {
		b.print(asks("f", b.lists))
	}
	var tools []string
	next, kind := "", b.kind
	if strings.HasPrefix(kind, "lists once, then ") && b.lists > 1 {
		kind = strings.TrimPrefix(kind, "lists once, then ")
	}
	switch kind {
	case "many tools":
		for i := range 6000 {
			tools = append(tools, toolEntry(fmt.Sprint("tool", i)))
		}
	case "heavy tools":
		for i := range 12 {
			tools = append(tools, strings.Replace(toolEntry(fmt.Sprint("tool", i)), "{", `{"description":"`+strings.Repeat("x", 1<<20)+`",`, 1))
		}
	case "circle":
		tools, next = []string{toolEntry("one")}, "again"
	case "endless":
		tools, next = []string{toolEntry(fmt.Sprint("tool", b.lists))}, fmt.Sprint("page", b.lists)
	case "names":
		for _, name := range []string{"good", "good", "a__b", strings.Repeat("x", 200), "", "a b", "täst"} {
			tools = append(tools, toolEntry(name))
		}
		tools = append(tools, `{"name":"odd","inputSchema":"no"}`, `{"name":7}`, `null`, `{"name":"bare"}`, `{"name":"nothing","inputSchema":null}`)
	case "is silent":
		return
	case "no list", "fails":
		b.print(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"error":{"code":-32603,"message":"the database is gone"}}` + "\n")
		return
	default:
		tools = []string{toolEntry("echo")}
		if b.turns > 0 {
			tools[0] = strings.Replace(tools[0], "{", fmt.Sprintf(`{"description":"turn %d",`, b.turns), 1)
		}
		if b.more {
			tools = append(tools, toolEntry("more"))
		}
	}
	result := `{"tools":[` + strings.Join(tools, ",") + `]`
	if next != "" {
		result += `,"nextCursor":"` + next + `"`
	}
	b.result(r.ID, result+"}")
}

// call does what the tool's name says.
func (b *badServer) call(id json.RawMessage, name string) int {
	n := string(id)
	switch name {
	case "twice":
		b.said(id, "first")
		b.said(id, "second")
	case "other id":
		b.said([]byte(n+"000"), "not for you")
		b.said([]byte(`"`+n+`"`), "nor this")
	case "never":
	case "no result":
		b.print(`{"jsonrpc":"2.0","id":` + n + "}\n")
	case "batch":
		b.print(`[{"jsonrpc":"2.0","method":"notifications/x"}, {"jsonrpc":"2.0","id":` + n + `,"result":{"content":[{"type":"text","text":"in a batch"}]}}]` + "\n")
	case "long":
		b.print(`{"jsonrpc":"2.0","id":` + n + `,"result":{"content":[{"type":"text","text":"`)
		b.fill(100<<20, "x")
		b.print("\"}]}}\n")
	case "long tail":
		b.print(`{"result":{"content":[{"type":"text","text":"`)
		b.fill(20<<20, "x")
		b.print(`"}]},"jsonrpc":"2.0","id":` + n + "}\n")
	case "many lines":
		b.fill(100<<20, strings.Repeat("log ", 250)+"\n")
		b.said(id, "at last")
	case "bytes":
		b.print(`{"jsonrpc":"2.0","id":` + n + `,"result":{"content":[{"type":"text","text":"a` + "\xff\xc3" + `b"}]}}` + "\n")
	case "odd pieces":
		b.result(id, `{"content":["plain",{"type":"video","x":1},{"type":"text"},{"type":"image","data":"!!"},{"type":"image","data":"-_8","mimeType":"image/png"},{"type":"resource"},null,7],"structuredContent":null,"isError":"no"}`)
	case "no content":
		b.result(id, `{"structuredContent":{"x":1}}`)
	case "not an object":
		b.result(id, `[1]`)
	default:
		return b.act(id, name)
	}
	return -1
}

// asks is a form for the person.
func asks(id string, i int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":"%s%d","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object","properties":{}}}}`, id, i) + "\n"
}

// listChanged says that the tools have changed.
const listChanged = `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}` + "\n"

// act does what is more than an answer.
func (b *badServer) act(id json.RawMessage, name string) int {
	switch name {
	case "dies":
		fmt.Fprintln(os.Stderr, "panic: out of cheese")
		return 7
	case "leaves a child":
		return b.child()
	case "asks":
		for i := range 10_000 {
			b.print(asks("q", i))
		}
		b.said(id, "asked")
	case "asks and waits":
		b.open = id
		b.print(asks("w", 1))
	case "answers":
		b.said(b.open, "at last")
		b.said(id, "answered")
	case "changes":
		b.more = true
		for range 1000 {
			b.print(listChanged)
		}
		b.said(id, fmt.Sprint(b.lists))
	case "turns":
		b.turns++
		b.print(listChanged)
		b.said(id, "turned")
	case "logs":
		for range 10_000 {
			b.print(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"` + strings.Repeat("log ", 1250) + `"}}` + "\n")
		}
		b.said(id, "logged")
	case "floods":
		go func() {
			for range 100_000 {
				b.print(listChanged)
			}
		}()
		b.said(id, "for a while")
	case "progress":
		for i := range 3 {
			b.print(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"call-1","progress":%d,"total":3,"message":"step"}}`, i+1) + "\n")
		}
		b.said(id, "done")
	case "deaf":
		b.said(id, "from now on")
		<-time.NewTimer(time.Hour).C // Go ends a program of which nothing can go on
	default:
		b.said(id, name)
	}
	return -1
}

// fill prints n bytes.
func (b *badServer) fill(n int, text string) {
	block := bytes.Repeat([]byte(text), 64<<10/len(text)+1)
	for n > 0 {
		m, _ := b.out.Write(block[:min(n, len(block))])
		n -= m
	}
	b.print("\n"[:len(text)-len(strings.TrimSuffix(text, "\n"))])
}

// child leaves a child that holds our output, and ends.
func (b *badServer) child() int {
	c := exec.Command("sleep", "1000")
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		_, _ = io.WriteString(os.Stderr, err.Error())
	}
	fmt.Fprintln(os.Stderr, "the child is", c.Process.Pid)
	return 0
}
