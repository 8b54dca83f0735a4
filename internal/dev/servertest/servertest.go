// Package servertest is an MCP server for tests: a real program over stdio, small
// enough to read, whose tools try what walls keep from it. A test binary becomes
// one by calling Main.
package servertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A request is what a client sends.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Protocol  string            `json:"protocolVersion"`
		Name      string            `json:"name"`
		Arguments map[string]string `json:"arguments"`
		URI       string            `json:"uri"`
	} `json:"params"`
}

// Main serves on stdin and stdout until stdin ends, and returns the exit code.
func Main(args []string) int {
	flags := flag.NewFlagSet("server", flag.ContinueOnError)
	fail := flags.String("fail", "", "print this and end at once with exit code 3")
	says := flags.String("says", "", "print this at the start")
	word := flags.String("word", "says it again", "what the description of echo says")
	open := flags.String("open", "", "open this file first, and end if that fails")
	nameless := flags.Bool("nameless", false, "list a tool without a name, too")
	mute := flags.Bool("mute", false, "never answer")
	as := flags.String("as", "", "be the server of the Script in this file")
	clings := flags.Bool("clings", false, "live on when stdin ends and when asked to end")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if *says != "" {
		fmt.Fprintln(os.Stderr, *says)
	}
	if *open != "" {
		if _, err := os.ReadFile(*open); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 4
		}
	}
	switch {
	case *fail != "":
		fmt.Fprintln(os.Stderr, *fail)
		return 3
	case *clings:
		signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	}
	script := usual()
	script.Tools = listed(*word)
	if *nameless {
		script.Tools = append(script.Tools, map[string]any{"inputSchema": map[string]any{"type": "object"}})
	}
	if *as != "" {
		var err error
		if script, err = readScript(*as); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 2
		}
		if !script.enact() {
			return script.Exit
		}
	}
	script.Mute = script.Mute || *mute
	converse(bufio.NewReader(os.Stdin), os.Stdout, script)
	for *clings {
		time.Sleep(time.Hour)
	}
	return 0
}

// converse answers what is asked until there is no more.
func converse(in *bufio.Reader, out io.Writer, s Script) {
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var r request
		switch {
		case json.Unmarshal(line, &r) != nil || r.ID == nil || s.Mute:
		case r.Method == "tools/call" && r.Params.Name == "wait" && r.Params.Arguments["value"] == "for a form":
			fill(out, in, r)
		default:
			answer(out, r, s)
		}
	}
}

// fill asks the person for a color and a size, which has a default, and answers with what came back.
func fill(w io.Writer, in *bufio.Reader, r request) {
	write(w, map[string]any{"jsonrpc": "2.0", "id": "form", "method": "elicitation/create", "params": map[string]any{
		"message": "Which one?", "requestedSchema": json.RawMessage(`{"type":"object","properties":{"color":{"type":"string","enum":["red","blue"]},"size":{"type":"integer","default":7}},"required":["color"]}`),
	}})
	line, err := in.ReadBytes('\n')
	if err != nil {
		return
	}
	write(w, map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": map[string]any{"content": []any{map[string]any{"type": "text", "text": string(line)}}}})
}

func answer(w io.Writer, r request, s Script) {
	var result any
	switch r.Method {
	case "initialize":
		result = s.about()
	case "ping":
		result = map[string]any{}
	case "tools/list":
		result = map[string]any{"tools": listOf(s.Tools)}
	case "tools/call":
		text, err := call(r.Params.Name, r.Params.Arguments["value"])
		if err != nil {
			text = err.Error()
		}
		said := map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}, "isError": err != nil}
		if s.Structured != nil {
			said["structuredContent"] = s.Structured
		}
		result = said
	case "resources/list":
		result = map[string]any{"resources": listOf(s.Resources)}
	case "resources/read":
		content, ok := s.Contents[r.Params.URI]
		if ok && content == nil {
			write(w, map[string]any{"jsonrpc": "2.0", "id": r.ID, "error": map[string]any{"code": -32002, "message": "there is no " + r.Params.URI}})
			return
		}
		if !ok {
			content = map[string]any{"uri": r.Params.URI, "text": "a note"}
		}
		result = map[string]any{"contents": []any{content}}
	case "prompts/list":
		result = map[string]any{"prompts": listOf(s.Prompts)}
	case "prompts/get":
		result = map[string]any{"messages": []any{map[string]any{"role": "user", "content": map[string]any{"type": "text", "text": "say hello"}}}}
	default:
		write(w, map[string]any{"jsonrpc": "2.0", "id": r.ID, "error": map[string]any{"code": -32601, "message": "not known: " + r.Method}})
		return
	}
	write(w, map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": result})
}

// listOf is a list as JSON has it, also an empty one.
func listOf(list []any) []any { return append([]any{}, list...) }

func write(w io.Writer, v any) {
	raw, err := json.Marshal(v)
	if err == nil {
		_, _ = w.Write(append(raw, '\n')) // the client may be gone
	}
}

// listed are the tools: each takes one text, "value".
func listed(word string) []any {
	input := map[string]any{"type": "object", "properties": map[string]any{"value": map[string]any{"type": "string"}}}
	var out []any
	for _, t := range [][2]string{
		{"echo", word}, {"env", "one of its variables"}, {"read", "reads a file"}, {"write", "writes a file, and makes its folder"}, {"reach", "connects to host:port, through the proxy if there is one"},
		{"pid", "its process"}, {"folder", "where it runs"}, {"wait", "answers after a while, as in 100ms"},
	} {
		out = append(out, map[string]any{"name": t[0], "description": t[1], "inputSchema": input})
	}
	return out
}

func call(tool, value string) (string, error) {
	switch tool {
	case "echo":
		return value, nil
	case "env":
		return os.Getenv(value), nil
	case "read":
		raw, err := os.ReadFile(value)
		return string(raw), err
	case "write":
		if path, ok := strings.CutPrefix(value, "replacing "); ok { // as careful programs write
			if err := os.WriteFile(path+".tmp", []byte("from the server\n"), 0o600); err != nil {
				return "", err
			}
			return "replaced", nodeError(os.Rename(path+".tmp", path), path)
		}
		if err := os.MkdirAll(filepath.Dir(value), 0o755); err != nil {
			return "", err
		}
		return "written", os.WriteFile(value, []byte("from the server\n"), 0o644)
	case "reach":
		return reachAs(value)
	case "pid":
		return fmt.Sprintf("%d since %v", os.Getpid(), started.UnixNano()), nil // another room gives the same numbers
	case "folder":
		return os.Getwd()
	case "wait":
		d, err := time.ParseDuration(value)
		time.Sleep(d)
		return "waited", err
	}
	return "", fmt.Errorf("no such tool: %s", tool)
}

// nodeError words that a file is busy as Node does.
func nodeError(err error, path string) error {
	if errors.Is(err, syscall.EBUSY) {
		return fmt.Errorf("EBUSY: resource busy or locked, rename '%s.tmp' -> '%s'", path, path)
	}
	return err
}

// reachAs reaches a place in a way that the word before it names: quietly, as those do who count
// their users; shortly, giving up soon; straight, without the proxy; each, one after the other; all,
// at once.
func reachAs(value string) (string, error) {
	way, rest, ok := strings.Cut(value, " ")
	if !ok {
		return reach(value, 0)
	}
	switch way {
	case "quietly":
		_, _ = reach(rest, 0)
		return "done", nil
	case "shortly":
		return reach(rest, 300*time.Millisecond)
	case "straight":
		return reachStraight(rest, time.Minute)
	case "impatiently": // straight, as Node's fetch does, which connects and gives up
		return reachStraight(rest, 300*time.Millisecond)
	case "vaguely": // as Node does, which does not name the host
		text, err := reachStraight(rest, time.Minute)
		if err != nil {
			err = errors.New("fetch failed")
		}
		return text, err
	case "hold":
		return hold(rest)
	case "again":
		return again()
	}
	list := strings.Fields(rest)
	said := make([]string, len(list))
	var together sync.WaitGroup
	for i, address := range list {
		one := func() {
			text, err := reach(address, 0)
			if said[i] = text; err != nil {
				said[i] = "no"
			}
		}
		if way == "each" {
			one()
		} else {
			together.Go(one)
		}
	}
	together.Wait()
	return strings.Join(said, " "), nil
}

// started tells processes of the same number apart.
var started = time.Now()

// held is a connection that was kept from one call to the next.
var held net.Conn

// hold connects, and keeps the connection.
func hold(address string) (string, error) {
	c, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return "", err
	}
	held = c
	return bufio.NewReader(c).ReadString('\n')
}

// again says something more through the connection that is kept, and waits for what comes back.
func again() (string, error) {
	if _, err := io.WriteString(held, "more\n"); err != nil {
		return "", err
	}
	return bufio.NewReader(held).ReadString('\n')
}

// reachStraight looks a name up and connects to it, as programs do that know no proxy.
func reachStraight(address string, patience time.Duration) (string, error) {
	c, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
		return "", err
	}
	if _, err := io.WriteString(c, "hello\n"); err != nil {
		return "", err
	}
	return bufio.NewReader(c).ReadString('\n')
}

// reach asks the proxy for a way, as programs do. It gives up after some time, if that is not 0.
func reach(address string, patience time.Duration) (string, error) {
	proxy := strings.TrimPrefix(os.Getenv("HTTPS_PROXY"), "http://")
	if proxy == "" {
		c, err := net.DialTimeout("tcp", address, 5*time.Second)
		if err != nil {
			return "", err
		}
		return "reached", c.Close()
	}
	c, err := net.DialTimeout("tcp", proxy, 5*time.Second)
	if err != nil {
		return "", err
	}
	defer c.Close()
	if patience > 0 {
		if err := c.SetDeadline(time.Now().Add(patience)); err != nil {
			return "", err
		}
	}
	if _, err := fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", address, address); err != nil {
		return "", err
	}
	line, err := bufio.NewReader(c).ReadString('\n')
	if err == nil && !strings.Contains(line, " 200") {
		err = fmt.Errorf("%s: %s", address, strings.TrimSpace(line))
	}
	return "reached", err
}
