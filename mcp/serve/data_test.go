package serve

import (
	"strings"
	"testing"

	"handrail/mcp"
)

// A server's URIs and templates catch no file of the space, and none stops the program.
func TestURIsOfServers(t *testing.T) {
	for uri, want := range map[string]bool{
		"demo://resource/1": true, "test+x.y-z:a": true, "file:///etc/passwd": false, "FILE:///x": false, "File:x": false, "{+any}": false, "{scheme}:///{+path}": false, "f{+x}": false,
		"": false, ":x": false, "nothing": false, "x" + strings.Repeat("y", 5000) + ":": false, "demo:{+any}": true, "%66ile:///x": false,
	} {
		if got := ofServer(uri); got != want {
			t.Errorf("%.40q: %v, want %v", uri, got, want)
		}
	}
	many := make([]string, 1003)
	for i := range many {
		many[i] = "v"
	}
	for uri, want := range map[string]bool{
		"demo://{id}": true, "demo://{a}/{b}": true, "x:{" + strings.Join(many, ",") + "}": false, "x:{a,b,c,d,e,f,g,h,i}": false, "x:{a*}": false, "x:{": false, "x:{a:1001}": true, "x:" + strings.Repeat("y", 600): false,
	} {
		if got := sound(mcp.Resource{URI: uri}); got != want {
			t.Errorf("%.40q: %v, want %v", uri, got, want)
		}
	}
}

func TestContentsAreNamedAsAsked(t *testing.T) {
	for raw, want := range map[string]string{
		`{"text":"x","uri":"file:///home/ada/.ssh/id"}`: `{"text":"x","uri":"demo:1"}`, `{"text":"x","uri":"demo:2"}`: `{"text":"x","uri":"demo:2"}`, `{"text":"x"}`: `{"text":"x","uri":"demo:1"}`,
	} {
		if got := string(named([]byte(raw), "demo:1")); got != want {
			t.Errorf("%s: %s", raw, got)
		}
	}
}
