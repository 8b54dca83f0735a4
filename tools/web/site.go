package web

import (
	"net/netip"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Site is the domain that somebody has registered, of a host below it: all names below it are theirs to give, and each
// could be a letter of a message. A host that is an address, or has no registered domain, is its own site. Domains
// below which a company lets others have names (github.io) are one site: any of its customers can have many.
func Site(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	suffix, official := publicsuffix.PublicSuffix(host)
	for !official && strings.Contains(suffix, ".") {
		_, above, _ := strings.Cut(suffix, ".")
		suffix, official = publicsuffix.PublicSuffix(above)
	}
	name, below := strings.CutSuffix(host, "."+suffix)
	if !below {
		return host
	}
	return name[strings.LastIndexByte(name, '.')+1:] + "." + suffix
}
