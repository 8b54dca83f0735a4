package servers_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/tools"
)

// What a server of the settings writes, wherever that is, all its rooms have: in another space,
// in another program on the same data, and after it was allowed more.
func TestAServerHasOneDataFolder(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	write := func(s *operator.Space, path, in string) {
		t.Helper()
		if r := operatortest.Ask(t, s, "peer__write", path); r.Error != nil {
			t.Fatalf("%s: %s can't be written: %v", in, path, r.Error)
		}
	}
	has := func(s *operator.Space, path, in string) {
		t.Helper()
		if r := operatortest.Ask(t, s, "peer__read", path); r.Error != nil {
			t.Errorf("%s: %s is lost: %v", in, path, r.Error)
		}
	}
	places := []string{
		filepath.Join(operatortest.Said(t, b.S, "peer__env", "npm_config_cache"), "_npx-memory.jsonl"),
		filepath.Join(operatortest.Said(t, b.S, "peer__env", "HANDRAIL_SERVER_DATA"), "state.json"),
		filepath.Join(b.Options.Home, ".memory"),
	}
	for _, path := range places {
		write(b.S, path, "the space")
	}
	second := operatortest.Open(t, b.Options, b.Person)
	same, err := second.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := filepath.Join(b.Options.Home, "elsewhere")
	if err := os.MkdirAll(elsewhere, 0o700); err != nil {
		t.Fatal(err)
	}
	other, err := b.O.OpenSpace(t.Context(), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range places {
		has(same, path, "another program")
		has(other, path, "another space")
	}
	later := filepath.Join(b.Options.Home, ".later")
	write(other, later, "another space")
	has(b.S, later, "the first space, whose room was there before")
	if _, err := b.S.Servers().Options().Allow(t.Context(), "peer", []string{"api.example.com"}, nil, nil); err != nil {
		t.Fatal(err)
	}
	for _, path := range places {
		has(b.S, path, "allowed more")
	}
	narrow := b.Options
	narrow.Change = func(c *operator.Config) { c.Network = []string{"off"} }
	held, err := operatortest.Open(t, narrow, b.Person).OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range places {
		if r := operatortest.Ask(t, held, "peer__read", path); r.Error == nil {
			t.Errorf("with other rights, %s is there", path)
		}
	}
}

// A server of a space's own file keeps its things in that space.
func TestAServerOfASpaceKeepsItsData(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Settings: `{"per_space":{"DIR":{"rules":{"allow":["*__*"]}}}}`})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	b.File("peer", string(program)) // programs of a space see nothing of where tests are built
	b.Mode("peer", 0o700)
	b.File(".mcp.json", `{"mcpServers":{"peer":`+strings.ReplaceAll(operatortest.Peer(t, ""), self, filepath.Join(b.Dir, "peer"))+`}}`)
	b.Reload()
	b.Trust()
	path := filepath.Join(b.Options.Home, ".memory")
	operatortest.Said(t, b.S, "peer__write", path)
	same, err := operatortest.Open(t, b.Options, b.Person).OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	operatortest.Said(t, same, "peer__read", path)
	if data := b.S.Servers().DataFolder("peer"); strings.Contains(data, servers.FromSettings) {
		t.Errorf("it is kept for all spaces: %s", data)
	}
}

// What a server makes in the home folder is its own. What the person would look for in theirs
// is refused, or said.
func TestAServersOwnHome(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), func(c *operator.Config) {
		operatortest.WriteFile(t, filepath.Join(c.Home, "Documents", "letter.txt"), "a letter")
		operatortest.WriteFile(t, filepath.Join(c.Home, ".notes", "mine.txt"), "the person's")
	})
	home := func(name string) string { return filepath.Join(b.Options.Home, filepath.FromSlash(name)) }
	for _, name := range []string{".memory", ".config/peer.json", ".notes/own.txt", "report.txt"} {
		operatortest.Said(t, b.S, "peer__write", home(name))
		if _, err := os.Stat(home(name)); err == nil {
			t.Errorf("%s is in the person's home folder", name)
		}
	}
	for _, name := range []string{"Documents/x.txt", "Documents/letter.txt"} {
		if r := operatortest.Ask(t, b.S, "peer__write", home(name)); r.Error == nil {
			t.Errorf("%s was written", name)
		}
	}
	if r := operatortest.Ask(t, b.S, "peer__read", home(".notes/mine.txt")); strings.Contains(r.Content, "the person's") {
		t.Errorf("it reads the person's: %q", r.Content)
	}
	said := map[string]tools.Action{}
	for _, r := range operatortest.ServerNamed(t, b.S, "peer").Refused {
		said[r.Kind+" "+r.Target] = r.Action
	}
	for key, want := range map[string]tools.Action{
		"apart " + home(".notes"):     {Kind: tools.AllowServerWrite, Subject: "peer", Detail: home(".notes")},
		"apart " + home("report.txt"): {},
		"write " + home("Documents"):  {Kind: tools.AllowServerWrite, Subject: "peer", Detail: home("Documents")},
	} {
		if got, ok := said[key]; !ok || got != want {
			t.Errorf("%s: %+v, %v; all: %+v", key, got, ok, said)
		}
	}
	if len(said) != 5 { // with two reads
		t.Errorf("too much is said: %+v", said)
	}
	// A link in its place leads nowhere.
	own := filepath.Join(b.S.Servers().DataFolder("peer"), "home")
	if err := os.Rename(own, own+".old"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(b.Options.Home, own); err != nil {
		t.Fatal(err)
	}
	if _, err := b.S.Servers().Options().Allow(t.Context(), "peer", []string{"api.example.com"}, nil, nil); err != nil {
		t.Fatal(err)
	}
	operatortest.Said(t, b.S, "peer__write", home(".memory"))
	if _, err := os.Stat(home(".memory")); err == nil {
		t.Error("a link led to the person's home folder")
	}
}

// A path in a variable counts as one in an argument: a file is read, and nothing beside it. The
// server's own folder can be named.
func TestPathsInVariables(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"env":{"KEY_FILE":"${userHome}/keys/one.json","NOTES":"~/Notes","WIDE":"${userHome}","OWN":"${HANDRAIL_SERVER_DATA}/memory.jsonl","OURS":"${userHome}/../config"}`), func(c *operator.Config) {
		operatortest.WriteFile(t, filepath.Join(c.Home, "keys", "one.json"), "the key")
		operatortest.WriteFile(t, filepath.Join(c.Home, "keys", "two.json"), "another key")
		operatortest.WriteFile(t, filepath.Join(c.Home, "Notes", "a.txt"), "a note")
		operatortest.WriteFile(t, filepath.Join(c.Home, "plain.txt"), "plain")
	})
	home := func(name string) string { return filepath.Join(b.Options.Home, filepath.FromSlash(name)) }
	for path, want := range map[string]string{home("keys/one.json"): "the key", home("keys/two.json"): "", home("Notes/a.txt"): "a note", home("plain.txt"): "", filepath.Join(b.Options.Dirs.Config, "settings.json"): ""} {
		if r := operatortest.Ask(t, b.S, "peer__read", path); (want == "") != (r.Error != nil) || r.Error == nil && r.Content != want {
			t.Errorf("%s: %q, %v", path, r.Content, r.Error)
		}
	}
	own := operatortest.Said(t, b.S, "peer__env", "OWN")
	if want := filepath.Join(b.S.Servers().DataFolder("peer"), "memory.jsonl"); own != want {
		t.Errorf("its own file is %s, want %s", own, want)
	}
	operatortest.Said(t, b.S, "peer__write", own)
	var notes []string
	for _, n := range operatortest.ServerNamed(t, b.S, "peer").Profile.Notes {
		notes = append(notes, n.Text)
	}
	if all := strings.Join(notes, "\n"); len(notes) != 2 || !strings.Contains(all, "Its variable WIDE names "+b.Options.Home+", but it can't access that: it is too broad") || !strings.Contains(all, "Its variable OURS names") {
		t.Errorf("the notes are:\n%s", all)
	}
}

// What was allowed is the place that stood there: a link that a server or an agent has put into its
// way since leads nowhere.
func TestPlantedLinksAreNotFollowed(t *testing.T) {
	var notes, work string
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"write":["~/notes","~/notes/a/b"],"read":["~/space/out"],"env":{"DOCS":"~/space/docs"},"cwd":"${HANDRAIL_SERVER_DATA}/work"`), func(c *operator.Config) {
		operatortest.WriteFile(t, filepath.Join(c.Home, ".ssh", "id"), "a key")
		notes = filepath.Join(c.Home, "notes")
		for _, dir := range []string{"notes/a/b", "space/out", "space/docs"} {
			operatortest.WriteFile(t, filepath.Join(c.Home, dir, "x.txt"), "x")
		}
	})
	work = filepath.Join(b.S.Servers().DataFolder("peer"), "work")
	secret := filepath.Join(b.Options.Home, ".ssh")
	if err := os.MkdirAll(filepath.Dir(work), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{filepath.Join(notes, "a", "b"), filepath.Join(b.Dir, "out"), filepath.Join(b.Dir, "docs"), work} {
		if err := os.RemoveAll(at); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(secret, at); err != nil {
			t.Fatal(err)
		}
	}
	b.Reload()
	for _, path := range []string{filepath.Join(secret, "id"), filepath.Join(notes, "a", "b", "id"), filepath.Join(b.Dir, "out", "id"), filepath.Join(work, "id")} {
		if r := operatortest.Ask(t, b.S, "peer__read", path); strings.Contains(r.Content, "a key") {
			t.Errorf("%s is read", path)
		}
		operatortest.Ask(t, b.S, "peer__write", filepath.Join(filepath.Dir(path), "made"))
	}
	if _, err := os.Stat(filepath.Join(secret, "made")); err == nil {
		t.Error("it wrote where a link led")
	}
	var all []string
	for _, n := range operatortest.ServerNamed(t, b.S, "peer").Profile.Notes {
		all = append(all, n.Text)
	}
	if text := strings.Join(all, "\n"); !strings.Contains(text, "the link "+filepath.Join(notes, "a", "b")+" leads there, which an agent or a server may have made") {
		t.Errorf("the notes are:\n%s", text)
	}
	if _, err := b.S.Servers().Options().Allow(t.Context(), "peer", nil, nil, []string{filepath.Join(b.Dir, "docs", "new")}); err == nil {
		t.Error("a folder was allowed by way of a link")
	}
	if _, err := os.Stat(filepath.Join(secret, "new")); err == nil {
		t.Error("a folder was made by way of a link")
	}
}

// What a server has done to its own folders does not keep it from starting, and leads no list astray.
func TestAServersFoldersAreMended(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), func(c *operator.Config) {
		operatortest.WriteFile(t, filepath.Join(c.Home, ".gitconfig"), "[user]\n\tname = Ada\n")
		operatortest.WriteFile(t, filepath.Join(c.Home, ".config", "vpn-of-the-person", "x"), "x")
	})
	operatortest.Said(t, b.S, "peer__write", filepath.Join(b.Options.Home, ".memory"))
	data := b.S.Servers().DataFolder("peer")
	home := filepath.Join(data, "home")
	mark := filepath.Join(home, "space", ".handrail-place")
	if _, err := os.Lstat(mark); err != nil {
		t.Errorf("the place of the space is an empty folder, which anybody tidies away: %v", err)
	}
	for what, do := range map[string]func() error{
		"a folder in the place of a file": func() error {
			return errors.Join(os.RemoveAll(filepath.Join(home, ".gitconfig")), os.MkdirAll(filepath.Join(home, ".gitconfig", "kept"), 0o700))
		},
		"a file in the place of the space": func() error {
			return errors.Join(os.RemoveAll(filepath.Join(home, "space")), os.WriteFile(filepath.Join(home, "space"), []byte("kept"), 0o600))
		},
		"a folder that nobody may enter":    func() error { return os.Chmod(data, 0) },
		"a folder in which nothing is made": func() error { return os.Chmod(home, 0o500) },
		"a link in the place of .config": func() error {
			return os.Symlink(filepath.Join(b.Options.Home, ".config"), filepath.Join(home, ".config"))
		},
	} {
		if err := do(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if err := b.S.Servers().Restart(t.Context(), "peer"); err != nil {
			t.Fatal(err)
		}
		if r := operatortest.Ask(t, b.S, "peer__read", filepath.Join(b.Dir, "notes.txt")); r.Error != nil {
			t.Errorf("%s: %v", what, r.Error)
		}
		for _, r := range operatortest.ServerNamed(t, b.S, "peer").Refused {
			if strings.Contains(r.Text, "vpn-of-the-person") {
				t.Errorf("%s: it is said that it keeps %s", what, r.Text)
			}
		}
	}
	if aside, err := filepath.Glob(filepath.Join(home, "*.aside-*")); err != nil || len(aside) == 0 {
		t.Errorf("what stood in the way is gone: %v, %v", aside, err)
	}
	operatortest.Said(t, b.S, "peer__read", filepath.Join(b.Options.Home, ".memory"))
}

// A file that is put into the room alone can't be replaced there: what helps is its folder.
func TestAFileThatIsReplaced(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"env":{"MEMORY":"~/notes/memory.jsonl"}`), func(c *operator.Config) {
		operatortest.WriteFile(t, filepath.Join(c.Home, "notes", "memory.jsonl"), "old")
	})
	file := filepath.Join(b.Options.Home, "notes", "memory.jsonl")
	r := operatortest.Ask(t, b.S, "peer__write", "replacing "+file)
	if want := (tools.Action{Kind: tools.AllowServerWrite, Subject: "peer", Detail: filepath.Dir(file)}); r.Error == nil || r.Error.Action != want {
		t.Fatalf("%+v", r.Error)
	}
	for _, write := range []string{file, filepath.Dir(file)} {
		if _, err := b.S.Servers().Options().Allow(t.Context(), "peer", nil, nil, []string{write}); err != nil {
			t.Fatal(err)
		}
	}
	operatortest.Said(t, b.S, "peer__write", "replacing "+file)
	if raw, err := os.ReadFile(file); err != nil || string(raw) != "from the server\n" {
		t.Errorf("%q, %v", raw, err)
	}
}

// A folder of a server's own that its arguments name is made, and told as a root.
func TestAnOwnFolderInArguments(t *testing.T) {
	script, err := filepath.Abs("../../build/peers/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	b := operatortest.WithServers(t, `"files":{"command":"node","args":["`+script+`","${HANDRAIL_SERVER_DATA}/files"]}`, nil)
	path := filepath.Join(b.S.Servers().DataFolder("files"), "files", "x.txt")
	if r := operatortest.Do(t, b.S, "files__write_file", `{"path":"`+path+`","content":"mine"}`, tools.Scope{}); r.Error != nil {
		t.Fatal(r.Error)
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "mine" {
		t.Errorf("%q, %v", raw, err)
	}
}

// Another program that gets a server's name does not get its data; another version or option does.
func TestDataIsAProgramsOwn(t *testing.T) {
	b := operatortest.WithServers(t, "", nil)
	folder := func(command string, args ...string) string {
		set := settings.Server{Command: command, Args: args}
		if _, err := b.O.Setup().Save(t.Context(), "one", set, true); err != nil {
			t.Fatal(err)
		}
		return b.S.Servers().DataFolder("one")
	}
	memory := folder("npx", "-y", "@modelcontextprotocol/server-memory")
	for _, same := range [][]string{{"npx", "-y", "@modelcontextprotocol/server-memory@2026.1.1"}, {"/usr/bin/npx", "@modelcontextprotocol/server-memory", "--x"}} {
		if got := folder(same[0], same[1:]...); got != memory {
			t.Errorf("%v: %s, want %s", same, got, memory)
		}
	}
	for _, other := range [][]string{{"npx", "-y", "server-memory"}, {"node", "server.js"}, {"npm", "exec", "@modelcontextprotocol/other"}, {"cmd", "/c", "npx", "other"}} {
		if got := folder(other[0], other[1:]...); got == memory {
			t.Errorf("%v has its data", other)
		}
	}
	if folder("npm", "exec", "a") == folder("npm", "exec", "b") || folder("uv", "run", "a") == folder("uv", "run", "b") {
		t.Error("what is run does not count")
	}
}
