package sandbox

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseNetwork(t *testing.T) {
	long := strings.Repeat("a", 64)
	for _, tt := range []struct {
		words string // joined by a space
		want  string // n.Words() likewise
		mode  NetworkMode
		wrong string // part of the error
	}{
		{words: "", want: "off", mode: Off},
		{words: "off", want: "off", mode: Off},
		{words: " ON ", want: "on", mode: On},
		{words: "loopback", want: "loopback", mode: Loopback},
		{words: "registry", want: "registry", mode: Hosts},
		{words: "registry,loopback", want: "loopback registry", mode: Hosts},
		{words: "b.example.com,A.Example.COM,b.example.com.", want: "a.example.com b.example.com", mode: Hosts},
		{words: "*.example.com:8443", want: "*.example.com:8443", mode: Hosts},
		{words: "localhost:3000", want: "localhost:3000", mode: Hosts},
		{words: "192.0.2.1:80,192.0.2.1", want: "192.0.2.1 192.0.2.1:80", mode: Hosts},
		{words: "::1,[::1],[::1]:80,2001:DB8:0::1", want: "[2001:db8::1] [::1] [::1]:80", mode: Hosts},
		{words: "::ffff:192.0.2.1", want: "192.0.2.1", mode: Hosts},
		{words: "my_host,xn--bcher-kva.example", want: "my_host xn--bcher-kva.example", mode: Hosts},

		{words: "off,example.com", wrong: "stands alone"},
		{words: "on,on", wrong: "stands alone"},
		{words: "example.com,", wrong: "is empty"},
		{words: " ", wrong: "is empty"},
		{words: "on.", wrong: "stands alone"},
		{words: "loopback:3000", wrong: "localhost:PORT"},
		{words: "registry.", wrong: "stands alone"},
		{words: "https://example.com", wrong: "write its name alone"},
		{words: "example.com/path", wrong: "write its name alone"},
		{words: "me@example.com", wrong: "write its name alone"},
		{words: "*", wrong: "is not a host"},
		{words: "*.com", wrong: "too wide"},
		{words: "*.com.", wrong: "too wide"},
		{words: "*.com:443", wrong: "too wide"},
		{words: "*.", wrong: "is not a host"},
		{words: "*.*.com", wrong: "is not a host"},
		{words: "a.*.com", wrong: "is not a host"},
		{words: "*example.com", wrong: "is not a host"},
		{words: "*.192.0.2.1", wrong: "is not a host"},
		{words: "*.::1", wrong: "is not a host"},
		{words: "example.com:", wrong: "1 to 65535"},
		{words: "example.com:0", wrong: "1 to 65535"},
		{words: "example.com:65536", wrong: "1 to 65535"},
		{words: "example.com:http", wrong: "1 to 65535"},
		{words: "example.com:80:80", wrong: "1 to 65535"},
		{words: "[::1]:x", wrong: "1 to 65535"},
		{words: "[::1", wrong: "is not a host"},
		{words: "fe80::1%eth0", wrong: "is not a host"},
		{words: ".example.com", wrong: "is not a host"},
		{words: "example..com", wrong: "is not a host"},
		{words: "-x.example.com", wrong: "is not a host"},
		{words: long + ".com", wrong: "is not a host"},
		{words: strings.Repeat("a.", 130) + "com", wrong: "is not a host"},
		{words: "a b.example.com", wrong: "is not a host"},
		{words: "a\nb.example.com", wrong: "is not a host"},
		{words: "a\x00b", wrong: "is not a host"},
		{words: "127.1", wrong: "is not a host"},       // an address in disguise
		{words: "2130706433", wrong: "is not a host"},  // the same
		{words: "0x7f000001", wrong: "is not a host"},  // the same
		{words: "127.0.0.0x1", wrong: "is not a host"}, // the same
		{words: "ex\u0430mple.com", wrong: "ASCII"},    // a letter of another alphabet
		{words: "\u212Aube.example.com", wrong: "ASCII"},
		{words: "example\u3002com", wrong: "ASCII"},
		{words: "\u202Emoc.example.com", wrong: "ASCII"},
	} {
		var words []string
		if tt.words != "" {
			words = strings.Split(tt.words, ",")
		}
		n, err := ParseNetwork(words)
		if tt.wrong != "" {
			if err == nil || !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("%q: got %v, %v; want an error with %q", tt.words, n, err, tt.wrong)
			}
			continue
		}
		if err != nil || n.Mode != tt.mode || strings.Join(n.Words(), " ") != tt.want {
			t.Errorf("%q: got %s %q, %v; want %s %q", tt.words, n.Mode, n.Words(), err, tt.mode, tt.want)
		}
	}
}

func TestAllows(t *testing.T) {
	registries := []string{"packages.example.com:443", "localhost:4873", "*.wild.example.com", "[2001:db8::9]:443", "broken/x"}
	for _, tt := range []struct {
		words     string
		yes, noes string // host@port
	}{
		{"off", "", "example.com@443 localhost@80 127.0.0.1@80"},
		{"on", "example.com@443 127.0.0.1@80", ""},
		{"loopback", "localhost@80 LOCALHOST.@80 a.localhost@80 127.0.0.1@1 127.9.9.9@1 ::1@80 [::1]@80 ::ffff:127.0.0.1@80", "example.com@80 localhost.example.com@80 notlocalhost@80 10.0.0.1@80 fe80::1@80 127.0.0.1.example.com@80"},
		{"example.com", "example.com@443 EXAMPLE.com.@80", "a.example.com@443 example.com.evil@443 evilexample.com@443 example.co@443 ex\u0430mple.com@443"},
		{"kube.example.com", "kube.example.com@443", "\u212Aube.example.com@443"},
		{"example.com:443", "example.com@443", "example.com@80 example.com@4430"},
		{"*.example.com", "a.example.com@1 a.b.example.com@1", "example.com@1 .example.com@1 aexample.com@1 a.example.com.evil@1"},
		{"*.example.com:22", "a.example.com@22", "a.example.com@443"},
		{"192.0.2.1", "192.0.2.1@80 ::ffff:192.0.2.1@80", "192.0.2.10@80"},
		{"[2001:db8::1]:80", "2001:db8::1@80 2001:DB8:0:0::1@80 [2001:db8::1]@80", "2001:db8::1@81 2001:db8::2@80"},
		{"localhost:3000", "localhost@3000", "localhost@3001 127.0.0.1@3000"},
		{"loopback,example.com", "127.0.0.1@1 example.com@1", "example.org@1"},
		{"registry", "packages.example.com@443 Packages.Example.com.@443 localhost@4873 2001:db8::9@443", "packages.example.com@80 a.wild.example.com@443 *.wild.example.com@443 broken@443 example.com@443"},
	} {
		n, err := ParseNetwork(strings.Split(tt.words, ","))
		if err != nil {
			t.Fatal(err)
		}
		for list, want := range map[string]bool{tt.yes: true, tt.noes: false} {
			for place := range strings.FieldsSeq(list) {
				host, port := placeOf(t, place)
				if n.Allows(host, port, registries) != want {
					t.Errorf("%s: %s is %t", tt.words, place, !want)
				}
			}
		}
	}
	if n, _ := ParseNetwork([]string{"registry"}); n.Allows("packages.example.com", 443, nil) {
		t.Error("registries that nobody knows are reached")
	}
}

func placeOf(t *testing.T, place string) (host string, port int) {
	t.Helper()
	host, text, _ := strings.Cut(place, "@")
	for _, c := range text {
		port = 10*port + int(c-'0')
	}
	return host, port
}

func TestWith(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"off", "off", "off"},
		{"off", "loopback", "loopback"},
		{"off", "on", "on"},
		{"loopback", "a.example.com", "a.example.com loopback"},
		{"a.example.com,registry", "registry,b.example.com", "a.example.com b.example.com registry"},
		{"a.example.com", "on", "on"},
	} {
		a, err := ParseNetwork(strings.Split(tt.a, ","))
		if err != nil {
			t.Fatal(err)
		}
		b, err := ParseNetwork(strings.Split(tt.b, ","))
		if err != nil {
			t.Fatal(err)
		}
		before := a.Words()
		for _, got := range []Network{a.With(b), b.With(a)} {
			if strings.Join(got.Words(), " ") != tt.want {
				t.Errorf("%s with %s is %q", tt.a, tt.b, got.Words())
			}
		}
		if diff := cmp.Diff(before, a.Words()); diff != "" {
			t.Errorf("With changes what it is asked of: %s", diff)
		}
	}
	var zero Network
	if zero.String() != "off" || zero.Allows("localhost", 80, nil) || zero.With(zero).Mode != Off || zero.Has(Registry) {
		t.Errorf("the zero network is %+v", zero)
	}
	n, err := ParseNetwork([]string{"a.example.com:8443", "*.b.example.com:22", "c.example.com:22", "d.example.com", "[::1]:80", "registry", "loopback"})
	if err != nil || !slices.Equal(n.Ports(), []int{22, 80, 8443}) || !n.Has(Registry) || !n.Has("loopback") {
		t.Errorf("ports %v, %v", n.Ports(), err)
	}
}

// What was understood is understood the same way again, and together with
// something else nothing is lost.
func FuzzNetwork(f *testing.F) {
	for _, seed := range []string{"off", "on", "loopback", "registry a.example.com", "*.example.com:80 [::1]:80", "on.", "ON", "\u212A", "::ffff:127.0.0.1", "a:1", "127.1", "[a]", "[a]:1", "*.[::1]"} {
		f.Add(seed, "b.example.com", "a.example.com", 80)
	}
	f.Fuzz(func(t *testing.T, one, two, host string, port int) {
		n, err := ParseNetwork(strings.Split(one, " "))
		if err != nil {
			return
		}
		again, err := ParseNetwork(n.Words())
		if err != nil || cmp.Diff(n, again) != "" {
			t.Fatalf("%q became %q, which is read as %q, %v", one, n.Words(), again.Words(), err)
		}
		m, err := ParseNetwork(strings.Split(two, " "))
		if err != nil {
			return
		}
		registries := []string{host, "a.example.com:443"}
		both := n.With(m)
		if both.Allows(host, port, registries) != (n.Allows(host, port, registries) || m.Allows(host, port, registries)) {
			t.Errorf("%q with %q is %q, which is something else for %q at %d", n.Words(), m.Words(), both.Words(), host, port)
		}
		if n.Mode == Off && n.Allows(host, port, registries) {
			t.Errorf("off lets %q through", host)
		}
	})
}
