package servers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/mcp"
	"handrail/operator/servers"
)

// What is accepted of a server's tool is shown whole, however long it is: there is
// no file in which the rest could be read.
func TestALongChangeOfAToolIsShownWhole(t *testing.T) {
	was := mcp.Definition{Name: "t", Description: "as it was", Input: json.RawMessage(`{"type":"object"}`)}
	is := was
	is.Description = strings.Repeat("harmless words\n", 20_000) + "and the end of it"
	c := servers.ChangeOf(mcp.ToolChange{Tool: "t", Status: mcp.Changed, Old: &was, New: &is})
	if !strings.Contains(c.Diff, "and the end of it") {
		t.Errorf("the end is not shown; the difference has %d bytes and ends with %q", len(c.Diff), c.Diff[len(c.Diff)-60:])
	}
}
