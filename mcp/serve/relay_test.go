package serve

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a relay answers for a window that is gone: what is open, also of a batch, and
// nothing that was answered or cancelled.
func TestWhatARelayLeavesOpen(t *testing.T) {
	t.Parallel()
	cancel := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	for name, c := range map[string]struct {
		sent, answered []string
		want           []string // parts of the answers, in order
	}{
		"a call":   {sent: []string{callLine(1, "echo", `{}`)}, want: []string{`"id":1`}},
		"answered": {sent: []string{callLine(1, "echo", `{}`)}, answered: []string{`{"jsonrpc":"2.0","id":1,"result":{}}`}},
		"written in other ways": {
			sent:     []string{`{"jsonrpc":"2.0","id": "\u0061","method":"ping"}`, `{"jsonrpc":"2.0","id":2.0,"method":"ping"}`},
			answered: []string{`{"jsonrpc":"2.0","id":"a","result":{}}`, `{"jsonrpc":"2.0","id":2,"result":{}}`},
		},
		"a text is no number": {sent: []string{`{"jsonrpc":"2.0","id":"1","method":"ping"}`}, answered: []string{`{"jsonrpc":"2.0","id":1,"result":{}}`}, want: []string{`"id":"1"`}},
		"cancelled":           {sent: []string{callLine(1, "echo", `{}`), callLine(2, "echo", `{}`), cancel("1")}, want: []string{`"id":2`}},
		"a batch":             {sent: []string{"[" + callLine(1, "echo", `{}`) + "," + callLine(2, "echo", `{}`) + "]"}, want: []string{`"id":1`, `"id":2`}},
		"a batch is answered": {
			sent:     []string{"[" + callLine(1, "echo", `{}`) + "," + callLine(2, "echo", `{}`) + "]"},
			answered: []string{`[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]`},
		},
		"a batch is refused": {
			sent:     []string{"[" + callLine(1, "echo", `{}`) + "]", callLine(2, "echo", `{}`)},
			answered: []string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}`},
			want:     []string{`"id":2`},
		},
		"a notification": {sent: []string{`{"jsonrpc":"2.0","method":"notifications/initialized"}`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here, there := net.Pipe()
			inR, inW := io.Pipe()
			var out strings.Builder
			end := make(chan struct{})
			go func() {
				defer close(end)
				Relay(t.Context(), RelayEnds{In: inR, Out: &out, Conn: here, From: bufio.NewReader(here)})
			}()
			window := bufio.NewReader(there)
			for _, line := range c.sent {
				_, err := io.WriteString(inW, line+"\n")
				if err == nil {
					_, err = window.ReadString('\n')
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, line := range c.answered {
				if _, err := io.WriteString(there, line+"\n"); err != nil {
					t.Fatal(err)
				}
			}
			_ = there.Close()
			ended(t, end)
			_ = inW.Close()
			var got []string
			for line := range strings.Lines(out.String()) {
				for _, want := range c.want {
					if strings.Contains(line, want+",") && strings.Contains(line, "unavailable") {
						got = append(got, want)
					}
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" || strings.Count(out.String(), "unavailable: ") != len(c.want) {
				t.Errorf("it says (-want +got)\n%s\n%s", diff, out.String())
			}
		})
	}
}
