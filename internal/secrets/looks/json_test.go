package looks

import "testing"

// Some servers take all their headers in one variable.
func TestHeadersAsJSON(t *testing.T) {
	for value, want := range map[string]bool{
		`{"Authorization": "Bearer ntn_1234567890abcdef", "Notion-Version": "2022-06-28"}`: true,
		`{"authorization":"Basic dXNlcjpwYXNz"}`:                                           true, `{"X-API-Key": "0123456789abcdef"}`: true,
		`{"Notion-Version": "2022-06-28"}`: false, `{"Authorization": "${TOKEN}"}`: false, `{"args":["--no-sandbox"]}`: false,
	} {
		if got := Secret("OPENAPI_MCP_HEADERS", value); got != want {
			t.Errorf("%s: %v", value, got)
		}
	}
}
