package operatortest

import (
	"encoding/json"
	"os"
	"testing"

	"handrail/operator"
	"handrail/operator/servers"
	"handrail/tools"
)

// Peer is the settings of a server that is the test's own program: more is more of
// them, args are as servertest.Main reads them.
func Peer(t *testing.T, more string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command, err := json.Marshal(self)
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(append([]string{"mcp-peer"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	if more != "" {
		more = "," + more
	}
	return `{"command":` + string(command) + `,"args":` + string(list) + more + `}`
}

// WithServers opens a walled space whose settings have servers: the inside of
// mcp_servers. Their tools are not asked about.
func WithServers(t *testing.T, servers string, change func(*operator.Config)) *Bench {
	t.Helper()
	return New(t, Options{
		Files: map[string]string{"notes.txt": "mine\n"}, Walls: true, Change: change,
		Settings: `{"tools":{"mcp_servers":{` + servers + `}},"rules":{"allow":["*__*"]}}`,
	})
}

// Ask calls a tool of a Peer with one value, for the person.
func Ask(t *testing.T, s *operator.Space, tool, value string) tools.Result {
	t.Helper()
	input, err := json.Marshal(map[string]string{"value": value})
	if err != nil {
		t.Fatal(err)
	}
	return Do(t, s, tool, string(input), tools.Scope{})
}

// Do calls a tool in a scope, for the person; a run that stops fails the test.
func Do(t *testing.T, s *operator.Space, tool, input string, scope tools.Scope) tools.Result {
	t.Helper()
	calls, err := s.Calls(operator.CallsConfig{Title: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := calls.Close(); err != nil {
			t.Error(err)
		}
	}()
	_, r, err := calls.Call(t.Context(), tool, json.RawMessage(input), scope)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Said is what a tool of a Peer answers; an error fails the test.
func Said(t *testing.T, s *operator.Space, tool, value string) string {
	t.Helper()
	r := Ask(t, s, tool, value)
	if r.Error != nil {
		t.Fatalf("%s %s: %v", tool, value, r.Error)
	}
	return r.Content
}

// ServerNamed is what lists show of a server.
func ServerNamed(t *testing.T, s *operator.Space, name string) servers.View {
	t.Helper()
	for _, v := range s.Servers().List() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("there is no server %q in %+v", name, s.Servers().List())
	return servers.View{}
}
