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
		"nothing":       {nil, "", true},
		"our own":       {[]string{"real", "Handrail: a note", ""}, "real", true},
		"node":          {[]string{"node:internal/modules/cjs/loader:1210", "  throw err;", "Error: Cannot find module '/x.js'", "    at Module._resolveFilename (node:internal/error :1:2)", "  code: 'MODULE_NOT_FOUND'", "}", "", "Node.js v20.20.2"}, "Error: Cannot find module '/x.js'", false},
		"a hint":        {[]string{"docker: Cannot connect to the Docker daemon", "", "Run 'docker run --help' for more information"}, "docker: Cannot connect to the Docker daemon", false},
		"python":        {[]string{"Traceback (most recent call last):", `  File "x.py", line 1`, "ModuleNotFoundError: No module named 'mcp'"}, "ModuleNotFoundError: No module named 'mcp'", true},
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
