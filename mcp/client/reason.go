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
	"handrail/mcp/transport"
	"handrail/tools"
)

// lastWords is how long is waited for the end of a server whose streams have ended.
const lastWords = 5 * time.Second // half a second was too short on a busy machine

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

// An account tells how it goes with a server, and how it has ended, in words for a
// person.
type account struct {
	server mcp.Server
	link   *transport.Link
	began  time.Time // when it was started
}

// died says how a server has ended, and what it said last. when follows.
func (a account) died(when string) string {
	how := "ended"
	if a.link.Ended != nil {
		how = a.link.Ended()
	}
	return fmt.Sprintf("the server %q %s %s%s", a.server.Name, how, when, a.lastSaid())
}

// lost says how a server that was ready has ended.
func (a account) lost() error {
	if a.link.Ended == nil {
		return fmt.Errorf("the connection to the server %q was lost%s", a.server.Name, a.lastSaid())
	}
	return errors.New(a.died("by itself"))
}

// lastSaid quotes the line that tells most of what the server said last, if there
// is one that is not our own.
func (a account) lastSaid() string {
	line, last := tellingLine(lastLines(a.link))
	switch {
	case line != "" && last:
		return fmt.Sprintf("; it last said: %q", line)
	case line != "":
		return fmt.Sprintf("; it said: %q", line)
	case a.server.Command == "":
		return ""
	}
	return "; it has said nothing on stderr"
}

// tellingLine finds, among the last forty lines, the last one that says what went
// wrong; else the last that says anything. last reports that it is that one.
func tellingLine(lines []string) (line string, last bool) {
	// Interpreters print what went wrong above their version, a stack or a hint.
	telling := []string{"error:", "error ", "fatal", "panic:", "exception", "cannot ", "could not", "not found", "no such", "denied", "refused", "missing", "required", "invalid"}
	if cause := npmCause(lines); cause != "" {
		return mcp.Clip(cause, 300), false
	}
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

// npmCause is the line in which npm says why it has failed: it stands above hints and the name of a
// file. "" if the last that was said is not npm's.
func npmCause(lines []string) (cause string) {
	for i := len(lines) - 1; i >= max(0, len(lines)-40); i-- {
		said, ok := strings.CutPrefix(strings.TrimSpace(lines[i]), "npm ")
		if !ok {
			break
		}
		rest, ok := strings.CutPrefix(said, "error ")
		if old, is := strings.CutPrefix(said, "ERR! "); is {
			rest, ok = old, true
		}
		word, _, _ := strings.Cut(rest, " ")
		if ok && rest != word && !slices.Contains([]string{"code", "errno", "syscall", "path", "A"}, word) {
			cause = "npm: " + rest
		}
	}
	return cause
}

// noHandshake says why there was no handshake, and what to do.
func (a account) noHandshake(ctx context.Context, err error) error {
	name, remote := a.server.Name, a.server.Command == ""
	switch {
	case !remote && ctx.Err() == nil && isClosed(err) && a.link.GoneWithin(lastWords):
		return &diedEarly{a.died("in the handshake") + "; " + startHint(a.server.Command, lastLines(a.link))}
	case ctx.Err() != nil:
		return fmt.Errorf("the server %q has not answered the handshake in time (%s)%s%s; %s", name, a.waited(), stalled(ctx), a.lastSaid(), a.silence())
	case errors.Is(err, oauth.ErrSignIn):
		return &needsSignIn{a.server.Name}
	case remote:
		return fmt.Errorf("the server %q cannot be reached: %w", name, bare(err))
	}
	return fmt.Errorf("the server %q has refused the handshake: %s; look for a newer version of it", name, cause(err))
}

// startHint says what to do about a command that ends in the handshake, after it has said some lines.
func startHint(command string, said []string) string {
	if strings.HasPrefix(npmCause(said), "npm: 404 ") {
		return "npm has no package of that name: correct it in the arguments"
	}
	switch name := strings.TrimSuffix(strings.ToLower(filepath.Base(command)), ".exe"); name {
	case "docker", "podman":
		return name + " cannot work behind Handrail's walls, because its service would act with all your rights: use the server's own program, or its url"
	}
	return "correct its command, arguments or environment"
}

// waited says how long the server has had.
func (a account) waited() time.Duration { return time.Since(a.began).Round(time.Second) }

// stalled says that a server has come to a standstill, if that ended the wait for it.
func stalled(ctx context.Context) string {
	if err := context.Cause(ctx); errors.Is(err, errIdle) {
		return "; " + err.Error()
	}
	return ""
}

// silence says what may be wrong with a server that does not answer.
func (a account) silence() string {
	if a.server.Command == "" {
		return "check its URL, and that it can be reached from here"
	}
	if a.link != nil && a.link.Strayed != nil && a.link.Strayed() {
		return "it prints on stdout, which belongs to the protocol: start it so that it speaks MCP over stdio and logs on stderr"
	}
	return "check that its command starts an MCP server that speaks over stdio; one that is installed when it first starts may need a second try"
}

// A needsSignIn is ErrSignIn with the server's name.
type needsSignIn struct{ server string }

// Error implements error.
func (e *needsSignIn) Error() string { return signIn(e.server) }

// Unwrap makes errors.Is find ErrSignIn, and faces what to do.
func (e *needsSignIn) Unwrap() error {
	return tools.Advise(tools.Action{Kind: tools.SignIn, Subject: e.server}, "%w", oauth.ErrSignIn)
}

// signIn says that the person has to sign in.
func signIn(server string) string {
	return fmt.Sprintf("the server %q wants you to sign in", server)
}

// noList says why a server that has shaken hands is not ready.
func (a account) noList(ctx context.Context, err error) error {
	name := a.server.Name
	switch {
	case errors.Is(err, oauth.ErrSignIn):
		return &needsSignIn{a.server.Name}
	case ctx.Err() != nil:
		return fmt.Errorf("the server %q has not listed its tools in time (%s)%s%s; try again, and look for a newer version of it", name, a.waited(), stalled(ctx), a.lastSaid())
	case isClosed(err) && a.link.GoneWithin(lastWords):
		return errors.New(a.died("while it was asked for its tools"))
	}
	return fmt.Errorf("the server %q does not list its tools: %s; look for a newer version of it", name, cause(err))
}
