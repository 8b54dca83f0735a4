package clients

import (
	"reflect"
	"testing"
)

// What reaches a remote server by way of mcp-remote is that server.
func TestDirect(t *testing.T) {
	env := map[string]string{"AUTH": "Bearer abc", "DEBUG": "1"}
	for name, tt := range map[string]struct {
		command string
		args    []string
		env     map[string]string
		want    *Remote // nil: it stays as it is
	}{
		"as its page says": {"npx", []string{"-y", "mcp-remote", "https://mcp.example.com/sse"}, nil, &Remote{URL: "https://mcp.example.com/sse"}},
		"a version":        {"npx", []string{"mcp-remote@0.1.29", "https://mcp.example.com/mcp"}, nil, &Remote{URL: "https://mcp.example.com/mcp"}},
		"a full path":      {"/usr/local/bin/npx", []string{"mcp-remote", "https://mcp.example.com/mcp"}, nil, &Remote{URL: "https://mcp.example.com/mcp"}},
		"Windows":          {"cmd", []string{"/c", "npx", "-y", "mcp-remote", "https://mcp.example.com/mcp"}, nil, &Remote{URL: "https://mcp.example.com/mcp"}},
		"Windows' script":  {`C:\Program Files\nodejs\npx.cmd`, []string{"-y", "mcp-remote", "https://mcp.example.com/mcp"}, nil, &Remote{URL: "https://mcp.example.com/mcp"}},
		"pnpm":             {"pnpm", []string{"dlx", "mcp-remote", "https://mcp.example.com/mcp"}, nil, &Remote{URL: "https://mcp.example.com/mcp"}},
		"itself":           {"mcp-remote", []string{"https://mcp.example.com/mcp"}, nil, &Remote{URL: "https://mcp.example.com/mcp"}},
		"headers": {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp", "--header", "Authorization:${AUTH}", "--header", "X-Team: ${TEAM}"}, env,
			&Remote{URL: "https://mcp.example.com/mcp", Headers: map[string]string{"Authorization": "Bearer abc", "X-Team": "${TEAM}"}, Unused: []string{"DEBUG"}}},
		"a port and flags":  {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp", "3334", "--transport", "sse-only", "--debug", "--host", "127.0.0.1"}, nil, &Remote{URL: "https://mcp.example.com/mcp", Port: 3334, Transport: "sse"}},
		"glued":             {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp?a=b", "--transport=http-only"}, nil, &Remote{URL: "https://mcp.example.com/mcp?a=b", Transport: "http"}},
		"a client":          {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp", "--static-oauth-client-info", `{"client_id":"me","client_secret":"s"}`}, nil, &Remote{URL: "https://mcp.example.com/mcp", ClientID: "me", ClientSecret: "s"}},
		"what we have not":  {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp", "--ignore-tool", "x"}, nil, nil},
		"no address":        {"npx", []string{"mcp-remote"}, nil, nil},
		"no address of web": {"npx", []string{"mcp-remote", "file:///etc/passwd"}, nil, nil},
		"another package":   {"npx", []string{"-y", "mcp-remote-evil", "https://mcp.example.com/mcp"}, nil, nil},
		"of another":        {"npx", []string{"-p", "other", "mcp-remote", "https://mcp.example.com/mcp"}, nil, nil},
		"another program":   {"docker", []string{"run", "mcp-remote", "https://mcp.example.com/mcp"}, nil, nil},
		"nothing":           {"", nil, nil, nil},
		"a broken header":   {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp", "--header", "Authorization"}, nil, nil},
		"a header's end":    {"npx", []string{"mcp-remote", "https://mcp.example.com/mcp", "--header"}, nil, nil},
	} {
		got, ok := Direct(tt.command, tt.args, tt.env)
		if ok != (tt.want != nil) || ok && !reflect.DeepEqual(got, *tt.want) {
			t.Errorf("%s: %+v, %v", name, got, ok)
		}
	}
}
