package client

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	goclient "github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/internal/web"
	"handrail/mcp"
	"handrail/mcp/transport"
	"handrail/tools"
)

// mostForms is how many forms of one server may wait at once.
const mostForms = 5

// An elicitor shows a server's forms to the person (docs/spec/08-mcp.md). It is
// given to mcp-go with goclient.WithElicitationHandler, and only where form is
// not nil.
type elicitor struct {
	server string
	space  string
	form   func(ctx context.Context, f tools.Form) (tools.FormAnswer, error)
	// running says for which call the server asks, if just one is under way, and which
	// there are. It may be nil.
	running func() (tool, call string, all []string)
	// during returns a context that ends when the calls have ended that are under way
	// now; false: there are none. nil: nobody looks.
	during func(ctx context.Context) (context.Context, context.CancelFunc, bool)
	// refusals are the forms that the person has refused of late. It may be nil.
	refusals *refusals
	// pause is called while the person reads: a call's clock stands still until
	// resume. It may be nil.
	pause func() (resume func())
	// redact takes secrets out of JSON: a server was given some, and its form must not show them,
	// least of all to a program that shows it in our place. It may be nil.
	redact func(json.RawMessage) json.RawMessage
	// note hears, in a sentence, of a form that was not shown. It may be nil.
	note func(text string)

	mu      sync.Mutex
	waiting int
}

var _ goclient.ElicitationHandler = (*elicitor)(nil)

// elicitation is what we can do, for the handshake.
func elicitation() *protocol.ElicitationCapability {
	return &protocol.ElicitationCapability{Form: &struct{}{}, URL: &struct{}{}}
}

// Elicit implements client.ElicitationHandler. A form that is not sound is not
// shown, not even in part: the server gets an error, and the person a note. Where
// nobody can be asked the server gets "cancel". A form that belongs to no call is not
// sound, and is taken back when the calls have ended during which it came. Where the
// person has refused several of late, the next ones are declined unseen.
func (e *elicitor) Elicit(ctx context.Context, r protocol.ElicitationRequest) (*protocol.ElicitationResult, error) {
	f, schema, err := e.read(r.Params)
	shown, over, called := ctx, func() {}, true
	if e.during != nil {
		shown, over, called = e.during(ctx)
	}
	defer over()
	switch {
	case err != nil:
	case !called:
		err = errors.New("no call of this server is under way to which it could belong")
	case e.refusals.many(time.Now()):
		e.say("Handrail: a form of this server was declined unseen: you have refused several within a minute")
		return formResult(tools.Decline, nil), nil
	default:
		err = e.enter()
	}
	if err != nil {
		e.say(fmt.Sprintf("Handrail: a form of this server was not shown: %v", err))
		return nil, fmt.Errorf("the form is not shown to the person: %w", err)
	}
	defer e.leave()
	if e.pause != nil {
		defer e.pause()()
	}
	answer, err := e.form(shown, f)
	if err == nil && answer.Action != tools.Accept {
		e.refusals.add(time.Now())
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && shown.Err() != nil:
		e.say("Handrail: a form of this server was taken back: the call to which it belonged has ended")
		return formResult(tools.Cancel, nil), nil
	case err != nil:
		e.say(fmt.Sprintf("Handrail: nobody could be asked for this server's form: %v", err))
		return formResult(tools.Cancel, nil), nil
	case answer.Action != tools.Accept:
		return formResult(answer.Action, nil), nil
	case schema == nil: // a page that was opened
		return formResult(tools.Accept, nil), nil
	}
	content, err := schema.Check(answer.Content)
	if err != nil {
		e.say(fmt.Sprintf("Handrail: the answer to this server's form does not fit it, so it was not sent: %v", err))
		return formResult(tools.Cancel, nil), nil
	}
	return formResult(tools.Accept, content), nil
}

// read checks a form and makes it ours. schema is nil if it is a page to open.
func (e *elicitor) read(p protocol.ElicitationParams) (tools.Form, *tools.FormSchema, error) {
	f := tools.Form{ID: rand.Text(), Server: e.server, Space: e.space, Message: p.Message, Limit: tools.AnswerLimit}
	if e.running != nil {
		f.Tool, f.Call, f.Calls = e.running()
	}
	switch {
	case len(p.Message) > tools.MaxFormMessage:
		return f, nil, fmt.Errorf("its message has %d bytes; at most %d are accepted", len(p.Message), tools.MaxFormMessage)
	case !utf8.ValidString(p.Message):
		return f, nil, errors.New("its message is not valid UTF-8")
	}
	f.Message = redacted(e.redact, p.Message)
	switch {
	case p.Mode == protocol.ElicitationModeURL:
		_, err := soundPage(p.URL)
		if f.URL = p.URL; err == nil && redacted(e.redact, p.URL) != p.URL {
			err = errors.New("the page that it wants opened has a secret in its URL")
		}
		return f, nil, err
	case p.Mode != "" && p.Mode != protocol.ElicitationModeForm:
		return f, nil, errors.New("it is of a mode that is not known here")
	}
	raw, err := transport.InOrder(p.RequestedSchema)
	if err != nil {
		return f, nil, err
	}
	if e.redact != nil {
		raw = e.redact(raw)
	}
	schema, err := tools.ReadForm(raw)
	if err != nil {
		return f, nil, err
	}
	f.Schema, f.Sent = schema.JSON(), raw
	if len(schema.Secrets()) > 0 {
		f.Warning = secretWarning(e.server)
	}
	return f, schema, nil
}

// soundPage refuses what no browser should be given: other schemes, plain http
// elsewhere than on this machine, a host that is hidden behind a name.
func soundPage(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || len(text) > 4096:
		return nil, errors.New("the page that it wants opened has no sound URL")
	case u.Scheme != "https" && (u.Scheme != "http" || !web.Loopback(u)):
		return nil, errors.New("the page that it wants opened is not one of https")
	case u.User != nil:
		return nil, errors.New("the page that it wants opened has a name before its host, which makes it look like another")
	}
	return u, nil
}

// wantsPages says what a server wants that refuses a call until the person has been on
// a page of the web (UrlElicitationRequired), in words that follow "the server".
// Nothing is opened: the person decides, whole URL in sight.
func wantsPages(list []protocol.ElicitationParams) string {
	const most = 3
	if len(list) == 0 {
		return "wants you to open a page first, and does not say which: look into its documentation"
	}
	var out []string
	for _, p := range list[:min(most, len(list))] {
		u, err := soundPage(p.URL)
		if err != nil {
			return fmt.Sprintf("wants you to open a page first, and that is refused: %v", err)
		}
		page := fmt.Sprintf("%s (%s)", mcp.Clip(u.Host, 100), p.URL)
		if p.Message != "" {
			page += fmt.Sprintf(", and says: %q", mcp.Clip(p.Message, 300))
		}
		out = append(out, page)
	}
	if len(list) > most {
		out = append(out, fmt.Sprintf("and %d more", len(list)-most))
	}
	return "wants you to open a page of " + strings.Join(out, "; ") + ". If you trust it, open the page in your browser, do there what it asks, and make the call again"
}

func (e *elicitor) enter() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.waiting >= mostForms {
		return fmt.Errorf("%d forms of this server wait already", mostForms)
	}
	e.waiting++
	return nil
}

func (e *elicitor) leave() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.waiting--
}

func (e *elicitor) say(text string) {
	if e.note != nil {
		e.note(mcp.Clip(text, 400))
	}
}

// formResult is an answer in MCP's words.
func formResult(action tools.FormAction, content json.RawMessage) *protocol.ElicitationResult {
	out := &protocol.ElicitationResult{ElicitationResponse: protocol.ElicitationResponse{Action: protocol.ElicitationResponseAction(action)}}
	if content != nil {
		out.Content = content
	}
	return out
}
