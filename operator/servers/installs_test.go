package servers_test

import (
	"testing"
	"time"

	"handrail/mcp"
	"handrail/operator/operatortest"
)

// A server that a runner fetches has longer to start until it was there once.
func TestStartTimeout(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Settings: `{"tools":{"mcp_servers":{"fetched":{"command":"npx","args":["-y","some-server"]},"here":{"command":"some-server"}}}}`, Trusted: true,
	})
	set := b.S.Servers()
	wants := func(name string, want time.Duration) {
		t.Helper()
		if got, err := set.StartTimeout(name); err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, want)
		}
	}
	wants("fetched", mcp.InstallTimeout)
	wants("here", mcp.ConnectTimeout)
	f, err := set.Find("fetched")
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Pins().Change(t.Context(), f, func(p *mcp.Pins) error {
		p.See([]mcp.Definition{{Name: "one"}}, time.Now())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	wants("fetched", mcp.ConnectTimeout)
}
