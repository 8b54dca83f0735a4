package servers_test

import (
	"strings"
	"testing"

	"handrail/mcp"
	"handrail/operator/servers"
)

// No two servers share a folder, also where "A" and "a" are the same file.
func TestServersShareNoFolder(t *testing.T) {
	long := strings.Repeat("a", 63)
	names := []string{"a", "A", "github", "GitHub", "Github", "GITHUB", "a.b-c_D", "a.b-c_d", "A.b-c_d", long + "a", long + "A", "A" + long}
	of := map[string]string{}
	for _, name := range names {
		if err := mcp.CheckName(name); err != nil {
			t.Fatal(err)
		}
		folder := strings.ToLower(servers.FolderName(name))
		if other, ok := of[folder]; ok {
			t.Errorf("%s and %s share the folder %s", other, name, folder)
		}
		of[folder] = name
		if mcp.CheckName(folder) == nil && folder != name {
			t.Errorf("the folder %s of %s is that of another name", folder, name)
		}
	}
	if got := servers.FolderName("files"); got != "files" {
		t.Errorf("the folder is %q", got)
	}
}
