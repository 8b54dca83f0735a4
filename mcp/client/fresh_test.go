package client

import (
	"errors"
	"testing"

	"handrail/mcp"
	"handrail/tools"
)

// A call that is made right after the server has said that its tools have changed is
// judged by what they are now, and not by what they were.
func TestACallRightAfterAChange(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	for _, want := range []string{"turn 1", "turn 2", "turn 3"} {
		c.answered("turns", "{}")
		var seen mcp.Listing
		a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "echo", Accepted: func(l mcp.Listing) error {
			seen = l
			return nil
		}}, nil)
		if err != nil || textOf(a) != "echo" {
			t.Fatalf("%+v, %v", a, err)
		}
		if len(seen.Tools) != 1 || seen.Tools[0].Description != want {
			t.Errorf("the call was judged by %+v, want %q", seen.Tools, want)
		}
	}
	refusal := tools.Errorf(tools.PermissionDenied, "it is held back")
	if _, err := c.Call(t.Context(), mcp.CallRequest{Tool: "dies", Accepted: func(mcp.Listing) error { return refusal }}, nil); !errors.Is(err, refusal) {
		t.Errorf("got %v", err)
	}
	c.answered("echo", "{}") // the call was not sent
}

// Where a server says that its tools have changed and does not list them, calls are
// refused, soon; and it is asked again at each.
func TestAServerThatDoesNotListItsChange(t *testing.T) {
	t.Parallel()
	for kind, why := range map[string]string{
		"lists once, then fails":     "the database is gone",
		"lists once, then is silent": "has not listed them within 2s",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			c := clientOf(t, peerServer(t, kind))
			c.connected()
			c.answered("turns", "{}")
			for range 2 {
				wantError(t, c.fails("echo"), tools.Unavailable, `the server "peer" has said that its tools have changed`, why, "make the call again")
			}
		})
	}
}

// A server that tells of changes without end holds up no call for long: each waits
// for one listing that began after what it knew of, and is answered as soon as one ends
// in time: on a machine with much else to do, that may be the sixth.
func TestAServerThatChangesWithoutEnd(t *testing.T) {
	t.Parallel()
	c := clientOf(t, peerServer(t, "good"))
	c.connected()
	c.answered("floods", "{}") // 100,000 times, while other calls are answered
	for {
		_, err := c.Call(t.Context(), mcp.CallRequest{Tool: "echo"}, nil)
		if err == nil {
			return
		}
		wantError(t, err, tools.Unavailable, "has not listed them within")
	}
}
