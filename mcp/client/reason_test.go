package client

import (
	"errors"
	"testing"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
)

// What a person is told of a server that ended is the line that says why, not the
// one that happened to come last.
func TestTheLineThatTells(t *testing.T) {
	for name, c := range map[string]struct {
		lines []string
		want  string
		last  bool
	}{
		"nothing": {nil, "", true},
		"our own": {[]string{"real", "Handrail: a note", ""}, "real", true},
		"node":    {[]string{"node:internal/modules/cjs/loader:1210", "  throw err;", "Error: Cannot find module '/x.js'", "    at Module._resolveFilename (node:internal/error :1:2)", "  code: 'MODULE_NOT_FOUND'", "}", "", "Node.js v20.20.2"}, "Error: Cannot find module '/x.js'", false},
		"a hint":  {[]string{"docker: Cannot connect to the Docker daemon", "", "Run 'docker run --help' for more information"}, "docker: Cannot connect to the Docker daemon", false},
		"python":  {[]string{"Traceback (most recent call last):", `  File "x.py", line 1`, "ModuleNotFoundError: No module named 'mcp'"}, "ModuleNotFoundError: No module named 'mcp'", true},
		"npm": {[]string{"npm warn deprecated x@1", "npm error code E404", "npm error 404 Not Found - GET https://r.example.com/nope", "npm error 404", "npm error 404  The requested resource 'nope@*' could not be found.", "npm error A complete log of this run can be found in: /x-debug-0.log"},
			"npm: 404 Not Found - GET https://r.example.com/nope", false},
		"npm without a network": {[]string{"npm error code ENOTFOUND", "npm error syscall getaddrinfo", "npm error errno ENOTFOUND", "npm error network request to https://r.example.com/x failed, reason: getaddrinfo ENOTFOUND r.example.com", "npm error network This is a problem related to network connectivity."},
			"npm: network request to https://r.example.com/x failed, reason: getaddrinfo ENOTFOUND r.example.com", false},
		"an older npm":  {[]string{"npm ERR! code ETARGET", "npm ERR! notarget No matching version found for x@9.", "npm ERR! A complete log of this run can be found in: /x"}, "npm: notarget No matching version found for x@9.", false},
		"nothing tells": {[]string{"starting", "bye"}, "bye", true},
	} {
		if line, last := tellingLine(c.lines); line != c.want || last != c.last {
			t.Errorf("%s: %q, %v; want %q, %v", name, line, last, c.want, c.last)
		}
	}
}

func TestTheCauseOfAnErrorOfTheLibrary(t *testing.T) {
	inner := errors.New("x")
	if got := bare(gotransport.NewError(inner)); got != inner { //nolint:errorlint // exactly this one
		t.Error(got)
	}
}
