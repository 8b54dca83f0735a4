package setup_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/setup"
)

// What a server has kept in its own package here is copied to where it is told to keep it from now on; a way out
// of there that it has laid is not followed.
func TestWhatItHasKeptHereIsCopied(t *testing.T) {
	for name, linked := range map[string]string{"a file": "", "a link to elsewhere": "file", "a folder that leads elsewhere": "folder"} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Settings: `{"tools":{"mcp_servers":{"memory":{"command":"npx","args":["-y","@modelcontextprotocol/server-memory"]}}}}`})
			saved, err := b.O.Setup().Saved()
			if err != nil {
				t.Fatal(err)
			}
			set := saved["memory"]
			data := filepath.Join(b.Options.Dirs.Data, "servers", "settings", "memory@d48ce714") // after its program
			own := filepath.Join(data, "cache", "npm", "_npx", "0123", "node_modules", "@modelcontextprotocol", "server-memory", "dist", "memory.jsonl")
			private := filepath.Join(b.Options.Home, "there", "0123", "node_modules", "@modelcontextprotocol", "server-memory", "dist", "memory.jsonl")
			link := func(to, at string) {
				operatortest.WriteFile(t, private, "a secret\n")
				if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(to, at); err != nil {
					t.Fatal(err)
				}
			}
			switch linked {
			case "file":
				link(private, own)
			case "folder":
				link(filepath.Join(b.Options.Home, "there"), filepath.Join(data, "cache", "npm", "_npx"))
			default:
				operatortest.WriteFile(t, own, "what it knows\n")
			}
			_, list := b.O.Setup().Needs("memory", set)
			if len(list) == 0 || strings.Contains(list[0].Text, own) == (linked != "") {
				t.Fatalf("its needs are %+v", list)
			}
			if _, err := b.O.Setup().SaveTaking(t.Context(), "memory", set, needIDs(setup.Preview{Needs: list}), true); err != nil {
				t.Fatal(err)
			}
			raw, err := os.ReadFile(filepath.Join(data, "memory.jsonl"))
			if linked != "" && !os.IsNotExist(err) || linked == "" && string(raw) != "what it knows\n" {
				t.Errorf("it finds %q, %v", raw, err)
			}
		})
	}
}
