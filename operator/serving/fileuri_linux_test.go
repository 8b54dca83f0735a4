package serving

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// A rule about reading files, and the question before those that hold secrets, count for a file: URI that a
// server is to read, however it is written. Other URIs, and other files, go to the server.
func TestRulesAboutReadingHoldFileURIs(t *testing.T) {
	s := sdk.NewServer(&sdk.Implementation{Name: "files", Version: "1"}, nil)
	s.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: "{+any}", Name: "any"}, func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: "the server was asked"}}}, nil
	})
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.CloseClientConnections)
	t.Cleanup(web.Close)
	b := serversBench(t, `"files":{"url":"`+web.URL+`","internal_only":false}`)
	operatortest.WriteFile(t, filepath.Join(b.Dir, "private/plan"), "x")
	if err := b.O.Permits().AddRule(t.Context(), "deny", "read(private/**)"); err != nil {
		t.Fatal(err)
	}
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) { // about what comes after a server's words, too
		if strings.Contains(q.Reason, "secrets") {
			return tools.Answer{Verdict: tools.Deny}, nil
		}
		return tools.Answer{Verdict: tools.RunOnce}, nil
	}
	b.awaitServer("files")
	client := b.join(`{}`)
	at := "file://" + b.Dir
	for i, c := range []struct{ uri, says string }{
		{at + "/notes.txt", "the server was asked"},
		{"note://private/plan", "the server was asked"},
		{at + "/private/plan", "permission_denied"},
		{"FILE:" + b.Dir + "/private/plan", "permission_denied"},
		{at + "/%70rivate/plan?a#b", "permission_denied"},
		{"file://localhost" + b.Dir + "/private/plan", "permission_denied"},
		{"file:private/plan", "permission_denied"},
		{at + "/x/../private/plan", "permission_denied"},
		{at + "/.env", "declined"},
	} {
		client.call(i+1, "files__read_resource", `{"uri":`+strconv.Quote(c.uri)+`}`)
		if line := client.hear(`"id":` + strconv.Itoa(i+1) + `,`); !strings.Contains(line, c.says) {
			t.Errorf("%s: %s", c.uri, line)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, client.out) }() // what else it is told
	if err := client.shut(); err != nil {
		t.Fatal(err)
	}
}
