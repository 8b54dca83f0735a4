package servers

import (
	"strings"
	"testing"

	"handrail/operator/settings"
	"handrail/tools"
)

// A browser that cannot make its own sandbox is explained, with what its server takes instead.
func TestABrowserWithoutItsSandbox(t *testing.T) {
	for _, tt := range []struct{ pkg, text, want string }{
		{"@playwright/mcp@latest", "Chromium sandboxing failed!", "--no-sandbox"},
		{"chrome-devtools-mcp", "[46:46] Running as root without --no-sandbox is not supported.", "--chrome-arg=--no-sandbox"},
		{"another-browser", "No usable sandbox! Update your kernel", "--no-sandbox"},
		{"@playwright/mcp", "net::ERR_NAME_NOT_RESOLVED", ""},
	} {
		why := browserRefusal(Found{Name: "web", Settings: settings.Server{Command: "npx", Args: []string{"-y", tt.pkg}}}, tt.text)
		switch {
		case tt.want == "" && why != nil:
			t.Errorf("%s: %v", tt.text, why)
		case tt.want != "" && (why == nil || why.Action != (tools.Action{Kind: tools.GiveServerNeeds, Subject: "web", Detail: tt.want}) || !strings.Contains(why.Message, "with "+tt.want)):
			t.Errorf("%s: %+v", tt.text, why)
		}
	}
}

// A file that cannot be replaced where it lies is explained; what the catalog knows is mended by a press.
func TestAFileThatLiesBadly(t *testing.T) {
	memory := Found{Name: "memory", Settings: settings.Server{Command: "npx", Args: []string{"-y", "@modelcontextprotocol/server-memory"}, Env: map[string]string{"MEMORY_FILE_PATH": "~/memory.jsonl"}}}
	other := memory
	other.Settings.Args = []string{"-y", "a-memory-of-ours"}
	if why := placedError(memory, "/home/kim/memory.jsonl"); why.Action != (tools.Action{Kind: tools.GiveServerNeeds, Subject: "memory"}) || strings.Contains(why.Message, "move the file") {
		t.Errorf("a known one: %+v", why)
	}
	if why := placedError(other, "/home/kim/memory.jsonl"); why.Action.Kind != "" || !strings.Contains(why.Message, "move the file into a folder of its own") {
		t.Errorf("another one: %+v", why)
	}
}

// What an argument means without which a browser does not start here is said where the server is shown.
func TestABrowserWithoutItsSandboxIsSaid(t *testing.T) {
	with := settings.Server{Command: "npx", Args: []string{"@playwright/mcp@latest", "--no-sandbox"}}
	if got := startsWith(with); !strings.Contains(got, "With --no-sandbox it starts the browser without its own sandbox") {
		t.Errorf("%q", got)
	}
	with.Args = with.Args[:1]
	if got := startsWith(with); got != "" {
		t.Errorf("without the argument: %q", got)
	}
}
