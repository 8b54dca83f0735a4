package catalog

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"handrail/internal/sandbox"
)

// The table is sound: each entry says what it is for and nothing twice, and what it names can be set.
func TestTheTable(t *testing.T) {
	var list []Server
	d := json.NewDecoder(bytes.NewReader(table))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 60 {
		t.Errorf("%d servers", len(list))
	}
	seen := map[string]bool{}
	for _, s := range list {
		if s.Name == "" || len(s.Packages) == 0 {
			t.Errorf("%+v has no name or package", s)
		}
		for _, name := range slices.Concat(s.Packages, s.Images) {
			if seen[name] {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
			if got, _, ok := Find("npx", []string{"-y", name + "@1.2.3"}); len(s.Images) == 0 && (!ok || got.Name != s.Name) {
				t.Errorf("%s is found as %q", name, got.Name)
			}
		}
		for _, n := range s.Needs {
			kinds := 0
			for _, field := range []string{n.Reach, n.HostOf, n.Variable, n.Read, n.Write, n.WriteOf, n.Argument, n.Set} {
				if field != "" {
					kinds++
				}
			}
			if kinds != 1 || n.Why == "" || strings.HasSuffix(n.Why, ".") {
				t.Errorf("%s: %+v is not one thing with a reason", s.Name, n)
			}
			if n.Reach != "" {
				if _, err := sandbox.ParseNetwork([]string{n.Reach}); err != nil {
					t.Errorf("%s: %v", s.Name, err)
				}
			}
			for _, dir := range []string{n.Read, n.Write} {
				if dir != "" && !strings.HasPrefix(dir, "~/.") {
					t.Errorf("%s: %s is no folder of a program's own", s.Name, dir)
				}
			}
			if (n.Value != "") != (n.Set != "") || n.Bring != "" && n.Set == "" {
				t.Errorf("%s: %+v", s.Name, n)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for _, tt := range []struct {
		command, args, want string
	}{
		{"npx", "-y @modelcontextprotocol/server-memory", "Memory"},
		{"npx", "-y @modelcontextprotocol/server-memory@latest", "Memory"},
		{"npx", "--package=@modelcontextprotocol/server-memory mcp-server-memory", "Memory"},
		{"node", "/home/ada/x/node_modules/@modelcontextprotocol/server-memory/dist/index.js", "Memory"},
		{"cmd", "/c npx -y @playwright/mcp@0.0.83 --headless", "Playwright"},
		{"uvx", "mcp-server-fetch", "Fetch"},
		{"uvx", "--from=mcp-server-git[all]==1.0 mcp-server-git", "Git"},
		{"/home/ada/.local/bin/mcp-server-time", "", "Time"},
		{"docker", "run -i --rm ghcr.io/github/github-mcp-server:latest", "GitHub"},
		{"npx", "-y @modelcontextprotocol/server-memory-evil", ""},
		{"npx", "-y server-memory", ""},
		{"npx", "mcp-remote https://example.com/mcp-server-time", ""},
		{"npx", "-y mcp-remote mcp-server-time", ""},
		{"npx", "-y evil-weather --note @playwright/mcp", ""},
		{"python3", "ex.py mcp/github", ""},
		{"npx", "-p @playwright/mcp mcp-server-playwright", "Playwright"},
		{"uv", "tool run mcp-server-time", "Time"},
	} {
		if s, _, _ := Find(tt.command, strings.Fields(tt.args)); s.Name != tt.want {
			t.Errorf("%s %s is %q, want %q", tt.command, tt.args, s.Name, tt.want)
		}
	}
}

func TestHostIn(t *testing.T) {
	for text, want := range map[string]string{
		"https://gitlab.example.com/api/v4": "gitlab.example.com", "http://localhost:9200": "localhost:9200", "db.example.com": "db.example.com", "db.example.com:3306": "db.example.com:3306",
		"postgresql://u:p@localhost/x": "localhost:5432", "mongodb+srv://u:p@c0.abc.mongodb.net/x": "*.abc.mongodb.net:27017", "rediss://r.example.com:6380": "r.example.com:6380",
		"${DB_URL}": "", "--readonly": "--readonly", "": "", "a b": "", "postgres://on:80/x": "", "https://loopback/": "", "http://*.com/": "", "mongodb+srv://u:p@a.com/x": "", "on": "", "db": "", "/home/ada": "", "https://": "",
	} {
		if got := HostIn(text); got != want && text != "--readonly" {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
