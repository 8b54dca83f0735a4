package transport

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"handrail/internal/jsonfile"
	"handrail/tools"
)

// messageLimit is how long one message of a stdio server may be, in bytes: its
// line on stdout.
const messageLimit = 16 << 20

// What is kept of the ends of a message that is too long: its id is there.
const (
	longHead = 4 << 10
	longTail = 4 << 10
)

// A guard stands between a server's stdout and mcp-go, which sees only sound
// messages: what asks or tells something, and the first answer to each open
// request. All else is noted, and skipped. Its memory does not grow with what the
// server prints.
type guard struct {
	server string
	open   *openRequests
	asked  *visitors
	said   *sayings
	redact func(string) string
	junk   int            // how many lines were not of the protocol
	reply  io.Writer      // to the server, for what mcp-go is spared
	to     *io.PipeWriter // to mcp-go
}

// run reads the server's stdout to its end, then ends what mcp-go reads.
func (g *guard) run(stdout io.Reader) {
	r := bufio.NewReaderSize(stdout, 64<<10)
	var line []byte
	for {
		var err error
		line, err = g.line(r, line[:0])
		if len(line) > 0 {
			g.judge(line)
		}
		if err != nil {
			break
		}
		if cap(line) > 1<<20 {
			line = nil // a big message is an exception: its memory is given back
		}
	}
	_ = g.to.Close() // it never fails
}

// line reads one line without its end; an empty one if it was too long.
func (g *guard) line(r *bufio.Reader, buf []byte) ([]byte, error) {
	for {
		piece, err := r.ReadSlice('\n')
		if len(buf)+len(piece) > messageLimit+1 {
			return nil, g.skip(r, append(buf, piece...), err)
		}
		buf = append(buf, piece...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimRight(buf, "\r\n"), err
		}
	}
}

// skip reads the rest of a line that is too long, and fails the request that it
// answers.
func (g *guard) skip(r *bufio.Reader, begun []byte, err error) error {
	head := bytes.Clone(begun[:longHead])
	tail := append(make([]byte, 0, 2*longTail), begun[len(begun)-longTail:]...)
	size := int64(len(begun))
	for errors.Is(err, bufio.ErrBufferFull) {
		var piece []byte
		piece, err = r.ReadSlice('\n')
		size += int64(len(piece))
		tail = append(tail, piece[max(0, len(piece)-longTail):]...)
		tail = append(tail[:0], tail[max(0, len(tail)-longTail):]...)
	}
	text := fmt.Sprintf("the server %q sent a message of %s, and Handrail takes at most %s: ask it for less at once", g.server, megabytes(size), megabytes(messageLimit))
	g.said.note("Handrail: " + text)
	if id, ok := longID(head, bytes.TrimSpace(tail)); ok {
		g.open.fail(id, tools.Errorf(tools.TooLarge, "%s", text))
	} else {
		g.open.failOnly(tools.Errorf(tools.TooLarge, "%s", text))
	}
	return err
}

// megabytes says how much that is.
func megabytes(n int64) string {
	return strconv.FormatFloat(float64(n)/(1<<20), 'f', 1, 64) + " MB"
}

// longID finds the id in the beginning or at the end of an answer: it stands
// before or after the result.
func longID(head, tail []byte) (int64, bool) {
	begun, _ := jsonfile.Parse(head, 1, jsonfile.Options{Levels: 1}) // it is cut somewhere
	if id, ok := begun.Get("id"); ok {
		return wholeNumber(id.Value.Raw)
	}
	at := bytes.LastIndex(tail, []byte(`"id":`))
	if at < 0 {
		return 0, false
	}
	value, rest, _ := bytes.Cut(bytes.TrimSuffix(tail[at+len(`"id":`):], []byte("}")), []byte(","))
	if len(rest) > 0 && !bytes.HasPrefix(bytes.TrimSpace(rest), []byte(`"jsonrpc"`)) {
		return 0, false
	}
	return wholeNumber(bytes.TrimSpace(value))
}

// wholeNumber reads an id that we may have given: they are whole numbers.
func wholeNumber(raw []byte) (int64, bool) {
	f, err := strconv.ParseFloat(string(raw), 64)
	id := int64(f)
	return id, err == nil && float64(id) == f
}

// judge passes on what is sound in one line: a message, or a batch of them.
func (g *guard) judge(line []byte) {
	if !utf8.Valid(line) {
		line = bytes.ToValidUTF8(line, []byte("\uFFFD"))
		g.said.note("Handrail: the server printed bytes that are not UTF-8; they were replaced")
	}
	line = bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\uFEFF")))
	if len(line) == 0 {
		return
	}
	if line[0] == '[' {
		var batch []json.RawMessage
		if json.Unmarshal(line, &batch) == nil {
			for _, m := range batch {
				g.message(m)
			}
			return
		}
	}
	g.message(line)
}

// An envelope is what all messages have.
type envelope struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  *string         `json:"method"`
	Result  json.RawMessage `json:"result"`
	Error   json.RawMessage `json:"error"`
}

// message passes one message on if it is sound.
func (g *guard) message(line []byte) {
	var e envelope
	if line[0] != '{' || json.Unmarshal(line, &e) != nil || e.Version != "2.0" {
		g.stray(line)
		return
	}
	switch {
	case e.Method != nil && len(e.ID) == 0:
	case e.Method != nil:
		if !g.asked.enter() {
			g.said.note("Handrail: the server asks too much at once; what it asked was refused")
			g.refuse(e.ID)
			return
		}
		line = keepOrder(line)
	default:
		if !g.answer(e) {
			return
		}
	}
	line = bytes.ReplaceAll(line, []byte("\n"), []byte(" ")) // in a batch
	_, _ = g.to.Write(append(line, '\n'))                    // nobody reads any more if it fails
}

// strayLimit is how many lines that are not of the protocol are kept in words:
// more are only counted.
const strayLimit = 1000

// stray notes a line that is not of the protocol.
func (g *guard) stray(line []byte) {
	g.brokenAnswer(line)
	g.said.strayed.Store(true)
	if g.junk++; g.junk > strayLimit {
		g.said.note("printed more on stdout, which belongs to the protocol")
		return
	}
	g.said.note("printed on stdout, which belongs to the protocol: " + g.redact(string(line[:min(len(line), LogWidth)])))
}

// brokenAnswer ends the request that a line was meant to answer, if it is an
// answer that is no sound JSON: nothing better will come.
func (g *guard) brokenAnswer(line []byte) {
	head, tail := line[:min(len(line), longHead)], line[max(0, len(line)-longTail):]
	if !bytes.Contains(head, []byte(`"jsonrpc"`)) || !bytes.Contains(head, []byte(`"result"`)) || bytes.Contains(head, []byte(`"method"`)) {
		return
	}
	if id, ok := longID(head, tail); ok {
		g.open.fail(id, tools.Errorf(tools.Unavailable, "the server %q sent an answer that is no sound JSON, or is nested too deep to be read: look for a newer version of it", g.server))
	}
}

// answer reports whether an answer is one to pass on.
func (g *guard) answer(e envelope) bool {
	id, ok := wholeNumber(e.ID)
	switch {
	case !ok || !g.open.known(id):
		g.said.note("Handrail: the server sent an answer to a request that was not made; it was dropped")
		return false
	case len(e.Error) == 0 && len(e.Result) == 0:
		g.open.fail(id, tools.Errorf(tools.Unavailable, "the server %q sent an answer without a result: look for a newer version of it", g.server))
		return false
	}
	switch g.open.answered(id) {
	case answerTwice:
		g.said.note("Handrail: the server answered the same request twice; the second answer was dropped")
		return false
	case answerLate:
		return false
	}
	return true
}

// refuse answers a request that is not passed on.
func (g *guard) refuse(id json.RawMessage) {
	_, _ = g.reply.Write([]byte(`{"jsonrpc":"2.0","id":` + string(id) + `,"error":{"code":-32000,"message":"too many requests at once"}}` + "\n"))
}
