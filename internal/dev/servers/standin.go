package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// A web stands in for the hosts of the internet that servers want: it is the proxy that the person's environment
// names, behind Handrail's gate. Hosts that a server's row names get its answers, over TLS with a certificate that
// only these servers trust; all others, as npm's, are connected as they are.
type web struct {
	proxy, site net.Listener
	ca          string // the certificate's file
	authority   *x509.Certificate
	key         *ecdsa.PrivateKey

	mu      sync.Mutex
	answers map[string]http.HandlerFunc // by host
	certs   map[string]*tls.Certificate
}

// standIn starts it.
func standIn(dir string) (*web, error) {
	w := &web{ca: filepath.Join(dir, "authority.pem"), answers: map[string]http.HandlerFunc{}, certs: map[string]*tls.Certificate{}}
	if err := w.makeAuthority(); err != nil {
		return nil, err
	}
	var err error
	var lc net.ListenConfig
	if w.proxy, err = lc.Listen(context.Background(), "tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	if w.site, err = lc.Listen(context.Background(), "tcp", "127.0.0.1:0"); err != nil {
		return nil, err
	}
	go serveOn(w.proxy, http.HandlerFunc(w.connect))
	go serveOn(tls.NewListener(w.site, &tls.Config{GetCertificate: w.certificate, NextProtos: []string{"http/1.1"}}), http.HandlerFunc(w.answer))
	return w, nil
}

func serveOn(l net.Listener, h http.Handler) {
	s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0)} // browsers try connections that they do not use
	_ = s.Serve(l)                                                                                      // until it is closed
}

func (w *web) close() { _, _ = w.proxy.Close(), w.site.Close() }

func (w *web) makeAuthority() (err error) {
	if w.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return err
	}
	t := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "servers"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, t, t, &w.key.PublicKey, w.key)
	if err != nil {
		return err
	}
	if w.authority, err = x509.ParseCertificate(der); err != nil {
		return err
	}
	return os.WriteFile(w.ca, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
}

// certificate makes one for the host that is wanted.
func (w *web) certificate(h *tls.ClientHelloInfo) (*tls.Certificate, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c := w.certs[h.ServerName]; c != nil {
		return c, nil
	}
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 64))
	if err != nil {
		return nil, err
	}
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: h.ServerName}, DNSNames: []string{h.ServerName},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour), ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, t, w.authority, &w.key.PublicKey, w.key)
	if err != nil {
		return nil, err
	}
	c := &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: w.key}
	w.certs[h.ServerName] = c
	return c, nil
}

// stand lets a host answer.
func (w *web) stand(host string, h http.HandlerFunc) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answers[host] = h
}

func (w *web) answerOf(host string) http.HandlerFunc {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.answers[host]
}

func (w *web) answer(rw http.ResponseWriter, r *http.Request) {
	h := w.answerOf(r.TLS.ServerName)
	if h == nil {
		http.Error(rw, "nothing stands in for "+r.TLS.ServerName, http.StatusNotFound)
		return
	}
	h(rw, r)
}

// connect is the proxy: for a host that is stood in for it leads here, else to the host.
func (w *web) connect(rw http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		http.Error(rw, "only CONNECT", http.StatusMethodNotAllowed)
		return
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadRequest)
		return
	}
	place := r.Host
	if w.answerOf(host) != nil {
		place = w.site.Addr().String()
	}
	d := net.Dialer{Timeout: 20 * time.Second}
	out, err := d.DialContext(r.Context(), "tcp", place)
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadGateway)
		return
	}
	defer func() { _ = out.Close() }()
	in, buffered, err := http.NewResponseController(rw).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = in.Close() }()
	if _, err := fmt.Fprint(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var both sync.WaitGroup
	both.Go(func() { _, _ = io.Copy(out, buffered); _ = out.Close() }) // either end may go first
	both.Go(func() { _, _ = io.Copy(in, out); _ = in.Close() })
	both.Wait()
}
