package operator

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"handrail/internal/gate"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/tools"
)

// networkWords are what programs print when they could not reach a place.
func networkWords() []string {
	return []string{
		"resolve", "enotfound", "eai_again", "econnrefused", "enetunreach", "name or service not known", "name resolution", "no such host", "nodename nor servname",
		"network is unreachable", "network_disabled", "403", "tunnel", "proxy", "connection refused", "could not connect", "connect to", "unreachable", "getaddrinfo", "offline",
	}
}

// networkRefusal says that a program failed because the network does not lead
// where it went; nil if that does not explain its end. What it printed must
// speak of it: programs also look for updates and fail for other reasons.
func networkRefusal(n sandbox.Network, refused []gate.Refusal, o proc.Outcome) error {
	printed := strings.ToLower(o.Stderr.Text + "\n" + o.Stdout.Text)
	if len(refused) == 0 {
		if n.Mode != sandbox.On && strings.Contains(printed, "network is unreachable") {
			return tools.Errorf(tools.NetworkDisabled, "it tried to reach an address, and the network of this call is %s. %s", n, howToReach("the host"))
		}
		return nil
	}
	var hosts []string
	for _, r := range refused {
		hosts = append(hosts, r.String())
	}
	speaks := slices.ContainsFunc(refused, func(r gate.Refusal) bool { return strings.Contains(printed, r.Host) }) ||
		slices.ContainsFunc(networkWords(), func(w string) bool { return strings.Contains(printed, w) })
	if !speaks {
		return nil
	}
	return tools.Errorf(tools.NetworkDisabled, "it tried to reach %s, and %s. %s",
		strings.Join(hosts, ", "), refused[0].Why, howToReach(refused[0].Host))
}

func howToReach(host string) string {
	return "If it should be reached, ask the person to allow " + host + " for this space: in the space's settings under network, or with `handrail --network " + host + "` for one command"
}

// refusedPath finds the path in what programs print when they may not touch it:
// "touch: cannot touch '/usr/x': Read-only file system", "EROFS: read-only file
// system, open '/usr/x'", "open /usr/x: permission denied".
var refusedPath = []*regexp.Regexp{ //nolint:gochecknoglobals // compiled once, never changed
	regexp.MustCompile(`(?i)['"‘]?(/[^'"’\n:]+?)['"’]?: (?:read-only file system|permission denied|operation not permitted)`),
	regexp.MustCompile(`(?i)(?:read-only file system|permission denied|operation not permitted)[^\n/]{0,40}['"](/[^'"\n]+)['"]`),
}

// fileRefusal says which path the walls have kept from a program, if what it
// printed tells so.
func fileRefusal(p sandbox.Profile, o proc.Outcome) error {
	for _, form := range refusedPath {
		for _, m := range form.FindAllStringSubmatch(o.Stderr.Text+"\n"+o.Stdout.Text, 20) {
			path := filepath.Clean(m[1])
			switch {
			case within(path, p.Protect):
				return tools.Errorf(tools.PermissionDenied, "it may not change %s, which decides what runs later. Use a file tool (write, edit), which asks the person", path)
			case within(path, p.Write):
				continue // its own permissions
			case within(path, p.Hide):
				return tools.Errorf(tools.PermissionDenied, "it may not touch %s: these are Handrail's own files", path)
			}
			return tools.Errorf(tools.PermissionDenied, "the walls of this space keep %s from it: it may change the space and its temporary folder ($TMPDIR) only. "+
				"If it should, the person can grant the path by picking it in a file dialog (show_file_picker)", path)
		}
	}
	return nil
}

// within reports whether a path is, or lies in, one of the others.
func within(path string, others []string) bool {
	return slices.ContainsFunc(others, func(o string) bool { return path == o || strings.HasPrefix(path, o+string(filepath.Separator)) })
}
