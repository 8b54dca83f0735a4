package channels

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"math/big"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// An authority signs certificates for tests.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	return authority{signed(t, form, form, key, key), key}
}

func signed(t *testing.T, form, by *x509.Certificate, key, with *ecdsa.PrivateKey) *x509.Certificate {
	t.Helper()
	raw, err := x509.CreateCertificate(rand.Reader, form, by, &key.PublicKey, with)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

// certificate is one for an address or a name, valid until then.
func (a authority) certificate(t *testing.T, host string, until time.Time) *tls.Config {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	form := &x509.Certificate{SerialNumber: big.NewInt(2), NotBefore: time.Now().Add(-2 * time.Hour), NotAfter: until}
	if ip := net.ParseIP(host); ip != nil {
		form.IPAddresses = []net.IP{ip}
	} else {
		form.DNSNames = []string{host}
	}
	cert := signed(t, form, a.cert, key, a.key)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}
}

// own is a certificate for an address that nobody but itself has signed.
func (a authority) own(t *testing.T, ip string) *tls.Config {
	t.Helper()
	form := &x509.Certificate{SerialNumber: big.NewInt(3), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.ParseIP(ip)}}
	cert := signed(t, form, form, a.key, a.key)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{cert.Raw}, PrivateKey: a.key}}, MinVersion: tls.VersionTLS12}
}

// A post office is a mail server that wants a name and a password, and notes what it is told.
type postOffice struct {
	cert     *tls.Config
	implicit bool   // TLS from the first byte
	noTLS    bool   // it offers no STARTTLS
	auth     string // what it offers: "PLAIN", "LOGIN"; "": nothing
	refusal  string // of every name and password; "": it takes ada and s3cret-word

	mu      sync.Mutex
	heard   []string // every line in the clear
	letters []string
}

func (p *postOffice) open(t *testing.T) (port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			if p.implicit {
				go p.speak(tls.Server(conn, p.cert), true, true)
			} else {
				go p.speak(conn, false, true)
			}
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// speak answers a client until it leaves.
func (p *postOffice) speak(conn net.Conn, safe, greet bool) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	say := func(format string, args ...any) { fmt.Fprintf(conn, format+"\r\n", args...) }
	next := func() (string, bool) {
		line, err := in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); !safe {
			p.mu.Lock()
			p.heard = append(p.heard, line)
			p.mu.Unlock()
		}
		return line, err == nil
	}
	if greet {
		say("220 here ESMTP")
	}
	known := false
	for {
		line, ok := next()
		if !ok {
			return
		}
		word, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(word) {
		case "EHLO":
			say("250-here")
			if !safe && !p.noTLS {
				say("250-STARTTLS")
			}
			if p.auth != "" {
				say("250-AUTH %s", p.auth)
			}
			say("250 8BITMIME")
		case "STARTTLS":
			say("220 go on")
			p.speak(tls.Server(conn, p.cert), true, false)
			return
		case "AUTH":
			known = p.checks(rest, say, next)
		case "MAIL":
			if p.auth != "" && !known {
				say("530 who are you")
				continue
			}
			say("250 ok")
		case "DATA":
			say("354 go on")
			letter := ""
			for line, ok = next(); ok && line != "."; line, ok = next() {
				letter += line + "\n"
			}
			p.mu.Lock()
			p.letters = append(p.letters, letter)
			p.mu.Unlock()
			say("250 taken")
		case "QUIT":
			say("221 bye")
			return
		default:
			say("250 ok")
		}
	}
}

// checks asks for a name and a password, and says whether they are right.
func (p *postOffice) checks(how string, say func(string, ...any), next func() (string, bool)) bool {
	plain := func(text string) string {
		raw, _ := base64.StdEncoding.DecodeString(text)
		return string(raw)
	}
	method, first, _ := strings.Cut(how, " ")
	got := plain(first)
	if method == "LOGIN" {
		say("334 VXNlcm5hbWU6")
		name, _ := next()
		say("334 UGFzc3dvcmQ6")
		word, _ := next()
		got = "\x00" + plain(name) + "\x00" + plain(word)
	}
	switch {
	case p.refusal != "":
		say("%s", p.refusal)
	case method != p.auth || got != "\x00ada\x00s3cret-word":
		say("535 no")
	default:
		say("235 welcome")
		return true
	}
	return false
}

// Mail goes by STARTTLS and by TLS from the start, to servers that a trusted authority has signed, with a name and a
// password by either way; what keeps it from going is told apart, and no password is sent in the clear.
func TestMailByTLS(t *testing.T) {
	trusted, stranger := newAuthority(t), newAuthority(t)
	roots := x509.NewCertPool()
	roots.AddCert(trusted.cert)
	later := time.Now().Add(time.Hour)
	good := trusted.certificate(t, "127.0.0.1", later)
	for name, c := range map[string]struct {
		office   *postOffice
		security string
		password string
		end      End
		says     string
	}{
		"STARTTLS, PLAIN":                   {&postOffice{cert: good, auth: "PLAIN"}, "", "s3cret-word", Sent, ""},
		"STARTTLS, LOGIN":                   {&postOffice{cert: good, auth: "LOGIN"}, startTLS, "s3cret-word", Sent, ""},
		"TLS, PLAIN":                        {&postOffice{cert: good, implicit: true, auth: "PLAIN"}, useTLS, "s3cret-word", Sent, ""},
		"TLS, LOGIN":                        {&postOffice{cert: good, implicit: true, auth: "LOGIN"}, useTLS, "s3cret-word", Sent, ""},
		"a wrong password by PLAIN":         {&postOffice{cert: good, auth: "PLAIN"}, startTLS, "s3cret-wrong", Failed, "does not take the name and the password"},
		"a wrong password by LOGIN":         {&postOffice{cert: good, implicit: true, auth: "LOGIN"}, useTLS, "s3cret-wrong", Failed, "does not take the name and the password"},
		"no password now":                   {&postOffice{cert: good, auth: "PLAIN", refusal: "454 try again"}, startTLS, "s3cret-word", Later, "cannot check the name and the password now"},
		"no login there":                    {&postOffice{cert: good}, startTLS, "s3cret-word", Failed, "asks for no name and password: leave"},
		"STARTTLS, an unknown authority":    {&postOffice{cert: stranger.certificate(t, "127.0.0.1", later), auth: "PLAIN"}, startTLS, "s3cret-word", Later, "certificate is not one that this machine trusts"},
		"TLS, an unknown authority":         {&postOffice{cert: stranger.certificate(t, "127.0.0.1", later), implicit: true, auth: "PLAIN"}, useTLS, "s3cret-word", Later, "certificate is not one that this machine trusts"},
		"a certificate signed by itself":    {&postOffice{cert: stranger.own(t, "127.0.0.1"), auth: "PLAIN"}, startTLS, "s3cret-word", Later, "it is signed by itself or by an authority that is not among the system's; add"},
		"a certificate of another host":     {&postOffice{cert: trusted.certificate(t, "other.example", later), auth: "PLAIN"}, startTLS, "s3cret-word", Later, `is not for 127.0.0.1 but for other.example: set "host"`},
		"a certificate of yesterday":        {&postOffice{cert: trusted.certificate(t, "127.0.0.1", time.Now().Add(-time.Hour)), implicit: true, auth: "PLAIN"}, useTLS, "s3cret-word", Later, "has expired on " + time.Now().Add(-time.Hour).UTC().Format(time.DateOnly)},
		"no STARTTLS":                       {&postOffice{cert: good, noTLS: true, auth: "PLAIN"}, startTLS, "s3cret-word", Failed, `offers no encryption: set "security"`},
		"TLS where the server speaks plain": {&postOffice{cert: good, auth: "PLAIN"}, useTLS, "s3cret-word", Failed, `offers no encryption: set "security"`},
	} {
		t.Run(name, func(t *testing.T) {
			s := NewSender("test", nil)
			s.roots = roots
			channel := Channel{Type: "email", Host: "127.0.0.1", Port: c.office.open(t), Security: c.security, From: "agent@example.com", ChatID: "bob@example.com", Username: "ada", Password: c.password}
			out := s.Send(t.Context(), channel, Message{ID: "m_1", ChatID: channel.ChatID, Text: "hello"})
			if out.End != c.end || !strings.Contains(out.Reason, c.says) || strings.Contains(out.Reason, "s3cret") {
				t.Errorf("it ended with %+v, want %s, %q", out, c.end, c.says)
			}
			c.office.mu.Lock()
			defer c.office.mu.Unlock()
			if got := len(c.office.letters); got != map[bool]int{true: 1}[c.end == Sent] {
				t.Errorf("%d letters came", got)
			}
			for _, line := range c.office.heard {
				if word, _, _ := strings.Cut(strings.ToUpper(line), " "); word == "AUTH" || word == "MAIL" || strings.Contains(line, "s3cret") {
					t.Errorf("in the clear: %q", line)
				}
			}
		})
	}
}
