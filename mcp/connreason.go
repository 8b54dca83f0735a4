package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
)

// lastWords is how long is waited for the end of a server whose streams have ended.
const lastWords = 500 * time.Millisecond

// bare is an error without what mcp-go says around it.
func bare(err error) error {
	var t *transport.Error
	for errors.As(err, &t) {
		err = t.Err
	}
	return err
}

// cause is what an error says, in one line.
func cause(err error) string { return clip(bare(err).Error(), 1000) }

// isClosed reports whether a request failed because the connection has ended.
func isClosed(err error) bool {
	return errors.Is(err, transport.ErrTransportClosed) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, io.EOF)
}

// A diedEarly says that a server has ended in the handshake.
type diedEarly struct{ text string }

// Error implements error.
func (e *diedEarly) Error() string { return e.text }

// died says how a server has ended, and what it said last. when follows.
func (n *conn) died(when string) string {
	how := "ended"
	if n.link.ended != nil {
		how = n.link.ended()
	}
	return fmt.Sprintf("the server %q %s %s%s", n.config.Server.Name, how, when, n.lastSaid())
}

// lost says how a server that was ready has ended.
func (n *conn) lost() error {
	if n.link.ended == nil {
		return fmt.Errorf("the connection to the server %q was lost%s", n.config.Server.Name, n.lastSaid())
	}
	return errors.New(n.died("by itself"))
}

// lastSaid quotes the last line of what the server has said, if there is one that
// is not our own.
func (n *conn) lastSaid() string {
	if line := lastLine(n.said()); line != "" {
		return fmt.Sprintf("; it last said: %q", line)
	}
	if n.config.Server.Command == "" {
		return ""
	}
	return "; it has said nothing on stderr"
}

// lastLine finds the last line that says something.
func lastLine(lines []string) string {
	for i := len(lines) - 1; i >= 0; i-- {
		if line := strings.TrimSpace(lines[i]); line != "" && !strings.HasPrefix(line, "Handrail:") {
			return clip(line, 300)
		}
	}
	return ""
}

// noHandshake says why there was no handshake, and what to do.
func (n *conn) noHandshake(ctx context.Context, err error) error {
	name, remote := n.config.Server.Name, n.config.Server.Command == ""
	switch {
	case !remote && ctx.Err() == nil && isClosed(err) && n.link.goneSoon(lastWords):
		return &diedEarly{n.died("in the handshake") + "; correct its command, arguments or environment"}
	case ctx.Err() != nil:
		return fmt.Errorf("the server %q has not answered the handshake in time (%s)%s; %s", name, n.waited(), n.lastSaid(), n.silence())
	case errors.Is(err, ErrSignIn):
		return &needsSignIn{n.signIn()}
	case remote:
		return fmt.Errorf("the server %q cannot be reached: %w", name, bare(err))
	}
	return fmt.Errorf("the server %q has refused the handshake: %s; look for a newer version of it", name, cause(err))
}

// waited says how long the server has had.
func (n *conn) waited() time.Duration { return time.Since(n.began).Round(time.Second) }

// silence says what may be wrong with a server that does not answer.
func (n *conn) silence() string {
	if n.config.Server.Command == "" {
		return "look whether its URL is right and reachable from here"
	}
	for _, line := range n.said() {
		if strings.HasPrefix(line, "printed on stdout") {
			return "it prints on stdout, which belongs to the protocol: start it so that it speaks MCP over stdio and logs on stderr"
		}
	}
	return "look whether its command starts an MCP server that speaks over stdio; one that is installed at its first start may need a second try"
}

// A needsSignIn is ErrSignIn with the server's name.
type needsSignIn struct{ text string }

// Error implements error.
func (e *needsSignIn) Error() string { return e.text }

// Unwrap makes errors.Is find ErrSignIn.
func (e *needsSignIn) Unwrap() error { return ErrSignIn }

// signIn says that the person has to sign in.
func (n *conn) signIn() string {
	return fmt.Sprintf("the server %q wants you to sign in: do so on the servers page, or with `handrail servers sign-in %s`", n.config.Server.Name, n.config.Server.Name)
}

// noList says why a server that has shaken hands is not ready.
func (n *conn) noList(ctx context.Context, err error) error {
	name := n.config.Server.Name
	switch {
	case errors.Is(err, ErrSignIn):
		return &needsSignIn{n.signIn()}
	case ctx.Err() != nil:
		return fmt.Errorf("the server %q has not listed its tools in time (%s)%s; try again, and look for a newer version of it", name, n.waited(), n.lastSaid())
	case isClosed(err) && n.link.goneSoon(lastWords):
		return errors.New(n.died("while it was asked for its tools"))
	}
	return fmt.Errorf("the server %q does not list its tools: %s; look for a newer version of it", name, cause(err))
}
