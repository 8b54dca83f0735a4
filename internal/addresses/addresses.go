// Package addresses knows which IP addresses are no place out there: those of this machine, and those at which a cloud
// tells a machine about itself. Whoever dials for an agent asks the same questions.
package addresses

import (
	"net"
	"net/netip"
	"slices"
)

// IsOwn reports whether an address is one of this machine's interfaces. ip has no zone and is not mapped into IPv6.
// Where the system does not say, it is.
func IsOwn(ip netip.Addr) bool {
	own, err := net.InterfaceAddrs()
	if err != nil {
		return true // what cannot be ruled out is refused
	}
	return slices.ContainsFunc(own, func(a net.Addr) bool {
		n, ok := a.(*net.IPNet)
		if !ok {
			return false
		}
		addr, ok := netip.AddrFromSlice(n.IP)
		return ok && addr.Unmap() == ip
	})
}

// TellSecrets reports whether clouds tell a machine its credentials or settings at an address, beside those of its link
// (169.254.0.0/16, fe80::/10). ip has no zone and is not mapped into IPv6.
func TellSecrets(ip netip.Addr) bool {
	switch ip {
	case netip.AddrFrom4([4]byte{100, 100, 100, 200}), // Alibaba
		netip.AddrFrom4([4]byte{168, 63, 129, 16}),                                // Azure
		netip.AddrFrom16([16]byte{0: 0xFD, 2: 0x0E, 3: 0xC2, 14: 0x02, 15: 0x54}): // AWS
		return true
	}
	return false
}
