package serve

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

const (
	// lineLimit is the longest message that is read, in bytes. It holds a file of 50
	// MB (docs/spec/05-built-in-tools.md) of text; a longer one is skipped and
	// refused.
	lineLimit = 64 << 20
	// batchLimit is how many messages a batch may hold.
	batchLimit = 100
)

// A readLine is a line of a client, or that it was too long.
type readLine struct {
	text []byte
	long int64 // bytes of a line that was skipped; 0: it was not
	err  error // after this line
}

// read reads lines until the end, and no faster than they are taken.
func (c *connection) read(in io.Reader, lines chan<- readLine) {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		l := nextLine(r, c.s.longest)
		select {
		case lines <- l:
		case <-c.ctx.Done():
			return
		}
		if l.err != nil {
			return
		}
	}
}

// nextLine reads one line. Of one that is longer than limit nothing is kept.
func nextLine(r *bufio.Reader, limit int) (l readLine) {
	for {
		part, err := r.ReadSlice('\n')
		switch {
		case l.long > 0:
			l.long += int64(len(part))
		case len(l.text)+len(part) > limit+1:
			l.long = int64(len(l.text) + len(part))
			l.text = nil
		default:
			l.text = append(l.text, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			l.err = err
			return l
		}
	}
}

// An incoming message, as far as a connection looks at it.
type incoming struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
	text   []byte
}

// parse reads a message, or says in a sentence why it is none.
func parse(text []byte) (*incoming, string) {
	m := &incoming{text: text}
	if !utf8.Valid(text) {
		return m, "the message is not valid UTF-8"
	}
	err := json.Unmarshal(text, m)
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field != "":
		return m, fmt.Sprintf("the line is no JSON-RPC message: its %s is a JSON %s", kind.Field, kind.Value)
	case errors.As(err, &kind):
		return m, fmt.Sprintf("the line is no JSON-RPC message: it is a JSON %s, not an object", kind.Value)
	case err != nil:
		return m, fmt.Sprintf("the line is no JSON-RPC message: %v", err)
	}
	if name := oddKey(text); name != "" {
		return m, fmt.Sprintf("the line is no JSON-RPC message: %q stands in it twice, or in other letters than JSON-RPC's", name)
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	if m.Method == "resources/read" && len(text) > longestURI { // matching it takes the library long
		var p struct {
			Params struct {
				URI string `json:"uri"`
			} `json:"params"`
		}
		if json.Unmarshal(text, &p) == nil && len(p.Params.URI) > longestURI {
			return m, fmt.Sprintf("a URI may have %d bytes at most", longestURI)
		}
	}
	return m, ""
}

// oddKey finds a key of the message that another reader of the same text may read in another
// way: one of JSON-RPC's in other letters, as Go takes them, or a second time. The text is an
// object.
func oddKey(text []byte) string {
	d := json.NewDecoder(bytes.NewReader(text))
	seen := map[string]bool{}
	for _, err := d.Token(); err == nil && d.More(); { // the first is the {
		key, kerr := d.Token()
		name, ok := key.(string)
		if kerr != nil || !ok {
			return ""
		}
		for _, known := range []string{"jsonrpc", "id", "method", "params", "result", "error"} {
			if strings.EqualFold(known, name) && (known != name || seen[name]) {
				return name
			}
		}
		seen[name] = true
		var value json.RawMessage
		err = d.Decode(&value)
	}
	return ""
}

func (m *incoming) isAnswer() bool {
	return m.Method == "" && len(m.ID) > 0 && (len(m.Result) > 0 || len(m.Error) > 0)
}

// idFits: an id is a text or a number.
func (m *incoming) idFits() bool {
	return m.ID[0] == '"' || m.ID[0] == '-' || m.ID[0] >= '0' && m.ID[0] <= '9'
}

// plainID reports whether mcp-go writes the id as it came, or there is none.
func (m *incoming) plainID() bool {
	if len(m.ID) == 0 || m.ID[0] == '"' {
		return true
	}
	const exact = 1 << 53 // up to here a float has every whole number
	n, err := strconv.ParseInt(string(m.ID), 10, 64)
	return err == nil && n > -exact && n < exact && strconv.FormatInt(n, 10) == string(m.ID)
}

// modern reports whether the message is of a revision that needs no introduction:
// it names its revision itself (2026-07-28).
func (m *incoming) modern() bool {
	if !bytes.Contains(m.text, []byte(protocol.MetaKeyProtocolVersion)) {
		return false
	}
	var p struct {
		Params struct {
			Meta *protocol.Meta `json:"_meta"`
		} `json:"params"`
	}
	return json.Unmarshal(m.text, &p) == nil && protocol.IsModernProtocol(p.Params.Meta.ProtocolVersion())
}

// receiveBatch works on an array of messages, and answers them with one array.
func (c *connection) receiveBatch(text []byte) {
	var parts []json.RawMessage
	err := json.Unmarshal(text, &parts)
	switch {
	case err != nil:
		c.refuse(nil, protocol.PARSE_ERROR, fmt.Sprintf("the line is no JSON-RPC message: %v", err))
		return
	case !c.session.batches():
		c.refuse(nil, protocol.INVALID_REQUEST, "this revision of MCP has no batches: send each message in a line of its own")
		return
	case len(parts) == 0 || len(parts) > batchLimit:
		c.refuse(nil, protocol.INVALID_REQUEST, fmt.Sprintf("a batch holds 1 to %d messages; this one has %d", batchLimit, len(parts)))
		return
	}
	var mu sync.Mutex
	left, answers := len(parts), make([]json.RawMessage, len(parts))
	for i, part := range parts {
		answer := func(raw []byte, _ bool) {
			mu.Lock()
			defer mu.Unlock()
			answers[i] = raw
			if left--; left == 0 {
				c.sendBatch(answers)
			}
		}
		if m, problem := parse(part); problem != "" {
			answer(failure(nil, protocol.INVALID_REQUEST, problem), true)
		} else {
			c.dispatch(m, answer)
		}
	}
}

// sendBatch sends the answers that there are.
func (c *connection) sendBatch(answers []json.RawMessage) {
	var all []json.RawMessage
	for _, a := range answers {
		if a != nil {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return
	}
	if raw, err := json.Marshal(all); err == nil {
		c.send(raw, true)
	}
}
