package web

import (
	"net/netip"
	"net/url"
	"strings"
	"sync"

	"code.dny.dev/ssrf"

	"handrail/internal/addresses"
	"handrail/tools"
)

// guardian knows the networks that are not the public internet. Its ports and kinds of
// sockets are ours to choose.
var guardian = sync.OnceValue(func() *ssrf.Guardian {
	return ssrf.New(ssrf.WithAnyPort())
})

// CheckPublic refuses an address that is not out on the public internet: of this machine, of
// a network behind it, and where clouds tell a machine its credentials.
func CheckPublic(ip netip.Addr) error {
	ip = ip.Unmap()
	if !ip.IsValid() || ip.Zone() != "" || guardian().SafeAddr(ip) != nil || addresses.IsOwn(ip) || addresses.TellSecrets(ip) {
		return errPrivate
	}
	return nil
}

// errPrivate is why an address is not dialled.
var errPrivate = tools.Errorf(tools.PermissionDenied, "it is an address of this machine, of a private network, or one that tells a machine's secrets")

// checkName refuses a host that is private by its words alone, before anybody is asked for
// its address: an IP address, and names that mean this machine or its own network.
func (f *Fetcher) checkName(u *url.URL) error {
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil {
		if f.c.Check(ip) != nil {
			return private(u)
		}
		return nil
	}
	inner := !strings.Contains(host, ".")
	for _, zone := range []string{"localhost", "local", "internal", "home.arpa", "lan", "localdomain", "intranet", "corp"} {
		inner = inner || strings.HasSuffix(host, "."+zone)
	}
	if inner {
		return private(u)
	}
	return nil
}

// private is the refusal of a host, which only the person's own list opens.
func private(u *url.URL) *tools.Error {
	return tools.Errorf(tools.PermissionDenied, "%s is not fetched from: %v", u.Host, errPrivate).Advise(tools.Action{Kind: tools.AllowPages, Subject: u.Host})
}
