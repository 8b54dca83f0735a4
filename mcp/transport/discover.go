package transport

import (
	"encoding/json"
	"slices"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// speaks reports whether the answer to server/discover lets us go on in the
// revision that the server was asked in. mcp-go goes on whatever the server lists,
// and some answer the question without speaking it: their first call would fail. An
// answer that is an error is mcp-go's to judge; one that lists nothing is that of a server which
// answers everything.
func speaks(answer *gotransport.JSONRPCResponse, version string) bool {
	var result struct {
		Versions []string `json:"supportedVersions"`
	}
	return answer.Error != nil || json.Unmarshal(answer.Result, &result) == nil && slices.Contains(result.Versions, version)
}

// notSpoken is what mcp-go gets in place of such an answer: it goes on with the
// handshake of the older revisions.
func notSpoken(request gotransport.JSONRPCRequest) *gotransport.JSONRPCResponse {
	return gotransport.NewJSONRPCErrorResponse(request.ID, protocol.METHOD_NOT_FOUND, "the server does not speak this revision", nil)
}

// askedIn is the revision that a request names in its _meta; "" if it names none.
func askedIn(request gotransport.JSONRPCRequest) string {
	raw, err := json.Marshal(request.Params)
	var p struct {
		Meta map[string]any `json:"_meta"`
	}
	if err != nil || json.Unmarshal(raw, &p) != nil {
		return ""
	}
	version, _ := p.Meta[protocol.MetaKeyProtocolVersion].(string)
	return version
}
