package servers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// server-filesystem takes the roots that it is told in the place of its arguments: a folder
// outside the space that these name is among them, and the space too.
func TestTheFilesystemServerSeesItsFolders(t *testing.T) {
	script, err := filepath.Abs("../../build/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	b := operatortest.WithServers(t, "", func(c *operator.Config) {
		docs := filepath.Join(c.Home, "Documents")
		operatortest.WriteFile(t, filepath.Join(docs, "letter.txt"), "a letter")
		operatortest.WriteFile(t, filepath.Join(c.Home, "private", "x.txt"), "not for it")
		raw, err := json.Marshal([]string{script, docs})
		if err != nil {
			t.Fatal(err)
		}
		settings := `{"tools":{"mcp_servers":{"files":{"command":"node","args":` + string(raw) + `}}},"rules":{"allow":["*__*"]}}`
		if err := os.WriteFile(filepath.Join(c.Dirs.Config, "settings.json"), []byte(settings), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	b.S.Servers().Wait(t.Context())
	read := func(path string) tools.Result {
		input, err := json.Marshal(map[string]string{"path": path})
		if err != nil {
			t.Fatal(err)
		}
		return operatortest.Do(t, b.S, "files__read_text_file", string(input), tools.Scope{})
	}
	for path, want := range map[string]string{filepath.Join(b.Options.Home, "Documents", "letter.txt"): "a letter", filepath.Join(b.Dir, "notes.txt"): "mine"} {
		if r := read(path); r.Error != nil || !strings.Contains(r.Content, want) {
			t.Errorf("%s: %+v", path, r)
		}
	}
	if r := read(filepath.Join(b.Options.Home, "private", "x.txt")); r.Error == nil {
		t.Errorf("a folder that nobody has named is read: %+v", r)
	}
}
