package serving

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/operator/operatortest"
	"handrail/operator/setup"
)

// serversBench is a trusted space with servers of which nobody has ever asked anything.
func serversBench(t *testing.T, servers string) *bench { return patientBench(t, servers, Config{}) }

func patientBench(t *testing.T, servers string, c Config) *bench {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{
		Files: map[string]string{"notes.txt": "mine\n"}, Walls: true, Trusted: true,
		Settings: `{"tools":{"mcp_servers":{` + servers + `}},"rules":{"allow":["*__*"]}}`,
	})
	return &bench{b, New(b.O, c)}
}

// awaitServer waits until it is known what a server has: no list waits for one that is slow.
func (b *bench) awaitServer(name string) {
	b.T.Helper()
	b.S.Servers().Wait(b.T.Context(), name)
	if got := b.S.Servers().Status(name); got.State != mcp.Ready {
		b.T.Fatalf("the server is %+v", got)
	}
}

// The first list of a client has the tools of a server that nobody has started yet; a broken one
// and one that is offered to nobody do not hold it up.
func TestAServerThatWasNeverListedIsInTheFirstList(t *testing.T) {
	b := patientBench(t, `"peer":`+operatortest.Peer(t, `"internal_only":false`)+`,"broken":`+operatortest.Peer(t, `"internal_only":false`, "-fail", "no key")+`,"inside":`+operatortest.Peer(t, ""), Config{ListWait: time.Minute})
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if line := c.hear(`"id":1`); !strings.Contains(line, `"name":"peer__`) || strings.Contains(line, `"name":"inside__`) {
		t.Errorf("the list is %s", line)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// slowPeer is a server that does nothing at first.
func slowPeer(t *testing.T, pause time.Duration) string {
	t.Helper()
	peer := strings.Replace(operatortest.Peer(t, `"internal_only":false`), `,"args":[`, `,`, 1)
	return strings.Replace(peer, `{"command":`, fmt.Sprintf(`{"command":"sh","args":["-c","sleep %g; exec \"$0\" \"$@\"",`, pause.Seconds()), 1)
}

// A server that takes its time is not waited for by a list; the client hears when it is there.
// A call by the name of one of its tools waits for it.
func TestAServerThatTakesItsTime(t *testing.T) {
	b := serversBench(t, `"peer":`+slowPeer(t, 5*time.Second))
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	began := time.Now()
	c.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if line := c.hear(`"id":1`); strings.Contains(line, `"name":"peer__`) {
		t.Fatalf("the server is there at once, so this test shows nothing: %s", line)
	}
	if took := time.Since(began); took < listWait {
		t.Errorf("the list waited %v only", took)
	}
	c.call(2, "peer__echo", `{"value":"1234"}`)
	if line := c.hear(`"id":2`); strings.Contains(line, "isError") || !strings.Contains(line, "1234") {
		t.Errorf("a call by a name that is not known yet answers %s", line)
	}
	c.say(`{"jsonrpc":"2.0","id":3,"method":"tools/list"}`)
	if line := c.hear(`"id":3`); !strings.Contains(line, `"name":"peer__`) {
		t.Errorf("the list is %s", line)
	}
	if !strings.Contains(c.all.String(), "notifications/tools/list_changed") {
		t.Error("the client was not told")
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// A server that has become another, because the person has changed its arguments, is waited for as one
// that was never listed, although its tools are offered still.
func TestACallOfAServerThatWasChanged(t *testing.T) {
	b := serversBench(t, `"peer":`+slowPeer(t, time.Second))
	c := b.join(`{}`)
	c.call(1, "peer__echo", `{"value":"1234"}`)
	if line := c.hear(`"id":1`); !strings.Contains(line, "1234") {
		t.Fatalf("the answer is %s", line)
	}
	other := operatortest.Open(t, b.Options, b.Person) // as another program does
	saved, err := other.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	space, err := other.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	changed := saved["peer"]
	changed.Args = append(slices.Clone(changed.Args), "-word", "says it once more")
	if _, err := space.Setup().Change(t.Context(), setup.Form{Name: "peer", Was: saved["peer"].Digest(), Settings: changed}); err != nil {
		t.Fatal(err)
	}
	c.call(2, "peer__echo", `{"value":"5678"}`)
	if line := c.hear(`"id":2`); !strings.Contains(line, "5678") || strings.Contains(line, "isError") {
		t.Errorf("the answer is %s", line)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// A call of a server that does not come up starts it once, and not again for the same call.
func TestACallStartsABrokenServerOnce(t *testing.T) {
	dir := t.TempDir()
	script := `echo >> "` + dir + `/starts"; sleep 1; exit 3`
	raw, err := json.Marshal([]string{"-c", script})
	if err != nil {
		t.Fatal(err)
	}
	folder, err := json.Marshal([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	b := serversBench(t, `"broken":{"command":"sh","internal_only":false,"args":`+string(raw)+`,"write":`+string(folder)+`}`)
	starts := func() int {
		text, err := os.ReadFile(filepath.Join(dir, "starts"))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(text), "\n")
	}
	c := b.join(`{}`)
	before := 0
	for id := 1; id <= 2; id++ {
		c.call(id, "broken__search", `{}`)
		if line := c.hear(fmt.Sprintf(`"id":%d`, id)); !strings.Contains(line, `"isError":true`) {
			t.Errorf("the answer is %s", line)
		}
		if now := starts(); now-before > 2 { // a server that dies in the handshake is asked once more in the older way
			t.Errorf("call %d started it %d times", id, now-before)
		}
		before = starts()
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// A client that calls a tool of a server that has failed hears why.
func TestACallOfAServerThatFailed(t *testing.T) {
	b := serversBench(t, `"broken":`+operatortest.Peer(t, `"internal_only":false`, "-fail", "no key was given"))
	c := b.join(`{}`)
	c.call(1, "broken__search", `{}`)
	if line := c.hear(`"id":1`); !strings.Contains(line, "no key was given") || !strings.Contains(line, `"isError":true`) {
		t.Errorf("the answer is %s", line)
	}
	c.call(2, "nobody__search", `{}`)
	if line := c.hear(`"id":2`); !strings.Contains(line, "not found") {
		t.Errorf("the answer is %s", line)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
