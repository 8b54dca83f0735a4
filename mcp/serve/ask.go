package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/internal/quote"
	"handrail/tools"
)

// The words of the form (docs/spec/11-guard.md#the-dialog).
const (
	choiceRun  = "Run once"
	choiceDeny = "Deny"
)

// canShow reports whether the client of this request shows forms, and whether it opens pages.
// One that does not say which of them it shows, shows forms.
func canShow(ctx context.Context) (forms, pages bool) {
	e := elicitationOf(ctx)
	return e != nil && (e.Form != nil || e.URL == nil), e != nil && e.URL != nil
}

func elicitationOf(ctx context.Context) *protocol.ElicitationCapability {
	if p := server.RequestProtocolInfoFromContext(ctx); p != nil && p.Modern {
		if p.ClientCapabilities == nil {
			return nil
		}
		return p.ClientCapabilities.Elicitation
	}
	if c, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo); ok {
		return c.GetClientCapabilities().Elicitation
	}
	return nil
}

// form is the question with its one choice. The default is Deny.
func form(text, yes string) protocol.ElicitationParams {
	return protocol.ElicitationParams{Message: text, RequestedSchema: map[string]any{
		"type": "object", "required": []string{answerID},
		"properties": map[string]any{answerID: map[string]any{
			"type": "string", "title": "Your answer", "enum": []string{choiceDeny, yes}, "default": choiceDeny,
		}},
	}}
}

// elicit asks a client of a revision in which servers send requests.
func elicit(ctx context.Context, m *server.MCPServer, form protocol.ElicitationParams) shown {
	result, err := m.RequestElicitation(ctx, protocol.ElicitationRequest{Request: protocol.Request{Method: string(protocol.MethodElicitationCreate)}, Params: form})
	return shown{result, err}
}

// ask implements Call.Ask.
func (o *openCall) ask(ctx context.Context, text, yes string) (tools.Answer, error) {
	yes = cmp.Or(yes, choiceRun)
	s, err := o.show(ctx, form(text, yes))
	if err != nil {
		return tools.Answer{}, err
	}
	return s.answer(yes), nil
}

// answer reads what became of our question. Only the one choice runs anything.
func (s shown) answer(yes string) tools.Answer {
	a := tools.Answer{Verdict: tools.Deny, Where: tools.WhereClient}
	switch r := s.result; {
	case s.err != nil:
		a.Reason = fmt.Sprintf("the program that asks could not show the question to the person: %v", s.err)
	case r == nil:
		a.Reason = "the program that asks came back without the person's answer"
	case r.Action == protocol.ElicitationResponseActionCancel:
		a.Verdict, a.Reason = tools.Expire, "the form was closed without an answer"
	case r.Action == protocol.ElicitationResponseActionAccept:
		if content, ok := r.Content.(map[string]any); ok && content[answerID] == yes {
			a.Verdict = tools.RunOnce
		}
	}
	return a
}

// fill implements Call.Fill. Whose form it is stands before what the server says, in our words: a
// client would show it as ours.
func (o *openCall) fill(ctx context.Context, f tools.Form, pages bool) (tools.FormAnswer, error) {
	text := fmt.Sprintf("The server “%s” asks, through Handrail:\n\n%s", f.Server, quote.Visible(f.Message))
	if f.Warning != "" {
		text += "\n\nHandrail: " + f.Warning
	}
	sent, back := seenAll(f.Sent)
	p := protocol.ElicitationParams{Message: text, RequestedSchema: sent}
	if f.URL != "" {
		if !pages {
			return tools.FormAnswer{}, errors.New("the program that asks opens no pages")
		}
		p = protocol.ElicitationParams{Mode: protocol.ElicitationModeURL, Message: text, URL: f.URL, ElicitationID: f.ID}
	}
	s, err := o.show(ctx, p)
	switch r := s.result; {
	case err != nil:
		return tools.FormAnswer{}, err
	case s.err != nil:
		return tools.FormAnswer{}, fmt.Errorf("the program that asks could not show the form to the person: %w", s.err)
	case r == nil || r.Action == protocol.ElicitationResponseActionCancel:
		return tools.FormAnswer{Action: tools.Cancel}, nil
	case r.Action != protocol.ElicitationResponseActionAccept:
		return tools.FormAnswer{Action: tools.Decline}, nil
	case f.URL != "":
		return tools.FormAnswer{Action: tools.Accept}, nil
	}
	content, err := json.Marshal(unseenAnswer(s.result.Content, back))
	if err != nil {
		return tools.FormAnswer{}, err
	}
	return tools.FormAnswer{Action: tools.Accept, Content: content}, nil
}
