package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// bodyTime is how long the body of a request may take to come. Programs of this
// machine send it at once; one that does not would hold a connection for ever.
const bodyTime = 30 * time.Second

// read reads a request's message, within bodyTime, and as far as there is room for it.
// What it holds counts until over is called. status is that of HTTP if why says in a
// sentence why it was not taken.
func (h *httpDoor) read(w http.ResponseWriter, r *http.Request, c *httpClient) (body []byte, over func(), status int, why string) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(h.bodyTime)) // a ResponseWriter of a test may have none
	m := &meteredBody{r: http.MaxBytesReader(w, r.Body, lineLimit), c: c}
	body, err := io.ReadAll(m)
	_ = control.SetReadDeadline(time.Time{})
	var long *http.MaxBytesError
	switch {
	case err == nil:
		return body, m.release, 0, ""
	case errors.As(err, &long):
		status, why = http.StatusRequestEntityTooLarge, fmt.Sprintf("the message is too long: the most is %d bytes", lineLimit)
	case errors.Is(err, errNoRoom):
		status, why = http.StatusServiceUnavailable, fmt.Sprintf("the requests of this token that are open hold more than %d MB together: wait until they are answered", openBytes>>20)
	case errors.Is(err, os.ErrDeadlineExceeded):
		status, why = http.StatusRequestTimeout, fmt.Sprintf("the message did not come within %s: send it at once", h.bodyTime)
	default:
		status, why = http.StatusBadRequest, fmt.Sprintf("the message could not be read: %v", err)
	}
	m.release()
	return nil, nil, status, why
}

var errNoRoom = errors.New("there is no room for it")

// A meteredBody counts what a token's requests hold.
type meteredBody struct {
	r    io.Reader
	c    *httpClient
	held int
}

// Read implements io.Reader.
func (m *meteredBody) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	m.held += n
	if m.c.bytes += n; m.c.bytes > openBytes && m.c.bytes > m.held {
		return 0, errNoRoom
	}
	return n, err
}

// release gives back what the request holds.
func (m *meteredBody) release() {
	m.c.mu.Lock()
	defer m.c.mu.Unlock()
	m.c.bytes -= m.held
	m.held = 0
}

// unfit answers a message that mcp-go would refuse without a reason, or should not see. status is that of HTTP,
// 0 if mcp-go is to answer; answer is nil where nothing is to be said.
func unfit(r *http.Request, body []byte) (status int, answer []byte) {
	if r.Method != http.MethodPost {
		return 0, nil
	}
	text := bytes.TrimSpace(body)
	if len(text) > 0 && text[0] == '[' {
		return http.StatusBadRequest, failure(nil, protocol.INVALID_REQUEST, "batches are not taken over HTTP: send each message in a request of its own")
	}
	m, problem := parse(text)
	switch {
	case problem != "":
		return http.StatusBadRequest, failure(nil, protocol.PARSE_ERROR, problem)
	case m.Method != "" && !m.plainID():
		return http.StatusBadRequest, failure(m.ID, protocol.INVALID_REQUEST, "over HTTP the id of a request is a text or a whole number of at most 15 digits")
	case m.Method == "" || m.Method == string(protocol.MethodInitialize) || m.modern() || r.Header.Get(server.HeaderKeySessionID) != "":
		return 0, nil
	case protocol.IsModernProtocol(r.Header.Get(server.HeaderKeyProtocolVersion)) && len(m.ID) == 0:
		// In this revision a call is cancelled by its connection. Some tell of it beside, and would end at a refusal.
		return http.StatusAccepted, nil
	case protocol.IsModernProtocol(r.Header.Get(server.HeaderKeyProtocolVersion)):
		return http.StatusBadRequest, failure(m.ID, protocol.INVALID_PARAMS, fmt.Sprintf("its _meta does not hold %q, which every message of this revision has to", protocol.MetaKeyProtocolVersion))
	}
	return http.StatusBadRequest, failure(m.ID, protocol.INVALID_REQUEST, fmt.Sprintf("%q came before initialize, or without the session's %s: introduce yourself first", m.Method, server.HeaderKeySessionID))
}
