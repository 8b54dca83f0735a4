package client

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// A spy is a transport that keeps the answers to some requests as they came.
// mcp-go refuses a whole answer where one piece of it is odd, and forgets what it
// does not know: a definition is pinned as the server has sent it
// (docs/spec/08-mcp.md).
type spy struct {
	gotransport.Interface
	mu   sync.Mutex
	kept map[string]json.RawMessage // by what spyKey says; those that are asked for
}

// newSpy listens to t.
func newSpy(t gotransport.Interface) *spy {
	return &spy{Interface: t, kept: map[string]json.RawMessage{}}
}

// outward is the transport for mcp-go: it looks whether one speaks HTTP.
func (s *spy) outward() gotransport.Interface {
	if h, ok := s.Interface.(gotransport.HTTPConnection); ok {
		return &httpSpy{spy: s, http: h}
	}
	return s
}

// listen asks for the answer with this key to be kept.
func (s *spy) listen(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = nil
}

// collect returns the answer with this key, the last one, without what only Handrail says, and asks for no more. It
// is nil if there was none.
func (s *spy) collect(key string) json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	raw := s.kept[key]
	delete(s.kept, key)
	return withoutOurs(raw)
}

// keep makes raw the answer with this key; nil is none.
func (s *spy) keep(key string, raw json.RawMessage) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[key] = raw
}

// SendRequest implements transport.Interface.
func (s *spy) SendRequest(ctx context.Context, request gotransport.JSONRPCRequest) (*gotransport.JSONRPCResponse, error) {
	answer, err := s.Interface.SendRequest(ctx, request)
	if err != nil || answer == nil || answer.Error != nil {
		return answer, err
	}
	key := spyKey(request)
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.kept[key]; ok {
		s.kept[key] = answer.Result
	}
	return answer, nil
}

// spyKey names a request: by its progress token, else by its method.
func spyKey(request gotransport.JSONRPCRequest) string {
	switch p := request.Params.(type) {
	case protocol.CallToolParams:
		return tokenKey(request.Method, p.Meta)
	case protocol.GetPromptParams:
		return tokenKey(request.Method, p.Meta)
	case protocol.ReadResourceParams:
		return tokenKey(request.Method, p.Meta)
	case protocol.TaskResultParams:
		return taskKey(p.TaskId)
	case map[string]json.RawMessage:
		var meta struct {
			Token string `json:"progressToken"`
		}
		if json.Unmarshal(p["_meta"], &meta) == nil && meta.Token != "" {
			return meta.Token
		}
	}
	return request.Method
}

func tokenKey(method string, meta *protocol.Meta) string {
	if meta == nil {
		return method
	}
	if token, ok := meta.ProgressToken.(string); ok && token != "" {
		return token
	}
	return method
}

// SetRequestHandler implements transport.BidirectionalInterface.
func (s *spy) SetRequestHandler(handler gotransport.RequestHandler) {
	if b, ok := s.Interface.(gotransport.BidirectionalInterface); ok {
		b.SetRequestHandler(handler)
	}
}

// An httpSpy is a spy on a transport that speaks HTTP.
type httpSpy struct {
	*spy
	http gotransport.HTTPConnection
}

// SetProtocolVersion implements transport.HTTPConnection.
func (s *httpSpy) SetProtocolVersion(version string) { s.http.SetProtocolVersion(version) }

// RequiresLegacyProtocol tells mcp-go what the transport says of itself.
func (s *httpSpy) RequiresLegacyProtocol() bool {
	l, ok := s.http.(interface{ RequiresLegacyProtocol() bool })
	return ok && l.RequiresLegacyProtocol()
}

// cancelWait bounds how long it is tried to tell a server that a request is
// cancelled.
const cancelWait = 5 * time.Second

// SendRequest implements transport.Interface. Over HTTP mcp-go tells a server of an
// older revision nothing when a request is cancelled; the revision wants it told.
func (s *httpSpy) SendRequest(ctx context.Context, request gotransport.JSONRPCRequest) (*gotransport.JSONRPCResponse, error) {
	answer, err := s.spy.SendRequest(ctx, request)
	_, modern := request.Params.(map[string]json.RawMessage)
	if err == nil || ctx.Err() == nil || modern || request.Method == string(protocol.MethodInitialize) {
		return answer, err
	}
	told := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION, Notification: protocol.Notification{
		Method: string(protocol.MethodNotificationCancelled),
		Params: protocol.NotificationParams{AdditionalFields: map[string]any{"requestId": request.ID, "reason": ctx.Err().Error()}},
	}}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelWait)
	go func() {
		defer cancel()
		_ = s.http.SendNotification(late, told) // the caller has its error already
	}()
	return nil, err
}
