package transport

import (
	"testing"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
)

// A server that answers every question, and one that speaks other revisions, are no servers of
// the one that they were asked in.
func TestSpeaks(t *testing.T) {
	for raw, want := range map[string]bool{
		`{"supportedVersions":["2025-06-18","2026-07-28"]}`: true,
		`{"supportedVersions":["2025-06-18"]}`:              false,
		`{"supportedVersions":[]}`:                          false,
		`{"supportedVersions":"2026-07-28"}`:                false,
		`{}`:                                                false,
		`null`:                                              false,
		`{"tools":[]}`:                                      false,
	} {
		if got := speaks(&gotransport.JSONRPCResponse{Result: []byte(raw)}, "2026-07-28"); got != want {
			t.Errorf("%s: %v", raw, got)
		}
	}
}
