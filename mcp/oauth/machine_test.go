package oauth_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"math/big"
	"net/http"
	"strings"
	"testing"
	"time"

	"handrail/mcp/mcptest"
	"handrail/mcp/oauth"
)

// pemOf is a private key as people have it.
func pemOf(t *testing.T, key any) string {
	t.Helper()
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}))
}

// signed reports whether an assertion is sound: of this client, for this issuer, for now, and signed by the key.
func signed(assertion, issuer string, key crypto.PublicKey) bool {
	parts := strings.Split(assertion, ".")
	if len(parts) != 3 {
		return false
	}
	var claims struct {
		Iss, Sub, Aud, Jti string
		Iat, Exp           int64
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	signature, err2 := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || err2 != nil || json.Unmarshal(raw, &claims) != nil {
		return false
	}
	now := time.Now().Unix()
	if claims.Iss != "robot" || claims.Sub != "robot" || claims.Aud != issuer || claims.Jti == "" || claims.Iat > now || claims.Exp <= now || claims.Exp > now+600 {
		return false
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	switch k := key.(type) {
	case *ecdsa.PublicKey:
		return len(signature) == 64 && ecdsa.Verify(k, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:]))
	case *rsa.PublicKey:
		return rsa.VerifyPKCS1v15(k, crypto.SHA256, sum[:], signature) == nil
	}
	return false
}

// A server can be signed in to without a person, by a secret or by a key, and its token is had again in the
// same way when it has run out; no page is opened.
func TestSignInWithoutAPerson(t *testing.T) {
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	primes, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		s    oauth.SignIn
		good func(l *mcptest.Lodge, r *http.Request) bool
	}{
		"a secret": {oauth.SignIn{ClientSecret: "hunter2"}, func(_ *mcptest.Lodge, r *http.Request) bool {
			id, secret, ok := r.BasicAuth()
			return ok && id == "robot" && secret == "hunter2"
		}},
		"a curve": {oauth.SignIn{PrivateKey: pemOf(t, curve)}, func(l *mcptest.Lodge, r *http.Request) bool {
			return signed(r.FormValue("client_assertion"), l.Issuer, &curve.PublicKey) && r.FormValue("client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
		}},
		"RSA": {oauth.SignIn{PrivateKey: pemOf(t, primes)}, func(l *mcptest.Lodge, r *http.Request) bool {
			return signed(r.FormValue("client_assertion"), l.Issuer, &primes.PublicKey)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			l := mcptest.NewLodge(t, func(l *mcptest.Lodge) {
				l.Expires, l.NoPKCE, l.NoRegister = 1, true, true
				l.Machine = func(r *http.Request) bool { return r.FormValue("scope") == "notes:read" && c.good(l, r) }
			})
			c.s.Vault, c.s.Machine, c.s.ClientID = &mcptest.Vault{}, true, "robot"
			if err := oauth.Authorize(t.Context(), l.MCPServer(), c.s, "Handrail", func(page string) error { return errors.New("a page: " + page) }); err != nil {
				t.Fatal(err)
			}
			if err := mcptest.List(t, l, c.s); err != nil { // its token has run out
				t.Error(err)
			}
			if len(l.Asked()) < 2 || strings.ReplaceAll(strings.Join(l.Asked(), ""), "client_credentials", "") != "" {
				t.Errorf("the token endpoint was asked for %s", l.Asked())
			}
		})
	}
}

// What is missing or wrong of who we are is said, without any of the key.
func TestSignInWithoutAPersonRefuses(t *testing.T) {
	small, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		s    oauth.SignIn
		says string
	}{
		"nobody":        {oauth.SignIn{ClientSecret: "hunter2"}, "set oauth_client_id"},
		"nothing":       {oauth.SignIn{ClientID: "robot"}, "set oauth_client_secret or oauth_private_key"},
		"no key":        {oauth.SignIn{ClientID: "robot", PrivateKey: "hunter2"}, "is no key in PEM"},
		"a broken key":  {oauth.SignIn{ClientID: "robot", PrivateKey: "-----BEGIN PRIVATE KEY-----\naGVsbG8=\n-----END PRIVATE KEY-----\n"}, "of no kind that is known"},
		"another curve": {oauth.SignIn{ClientID: "robot", PrivateKey: pemOf(t, small)}, "of no kind that is known"},
		"not let in":    {oauth.SignIn{ClientID: "robot", ClientSecret: "hunter2"}, "gives no token: invalid_grant"},
	} {
		t.Run(name, func(t *testing.T) {
			l := mcptest.NewLodge(t, nil)
			v := &mcptest.Vault{}
			c.s.Vault, c.s.Machine = v, true
			err := oauth.Authorize(t.Context(), l.MCPServer(), c.s, "Handrail", func(string) error { return nil })
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "hunter2") || v.Text != "" {
				t.Errorf("it says %v, and %q is kept", err, v.Text)
			}
		})
	}
}
