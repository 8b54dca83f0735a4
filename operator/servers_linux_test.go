package operator

import (
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/operator/settings"
	"handrail/tools"
)

// peer is this test binary as a server, in the settings' own form.
func peer(t *testing.T, more string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command, err := json.Marshal(self)
	if err != nil {
		t.Fatal(err)
	}
	list, err := json.Marshal(append([]string{"mcp-peer"}, args...))
	if err != nil {
		t.Fatal(err)
	}
	if more != "" {
		more = "," + more
	}
	return `{"command":` + string(command) + `,"args":` + string(list) + more + `}`
}

// newServerBench is a walled space whose settings have servers; servers is the
// inside of mcp_servers.
func newServerBench(t *testing.T, servers string, change func(*Config)) *handBench {
	t.Helper()
	return newWalledBench(t, `{"tools":{"mcp_servers":{`+servers+`}},"rules":{"allow":["*__*"]}}`, change)
}

// ask calls a tool of a server with one value, for the person.
func ask(t *testing.T, s *Space, tool, value string) tools.Result {
	t.Helper()
	calls, err := s.Calls(CallsConfig{Title: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := calls.Close(); err != nil {
			t.Error(err)
		}
	}()
	input, err := json.Marshal(map[string]string{"value": value})
	if err != nil {
		t.Fatal(err)
	}
	_, r, err := calls.Call(t.Context(), tool, input, tools.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said is what a tool answered; an error fails the test.
func said(t *testing.T, s *Space, tool, value string) string {
	t.Helper()
	r := ask(t, s, tool, value)
	if r.Error != nil {
		t.Fatalf("%s %s: %v", tool, value, r.Error)
	}
	return r.Content
}

func serverNamed(t *testing.T, s *Space, name string) ServerView {
	t.Helper()
	for _, v := range s.Servers() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("there is no server %q in %+v", name, s.Servers())
	return ServerView{}
}

// A server touches what its profile says, and nothing else.
func TestServerWalls(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	writeFile(t, filepath.Join(outside, "read", "data.txt"), "data\n")
	writeFile(t, filepath.Join(outside, "closed", "data.txt"), "closed\n")
	if err := os.MkdirAll(filepath.Join(outside, "write"), 0o755); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	quote := func(s string) string { return strconv.Quote(s) }
	b := newServerBench(t, `"peer":`+peer(t, `"read":[`+quote(filepath.Join(outside, "read"))+`],"write":[`+quote(filepath.Join(outside, "write"))+`],"network":["localhost:`+port+`"],"env":{"OWN":"mine"}`), func(c *Config) {
		c.Environ.Vars = append(c.Environ.Vars, "API_TOKEN=secret-of-the-person", "DISPLAY=:7", "PLAIN=plain")
	})
	for _, tt := range []struct{ name, tool, value, want string }{
		{"the space", "read", filepath.Join(b.dir, "notes.txt"), "mine"},
		{"what its settings let it read", "read", filepath.Join(outside, "read", "data.txt"), "data"},
		{"what nobody has named", "read", filepath.Join(outside, "closed", "data.txt"), "!"},
		{"its folder to write", "write", filepath.Join(outside, "write", "x"), "written"},
		{"its folder to read cannot be written", "write", filepath.Join(outside, "read", "x"), "!"},
		{"the space can be written", "write", filepath.Join(b.dir, "made.txt"), "written"},
		{"the home folder cannot be written", "write", filepath.Join(b.o.c.Home, "x"), "!"},
		{"our settings", "read", filepath.Join(b.o.c.Dirs.Config, "settings.json"), "!"},
		{"a host of its profile", "reach", "localhost:" + port, "reached"},
		{"another host", "reach", "api.example.com:443", "!"},
		{"its own variable", "env", "OWN", "mine"},
		{"the person's plain variable", "env", "PLAIN", "plain"},
		{"a secret of the person's environment", "env", "API_TOKEN", ""},
		{"a door", "env", "DISPLAY", ""},
		{"where it starts", "folder", "", b.s.serverData("peer")},
		{"its own data folder", "write", filepath.Join(b.s.serverData("peer"), "state.json"), "written"},
	} {
		r := ask(t, b.s, "peer__"+tt.tool, tt.value)
		switch {
		case tt.want == "!" && r.Error == nil:
			t.Errorf("%s: %s %s was let through: %q", tt.name, tt.tool, tt.value, r.Content)
		case tt.want != "!" && (r.Error != nil || strings.TrimSpace(r.Content) != tt.want):
			t.Errorf("%s: %s %s gave %q, %v; want %q", tt.name, tt.tool, tt.value, r.Content, r.Error, tt.want)
		}
	}
	view := serverNamed(t, b.s, "peer")
	if len(view.Refused) != 1 || view.Refused[0].Target != "api.example.com" || !strings.Contains(view.Refused[0].Text, "handrail servers allow peer api.example.com") {
		t.Errorf("what it was refused is %+v", view.Refused)
	}
	want := 0
	for _, e := range b.s.Registry().Entries() {
		if e.State == tools.Ready && e.Info.Source == "mcp:peer" {
			want += definitionTokens(e)
		}
	}
	if view.Status.State != mcp.Ready || view.Tools != 8 || view.Tokens != want || want < 100 || !view.Known {
		t.Errorf("the view is %+v", view)
	}
}

// Calls of the space reach what the space may; a server's profile is its own.
func TestServerDoesNotInheritTheSpacesNetwork(t *testing.T) {
	b := newWalledBench(t, `{"network":"on","tools":{"mcp_servers":{"peer":`+peer(t, "")+`}},"rules":{"allow":["*__*"]}}`, nil)
	if r := ask(t, b.s, "peer__reach", "api.example.com:443"); r.Error == nil {
		t.Errorf("it reached %q", r.Content)
	}
}

// A change of the settings restarts the server that it is about, and no other; a
// call that runs ends as it began.
func TestSettingsRestartWhatTheyChange(t *testing.T) {
	one, two := `"one":`+peer(t, ""), `"two":`+peer(t, "")
	b := newServerBench(t, one+","+two, nil)
	ids := map[string]string{"one": said(t, b.s, "one__pid", ""), "two": said(t, b.s, "two__pid", "")}
	result := make(chan tools.Result, 1)
	go func() { result <- ask(t, b.s, "one__wait", "1500ms") }()
	waitUntil(t, "the call runs", func() bool { return serverNamed(t, b.s, "one").Calls == 1 })
	var env settings.Server
	if err := json.Unmarshal([]byte(peer(t, `"env":{"A":"b"}`)), &env); err != nil {
		t.Fatal(err)
	}
	if _, err := b.o.SaveServer(t.Context(), "one", env, false); err != nil {
		t.Fatal(err)
	}
	if got := said(t, b.s, "one__env", "A"); got != "b" {
		t.Errorf("the new settings do not count: %q", got)
	}
	if r := <-result; r.Error != nil || r.Content != "waited" {
		t.Errorf("the call that ran became %q, %v", r.Content, r.Error)
	}
	if got := said(t, b.s, "two__pid", ""); got != ids["two"] {
		t.Errorf("the other server was restarted: %s, was %s", got, ids["two"])
	}
	internal := false
	if err := b.s.SetServerOption(t.Context(), "two", ServerOption{Internal: &internal}); err != nil {
		t.Fatal(err)
	}
	if got := said(t, b.s, "two__pid", ""); got != ids["two"] {
		t.Error("what is only offered differently was restarted")
	}
	if err := b.s.RestartServer(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	if got := said(t, b.s, "two__env", "HANDRAIL_SERVER_DATA"); got != b.s.serverData("two") {
		t.Errorf("after a restart: %q", got)
	}
	if err := b.s.StopServer(t.Context(), "two"); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, b.s, "two__pid", ""); r.Error == nil {
		t.Errorf("a stopped server answered %q", r.Content)
	}
	if err := b.o.RemoveServer(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	if r := ask(t, b.s, "one__pid", ""); r.Error == nil || r.Error.Code != tools.NotFound {
		t.Errorf("a server that is gone answered %q, %v", r.Content, r.Error)
	}
}

// Nothing starts until somebody needs it; what is known needs no start.
func TestServersAreLazy(t *testing.T) {
	t.Parallel()
	b := newServerBench(t, `"peer":`+peer(t, ""), nil)
	if v := serverNamed(t, b.s, "peer"); v.Status.State != mcp.Idle || v.Known {
		t.Errorf("right after opening: %+v", v)
	}
	b.s.WaitServers(t.Context())
	if v := serverNamed(t, b.s, "peer"); !v.Known || v.Tools != 8 {
		t.Fatalf("after waiting: %+v", v)
	}
	o := openWalled(t, b.person, b.o.c.Dirs, b.o.c.Home, nil)
	s, err := o.OpenSpace(t.Context(), b.dir)
	if err != nil {
		t.Fatal(err)
	}
	if v := serverNamed(t, s, "peer"); v.Status.State != mcp.Idle || v.Tools != 8 {
		t.Errorf("another program: %+v", v)
	}
	if got := said(t, s, "peer__echo", "hello"); got != "hello" {
		t.Errorf("echo said %q", got)
	}
}

// A server that does not start holds up nobody, and says why.
func TestServersThatDoNotStart(t *testing.T) {
	t.Parallel()
	b := newServerBench(t, `"good":`+peer(t, "")+`,"dies":`+peer(t, "", "-fail", "no key was given")+
		`,"gone":{"command":"no-such-program-anywhere"},"asks":`+peer(t, `"env":{"KEY":"${secret:nobody.has}"}`)+
		`,"odd":{"command":"x","url":"https://example.com"},"a__b":{"command":"x"},"list":{"command":["x"]},"off":`+peer(t, `"disabled":true`), nil)
	b.s.WaitServers(t.Context())
	for name, want := range map[string]string{
		"dies": "no key was given", "gone": "was not found on PATH", "asks": "handrail secrets set nobody.has", "odd": "both a command and a url", "a__b": "parts a server's name",
		"list": "cannot be read",
	} {
		if v := serverNamed(t, b.s, name); !strings.Contains(v.Reason, want) {
			t.Errorf("%s: the reason is %q, want %q in it", name, v.Reason, want)
		}
		found := ""
		for _, e := range b.s.Registry().Entries() {
			if e.Info.Source == mcp.SourceName(name) {
				found = e.Reason
			}
		}
		if !strings.Contains(found, want) {
			t.Errorf("%s: the tools list says %q, want %q in it", name, found, want)
		}
	}
	if got := said(t, b.s, "good__echo", "here"); got != "here" {
		t.Errorf("the good one said %q", got)
	}
	if last, failed, err := b.s.LastFailure(t.Context(), "dies"); err != nil || !failed || !strings.Contains(strings.Join(last.Said, "\n"), "no key") {
		t.Errorf("the failure that is kept: %+v, %v, %v", last, failed, err)
	}
}

// The space's own servers count once it is trusted, start in the space, and can be
// limited and widened by the person alone.
func TestServersOfTheSpace(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := newServerBench(t, `"both":`+peer(t, ""), func(c *Config) { c.Environ.Vars[0] += ":" + filepath.Dir(self) })
	peer := func(t *testing.T, more string) string { // by its bare name
		return strings.Replace(peer(t, more), self, filepath.Base(self), 1)
	}
	b.file(".mcp.json", `{"mcpServers":{"own":`+peer(t, `"env":{"WHERE":"${workspaceFolder}","ELSE":"${NOT_SET:-else}"},"network":["example.com"]`)+`,"both":`+peer(t, "")+`}}`)
	if err := b.s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := serverNamed(t, b.s, "own"); !strings.Contains(v.Problem, "not trusted") {
		t.Errorf("before it is trusted: %+v", v)
	}
	if r := ask(t, b.s, "own__echo", "x"); r.Error == nil {
		t.Errorf("before it is trusted it answered %q", r.Content)
	}
	if err := b.s.SetTrusted(t.Context(), b.s.Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	if got := said(t, b.s, "own__folder", ""); got != b.dir {
		t.Errorf("it started in %q", got)
	}
	if got := said(t, b.s, "own__env", "WHERE") + said(t, b.s, "own__env", "ELSE"); got != b.dir+"else" {
		t.Errorf("its variables are %q", got)
	}
	shadowed := false
	for _, v := range b.s.Servers() {
		shadowed = shadowed || v.Name == "both" && v.From == FromSpace && v.Shadowed
	}
	if !shadowed {
		t.Errorf("the settings' server should win: %+v", b.s.Servers())
	}
	profile, err := b.s.AllowServer(t.Context(), "own", []string{"api.example.com"}, nil, nil)
	if err != nil || !strings.Contains(profile.Reaches, "api.example.com and example.com") {
		t.Errorf("allowed: %+v, %v", profile, err)
	}
	b.file(".mcp.json", `{"mcpServers":{"own":`+peer(t, `"env":{"WHERE":"changed"}`)+`}}`)
	if err := b.s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if v := serverNamed(t, b.s, "own"); !strings.Contains(v.Problem, "changed since you trusted it") {
		t.Errorf("changed, and not looked at: %+v", v)
	}
}

// What the person changes while a server runs stays theirs.
func TestServersAreNoCalls(t *testing.T) {
	t.Parallel()
	b := newServerBench(t, `"peer":`+peer(t, ""), nil)
	b.file("agent/tools/hello.md", "---\nid: hello\ndescription: says hello\ncommand: echo hello\n---\n")
	if err := b.s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.s.SetTrusted(t.Context(), b.s.Inventory().Digest); err != nil {
		t.Fatal(err)
	}
	if err := b.s.SetOwn(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	if got := said(t, b.s, "peer__echo", "up"); got != "up" {
		t.Fatal(got)
	}
	if r := ask(t, b.s, "peer__write", filepath.Join(b.dir, "agent", "tools", "hello.md")); r.Error == nil {
		t.Errorf("it changed a definition: %q", r.Content)
	}
	waitUntil(t, "the file system's clock goes on", func() bool { return clockMoves(t, b.dir) })
	b.file("agent/tools/hello.md", "---\nid: hello\ndescription: says hello\ncommand: echo hello there\n---\n")
	if err := b.s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(b.s.current.Load().changes); n != 0 {
		t.Errorf("%d changes are held back", n)
	}
}

// clockMoves reports whether the file system's time has moved by a little.
func clockMoves(t *testing.T, dir string) bool {
	t.Helper()
	began := time.Now()
	writeFile(t, filepath.Join(dir, "clock"), "x")
	info, err := os.Stat(filepath.Join(dir, "clock"))
	return err == nil && info.ModTime().After(began.Add(-5*time.Millisecond))
}
