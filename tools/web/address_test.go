package web

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"handrail/tools"
)

// Addresses have one spelling, whichever they come in.
func TestParseAddress(t *testing.T) {
	for raw, want := range map[string]string{
		"https://Example.COM":                    "https://example.com/",
		" https://example.com:443/a?b=c#part ":   "https://example.com/a?b=c",
		"HTTP://example.com:80/a":                "http://example.com/a",
		"http://example.com:8080/":               "http://example.com:8080/",
		"https://example.com./x":                 "https://example.com/x",
		"http://2130706433/":                     "http://127.0.0.1/",
		"http://0x7f.1/":                         "http://127.0.0.1/",
		"http://0177.0.0.01/":                    "http://127.0.0.1/",
		"http://127.1/":                          "http://127.0.0.1/",
		"http://[::ffff:169.254.169.254]/latest": "http://169.254.169.254/latest",
		"http://[::FFFF:A9FE:A9FE]/":             "http://169.254.169.254/",
		"http://１２７.０.０.１/":                      "http://127.0.0.1/",
		"http://127。0。0。1/":                      "http://127.0.0.1/",
		"http://[2001:DB8::1]:80/":               "http://[2001:db8::1]/",
		"https://bücher.example/":                "https://xn--bcher-kva.example/",
		"https://my_host.example/":               "https://my_host.example/",
		"https://example.com/?q=a b&r=ü":         "https://example.com/?q=a%20b&r=%C3%BC",
	} {
		u, err := ParseAddress(raw)
		if err != nil || u.String() != want {
			t.Errorf("%s: %v, %v, want %s", raw, u, err, want)
		}
	}
}

func TestNoAddress(t *testing.T) {
	for _, raw := range []string{
		"", "example.com", "ftp://example.com/", "file:///etc/passwd", "javascript:alert(1)", "https://", "https:///path", "https:example.com",
		"https://me:secret@example.com/", "https://me@example.com/", "https://example.com:0/", "https://example.com:99999/", "https://example.com:x/",
		"http://1.2.3.4.5/", "http://256.0.0.1/", "http://1.2.3.08/", "http://4294967296/", "http://[fe80::1%25eth0]/", "http://[::1/", "http://a b/", "http://a\\b/",
		"http://%31%32%37.0.0.1/", "https://exa\nmple.com/", "https://example.com/" + strings.Repeat("a", maxAddress),
	} {
		if u, err := ParseAddress(raw); err == nil {
			t.Errorf("%.80q is taken as %s", raw, u)
		} else if code := tools.AsError(err).Code; code != tools.InvalidArgs {
			t.Errorf("%.80q: %s, %v", raw, code, err)
		}
	}
}

// privates are addresses that are never fetched from, in all sorts of spelling.
var privates = []string{
	"127.0.0.1", "127.1", "127.8.9.10", "2130706433", "0x7f000001", "017700000001", "0177.1", "0x7f.0.0.1", "0", "0.0.0.0", "00", "0x0",
	"10.0.0.1", "10.1", "0xa.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.168.257", "3232235777", "100.64.0.1", "100.127.255.255", "100.100.100.200",
	"169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "0xa9.0xfe.0xa9.0xfe", "169.254.43518", "169.16689662", "168.63.129.16",
	"192.0.0.192", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255",
	"[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:a9fe:a9fe]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]",
	"[2002:7f00:1::]", "[2001:0:7f00:1::]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]", "[2001:db8::1]",
	"１２７.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1", "127.0.0.1.",
	"localhost", "LOCALHOST", "localhost.", "a.localhost", "printer.local", "metadata.google.internal", "router.lan", "intranet", "wpad",
}

func TestPrivateHosts(t *testing.T) {
	f := New(Config{})
	for _, host := range privates {
		for _, raw := range []string{"http://" + host + "/", "https://" + host + ":8443/latest/meta-data"} {
			u, err := f.Settle(raw, nil)
			if err == nil {
				t.Errorf("%s is fetched, as %s", raw, u)
			}
		}
	}
	for _, host := range []string{"example.com", "8.8.8.8", "134744072", "[2606:4700::1111]", "100.128.0.1", "172.32.0.1", "localhost.example.com"} {
		if _, err := f.Settle("http://"+host+"/", nil); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

// The person's list opens what it names, and nothing else.
func TestHosts(t *testing.T) {
	f := New(Config{})
	list := Hosts{"intranet", "192.168.1.7:8080", "::1", "Wiki.Example"}
	for raw, want := range map[string]bool{
		"http://intranet/": true, "https://INTRANET:8443/": true, "http://intranet.example/": true,
		"http://192.168.1.7:8080/": true, "http://0300.0250.1.7:8080/": true, "http://192.168.1.7/": false, "http://192.168.1.8:8080/": false,
		"http://[::1]/": true, "http://127.0.0.1/": false, "http://a.intranet/": false,
	} {
		if _, err := f.Settle(raw, list); (err == nil) != want {
			t.Errorf("%s: %v", raw, err)
		}
	}
	if err := CheckHosts(list); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"", "*", "*.example", "http://a/", "a/b", "10.0.0.0/8", "a b", "me@a"} {
		if err := CheckHosts([]string{bad}); err == nil {
			t.Errorf("%q is a host", bad)
		}
	}
}

func TestCheckPublic(t *testing.T) {
	for _, ip := range []string{"127.0.0.1", "::ffff:10.0.0.1", "::", "fd00:ec2::254", "168.63.129.16", "64:ff9b::a9fe:a9fe"} {
		if err := CheckPublic(netip.MustParseAddr(ip)); !errors.Is(err, errPrivate) {
			t.Errorf("%s: %v", ip, err)
		}
	}
	if err := CheckPublic(netip.MustParseAddr("8.8.8.8")); err != nil {
		t.Error(err)
	}
	if CheckPublic(netip.Addr{}) == nil {
		t.Error("no address at all is public")
	}
}

// Whatever numbers a private address is written in, it is refused.
func FuzzSpellings(f *testing.F) {
	f.Add(uint32(0x7f000001), uint8(0), uint8(0))
	f.Add(uint32(0xa9fea9fe), uint8(3), uint8(0x1b))
	f.Add(uint32(0xc0a80101), uint8(1), uint8(0xe4))
	fetcher := New(Config{})
	f.Fuzz(func(t *testing.T, number uint32, parts, bases uint8) {
		ip := netip.AddrFrom4([4]byte{byte(number >> 24), byte(number >> 16), byte(number >> 8), byte(number)})
		host := spell(number, int(parts%5), bases)
		u, err := fetcher.Settle("http://"+host+"/", nil)
		public := CheckPublic(ip) == nil
		if (err == nil) != public {
			t.Fatalf("%s is %s, public %t: %v", host, ip, public, err)
		}
		if err == nil && u.Hostname() != ip.String() {
			t.Fatalf("%s is %s, and became %s", host, ip, u.Hostname())
		}
	})
}

// spell writes an IPv4 address as so many numbers, each in one of three bases; 4: mapped
// into IPv6.
func spell(number uint32, parts int, bases uint8) string {
	if parts == 4 {
		return fmt.Sprintf("[::ffff:%x:%x]", number>>16, number&0xffff)
	}
	var out []string
	left := number
	for i := range parts + 1 {
		shift := 8 * (3 - i)
		value := left >> shift
		if i == parts {
			value = left
		}
		left &= 1<<shift - 1
		form := []string{"%d", "0%o", "0x%x", "0X%X"}[bases>>(2*i)&3]
		out = append(out, fmt.Sprintf(form, value))
	}
	return strings.Join(out, ".")
}

// Nothing that is taken as an address is a private host, or is read otherwise the second
// time.
func FuzzAddress(f *testing.F) {
	for _, host := range privates {
		f.Add("http://" + host + "/")
	}
	f.Add("https://example.com/a?b#c")
	f.Add("http://example.com:80\\@127.0.0.1/")
	fetcher := New(Config{})
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := fetcher.Settle(raw, nil)
		if err != nil {
			return
		}
		again, err := fetcher.Settle(u.String(), nil)
		if err != nil || again.String() != u.String() {
			t.Fatalf("%q became %q, then %v, %v", raw, u, again, err)
		}
		other, err := url.Parse(u.String())
		if err != nil || other.Host != u.Host || other.User != nil {
			t.Fatalf("%q became %q, which is read as %v, %v", raw, u, other, err)
		}
		if ip, err := netip.ParseAddr(u.Hostname()); err == nil && CheckPublic(ip) != nil {
			t.Fatalf("%q leads to %s", raw, ip)
		}
		if strings.ContainsAny(u.String(), " \r\n\t") {
			t.Fatalf("%q cannot stand in a request", u)
		}
	})
}
