package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gotransport "github.com/mark3labs/mcp-go/client/transport"

	"handrail/mcp"
	"handrail/mcp/oauth"
)

// lastWords is how long is waited for the end of a server whose streams have ended.
const lastWords = 500 * time.Millisecond

// bare is an error without what mcp-go says around it.
func bare(err error) error {
	var t *gotransport.Error
	for errors.As(err, &t) {
		err = t.Err
	}
	return err
}

// cause is what an error says, in one line.
func cause(err error) string { return mcp.Clip(bare(err).Error(), 1000) }

// isClosed reports whether a request failed because the connection has ended.
func isClosed(err error) bool {
	return errors.Is(err, gotransport.ErrTransportClosed) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, io.EOF)
}

// A diedEarly says that a server has ended in the handshake.
type diedEarly struct{ text string }

// Error implements error.
func (e *diedEarly) Error() string { return e.text }

// died says how a server has ended, and what it said last. when follows.
func (n *conn) died(when string) string {
	how := "ended"
	if n.link.Ended != nil {
		how = n.link.Ended()
	}
	return fmt.Sprintf("the server %q %s %s%s", n.config.Server.Name, how, when, n.lastSaid())
}

// lost says how a server that was ready has ended.
func (n *conn) lost() error {
	if n.link.Ended == nil {
		return fmt.Errorf("the connection to the server %q was lost%s", n.config.Server.Name, n.lastSaid())
	}
	return errors.New(n.died("by itself"))
}

// lastSaid quotes the line that tells most of what the server said last, if there
// is one that is not our own.
func (n *conn) lastSaid() string {
	line, last := tellingLine(n.said())
	switch {
	case line != "" && last:
		return fmt.Sprintf("; it last said: %q", line)
	case line != "":
		return fmt.Sprintf("; it said: %q", line)
	case n.config.Server.Command == "":
		return ""
	}
	return "; it has said nothing on stderr"
}

// tellingLine finds, among the last forty lines, the last one that says what went
// wrong; else the last that says anything. last reports that it is that one.
func tellingLine(lines []string) (line string, last bool) {
	// Interpreters print what went wrong above their version, a stack or a hint.
	telling := []string{"error:", "error ", "fatal", "panic:", "exception", "cannot ", "could not", "not found", "no such", "denied", "refused", "missing", "required", "invalid"}
	final := ""
	for i := len(lines) - 1; i >= max(0, len(lines)-40); i-- {
		said := strings.TrimSpace(lines[i])
		if said == "" || strings.HasPrefix(said, "Handrail:") {
			continue
		}
		if final == "" {
			final = said
		}
		low := strings.ToLower(said)
		if !strings.HasPrefix(low, "at ") && slices.ContainsFunc(telling, func(word string) bool { return strings.Contains(low, word) }) {
			return mcp.Clip(said, 300), said == final
		}
	}
	return mcp.Clip(final, 300), true
}

// noHandshake says why there was no handshake, and what to do.
func (n *conn) noHandshake(ctx context.Context, err error) error {
	name, remote := n.config.Server.Name, n.config.Server.Command == ""
	switch {
	case !remote && ctx.Err() == nil && isClosed(err) && n.link.GoneWithin(lastWords):
		return &diedEarly{n.died("in the handshake") + "; " + mending(n.config.Server.Command)}
	case ctx.Err() != nil:
		return fmt.Errorf("the server %q has not answered the handshake in time (%s)%s; %s", name, n.waited(), n.lastSaid(), n.silence())
	case errors.Is(err, oauth.ErrSignIn):
		return &needsSignIn{n.signIn()}
	case remote:
		return fmt.Errorf("the server %q cannot be reached: %w", name, bare(err))
	}
	return fmt.Errorf("the server %q has refused the handshake: %s; look for a newer version of it", name, cause(err))
}

// mending says what to do about a command that ends in the handshake.
func mending(command string) string {
	switch name := strings.TrimSuffix(strings.ToLower(filepath.Base(command)), ".exe"); name {
	case "docker", "podman":
		return name + " cannot work behind Handrail's walls, because its service would act with all your rights: use the server's own program, or its url"
	}
	return "correct its command, arguments or environment"
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
func (e *needsSignIn) Unwrap() error { return oauth.ErrSignIn }

// signIn says that the person has to sign in.
func (n *conn) signIn() string {
	return fmt.Sprintf("the server %q wants you to sign in: do so on the servers page, or with `handrail servers sign-in %s`", n.config.Server.Name, n.config.Server.Name)
}

// noList says why a server that has shaken hands is not ready.
func (n *conn) noList(ctx context.Context, err error) error {
	name := n.config.Server.Name
	switch {
	case errors.Is(err, oauth.ErrSignIn):
		return &needsSignIn{n.signIn()}
	case ctx.Err() != nil:
		return fmt.Errorf("the server %q has not listed its tools in time (%s)%s; try again, and look for a newer version of it", name, n.waited(), n.lastSaid())
	case isClosed(err) && n.link.GoneWithin(lastWords):
		return errors.New(n.died("while it was asked for its tools"))
	}
	return fmt.Errorf("the server %q does not list its tools: %s; look for a newer version of it", name, cause(err))
}
