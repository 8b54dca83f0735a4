package serve

import (
	"context"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"handrail/tools"
)

// The words of the form (docs/spec/11-guard.md#the-dialog).
const (
	choiceRun  = "Run once"
	choiceDeny = "Deny"
)

// canAsk reports whether the client of this request shows forms.
func canAsk(ctx context.Context) bool {
	if p := server.RequestProtocolInfoFromContext(ctx); p != nil && p.Modern {
		return p.ClientCapabilities != nil && showsForms(p.ClientCapabilities.Elicitation)
	}
	c, ok := server.ClientSessionFromContext(ctx).(server.SessionWithClientInfo)
	return ok && showsForms(c.GetClientCapabilities().Elicitation)
}

// showsForms: a client that does not say which sort it shows, shows forms.
func showsForms(e *protocol.ElicitationCapability) bool {
	return e != nil && (e.Form != nil || e.URL == nil)
}

// form is the question with its one choice. The default is Deny.
func form(text string) protocol.ElicitationParams {
	return protocol.ElicitationParams{Message: text, RequestedSchema: map[string]any{
		"type": "object", "required": []string{answerID},
		"properties": map[string]any{answerID: map[string]any{
			"type": "string", "title": "Run it?", "enum": []string{choiceDeny, choiceRun}, "default": choiceDeny,
		}},
	}}
}

// elicit asks a client of a revision in which servers send requests.
func elicit(ctx context.Context, m *server.MCPServer, text string) tools.Answer {
	result, err := m.RequestElicitation(ctx, protocol.ElicitationRequest{Request: protocol.Request{Method: string(protocol.MethodElicitationCreate)}, Params: form(text)})
	return answerOf(result, err)
}

// answerOf reads what became of the form. Only the one choice runs anything.
func answerOf(r *protocol.ElicitationResult, err error) tools.Answer {
	a := tools.Answer{Verdict: tools.Deny, Where: tools.WhereClient}
	switch {
	case err != nil:
		a.Reason = fmt.Sprintf("the program that asks could not show the question to the person: %v", err)
	case r == nil:
		a.Reason = "the program that asks came back without the person's answer"
	case r.Action == protocol.ElicitationResponseActionCancel:
		a.Verdict, a.Reason = tools.Expire, "the form was closed without an answer"
	case r.Action == protocol.ElicitationResponseActionAccept:
		if content, ok := r.Content.(map[string]any); ok && content[answerID] == choiceRun {
			a.Verdict = tools.RunOnce
		}
	}
	return a
}
