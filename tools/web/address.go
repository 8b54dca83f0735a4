package web

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"handrail/tools"
)

// maxAddress is how many bytes an address may have.
const maxAddress = 8 << 10

// ParseAddress reads an address as it will be fetched, in one spelling: http or https, the
// host in lower case and ASCII or as a plain IP address, no port that goes without saying, no
// fragment. Two addresses that lead to the same page by other words of the host are equal.
func ParseAddress(raw string) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	if len(raw) > maxAddress {
		return nil, tools.Errorf(tools.InvalidArgs, "the URL has %d bytes, at most %d are taken", len(raw), maxAddress)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "this is no URL (%v): write it whole, as https://example.com/page", innermost(err))
	}
	u.Scheme = strings.ToLower(u.Scheme)
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, tools.Errorf(tools.InvalidArgs, "only http and https are fetched: write the URL whole, as https://example.com/page; for a file use the tool for files")
	}
	if u.User != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "the URL has a name or password before its host, which would be recorded: leave that out")
	}
	host, err := plainHost(u.Hostname())
	if err != nil {
		return nil, err
	}
	port, err := plainPort(u)
	if err != nil {
		return nil, err
	}
	u.Host = joinHost(host, port)
	u.Fragment, u.RawFragment = "", ""
	if u.Path == "" {
		u.Path = "/"
	}
	u.RawQuery = plainQuery(u.RawQuery)
	return u, nil
}

// plainHost is the one spelling of a host. An IP address may come as a decimal, octal or
// hexadecimal number, in fewer than four parts, mapped into IPv6, or in the digits of another
// script: resolvers and browsers read all of that.
func plainHost(host string) (string, error) {
	bad := func(why string) (string, error) {
		return "", tools.Errorf(tools.InvalidArgs, "%.100q is no host that can be fetched from: %s", host, why)
	}
	if host == "" {
		return bad("there is none")
	}
	if strings.Contains(host, "%") {
		return bad("it has a % in it")
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String(), nil
	}
	if strings.Contains(host, ":") {
		return bad("it is no IPv6 address")
	}
	name, err := idna.Lookup.ToASCII(host)
	if err != nil && !isPlainName(host) {
		return bad("it is no name of the domain name system")
	}
	if err != nil { // an underscore, say, which some names have
		name = host
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if name == "" || len(name) > 253 {
		return bad("it is no name of the domain name system")
	}
	ip, numeric, ok := parseNumeric(name)
	switch {
	case numeric && !ok:
		return bad("it ends in a number and is no IPv4 address")
	case numeric:
		return ip.String(), nil
	}
	return name, nil
}

func isPlainName(host string) bool {
	return strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
}

// parseNumeric reads what ends in a number as an IPv4 address, as inet_aton and browsers do.
// numeric says that it ends in one; ok, that it is an address.
func parseNumeric(host string) (ip netip.Addr, numeric, ok bool) {
	parts := strings.Split(host, ".")
	last := parts[len(parts)-1]
	if _, isNumber := parseNumber(last); !isNumber && strings.Trim(last, "0123456789") != "" {
		return ip, false, false
	}
	if len(parts) > 4 {
		return ip, true, false
	}
	var value uint64
	for i, p := range parts {
		n, isNumber := parseNumber(p)
		if !isNumber {
			return ip, true, false
		}
		if i < len(parts)-1 {
			if n > 255 {
				return ip, true, false
			}
			value = value<<8 | n
			continue
		}
		room := uint(8 * (5 - len(parts))) // bits that are left for the last part
		if n >= 1<<room {
			return ip, true, false
		}
		value = value<<room | n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true, true
}

// parseNumber reads a part of such an address: 0x for hexadecimal, 0 for octal.
func parseNumber(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		if s == "0x" {
			return 0, true
		}
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	if s == "" || s[0] == '+' || s[0] == '-' || strings.Contains(s, "_") {
		return 0, false
	}
	n, err := strconv.ParseUint(s, base, 40)
	return n, err == nil
}

// plainPort is the port of an address; "" if it goes without saying.
func plainPort(u *url.URL) (string, error) {
	text := u.Port()
	if text == "" {
		return "", nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil || n == 0 {
		return "", tools.Errorf(tools.InvalidArgs, "%.20q is no port: write a number from 1 to 65535, or leave it out", text)
	}
	if u.Scheme == "http" && n == 80 || u.Scheme == "https" && n == 443 {
		return "", nil
	}
	return strconv.FormatUint(n, 10), nil
}

func joinHost(host, port string) string {
	switch {
	case port != "":
		return net.JoinHostPort(host, port)
	case strings.Contains(host, ":"):
		return "[" + host + "]"
	}
	return host
}

// plainQuery escapes what may not stand in the first line of a request.
func plainQuery(query string) string {
	if strings.IndexFunc(query, func(r rune) bool { return r <= ' ' || r > '~' }) < 0 {
		return query
	}
	var out strings.Builder
	for i := range len(query) {
		if c := query[i]; c <= ' ' || c > '~' {
			out.WriteByte('%')
			out.WriteByte("0123456789ABCDEF"[c>>4])
			out.WriteByte("0123456789ABCDEF"[c&15])
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}

// A Hosts is a list of private hosts that the person lets be fetched from: a name or an IP
// address, with or without a port.
type Hosts []string

// CheckHosts refuses entries that are no hosts: a list that is read otherwise than it was
// meant would open more than it should.
func CheckHosts(list []string) error {
	for _, entry := range list {
		if _, _, err := splitEntry(entry); err != nil {
			return tools.Errorf(tools.InvalidArgs, "%q is no host: write a name or an IP address, as intranet.example or 192.168.1.7:8080", entry)
		}
	}
	return nil
}

// splitEntry reads an entry of the list.
func splitEntry(entry string) (host, port string, err error) {
	if ip, err := netip.ParseAddr(strings.Trim(entry, "[]")); err == nil {
		return ip.Unmap().String(), "", nil
	}
	u, err := url.Parse("http://" + entry + "/")
	if err != nil || u.Host != entry || strings.Contains(entry, "*") {
		return "", "", tools.Errorf(tools.InvalidArgs, "%q is no host", entry)
	}
	host, err = plainHost(u.Hostname())
	return host, u.Port(), err
}

// Names reports whether the list names the host of an address.
func (h Hosts) Names(u *url.URL) bool {
	for _, entry := range h {
		host, port, err := splitEntry(entry)
		if err == nil && host == u.Hostname() && (port == "" || port == portOf(u)) {
			return true
		}
	}
	return false
}

// portOf is the port that is dialled for an address.
func portOf(u *url.URL) string {
	switch port := u.Port(); {
	case port != "":
		return port
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
