package addresses

import (
	"net"
	"net/netip"
	"testing"
)

func TestTellSecrets(t *testing.T) {
	for text, want := range map[string]bool{
		"100.100.100.200": true, "168.63.129.16": true, "fd00:ec2::254": true, "100.100.100.201": false, "168.63.129.17": false, "192.0.2.1": false, "fd00:ec2::253": false,
	} {
		if got := TellSecrets(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

func TestIsOwn(t *testing.T) {
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok {
			if ip, ok := netip.AddrFromSlice(n.IP); !ok || !IsOwn(ip.Unmap()) {
				t.Errorf("%s is not known", a)
			}
		}
	}
	if IsOwn(netip.MustParseAddr("192.0.2.1")) {
		t.Error("an address of nobody's is this machine's")
	}
}
