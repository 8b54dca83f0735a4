package jetstream

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"handrail/journal"
	"handrail/journal/jetstream/natstest"
	"handrail/journal/journaltest"
)

func dial(t *testing.T, c Config) *Post {
	t.Helper()
	p, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func TestPostContract(t *testing.T) {
	servers := map[string]*natstest.Server{}
	journaltest.RunPost(t, func(t *testing.T) journal.Post {
		t.Helper()
		if servers[t.Name()] == nil {
			servers[t.Name()] = natstest.Start(t, t.TempDir())
		}
		return dial(t, Config{URL: servers[t.Name()].URL()})
	})
}

// What was put outlives the server; who follows is told that it is gone.
func TestLettersOutliveTheServer(t *testing.T) {
	s := natstest.Start(t, t.TempDir())
	p := dial(t, Config{URL: s.URL()})
	if err := p.Put(t.Context(), journal.Letter{Box: "a", ID: "1", Body: []byte("one")}); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		var last error
		for _, last = range p.Follow(t.Context(), "a") {
		}
		ended <- last
	}()
	s.Kill()
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "the server is gone") {
			t.Errorf("following ends with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("who follows hears nothing of it")
	}
	<-p.Gone()
	if err := p.Put(t.Context(), journal.Letter{Box: "a", ID: "2"}); err == nil {
		t.Error("a letter is put where no server is")
	}
	s.Again()
	got, err := dial(t, Config{URL: s.URL()}).Letters(t.Context(), "a")
	if err != nil || len(got) != 1 || string(got[0].Body) != "one" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"nats://127.0.0.1:4222": "", "nats://[::1]:4222": "", "nats://localhost": "", "tls://nats.example.com": "", "wss://nats.example.com/x": "", "ws://127.0.0.1": "",
		"nats://nats.example.com": "write tls://", "ws://192.168.1.7": "write tls://", "nats://127.0.0.1.example.com": "write tls://", "nats://localhost.example.com": "write tls://",
		"http://x": "not http://", "x": "is a URL", "": "is a URL", "tls://me:secret@x": "holds a name or password",
	} {
		err := Config{URL: address}.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "secret@") {
			t.Errorf("the error tells the password: %v", err)
		}
	}
}

// Whoever signs in is told from whoever does not, in each form of credentials.
func TestCredentials(t *testing.T) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, _ := pair.PublicKey()
	secret, _ := pair.Seed()
	for name, c := range map[string]struct {
		options     func(*server.Options)
		credentials string
	}{
		"password": {func(o *server.Options) { o.Username, o.Password = "ada", "p:w" }, "ada:p:w"},
		"token":    {func(o *server.Options) { o.Authorization = "t0ken" }, "t0ken\n"},
		"nkey":     {func(o *server.Options) { o.Nkeys = []*server.NkeyUser{{Nkey: public}} }, string(secret)},
	} {
		t.Run(name, func(t *testing.T) {
			s := natstest.Start(t, t.TempDir(), c.options)
			if err := dial(t, Config{URL: s.URL(), Credentials: c.credentials}).Put(t.Context(), journal.Letter{Box: "a", ID: "1"}); err != nil {
				t.Error(err)
			}
			for _, wrong := range []string{"", "eve:x", "wrong", "SUAWRONG"} {
				if _, err := Open(t.Context(), Config{URL: s.URL(), Credentials: wrong}); err == nil || wrong != "" && strings.Contains(err.Error(), wrong) {
					t.Errorf("%q: %v", wrong, err)
				}
			}
		})
	}
}

// Over TLS only a server with the right certificate is spoken to.
func TestTLS(t *testing.T) {
	cert, ca := certificate(t)
	s := natstest.Start(t, t.TempDir(), func(o *server.Options) {
		o.TLS, o.TLSConfig = true, &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
	})
	if err := dial(t, Config{URL: s.URL(), CA: ca}).Put(t.Context(), journal.Letter{Box: "a", ID: "1"}); err != nil {
		t.Error(err)
	}
	_, other := certificate(t)
	for name, wrong := range map[string][]byte{"unknown": nil, "another": other, "none": []byte("x")} {
		if _, err := Open(t.Context(), Config{URL: s.URL(), CA: wrong}); err == nil {
			t.Errorf("%s: it is spoken to", name)
		}
	}
	plain := natstest.Start(t, t.TempDir())
	if _, err := Open(t.Context(), Config{URL: strings.Replace(plain.URL(), "nats://", "tls://", 1), CA: ca}); err == nil {
		t.Error("a server without TLS is spoken to")
	}
}

// certificate is one that signs itself, for this machine.
func certificate(t *testing.T) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}
