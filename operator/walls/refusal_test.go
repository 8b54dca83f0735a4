package walls

import (
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/gate"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/tools"
)

func printed(text string) proc.Outcome {
	var o proc.Outcome
	o.ExitCode, o.Stderr.Text = 1, text
	return o
}

// refusalIs checks a refusal's code and that its text has all the parts; no
// parts: there is none.
func refusalIs(t *testing.T, err error, code tools.Code, parts ...string) {
	t.Helper()
	if len(parts) == 0 {
		if err != nil {
			t.Errorf("refused: %v", err)
		}
		return
	}
	if err == nil || tools.AsError(err).Code != code {
		t.Fatalf("got %v, want %s with %q", err, code, parts)
	}
	for _, part := range parts {
		if !strings.Contains(tools.AsError(err).ForModel(), part) {
			t.Errorf("no %q in %v", part, err)
		}
	}
}

func TestNetworkRefusals(t *testing.T) {
	const off = "the network of this call is off"
	a := gate.Refusal{Host: "a.example.com", Port: 443, Why: off}
	b := gate.Refusal{Host: "b.example.com", Why: off}
	for name, tt := range map[string]struct {
		refused []gate.Refusal
		text    string
		want    []string
	}{
		"the host is printed":                    {[]gate.Refusal{b, a}, "fetch https://a.example.com/x failed", []string{"reach a.example.com:443, and " + off, "allow a.example.com"}},
		"curl":                                   {[]gate.Refusal{a}, "curl: (56) CONNECT tunnel failed, response 403", []string{"a.example.com:443"}},
		"older curl":                             {[]gate.Refusal{a}, "curl: (56) Received HTTP code 403 from proxy after CONNECT", []string{"a.example.com:443"}},
		"npm":                                    {[]gate.Refusal{a}, "npm error code E403\nnpm error 403 403 Forbidden - GET", []string{"a.example.com:443"}},
		"pip":                                    {[]gate.Refusal{a}, "ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Forbidden'))", []string{"a.example.com:443"}},
		"go":                                     {[]gate.Refusal{a}, "go: dial tcp: lookup a.example.com: no such host", []string{"a.example.com:443"}},
		"git":                                    {[]gate.Refusal{b}, "ssh: Could not resolve hostname b.example.com: Name or service not known", []string{"reach b.example.com, and"}},
		"several":                                {[]gate.Refusal{a, b}, "getaddrinfo ENOTFOUND", []string{"a.example.com:443, b.example.com"}},
		"another failure":                        {[]gate.Refusal{a}, "Error: Cannot resolve module './x'\n403 tests passed, 1 failed; see proxy.ts", nil},
		"a service of the program's own":         {[]gate.Refusal{a}, "connect ECONNREFUSED 127.0.0.1:1", nil},
		"a host that only looks like it":         {[]gate.Refusal{a}, "tests of aa.example.common failed", nil},
		"nothing was refused":                    {nil, "make: *** [test] Error 1", nil},
		"an address, without a word of the gate": {nil, "curl: (7) Failed to connect to 192.0.2.1 port 80 after 0 ms: Couldn't connect to server", []string{"reach 192.0.2.1:80", off, "allow 192.0.2.1"}},
		"an address, as Go says it":              {nil, "dial tcp 192.0.2.1:443: connect: network is unreachable", []string{"reach 192.0.2.1:443"}},
		"an address, as Node says it":            {nil, "Error: connect ENETUNREACH 192.0.2.1:443 - Local (0.0.0.0:0)", []string{"reach 192.0.2.1:443"}},
		"an IPv6 address":                        {nil, "dial tcp [2001:db8::1]:443: connect: network is unreachable", []string{"[2001:db8::1]:443"}},
		"an address that nobody names":           {nil, "sendto: Network is unreachable", []string{"an address", off}},
		"its own loopback":                       {nil, "curl: (7) Failed to connect to 127.0.0.1 port 1 after 0 ms", nil},
		"a port of this machine that nobody is at": {nil, "dial tcp 127.0.0.1:1: connect: connection refused", nil},
	} {
		t.Run(name, func(t *testing.T) {
			refusalIs(t, networkRefusal(sandbox.Network{Mode: sandbox.Off}, tt.refused, printed(tt.text)), tools.NetworkDisabled, tt.want...)
		})
	}
	refusalIs(t, networkRefusal(sandbox.Network{Mode: sandbox.On}, nil, printed("network is unreachable")), "")
}

func TestServiceRefusals(t *testing.T) {
	ports := func() []int { return []int{5432, 3000} }
	for text, want := range map[string][]string{
		"connect econnrefused 127.0.0.1:5432":                                                   {"port 5432 of this machine", "allow localhost:5432"},
		"dial tcp [::1]:5432: connect: connection refused":                                      {"port 5432"},
		`connection to server at "localhost" (127.0.0.1), port 5432 failed: connection refused`: {"port 5432"},
		"failed to connect to localhost port 3000 after 0 ms":                                   {"port 3000"},
		"connect econnrefused 127.0.0.1:5433":                                                   nil,
		"connect econnrefused 192.0.2.1:5432":                                                   nil,
		"test of 127.0.0.1:5432 failed":                                                         nil,
	} {
		t.Run(text, func(t *testing.T) {
			refusalIs(t, serviceRefusal(sandbox.Network{Mode: sandbox.Off}, text, ports), tools.NetworkDisabled, want...)
		})
	}
	allowed := sandbox.Network{Mode: sandbox.Hosts, Hosts: []string{"localhost:5432"}}
	refusalIs(t, serviceRefusal(allowed, "connect econnrefused 127.0.0.1:5432", ports), "")
}

func TestFileRefusals(t *testing.T) {
	home := t.TempDir()
	write(t, home+"/secret.txt", "x")
	write(t, home+"/origin.git/HEAD", "x")
	p := sandbox.Profile{
		Write: []string{home + "/space", "/data/temp/1-x"}, Protect: []string{home + "/space/.git/hooks", home + "/space/.git/config", home + "/space/ctxnest.json", home + "/space/MEMORY.md",
			home + "/space/ext/lib/.git", home + "/space/wt/.git", home + "/space/nested/.git/hooks"},
		Drafts: []sandbox.Draft{{At: home + "/space/nested/.git/config"}},
		Hide:   []string{"/data"}, Home: home, Read: []string{home + "/go", home + "/letters"},
	}
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"touch":                        {"touch: cannot touch '/usr/x y': Read-only file system", []string{"keep /usr/x y from it", "show_file_picker", "$TMPDIR"}},
		"bash":                         {"/usr/bin/bash: line 1: /usr/x: Permission denied", []string{"keep /usr/x from it"}},
		"install":                      {"install: cannot create regular file /usr/local/x: Permission denied", []string{"keep /usr/local/x from"}},
		"Go":                           {"open /etc/../usr/x: permission denied", []string{"keep /usr/x from it"}},
		"Node":                         {"Error: EROFS: read-only file system, open '/usr/x'", []string{"keep /usr/x from it"}},
		"Python":                       {"OSError: [Errno 30] Read-only file system: '/usr/x'", []string{"keep /usr/x from it"}},
		"curly quotes":                 {"rm: cannot remove ‘/usr/x’: Read-only file system", []string{"keep /usr/x from it"}},
		"our own files":                {"cat: /data/journal.db: Permission denied", []string{"Handrail's own files"}},
		"picked to be read":            {"bash: line 1: " + home + "/letters/a.txt: Read-only file system", []string{"/letters/a.txt may only be read", `show_file_picker with "change": true`}},
		"read, and not picked":         {"bash: line 1: " + home + "/go/a.txt: Read-only file system", []string{"keep " + home + "/go/a.txt from it"}},
		"its own permissions":          {"bash: " + home + "/space/a.sh: Permission denied", nil},
		"what is protected":            {"bash: line 1: " + home + "/space/ctxnest.json: Read-only file system", []string{"may not change", "ctxnest.json", "write, edit"}},
		"in what is protected":         {"bash: line 1: .git/hooks/pre-commit: Read-only file system", []string{"may not change", ".git/hooks"}},
		"from a folder of the space":   {"bash: line 1: ctxnest.json: Read-only file system", []string{"may not change", "ctxnest.json"}},
		"a folder that holds it moves": {"mv: cannot move '" + home + "/space/.git' to '/x': Device or resource busy", []string{"may not remove or move", ".git", "terminal of their own"}},
		"a folder moves, by its name":  {"mv: cannot move 'nested' to 'n2': Device or resource busy", []string{"may not remove or move nested, which holds " + home + "/space/nested/.git/", "terminal of their own"}},
		"a repository is removed":      {"rm: cannot remove 'nested/.git/config': Device or resource busy\nrm: cannot remove 'nested/.git/hooks/x': Read-only file system", []string{"may not remove or move nested/.git/config, which"}},
		"a worktree is removed":        {"error: failed to delete '" + home + "/space/wt': Device or resource busy", []string{"may not remove or move " + home + "/space/wt, which holds " + home + "/space/wt/.git"}},
		"git removes a submodule":      {"rm 'ext/lib'\nfatal: could not remove 'ext/lib'", []string{"may not remove or move ext/lib, which holds"}},
		"git empties a submodule":      {"Could not remove submodule work tree 'ext/lib'\ncould not create empty submodule directory ext/lib", []string{"may not remove or move ext/lib, which holds"}},
		"git empties it, quietly":      {"could not create empty submodule directory ext/lib", []string{"may not remove or move ext/lib, which holds"}},
		"a folder above all is busy":   {"mv: cannot move '" + home + "' to '/x': Device or resource busy", nil},
		"a name of one above":          {"mv: cannot move '" + filepath.Base(home) + "' to '/x': Device or resource busy", nil},
		"git removes another":          {"fatal: could not remove 'docs'", nil},
		"sed makes a new file":         {"sed: couldn't open temporary file .git/hooks/sedARdtYK: Read-only file system", []string{"may not change", ".git/hooks"}},
		"sed replaces a file":          {"sed: cannot rename ./sedZsTyhX: Device or resource busy", []string{"sed -i may not replace", "write, edit"}},
		"git stops halfway":            {"error: unable to unlink old 'ctxnest.json': Read-only file system\nerror: could not detach HEAD", []string{"git may not change", "ctxnest.json, which decides", "halfway", "git restore ."}},
		"git stops at another":         {"error: unable to unlink old 'a.txt': Permission denied", nil},
		"memory":                       {"rm: cannot remove 'MEMORY.md': Device or resource busy", []string{"MEMORY.md, which agents are told"}},
		"a file is removed":            {"rm: cannot remove 'ctxnest.json': Device or resource busy", []string{"may not change", "write, edit"}},
		"beside the space":             {"fatal: could not create leading directories of '../other/.git': Read-only file system", []string{"keep ../other/.git from it", "$TMPDIR"}},
		"beside it, its own rights":    {"cat: ../other/x: Permission denied", nil},
		"git asks a hidden one":        {"fatal: '" + home + "/origin.git' does not appear to be a git repository\nfatal: Could not read from remote repository.", []string{"hide " + home + "/origin.git"}},
		"git clones a hidden one":      {"fatal: repository '" + home + "/origin.git' does not exist\nfatal: clone of '" + home + "/origin.git' failed", []string{"hide " + home + "/origin.git"}},
		"git asks what is not there":   {"fatal: '" + home + "/gone.git' does not appear to be a git repository", nil},
		"git replaces its settings":    {"error: could not write config file .git/config: Device or resource busy", []string{"may not change", ".git/config"}},
		"another relative name":        {"bash: line 1: x/y: Permission denied", nil},
		"busy for another reason":      {"umount: /mnt/x: Device or resource busy", nil},
		"hidden in the home folder":    {"cat: " + home + "/secret.txt: No such file or directory", []string{"hide", "/secret.txt", "show_file_picker"}},
		"hidden, as Node says it":      {"ENOENT: no such file or directory, open '" + home + "/secret.txt'", []string{"hide"}},
		"not there at all":             {"cat: " + home + "/gone.txt: No such file or directory", nil},
		"not there in the space":       {"cat: " + home + "/space/gone: No such file or directory", nil},
		"nothing of the sort":          {"make: *** [test] Error 1", nil},
	} {
		t.Run(name, func(t *testing.T) {
			refusalIs(t, fileRefusal(p, []string{home + "/letters"}, printed(tt.text)), tools.PermissionDenied, tt.want...)
		})
	}
}
