package window

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/dev/servertest"
	"handrail/operator"
	"handrail/operator/operatortest"
)

// serverWalks record one server each, in every state that one can be in.
func serverWalks(t *testing.T) []walk {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent") // nobody's keychain
	docs := httptest.NewServer(docsScript())
	t.Cleanup(docs.Close)
	github := servertest.StartSignIn()
	t.Cleanup(github.Close)
	do := func(method string, args ...any) step { return step{method, with(args...)} }
	restart := func(name string) step { return do("RestartServer", name) }
	turn := func(name string, on bool) step { return do("SetServerEnabled", name, on) }
	internal := func(name string, on bool) step { return do("SetServerInternal", name, on) }
	approve := func(names ...string) step {
		return step{"ApproveServerTools", func(r *recorder) []any { return []any{"files", r.toolDigests("files", names)} }}
	}
	edit := func(name, method string, change func(*ServerForm)) step {
		return step{method, func(r *recorder) []any { return []any{r.form(name, change)} }}
	}
	draft := func(name string, change func(*ServerForm)) step { return edit(name, "DraftChange", change) }
	nothing := func(*ServerForm) {}
	var before ServerForm // of memory, which was changed since
	const read = "files__read_text_file"
	const postgres = `{"command":"npx","args":["-y","server-postgres","postgresql://localhost/shop"],"cwd":"DIR","internal_only":false,"env":{"PGUSER":"ada","PGPASSWORD":"${secret:postgres.PGPASSWORD}"}}`
	list := []serverWalk{
		{name: "files", settings: npx("@modelcontextprotocol/server-filesystem", "/home/ada/welcome"), script: filesScript(true), attend: changedFiles, started: filesStarted,
			branches: [][]step{
				{do("SetServerToolAsk", "files", read, true), do("SetToolOff", read, true)},
				{do("SetToolOff", read, true), do("SetToolOff", read, false)},
				{approve("read_media_file"), approve("directory_tree")},
				{approve("read_media_file", "directory_tree")},
				{internal("files", true), internal("files", false)},
				{do("AllowRefused", "files", RefusedReach, "telemetry.example.com"), {"SetServerProfile", func(r *recorder) []any {
					return []any{"files", []string{"registry", "telemetry.example.com"}, []string{}, []string{r.home("data")}}
				}}},
				{{"AllowRefused", func(r *recorder) []any { return []any{"files", RefusedRead, r.home(".aws")} }}},
				{{"SetServerProfile", func(r *recorder) []any {
					return []any{"files", []string{"off"}, []string{r.home("a"), "~/b"}, []string{}}
				}}},
				{do("StopServer", "files"), restart("files")},
				{do("StopServer", "files"), turn("files", false), turn("files", true), do("RemoveServer", "files")},
			}},
		{name: "postgres", settings: postgres, script: postgresScript(), attend: starts("postgres"), started: refused, changed: refused, typed: []string{"node"}, branches: [][]step{
			{restart("postgres"), draft("postgres", nothing), draft("postgres", commandOf("node", 0)), draft("postgres", commandOf("node", 9)), draft("postgres", commandOf("node", 90)),
				edit("postgres", "ChangeServer", commandOf("node", 90))},
		}},
		{name: "notes", settings: `{"command":"uvx","args":["notes-mcp","--vault","/home/ada/notes"],"internal_only":false,"network":["registry"],"write":["~/notes"]}`, attend: starts("notes"), started: failed,
			branches: [][]step{{restart("notes"), do("SetServerProfile", "notes", []string{}, []string{}, []string{})}}},
		{name: "browser", settings: `{"command":"npx","args":["@playwright/mcp@latest","--headless"],"network":["on"],"write":["~/.cache/ms-playwright"]}`, script: servertest.Script{Mute: true},
			attend: starts("browser"), started: func(v ServerDetailView) bool { return v.Server.State == ServerConnecting && v.PID != 0 }, branches: [][]step{{}}},
		{name: "docs", settings: `{"url":"` + docs.URL + `/mcp","transport":"http","internal_only":false,"headers":{"Authorization":"Bearer ${secret:docs.Authorization}"}}`, at: docs.URL, script: docsScript(), typed: []string{"n3w"}, attend: known("docs"),
			started: ready, branches: [][]step{{turn("docs", false), turn("docs", true)}, {restart("docs"), do("StopServer", "docs")}, {
				draft("docs", nothing), draft("docs", valueOf("n3w", "http")), draft("docs", valueOf("n3w", "")), edit("docs", "ChangeServer", valueOf("n3w", ""))}}},
		{name: "github", settings: `{"url":"` + github.Address("github") + `"}`, at: github.URL, attend: starts("github"),
			started: func(v ServerDetailView) bool { return v.Server.State == ServerSignIn && v.Server.Tokens == 0 }, branches: [][]step{{do("SignInServer", "github"), do("SignOutServer", "github")}}},
		{name: "memory", settings: npx("@modelcontextprotocol/server-memory"), script: memoryScript(), typed: []string{"npxx", "nope", "/nowhere"}, attend: stopped("memory"), started: ready,
			changed: func(v ServerDetailView) bool { return failed(v) || v.Server.Internal },
			branches: [][]step{{restart("memory"), do("StopServer", "memory"), internal("memory", true), internal("memory", false)}, {do("RemoveServer", "memory")},
				{draft("memory", nothing), draft("memory", commandOf("npxx", 0)), draft("memory", addressOf("nope")), edit("memory", "ChangeServer", commandOf("npxx", 0)), draft("memory", nothing)},
				{draft("memory", func(f *ServerForm) { before = *f; f.Folder = "/nowhere" }), internal("memory", true), {"ChangeServer", func(*recorder) []any { before.Folder = "/nowhere"; return []any{before} }}, draft("memory", nothing)}}},
		{name: "weather", settings: `{"command":"docker","args":["run","-i","--rm","mcp/weather"],"internal_only":false,"disabled":true}`, branches: [][]step{{turn("weather", true), turn("weather", false)}}},
		{name: "tracker", script: trackerScript(), attend: changedTracker, branches: [][]step{{}}},
		{name: "metrics", attend: spaceServers, branches: [][]step{{}}},
		{name: "nobody", branches: [][]step{{}}},
	}
	var out []walk
	for _, s := range append(list, setupWalks(t)...) {
		out = append(out, s.walk())
	}
	return out
}

// A serverWalk is a walk about one server of the space.
type serverWalk struct {
	name     string
	started  func(ServerDetailView) bool // it has come to what it comes to when it is started
	changed  func(ServerDetailView) bool // the same, after it was changed; nil: it is not started then
	settings string                      // "": it is none of the person's
	others   string                      // what is in the settings instead of it
	at       string                      // where it is, if it is a remote one
	script   servertest.Script
	typed    []string
	attend   func(r *recorder)
	trials   []step
	reads    []step
	branches [][]step
}

func (s serverWalk) walk() walk {
	options := func(opt *operatortest.Options) {
		opt.Walls = true
		if s.settings != "" && s.others == "" {
			s.others = jsonText(s.name) + `:` + s.settings
		}
		opt.Settings = `{"tools":{"mcp_servers":{` + s.others + `}}}`
		opt.Change = func(c *operator.Config) {
			c.Environ.From = "the login shell /bin/bash"
			c.Environ.Vars = []string{"PATH=" + filepath.Dir(ownProgram(c.Home)), "HOME=" + c.Home, "USER=ada", "LANG=C.UTF-8"}
		}
	}
	settle := func(r *recorder, method string) {
		switch method {
		case "RestartServer", "AddServer", "AddReadServers", "ImportServers":
			r.waitFor(s.name, s.started)
		case "ChangeServer":
			if s.changed != nil {
				r.waitFor(s.name, s.changed)
			}
		case "SignInServer":
			r.waitFor(s.name, ready)
		case "SignOutServer":
			r.waitFor(s.name, s.started)
		case "StopServer":
			r.waitFor(s.name, func(v ServerDetailView) bool { return v.Server.State == ServerStopped && v.Server.Tokens == 0 })
		}
	}
	attend := func(r *recorder) {
		r.plays(s.script)
		if s.at != "" {
			host := s.name + ".example.com"
			r.places = append(r.places, s.at, "https://"+host, strings.TrimPrefix(s.at, "http://"), host)
		}
		r.window.app.desk = visitor{}
		for _, name := range []string{"a", "b", "data", "notes", ".cache/ms-playwright"} {
			operatortest.WriteFile(r.t, filepath.Join(r.bench.Options.Home, name, "x"), "")
		}
		for name, value := range map[string]string{"postgres.PGPASSWORD": "a-p4ssw0rd", "docs.Authorization": "a-t0ken"} {
			if err := r.bench.Secrets().Set(name, value); err != nil {
				r.t.Fatal(err)
			}
		}
		if s.attend != nil {
			s.attend(r)
		}
	}
	trials := s.trials
	if s.settings != "" && !s.script.Mute || s.name == "metrics" || s.name == "tracker" {
		trials = append(trials, step{"TestServer", with(s.name)})
	}
	for _, tool := range s.script.Tools {
		if name, named := tool.(map[string]any)["name"]; named {
			trials = append(trials, step{"Tool", with(fmt.Sprintf("%s__%s", s.name, name))})
		}
	}
	if s.settings != "" {
		s.reads = append(s.reads, step{"SavedServer", with(s.name)})
	}
	if s.name != "" {
		s.reads = append([]step{{"Server", with(s.name)}}, s.reads...)
	}
	return walk{about: s.name, typed: s.typed, space: welcome, options: options, attend: attend, settle: settle, placed: true, trials: trials,
		reads: s.reads, branches: s.branches}
}

// plays has the programs of servers play a script from now on.
func (r *recorder) plays(s servertest.Script) {
	r.t.Helper()
	self, err := os.Executable()
	if err != nil {
		r.t.Fatal(err)
	}
	bin := filepath.Dir(ownProgram(r.bench.Options.Home))
	operatortest.WriteFile(r.t, filepath.Join(bin, "peer.json"), jsonText(s))
	// The walls show programs what is on PATH.
	if err := os.Link(self, filepath.Join(bin, "peer")); err != nil && !os.IsExist(err) {
		raw, err := os.ReadFile(self)
		if err == nil {
			err = os.WriteFile(filepath.Join(bin, "peer"), raw, 0o755)
		}
		if err != nil {
			r.t.Fatal(err)
		}
	}
	for _, name := range []string{"npx", "node", "docker"} {
		operatortest.WriteFile(r.t, filepath.Join(bin, name), "#!/bin/sh\nexec "+bin+"/peer mcp-peer -as "+bin+"/peer.json -- \"$@\"\n")
		if err := os.Chmod(filepath.Join(bin, name), 0o755); err != nil {
			r.t.Fatal(err)
		}
	}
}

// form is the form of a saved server, changed.
func (r *recorder) form(name string, change func(*ServerForm)) ServerForm {
	r.t.Helper()
	form, err := (&Setup{r.window.app}).SavedServer(r.real, name)
	if err != nil {
		r.t.Fatal(err)
	}
	change(&form)
	return form
}

func commandOf(command string, timeout float64) func(*ServerForm) {
	return func(f *ServerForm) { f.Command, f.Timeout = command, timeout }
}

func addressOf(url string) func(*ServerForm) {
	return func(f *ServerForm) { f.Command, f.Args, f.URL = "", []string{}, url }
}

func valueOf(value string, transport Transport) func(*ServerForm) {
	return func(f *ServerForm) { f.Headers[0].Value, f.Transport = value, transport }
}

// home is a path below the person's home folder.
func (r *recorder) home(path string) string { return filepath.Join(r.bench.Options.Home, path) }

func (r *recorder) server(name string) ServerDetailView {
	r.t.Helper()
	view, err := (&Servers{r.window.app}).Server(r.real, name)
	if err != nil {
		r.t.Fatal(err)
	}
	return view
}

func (r *recorder) waitFor(name string, is func(ServerDetailView) bool) {
	r.t.Helper()
	operatortest.WaitUntil(r.t, name+" has come to what it comes to", func() bool { return is(r.server(name)) })
}

// do makes a call that is not recorded.
func (r *recorder) do(method string, args ...any) {
	r.t.Helper()
	if c := r.call(method, args); c.Error != "" {
		r.t.Fatalf("%s: %s", method, c.Error)
	}
}

// toolDigests are the digests of changes of a server's tools.
func (r *recorder) toolDigests(server string, names []string) map[string]string {
	out := map[string]string{}
	for _, t := range r.server(server).Tools {
		if slices.Contains(names, t.Name) {
			out[t.Name] = t.Digest
		}
	}
	return out
}

func jsonText(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func npx(args ...string) string {
	return `{"command":"npx","internal_only":false,"args":` + jsonText(append([]string{"-y"}, args...)) + `}`
}

// changedFiles has the server files changed since it was approved, and refused what its
// walls keep from it.
func changedFiles(r *recorder) {
	home := r.bench.Options.Home
	operatortest.WriteFile(r.t, filepath.Join(home, ".aws", "credentials"), "")
	r.plays(filesScript(false))
	r.bench.S.Servers().Wait(r.t.Context())
	r.do("SetServerToolAsk", "files", "files__write_file", true)
	r.do("SetToolOff", "files__move_file", true)
	now := filesScript(true)
	now.Says = append(now.Says, "EACCES: permission denied, open '"+filepath.Join(home, ".aws", "credentials")+"'")
	now.Reaches = []string{"telemetry.example.com:443"}
	r.plays(now)
	r.do("RestartServer", "files")
	r.waitFor("files", filesStarted)
}

// filesStarted reports that what changed of files is known, what it was refused, and
// what it printed in this life.
func filesStarted(v ServerDetailView) bool {
	return ready(v) && v.Server.Held == 1 && len(v.Refused) == 2 && len(v.Log) == 2
}

func ready(v ServerDetailView) bool  { return v.Server.State == ServerReady && v.Server.Tokens > 0 }
func failed(v ServerDetailView) bool { return v.Server.State == ServerFailed }

// refused reports that a server failed because its walls kept a host from it.
func refused(v ServerDetailView) bool { return failed(v) && len(v.Refused) == 1 }

// starts has a server started, and waits until it has come to what it comes to.
func starts(name string) func(*recorder) {
	return func(r *recorder) { r.do("RestartServer", name); r.settle(r, "RestartServer") }
}

// known has a server listed once, and not started since.
func known(name string) func(*recorder) {
	return func(r *recorder) {
		r.bench.S.Servers().Wait(r.t.Context(), name)
		o := operatortest.Open(r.t, r.bench.Options, r.bench.Person)
		s, err := o.OpenSpace(r.t.Context(), r.bench.Dir)
		if err != nil {
			r.t.Fatal(err)
		}
		r.bench.O, r.bench.S, r.window.app.o = o, s, o
	}
}

func stopped(name string) func(*recorder) {
	return func(r *recorder) {
		starts(name)(r)
		r.do("StopServer", name)
		r.settle(r, "StopServer")
	}
}

// spaceServers are servers of the space's own file, as the person has trusted it.
func spaceServers(r *recorder) {
	r.bench.File(".mcp.json", spaceFile)
	r.bench.Reload()
	r.bench.Trust()
}

// changedTracker has the server tracker changed since the person has trusted it.
func changedTracker(r *recorder) {
	spaceServers(r)
	r.bench.S.Servers().Wait(r.t.Context(), "tracker")
	r.bench.File(".mcp.json", strings.Replace(spaceFile, `"welcome"]`, `"welcome", "--all"]`, 1))
	r.bench.Reload()
}

const spaceFile = `{
  "mcpServers": {
    "tracker": {
      "command": "node",
      "args": ["tools/tracker.mjs", "--project", "welcome"]
    },
    "metrics": {}
  }
}
`

// A visitor opens pages as a browser does: it follows what they lead to.
type visitor struct{ Desktop }

func (visitor) OpenURL(url string) {
	if resp, err := http.Get(url); err == nil {
		_ = resp.Body.Close()
	}
}
