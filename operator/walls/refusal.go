package walls

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"handrail/internal/gate"
	"handrail/internal/lazy"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// networkWords are what programs print when a name was not found or our proxy has
// refused them. A word that also stands in other messages is not among them
// ("resolve": a module; "connection refused": a service of their own).
func networkWords() []string {
	return []string{
		"network_disabled", "could not resolve host", "could not resolve proxy", "name or service not known", "name resolution", "no such host", "nodename nor servname",
		"enotfound", "eai_again", "getaddrinfo", "unable to resolve host", "failed to resolve '", "failed to lookup address", "unknownhostexception",
		"network is unreachable", "enetunreach", "err_internet_disconnected", "connect tunnel failed", "tunnel connection failed", "from proxy after connect",
		"proxyerror", "proxyconnect", "e403", "403 forbidden", "http 403", "response 403", "code 403", "error: 403",
	}
}

// networkRefusal says that a program failed because the network does not lead
// where it went; nil if that does not explain its end. What it printed must
// speak of it: programs also look for updates and fail for other reasons.
func networkRefusal(n sandbox.Network, refused []gate.Refusal, o proc.Outcome) error {
	printed := strings.ToLower(o.Stderr.Text + "\n" + o.Stdout.Text)
	if err := serviceRefusal(n, printed, sandbox.LoopbackPorts); err != nil {
		return err
	}
	if len(refused) == 0 {
		return addressRefusal(n, printed)
	}
	// What is printed names the cause best; else all that was refused.
	named := slices.DeleteFunc(slices.Clone(refused), func(r gate.Refusal) bool { return !mentions(printed, r.Host) })
	if len(named) == 0 {
		if !slices.ContainsFunc(networkWords(), func(w string) bool { return strings.Contains(printed, w) }) {
			return nil
		}
		named = refused
	}
	return tools.Errorf(tools.NetworkDisabled, "it tried to reach %s, and %s", hostsOf(named), named[0].Why).Advise(allowing(named[0].Host))
}

// hostsOf names the hosts of refusals, each once.
func hostsOf(refused []gate.Refusal) string {
	const most = 8
	var hosts []string
	for _, r := range refused {
		if host := r.String(); !slices.Contains(hosts, host) {
			hosts = append(hosts, host)
		}
	}
	if more := len(hosts) - most; more > 0 {
		hosts = append(hosts[:most:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(hosts, ", ")
}

// mentions reports whether a text names a host, and not only one that its name
// is part of.
func mentions(text, host string) bool {
	part := func(c byte) bool { return c == '-' || c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' }
	for at := 0; ; {
		i := strings.Index(text[at:], host)
		if i < 0 || host == "" {
			return false
		}
		i += at
		end := i + len(host)
		if (i == 0 || !part(text[i-1]) && text[i-1] != '.') && (end == len(text) || !part(text[end])) {
			return true
		}
		at = i + 1
	}
}

// refusedAddress finds an address in what programs print when no way leads there.
var refusedAddress = lazy.Regexp(`(?:connect to|connect to host|dial tcp|enetunreach|unreachable)[^\n]{0,40}?[ \[](\d+\.\d+\.\d+\.\d+|[0-9a-f]*:[0-9a-f:.]+)\]?(?: port |, port |:)(\d{1,5})\b`)

// addressRefusal says that a program failed because it tried an address of the
// outside; nil if that does not explain its end. A room leads nowhere by
// itself, so nobody but the program knows of the attempt.
func addressRefusal(n sandbox.Network, printed string) error {
	if n.Mode == sandbox.On {
		return nil
	}
	for _, m := range refusedAddress().FindAllStringSubmatch(printed, 20) {
		if ip, err := netip.ParseAddr(m[1]); err == nil && !ip.IsLoopback() && !ip.IsUnspecified() {
			return tools.Errorf(tools.NetworkDisabled, "it tried to reach %s, and the network of this call is %s", net.JoinHostPort(m[1], m[2]), n).Advise(allowing(ip.String()))
		}
	}
	if strings.Contains(printed, "network is unreachable") || strings.Contains(printed, "enetunreach") {
		return tools.Errorf(tools.NetworkDisabled, "it tried to reach an address, and the network of this call is %s", n).Advise(tools.Action{Kind: tools.ChangeNetwork})
	}
	return nil
}

// refusedService finds a port of this machine in what programs print when nobody
// listens there: in their room, nobody does.
var refusedService = lazy.Regexp(`(?:127\.0\.0\.1|localhost|\[?::1\]?)"?\)?(?::| port |, port )(\d{1,5})\b`)

// serviceRefusal says that a program failed because it could not reach a service
// of this machine that is there, outside; nil if that does not explain its end.
// ports lists the services.
func serviceRefusal(n sandbox.Network, printed string, ports func() []int) error {
	if port := refusedPort(n, printed, ports); port != 0 {
		return tools.Errorf(tools.NetworkDisabled, "it tried to reach port %d of this machine, and the network of this call is %s", port, n).Advise(allowing("localhost:" + strconv.Itoa(port)))
	}
	return nil
}

// refusedPort is the port of such a service in what was printed; 0 if there is none.
func refusedPort(n sandbox.Network, printed string, ports func() []int) int {
	for _, port := range unreachedPorts(printed) {
		if !n.Allows("localhost", port, nil) && !n.Allows("127.0.0.1", port, nil) && slices.Contains(ports(), port) {
			return port
		}
	}
	return 0
}

// absentPort is the port of this machine in what was printed at which there is nothing, whoever may reach it; 0 if there is none.
func absentPort(printed string, ports func() []int) int {
	for _, port := range unreachedPorts(printed) {
		if !slices.Contains(ports(), port) {
			return port
		}
	}
	return 0
}

// unreachedPorts are those of this machine that a text, in lower case, names as not reached.
func unreachedPorts(printed string) (list []int) {
	if !strings.Contains(printed, "connection refused") && !strings.Contains(printed, "econnrefused") && !strings.Contains(printed, "failed to connect to") && !strings.Contains(printed, "could not connect to") {
		return nil
	}
	for _, m := range refusedService().FindAllStringSubmatch(printed, 20) {
		if port, err := strconv.Atoi(m[1]); err == nil {
			list = append(list, port)
		}
	}
	return list
}

// allowing is what the person can do so that a host is reached.
func allowing(host string) tools.Action { return tools.Action{Kind: tools.AllowHost, Subject: host} }

// refusedPath finds the path in what programs print when they may not touch it:
// "touch: cannot touch '/usr/x': Read-only file system", "EROFS: read-only file
// system, open '/usr/x'", "open /usr/x: permission denied".
var refusedPath = []func() *regexp.Regexp{
	lazy.Regexp(`(?i)(\B['"‘]|)([^'"’‘\n:]+?)['"’]?: (?:read-only file system|permission denied|operation not permitted)`),
	lazy.Regexp(`(?i)(?:read-only file system|permission denied|operation not permitted)[^\n'"]{0,40}(['"])([^'"\n]+)['"]`),
}

// busyPath likewise finds what may not be renamed or replaced.
var busyPath = []func() *regexp.Regexp{
	lazy.Regexp(`(?i)(['"‘]?)([^'"’‘\n:]+?)['"’]?(?: to ['"‘]?[^'"’‘\n:]+?['"’]?)?: device or resource busy`),
	lazy.Regexp(`(?i)device or resource busy[^\n'"]{0,40}(['"])([^'"\n]+)['"]`),
	lazy.Regexp(`(?i)resource busy or locked, rename '[^'\n]+' -> (')([^'\n]+)'`),
}

// unremovedPath finds what could not be removed or moved, in words that git has even where the system's are missing: "fatal: could
// not remove 'ext/lib'", "Could not remove submodule work tree 'ext/lib'", "mv: cannot move 'a' to 'b': Device or resource busy".
var unremovedPath = []func() *regexp.Regexp{
	lazy.Regexp(`(?i)(?:cannot|could not|failed to) (?:remove|delete|move)(?: submodule work tree)? (['"‘])([^'"’‘\n]+)['"’]`),
	lazy.Regexp(`could not create empty submodule directory ()([^'\n]+)`),
}

// unreplacedPath finds what git could not replace with that of another commit. It stops there, with other files replaced already.
var unreplacedPath = []func() *regexp.Regexp{lazy.Regexp(`error: unable to (?:unlink old|create file) (['"]?)([^'"\n:]+)['"]?`)}

// editedInPlace finds the new file that sed -i could not rename to the one that it edits, which it does not name.
var editedInPlace = lazy.Regexp(`sed: cannot rename \S*/sed\w{6}: (?i:device or resource busy|read-only file system)`)

// abovePath finds a relative path outside of the folder that a program is in, where the system says that nobody may write there: the
// path's own permissions say it in other words.
var abovePath = []func() *regexp.Regexp{
	lazy.Regexp(`(?i)(['"‘]?)(\.\./[^'"’‘\n:]*?)['"’]?: read-only file system`),
	lazy.Regexp(`(?i)read-only file system[^\n'"]{0,40}(['"])(\.\./[^'"\n]+)['"]`),
}

// hiddenPath finds the path in what programs print about what is not there:
// "cat: /home/kim/x: No such file or directory", "ENOENT: no such file or
// directory, open '/home/kim/x'", and what git says of another repository.
var hiddenPath = []func() *regexp.Regexp{
	lazy.Regexp(`(')([^'\n]+)' does not appear to be a git repository`),
	lazy.Regexp(`repository (')([^'\n]+)' does not exist`),
	lazy.Regexp(`(?i)(['"‘]?)([^'"’‘\n:]+?)['"’]?: no such file or directory`),
	lazy.Regexp(`(?i)no such file or directory[^\n'"]{0,40}(['"])([^'"\n]+)['"]`),
}

// fileRefusal says which path the walls have kept from a program, if what it
// printed tells so. picked is what the person has picked to be read only.
func fileRefusal(p sandbox.Profile, picked []string, o proc.Outcome) error {
	if err := protectedRefusal(p, o); err != nil {
		return err
	}
	text := o.Stderr.Text + "\n" + o.Stdout.Text
	above := pathsIn(abovePath, text)
	for _, path := range append(pathsIn(refusedPath, text), above...) {
		switch {
		case !filepath.IsAbs(path) && !slices.Contains(above, path), paths.Within(path, p.Write):
			continue // its own permissions
		case len(p.Hide) > ownFolders && paths.Within(path, p.Hide[ownFolders:]):
			return tools.Errorf(tools.PermissionDenied, "it may not touch %s: there the person's programs keep their settings and data", path)
		case paths.Within(path, p.Hide):
			return tools.Errorf(tools.PermissionDenied, "it may not touch %s: these are Handrail's own files", path)
		case paths.Within(path, picked):
			return tools.Errorf(tools.PermissionDenied, "%s may only be read: the person has picked it to be read, not to be changed. To change it, have it picked again, by show_file_picker with \"change\": true", path)
		}
		return tools.Errorf(tools.PermissionDenied, "the walls of this space keep %s from it: it may change the space and its temporary folder ($TMPDIR) only. "+
			"If it should, the person can grant the path by picking it in a file dialog (show_file_picker)", path)
	}
	for _, path := range pathsIn(hiddenPath, text) {
		if p.Home == "" || !paths.Within(path, []string{p.Home}) || paths.Within(path, p.Write) || paths.Within(path, p.Read) || paths.Within(path, p.Hide) {
			continue
		}
		if _, err := os.Lstat(path); err == nil { // it is there, outside
			return tools.Errorf(tools.PermissionDenied, "the walls of this space hide %s from it: of the home folder, programs see the space and tool chains only. "+
				"If it should be used, the person can grant the path by picking it in a file dialog (show_file_picker)", path)
		}
	}
	return nil
}

// protectedRefusal says which protected path a program would have changed, if what it printed tells so.
func protectedRefusal(p sandbox.Profile, o proc.Outcome) error {
	text := o.Stderr.Text + "\n" + o.Stdout.Text
	unremoved, busy := pathsIn(unremovedPath, text), pathsIn(busyPath, text)
	for i, path := range slices.Concat(unremoved, busy) {
		held, ok := heldIn(path, p)
		what := path + ", which holds " + held + ": that"
		if held == path || strings.HasSuffix(held, string(filepath.Separator)+path) {
			ok = ok && i < len(unremoved) && slices.Contains(strings.Split(held, string(filepath.Separator)), ".git") // a file tool can change others
			what = path + ", which"
		}
		if ok {
			return tools.Errorf(tools.PermissionDenied, "it may not remove or move %s decides what runs later. What else was in there may be gone. "+
				"Only the person can remove or move it, in a terminal of their own: ask them to", what)
		}
	}
	for _, path := range pathsIn(unreplacedPath, text) {
		if is, ok := protectedBy(path, p); ok {
			return tools.Errorf(tools.PermissionDenied, "git may not change %s, which %s. It may have stopped halfway, with other files taken from the other commit already: look at git status before you go on. "+
				"git restore . puts back what was committed, and drops what was not; new files stay. The person can do this in a terminal of their own: ask them to", is, counts(is))
		}
	}
	for _, path := range append(pathsIn(refusedPath, text), busy...) {
		if is, ok := protectedBy(path, p); ok {
			return tools.Errorf(tools.PermissionDenied, "it may not change %s, which %s. Use a file tool (write, edit), which asks the person", is, counts(is))
		}
	}
	if editedInPlace().MatchString(text) {
		return tools.Errorf(tools.PermissionDenied, "sed -i may not replace a file that decides what runs later, or that agents are told, such as MEMORY.md or ctxnest.json. Use a file tool (write, edit), which asks the person")
	}
	return nil
}

// counts says why a protected path is not to be changed.
func counts(path string) string {
	if filepath.Base(path) == guard.MemoryFile {
		return "agents are told"
	}
	return "decides what runs later"
}

// heldIn finds the protected path that is, or lies in, what a program means, which may not be all that it may change. A relative path
// counts from wherever the program was.
func heldIn(path string, p sandbox.Profile) (string, bool) {
	for _, protect := range append(slices.Clone(p.Protect), p.Places()...) {
		for _, root := range p.Write {
			rel, err := filepath.Rel(root, protect)
			switch {
			case err != nil || !filepath.IsLocal(rel):
			case filepath.IsAbs(path):
				if path != root && paths.Within(path, []string{root}) && paths.Within(protect, []string{path}) {
					return protect, true
				}
			case path != "." && filepath.IsLocal(path) && strings.Contains("/"+filepath.ToSlash(rel)+"/", "/"+filepath.ToSlash(path)+"/"):
				return protect, true
			}
		}
	}
	return "", false
}

// DeniedPaths lists the paths in what programs print that they were denied.
func DeniedPaths(printed string) []string { return pathsIn(refusedPath, printed) }

// BusyPaths lists the paths in what programs print that they could not replace: a file that is put
// into a room alone is none that another can be renamed to.
func BusyPaths(printed string) []string { return pathsIn(busyPath, printed) }

// MissingPaths lists the paths in what programs print that are not there for them.
func MissingPaths(printed string) []string { return pathsIn(hiddenPath, printed) }

// MissingModules lists the absolute paths of modules in what a runtime prints that
// cannot load them.
func MissingModules(printed string) []string { return pathsIn(missingModule, printed) }

// missingModule finds the file in what a runtime prints that cannot load it.
var missingModule = []func() *regexp.Regexp{
	lazy.Regexp(`(?i)cannot find (?:module|package) (['"])(/[^'"\n]+)['"]`),
}

// Blames reports whether what a program printed, in lower case, blames a host or the
// network in general.
func Blames(printed, host string) (named, network bool) {
	return mentions(printed, host), slices.ContainsFunc(networkWords(), func(w string) bool { return strings.Contains(printed, w) })
}

// pathsIn lists the clean paths that the forms find in a text.
func pathsIn(forms []func() *regexp.Regexp, text string) []string {
	const most = 20
	var paths []string
	for _, form := range forms {
		for _, m := range form().FindAllStringSubmatch(text, most) {
			path := strings.TrimSpace(m[2])
			if m[1] == "" { // words may stand before it: "cannot create regular file /usr/x"
				if i := strings.Index(path, " /"); i >= 0 {
					path = path[i+1:]
				} else if words := strings.Fields(path); len(words) > 0 && !filepath.IsAbs(path) {
					path = words[len(words)-1]
				}
			}
			paths = append(paths, filepath.Clean(path))
		}
	}
	return paths
}

// protectedBy finds which protected path a program means. A relative one counts
// from wherever the program was.
func protectedBy(path string, p sandbox.Profile) (string, bool) {
	for _, protect := range append(slices.Clone(p.Protect), p.Places()...) {
		if filepath.IsAbs(path) {
			if paths.Within(path, []string{protect}) || paths.Within(protect, []string{path}) && !slices.Contains(p.Write, path) && paths.Within(path, p.Write) {
				return path, true
			}
			continue
		}
		for part := path; part != "." && part != ".."; part = filepath.Dir(part) {
			if strings.HasSuffix(protect, string(filepath.Separator)+part) {
				return protect, true
			}
		}
		if in := filepath.Join(protect, path); paths.Within(in, []string{protect}) {
			if _, err := os.Lstat(in); err == nil {
				return in, true
			}
		}
	}
	return "", false
}
