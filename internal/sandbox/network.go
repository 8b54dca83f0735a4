package sandbox

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// A Network is what a program can reach (SPEC 12). The zero Network is Off.
// Whatever it says, programs of one room can talk to each other over loopback
// addresses of their own.
type Network struct {
	Mode  NetworkMode `json:"mode,omitempty"`
	Hosts []string    `json:"hosts,omitempty"` // of Hosts: names, *.names, with or without :port
}

// NetworkMode tells the kinds of Network apart.
type NetworkMode string

// The modes, from closed to open.
const (
	Off      NetworkMode = "off"
	Loopback NetworkMode = "loopback" // the services of this machine
	Hosts    NetworkMode = "hosts"
	On       NetworkMode = "on"
)

// Registry is a word that stands, among the hosts of a Network, for the package
// registries that the person's own tools are set up to use (SPEC 12: "one
// question per space").
const Registry = "registry"

// ParseNetwork reads what a person or an author wrote: off, loopback, on, or
// hosts, of which "registry" stands for the package registries. An empty list
// is Off. loopback may stand among hosts.
func ParseNetwork(words []string) (Network, error) {
	n := Network{Mode: Off}
	for _, word := range words {
		word = strings.ToLower(strings.TrimSpace(word))
		switch NetworkMode(word) {
		case "":
			return n, fmt.Errorf("a network entry is empty: write off, loopback, on, registry, or a host's name")
		case Off, On:
			if len(words) > 1 {
				return n, fmt.Errorf("%q stands alone: write off, on, or a list of hosts", word)
			}
			n.Mode = NetworkMode(word)
		case Loopback:
			n.Hosts = append(n.Hosts, string(Loopback))
		default:
			if err := checkHost(word); err != nil {
				return n, err
			}
			n.Hosts = append(n.Hosts, word)
		}
	}
	return n.tidy(), nil
}

// tidy sorts the hosts and gives the mode that fits them.
func (n Network) tidy() Network {
	slices.Sort(n.Hosts)
	n.Hosts = slices.Compact(n.Hosts)
	switch {
	case n.Mode == On:
		n.Hosts = nil
	case len(n.Hosts) == 0:
		n.Mode = Off
	case len(n.Hosts) == 1 && n.Hosts[0] == string(Loopback):
		n.Mode, n.Hosts = Loopback, nil
	default:
		n.Mode = Hosts
	}
	return n
}

// Words is n as ParseNetwork reads it.
func (n Network) Words() []string {
	switch n.Mode {
	case On, Loopback:
		return []string{string(n.Mode)}
	case Hosts:
		return slices.Clone(n.Hosts)
	}
	return []string{string(Off)}
}

// String is n in a short line.
func (n Network) String() string { return strings.Join(n.Words(), ", ") }

// With returns what can be reached through n or m.
func (n Network) With(m Network) Network {
	if n.Mode == On || m.Mode == On {
		return Network{Mode: On}
	}
	var words []string
	for _, w := range append(n.Words(), m.Words()...) {
		if w != string(Off) {
			words = append(words, w)
		}
	}
	return Network{Hosts: words}.tidy()
}

// Allows reports whether a program may connect to the host, which is a name or
// an address, at the port. registries are the hosts, or host:port, that the word
// Registry stands for.
func (n Network) Allows(host string, port int, registries []string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	switch n.Mode {
	case On:
		return true
	case Loopback:
		return isLoopback(host)
	case Hosts:
		return slices.ContainsFunc(n.Hosts, func(pattern string) bool {
			if pattern == Registry {
				return IsRegistry(host, port, registries)
			}
			return allows(pattern, host, port)
		})
	}
	return false
}

// IsRegistry reports whether a host at a port is one of the registries.
func IsRegistry(host string, port int, registries []string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	return slices.ContainsFunc(registries, func(r string) bool {
		return !strings.HasPrefix(r, "*") && allows(r, host, port)
	})
}

func allows(pattern, host string, port int) bool {
	if pattern == string(Loopback) {
		return isLoopback(host)
	}
	name, want, hasPort := strings.Cut(pattern, ":")
	if strings.Count(pattern, ":") > 1 { // an IPv6 address
		name, hasPort = pattern, false
		if h, p, err := net.SplitHostPort(pattern); err == nil {
			name, want, hasPort = h, p, true
		}
	}
	if hasPort && want != fmt.Sprint(port) {
		return false
	}
	if suffix, ok := strings.CutPrefix(name, "*"); ok { // "*.example.com"
		return strings.HasSuffix(host, suffix) && len(host) > len(suffix)
	}
	return host == name
}

// isLoopback reports whether a host is this machine itself.
func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.Unmap().IsLoopback()
}

// checkHost says what is wrong with a host's pattern.
func checkHost(word string) error {
	bad := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && !strings.ContainsRune("-._:[]", r)
	}
	name := strings.TrimPrefix(word, "*.")
	switch {
	case strings.Contains(word, "/"):
		return fmt.Errorf("%q is not a host: write its name alone, such as example.com or example.com:8443", word)
	case name == "" || strings.ContainsFunc(name, bad) || !strings.ContainsAny(name, "abcdefghijklmnopqrstuvwxyz0123456789"):
		return fmt.Errorf("%q is not a host: write a name such as example.com, *.example.com or example.com:8443", word)
	case strings.HasPrefix(word, "*.") && !strings.Contains(name, "."):
		return fmt.Errorf("%q is too wide: name at least two parts, such as *.example.com", word)
	}
	return nil
}
