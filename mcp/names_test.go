package mcp

import (
	"path/filepath"
	"strings"
	"testing"
)

// A server's name is that of its data folder, too: none may lead out of it, or be
// another's on a system that drops the end of a name.
func TestANameIsAFolderOfItsOwn(t *testing.T) {
	for _, name := range []string{".", "..", "...", ".git", "files.", "-y", "--help"} {
		err := CheckName(name)
		if err == nil || !strings.Contains(err.Error(), "call it") {
			t.Errorf("%q: %v, want an error that says what to call it", name, err)
		}
		good := suggestName(name)
		if CheckName(good) != nil || filepath.Base(filepath.Join("servers", good)) != good {
			t.Errorf("%q is suggested for %q: %v", good, name, CheckName(good))
		}
	}
}

// names of servers, and how to mend them.
func TestCheckName(t *testing.T) {
	for name, want := range map[string]string{
		"files": "", "a.b-c_d9": "", strings.Repeat("x", 64): "",
		"": "has no name", "a__b": `call it "a_b"`, "a_": `call it "a"`, "my server": `such as "my-server"`,
		strings.Repeat("x", 65): "65 characters", "ä": `such as "server"`, "a/b": `such as "a-b"`, "___": `call it "server"`,
	} {
		err := CheckName(name)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
		if err != nil && name != "" && CheckName(suggestName(name)) != nil {
			t.Errorf("%q is suggested for %q: %v", suggestName(name), name, CheckName(suggestName(name)))
		}
	}
}
