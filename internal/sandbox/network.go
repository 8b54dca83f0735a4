package sandbox

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Network is what a program can reach (docs/spec/12-processes.md). The zero
// Network is Off. Whatever it says, programs of one room can talk to each other
// over loopback addresses of their own.
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
// registries that the person's own tools are set up to use
// (docs/spec/12-processes.md#walls).
const Registry = "registry"

// ParseNetwork reads what a person or an author wrote: off, loopback, on, or
// hosts, of which "registry" stands for the package registries. An empty list
// is Off. loopback may stand among hosts.
func ParseNetwork(words []string) (Network, error) {
	n := Network{Mode: Off}
	for _, word := range words {
		entry := strings.TrimSpace(word)
		if strings.ContainsFunc(entry, func(r rune) bool { return r >= utf8.RuneSelf }) { // before letters are made small: the sign for kelvin becomes a k
			return n, fmt.Errorf("%q is not a host: write it in ASCII letters, as xn--... if it has others", entry)
		}
		entry = strings.ToLower(entry)
		switch NetworkMode(entry) {
		case "":
			return n, fmt.Errorf("a network entry is empty: write off, loopback, on, registry, or a host's name")
		case Off, On:
			if len(words) > 1 {
				return n, fmt.Errorf("%q stands alone: write off, on, or a list of hosts", entry)
			}
			n.Mode = NetworkMode(entry)
		case Loopback, Registry:
			n.Hosts = append(n.Hosts, entry)
		default:
			p, err := parseHost(entry)
			if err != nil {
				return n, err
			}
			n.Hosts = append(n.Hosts, p.String())
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

// Has reports whether word, such as Registry, is one of n's own.
func (n Network) Has(word string) bool { return slices.Contains(n.Words(), word) }

// Ports lists the ports that n's hosts name, each once.
func (n Network) Ports() []int {
	var ports []int
	for _, word := range n.Hosts {
		if p, err := parseHost(word); err == nil && p.port != 0 {
			ports = append(ports, p.port)
		}
	}
	slices.Sort(ports)
	return slices.Compact(ports)
}

// Allows reports whether a program may connect to the host, which is a name or
// an address, at the port. registries are the hosts, or host:port, that the word
// Registry stands for.
func (n Network) Allows(host string, port int, registries []string) bool {
	switch n.Mode {
	case On:
		return true
	case Loopback:
		return isLoopback(tidyHost(host))
	case Hosts:
		return slices.ContainsFunc(n.Hosts, func(pattern string) bool {
			switch pattern {
			case Registry:
				return IsRegistry(host, port, registries)
			case string(Loopback):
				return isLoopback(tidyHost(host))
			}
			p, err := parseHost(pattern)
			return err == nil && p.fits(host, port)
		})
	}
	return false
}

// IsRegistry reports whether a host at a port is one of the registries. A
// pattern of hosts is none.
func IsRegistry(host string, port int, registries []string) bool {
	return slices.ContainsFunc(registries, func(r string) bool {
		p, err := parseHost(strings.ToLower(r))
		return err == nil && !p.wild && p.fits(host, port)
	})
}

// tidyHost is a host as it is compared: small letters, no dot at the end, an
// address as it is usually written. What is no ASCII is no host.
func tidyHost(host string) string {
	if strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return ""
	}
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return addr.Unmap().String()
	}
	return host
}

// isLoopback reports whether a tidy host is this machine itself.
func isLoopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// A pattern is which hosts a person means.
type pattern struct {
	host string // tidy; of a wild one what stands after "*."
	wild bool
	port int // 0: every one
}

// String is p as parseHost reads it.
func (p pattern) String() string {
	host := p.host
	if p.wild {
		host = "*." + host
	}
	switch {
	case p.port != 0:
		return net.JoinHostPort(host, strconv.Itoa(p.port))
	case strings.Contains(host, ":"):
		return "[" + host + "]"
	}
	return host
}

func (p pattern) fits(host string, port int) bool {
	host = tidyHost(host)
	switch {
	case p.port != 0 && p.port != port:
		return false
	case p.wild:
		rest, ok := strings.CutSuffix(host, "."+p.host)
		return ok && rest != ""
	}
	return host == p.host
}

// parseHost reads one host in small letters: a name, *.name or an address, with
// or without :port; an IPv6 address with a port stands in brackets.
func parseHost(word string) (pattern, error) {
	p := pattern{host: word}
	if strings.ContainsAny(word, "/@?#") {
		return p, fmt.Errorf("%q is not a host: write its name alone, such as example.com or example.com:8443", word)
	}
	if _, err := netip.ParseAddr(word); err != nil && strings.Contains(word, ":") && !strings.HasSuffix(word, "]") {
		host, port, err := net.SplitHostPort(word)
		n, numErr := strconv.ParseUint(port, 10, 16)
		if err != nil || numErr != nil || n == 0 {
			return p, fmt.Errorf("%q is not a host: its port is a number from 1 to 65535, as in example.com:8443", word)
		}
		p.host, p.port = host, int(n)
	}
	p.host, p.wild = strings.CutPrefix(p.host, "*.")
	if strings.HasPrefix(p.host, "[") && strings.HasSuffix(p.host, "]") {
		p.host = p.host[1 : len(p.host)-1]
	}
	p.host = tidyHost(p.host)
	if addr, err := netip.ParseAddr(p.host); err == nil && !p.wild && addr.Zone() == "" {
		return p, nil
	}
	switch {
	case !isHostName(p.host):
		return p, fmt.Errorf("%q is not a host: write a name such as example.com, *.example.com or example.com:8443", word)
	case slices.Contains([]string{string(Off), string(On), string(Loopback), Registry}, p.host):
		return p, fmt.Errorf("%q is not a host: the word %s stands alone (a port of this machine is localhost:PORT)", word, p.host)
	case p.wild && !strings.Contains(p.host, "."):
		return p, fmt.Errorf("%q is too wide: name at least two parts, such as *.example.com", word)
	}
	return p, nil
}

// isHostName reports whether a word looks like a name, and not like an address
// in disguise: 127.1, 0x7f000001.
func isHostName(word string) bool {
	const longest, label = 253, 63 // RFC 1035
	parts := strings.Split(word, ".")
	for _, part := range parts {
		if part == "" || len(part) > label || part[0] == '-' || part[len(part)-1] == '-' || strings.ContainsFunc(part, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
		}) {
			return false
		}
	}
	last := parts[len(parts)-1]
	_, err := strconv.ParseUint(last, 0, 64)
	return err != nil && last[0] != '0' && strings.Trim(last, "0123456789") != "" && len(word) <= longest
}
